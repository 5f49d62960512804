//! The core calculus: the result of macro expansion.
//!
//! Every variable is bound exactly once in a program (α-unique), and every name is resolved: to a local variable, to
//! a definition of the top level, or to a primitive. Procedures take one parameter, which is a pattern. The next
//! stage, [`anf`](crate::anf), names every intermediate value.

use std::sync::Arc;

use crate::deep::deep_tree;
use crate::prim::Prim;
use crate::source::Span;

/// A local variable: its number in the program's [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// A definition of the top level: its number among the program's globals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// The names of variables in the text; different variables may have the same name.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<Arc<str>>);

impl Names {
    /// Returns a new variable.
    pub fn fresh(&mut self, name: &Arc<str>) -> VarId {
        self.0.push(name.clone());
        VarId((self.0.len() - 1) as u32)
    }

    /// Returns the name of a variable.
    pub fn name(&self, variable: VarId) -> &Arc<str> {
        &self.0[variable.0 as usize]
    }
}

/// A constant as written in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Const {
    /// The empty list.
    Nil,
    /// `#t` or `#f`.
    Boolean(bool),
    /// A number.
    Real(f64),
}

/// An expression and its place in the text.
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// The text it came from.
    pub span: Span,
}

deep_tree!(Expr { kind: ExprKind => ExprKind::Const(Const::Nil), span });

/// The kinds of [`Expr`].
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A constant.
    Const(Const),
    /// A local variable.
    Var(VarId),
    /// A definition of the top level.
    Global(GlobalId),
    /// A primitive.
    Prim(Prim),
    /// A procedure.
    Lambda(Arc<Lambda>),
    /// An application. The procedure is evaluated before its argument.
    Apply(Box<Expr>, Box<Expr>),
    /// A choice; everything but `#f` is true.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Bindings, evaluated in order; each sees those before it (names are unique, so a parallel `let` is one, too).
    Let(Vec<(Pattern, Expr)>, Box<Expr>),
    /// Procedures that see one another.
    Letrec(Vec<(VarId, Arc<Lambda>)>, Box<Expr>),
    /// Pairs nested to the right, `(cons* a b c)`: at least two elements, evaluated in order.
    Cons(Vec<Expr>),
}

/// A procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// Its name in the text.
    pub name: Option<Arc<str>>,
    /// The pattern for its argument.
    pub param: Pattern,
    /// The body.
    pub body: Expr,
    /// The text it came from.
    pub span: Span,
}

/// A pattern, which destructures a value.
pub struct Pattern {
    /// The kind of pattern.
    pub kind: PatternKind,
    /// The text it came from.
    pub span: Span,
}

deep_tree!(Pattern { kind: PatternKind => PatternKind::Const(Const::Nil), span });

/// The kinds of [`Pattern`].
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// Binds a variable.
    Var(VarId),
    /// Requires an equal constant.
    Const(Const),
    /// Destructures pairs nested to the right: at least two elements.
    Cons(Vec<Pattern>),
}

impl Pattern {
    /// Returns the variables that the pattern binds, from left to right.
    pub fn variables(&self) -> Vec<VarId> {
        let mut found = Vec::new();
        let mut work = vec![self];
        while let Some(pattern) = work.pop() {
            match &pattern.kind {
                PatternKind::Var(v) => found.push(*v),
                PatternKind::Const(_) => {}
                PatternKind::Cons(parts) => work.extend(parts.iter().rev()),
            }
        }
        found
    }
}

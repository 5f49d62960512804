//! The core calculus: what macro expansion leaves of a program.
//!
//! Every variable is bound exactly once in a program (α-unique), and every name is resolved: to a local variable, to a
//! definition of the top level, or to a primitive. Procedures take one parameter, which is a pattern. Transformations
//! start from here; [`anf`](crate::anf) names every intermediate value besides.

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

/// The names that variables had in the text; different variables may share one.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<Arc<str>>);

impl Names {
    /// A variable that no other is equal to.
    pub fn fresh(&mut self, name: &Arc<str>) -> VarId {
        self.0.push(name.clone());
        VarId((self.0.len() - 1) as u32)
    }

    /// The name of a variable.
    pub fn name(&self, variable: VarId) -> &Arc<str> {
        &self.0[variable.0 as usize]
    }
}

/// A constant of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Const {
    /// The empty list.
    Nil,
    /// `#t` or `#f`.
    Boolean(bool),
    /// A number.
    Real(f64),
}

/// An expression and its place.
pub struct Expr {
    /// What it is.
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
    /// A procedure applied; evaluated before its argument.
    Apply(Box<Expr>, Box<Expr>),
    /// A choice; anything but `#f` is true.
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
    /// What the text calls it, if it does.
    pub name: Option<Arc<str>>,
    /// What its argument is taken apart by.
    pub param: Pattern,
    /// What it computes.
    pub body: Expr,
    /// The text it came from.
    pub span: Span,
}

/// What a value is taken apart by.
pub struct Pattern {
    /// What it is.
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
    /// Asks for an equal constant.
    Const(Const),
    /// Takes pairs nested to the right apart: at least two elements.
    Cons(Vec<Pattern>),
}

impl Pattern {
    /// The variables that it binds, from left to right.
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

//! The program that the laws are checked on, and that `invert` turns around.
//!
//! A [`Function`] is what `lower` makes of the tokens: variables in an arena, expressions whose real
//! arithmetic names entries of the rule table, and statements of which every one has an inverse.
//! What runs is not this but [`crate::step`], to which `schedule` translates it.
//!
//! Law kept here: no constructor loses a span, so every later message can point at the user's text.

use proc_macro2::{Span, TokenStream};
pub use retrograde_rules::Primitive;
use std::collections::BTreeSet;

/// A variable: an index into [`Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What a variable is to the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter that the function may change: `&mut`.
    State,
    /// A parameter that is only read: `&` or by value.
    Input,
    /// Storage lent by the caller, zero on entry and forgotten on exit: `#[scratch]`.
    Scratch,
    /// `let t = e`: bound once.
    Binding,
    /// `let mut t = e`: starts known, ends known.
    Ancilla,
    /// The index of a `for`.
    Index,
    /// Where `#[keep]` keeps decisions: an ancilla that only the way back needs.
    Keeper,
    /// The value of a function that returns one.
    Output,
    /// The cotangent of another variable, held by value or behind `&mut`.
    Shadow,
    /// The cotangent of an input: generic in where it goes, and only added to.
    InputShadow,
    /// A view of consecutive elements, made by `simplify::window`.
    Window,
}

/// How a parameter or argument is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// `&mut`
    Mutable,
    /// `&`
    Shared,
    /// by value
    Value,
}

/// What tokens can tell of a type.
#[derive(Clone, Debug)]
pub enum Type {
    /// The one real type of the function: `f64`, `f32` or a generic `T: Real`.
    Real,
    /// An integer, a bool or anything else that carries no cotangent; the tokens where they were written.
    Exact(Option<TokenStream>),
    /// `[item; len]`
    Array(Box<Type>, TokenStream),
    /// `[item]` behind a reference
    Slice(Box<Type>),
    /// `Vec<item>`
    Vec(Box<Type>),
}

impl Type {
    /// The type of an element, or of the thing itself when it has no elements.
    pub fn item(&self) -> &Type {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => item,
            Type::Real | Type::Exact(_) => self,
        }
    }

    /// What lies under all levels of indexing.
    pub fn leaf(&self) -> &Type {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => item.leaf(),
            Type::Real | Type::Exact(_) => self,
        }
    }

    /// Whether values of this type are made of reals.
    pub fn is_real(&self) -> bool {
        matches!(self.leaf(), Type::Real)
    }

    /// Number of indices that lead to a leaf.
    pub fn depth(&self) -> usize {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => 1 + item.depth(),
            Type::Real | Type::Exact(_) => 0,
        }
    }
}

/// One variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Unique in the function, and without the `r#` of a raw identifier.
    pub name: String,
    /// Where it was declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: Role,
    /// How it is held: parameters that are references are dereferenced when a scalar is read.
    pub passing: Passing,
    /// Whether it carries a cotangent.
    pub active: bool,
    /// Whether the writer marked it `#[inactive]`: it never becomes active.
    pub detached: bool,
    /// What an exact `let` is bound to: indices are compared through it.
    pub definition: Option<Expr>,
}

/// All variables of a function.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    all: Vec<Variable>,
    /// Every name that the writer uses, for whatever: no name of ours is one of them.
    reserved: BTreeSet<String>,
}

impl Variables {
    /// No variables yet, and names to keep away from.
    pub fn reserving(reserved: BTreeSet<String>) -> Variables {
        Variables { all: Vec::new(), reserved }
    }

    /// Adds a variable of our own; a number at the end of its name keeps it apart from all others.
    pub fn add(&mut self, variable: Variable) -> Var {
        let name = self.fresh(&variable.name);
        self.push(Variable { name, ..variable })
    }

    /// Adds a variable that the writer declared. It keeps its name unless it shadows another.
    pub fn add_written(&mut self, variable: Variable) -> Var {
        let taken = self.all.iter().any(|v| v.name == variable.name);
        if taken { self.add(variable) } else { self.push(variable) }
    }

    /// A name that stands for nothing yet, the one that is wanted if possible.
    pub fn fresh(&self, wanted: &str) -> String {
        let taken = |name: &str| self.reserved.contains(name) || self.all.iter().any(|v| v.name == name);
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_string()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    fn push(&mut self, variable: Variable) -> Var {
        self.all.push(variable);
        Var(self.all.len() as u32 - 1)
    }

    /// All variables in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Variable)> {
        self.all.iter().enumerate().map(|(i, v)| (Var(i as u32), v))
    }
}

/// An identifier of this name, raw where the name is a keyword.
pub fn identifier(name: &str, span: Span) -> syn::Ident {
    match syn::parse_str::<syn::Ident>(name) {
        Ok(_) => syn::Ident::new(name, span),
        Err(_) => syn::Ident::new_raw(name, span),
    }
}

impl std::ops::Index<Var> for Variables {
    type Output = Variable;
    fn index(&self, var: Var) -> &Variable {
        &self.all[var.0 as usize]
    }
}

impl std::ops::IndexMut<Var> for Variables {
    fn index_mut(&mut self, var: Var) -> &mut Variable {
        &mut self.all[var.0 as usize]
    }
}

/// A mutable location: a variable and the way into it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub base: Var,
    /// Indices from the outside in; a range can only stand last.
    pub path: Vec<Projection>,
    /// Where it was written.
    pub span: Span,
}

/// One step into a place.
#[derive(Clone, Debug)]
pub enum Projection {
    /// `[i]`
    Index(Expr),
    /// `[a..b]`, both ends explicit
    Range(Expr, Expr),
}

impl Place {
    /// The whole variable.
    pub fn whole(base: Var, span: Span) -> Place {
        Place { base, path: Vec::new(), span }
    }

    /// The same way into another variable: from a primal to its shadow.
    pub fn with_base(&self, base: Var) -> Place {
        Place { base, path: self.path.clone(), span: self.span }
    }

    /// Whether this is the variable itself.
    pub fn is_whole(&self) -> bool {
        self.path.is_empty()
    }
}

/// Exact arithmetic, comparison and logic: what indices and conditions are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `!`
    Not,
    /// unary `-`
    Neg,
}

/// An expression without effects.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A real constant.
    Real(f64, Span),
    /// A literal or constant path of exact type, or a constant whose type only rustc knows.
    Constant(TokenStream),
    /// The value at a place.
    Read(Place),
    /// `place.len()`
    Length(Place),
    /// Real arithmetic by the rule table.
    Apply(Primitive, Vec<Expr>),
    /// `x.powi(n)`: the exponent is exact.
    Powi(Box<Expr>, Box<Expr>),
    /// Exact arithmetic, comparisons (of reals too) and logic.
    Exact(Operator, Vec<Expr>),
    /// `e as T` where T is the real type.
    ToReal(Box<Expr>),
    /// `e as usize` and the like.
    ToExact(Box<Expr>, TokenStream),
    /// A function that returns a value: reversible, or a primitive of the user's.
    Call(Callee, Vec<Argument>),
    /// Host code whose result is inactive: `head` is applied to the arguments.
    Host(Host, Vec<Argument>),
    /// `if c { a } else { b }` of exact type.
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `[value; length]`, or `vec![value; length]` on the heap.
    Fill {
        /// The value of each element.
        value: Box<Expr>,
        /// How many.
        length: Box<Expr>,
        /// Whether it is a `vec!`.
        heap: bool,
    },
}

/// The head of a piece of host code.
#[derive(Clone, Debug)]
pub enum Host {
    /// `path(args)`
    Function(TokenStream),
    /// `args[0].name(args[1..])`
    Method(TokenStream),
}

/// A function called by name.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The path without generic arguments.
    pub path: syn::Path,
    /// Where it was written.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// `&mut place`
    Mutable(Place),
    /// `&place`
    Shared(Place),
    /// a value
    Value(Expr),
}

/// The two directions of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+=`
    Plus,
    /// `-=`
    Minus,
}

impl Sign {
    /// The other one.
    pub fn flipped(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

/// Whether a function is called or uncalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `f(…)`
    Call,
    /// `f::inverse(…)`
    Uncall,
}

impl Direction {
    /// The other one.
    pub fn flipped(self) -> Direction {
        match self {
            Direction::Call => Direction::Uncall,
            Direction::Uncall => Direction::Call,
        }
    }
}

/// The indices that a `for` visits: `start, start + step, …` below `end`, or those backwards.
#[derive(Clone, Debug)]
pub struct Range {
    /// First bound.
    pub start: Expr,
    /// Second bound.
    pub end: Expr,
    /// Whether `end` is visited: `..=`.
    pub inclusive: bool,
    /// `step_by`, always positive.
    pub step: Option<Expr>,
    /// Whether the step counts from the end: `(a..b).rev().step_by(s)`.
    pub from_end: bool,
    /// Whether the indices are visited in falling order.
    pub falling: bool,
}

impl Range {
    /// The same indices in the opposite order.
    pub fn reversed(&self) -> Range {
        Range { falling: !self.falling, ..self.clone() }
    }
}

/// Statements in order; declarations inside are visible until its end.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement; each has an inverse (see `invert`).
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let t = e`: computes a value that does not change.
    Bind(Binding),
    /// The inverse of `Bind`: the value is forgotten.
    Forget(Binding),
    /// `let mut t = e`: a place that starts at a known value.
    Allocate(Binding),
    /// The inverse of `Allocate`: the place is at its known value again and is dropped.
    Release(Binding),
    /// `place += e`, `place -= e`
    Update(Update),
    /// A call or uncall of a reversible function or instruction.
    Call(Call),
    /// `for i in range { … }`
    For(For),
    /// `if pre { … } else { … }`, `if (pre, post) { … }`
    If(If),
    /// `while (pre, post) { … }`
    While(While),
    /// `'label: { … }`
    Routine(Routine),
    /// `undo!('label)`: the body is the inverse of the routine's.
    Undo(Routine),
    /// `safe! { … }`: host statements that write no program state.
    Safe(Safe),
}

/// A declaration with its known value.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The variable.
    pub var: Var,
    /// What it is bound to or starts at.
    pub value: Expr,
    /// The whole statement.
    pub span: Span,
}

/// An in-place update.
#[derive(Clone, Debug)]
pub struct Update {
    /// What changes.
    pub place: Place,
    /// By adding or subtracting.
    pub sign: Sign,
    /// The change; never reads the place.
    pub value: Expr,
    /// The whole statement.
    pub span: Span,
}

/// A call or uncall.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// Forwards or backwards.
    pub direction: Direction,
    /// With what.
    pub args: Vec<Argument>,
    /// The whole statement.
    pub span: Span,
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct For {
    /// The index.
    pub index: Var,
    /// What it visits.
    pub range: Range,
    /// The body.
    pub body: Block,
    /// The head of the loop.
    pub span: Span,
}

/// How a branch or loop is decided on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By its condition or postcondition, on exact places.
    Again,
    /// `#[rounded]`: likewise, and the writer accepts that the places are rounded.
    Rounded,
    /// `#[keep]`: by what was kept when it was decided.
    Kept(Kept),
}

/// Where a decision is kept: an ancilla of the function, to which each decision adds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The stack of numbers: 1 or 0 for a branch, the number of iterations for a loop.
    pub keeper: Var,
    /// The number at hand.
    pub number: Var,
    /// What counts the iterations of a loop on the way back.
    pub index: Var,
    /// Whether the statement takes the number from the stack rather than puts it there.
    pub taken: bool,
}

impl Decision {
    /// The decision of the inverse statement.
    pub fn inverted(self) -> Decision {
        match self {
            Decision::Kept(kept) => Decision::Kept(Kept { taken: !kept.taken, ..kept }),
            Decision::Again | Decision::Rounded => self,
        }
    }

    /// Where it is kept, if it is.
    pub fn kept(self) -> Option<Kept> {
        match self {
            Decision::Kept(kept) => Some(kept),
            Decision::Again | Decision::Rounded => None,
        }
    }
}

/// A branch.
#[derive(Clone, Debug)]
pub struct If {
    /// Decides forwards.
    pub pre: Expr,
    /// Decides backwards; equal to `pre` where none was written.
    pub post: Option<Expr>,
    /// Taken when the condition holds.
    pub then: Block,
    /// Taken otherwise.
    pub otherwise: Block,
    /// How it is decided backwards.
    pub decision: Decision,
    /// The head of the branch.
    pub span: Span,
}

/// A loop with a precondition (forwards) and a postcondition (backwards).
#[derive(Clone, Debug)]
pub struct While {
    /// Whether to go on, forwards.
    pub pre: Expr,
    /// False on entry, true after each iteration.
    pub post: Expr,
    /// How it is decided backwards.
    pub decision: Decision,
    /// The body.
    pub body: Block,
    /// The head of the loop.
    pub span: Span,
}

/// A block that can be undone by name.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its label without the tick.
    pub label: String,
    /// What runs.
    pub body: Block,
    /// The label.
    pub span: Span,
}

/// Host statements.
#[derive(Clone, Debug)]
pub struct Safe {
    /// Their tokens.
    pub tokens: TokenStream,
    /// Where.
    pub span: Span,
}

/// A parameter in order of the signature.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The variable.
    pub var: Var,
    /// Its type as written, without attributes.
    pub written: syn::Type,
}

/// The real type of a function.
#[derive(Clone, Debug)]
pub enum RealType {
    /// `f64` or `f32`
    Concrete(syn::Ident),
    /// A generic `T: Real`
    Generic(syn::Ident),
}

impl RealType {
    /// Its name.
    pub fn ident(&self) -> &syn::Ident {
        match self {
            RealType::Concrete(ident) | RealType::Generic(ident) => ident,
        }
    }
}

/// A whole reversible function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Attributes (documentation among them), visibility and signature as written, cleaned of our markers.
    pub item: syn::ItemFn,
    /// Constants, functions and imports that stand in the body: all programs see them.
    pub items: TokenStream,
    /// The real type, `f64` where the signature shows none.
    pub real: RealType,
    /// All variables.
    pub vars: Variables,
    /// The parameters.
    pub params: Vec<Parameter>,
    /// The variable that holds the returned value; its `Bind` is the last statement.
    pub output: Option<Var>,
    /// The statements.
    pub body: Block,
    /// Options of the attribute.
    pub options: Options,
}

/// What the attribute's arguments said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// In debug builds.
    Debug,
    /// `check = "always"`
    Always,
    /// `check = "never"`
    Never,
}

/// `#[reversible(check = "…")]`
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// When run-time checks run.
    pub checks: Checks,
}

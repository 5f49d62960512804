//! Statements, each of which has an inverse (see [`crate::ir::invert`]).

use super::{Argument, Callee, Expr, Place, Var, Variables};
use proc_macro2::{Span, TokenStream};
use std::collections::BTreeSet;

/// The group whose operation an update applies: what makes it invertible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// `+=` and `-=`
    Sum,
    /// `*=` and `/=`
    Product,
    /// `^=`, which undoes itself
    Xor,
}

/// The two directions of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+=`, or `*=` in a product
    Plus,
    /// `-=`, or `/=` in a product
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
    /// `place += e`, `place -= e` and the like
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

impl Binding {
    /// Binds a variable.
    pub fn new(var: Var, value: Expr, span: Span) -> Binding {
        Binding { var, value, span }
    }

    /// Everything that it declares: fields come and go with their structure.
    pub fn declared(&self, vars: &Variables) -> impl Iterator<Item = Var> + use<> {
        std::iter::once(self.var).chain(vars.parts(self.var))
    }
}

/// An in-place update.
#[derive(Clone, Debug)]
pub struct Update {
    /// What changes.
    pub place: Place,
    /// By adding, multiplying or toggling. Reals are only added to.
    pub group: Group,
    /// Forwards or backwards.
    pub sign: Sign,
    /// The change; never reads the place.
    pub value: Expr,
    /// The change as it was written, where parts of it have got names since: checks are about what it reads.
    pub written: Option<Box<Expr>>,
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

impl Call {
    /// Where a local is stored for the way back, and which.
    pub fn stored(&self) -> Option<(Var, Var)> {
        match &self.args[..] {
            [Argument::Mutable(stack), Argument::Shared(local)] if self.callee.is_store() => {
                Some((stack.base, local.base))
            }
            _ => None,
        }
    }
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct For {
    /// The index.
    pub index: Var,
    /// What it visits.
    pub range: Range,
    /// Arrays that the loop walks along together: they are of one length, or it does not run.
    pub lengths: Vec<Lengths>,
    /// The body.
    pub body: Block,
    /// The head of the loop.
    pub span: Span,
}

impl For {
    /// The loop with another body.
    pub fn with(&self, body: Block) -> For {
        For {
            index: self.index,
            range: self.range.clone(),
            lengths: self.lengths.clone(),
            body,
            span: self.span,
        }
    }
}

/// Two arrays of one length.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The length of the one whose elements are visited.
    pub length: Expr,
    /// The length of the other one.
    pub other: Expr,
    /// How the writer calls both of them.
    pub names: [String; 2],
    /// The statement that was written.
    pub statement: String,
}

/// How a branch or loop is decided on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By its condition or postcondition, on exact places.
    Again,
    /// `#[rounded]`: likewise, and the writer accepts that the places are rounded.
    Rounded,
    /// `#[keep]` and `#[keep(log)]`: by what was kept when it was decided.
    Kept(Kept),
}

/// Where a decision is kept: an ancilla of the function, to which each decision adds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The stack of numbers: 1 or 0 for a branch, the number of iterations for a loop.
    pub stack: Var,
    /// The number at hand.
    pub number: Var,
    /// What counts the iterations of a loop on the way back.
    pub index: Var,
    /// Whether the stack is one that the writer named, which the program itself fills and whose content outlives it.
    pub lasting: bool,
    /// Whether the statement takes the number from the stack rather than puts it there.
    pub taken: bool,
    /// Whether it is recorded as one bit: the number is a truth value then.
    pub bit: bool,
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

impl If {
    /// The branch with other sides.
    pub fn with(&self, then: Block, otherwise: Block) -> If {
        let (pre, post) = (self.pre.clone(), self.post.clone());
        If { pre, post, then, otherwise, decision: self.decision, span: self.span }
    }
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

impl While {
    /// The loop with another body.
    pub fn with(&self, body: Block) -> While {
        let (pre, post) = (self.pre.clone(), self.post.clone());
        While { pre, post, decision: self.decision, body, span: self.span }
    }
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

impl Routine {
    /// The routine with another body.
    pub fn with(&self, body: Block) -> Routine {
        Routine { label: self.label.clone(), body, span: self.span }
    }
}

/// Host statements.
#[derive(Clone, Debug)]
pub struct Safe {
    /// Their tokens.
    pub tokens: TokenStream,
    /// The variables that the writer names in them, which are in scope.
    pub named: BTreeSet<Var>,
    /// What they look at: also in format strings, and behind the names of views.
    pub looks: Looks,
    /// Which host statement of the function it is: its copies on the way back are the same one.
    pub number: u32,
    /// Where.
    pub span: Span,
}

/// What host statements look at.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// The variables whose values they read.
    pub reads: BTreeSet<Var>,
    /// Those of which they ask the length.
    pub measures: BTreeSet<Var>,
}

impl Looks {
    /// Adds what an expression looks at.
    pub fn note(&mut self, e: &Expr) {
        e.reads(&mut |place| _ = self.reads.insert(place.base));
        e.lengths(&mut |place| _ = self.measures.insert(place.base));
    }
}

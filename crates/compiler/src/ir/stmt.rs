//! Statements, each of which has an inverse (see [`crate::ir::invert`]).

use super::{Argument, Callee, Expr, Place, Var, Variables};
use crate::sorted::Set;
use proc_macro2::{Span, TokenStream};

/// The group whose operation an update applies. Groups have inverses, so the update is invertible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// `+=` and `-=`
    Sum,
    /// `*=` and `/=`
    Product,
    /// `^=`, which is its own inverse
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
    /// Returns the other sign.
    pub fn flipped(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

/// The direction of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `f(…)`
    Call,
    /// `f::inverse(…)`
    Uncall,
}

impl Direction {
    /// Returns the other direction.
    pub fn flipped(self) -> Direction {
        match self {
            Direction::Call => Direction::Uncall,
            Direction::Uncall => Direction::Call,
        }
    }
}

/// The indices that a `for` visits: `start, start + step, …` below `end`, or the same in the opposite order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// First bound.
    pub start: Expr,
    /// Second bound.
    pub end: Expr,
    /// True if `end` is visited: `..=`.
    pub inclusive: bool,
    /// `step_by`, always positive.
    pub step: Option<Expr>,
    /// True if the step counts from the end: `(a..b).rev().step_by(s)`.
    pub from_end: bool,
    /// True if the indices are visited in falling order.
    pub falling: bool,
    /// The number of the one index that is visited, where it is not all of them.
    pub nth: Option<Box<Expr>>,
}

impl Range {
    /// Returns the range `start..end`.
    pub fn between(start: Expr, end: Expr) -> Range {
        Range { start, end, inclusive: false, step: None, from_end: false, falling: false, nth: None }
    }

    /// Returns the range with the same indices in the opposite order.
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
    /// The inverse of `Bind`: the value goes out of scope.
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
    /// `safe! { … }`: statements of ordinary Rust that do not change the variables of the program.
    Safe(Safe),
}

/// A declaration with its known value.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The variable.
    pub var: Var,
    /// The value to which it is bound, or its initial value.
    pub value: Expr,
    /// The whole statement.
    pub span: Span,
}

impl Binding {
    /// Returns a binding of a variable whose field variables are not known yet.
    pub fn new(var: Var, value: Expr, span: Span) -> Binding {
        Binding { var, value, span }
    }

    /// Returns every variable that it declares.
    pub fn declared(&self, vars: &Variables) -> impl Iterator<Item = Var> + use<> {
        std::iter::once(self.var).chain(vars.parts(self.var))
    }
}

/// An in-place update.
#[derive(Clone, Debug)]
pub struct Update {
    /// The place that changes.
    pub place: Place,
    /// Sum, product or xor. Reals are only added to.
    pub group: Group,
    /// The direction.
    pub sign: Sign,
    /// The value on the right-hand side, which never reads the place.
    pub value: Expr,
    /// The right-hand side as it was written, if parts of it have got names since. Checks examine what it reads.
    pub written: Option<Box<Expr>>,
    /// The whole statement.
    pub span: Span,
}

/// A call or uncall.
#[derive(Clone, Debug)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The direction.
    pub direction: Direction,
    /// The arguments.
    pub args: Vec<Argument>,
    /// The whole statement.
    pub span: Span,
}

impl Call {
    /// Returns the stack and the local, if the call stores a local for the reverse pass.
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
    /// The indices that it visits.
    pub range: Range,
    /// Arrays that the loop visits together: unless they have the same length, it does not run.
    pub lengths: Vec<Lengths>,
    /// The body.
    pub body: Block,
    /// The way in which it keeps its state, if it is checkpointed.
    pub checkpoint: Option<Checkpoint>,
    /// The head of the loop.
    pub span: Span,
}

impl For {
    /// Returns the loop with another body.
    pub fn with(&self, body: Block) -> For {
        For {
            index: self.index,
            range: self.range.clone(),
            lengths: self.lengths.clone(),
            body,
            checkpoint: self.checkpoint,
            span: self.span,
        }
    }
}

/// `#[checkpoint]` before a loop: the record keeps the state before some rounds, which the reverse pass runs again.
///
/// The rounds between two states are a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The length of all segments; if none is given, each is longer by one than that before it.
    pub every: Option<usize>,
    /// The record tape, in programs that have one.
    pub tape: Option<Var>,
    /// The number of rounds that have run, or are left to be undone.
    pub round: Var,
    /// The round with which a segment starts.
    pub first: Var,
    /// The length of a segment.
    pub length: Var,
    /// The number of rounds of one segment that ran.
    pub count: Var,
    /// A round in a segment.
    pub index: Var,
}

/// Two arrays that must have the same length.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The length of the array whose elements are visited.
    pub length: Expr,
    /// The length of the other array.
    pub other: Expr,
    /// The names of both in the source.
    pub names: [String; 2],
    /// The statement in the source.
    pub statement: String,
}

/// The way in which the inverse of a branch or loop decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By the condition or postcondition, which reads exact places.
    Again,
    /// `#[rounded]`: likewise, though the places are rounded; the user accepts the risk.
    Rounded,
    /// `#[keep]` and `#[keep(log)]`: by the recorded decision.
    Kept(Kept),
}

/// The place where a decision is recorded: an ancilla of the function, to which each decision adds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The stack of numbers: 1 or 0 for a branch, the number of iterations for a loop.
    pub stack: Var,
    /// The number that is pushed or popped.
    pub number: Var,
    /// The counter of iterations of a loop in the inverse.
    pub index: Var,
    /// True if the stack is one that the user named: the program itself fills it, and its content outlives the call.
    pub lasting: bool,
    /// True if the statement pops the number rather than pushes it.
    pub taken: bool,
    /// True if it is recorded as one bit: the number is a truth value then.
    pub bit: bool,
}

impl Decision {
    /// Returns the decision of the inverse statement.
    pub fn inverted(self) -> Decision {
        match self {
            Decision::Kept(kept) => Decision::Kept(Kept { taken: !kept.taken, ..kept }),
            Decision::Again | Decision::Rounded => self,
        }
    }

    /// Returns the place of the record, if the decision is recorded.
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
    /// The condition in the forward direction.
    pub pre: Expr,
    /// The condition in the inverse; equal to `pre` if none was written.
    pub post: Option<Expr>,
    /// Taken when the condition holds.
    pub then: Block,
    /// Taken otherwise.
    pub otherwise: Block,
    /// The way in which the inverse decides.
    pub decision: Decision,
    /// The direction: in the inverse, `pre` and `post` are exchanged.
    pub direction: Direction,
    /// The head of the branch.
    pub span: Span,
}

impl If {
    /// Returns the branch with other sides.
    pub fn with(&self, then: Block, otherwise: Block) -> If {
        let (pre, post) = (self.pre.clone(), self.post.clone());
        If { pre, post, then, otherwise, decision: self.decision, direction: self.direction, span: self.span }
    }
}

/// A loop with a precondition (for the forward direction) and a postcondition (for the inverse).
#[derive(Clone, Debug)]
pub struct While {
    /// The condition to continue in the forward direction.
    pub pre: Expr,
    /// False on entry, true after each iteration.
    pub post: Expr,
    /// The way in which the inverse decides.
    pub decision: Decision,
    /// The direction: in the inverse, `pre` and `post` are exchanged.
    pub direction: Direction,
    /// The body.
    pub body: Block,
    /// The way in which it keeps its state, if it is checkpointed.
    pub checkpoint: Option<Checkpoint>,
    /// The head of the loop.
    pub span: Span,
}

impl While {
    /// Returns the loop with another body.
    pub fn with(&self, body: Block) -> While {
        let (pre, post) = (self.pre.clone(), self.post.clone());
        let While { decision, direction, checkpoint, span, .. } = *self;
        While { pre, post, decision, direction, body, checkpoint, span }
    }
}

/// A block that can be undone by name.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its label without the tick.
    pub label: String,
    /// The body.
    pub body: Block,
    /// The label.
    pub span: Span,
}

impl Routine {
    /// Returns the routine with another body.
    pub fn with(&self, body: Block) -> Routine {
        Routine { label: self.label.clone(), body, span: self.span }
    }
}

/// Statements of ordinary Rust: `safe! { … }`.
#[derive(Clone, Debug)]
pub struct Safe {
    /// Their tokens.
    pub tokens: TokenStream,
    /// The variables in scope that they name.
    pub named: Set<Var>,
    /// The places that they read, also in format strings and through names of views.
    pub looks: Looks,
    /// True for an assertion: it has the same result in any order.
    pub only_checks: bool,
    /// The number of this `safe!` among those of the function; copies in the inverse have the same number.
    pub number: u32,
    /// The place in the text.
    pub span: Span,
}

/// The variables that statements of ordinary Rust read.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// The variables whose values they read.
    pub reads: Set<Var>,
    /// The variables whose length they read.
    pub measures: Set<Var>,
}

impl Looks {
    /// Adds the variables that an expression reads.
    pub fn note(&mut self, e: &Expr) {
        e.reads(&mut |place| _ = self.reads.insert(place.base));
        e.lengths(&mut |place| _ = self.measures.insert(place.base));
    }
}

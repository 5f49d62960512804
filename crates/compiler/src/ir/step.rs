//! What runs: the imperative steps that `schedule` and `adjoint` produce and `emit` prints.
//!
//! Primal, inverse and adjoint are all lists of [`Step`]. Steps need no inverses, so they may overwrite
//! and forget; passes in `simplify` rewrite them, the interpreter runs them and `emit` turns them
//! into Rust one by one.

use crate::ir::{Argument, Callee, Expr, Lengths, Place, Range, Safe, Sign, Update, Var, Variables, has_key};
use proc_macro2::Span;

/// A cotangent expression: `± seed · factor`.
#[derive(Clone, Debug)]
pub struct Cotangent {
    /// Added or subtracted.
    pub sign: Sign,
    /// A place of a shadow.
    pub seed: Place,
    /// A primal factor, 1 if none.
    pub factor: Option<Expr>,
}

/// Which of a function's programs is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// `f(…)`
    Primal,
    /// `f::inverse(…)`
    Inverse,
    /// `f::__adjoint(…)`: the inverse, carrying cotangents.
    Adjoint,
    /// `f::__sweep(…)`: the primal, carrying cotangents of its outputs that are known beforehand.
    Sweep,
    /// `f::__coadjoint(…)`: the primal, carrying the cotangents of the inverse.
    Coadjoint,
    /// `f::__record(…, tape)`: the primal, which keeps what its locals have come to.
    Record,
    /// `f::__replay(…, tape)`: the adjoint, which takes its locals from there instead of building them.
    Replay,
}

/// The cotangent handed over beside an argument.
#[derive(Clone, Debug)]
pub enum ShadowArgument {
    /// Nothing takes it: the argument is inactive here.
    Discard,
    /// The shadow of a place, the only one of its base in this call.
    Exclusive(Place),
    /// The shadow of a place whose base occurs more than once among the reads.
    Cells(Place),
}

impl ShadowArgument {
    /// The shadow, where there is one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            ShadowArgument::Discard => None,
            ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place) => Some(place),
        }
    }
}

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    /// `let v = e;`
    Let {
        /// The variable.
        var: Var,
        /// Its value.
        value: Expr,
    },
    /// `let mut v = e;`
    Declare {
        /// The variable.
        var: Var,
        /// Its first value.
        value: Expr,
    },
    /// `let mut v_bar = 0`, shaped like the primal.
    DeclareZero {
        /// The shadow.
        shadow: Var,
        /// The variable whose shape it takes.
        primal: Var,
    },
    /// `v = e;`: a value kept for later, made by `simplify::reuse`.
    Set {
        /// The variable.
        var: Var,
        /// Its value.
        value: Expr,
    },
    /// Every element gets a known value again: what hoisted storage does instead of being allocated.
    Refill {
        /// The array.
        var: Var,
        /// A `Fill` or, for shadows, nothing: zero.
        value: Option<Expr>,
        /// For shadows, whose length they take.
        primal: Option<Var>,
    },
    /// `place += e;`
    Update(Update),
    /// A call without cotangents.
    Call {
        /// What is called.
        callee: Callee,
        /// Which of its programs.
        program: Program,
        /// With what.
        args: Vec<Argument>,
        /// Where.
        span: Span,
    },
    /// A call that carries cotangents.
    CallAdjoint {
        /// What is called.
        callee: Callee,
        /// Which of its programs.
        program: Program,
        /// Arguments with their shadows.
        args: Vec<(Argument, ShadowArgument)>,
        /// Where.
        span: Span,
    },
    /// The adjoint of a function that returns a value: `f::pull(seed, …)`.
    Pull {
        /// The variable that the value is bound to, where it is asked for.
        value: Option<Var>,
        /// What is called.
        callee: Callee,
        /// The cotangent of its value.
        seed: Cotangent,
        /// Arguments with their shadows.
        args: Vec<(Argument, ShadowArgument)>,
        /// Where.
        span: Span,
    },
    /// `let mut v_bar = ± seed · factor;`
    Seed {
        /// The shadow.
        var: Var,
        /// Its first value.
        value: Cotangent,
    },
    /// `place += ± seed · factor;`
    Accumulate {
        /// A place of a shadow.
        place: Place,
        /// What is added.
        value: Cotangent,
    },
    /// `let v = &base[start..][..length];`, or `&mut`
    Window {
        /// The view.
        var: Var,
        /// What is viewed.
        of: Place,
        /// Its first element.
        start: Expr,
        /// How many.
        length: Expr,
        /// Whether elements are written through it.
        mutable: bool,
    },
    /// `for v in range { … }`
    For {
        /// The index.
        index: Var,
        /// What it visits.
        range: Range,
        /// The body.
        body: Vec<Step>,
        /// The head.
        span: Span,
    },
    /// `if c { … } else { … }`
    If {
        /// The condition.
        condition: Expr,
        /// Taken when it holds.
        then: Vec<Step>,
        /// Taken otherwise.
        otherwise: Vec<Step>,
    },
    /// `while c { … }`
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Vec<Step>,
    },
    /// `stack.push(number);`: a decision is kept.
    Push {
        /// Where.
        stack: Var,
        /// What.
        number: Var,
    },
    /// `let number = stack.pop();`, or what comes next on a tape.
    Pop {
        /// Where it was kept.
        stack: Var,
        /// What it is bound to.
        number: Var,
        /// What tells its type, where nothing else does: a value that it once had.
        like: Option<Expr>,
    },
    /// `{ … }`
    Block(Vec<Step>),
    /// A run-time check of a law.
    Check(Check),
    /// Host statements.
    Safe(Safe),
}

impl Step {
    /// The step with each list of steps inside it rewritten.
    pub fn with_bodies(self, f: &mut dyn FnMut(Vec<Step>) -> Vec<Step>) -> Step {
        match self {
            Step::For { index, range, body, span } => Step::For { index, range, body: f(body), span },
            Step::While { condition, body } => Step::While { condition, body: f(body) },
            Step::Block(body) => Step::Block(f(body)),
            Step::If { condition, then, otherwise } => {
                let (then, otherwise) = (f(then), f(otherwise));
                Step::If { condition, then, otherwise }
            }
            plain @ (Step::Let { .. }
            | Step::Declare { .. }
            | Step::DeclareZero { .. }
            | Step::Set { .. }
            | Step::Refill { .. }
            | Step::Update(_)
            | Step::Call { .. }
            | Step::CallAdjoint { .. }
            | Step::Pull { .. }
            | Step::Seed { .. }
            | Step::Accumulate { .. }
            | Step::Window { .. }
            | Step::Push { .. }
            | Step::Pop { .. }
            | Step::Check(_)
            | Step::Safe(_)) => plain,
        }
    }
}

/// What is checked at run time.
#[derive(Clone, Debug)]
pub struct Check {
    /// What must hold.
    pub claim: Claim,
    /// What it means if it does not.
    pub law: Law,
    /// The statement as it runs, on one line.
    pub statement: String,
    /// Where it was written.
    pub span: Span,
}

/// What a check asks.
#[derive(Clone, Debug)]
pub enum Claim {
    /// A condition is true, or false.
    Truth(Expr, bool),
    /// A real value is a number. Comparisons with what is none are false either way, so they prove nothing.
    Number(Expr),
    /// A place is at its known value: exactly, or to the precision of its type where it is real.
    Known(Place, Expr),
    /// A structure is at the value of another one, in all fields, whether the program names them or not.
    Whole(Place, Place),
    /// A map has a key, or has it not.
    Key(Place, Expr, bool),
    /// Two arrays are of one length.
    Lengths(Lengths),
    /// The shadow of a value has the lengths of the value.
    Fits(Place, Place),
}

impl Claim {
    /// The expressions that a check evaluates.
    pub fn expressions(&self) -> Vec<Expr> {
        match self {
            Claim::Truth(e, _) | Claim::Number(e) => vec![e.clone()],
            Claim::Known(place, value) => vec![Expr::Read(place.clone()), value.clone()],
            Claim::Whole(place, known) => vec![Expr::Read(place.clone()), Expr::Read(known.clone())],
            Claim::Key(map, key, _) => vec![has_key(map, key)],
            Claim::Lengths(both) => vec![both.length.clone(), both.other.clone()],
            Claim::Fits(value, shadow) => vec![Expr::Read(value.clone()), Expr::Length(shadow.clone())],
        }
    }

    /// What should hold, in the words of the program.
    pub fn expected(&self, vars: &Variables) -> String {
        match self {
            Claim::Truth(Expr::Exact(crate::ir::Operator::Ne, _), true) => self.text(vars),
            Claim::Truth(_, expected) => format!("`{}` is {expected}", self.text(vars)),
            Claim::Number(_) => format!("`{}` is a number", self.text(vars)),
            Claim::Known(_, value) => {
                format!("`{}` is {}", self.text(vars), crate::ir::print::text::expression(value, vars))
            }
            Claim::Whole(_, known) => {
                format!(
                    "`{}` is `{}` in all fields",
                    self.text(vars),
                    crate::ir::print::text::place(known, vars)
                )
            }
            Claim::Key(_, key, has) => {
                let no = if *has { "has the key" } else { "has no key" };
                format!("`{}` {no} `{}`", self.text(vars), crate::ir::print::text::expression(key, vars))
            }
            Claim::Lengths(both) => format!("`{}` is as long as `{}`", both.names[1], both.names[0]),
            Claim::Fits(..) => format!("`{}` has the lengths of the value", self.text(vars)),
        }
    }

    fn text(&self, vars: &Variables) -> String {
        match self {
            Claim::Truth(e, _) | Claim::Number(e) => crate::ir::print::text::expression(e, vars),
            Claim::Known(place, _) | Claim::Whole(place, _) => crate::ir::print::text::place(place, vars),
            Claim::Key(map, ..) => crate::ir::print::text::named(map, vars),
            Claim::Lengths(both) => both.names[1].clone(),
            Claim::Fits(_, shadow) => vars[shadow.base].name.clone(),
        }
    }

    /// The values that tell why it does not hold, as far as they can be printed.
    pub fn witnesses(&self, vars: &Variables) -> Vec<Place> {
        match self {
            Claim::Truth(e, _) | Claim::Number(e) => crate::ir::print::text::witnesses(e, vars),
            Claim::Known(place, _) => vec![place.clone()],
            Claim::Whole(..) | Claim::Key(..) | Claim::Lengths(_) | Claim::Fits(..) => Vec::new(),
        }
    }
}

/// Laws that only a run can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// After an `if`, its postcondition equals the branch taken.
    BranchPostcondition,
    /// The postcondition of a `while` is false on entry.
    LoopEntry,
    /// The postcondition of a `while` is true after each iteration.
    LoopPostcondition,
    /// Two places of one array are different elements.
    Alias,
    /// What is released is at its known value.
    Release,
    /// A stack holds what is popped.
    Underflow,
    /// What is popped comes to where zero is.
    Occupied,
    /// What is inserted into a map has a new key.
    Present,
    /// What is removed from a map, or asked for, is there.
    Absent,
    /// What is removed from a map has the value that it was to have.
    Removed,
    /// Arrays that are visited together are of one length.
    Lengths,
    /// The cotangent of a returned vector is as long as the vector.
    Seed,
}

impl Law {
    /// What it means that the law is broken, as a sentence.
    pub fn broken(self) -> &'static str {
        match self {
            Law::BranchPostcondition => "the postcondition of this branch does not tell which side was taken",
            Law::LoopEntry => "the postcondition of this loop holds before its first iteration",
            Law::LoopPostcondition => "the postcondition of this loop does not hold after an iteration",
            Law::Alias => "two places of this statement are the same element",
            Law::Release => "this place is not at its known value when it is released",
            Law::Underflow => "there is nothing left on this stack",
            Law::Occupied => "this place is not zero when a value comes from a stack",
            Law::Present => "this key is in the map already",
            Law::Absent => "this key is not in the map",
            Law::Removed => "this key has another value when it is removed",
            Law::Lengths => "arrays are updated element by element and differ in length",
            Law::Seed => "the cotangent of the value has another length than the value",
        }
    }

    /// True if the law is checked in every build: one comparison for a whole loop, without which elements would be left
    /// out in silence.
    pub fn is_always_checked(self) -> bool {
        match self {
            Law::Lengths | Law::Seed => true,
            Law::BranchPostcondition | Law::LoopEntry | Law::LoopPostcondition | Law::Alias => false,
            Law::Release | Law::Underflow | Law::Occupied => false,
            Law::Present | Law::Absent | Law::Removed => false,
        }
    }
}

/// A program ready to run or to be printed as Rust.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Which of the function's programs this is; the adjoint of a function that returns a value is its `pull`.
    pub program: Program,
    /// The function's variables and those that the passes added.
    pub vars: Variables,
    /// The parameters in order, each with its shadow if this program carries cotangents and the parameter has one.
    pub params: Vec<(Var, Option<Var>)>,
    /// The returned value, bound by a top-level `Let`, and its shadow: a parameter that holds the seed.
    pub output: Option<(Var, Option<Var>)>,
    /// The caller's tape, in `Record` and `Replay`.
    pub tape: Option<Var>,
    /// What runs.
    pub steps: Vec<Step>,
    /// The same program with its run-time checks, where it has some: what debug builds run. They are apart because what a
    /// check reads must be there, so that a program without them is simplified further.
    pub checked: Option<Box<Procedure>>,
}

/// A program without run-time checks, beside the same with them where it has some.
pub fn twofold(made: impl Fn(bool) -> Procedure) -> Procedure {
    let checked = made(true);
    match has_checks(&checked.steps) {
        true => Procedure { checked: Some(Box::new(checked)), ..made(false) },
        false => checked,
    }
}

/// True if steps check something that is not checked in every build.
pub fn has_checks(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Check(check) => !check.law.is_always_checked(),
        other => crate::ir::step::nested(other).into_iter().any(has_checks),
    })
}

/// The lists of steps inside a step.
pub fn nested(step: &Step) -> Vec<&[Step]> {
    match step {
        Step::For { body, .. } | Step::While { body, .. } | Step::Block(body) => vec![body],
        Step::If { then, otherwise, .. } => vec![then, otherwise],
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Refill { .. } => vec![],
        Step::Set { .. } => vec![],
        Step::Update(_) | Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } => vec![],
        Step::Seed { .. } | Step::Accumulate { .. } | Step::Window { .. } => vec![],
        Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => vec![],
    }
}

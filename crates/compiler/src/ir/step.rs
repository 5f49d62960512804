//! Imperative steps, which `schedule` and `adjoint` produce and `emit` prints.
//!
//! The primal, the inverse and the adjoint of a function are all lists of [`Step`]. Steps need no inverses, so they
//! may overwrite values; the passes in `simplify` rewrite them, the interpreter runs them and `emit` turns them into
//! Rust one by one.

use crate::ir::{
    Argument, Callee, Checks, Expr, Lengths, Place, Range, RealType, Safe, Sign, Update, Var, Variables,
    has_key,
};
use crate::sorted::Set;
use proc_macro2::{Ident, Span};

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

/// A program derived from a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// `f(…)`
    Primal,
    /// `f::inverse(…)`
    Inverse,
    /// `f::__adjoint(…)`: runs the inverse and propagates cotangents.
    Adjoint,
    /// `f::__sweep(…)`: runs the primal and propagates cotangents of its outputs that are known beforehand.
    Sweep,
    /// `f::__inverse_adjoint(…)`: runs the primal and propagates the cotangents of the inverse.
    InverseAdjoint,
    /// `f::__record(…, tape)`: runs the primal and records the final values of its locals.
    Record,
    /// `f::__replay(…, tape)`: runs the adjoint and reads its locals from the tape instead of recomputing them.
    Replay,
}

/// The cotangent passed together with an argument.
#[derive(Clone, Debug)]
pub enum ShadowArgument {
    /// None: the argument is inactive here.
    Discard,
    /// The shadow of a place whose base occurs only once in this call.
    Exclusive(Place),
    /// The shadow of a place whose base occurs more than once among the reads.
    Cells(Place),
}

impl ShadowArgument {
    /// Returns the shadow, if there is one.
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
    /// `v = e;`: assigns to a variable that `simplify::reuse` made.
    Set {
        /// The variable.
        var: Var,
        /// Its value.
        value: Expr,
    },
    /// Sets every element to a known value again: storage hoisted out of a loop is refilled instead of allocated
    /// again. Or one element.
    Refill {
        /// The array, or its element.
        place: Place,
        /// A `Fill`, the value of an element, or nothing for a shadow: zero.
        value: Option<Expr>,
        /// For a whole shadow, the primal whose length it takes.
        primal: Option<Var>,
    },
    /// `place += e;`
    Update(Update),
    /// A call without cotangents.
    Call {
        /// The callee.
        callee: Callee,
        /// The program of the callee to run.
        program: Program,
        /// The arguments.
        args: Vec<Argument>,
        /// The place in the text.
        span: Span,
    },
    /// A call that propagates cotangents.
    CallAdjoint {
        /// The callee.
        callee: Callee,
        /// The program of the callee to run.
        program: Program,
        /// Arguments with their shadows.
        args: Vec<(Argument, ShadowArgument)>,
        /// The place in the text.
        span: Span,
    },
    /// The adjoint of a function that returns a value: `f::pull(seed, …)`.
    Pull {
        /// The variable to which the returned value is bound, if the value is used.
        value: Option<Var>,
        /// The callee.
        callee: Callee,
        /// The cotangent of its value.
        seed: Cotangent,
        /// Arguments with their shadows.
        args: Vec<(Argument, ShadowArgument)>,
        /// The place in the text.
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
        /// The cotangent to add.
        value: Cotangent,
    },
    /// `let v = &base[start..][..length];`, or `&mut`
    Window {
        /// The view.
        var: Var,
        /// The place that is viewed.
        of: Place,
        /// Its first element.
        start: Expr,
        /// The number of elements.
        length: Expr,
        /// True if elements are written through the view.
        mutable: bool,
    },
    /// `for v in range { … }`
    For {
        /// The index.
        index: Var,
        /// The indices that it visits.
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
    /// `stack.push(number);`: records a decision.
    Push {
        /// The stack.
        stack: Var,
        /// The value to push.
        number: Var,
    },
    /// `let number = stack.pop();`, or reads the next value from a tape.
    Pop {
        /// The stack.
        stack: Var,
        /// The variable to which the popped value is bound.
        number: Var,
        /// An expression of the same type, if the type cannot be inferred otherwise.
        like: Option<Expr>,
    },
    /// `{ … }`
    Block(Vec<Step>),
    /// Iterations that run together; the loop behind it runs those that remain.
    Lanes(Box<Lanes>),
    /// A run-time check of a law.
    Check(Check),
    /// Statements of ordinary Rust.
    Safe(Safe),
}

impl Step {
    /// Returns the step with each list of steps inside it rewritten.
    pub fn with_bodies(self, f: &mut dyn FnMut(Vec<Step>) -> Vec<Step>) -> Step {
        match self {
            Step::For { index, range, body, span } => Step::For { index, range, body: f(body), span },
            Step::While { condition, body } => Step::While { condition, body: f(body) },
            Step::Block(body) => Step::Block(f(body)),
            Step::Lanes(lanes) => {
                let (head, body) = (f(lanes.head), f(lanes.body));
                Step::Lanes(Box::new(Lanes { head, body, ..*lanes }))
            }
            Step::If { condition, then, otherwise } => {
                let (then, otherwise) = (f(then), f(otherwise));
                Step::If { condition, then, otherwise }
            }
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => self,
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => self,
            Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Window { .. } => self,
            Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => self,
        }
    }

    /// Returns the step with the expressions rewritten that it evaluates itself, and the values that it hands over, without indices of places.
    pub fn with_expressions(self, f: &mut dyn FnMut(&Expr) -> Expr) -> Step {
        let factor = |c: Cotangent, f: &mut dyn FnMut(&Expr) -> Expr| Cotangent {
            factor: c.factor.as_ref().map(f),
            ..c
        };
        let argument = |arg: &Argument, f: &mut dyn FnMut(&Expr) -> Expr| match arg {
            Argument::Value(e) => Argument::Value(f(e)),
            Argument::Mutable(_) | Argument::Shared(_) => arg.clone(),
        };
        match self {
            Step::Let { var, value } => Step::Let { var, value: f(&value) },
            Step::Declare { var, value } => Step::Declare { var, value: f(&value) },
            Step::Set { var, value } => Step::Set { var, value: f(&value) },
            Step::Refill { place, value, primal } => {
                Step::Refill { place, value: value.as_ref().map(f), primal }
            }
            Step::Update(u) => Step::Update(Update { value: f(&u.value), ..u }),
            Step::Seed { var, value } => Step::Seed { var, value: factor(value, f) },
            Step::Accumulate { place, value } => Step::Accumulate { place, value: factor(value, f) },
            Step::If { condition, then, otherwise } => Step::If { condition: f(&condition), then, otherwise },
            Step::While { condition, body } => Step::While { condition: f(&condition), body },
            Step::For { index, range, body, span } => {
                let range = Range { start: f(&range.start), end: f(&range.end), ..range };
                Step::For { index, range, body, span }
            }
            Step::Call { callee, program, args, span } => {
                let args = args.iter().map(|arg| argument(arg, f)).collect();
                Step::Call { callee, program, args, span }
            }
            Step::CallAdjoint { callee, program, args, span } => {
                let args = args.into_iter().map(|(arg, shadow)| (argument(&arg, f), shadow)).collect();
                Step::CallAdjoint { callee, program, args, span }
            }
            Step::Pull { value, callee, seed, args, span } => {
                let args = args.into_iter().map(|(arg, shadow)| (argument(&arg, f), shadow)).collect();
                Step::Pull { value, callee, seed: factor(seed, f), args, span }
            }
            Step::Window { .. } | Step::DeclareZero { .. } | Step::Block(_) | Step::Lanes(_) => self,
            Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => self,
        }
    }
}

/// Iterations of a loop that run together, one in each lane. What is declared inside holds a number for each lane; nothing
/// outside is named but by the captures, rows and sums.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// True if two blocks of lanes run at once where there is room.
    pub wide: bool,
    /// Declared: the first iteration that remains.
    pub first: Var,
    /// The index: the iteration of the first lane.
    pub index: Var,
    /// The first iteration, outside.
    pub start: Expr,
    /// The first number behind the last iteration, outside.
    pub end: Expr,
    /// The values that all lanes read.
    pub captures: Vec<Capture>,
    /// The lengths of arrays outside.
    pub lengths: Vec<Capture>,
    /// The elements that each iteration has to itself.
    pub rows: Vec<Row>,
    /// The places to which all iterations add.
    pub sums: Vec<Capture>,
    /// The names inside of those sums in which each iteration chooses its element: they have no lanes.
    pub scattered: Set<Var>,
    /// Truths that the body declares, one for each lane, and the stacks that keep them.
    pub truths: Set<Var>,
    /// True if integers that change in some iterations only are counted as real numbers.
    pub counts: bool,
    /// Storage, made before the loop.
    pub head: Vec<Step>,
    /// The body of the loop.
    pub body: Vec<Step>,
    /// The head of the loop.
    pub span: Span,
}

impl Lanes {
    /// Returns the machine numbers of which there are lanes, among those that the numbers of a program may be. An `f32` is no integer above 2²⁴, so it cannot count.
    pub fn elements(&self, real: &RealType) -> Vec<Ident> {
        let known = match real {
            RealType::Concrete(real) if real == "f64" || real == "f32" => Some(real),
            RealType::Concrete(_) | RealType::Generic(_) => None,
        };
        let elements = ["f64", "f32"].into_iter().filter(|e| known.is_none_or(|known| known == e));
        let elements = elements.filter(|e| !self.counts || *e != "f32");
        elements.map(|e| Ident::new(e, Span::call_site())).collect()
    }
}

/// A variable, and the name by which lanes know it.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// The variable outside.
    pub of: Var,
    /// The name inside.
    pub local: Var,
}

/// Elements of an array that belong to one iteration.
#[derive(Clone, Debug)]
pub struct Row {
    /// The array.
    pub of: Var,
    /// The elements of the iterations that run together, a lane for each: a number or a vector.
    pub local: Var,
    /// The index of the first element of the first lane.
    pub start: Expr,
    /// From there to the first element of the next lane.
    pub stride: Expr,
    /// The number of elements, if it is more than one.
    pub length: Option<Expr>,
    /// The changes that are made to them.
    pub touch: RowTouch,
}

/// The access of an iteration to its own elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTouch {
    /// Reads them.
    Read,
    /// Only adds to them.
    Add,
    /// Adds to them, which are zero before.
    AddFirst,
    /// Changes them.
    Change,
}

/// A condition that is checked at run time.
#[derive(Clone, Debug)]
pub struct Check {
    /// The condition that must hold.
    pub claim: Claim,
    /// The law that is broken if it does not hold.
    pub law: Law,
    /// The statement that runs, on one line.
    pub statement: String,
    /// The place where it was written.
    pub span: Span,
}

/// The condition of a check.
#[derive(Clone, Debug)]
pub enum Claim {
    /// A condition is true, or false.
    Truth(Expr, bool),
    /// A truth after floats were restored: one of these comparisons may be a tie that rounding has decided otherwise.
    Restored(Expr, bool, Vec<Tie>),
    /// A real value is not NaN. Every comparison with NaN is false, so such a comparison proves nothing.
    Number(Expr),
    /// A place has its known value: exactly, or up to rounding if it is real.
    Known(Place, Expr),
    /// A structure has its known value in all fields, including those that the program does not name.
    Whole(Place, Expr),
    /// A map has a key, or does not have it.
    Key(Place, Expr, bool),
    /// Two arrays have the same length.
    Lengths(Box<Lengths>),
    /// The shadow of a value has the lengths of that value.
    Fits(Place, Place),
}

/// A comparison of reals that is decided by rounding where both are equal up to rounding.
#[derive(Clone, Debug)]
pub struct Tie {
    /// The condition under which it is evaluated.
    pub guard: Option<Expr>,
    /// The expressions that are compared.
    pub sides: [Expr; 2],
}

impl Claim {
    /// Returns the expressions that a check evaluates.
    pub fn expressions(&self) -> Vec<Expr> {
        match self {
            Claim::Truth(e, _) | Claim::Restored(e, ..) | Claim::Number(e) => vec![e.clone()],
            Claim::Known(place, value) | Claim::Whole(place, value) => {
                vec![Expr::Read(place.clone()), value.clone()]
            }
            Claim::Key(map, key, _) => vec![has_key(map, key)],
            Claim::Lengths(both) => vec![both.length.clone(), both.other.clone()],
            Claim::Fits(value, shadow) => vec![Expr::Read(value.clone()), Expr::Length(shadow.clone())],
        }
    }

    /// Describes what should hold, in the names of the program.
    pub fn expected(&self, vars: &Variables) -> String {
        match self {
            Claim::Truth(Expr::Exact(crate::ir::Operator::Ne, _), true) => self.text(vars),
            Claim::Truth(_, expected) | Claim::Restored(_, expected, _) => {
                format!("`{}` is {expected}", self.text(vars))
            }
            Claim::Number(_) => format!("`{}` is a number", self.text(vars)),
            Claim::Known(_, value) => {
                format!("`{}` is {}", self.text(vars), crate::ir::print::text::expression(value, vars))
            }
            Claim::Whole(_, known) => {
                format!(
                    "`{}` is `{}` in all fields",
                    self.text(vars),
                    crate::ir::print::text::expression(known, vars)
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
            Claim::Truth(e, _) | Claim::Restored(e, ..) | Claim::Number(e) => {
                crate::ir::print::text::expression(e, vars)
            }
            Claim::Known(place, _) | Claim::Whole(place, _) => crate::ir::print::text::place(place, vars),
            Claim::Key(map, ..) => crate::ir::print::text::named(map, vars),
            Claim::Lengths(both) => both.names[1].clone(),
            Claim::Fits(_, shadow) => vars[shadow.base].name.clone(),
        }
    }

    /// Returns the places whose values show why the condition does not hold, as far as they can be printed.
    pub fn witnesses(&self, vars: &Variables) -> Vec<Place> {
        match self {
            Claim::Truth(e, _) | Claim::Restored(e, ..) | Claim::Number(e) => {
                crate::ir::print::text::witnesses(e, vars)
            }
            Claim::Known(place, _) => vec![place.clone()],
            Claim::Whole(..) | Claim::Key(..) | Claim::Lengths(_) | Claim::Fits(..) => Vec::new(),
        }
    }
}

/// Laws that can only be checked at run time.
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
    /// A released place has its known value.
    Release,
    /// A stack that is popped is not empty.
    Underflow,
    /// A place that receives a popped value is zero before.
    Occupied,
    /// A key that is inserted into a map is new.
    Present,
    /// A key that is removed from a map, or looked up, is present.
    Absent,
    /// An entry removed from a map has the expected value.
    Removed,
    /// Arrays that are visited together have the same length.
    Lengths,
    /// The cotangent of a returned vector has the length of that vector.
    Seed,
}

impl Law {
    /// Says in a sentence that the law is broken.
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

    /// True if the law is checked in every build: one comparison for a whole loop, without which elements would be
    /// skipped silently.
    pub fn is_always_checked(self) -> bool {
        match self {
            Law::Lengths | Law::Seed => true,
            Law::BranchPostcondition | Law::LoopEntry | Law::LoopPostcondition | Law::Alias => false,
            Law::Release | Law::Underflow | Law::Occupied => false,
            Law::Present | Law::Absent | Law::Removed => false,
        }
    }
}

/// A program that is ready to run or to be printed as Rust.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The program of the function; for a function that returns a value, the adjoint is its `pull`.
    pub program: Program,
    /// The function's variables and those that the passes added.
    pub vars: Variables,
    /// The parameters in order, each with its shadow if this program propagates cotangents and the parameter has one.
    pub params: Vec<(Var, Option<Var>)>,
    /// The returned value, bound by a top-level `Let`, and its shadow: a parameter that holds the seed.
    pub output: Option<(Var, Option<Var>)>,
    /// The caller's tape, in `Record` and `Replay`.
    pub tape: Option<Var>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The program with its run-time checks, if it has some: debug builds run this one. The two are separate because
    /// values that only a check reads cannot be removed, so the program without checks can be simplified further.
    pub checked: Option<Box<Procedure>>,
    /// The pullback for fresh cotangents, where that is less work.
    pub ahead: Option<Box<Ahead>>,
}

/// A pullback with the cotangent one for cotangents of arguments that are zero, which multiplies nothing by a cotangent that it learns late.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The program.
    pub procedure: Procedure,
    /// The cotangent in it.
    pub factor: Var,
    /// The cotangents that the caller multiplies by it.
    pub scaled: Set<Var>,
}

/// Returns a program without run-time checks, together with a version that has them if there are any and some build runs them.
pub fn twofold(checks: Checks, made: impl Fn(bool) -> Procedure) -> Procedure {
    if checks == Checks::Never {
        return made(false);
    }
    let checked = made(true);
    if has_checks(&checked.steps) {
        Procedure { checked: Some(Box::new(checked)), ..made(false) }
    } else {
        checked
    }
}

/// True if steps check something that is not checked in every build.
pub fn has_checks(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Check(check) => !check.law.is_always_checked(),
        other => crate::ir::step::nested(other).into_iter().any(has_checks),
    })
}

/// Calls `f` with every expression that steps evaluate, but for the indices of places and the arguments of statements.
pub fn each_expression(steps: &[Step], f: &mut dyn FnMut(&Expr)) {
    for step in steps {
        each_alone(step, f);
        nested(step).into_iter().for_each(|inner| each_expression(inner, f));
    }
}

/// Calls `f` with those that a step evaluates itself, without the steps inside.
pub fn each_alone(step: &Step, f: &mut dyn FnMut(&Expr)) {
    match step {
        Step::Let { value, .. } | Step::Declare { value, .. } | Step::Set { value, .. } => f(value),
        Step::Update(u) => f(&u.value),
        Step::Refill { value, .. } => value.iter().for_each(&mut *f),
        Step::Seed { value, .. } | Step::Accumulate { value, .. } => value.factor.iter().for_each(&mut *f),
        Step::Pull { seed, .. } => seed.factor.iter().for_each(&mut *f),
        Step::If { condition, .. } | Step::While { condition, .. } => f(condition),
        Step::For { range, .. } => [&range.start, &range.end].into_iter().for_each(&mut *f),
        Step::Window { start, length, .. } => [start, length].into_iter().for_each(&mut *f),
        Step::Call { .. } | Step::CallAdjoint { .. } | Step::DeclareZero { .. } | Step::Block(_) => {}
        Step::Push { .. } | Step::Pop { .. } | Step::Lanes(_) | Step::Check(_) | Step::Safe(_) => {}
    }
}

/// Calls `f` with every call in steps, and its arguments.
pub fn each_call(steps: &[Step], f: &mut dyn FnMut(&Callee, &[Argument])) {
    each_expression(steps, &mut |e| e.each_call(f));
    each_statement(steps, f);
}

/// Calls `f` with every call that is a statement, and those in its arguments.
fn each_statement(steps: &[Step], f: &mut dyn FnMut(&Callee, &[Argument])) {
    let mut one = |callee: &Callee, args: &[Argument]| {
        f(callee, args);
        for arg in args {
            if let Argument::Value(e) = arg {
                e.each_call(f);
            }
        }
    };
    for step in steps {
        match step {
            Step::Call { callee, args, .. } => one(callee, args),
            Step::CallAdjoint { callee, args, .. } | Step::Pull { callee, args, .. } => {
                one(callee, &args.iter().map(|(arg, _)| arg.clone()).collect::<Vec<_>>());
            }
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => {}
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => {}
            Step::Window { .. } | Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => {}
            Step::For { .. } | Step::If { .. } | Step::While { .. } | Step::Block(_) | Step::Lanes(_) => {}
        }
    }
    for step in steps {
        nested(step).into_iter().for_each(|inner| each_statement(inner, f));
    }
}

/// Returns the lists of steps inside a step.
pub fn nested(step: &Step) -> Vec<&[Step]> {
    match step {
        Step::For { body, .. } | Step::While { body, .. } | Step::Block(body) => vec![body],
        Step::If { then, otherwise, .. } => vec![then, otherwise],
        Step::Lanes(lanes) => vec![&lanes.head, &lanes.body],
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Refill { .. } => vec![],
        Step::Set { .. } => vec![],
        Step::Update(_) | Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } => vec![],
        Step::Seed { .. } | Step::Accumulate { .. } | Step::Window { .. } => vec![],
        Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => vec![],
    }
}

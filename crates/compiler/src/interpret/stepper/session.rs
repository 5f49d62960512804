//! A run that stands between two statements, and goes either way.

use super::Library;
use super::plan::{Body, Do, Gate, Kind, Line, Plan, What};
use crate::interpret::fault::{Fault, Kind as FaultKind};
use crate::interpret::frame::Frame;
use crate::interpret::range::Indices;
use crate::interpret::{Machine, Module, Value};
use crate::ir::*;
use crate::step::Step;

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Statements as they were written.
    Forwards,
    /// Their inverses, last first.
    Backwards,
}

impl Way {
    fn turned(self, turn: bool) -> Way {
        match (self, turn) {
            (way, false) => way,
            (Way::Forwards, true) => Way::Backwards,
            (Way::Backwards, true) => Way::Forwards,
        }
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A statement, or its inverse, has run.
    Statement,
    /// A block was entered, from whichever end.
    Enters,
    /// A block was left.
    Leaves,
}

/// What one step did.
#[derive(Clone, Debug)]
pub struct Event {
    /// What ran, or the head of the block that was entered.
    pub line: Line,
    /// What it came to.
    pub stop: Stop,
    /// How many calls are open around it.
    pub calls: usize,
    /// Whether it ran backwards in its own function.
    pub way: Way,
    /// What has another value than before, with that value, or is new.
    pub changed: Vec<(String, Value)>,
    /// What is no longer there.
    pub gone: Vec<String>,
}

/// A function that is being run.
pub(super) struct Activation<'p> {
    pub(super) plan: &'p Plan,
    pub(super) frame: Frame<'p>,
    pub(super) position: usize,
    /// The open loops, with the number of the iteration.
    loops: Vec<(Indices, i128)>,
    /// Whether it runs backwards where the caller runs forwards.
    pub(super) turned: bool,
    /// The call in the caller: where, and what was handed over.
    pub(super) site: Option<&'p Call>,
}

/// A run.
pub struct Session<'p> {
    pub(super) library: &'p Library,
    pub(super) machine: Machine<'p>,
    pub(super) stack: Vec<Activation<'p>>,
    /// Whether cotangents are carried.
    pub(super) carrying: bool,
    seeds: Option<Vec<(String, Value)>>,
}

/// The work that one session may do before it counts as endless.
const BUDGET: u64 = 100_000_000_000;

impl<'p> Session<'p> {
    /// Stands before the first statement of a function. Values of the parameters come in their order; `seeds` are the
    /// cotangents that state has at the end, zero where they are not given.
    pub fn start(
        library: &'p Library,
        module: &'p Module<'p>,
        plan: &'p Plan,
        params: Vec<Value>,
        seeds: Option<Vec<(String, Value)>>,
    ) -> Result<Session<'p>, Fault> {
        let mut session = Session {
            library,
            machine: Machine::new(module, BUDGET),
            stack: Vec::new(),
            carrying: false,
            seeds,
        };
        let activation = session.activation(plan, params)?;
        session.stack.push(activation);
        Ok(session)
    }

    /// A function before its first statement.
    pub(super) fn activation(&mut self, plan: &'p Plan, params: Vec<Value>) -> Result<Activation<'p>, Fault> {
        let mut frame = Frame::new(&plan.procedure, self.machine.widths_of(&plan.procedure));
        for (&(var, _), value) in plan.procedure.params.iter().zip(params) {
            let variable = &plan.procedure.vars[var];
            frame.declare(var, value, variable.passing == Passing::Mutable).map_err(|fault| Fault {
                message: format!("`{}`: {}", variable.name, fault.message),
                ..fault
            })?;
        }
        let site = None;
        Ok(Activation { plan, frame, position: 0, loops: Vec::new(), turned: false, site })
    }

    /// The innermost function and the position in it.
    pub fn here(&self) -> Option<(&'p Plan, usize)> {
        self.stack.last().map(|top| (top.plan, top.position))
    }

    /// The functions that are open, outermost first.
    pub fn calls(&self) -> Vec<&'p str> {
        self.stack.iter().map(|activation| activation.plan.name.as_str()).collect()
    }

    /// All variables of the innermost function, parameters first, by the names that the writer gave them.
    pub fn state(&self) -> Vec<(String, Value)> {
        let Some(top) = self.stack.last() else { return Vec::new() };
        let vars = &top.plan.procedure.vars;
        let values = shown(vars)
            .filter_map(|var| Some((vars.written_name(var).to_string(), top.frame.value(var).ok()?)));
        values.collect()
    }

    /// Whether cotangents are carried: on the way back from the end, if there are seeds.
    pub fn is_carrying(&self) -> bool {
        self.carrying
    }

    /// One step: into calls, or over them. `None` at the end of the way.
    pub fn step(&mut self, way: Way, into: bool) -> Result<Option<Event>, Fault> {
        loop {
            let before = self.snapshot();
            let depth = self.stack.len();
            let Some(top) = self.stack.last_mut() else { return Ok(None) };
            let local = way.turned(top.turned);
            let done = match local {
                Way::Forwards => top.position == top.plan.end(),
                Way::Backwards => top.position == 0,
            };
            if done && depth == 1 {
                return Ok(None);
            }
            let shown = match done {
                true => Some((self.leave_call(local)?, Stop::Statement)),
                false => self.operate(local, into)?,
            };
            if let Some(top) = self.stack.last_mut() {
                top.frame.settle();
            }
            if let Some((line, stop)) = shown {
                let (changed, gone) = self.difference(before, depth);
                return Ok(Some(Event { line, stop, calls: depth - 1, way: local, changed, gone }));
            }
        }
    }

    /// Variables with their values, for what a step changes.
    fn snapshot(&self) -> Vec<Vec<(Var, Value)>> {
        let values = |activation: &Activation<'p>| {
            let vars = &activation.plan.procedure.vars;
            shown(vars).filter_map(|var| Some((var, activation.frame.value(var).ok()?))).collect()
        };
        // A step changes the innermost function, or the one that it returns to.
        self.stack.iter().rev().take(2).map(values).collect()
    }

    fn difference(
        &self,
        before: Vec<Vec<(Var, Value)>>,
        depth: usize,
    ) -> (Vec<(String, Value)>, Vec<String>) {
        let Some(top) = self.stack.last() else { return Default::default() };
        let vars = &top.plan.procedure.vars;
        let name = |var: Var| vars.written_name(var).to_string();
        let old: &[(Var, Value)] = match depth.checked_sub(self.stack.len()) {
            Some(back) => before.get(back).map_or(&[], Vec::as_slice),
            // A call was entered: all of it is new.
            None => &[],
        };
        let now = shown(vars).filter_map(|var| Some((var, top.frame.value(var).ok()?)));
        let now: Vec<(Var, Value)> = now.collect();
        let same = |var: Var, value: &Value| old.iter().any(|(v, old)| *v == var && is_same(old, value));
        let changed = now.iter().filter(|(var, value)| !same(*var, value));
        let changed = changed.map(|(var, value)| (name(*var), value.clone())).collect();
        let gone = old.iter().filter(|(var, _)| now.iter().all(|(v, _)| v != var)).map(|(var, _)| name(*var));
        (changed, gone.collect())
    }

    /// Runs the operation behind the position, or the inverse of the one before it. What is to be shown of it, if
    /// anything: the ends of blocks are passed in silence.
    fn operate(&mut self, way: Way, into: bool) -> Result<Option<(Line, Stop)>, Fault> {
        let Some(top) = self.stack.last() else { return Ok(None) };
        let (plan, position) = (top.plan, top.position);
        let at = match way {
            Way::Forwards => position,
            Way::Backwards => position - 1,
        };
        let op = &plan.ops[at];
        let (head, entered) = match &op.kind {
            Kind::Do(what) => {
                self.run(what, at, way, into)?;
                let text = match way {
                    Way::Forwards => op.line.text.clone(),
                    Way::Backwards => what.undone.clone(),
                };
                return Ok(Some((Line { text, ..op.line.clone() }, Stop::Statement)));
            }
            Kind::Enter(gate) => (&op.line, self.at_enter(gate, at, way)?),
            Kind::Else { enter } => {
                self.at_else(plan, *enter, way)?;
                (&plan.ops[*enter].line, false)
            }
            Kind::Exit { enter } => {
                let head = &plan.ops[*enter].line;
                let Kind::Enter(gate) = &plan.ops[*enter].kind else { return Ok(None) };
                (head, self.at_exit(gate, *enter, at, way)?)
            }
        };
        let (words, stop) = match (entered, way) {
            (true, _) => ("", Stop::Enters),
            (false, Way::Forwards) => ("end of ", Stop::Leaves),
            (false, Way::Backwards) => ("start of ", Stop::Leaves),
        };
        // A block that nobody wrote is passed in silence.
        let text = format!("{words}{}", head.text);
        Ok((!head.text.is_empty()).then(|| (Line { text, ..head.clone() }, stop)))
    }

    fn run(&mut self, what: &'p Do, at: usize, way: Way, into: bool) -> Result<(), Fault> {
        if let (true, Some(call)) = (into, &what.call) {
            if self.enter_call(call, at, way)? {
                return Ok(());
            }
        }
        let carrying = self.carrying && way == Way::Backwards;
        let steps = match way {
            Way::Forwards => &what.forwards,
            Way::Backwards if carrying => &what.carrying,
            Way::Backwards => &what.backwards,
        };
        self.steps(steps)?;
        let Some(top) = self.stack.last_mut() else { return Ok(()) };
        let forgotten = match way {
            Way::Forwards => what.forgets,
            Way::Backwards => what.declares,
        };
        forgotten.into_iter().for_each(|var| top.forget(var));
        top.position = match way {
            Way::Forwards => at + 1,
            Way::Backwards => at,
        };
        Ok(())
    }

    pub(super) fn steps(&mut self, steps: &'p [Step]) -> Result<(), Fault> {
        let Session { machine, stack, .. } = self;
        match stack.last_mut() {
            Some(top) => machine.steps(&mut top.frame, steps),
            None => Ok(()),
        }
    }

    fn truth(&mut self, e: &'p Expr) -> Result<bool, Fault> {
        let Session { machine, stack, .. } = self;
        match stack.last_mut() {
            Some(top) => machine.evaluate(&mut top.frame, e)?.truth(),
            None => Ok(false),
        }
    }

    /// Comes into a block from either end.
    pub(super) fn enter(&mut self, body: &'p Body, way: Way) -> Result<(), Fault> {
        match way {
            Way::Forwards => self.steps(&body.from_start),
            Way::Backwards => {
                self.steps(&body.from_end)?;
                if self.carrying { self.steps(&body.zeros) } else { Ok(()) }
            }
        }
    }

    /// At the start of a block, backwards: the cotangents of locals go on to what the locals were built from.
    fn ended(&mut self, body: &'p Body) -> Result<(), Fault> {
        if self.carrying { self.steps(&body.ends) } else { Ok(()) }
    }

    fn leave(&mut self, body: &'p Body) {
        if let Some(top) = self.stack.last_mut() {
            body.locals.iter().for_each(|var| top.forget(*var));
        }
    }

    fn go(&mut self, position: usize) {
        if let Some(top) = self.stack.last_mut() {
            top.position = position;
        }
    }

    /// Forwards before a block, backwards at its start. Whether a block is entered.
    fn at_enter(&mut self, gate: &'p Gate, at: usize, way: Way) -> Result<bool, Fault> {
        if way == Way::Backwards {
            self.ended(&gate.then)?;
            self.leave(&gate.then);
        }
        match (&gate.what, way) {
            (What::For { index, range }, Way::Forwards) => self.first(gate, *index, range, at, way),
            (What::For { index, .. }, Way::Backwards) => self.next(gate, *index, at, way),
            (What::If { pre, kept, .. }, Way::Forwards) => {
                let taken = self.truth(pre)?;
                if let Some(keeper) = kept {
                    self.keep(*keeper, i128::from(taken))?;
                }
                let (body, start) = match (taken, gate.middle) {
                    (true, _) => (&gate.then, at + 1),
                    (false, Some(middle)) => (&gate.otherwise, middle + 1),
                    (false, None) => (&gate.otherwise, gate.exit + 1),
                };
                self.enter(body, way)?;
                self.go(start);
                Ok(true)
            }
            (What::If { pre, kept, .. }, Way::Backwards) => {
                self.decided(pre, true, kept.is_some(), "the branch that was taken")?;
                self.go(at);
                Ok(false)
            }
            (What::While { pre, post, kept }, Way::Forwards) => {
                match kept {
                    Some(keeper) => self.keep(*keeper, 0)?,
                    None => self.decided(post, false, false, "the loop's postcondition on entry")?,
                }
                self.again(gate, pre, at, way)
            }
            (What::While { pre, post, kept }, Way::Backwards) => {
                self.decided(pre, true, kept.is_some(), "the condition of the iteration")?;
                if let Some(keeper) = kept {
                    let number = self.taken(*keeper)?;
                    self.keep(*keeper, number - 1)?;
                }
                self.back_again(gate, post, *kept, at)
            }
            (What::Block, Way::Forwards) => {
                self.enter(&gate.then, way)?;
                self.go(at + 1);
                Ok(true)
            }
            (What::Block, Way::Backwards) => {
                self.go(at);
                Ok(false)
            }
        }
    }

    /// Forwards at the end of the first side of a branch, backwards at the start of the second.
    fn at_else(&mut self, plan: &'p Plan, enter: usize, way: Way) -> Result<(), Fault> {
        let Kind::Enter(gate) = &plan.ops[enter].kind else { return Ok(()) };
        let What::If { pre, post, kept } = &gate.what else { return Ok(()) };
        match way {
            Way::Forwards => {
                self.decided(post, true, kept.is_some(), "the branch that was taken")?;
                self.leave(&gate.then);
                self.go(gate.exit + 1);
            }
            Way::Backwards => {
                self.ended(&gate.otherwise)?;
                self.leave(&gate.otherwise);
                self.decided(pre, false, kept.is_some(), "the branch that was taken")?;
                self.go(enter);
            }
        }
        Ok(())
    }

    /// Forwards at the end of a block, backwards behind it. Whether a block is entered.
    fn at_exit(&mut self, gate: &'p Gate, enter: usize, at: usize, way: Way) -> Result<bool, Fault> {
        match (&gate.what, way) {
            (What::For { index, .. }, Way::Forwards) => {
                self.leave(&gate.then);
                self.next(gate, *index, enter, way)
            }
            (What::For { index, range }, Way::Backwards) => self.first(gate, *index, range, enter, way),
            (What::If { post, kept, .. }, Way::Forwards) => {
                self.decided(post, false, kept.is_some(), "the branch that was taken")?;
                self.leave(&gate.otherwise);
                self.go(at + 1);
                Ok(false)
            }
            (What::If { post, kept, .. }, Way::Backwards) => {
                let taken = match kept {
                    Some(keeper) => self.taken(*keeper)? == 1,
                    None => self.truth(post)?,
                };
                let (body, end) = match (taken, gate.middle) {
                    (true, Some(middle)) => (&gate.then, middle),
                    (true, None) => (&gate.then, at),
                    (false, _) => (&gate.otherwise, at),
                };
                self.enter(body, way)?;
                self.go(end);
                Ok(true)
            }
            (What::While { pre, post, kept }, Way::Forwards) => {
                self.leave(&gate.then);
                if let Some(keeper) = kept {
                    let number = self.taken(*keeper)?;
                    self.keep(*keeper, number + 1)?;
                }
                self.decided(post, true, kept.is_some(), "the loop's postcondition after an iteration")?;
                self.again(gate, pre, enter, way)
            }
            (What::While { post, kept, .. }, Way::Backwards) => self.back_again(gate, post, *kept, enter),
            (What::Block, Way::Forwards) => {
                self.leave(&gate.then);
                self.go(at + 1);
                Ok(false)
            }
            (What::Block, Way::Backwards) => {
                self.enter(&gate.then, way)?;
                self.go(at);
                Ok(true)
            }
        }
    }

    /// The first iteration of a counted loop, in either direction.
    fn first(
        &mut self,
        gate: &'p Gate,
        index: Var,
        range: &'p Range,
        enter: usize,
        way: Way,
    ) -> Result<bool, Fault> {
        let Session { machine, stack, .. } = self;
        let Some(top) = stack.last_mut() else { return Ok(false) };
        let indices = machine.indices(&mut top.frame, range)?;
        let number = if way == Way::Forwards { 0 } else { indices.trips() - 1 };
        top.loops.push((indices, number));
        self.iteration(gate, index, enter, way)
    }

    /// The one after it.
    fn next(&mut self, gate: &'p Gate, index: Var, enter: usize, way: Way) -> Result<bool, Fault> {
        if let Some((_, number)) = self.stack.last_mut().and_then(|top| top.loops.last_mut()) {
            *number += if way == Way::Forwards { 1 } else { -1 };
        }
        self.iteration(gate, index, enter, way)
    }

    fn iteration(&mut self, gate: &'p Gate, index: Var, enter: usize, way: Way) -> Result<bool, Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(false) };
        top.forget(index);
        match top.loops.last().and_then(|(indices, number)| indices.get(*number)) {
            Some(i) => {
                top.frame.declare(index, Value::Integer(i), false)?;
                self.enter(&gate.then, way)?;
                self.go(if way == Way::Forwards { enter + 1 } else { gate.exit });
                Ok(true)
            }
            None => {
                top.loops.pop();
                self.go(if way == Way::Forwards { gate.exit + 1 } else { enter });
                Ok(false)
            }
        }
    }

    /// Another iteration of a loop that runs forwards, if its condition holds.
    fn again(&mut self, gate: &'p Gate, pre: &'p Expr, enter: usize, way: Way) -> Result<bool, Fault> {
        let more = self.truth(pre)?;
        if more {
            self.enter(&gate.then, way)?;
        }
        self.go(if more { enter + 1 } else { gate.exit + 1 });
        Ok(more)
    }

    /// Another iteration of a loop that runs backwards.
    fn back_again(
        &mut self,
        gate: &'p Gate,
        post: &'p Expr,
        kept: Option<Var>,
        enter: usize,
    ) -> Result<bool, Fault> {
        let more = match kept {
            Some(keeper) => {
                let number = self.taken(keeper)?;
                // At zero it is taken off: before the loop nothing was kept.
                if number > 0 {
                    self.keep(keeper, number)?;
                }
                number > 0
            }
            None => self.truth(post)?,
        };
        if more {
            self.enter(&gate.then, Way::Backwards)?;
        }
        self.go(if more { gate.exit } else { enter });
        Ok(more)
    }

    /// Holds a condition against what was decided; what is kept needs no proof.
    fn decided(&mut self, condition: &'p Expr, expected: bool, kept: bool, what: &str) -> Result<(), Fault> {
        if kept || self.truth(condition)? == expected {
            return Ok(());
        }
        let vars = self.stack.last().map(|top| &top.plan.procedure.vars);
        let text = vars.map(|vars| crate::text::expression(condition, vars)).unwrap_or_default();
        let message =
            format!("irreversible: {what} needs `{text}` to be {expected}, and it is {}", !expected);
        Err(Fault::new(FaultKind::Law(crate::step::Law::BranchPostcondition), message))
    }

    fn keep(&mut self, keeper: Var, number: i128) -> Result<(), Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(()) };
        let stack = top.frame.whole(keeper)?;
        top.frame.change(&stack, |stack| stack.push(Value::integer(number)))
    }

    fn taken(&mut self, keeper: Var) -> Result<i128, Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(0) };
        let stack = top.frame.whole(keeper)?;
        let mut number = Value::integer(0);
        top.frame.change(&stack, |stack| {
            number = stack.pop()?;
            Ok(())
        })?;
        Ok(number.exact()?.value)
    }
}

impl Session<'_> {
    /// Starts or stops carrying cotangents: they begin with the seeds at the end of the outermost function, and a step
    /// forwards forgets them.
    pub fn turn(&mut self, way: Way) -> Result<(), Fault> {
        let at_end = self.stack.len() == 1 && self.stack.iter().all(|top| top.position == top.plan.end());
        match way {
            Way::Forwards if self.carrying => {
                self.carrying = false;
                for activation in &mut self.stack {
                    activation.forget_shadows();
                }
                Ok(())
            }
            Way::Backwards if at_end && !self.carrying => self.seed(),
            Way::Forwards | Way::Backwards => Ok(()),
        }
    }

    fn seed(&mut self) -> Result<(), Fault> {
        let (Some(seeds), Some(top)) = (&self.seeds, self.stack.last_mut()) else { return Ok(()) };
        let procedure = &top.plan.procedure;
        for (var, shadow) in procedure.params.iter().copied().chain(procedure.output) {
            let Some(shadow) = shadow else { continue };
            let name = &procedure.vars[var].name;
            let zero = top.frame.value(var)?.zero()?;
            let seed = seeds.iter().find(|(seeded, _)| seeded == name).map_or(zero, |(_, seed)| seed.clone());
            top.frame.declare(shadow, seed, true)?;
        }
        self.carrying = true;
        let plan = top.plan;
        self.steps(&plan.body.zeros)
    }
}

impl Activation<'_> {
    /// Ends a local. Scratch is lent: it stays where it is.
    pub(super) fn forget(&mut self, var: Var) {
        if self.plan.procedure.vars[var].role != Role::Scratch {
            self.frame.forget(var);
            self.plan.shadows.get(&var).into_iter().for_each(|shadow| self.frame.forget(*shadow));
        }
    }

    fn forget_shadows(&mut self) {
        let shadows = self.plan.procedure.vars.iter();
        let shadows = shadows.filter(|(_, v)| matches!(v.role, Role::Shadow | Role::InputShadow));
        shadows.for_each(|(var, _)| self.frame.forget(var));
    }
}

/// The variables that a person wants to see: not where decisions are kept.
fn shown(vars: &Variables) -> impl Iterator<Item = Var> {
    vars.iter().filter(|(_, v)| v.role != Role::Keeper).map(|(var, _)| var)
}

/// Whether two values are the same: not-a-number is what it was.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((n, a), (m, b))| n == m && is_same(a, b))
        }
        (a, b) => a == b,
    }
}

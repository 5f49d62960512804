//! A run that is paused between two statements and can step in either direction.

use super::Library;
use super::plan::{Body, Do, Kind, Line, Plan};
use crate::interpret::fault::{Fault, Kind as FaultKind};
use crate::interpret::frame::Frame;
use crate::interpret::range::Indices;
use crate::interpret::{Machine, Memory, Module, Value};
use retrograde_compiler::ir::step::Step;
use retrograde_compiler::ir::*;
use retrograde_compiler::sorted::Set;
use std::rc::Rc;

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Runs statements as they were written.
    Forwards,
    /// Runs their inverses, last first.
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

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A statement, or its inverse, has run.
    Statement,
    /// A block was entered, from whichever end.
    Enters,
    /// A block was left.
    Leaves,
}

/// Values by the names of their variables, shared with the run until it changes them.
pub type Shown = Vec<(String, Rc<Value>)>;

/// The effects of one step.
#[derive(Clone, Debug)]
pub struct Event {
    /// The statement that ran, or the head of the block that was entered.
    pub line: Line,
    /// The result.
    pub stop: Stop,
    /// The number of calls that are open around it.
    pub calls: usize,
    /// The direction in which it ran in its own function.
    pub way: Way,
    /// The variables that have changed or are new, with their values.
    pub changed: Shown,
    /// The variables that have gone out of scope.
    pub gone: Vec<String>,
}

/// A call in progress.
#[derive(Clone)]
pub(super) struct Activation<'p> {
    pub(super) plan: &'p Plan,
    pub(super) frame: Frame<'p>,
    pub(super) position: usize,
    /// The open loops whose iterations are counted.
    pub(super) rounds: Vec<Round>,
    /// True if it runs backwards while the caller runs forwards.
    pub(super) turned: bool,
    /// The call in the caller, with its arguments.
    pub(super) site: Option<&'p Call>,
}

/// The state of a loop that counts its iterations.
#[derive(Clone)]
pub(super) enum Round {
    /// A `for`, and the number of the iteration.
    For(Indices, i128),
    /// A `while` with a recorded number of iterations: those so far if the number is pushed at the end, those that
    /// remain if it was popped.
    While(i128),
}

/// A run.
pub struct Session<'p> {
    pub(super) library: &'p Library,
    pub(super) machine: Machine<'p>,
    pub(super) stack: Vec<Activation<'p>>,
    /// True if cotangents are propagated.
    pub(super) carrying: bool,
    seeds: Option<Vec<(String, Value)>>,
}

/// Limits for one step.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Units of work, including calls that the step runs through.
    pub work: u64,
    /// Memory, of all values together.
    pub memory: Memory,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { work: 1_000_000_000, memory: Memory::default() }
    }
}

impl<'p> Session<'p> {
    /// Starts before the first statement of a function. Values of the parameters are given in their order; `seeds`
    /// are the cotangents of the state at the end, zero if they are not given.
    pub fn start(
        library: &'p Library,
        module: &'p Module<'p>,
        plan: &'p Plan,
        params: Vec<Value>,
        seeds: Option<Vec<(String, Value)>>,
    ) -> Result<Session<'p>, Fault> {
        let mut session = Session {
            library,
            machine: Machine::new(module, Limits::default().work),
            stack: Vec::new(),
            carrying: false,
            seeds,
        };
        let activation = session.activation(plan, params)?;
        session.stack.push(activation);
        Ok(session)
    }

    /// Limits every step of the run.
    pub fn within(mut self, limits: Limits) -> Session<'p> {
        (self.machine.budget, self.machine.memory) = (limits.work, limits.memory);
        self.stack.iter_mut().for_each(|activation| activation.frame.limit(limits.memory));
        self
    }

    /// Returns a call before its first statement.
    pub(super) fn activation(&mut self, plan: &'p Plan, params: Vec<Value>) -> Result<Activation<'p>, Fault> {
        let mut frame =
            Frame::new(&plan.procedure, self.machine.widths_of(&plan.procedure), self.machine.memory);
        for (&(var, _), value) in plan.procedure.params.iter().zip(params) {
            let variable = &plan.procedure.vars[var];
            frame.declare(var, value, variable.passing == Passing::Mutable).map_err(|fault| Fault {
                message: format!("`{}`: {}", variable.name, fault.message),
                ..fault
            })?;
        }
        let site = None;
        Ok(Activation { plan, frame, position: 0, rounds: Vec::new(), turned: false, site })
    }

    /// Returns the innermost function and the position in it.
    pub fn here(&self) -> Option<(&'p Plan, usize)> {
        self.stack.last().map(|top| (top.plan, top.position))
    }

    /// Returns the functions that are open, outermost first.
    pub fn calls(&self) -> Vec<&'p str> {
        self.stack.iter().map(|activation| activation.plan.name.as_str()).collect()
    }

    /// Returns all variables of the innermost function, parameters first, by their names in the source.
    pub fn state(&self) -> Shown {
        let Some(top) = self.stack.last() else { return Vec::new() };
        let vars = &top.plan.procedure.vars;
        let values = top
            .plan
            .shown()
            .filter_map(|var| Some((vars.written_name(var).to_string(), top.frame.shared(var)?)));
        values.collect()
    }

    /// True if cotangents are propagated: on the way back from the end, if there are seeds.
    pub fn is_carrying(&self) -> bool {
        self.carrying
    }

    /// Runs one step, into calls or over them. Returns `None` at the last position in this direction. After a fault
    /// the state is as before the step.
    pub fn step(&mut self, way: Way, into: bool) -> Result<Option<Event>, Fault> {
        let (before, depth) = (self.top_two(), self.stack.len());
        self.machine.spent = 0;
        match self.shown_step(way, into) {
            Ok(Some((line, stop, local))) => {
                self.pass_in_silence(way);
                let (changed, gone) = self.difference(&before, depth);
                Ok(Some(Event { line, stop, calls: depth - 1, way: local, changed, gone }))
            }
            Ok(None) => Ok(None),
            Err(fault) => {
                self.stack.truncate(depth - before.len());
                self.stack.extend(before);
                Err(fault)
            }
        }
    }

    /// Steps until an operation has run that the user wrote.
    fn shown_step(&mut self, way: Way, into: bool) -> Result<Option<(Line, Stop, Way)>, Fault> {
        loop {
            let depth = self.stack.len();
            let Some(top) = self.stack.last() else { return Ok(None) };
            let local = way.turned(top.turned);
            let shown = match (top.is_done(local), depth) {
                (true, 1) => return Ok(None),
                (true, _) => Some((self.leave_call(local)?, Stop::Statement)),
                (false, _) => self.operate(local, into)?,
            };
            if let Some(top) = self.stack.last_mut() {
                top.frame.settle();
            }
            if let Some((line, stop)) = shown {
                return Ok(Some((line, stop, local)));
            }
        }
    }

    /// Runs operations that the user did not write, so that both directions stop at the same positions: before a
    /// statement that was written, or at the start. A fault there belongs to the next step.
    fn pass_in_silence(&mut self, way: Way) {
        let start = self.stack.last().cloned();
        loop {
            let Some(top) = self.stack.last() else { return };
            let local = way.turned(top.turned);
            let at = if local == Way::Forwards { Some(top.position) } else { top.position.checked_sub(1) };
            let is_silent = at.is_some_and(|at| top.plan.is_silent(at));
            let stands = match way {
                Way::Forwards => !is_silent,
                Way::Backwards => self.stack.len() == 1 && top.is_done(local),
            };
            if stands {
                return;
            }
            let passed = is_silent && self.operate(local, false).is_ok();
            if !passed {
                self.stack.pop();
                self.stack.extend(start);
                return;
            }
            if let Some(top) = self.stack.last_mut() {
                top.frame.settle();
            }
        }
    }

    /// Returns the calls that a step may change: the innermost function, and the one that it returns to. Their values
    /// are shared until they change.
    fn top_two(&self) -> Vec<Activation<'p>> {
        self.stack[self.stack.len().saturating_sub(2)..].to_vec()
    }

    /// Returns the variables that have changed, and those that are gone.
    fn difference(&self, before: &[Activation<'p>], depth: usize) -> (Shown, Vec<String>) {
        let Some(top) = self.stack.last() else { return Default::default() };
        let name = |var: Var| top.plan.procedure.vars.written_name(var).to_string();
        let earliest = depth - before.len();
        // After entering a call, all of its variables are new.
        let old = (self.stack.len() - 1).checked_sub(earliest).and_then(|at| before.get(at));
        let (mut changed, mut gone) = (Vec::new(), Vec::new());
        for var in top.plan.shown() {
            let was = old.is_some_and(|old| old.frame.has(var));
            match (top.frame.shared(var), old) {
                (Some(_), Some(old)) if was && top.frame.is_as_in(&old.frame, var) => {}
                (Some(value), _) => changed.push((name(var), value)),
                (None, _) if was => gone.push(name(var)),
                (None, _) => {}
            }
        }
        (changed, gone)
    }

    /// Runs the operation after the position, or the inverse of the one before it. Returns the line to show, if any:
    /// ends of blocks are not shown.
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
                let line = Line { text, ..op.line.clone() };
                return Ok((!plan.is_silent(at)).then_some((line, Stop::Statement)));
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
        let line = Line { text: format!("{words}{}", head.text), ..head.clone() };
        Ok((!plan.is_silent(at)).then_some((line, stop)))
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

    pub(super) fn truth(&mut self, e: &'p Expr) -> Result<bool, Fault> {
        let Session { machine, stack, .. } = self;
        match stack.last_mut() {
            Some(top) => machine.evaluate(&mut top.frame, e)?.truth(),
            None => Ok(false),
        }
    }

    /// Enters a block from either end.
    pub(super) fn enter(&mut self, body: &'p Body, way: Way) -> Result<(), Fault> {
        match way {
            Way::Forwards => self.recompute(&body.from_start, &body.lasting),
            Way::Backwards => {
                self.recompute(&body.from_end, &body.lasting)?;
                if self.carrying { self.steps(&body.zeros) } else { Ok(()) }
            }
        }
    }

    /// Recomputes locals; intermediate values go out of scope.
    fn recompute(&mut self, steps: &'p [Step], lasting: &Set<Var>) -> Result<(), Fault> {
        let mark = self.stack.last().map(|top| top.frame.enter());
        self.steps(steps)?;
        if let (Some(top), Some(mark)) = (self.stack.last_mut(), mark) {
            top.frame.leave_but(mark, lasting);
        }
        Ok(())
    }

    /// At the start of a block, backwards: propagates the cotangents of locals to the values from which they were
    /// computed.
    pub(super) fn ended(&mut self, body: &'p Body) -> Result<(), Fault> {
        if self.carrying { self.recompute(&body.ends, &Set::new()) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self, body: &'p Body) {
        if let Some(top) = self.stack.last_mut() {
            body.locals.iter().for_each(|var| top.forget(*var));
        }
    }

    pub(super) fn go(&mut self, position: usize) {
        if let Some(top) = self.stack.last_mut() {
            top.position = position;
        }
    }
}

impl Session<'_> {
    /// Starts or stops propagating cotangents: they start with the seeds at the end of the outermost function, and a
    /// step forwards drops them.
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
            let zero = top.frame.zero(var)?;
            let given = seeds.iter().find(|(seeded, _)| seeded == name).map(|(_, seed)| seed.clone());
            let (wants, has) = (zero.leaves().len(), given.as_ref().map_or(0, |seed| seed.leaves().len()));
            if given.is_some() && wants != has && !procedure.vars[var].ty.is_map() {
                let message = format!("`{name}` has {wants} values here, and its seed {has}");
                return Err(Fault::new(FaultKind::Type, message));
            }
            let seed = given.unwrap_or(zero);
            top.frame.declare(shadow, seed, true)?;
        }
        self.carrying = true;
        let plan = top.plan;
        self.steps(&plan.body.zeros)
    }
}

impl Activation<'_> {
    /// True at the last position in this direction.
    fn is_done(&self, way: Way) -> bool {
        match way {
            Way::Forwards => self.position == self.plan.end(),
            Way::Backwards => self.position == 0,
        }
    }

    /// Ends the life of a local. Scratch is borrowed from the caller, so it stays.
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

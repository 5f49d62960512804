//! Runs a [`Procedure`] on values, so that every stage of the compiler can be tested and stepped through.
//!
//! Takes the steps as they are, before or after simplification, with a [`Module`] that contains the callees, and
//! returns the final values of the parameters. Reals and cotangents are `f64`, integers are exact and stay in the
//! range of their types. Every failure is a [`Fault`], never a panic, and a budget of work ends an endless loop.
//!
//! Law: a run has the meaning of the Rust text that `emit` prints. So variables end with their scopes, only `mut`
//! places change, the places that a call changes do not overlap, and a call copies its places in and out, so that the
//! caller sees no other change.

mod call;
mod constant;
mod entry;
mod expr;
mod fault;
mod frame;
mod host;
mod instruction;
mod lanes;
mod memory;
mod module;
mod plain;
mod range;
mod run;
pub mod stepper;
#[cfg(test)]
mod tests;
mod value;

pub use fault::{Fault, Kind};
pub use frame::Frame;
pub use memory::Memory;
pub use module::Module;
pub use plain::Items;
pub use value::{Integer, Value, Width};

use retrograde_compiler::ir::step::{Procedure, Step};
use retrograde_compiler::ir::{Scalar, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// The most calls that may be nested: more would overflow the stack of the interpreter.
const DEEPEST: usize = 48;

/// A parameter with its cotangent.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value.
    pub value: Value,
    /// The cotangent. If the program expects one and none is given, it starts at zero.
    pub shadow: Option<Value>,
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        Cell { value, shadow: None }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The parameters in order.
    pub params: Vec<Cell>,
    /// The returned value, if the function has one.
    pub output: Option<Value>,
}

/// The state before a step.
pub struct Moment<'m, 'p> {
    /// The step.
    pub step: &'p Step,
    /// The variables in scope.
    pub frame: &'m Frame<'p>,
    /// The number of calls that are open around it.
    pub depth: usize,
}

/// Runs procedures.
pub struct Machine<'p> {
    module: &'p Module<'p>,
    budget: u64,
    memory: Memory,
    spent: u64,
    largest: f64,
    /// In fixed point: one divided by the distance between neighbouring numbers.
    scale: Option<f64>,
    depth: usize,
    /// The tapes of recorded calls.
    tapes: Vec<Vec<Value>>,
    observer: Option<&'p mut dyn FnMut(Moment<'_, 'p>)>,
    /// Values of constants, by their addresses: they are looked up once.
    constants: HashMap<usize, Value>,
    /// The integer types of a procedure's variables, by its address.
    widths: HashMap<usize, Rc<[Option<Width>]>>,
}

impl<'p> Machine<'p> {
    /// Returns a machine that does at most `budget` units of work: steps, iterations, operations and filled elements.
    pub fn new(module: &'p Module<'p>, budget: u64) -> Machine<'p> {
        Machine {
            module,
            budget,
            memory: Memory::default(),
            spent: 0,
            largest: 0.0,
            scale: None,
            depth: 0,
            tapes: Vec::new(),
            observer: None,
            constants: HashMap::new(),
            widths: HashMap::new(),
        }
    }

    /// Limits the memory.
    pub fn within(mut self, memory: Memory) -> Machine<'p> {
        self.memory = memory;
        self
    }

    /// Computes in fixed point, with this number of binary digits after the point: the result of every rule is
    /// rounded to them. Sums of such numbers are exact in `f64` as long as they stay below 2^(52 - digits).
    pub fn in_fixed_point(mut self, digits: u32) -> Machine<'p> {
        self.scale = Some(f64::from(digits).exp2());
        self
    }

    /// Rounds a real to the precision of this machine.
    fn held(&self, x: f64) -> Value {
        Value::Real(self.scale.map_or(x, |scale| (x * scale).round() / scale))
    }

    /// Calls a function with every step before it runs.
    pub fn observe(mut self, observer: &'p mut dyn FnMut(Moment<'_, 'p>)) -> Machine<'p> {
        self.observer = Some(observer);
        self
    }

    /// Returns the work done so far, in all runs.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns the largest magnitude that an update has produced: rounding is relative to it.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// Runs a procedure. The `pull` of a function that returns a value takes the value's cotangent as its seed.
    pub fn run(
        &mut self,
        procedure: &'p Procedure,
        params: Vec<Cell>,
        seed: Option<Value>,
    ) -> Result<Outcome, Fault> {
        self.depth = 0;
        self.execute(procedure, params, seed, None)
    }

    /// Runs the record of a function and then its replay, on one tape. Returns what the replay leaves and the value of the record.
    pub fn recorded(
        &mut self,
        record: &'p Procedure,
        replay: &'p Procedure,
        params: Vec<Cell>,
        seed: Option<Value>,
    ) -> Result<Outcome, Fault> {
        self.depth = 0;
        self.tapes.push(Vec::new());
        let tape = Value::integer(self.tapes.len() as i128 - 1);
        let forth = self.execute(record, params, None, Some(tape.clone()))?;
        let back = self.execute(replay, forth.params, seed, Some(tape))?;
        Ok(Outcome { params: back.params, output: forth.output })
    }

    fn charge(&mut self, work: u64) -> Result<(), Fault> {
        self.spent = self.spent.saturating_add(work);
        if self.spent > self.budget {
            return Err(Fault::new(Kind::Budget, format!("stopped after {} units of work", self.budget)));
        }
        // Checks memory that grows in small amounts.
        self.memory.check()
    }

    fn widths_of(&mut self, procedure: &Procedure) -> Rc<[Option<Width>]> {
        let of_type = |ty: &Type| match ty.leaf() {
            Type::Exact(exact) => match exact.scalar() {
                Some(Scalar::Integer(width)) => Some(width),
                _ => None,
            },
            _ => None,
        };
        let key = std::ptr::from_ref(procedure) as usize;
        let all = || procedure.vars.iter().map(|(_, variable)| of_type(&variable.ty)).collect();
        Rc::clone(self.widths.entry(key).or_insert_with(all))
    }
}

//! The counting evaluator: a stack machine for the core calculus and the primitives of the target calculus.
//!
//! It is generic over the scalars: at `f64` it runs programs, at numbers that carry derivatives it differentiates the
//! untransformed program. It has a call stack of its own, so deep recursion ends with an error at a limit and never
//! overflows the native stack. Law: the cost of a run does not depend on the computer.

mod apply;
mod code;
mod counts;
mod extras;
mod free;
mod map;
mod structure;
mod value;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub(crate) use code::{Code, arity, compile};
pub use counts::{Counts, Limits};
pub(crate) use free::free_variables;
pub(crate) use structure::{from_data, to_data};
pub(crate) use value::Value;

use crate::core::Const;
use crate::error::{Error, ErrorKind, Frame, Result};
use crate::source::Span;
use code::{Instruction, Place, Shape};
use retrograde_rules::Real;
use value::{Array, Kept, Pair};

/// A procedure that runs or waits for a callee.
struct Activation<T> {
    procedure: u32,
    next: u32,
    base: usize,
    kept: Rc<Kept<T>>,
}

/// Runs a code.
pub(crate) struct Machine<'c, T> {
    code: &'c Code,
    stack: Vec<Value<T>>,
    running: Vec<Activation<T>>,
    pub(crate) counts: Counts,
    limits: Limits,
    /// The number of backpropagators made so far.
    serial: u32,
}

/// An error without a place.
type Fault = std::result::Result<(), Error>;

impl<'c, T: Real> Machine<'c, T> {
    pub(crate) fn new(code: &'c Code, limits: Limits) -> Self {
        Machine { code, stack: Vec::new(), running: Vec::new(), counts: Counts::default(), limits, serial: 0 }
    }

    /// Returns the first procedure, which captures nothing.
    pub(crate) fn main(&self) -> Value<T> {
        Value::Closure(0, Rc::new(Kept(Vec::new())))
    }

    /// Calls a procedure and runs until it returns.
    pub(crate) fn call(&mut self, function: Value<T>, argument: Value<T>) -> Result<Value<T>> {
        self.stack.clear();
        self.running.clear();
        self.stack.extend([function, argument]);
        let done = self.enter(false).and_then(|()| self.run());
        let result = done.map_err(|error| self.located(error));
        self.running.clear();
        result
    }

    fn run(&mut self) -> Result<Value<T>> {
        let code = self.code;
        while let Some(active) = self.running.last_mut() {
            let procedure = &code.procedures[active.procedure as usize];
            let instruction = &procedure.code[active.next as usize];
            active.next += 1;
            self.counts.steps += 1;
            if self.counts.cost() > self.limits.cost {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("the run costs more than {} steps", self.limits.cost),
                ));
            }
            self.step(instruction)?;
        }
        Ok(self.pop())
    }

    fn step(&mut self, instruction: &Instruction) -> Fault {
        match instruction {
            Instruction::Const(c) => self.stack.push(match c {
                Const::Nil => Value::Nil,
                Const::Boolean(b) => Value::Boolean(*b),
                Const::Real(r) => Value::Real(T::constant(*r)),
            }),
            Instruction::Prim(p) => self.stack.push(Value::Prim(*p)),
            Instruction::Load(place) => {
                let value = self.load(*place);
                self.stack.push(value);
            }
            Instruction::Close(number, keep) => {
                let kept = self.keep(keep);
                self.stack.push(Value::Closure(*number, kept));
            }
            Instruction::Group { first, slot, count, keep } => {
                let kept = self.keep(keep);
                let from = self.base() + *slot as usize;
                for i in 0..*count {
                    self.stack[from + i as usize] = Value::Closure(first + i, Rc::clone(&kept));
                }
            }
            Instruction::Bind(shape) => {
                let value = self.pop();
                let base = self.base();
                self.bind(shape, value, base)?;
            }
            Instruction::Cons(count) => {
                let mut value = self.pop();
                for _ in 1..*count {
                    value = Value::pair(self.pop(), value);
                }
                self.stack.push(value);
            }
            Instruction::Apply(prim) => self.apply(*prim)?,
            Instruction::Call => self.enter(false)?,
            Instruction::TailCall => self.enter(true)?,
            Instruction::Unless(to) => {
                if matches!(self.pop(), Value::Boolean(false)) {
                    self.jump(*to);
                }
            }
            Instruction::Jump(to) => self.jump(*to),
            Instruction::Return => {
                let value = self.pop();
                if let Some(ended) = self.running.pop() {
                    self.stack.truncate(ended.base);
                }
                self.stack.push(value);
            }
        }
        Ok(())
    }

    /// Pops an argument and a procedure and starts it; in tail position it replaces the running procedure.
    fn enter(&mut self, tail: bool) -> Fault {
        let argument = self.pop();
        let mut callee = self.pop();
        loop {
            let inner = match &callee {
                Value::Closure(number, kept) => {
                    let (number, kept) = (*number, Rc::clone(kept));
                    return self.start(number, kept, argument, tail);
                }
                Value::Prim(prim) => {
                    let prim = *prim;
                    self.spread(prim, argument)?;
                    self.apply(prim)?;
                    // A primitive in tail position: the caller returns next.
                    if tail {
                        return self.step(&Instruction::Return);
                    }
                    return Ok(());
                }
                Value::Linear(serial, inner) => {
                    self.counts.call(*serial);
                    inner.head.clone()
                }
                Value::OneHot(inner) => {
                    self.counts.collector += 1;
                    inner.head.clone()
                }
                other => return Err(fault("Target is not a procedure", &[other])),
            };
            callee = inner;
        }
    }

    fn start(&mut self, number: u32, kept: Rc<Kept<T>>, argument: Value<T>, tail: bool) -> Fault {
        let procedure = &self.code.procedures[number as usize];
        if tail {
            if let Some(ended) = self.running.pop() {
                self.stack.truncate(ended.base);
            }
        }
        if self.running.len() >= self.limits.depth {
            let depth = self.limits.depth;
            return Err(Error::new(
                ErrorKind::Limit,
                format!("more than {depth} procedures wait for one another"),
            ));
        }
        let base = self.stack.len();
        self.stack.resize_with(base + procedure.slots as usize, Value::default);
        self.running.push(Activation { procedure: number, next: 0, base, kept });
        self.bind(&procedure.param, argument, base)
    }

    fn bind(&mut self, shape: &Shape, value: Value<T>, base: usize) -> Fault {
        match shape {
            Shape::Slot(slot) => {
                self.stack[base + *slot as usize] = value;
                Ok(())
            }
            Shape::Const(c) if structure::is_constant(&value, *c) => Ok(()),
            Shape::Const(_) => Err(mismatch(&value)),
            Shape::Cons(parts) => {
                let mut rest = value;
                let (last, before) = match parts.split_last() {
                    Some(split) => split,
                    None => return Ok(()),
                };
                for part in before {
                    let Value::Pair(pair) = &rest else { return Err(mismatch(&rest)) };
                    let (head, tail) = (pair.head.clone(), pair.tail.clone());
                    self.bind(part, head, base)?;
                    rest = tail;
                }
                self.bind(last, rest, base)
            }
        }
    }

    fn load(&self, place: Place) -> Value<T> {
        match (place, self.running.last()) {
            (Place::Local(slot), Some(active)) => self.stack[active.base + slot as usize].clone(),
            (Place::Kept(k), Some(active)) => active.kept.0[k as usize].clone(),
            (Place::Sibling(number), Some(active)) => Value::Closure(number, Rc::clone(&active.kept)),
            (_, None) => Value::Nil,
        }
    }

    fn keep(&self, places: &[Place]) -> Rc<Kept<T>> {
        Rc::new(Kept(places.iter().map(|place| self.load(*place)).collect()))
    }

    fn base(&self) -> usize {
        self.running.last().map_or(0, |active| active.base)
    }

    fn jump(&mut self, to: u32) {
        if let Some(active) = self.running.last_mut() {
            active.next = to;
        }
    }

    fn pop(&mut self) -> Value<T> {
        self.stack.pop().unwrap_or_default()
    }

    /// Adds the place of the running instruction and the innermost running procedures to an error.
    fn located(&self, mut error: Error) -> Error {
        let span_of = |active: &Activation<T>| -> Span {
            let procedure = &self.code.procedures[active.procedure as usize];
            let at = active.next.saturating_sub(1) as usize;
            procedure.spans.get(at).copied().unwrap_or(procedure.span)
        };
        if let Some(active) = self.running.last() {
            error = error.at(span_of(active));
        }
        // Each procedure was called at the instruction at which its caller waits.
        for (i, active) in self.running.iter().enumerate().rev().take(20) {
            let procedure = &self.code.procedures[active.procedure as usize];
            let name = procedure.name.as_ref().map_or("a procedure without a name", |n| n);
            let span = i.checked_sub(1).map(|caller| span_of(&self.running[caller]));
            error.0.trace.push(Frame { procedure: name.to_string(), span });
        }
        error
    }

    fn new_array(items: Vec<Value<T>>) -> Value<T> {
        Value::Array(0, Rc::new(Array { name: Cell::new(0), items: RefCell::new(items) }))
    }

    fn marked(value: Value<T>) -> Rc<Pair<T>> {
        Rc::new(Pair { head: value, tail: Value::Nil })
    }
}

fn mismatch<T: Real>(value: &Value<T>) -> Error {
    fault("Argument has wrong type for target", &[value])
}

/// Returns an error with the values at fault.
fn fault<T: Real>(message: &str, values: &[&Value<T>]) -> Error {
    let mut error = Error::new(ErrorKind::Runtime, message);
    error.0.values = values.iter().map(|value| shown(value)).collect();
    error
}

/// Prints a value for a message, or its kind if it has procedures; a long text is cut.
fn shown<T: Real>(value: &Value<T>) -> String {
    let text = match to_data(value) {
        Ok((data, _)) => data.to_string(),
        Err(_) => value.kind().to_string(),
    };
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

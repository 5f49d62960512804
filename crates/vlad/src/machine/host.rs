//! Procedures of the host: functions of Rust that a program calls, differentiated by their own adjoint.
//!
//! A host function takes the numbers of its argument, whatever the argument's shape, in order; its cotangent has that
//! shape again. Each is three primitives: the value, the cotangents, and the tangent. The latter two have no derivatives.

use super::Machine;
use super::value::Value;
use super::views::fault;
use crate::error::Result;
use crate::prim::Prim;
use crate::tags::Tags;

/// The value of a function at numbers, or why there is none.
pub(crate) type HostValue = Box<dyn Fn(&[f64]) -> std::result::Result<f64, String> + Send>;
/// Adds the function's cotangents, scaled by the seed: numbers, seed, cotangents.
pub(crate) type HostAdjoint = Box<dyn Fn(&[f64], f64, &mut [f64]) + Send>;

/// A function of the host.
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) value: HostValue,
    pub(crate) adjoint: HostAdjoint,
}

/// What a primitive of the host computes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// `(f x)`
    Value,
    /// `(f-adjoint x s)`: the cotangents, in the shape of `x`.
    Adjoint,
    /// `(f-tangent x d)`: how the value changes along `d`.
    Tangent,
}

/// Which function a primitive of the host belongs to, and what it computes.
pub(crate) fn role(number: u16) -> (usize, Role) {
    let role = match number % 3 {
        0 => Role::Value,
        1 => Role::Adjoint,
        _ => Role::Tangent,
    };
    (usize::from(number / 3), role)
}

impl Machine {
    /// Makes a function known; gives its primitive, or none if there are too many.
    pub(crate) fn register(&mut self, host: Host) -> Option<Prim> {
        let number = u16::try_from(self.hosts.len()).ok()?.checked_mul(3).filter(|n| *n < u16::MAX - 3)?;
        self.hosts.push(host);
        Some(Prim::Host(number))
    }

    /// Calls a function of the host.
    pub(super) fn host(&mut self, number: u16, argument: Value) -> Result<Value> {
        let (i, role) = role(number);
        if role == Role::Value {
            let x = self.numbers(argument, number)?;
            self.operations += 1;
            return match (self.hosts[i].value)(&x) {
                Ok(y) => Ok(Value::real(y)),
                Err(reason) => {
                    let error = fault(format!("Argument to {} is invalid", self.hosts[i].name));
                    Err(self.blame(error.hint(reason), &[argument]))
                }
            };
        }
        let Value::Pair(Tags::NONE, at) = self.force(argument)? else {
            return Err(self.invalid(Prim::Host(number), argument));
        };
        let (point, other) = (self.heap.cell(at, 0), self.heap.cell(at, 1));
        let x = self.numbers(point, number)?;
        let mut cotangents = vec![0.0; x.len()];
        self.operations += 1;
        if role == Role::Tangent {
            let d = self.numbers(other, number)?;
            (self.hosts[i].adjoint)(&x, 1.0, &mut cotangents);
            return Ok(Value::real(cotangents.iter().zip(&d).map(|(c, d)| c * d).sum()));
        }
        let Value::Real(Tags::NONE, seed) = self.seen(other) else {
            return Err(self.invalid(Prim::Host(number), argument));
        };
        (self.hosts[i].adjoint)(&x, seed, &mut cotangents);
        self.shaped(point, &cotangents)
    }

    /// The numbers of a value, in order.
    fn numbers(&mut self, value: Value, number: u16) -> Result<Vec<f64>> {
        let mut found = Vec::new();
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match self.force(value)? {
                Value::Real(Tags::NONE, x) => found.push(x),
                Value::Nil(Tags::NONE) | Value::Boolean(Tags::NONE, _) => {}
                Value::Pair(Tags::NONE, at) => work.extend([self.heap.cell(at, 1), self.heap.cell(at, 0)]),
                other => {
                    let name = &self.hosts[role(number).0].name;
                    let error = fault(format!("Argument to {name} is invalid"));
                    return Err(self.blame(
                        error.hint("a function of the host takes numbers, and pairs of them"),
                        &[other],
                    ));
                }
            }
        }
        Ok(found)
    }

    /// A value of the shape of another with these numbers in order.
    fn shaped(&mut self, like: Value, numbers: &[f64]) -> Result<Value> {
        enum Task {
            Copy(Value),
            Pair,
        }
        let mut numbers = numbers.iter();
        let (mut work, mut done) = (vec![Task::Copy(like)], Vec::new());
        while let Some(task) = work.pop() {
            match task {
                Task::Copy(value) => match self.force(value)? {
                    Value::Real(tags, _) => {
                        done.push(Value::Real(tags, numbers.next().copied().unwrap_or(0.0)))
                    }
                    Value::Pair(_, at) => {
                        work.push(Task::Pair);
                        work.push(Task::Copy(self.heap.cell(at, 1)));
                        work.push(Task::Copy(self.heap.cell(at, 0)));
                    }
                    other => done.push(other),
                },
                Task::Pair => {
                    let (tail, head) = (done.pop().unwrap_or(Value::NIL), done.pop().unwrap_or(Value::NIL));
                    done.push(self.heap.pair(Tags::NONE, head, tail));
                }
            }
        }
        Ok(done.pop().unwrap_or(Value::NIL))
    }
}

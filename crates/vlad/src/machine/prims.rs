//! The primitives on untagged values, and arithmetic on values with tangents or in reverse mode.

use retrograde_rules::Primitive;

use super::Machine;
use super::value::{Value, View};
use super::views::fault;
use crate::error::{Error, Result};
use crate::prim::Prim;
use crate::tags::{Tag, Tags};
use crate::transform::rules;

/// Applies a primitive of two numbers; the result gets these tags. `None` for other primitives.
#[inline(always)]
pub(super) fn on_two(prim: Prim, x: f64, y: f64, on: Tags) -> Option<Value> {
    let real = |x: f64| Some(Value::Real(on, x));
    let answer = |x: bool| Some(Value::Boolean(on, x));
    match prim {
        Prim::Rule(Primitive::Add) => real(x + y),
        Prim::Rule(Primitive::Sub) => real(x - y),
        Prim::Rule(Primitive::Mul) => real(x * y),
        Prim::Rule(Primitive::Div) => real(x / y),
        Prim::Equal => answer(x == y),
        Prim::Less => answer(x < y),
        Prim::Greater => answer(x > y),
        Prim::AtMost => answer(x <= y),
        Prim::AtLeast => answer(x >= y),
        Prim::Rule(rule) => on_two_by_rule(rule, x, y).and_then(real),
        _ => None,
    }
}

#[inline(never)]
fn on_two_by_rule(rule: Primitive, x: f64, y: f64) -> Option<f64> {
    if rules::arity(rule) != 2 {
        return None;
    }
    numbers(rule, &[x, y])
}

/// Evaluates a rule at plain numbers; an exponent is the last of them and must be an integer.
fn numbers(rule: Primitive, x: &[f64]) -> Option<f64> {
    if !rule.takes_exponent() {
        return Some(rule.value(x, 0));
    }
    let n = *x.last()?;
    (n.fract() == 0.0 && n.abs() <= f64::from(i32::MAX)).then(|| rule.value(x, n as i32))
}

/// Applies a primitive of one number; the result gets these tags. `None` for other primitives.
#[inline(always)]
pub(super) fn on_one(prim: Prim, x: f64, on: Tags) -> Option<Value> {
    let answer = |x: bool| Some(Value::Boolean(on, x));
    match prim {
        Prim::Rule(Primitive::Neg) => Some(Value::Real(on, -x)),
        Prim::Rule(rule) if rules::arity(rule) == 1 => Some(Value::Real(on, rule.value(&[x], 0))),
        Prim::IsZero => answer(x == 0.0),
        Prim::IsPositive => answer(x > 0.0),
        Prim::IsNegative => answer(x < 0.0),
        Prim::Real => Some(Value::Real(on, x)),
        _ => None,
    }
}

impl Machine {
    /// Applies an untransformed primitive.
    pub(super) fn primitive(&mut self, prim: Prim, argument: Value) -> Result<Value> {
        let is = |b: bool| Ok(Value::boolean(b));
        let top = |value: Value, tag: Tag| Ok(Value::boolean(value.tags().top() == Some(tag)));
        match prim {
            Prim::Rule(rule) => self.arithmetic(rule, argument),
            Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => {
                match self.reals(argument, 2)?.as_slice() {
                    [x, y] => Ok(on_two(prim, *x, *y, Tags::NONE).expect("a comparison of two numbers")),
                    _ => Err(self.invalid(prim, argument)),
                }
            }
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative | Prim::Real => match self.seen(argument) {
                Value::Real(Tags::NONE, x) => Ok(on_one(prim, x, Tags::NONE).expect("takes a number")),
                _ => Err(self.invalid(prim, argument)),
            },
            Prim::IsNull => is(matches!(self.seen(argument), Value::Nil(Tags::NONE))),
            Prim::IsBoolean => is(matches!(self.seen(argument), Value::Boolean(Tags::NONE, _))),
            Prim::IsReal => is(matches!(self.seen(argument), Value::Real(Tags::NONE, _))),
            Prim::IsPair => {
                let value = self.force(argument)?;
                is(matches!(value, Value::Pair(Tags::NONE, ..)))
            }
            Prim::IsProcedure => {
                let value = self.force(argument)?;
                is(match value {
                    Value::Closure(..) => true,
                    Value::Prim(tags, _) => is_procedure(tags),
                    _ => false,
                })
            }
            Prim::IsPerturbation => top(argument, Tag::Perturbation),
            Prim::IsForward => top(argument, Tag::Forward),
            Prim::IsSensitivity => top(argument, Tag::Sensitivity),
            Prim::IsReverse => top(argument, Tag::Reverse),
            Prim::IfProcedure => {
                let (condition, arms) = self.halves(argument, prim)?;
                let (then, otherwise) = self.halves(arms, prim)?;
                Ok(if matches!(self.seen(condition), Value::Boolean(_, false)) { otherwise } else { then })
            }
            Prim::ReadReal => match argument {
                Value::Nil(Tags::NONE) => self.input.next_real().map(Value::real).ok_or_else(|| {
                    fault("read-real found no number in the input").hint("give the program a number to read")
                }),
                _ => Err(self.invalid(prim, argument)),
            },
            Prim::WriteReal => match self.seen(argument) {
                value @ Value::Real(Tags::NONE, x) => {
                    self.output.line(&crate::print::Number(x).to_string());
                    Ok(value)
                }
                _ => Err(self.invalid(prim, argument)),
            },
            Prim::Write => {
                let text = self.show(argument)?;
                self.output.line(&text);
                Ok(argument)
            }
            Prim::Zero => self.view(View::Zero, argument),
            Prim::Perturb => self.view(View::Perturb, argument),
            Prim::Unperturb => self.view(View::Unperturb, argument),
            Prim::Primal => self.view(View::Primal, argument),
            Prim::Tangent => self.view(View::Tangent, argument),
            Prim::Sensitize => self.view(View::Sensitize, argument),
            Prim::Unsensitize => self.view(View::Unsensitize, argument),
            Prim::Reverse => self.view(View::Reverse, argument),
            Prim::Unreverse => self.view(View::Unreverse, argument),
            Prim::Bundle => {
                let (a, b) = self.halves(argument, prim)?;
                self.bundle(a, b)
            }
            Prim::Plus => {
                let (a, b) = self.halves(argument, prim)?;
                self.plus(a, b)
            }
            Prim::Host(i) => self.host(i, argument),
        }
    }

    pub(super) fn invalid(&mut self, prim: Prim, argument: Value) -> Error {
        let error = fault(format!("Argument to {} is invalid", prim.name()));
        let error = match prim.takes() {
            Some(takes) => error.hint(takes),
            None => error,
        };
        self.blame(error, &[argument])
    }

    /// Returns the parts of an untagged pair.
    fn halves(&mut self, argument: Value, prim: Prim) -> Result<(Value, Value)> {
        match self.force(argument)? {
            Value::Pair(Tags::NONE, retag, at) => self.parts(retag, at),
            _ => Err(self.invalid(prim, argument)),
        }
    }

    /// Returns up to `n` untagged numbers from pairs nested to the right; fewer if the argument is something else.
    fn reals(&mut self, argument: Value, n: usize) -> Result<Vec<f64>> {
        let mut found = Vec::with_capacity(n);
        let mut rest = argument;
        for i in 0..n {
            let part = if i + 1 == n {
                rest
            } else {
                match self.force(rest)? {
                    Value::Pair(Tags::NONE, retag, at) => {
                        let (head, tail) = self.parts(retag, at)?;
                        rest = tail;
                        head
                    }
                    _ => return Ok(found),
                }
            };
            match self.seen(part) {
                Value::Real(Tags::NONE, x) => found.push(x),
                _ => return Ok(found),
            }
        }
        Ok(found)
    }

    fn arithmetic(&mut self, rule: Primitive, argument: Value) -> Result<Value> {
        let n = rules::arity(rule);
        let x = self.reals(argument, n)?;
        self.operations += 1;
        match (x.len() == n).then(|| numbers(rule, &x)) {
            Some(Some(y)) => Ok(Value::real(y)),
            _ => Err(self.invalid(Prim::Rule(rule), argument)),
        }
    }
}

/// True if a primitive with these tags is a procedure, rather than a tangent or cotangent of one.
pub(super) fn is_procedure(tags: Tags) -> bool {
    match tags.iter().last() {
        None | Some(Tag::Forward | Tag::Reverse) => true,
        Some(Tag::Perturbation | Tag::Sensitivity) => false,
    }
}

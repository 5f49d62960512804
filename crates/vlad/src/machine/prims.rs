//! The primitives on untagged values, and arithmetic on values with tangents or in reverse mode.

use retrograde_rules::Primitive;

use super::Machine;
use super::value::{Value, View};
use super::views::fault;
use crate::error::{Error, Result};
use crate::prim::Prim;
use crate::tags::{Tag, Tags};
use crate::transform::rules;

const FORWARD: Tags = one(Tag::Forward);
const PERTURBATION: Tags = one(Tag::Perturbation);
const REVERSE: Tags = one(Tag::Reverse);
const SENSITIVITY: Tags = one(Tag::Sensitivity);

const fn one(tag: Tag) -> Tags {
    match Tags::NONE.push(tag) {
        Some(tags) => tags,
        None => unreachable!(),
    }
}

/// Two numbers, if a primitive of two takes them: the fast path of programs without tags.
#[inline(always)]
pub(super) fn on_two(prim: Prim, x: f64, y: f64) -> Option<Value> {
    Some(match prim {
        Prim::Rule(Primitive::Add) => Value::real(x + y),
        Prim::Rule(Primitive::Sub) => Value::real(x - y),
        Prim::Rule(Primitive::Mul) => Value::real(x * y),
        Prim::Rule(Primitive::Div) => Value::real(x / y),
        Prim::Equal => Value::boolean(x == y),
        Prim::Less => Value::boolean(x < y),
        Prim::Greater => Value::boolean(x > y),
        Prim::AtMost => Value::boolean(x <= y),
        Prim::AtLeast => Value::boolean(x >= y),
        Prim::Rule(rule) => return on_two_by_rule(rule, x, y).map(Value::real),
        _ => return None,
    })
}

#[inline(never)]
fn on_two_by_rule(rule: Primitive, x: f64, y: f64) -> Option<f64> {
    if rules::arity(rule) != 2 {
        return None;
    }
    numbers(rule, &[x, y])
}

/// The value of a rule at plain numbers; an exponent is the last of them and must be whole.
fn numbers(rule: Primitive, x: &[f64]) -> Option<f64> {
    if !rule.takes_exponent() {
        return Some(rule.value(x, 0));
    }
    let n = *x.last()?;
    (n.fract() == 0.0 && n.abs() <= f64::from(i32::MAX)).then(|| rule.value(x, n as i32))
}

/// One number, if a primitive of one takes it.
#[inline(always)]
pub(super) fn on_one(prim: Prim, x: f64) -> Option<Value> {
    Some(match prim {
        Prim::Rule(rule) if rules::arity(rule) == 1 => Value::real(rule.value(&[x], 0)),
        Prim::IsZero => Value::boolean(x == 0.0),
        Prim::IsPositive => Value::boolean(x > 0.0),
        Prim::IsNegative => Value::boolean(x < 0.0),
        Prim::Real => Value::real(x),
        _ => return None,
    })
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
                    [x, y] => Ok(on_two(prim, *x, *y).expect("a comparison of two numbers")),
                    _ => Err(self.invalid(prim, argument)),
                }
            }
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative | Prim::Real => match self.seen(argument) {
                Value::Real(Tags::NONE, x) => Ok(on_one(prim, x).expect("takes a number")),
                _ => Err(self.invalid(prim, argument)),
            },
            Prim::IsNull => is(matches!(self.seen(argument), Value::Nil(Tags::NONE))),
            Prim::IsBoolean => is(matches!(self.seen(argument), Value::Boolean(Tags::NONE, _))),
            Prim::IsReal => is(matches!(self.seen(argument), Value::Real(Tags::NONE, _))),
            Prim::IsPair => {
                let value = self.force(argument)?;
                is(matches!(value, Value::Pair(Tags::NONE, _)))
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

    pub(super) fn invalid(&self, prim: Prim, argument: Value) -> Error {
        let error = fault(format!("Argument to {} is invalid", prim.name()));
        let error = match prim.takes() {
            Some(takes) => error.hint(takes),
            None => error,
        };
        self.blame(error, &[argument])
    }

    /// The parts of an untagged pair.
    fn halves(&mut self, argument: Value, prim: Prim) -> Result<(Value, Value)> {
        match self.force(argument)? {
            Value::Pair(Tags::NONE, at) => Ok((self.heap.cell(at, 0), self.heap.cell(at, 1))),
            _ => Err(self.invalid(prim, argument)),
        }
    }

    /// Up to `n` untagged numbers from pairs nested to the right; fewer where the argument is something else.
    fn reals(&mut self, argument: Value, n: usize) -> Result<Vec<f64>> {
        let mut found = Vec::with_capacity(n);
        let mut rest = argument;
        for i in 0..n {
            let part = if i + 1 == n {
                rest
            } else {
                match self.force(rest)? {
                    Value::Pair(Tags::NONE, at) => {
                        rest = self.heap.cell(at, 1);
                        self.heap.cell(at, 0)
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

    /// A rule on numbers with a tangent each, `(forward x x')`; none where the arguments are something else.
    #[inline]
    pub(super) fn pushforward(&mut self, rule: Primitive, arguments: &[Value]) -> Option<Value> {
        if rules::arity(rule) != arguments.len() || rule.takes_exponent() {
            return None;
        }
        let (mut x, mut e) = ([0.0; 3], [0.0; 3]);
        for (i, argument) in arguments.iter().enumerate() {
            let Value::Bundle(FORWARD, at) = *argument else { return None };
            let Value::Real(Tags::NONE, primal) = self.heap.cell(at, 0) else { return None };
            let Value::Real(PERTURBATION, tangent) = self.heap.cell(at, 1) else { return None };
            (x[i], e[i]) = (primal, tangent);
        }
        let (y, t) = match rule {
            Primitive::Add => (x[0] + x[1], e[0] + e[1]),
            Primitive::Sub => (x[0] - x[1], e[0] - e[1]),
            Primitive::Mul => (x[0] * x[1], x[1] * e[0] + x[0] * e[1]),
            _ => {
                let n = arguments.len();
                let y = rule.value(&x[..n], 0);
                let d = rule.partials(&x[..n], y, 0);
                let mut t = d[0] * e[0];
                for i in 1..n {
                    t += d[i] * e[i];
                }
                (y, t)
            }
        };
        self.operations += 3 * arguments.len() as u64;
        Some(self.heap.bundle(FORWARD, Value::real(y), Value::Real(PERTURBATION, t)))
    }

    /// A rule in reverse mode: the reverse value and the backpropagator; none where the arguments are something else.
    #[inline]
    pub(super) fn forward_phase(&mut self, rule: Primitive, arguments: &[Value]) -> Option<(Value, Value)> {
        if rules::arity(rule) != arguments.len() || rule.takes_exponent() {
            return None;
        }
        let mut x = [0.0; 3];
        for (i, argument) in arguments.iter().enumerate() {
            let Value::Real(REVERSE, primal) = *argument else { return None };
            x[i] = primal;
        }
        let n = arguments.len();
        let code = self.back_code(rule);
        let y = rule.value(&x[..n], 0);
        let back = match rule {
            Primitive::Add | Primitive::Sub => self.heap.closure(SENSITIVITY, code, []),
            Primitive::Mul => self.heap.closure(SENSITIVITY, code, [Value::real(x[1]), Value::real(x[0])]),
            _ => {
                let d = rule.partials(&x[..n], y, 0);
                let varies = self.varying(rule);
                let kept = (0..n).filter(|i| varies & (1 << i) != 0).map(|i| Value::real(d[i]));
                self.heap.closure(SENSITIVITY, code, kept)
            }
        };
        self.operations += 1 + n as u64;
        Some((Value::Real(REVERSE, y), back))
    }

    /// The backpropagator of a rule on a plain cotangent: the cotangents of its arguments, as many as the second number
    /// says; none where either is something else.
    #[inline]
    pub(super) fn reverse_phase(&mut self, back: Value, seed: Value) -> Option<([Value; 3], usize)> {
        let (Value::Closure(_, at), Value::Real(SENSITIVITY, s)) = (back, seed) else { return None };
        let (code, len) = self.heap.header(at);
        let rule = self.rule_of_back(code)?;
        let mut kept = [0.0; 3];
        for i in 0..len {
            let Value::Real(Tags::NONE, d) = self.heap.cell(at, 1 + i) else { return None };
            kept[i as usize] = d;
        }
        let n = rules::arity(rule);
        let mut parts = [Value::NIL; 3];
        let cotangent = |x: f64| Value::Real(SENSITIVITY, x);
        match rule {
            Primitive::Add => parts = [cotangent(s), cotangent(s), Value::NIL],
            Primitive::Sub => parts = [cotangent(s), cotangent(-s), Value::NIL],
            Primitive::Mul => parts = [cotangent(kept[0] * s), cotangent(kept[1] * s), Value::NIL],
            _ => {
                let mut next = 0;
                for (i, part) in parts.iter_mut().enumerate().take(n) {
                    *part = cotangent(match self.constant_factor(rule, i) {
                        Some(0.0) => 0.0,
                        Some(c) => c * s,
                        None => {
                            next += 1;
                            kept[next - 1] * s
                        }
                    });
                }
            }
        }
        self.operations += n as u64;
        Some((parts, n))
    }
}

/// Whether a primitive with these tags is a procedure, rather than a tangent or cotangent of one.
pub(super) fn is_procedure(tags: Tags) -> bool {
    match tags.iter().last() {
        None | Some(Tag::Forward | Tag::Reverse) => true,
        Some(Tag::Perturbation | Tag::Sensitivity) => false,
    }
}

//! The primitives of the core calculus: arithmetic from the rule table, comparisons, and tests of shape.

use super::{Fault, Machine, Value, arity, fault, structure};
use crate::error::{Error, ErrorKind};
use crate::ladder::extra::Extra;
use crate::prim::Prim;
use retrograde_rules::Real;

impl<T: Real> Machine<'_, T> {
    /// Destructures an argument into the operands of the primitive, and pushes them.
    pub(super) fn spread(&mut self, prim: Prim, argument: Value<T>) -> Fault {
        let wanted = arity(prim);
        let mut rest = argument;
        if wanted == 0 {
            return Ok(());
        }
        for _ in 1..wanted {
            let Value::Pair(pair) = &rest else { return Err(invalid(prim, &[&rest])) };
            let (head, tail) = (pair.head.clone(), pair.tail.clone());
            self.stack.push(head);
            rest = tail;
        }
        self.stack.push(rest);
        Ok(())
    }

    /// Replaces the topmost values by the result of the primitive.
    pub(super) fn apply(&mut self, prim: Prim) -> Fault {
        let result = match prim {
            Prim::Rule(rule) => {
                self.counts.arithmetic += 1;
                let exponent = if rule.takes_exponent() { self.real(prim)?.primal() as i32 } else { 0 };
                let mut x = [T::constant(0.0); 3];
                for i in (0..rule.arity()).rev() {
                    x[i] = self.real(prim)?;
                }
                Value::Real(rule.value(&x[..rule.arity()], exponent))
            }
            Prim::Host(number) => match Extra::from_host(number) {
                Some(extra) => return self.extra(extra),
                None => return Err(unsupported(prim)),
            },
            Prim::Equal => self.compare(prim, |a, b| a == b)?,
            Prim::Less => self.compare(prim, |a, b| a < b)?,
            Prim::Greater => self.compare(prim, |a, b| a > b)?,
            Prim::AtMost => self.compare(prim, |a, b| a <= b)?,
            Prim::AtLeast => self.compare(prim, |a, b| a >= b)?,
            Prim::IsZero => Value::Boolean(self.real(prim)?.primal() == 0.0),
            Prim::IsPositive => Value::Boolean(self.real(prim)?.primal() > 0.0),
            Prim::IsNegative => Value::Boolean(self.real(prim)?.primal() < 0.0),
            Prim::IsNull => Value::Boolean(matches!(self.pop(), Value::Nil)),
            Prim::IsBoolean => Value::Boolean(matches!(self.pop(), Value::Boolean(_))),
            Prim::IsReal => Value::Boolean(matches!(self.pop(), Value::Real(_))),
            Prim::IsPair => Value::Boolean(matches!(self.pop(), Value::Pair(_))),
            Prim::IsProcedure => Value::Boolean(matches!(
                self.pop(),
                Value::Prim(_) | Value::Closure(..) | Value::Linear(..) | Value::OneHot(_)
            )),
            Prim::IfProcedure => {
                let (otherwise, then) = (self.pop(), self.pop());
                if matches!(self.pop(), Value::Boolean(false)) { otherwise } else { then }
            }
            Prim::Real => Value::Real(self.real(prim)?),
            Prim::Zero => {
                let value = self.pop();
                structure::zero(value, &mut self.counts.collector)
            }
            Prim::Plus => {
                let (b, a) = (self.pop(), self.pop());
                structure::plus(a.clone(), b.clone(), &mut self.counts.collector)
                    .map_err(|message| fault(message, &[&a, &b]))?
            }
            Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => {
                return Err(unsupported(prim));
            }
            Prim::ReadReal | Prim::WriteReal | Prim::Write => return Err(unsupported(prim)),
            Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent | Prim::Bundle => {
                return Err(unsupported(prim));
            }
            Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => {
                return Err(unsupported(prim));
            }
        };
        self.stack.push(result);
        Ok(())
    }

    fn compare(&mut self, prim: Prim, holds: impl Fn(f64, f64) -> bool) -> Result<Value<T>, Error> {
        let b = self.real(prim)?;
        let a = self.real(prim)?;
        Ok(Value::Boolean(holds(a.primal(), b.primal())))
    }

    /// Pops a number.
    fn real(&mut self, prim: Prim) -> Result<T, Error> {
        match self.pop() {
            Value::Real(x) => Ok(x),
            other => Err(invalid(prim, &[&other])),
        }
    }
}

fn invalid<T: Real>(prim: Prim, values: &[&Value<T>]) -> Error {
    let name = match prim {
        Prim::Host(number) => Extra::from_host(number).map_or("a host procedure", Extra::name),
        _ => prim.name(),
    };
    fault(&format!("Argument to {name} is invalid"), values)
}

fn unsupported(prim: Prim) -> Error {
    Error::new(ErrorKind::Runtime, format!("the ladder does not run `{}`", prim.name()))
}

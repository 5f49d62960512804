//! The AD operators on values: at once on scalars, one level at a time on everything else.
//!
//! On a pair or a procedure an operator yields a suspended view, which is forced when somebody takes it apart or applies
//! it: then one pair or one environment is built, whose parts are views again. So every operator takes constant time
//! on values of any size, what was shared stays shared, and the complexity of the program is kept (paper 004,
//! section 4: AD primitives lazy and memoised).

use super::Machine;
use super::value::{Ref, Value, View};
use crate::error::{Error, ErrorKind, Result};
use crate::tags::{Tag, Tags};

/// A runtime error.
pub(super) fn fault(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Runtime, message)
}

pub(super) fn pushed(tags: Tags, tag: Tag) -> Result<Tags> {
    tags.push(tag).ok_or_else(Error::order_limit)
}

/// What an operator of one operand does to tags.
enum Step {
    Push(Tag),
    Pop(Tag),
    Keep,
}

fn step(view: View) -> Step {
    match view {
        View::Perturb => Step::Push(Tag::Perturbation),
        View::Sensitize => Step::Push(Tag::Sensitivity),
        View::Reverse => Step::Push(Tag::Reverse),
        View::Unperturb => Step::Pop(Tag::Perturbation),
        View::Unsensitize => Step::Pop(Tag::Sensitivity),
        View::Unreverse => Step::Pop(Tag::Reverse),
        View::Primal | View::Tangent => Step::Pop(Tag::Forward),
        View::Zero | View::Bundle | View::Plus => Step::Keep,
    }
}

/// Every operator that undoes another: `Unreverse` undoes `Reverse`.
fn undoes(view: View) -> Option<View> {
    match view {
        View::Unperturb => Some(View::Perturb),
        View::Unsensitize => Some(View::Sensitize),
        View::Unreverse => Some(View::Reverse),
        View::Perturb | View::Sensitize | View::Reverse | View::Primal | View::Tangent => None,
        View::Zero | View::Bundle | View::Plus => None,
    }
}

impl Machine {
    /// An operator of one operand, applied without forcing anything.
    ///
    /// # Errors
    ///
    /// When the operand's outermost tag is not the one that the operator takes off.
    pub(crate) fn view(&mut self, view: View, value: Value) -> Result<Value> {
        let value = self.seen(value);
        let tags = value.tags();
        let result = match step(view) {
            Step::Push(tag) => pushed(tags, tag)?,
            Step::Keep => tags,
            Step::Pop(tag) => match tags.pop() {
                Some((top, rest)) if top == tag => match view {
                    View::Tangent => pushed(rest, Tag::Perturbation)?,
                    _ => rest,
                },
                _ => {
                    let name = view.prim().name();
                    let article = format!("Argument to {name} is not a {} value", tag.name());
                    return Err(self.blame(fault(article), &[value]));
                }
            },
        };
        Ok(match value {
            // Tangents of what has no derivative are the value itself, and so are their zeros.
            Value::Nil(_) => Value::Nil(result),
            Value::Boolean(_, b) => Value::Boolean(result, b),
            Value::Prim(_, p) => Value::Prim(result, p),
            Value::Real(_, x) => Value::Real(result, if view == View::Zero { 0.0 } else { x }),
            Value::Bundle(_, at) => match view {
                View::Primal => self.heap.cell(at, 0),
                View::Tangent => self.heap.cell(at, 1),
                View::Zero => {
                    let primal = self.view(View::Zero, self.heap.cell(at, 0))?;
                    let tangent = self.view(View::Zero, self.heap.cell(at, 1))?;
                    self.heap.bundle(result, primal, tangent)
                }
                _ => Value::Bundle(result, at),
            },
            Value::Pair(..) if self.is_small(value) => self.one_level(view, value, Value::NIL)?,
            Value::Pair(..) | Value::Closure(..) => {
                self.heap.suspend(result, view, view == View::Zero, value, Value::NIL)
            }
            Value::Lazy(_, at) => {
                let Value::Suspended { view: inner, zero } = self.heap.cell(at, 0) else {
                    unreachable!("what was computed has been looked up");
                };
                let (a, b) = (self.heap.cell(at, 1), self.heap.cell(at, 2));
                match (view, inner) {
                    _ if undoes(view) == Some(inner) => a,
                    (View::Primal, View::Bundle) => a,
                    (View::Tangent, View::Bundle) => b,
                    (View::Zero, _) if zero => value,
                    (View::Zero, View::Plus) => self.view(View::Zero, a)?,
                    _ => self.heap.suspend(result, view, zero || view == View::Zero, value, Value::NIL),
                }
            }
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => {
                unreachable!("a cell is no value")
            }
        })
    }

    /// `(bundle primal tangent)`.
    pub(crate) fn bundle(&mut self, primal: Value, tangent: Value) -> Result<Value> {
        let (a, b) = (self.seen(primal), self.seen(tangent));
        let tags = a.tags();
        if pushed(tags, Tag::Perturbation)? != b.tags() {
            return Err(self.disagree("bundle", a, b));
        }
        let result = pushed(tags, Tag::Forward)?;
        Ok(match (a, b) {
            (Value::Nil(_), Value::Nil(_)) => Value::Nil(result),
            (Value::Boolean(_, x), Value::Boolean(_, y)) if x == y => Value::Boolean(result, x),
            (Value::Prim(_, p), Value::Prim(_, q)) if p == q => Value::Prim(result, p),
            (Value::Real(..) | Value::Bundle(..), Value::Real(..) | Value::Bundle(..)) => {
                // Tags agree, so both are bundles with as many levels, or neither is one.
                self.heap.bundle(result, a, b)
            }
            (Value::Pair(..), Value::Pair(..)) if self.is_small(a) && self.is_small(b) => {
                self.one_level(View::Bundle, a, b)?
            }
            (Value::Pair(..), Value::Pair(..))
            | (Value::Closure(..), Value::Closure(..))
            | (Value::Lazy(..), _)
            | (_, Value::Lazy(..))
                if compound(a) && compound(b) =>
            {
                self.heap.suspend(result, View::Bundle, false, a, b)
            }
            _ => return Err(self.disagree("bundle", a, b)),
        })
    }

    /// `(plus a b)`. A first operand that is a zero is not looked at any further, as in the reference.
    pub(super) fn plus(&mut self, a: Value, b: Value) -> Result<Value> {
        if let (Value::Real(s, x), Value::Real(t, y)) = (a, b) {
            if s == t {
                self.operations += 1;
                return Ok(Value::Real(s, x + y));
            }
        }
        let (a, b) = (self.seen(a), self.seen(b));
        if self.is_zero(a) {
            return Ok(b);
        }
        if a.tags() != b.tags() {
            return Err(self.disagree("plus", a, b));
        }
        if compound(a) && compound(b) && self.is_zero(b) {
            return Ok(a);
        }
        let tags = a.tags();
        Ok(match (a, b) {
            (Value::Nil(_), Value::Nil(_)) => a,
            (Value::Boolean(_, x), Value::Boolean(_, y)) if x == y => a,
            (Value::Prim(_, p), Value::Prim(_, q)) if p == q => a,
            (Value::Real(_, x), Value::Real(_, y)) => {
                self.operations += 1;
                Value::Real(tags, x + y)
            }
            (Value::Bundle(_, i), Value::Bundle(_, j)) => {
                let primal = self.plus(self.heap.cell(i, 0), self.heap.cell(j, 0))?;
                let tangent = self.plus(self.heap.cell(i, 1), self.heap.cell(j, 1))?;
                self.heap.bundle(tags, primal, tangent)
            }
            (Value::Pair(..), Value::Pair(..)) if self.is_small(a) && self.is_small(b) => {
                self.one_level(View::Plus, a, b)?
            }
            _ if compound(a) && compound(b) => self.heap.suspend(tags, View::Plus, false, a, b),
            _ => return Err(self.disagree("plus", a, b)),
        })
    }

    /// Whether a value is known to be a zero without taking it apart.
    fn is_zero(&self, value: Value) -> bool {
        match value {
            Value::Nil(_) | Value::Boolean(..) | Value::Prim(..) => true,
            Value::Real(_, x) => x == 0.0,
            Value::Bundle(_, at) => {
                self.is_zero(self.heap.cell(at, 0)) && self.is_zero(self.heap.cell(at, 1))
            }
            Value::Lazy(_, at) => matches!(self.heap.cell(at, 0), Value::Suspended { zero: true, .. }),
            Value::Pair(..) | Value::Closure(..) => false,
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => false,
        }
    }

    /// Whether a value consists of a few pairs of scalars. On those an operator does not wait: computing costs less than
    /// remembering, and there is nothing to share.
    fn is_small(&self, value: Value) -> bool {
        self.within(value, 6).is_some()
    }

    /// What is left of a number of pairs after those of a value; none where it has more, or procedures.
    fn within(&self, value: Value, pairs: u32) -> Option<u32> {
        match self.seen(value) {
            Value::Nil(_) | Value::Boolean(..) | Value::Real(..) | Value::Prim(..) | Value::Bundle(..) => {
                Some(pairs)
            }
            Value::Pair(_, at) => {
                let rest = self.within(self.heap.cell(at, 0), pairs.checked_sub(1)?)?;
                self.within(self.heap.cell(at, 1), rest)
            }
            Value::Closure(..) | Value::Lazy(..) => None,
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => None,
        }
    }

    fn disagree(&self, name: &str, a: Value, b: Value) -> Error {
        self.blame(fault(format!("Arguments to {name} do not conform")), &[a, b])
    }

    /// The value, or what a lazy one was computed to.
    #[inline(always)]
    pub(super) fn seen(&self, value: Value) -> Value {
        match value {
            Value::Lazy(_, at) => match self.heap.cell(at, 0) {
                Value::Forced => self.heap.cell(at, 1),
                _ => value,
            },
            _ => value,
        }
    }

    /// The value, no longer lazy: a pair or a procedure whose parts may be.
    #[inline(always)]
    pub(crate) fn force(&mut self, value: Value) -> Result<Value> {
        match value {
            Value::Lazy(_, at) => self.force_at(at),
            _ => Ok(value),
        }
    }

    /// Computes a lazy value by one level; chains of them with a stack of our own.
    fn force_at(&mut self, at: Ref) -> Result<Value> {
        let mut work = vec![at];
        loop {
            let Some(&top) = work.last() else { unreachable!("the last one returns") };
            self.spend(1)?;
            if work.len() > self.limits.depth {
                return Err(Error::new(ErrorKind::Limit, "a chain of suspended operations is too long"));
            }
            if let Value::Suspended { view, .. } = self.heap.cell(top, 0) {
                let waiting = (1..3).find_map(|i| match self.seen(self.heap.cell(top, i)) {
                    Value::Lazy(_, inner) => Some(inner),
                    _ => None,
                });
                if let Some(inner) = waiting {
                    work.push(inner);
                    continue;
                }
                let (a, b) = (self.seen(self.heap.cell(top, 1)), self.seen(self.heap.cell(top, 2)));
                let result = self.one_level(view, a, b)?;
                self.heap.set(top, 0, Value::Forced);
                self.heap.set(top, 1, result);
                self.heap.set(top, 2, Value::NIL);
            }
            work.pop();
            if work.is_empty() {
                return Ok(self.heap.cell(top, 1));
            }
        }
    }

    /// An operator on pairs or procedures that are there: builds one, whose parts are views.
    fn one_level(&mut self, view: View, a: Value, b: Value) -> Result<Value> {
        let binary = matches!(view, View::Bundle | View::Plus);
        let tags = match step(view) {
            Step::Push(tag) => pushed(a.tags(), tag)?,
            Step::Pop(_) => {
                let rest = a.tags().pop().map_or(Tags::NONE, |(_, rest)| rest);
                if view == View::Tangent { pushed(rest, Tag::Perturbation)? } else { rest }
            }
            Step::Keep if view == View::Bundle => pushed(a.tags(), Tag::Forward)?,
            Step::Keep => a.tags(),
        };
        let part = |machine: &mut Self, i: Ref, j: Option<Ref>, offset: u32| -> Result<Value> {
            let x = machine.heap.cell(i, offset);
            match (view, j.map(|j| machine.heap.cell(j, offset))) {
                (View::Bundle, Some(y)) => machine.bundle(x, y),
                (View::Plus, Some(y)) => machine.plus(x, y),
                _ => machine.view(view, x),
            }
        };
        match (a, b) {
            (Value::Pair(_, i), Value::Pair(_, j)) if binary => {
                let head = part(self, i, Some(j), 0)?;
                let tail = part(self, i, Some(j), 1)?;
                Ok(self.heap.pair(tags, head, tail))
            }
            (Value::Pair(_, i), _) if !binary => {
                let head = part(self, i, None, 0)?;
                let tail = part(self, i, None, 1)?;
                Ok(self.heap.pair(tags, head, tail))
            }
            (Value::Closure(_, i), _) => {
                let (code, len) = self.heap.header(i);
                let other = match (binary, b) {
                    (false, _) => None,
                    (true, Value::Closure(_, j)) if self.matches(view, code, self.heap.header(j).0) => {
                        Some(j)
                    }
                    _ => return Err(self.disagree(view.prim().name(), a, b)),
                };
                let code = self.transformed(view, code)?;
                let parts: Result<Vec<Value>> = (1..=len).map(|k| part(self, i, other, k)).collect();
                Ok(self.heap.closure(tags, code, parts?))
            }
            _ => Err(self.disagree(view.prim().name(), a, b)),
        }
    }
}

/// Whether operators have to wait on it.
fn compound(value: Value) -> bool {
    matches!(value, Value::Pair(..) | Value::Closure(..) | Value::Lazy(..))
}

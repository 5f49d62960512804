//! The AD operators on values: constant time for values of any size.
//!
//! Unary operators never touch a pair or a procedure: they return a reference that stores what is still to be done to
//! its parts ([`super::retag`]). Sums and bundles of two operands are suspended until they are destructured or
//! applied: then one pair or one environment is built, whose parts may be suspended again. They are cached by their
//! operands, so sharing and the complexity of the program are preserved (paper 004, section 4: AD primitives lazy and
//! memoised).

use super::Machine;
use super::retag::Retag;
use super::value::{Ref, Value, View};
use crate::anf::CodeId;
use crate::error::{Error, ErrorKind, Result};
use crate::tags::Tag;

/// Returns a runtime error.
pub(super) fn fault(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Runtime, message)
}

impl Machine {
    /// Applies a unary operator without forcing anything.
    ///
    /// # Errors
    ///
    /// If the operand's outermost tag is not the one that the operator removes.
    pub(crate) fn view(&mut self, view: View, value: Value) -> Result<Value> {
        self.view_beneath(view, 0, value)
    }

    /// Applies a unary operator beneath `depth` `forward` tags, which the operand must have.
    pub(super) fn view_beneath(&mut self, view: View, depth: u32, value: Value) -> Result<Value> {
        if let Value::Lazy(_, retag, at) = value {
            if let Value::Suspended { view: inner, depth: inside } = self.heap.cell(at, 0) {
                match (view, inner) {
                    (View::Primal, View::Bundle) if retag == Retag::SAME && depth == inside => {
                        return Ok(self.heap.cell(at, 1));
                    }
                    (View::Tangent, View::Bundle) if retag == Retag::SAME && depth == inside => {
                        return Ok(self.heap.cell(at, 2));
                    }
                    (View::Zero, View::Plus) => {
                        let a = self.retagged(self.heap.cell(at, 1), retag)?;
                        return self.view_beneath(view, depth, a);
                    }
                    _ => {}
                }
            }
        }
        self.retagged_by(view, depth, value)
    }

    #[inline]
    pub(super) fn retagged_by(&mut self, view: View, depth: u32, value: Value) -> Result<Value> {
        let operator = self.retags.operator(view, depth).ok_or_else(Error::order_limit)?;
        self.retagged(value, operator)
    }

    /// Applies a change to a value.
    #[inline(always)]
    pub(super) fn retagged(&mut self, value: Value, retag: Retag) -> Result<Value> {
        if retag == Retag::SAME { Ok(value) } else { self.retag(value, retag) }
    }

    fn retag(&mut self, value: Value, retag: Retag) -> Result<Value> {
        let brief = self.retags.brief(retag);
        let Some(tags) = brief.tags(value.tags()) else { return Err(self.cannot(value, retag)) };
        Ok(match value {
            Value::Real(_, x) => Value::Real(tags, if brief.clears { 0.0 } else { x }),
            Value::Pair(_, own, at) => Value::Pair(tags, self.composed(own, retag)?, at),
            Value::Tower(_, axes, at) if brief.stays && !brief.zero => Value::Tower(tags, axes, at),
            Value::Tower(..) => self.retag_tower(value, retag, tags),
            Value::Closure(_, own, at) => Value::Closure(tags, self.composed(own, retag)?, at),
            // The tangent of a value without derivative is the value itself, and so is its zero.
            Value::Nil(_) => Value::Nil(tags),
            Value::Boolean(_, b) => Value::Boolean(tags, b),
            Value::Prim(_, p) => Value::Prim(tags, p),
            Value::Lazy(_, own, at) => {
                let after = self.composed(own, retag)?;
                self.seen(Value::Lazy(tags, after, at))
            }
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => {
                unreachable!("a cell is not a value")
            }
        })
    }

    #[inline(always)]
    fn composed(&mut self, first: Retag, next: Retag) -> Result<Retag> {
        self.retags.compose(first, next).ok_or_else(Error::order_limit)
    }

    /// Returns the error for a change that is not possible.
    #[cold]
    fn cannot(&mut self, value: Value, retag: Retag) -> Error {
        let wanted = self.retags.change(retag).off.clone();
        let mut tags = value.tags();
        let mut blamed = value;
        for off in &wanted {
            match tags.pop() {
                Some((tag, rest)) if tag == off.tag() => {
                    tags = rest;
                    if tag == Tag::Forward {
                        blamed = self.view(View::Primal, blamed).unwrap_or(blamed);
                    }
                }
                _ => {
                    let name = off.view().prim().name();
                    let message = format!("Argument to {name} is not a {} value", off.tag().name());
                    return self.blame(fault(message), &[blamed]);
                }
            }
        }
        Error::order_limit()
    }

    /// Returns the parts of a pair after a change.
    #[inline(always)]
    pub(crate) fn parts(&mut self, retag: Retag, at: Ref) -> Result<(Value, Value)> {
        let (head, tail) = (self.heap.cell(at, 0), self.heap.cell(at, 1));
        if retag == Retag::SAME {
            return Ok((head, tail));
        }
        Ok((self.retag(head, retag)?, self.retag(tail, retag)?))
    }

    /// Returns a capture of a procedure after a change.
    #[inline(always)]
    pub(super) fn captured(&mut self, retag: Retag, at: Ref, i: u32) -> Result<Value> {
        let value = self.heap.cell(at, 1 + i);
        self.retagged(value, retag)
    }

    /// Returns the code of a procedure after a change, and the number of its captures.
    #[inline]
    pub(super) fn code_of(&mut self, retag: Retag, at: Ref) -> Result<(CodeId, u32)> {
        let (code, len) = self.heap.header(at);
        if retag == Retag::SAME {
            return Ok((code, len));
        }
        Ok((self.changed(code, retag)?, len))
    }

    /// `(bundle primal tangent)`.
    pub(crate) fn bundle(&mut self, primal: Value, tangent: Value) -> Result<Value> {
        self.bundle_beneath(0, primal, tangent)
    }

    /// Computes `(bundle primal tangent)` beneath `depth` `forward` tags, which both must have.
    pub(super) fn bundle_beneath(&mut self, depth: u32, primal: Value, tangent: Value) -> Result<Value> {
        self.bundle_values(depth, primal, tangent, false)
    }

    fn bundle_values(&mut self, depth: u32, a: Value, b: Value, small: bool) -> Result<Value> {
        let (a, b) = (self.seen(a), self.seen(b));
        let perturbed = self.retags.operator(View::Perturb, depth).ok_or_else(Error::order_limit)?;
        let bundled = self.retags.operator(View::Bundle, depth).ok_or_else(Error::order_limit)?;
        let tags = a.tags();
        match self.retags.brief(perturbed).tags(tags) {
            Some(perturbed) if perturbed == b.tags() => {}
            Some(_) => return Err(self.disagree("bundle", a, b)),
            None => return Err(Error::order_limit()),
        }
        let result = self.retags.brief(bundled).tags(tags).ok_or_else(Error::order_limit)?;
        Ok(match (a, b) {
            (Value::Nil(_), Value::Nil(_)) => Value::Nil(result),
            (Value::Boolean(_, x), Value::Boolean(_, y)) if x == y => Value::Boolean(result, x),
            (Value::Prim(_, p), Value::Prim(_, q)) if p == q => Value::Prim(result, p),
            (Value::Real(..) | Value::Tower(..), Value::Real(..) | Value::Tower(..)) => {
                self.bundle_numbers(a, b, depth, result)?
            }
            _ => match (place(a), place(b)) {
                (Some((s, i)), Some((t, j))) if i == j && self.retags.is_zero_tangent(s, t, depth) => {
                    self.retagged(a, bundled)?
                }
                (Some(_), Some(_)) if small || (self.is_small(a) && self.is_small(b)) => {
                    self.one_level(View::Bundle, depth, a, b, true)?
                }
                (Some(_), Some(_)) => self.heap.suspend(result, View::Bundle, depth, a, b),
                _ => return Err(self.disagree("bundle", a, b)),
            },
        })
    }

    /// Computes `(plus a b)`. If the first operand is a zero, it is not inspected further, as in the reference
    /// implementation.
    pub(super) fn plus(&mut self, a: Value, b: Value) -> Result<Value> {
        self.plus_values(a, b, false)
    }

    fn plus_values(&mut self, a: Value, b: Value, small: bool) -> Result<Value> {
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
        if place(a).is_some() && place(b).is_some() && self.is_zero(b) {
            return Ok(a);
        }
        Ok(match (a, b) {
            (Value::Nil(_), Value::Nil(_)) => a,
            (Value::Boolean(_, x), Value::Boolean(_, y)) if x == y => a,
            (Value::Prim(_, p), Value::Prim(_, q)) if p == q => a,
            (Value::Real(..) | Value::Tower(..), Value::Real(..) | Value::Tower(..)) => {
                self.sum(a, b).unwrap_or(a)
            }
            _ if place(a).is_none() || place(b).is_none() => return Err(self.disagree("plus", a, b)),
            _ if small || (self.is_small(a) && self.is_small(b)) => {
                self.one_level(View::Plus, 0, a, b, true)?
            }
            _ => self.heap.suspend(a.tags(), View::Plus, 0, a, b),
        })
    }

    /// True if a value is known to be zero without destructuring it.
    fn is_zero(&self, value: Value) -> bool {
        match value {
            Value::Nil(_) | Value::Boolean(..) | Value::Prim(..) => true,
            Value::Real(_, x) => x == 0.0,
            Value::Tower(..) => self.is_zero_tower(value),
            Value::Pair(_, retag, _) | Value::Closure(_, retag, _) | Value::Lazy(_, retag, _) => {
                self.retags.brief(retag).zero
            }
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => false,
        }
    }

    /// True if a value consists of a few pairs of scalars. Operators on such values are computed at once: this costs
    /// less than caching, and there is nothing to share.
    fn is_small(&self, value: Value) -> bool {
        self.within(value, 6).is_some()
    }

    /// Subtracts the number of pairs of a value from a limit; `None` if it exceeds the limit or contains procedures.
    fn within(&self, value: Value, pairs: u32) -> Option<u32> {
        match self.seen(value) {
            Value::Nil(_) | Value::Boolean(..) | Value::Real(..) | Value::Prim(..) | Value::Tower(..) => {
                Some(pairs)
            }
            Value::Pair(_, _, at) => {
                let rest = self.within(self.heap.cell(at, 0), pairs.checked_sub(1)?)?;
                self.within(self.heap.cell(at, 1), rest)
            }
            Value::Closure(..) | Value::Lazy(..) => None,
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => None,
        }
    }

    fn disagree(&mut self, name: &str, a: Value, b: Value) -> Error {
        self.blame(fault(format!("Arguments to {name} do not conform")), &[a, b])
    }

    /// Returns the value; of a computed lazy value, the result.
    #[inline(always)]
    pub(super) fn seen(&self, value: Value) -> Value {
        match value {
            Value::Lazy(tags, retag, at) => match self.heap.cell(at, 0) {
                Value::Forced => self.heap.cell(at, 1).instead_of(tags, retag),
                _ => value,
            },
            _ => value,
        }
    }

    /// Forces a lazy value: the result is a pair or a procedure, whose parts may be lazy.
    #[inline(always)]
    pub(crate) fn force(&mut self, value: Value) -> Result<Value> {
        match value {
            Value::Lazy(_, _, at) => {
                self.force_at(at)?;
                Ok(self.seen(value))
            }
            _ => Ok(value),
        }
    }

    /// Computes a lazy value by one level. Chains of lazy values use a work list instead of recursion.
    fn force_at(&mut self, at: Ref) -> Result<()> {
        let mut next = at;
        let mut work = Vec::new();
        loop {
            self.spend(1)?;
            // No collection happens before the next call.
            if self.pressure() > 2 * self.due {
                return Err(self.too_much());
            }
            if let Value::Suspended { view, depth } = self.heap.cell(next, 0) {
                let (a, b) = (self.seen(self.heap.cell(next, 1)), self.seen(self.heap.cell(next, 2)));
                if let (Value::Lazy(_, _, inner), _) | (_, Value::Lazy(_, _, inner)) = (a, b) {
                    if work.len() >= self.limits.depth {
                        let message = "a chain of suspended operations is too long";
                        return Err(Error::new(ErrorKind::Limit, message));
                    }
                    work.push(next);
                    next = inner;
                    continue;
                }
                let result = self.one_level(view, depth, a, b, false)?;
                self.heap.set(next, 0, Value::Forced);
                self.heap.set(next, 1, result);
                self.heap.set(next, 2, Value::NIL);
            }
            match work.pop() {
                Some(waiting) => next = waiting,
                None => return Ok(()),
            }
        }
    }

    /// Applies `bundle` or `plus` to pairs or procedures: builds one, whose parts may be suspended. `small` means
    /// that none of them need be.
    fn one_level(&mut self, view: View, depth: u32, a: Value, b: Value, small: bool) -> Result<Value> {
        let operator = self.retags.operator(view, depth).ok_or_else(Error::order_limit)?;
        let tags = self.retags.brief(operator).tags(a.tags()).ok_or_else(Error::order_limit)?;
        let both = |machine: &mut Self, x: Value, y: Value| match view {
            View::Bundle => machine.bundle_values(depth, x, y, small),
            _ => machine.plus_values(x, y, small),
        };
        match (a, b) {
            (Value::Pair(_, s, i), Value::Pair(_, t, j)) => {
                let ((head, tail), (other_head, other_tail)) = (self.parts(s, i)?, self.parts(t, j)?);
                let head = both(self, head, other_head)?;
                let tail = both(self, tail, other_tail)?;
                Ok(self.heap.pair(tags, head, tail))
            }
            (Value::Closure(_, s, i), Value::Closure(_, t, j)) => {
                let ((code, len), (other, _)) = (self.code_of(s, i)?, self.code_of(t, j)?);
                if !self.matches(view, depth, code, other) {
                    return Err(self.disagree(view.prim().name(), a, b));
                }
                let code = self.changed(code, operator)?;
                let made = self.heap.closure(tags, code, (0..len).map(|_| Value::NIL));
                let Value::Closure(_, _, at) = made else { unreachable!("a closure was built") };
                for k in 0..len {
                    let (x, y) = (self.captured(s, i, k)?, self.captured(t, j, k)?);
                    let part = both(self, x, y)?;
                    self.heap.set(at, 1 + k, part);
                }
                Ok(made)
            }
            _ => Err(self.disagree(view.prim().name(), a, b)),
        }
    }
}

/// Returns the address and the retagging of a value on which operators are suspended.
fn place(value: Value) -> Option<(Retag, Ref)> {
    match value {
        Value::Pair(_, retag, at) | Value::Closure(_, retag, at) | Value::Lazy(_, retag, at) => {
            Some((retag, at))
        }
        _ => None,
    }
}

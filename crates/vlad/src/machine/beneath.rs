//! Primitives beneath tags, [`Op::Primitive`](crate::anf::Op::Primitive), in the cases that the interpreter has no
//! fast path for.
//!
//! One tag after the other is removed from the operands and added to the result. At `forward`, the primitive is
//! applied to primals and tangents separately; the partials of arithmetic come from the rule table.

use retrograde_rules::{Primitive, Tree, symbolic};

use super::Machine;
use super::nested::is_forward_only;
use super::value::{Value, View};
use crate::error::Result;
use crate::prim::Prim;
use crate::tags::{Tag, Tags};

impl Machine {
    /// Applies a primitive beneath tags. `off` are the tags that the operands lose, `on` those that the result gets;
    /// all these stacks have `forward` at the same positions.
    ///
    /// # Errors
    ///
    /// If an operand lacks a tag, or the primitive does not accept the value beneath.
    pub(super) fn beneath(&mut self, prim: Prim, on: Tags, x: &[Value], off: [Tags; 2]) -> Result<Value> {
        let Some((tag, rest)) = on.pop() else { return self.on_values(prim, x) };
        if let Some(answer) = self.predicate(prim, x, off, on) {
            return Ok(answer);
        }
        if off[..x.len()].iter().all(|tags| *tags == on) && is_forward_only(on) {
            if let Some(value) = self.commuting(prim, x, on)? {
                return Ok(value);
            }
        }
        match (prim, x) {
            (Prim::Rule(rule), _) => {
                if let Some(value) = self.tower(rule, x, off, on) {
                    return Ok(value);
                }
            }
            (Prim::Plus, [a, b])
                if off == [on; 2] && on.is_prefix_of(a.tags()) && on.is_prefix_of(b.tags()) =>
            {
                return self.plus(*a, *b);
            }
            (Prim::Zero, [a]) if off[0] == on && on.is_prefix_of(a.tags()) => {
                return self.view(View::Zero, *a);
            }
            (Prim::Real, [Value::Real(t, x)]) if *t == off[0] => return Ok(Value::Real(on, *x)),
            (Prim::Real, [Value::Tower(t, axes, at)]) if *t == off[0] && t.len() == on.len() => {
                return Ok(Value::Tower(on, *axes, *at));
            }
            _ => {}
        }
        let inner = off.map(|tags| tags.pop().map_or(Tags::NONE, |(_, rest)| rest));
        let (mut parts, n) = ([Value::NIL; 2], x.len());
        if tag != Tag::Forward {
            for (i, x) in x.iter().enumerate() {
                let top = off[i].top().unwrap_or(tag);
                parts[i] = self.view(operators(top).1, *x)?;
            }
            let y = self.beneath(prim, rest, &parts[..n], inner)?;
            return self.view(operators(tag).0, y);
        }
        let mut tangents = parts;
        for (i, x) in x.iter().enumerate() {
            parts[i] = self.view(View::Primal, *x)?;
            let tangent = self.view(View::Tangent, *x)?;
            tangents[i] = self.view(View::Unperturb, tangent)?;
        }
        let (primals, tangents) = (&parts[..n], &tangents[..n]);
        let y = self.beneath(prim, rest, primals, inner)?;
        let t = match prim {
            Prim::Rule(rule) => self.tangent(rule, rest, (primals, tangents, inner), y)?,
            _ if prim.is_predicate() => self.view(View::Zero, y)?,
            _ => self.beneath(prim, rest, tangents, inner)?,
        };
        let t = self.view(View::Perturb, t)?;
        self.bundle(y, t)
    }

    /// Applies an untransformed primitive to its operands.
    fn on_values(&mut self, prim: Prim, x: &[Value]) -> Result<Value> {
        match (prim, x) {
            (Prim::Plus, [a, b]) => self.plus(*a, *b),
            (Prim::Bundle, [a, b]) => self.bundle(*a, *b),
            (_, [a, b]) => {
                let pair = self.heap.pair(Tags::NONE, *a, *b);
                self.primitive(prim, pair)
            }
            _ => self.primitive(prim, x.first().copied().unwrap_or(Value::NIL)),
        }
    }

    /// Computes the tangent of arithmetic beneath tags: the sum of partials times tangents.
    fn tangent(
        &mut self,
        rule: Primitive,
        on: Tags,
        (primals, tangents, off): (&[Value], &[Value], [Tags; 2]),
        y: Value,
    ) -> Result<Value> {
        let mut sum = None;
        for (i, partial) in symbolic::partials(rule, 0).iter().enumerate() {
            let term = match partial {
                Tree::Constant(0.0) => continue,
                Tree::Constant(1.0) => self.beneath(Prim::Real, on, &[tangents[i]], [off[i]; 2])?,
                partial => {
                    let partial = self.partial(partial, on, (primals, off), y)?;
                    self.beneath(Prim::Rule(Primitive::Mul), on, &[partial, tangents[i]], [on, off[i]])?
                }
            };
            sum = Some(match sum {
                None => term,
                Some(before) => self.beneath(Prim::Rule(Primitive::Add), on, &[before, term], [on; 2])?,
            });
        }
        match sum {
            Some(sum) => Ok(sum),
            None => self.view(View::Zero, y),
        }
    }

    /// Evaluates a partial at operands beneath tags; the result has the tags of `y`.
    fn partial(&mut self, tree: &Tree, on: Tags, (x, off): (&[Value], [Tags; 2]), y: Value) -> Result<Value> {
        match tree {
            Tree::Argument(i) => self.beneath(Prim::Real, on, &[x[*i]], [off[*i]; 2]),
            Tree::Result => Ok(y),
            Tree::Constant(c) => Ok(Value::Real(on, *c)),
            Tree::Apply(rule, operands) => {
                let mut values = [Value::NIL; 2];
                for (value, operand) in values.iter_mut().zip(operands) {
                    *value = self.partial(operand, on, (x, off), y)?;
                }
                self.beneath(Prim::Rule(*rule), on, &values[..operands.len()], [on; 2])
            }
            Tree::Powi(..) => unreachable!("only a power has powers in its partials"),
        }
    }
}

/// Returns the operators that add and remove a tag.
fn operators(tag: Tag) -> (View, View) {
    match tag {
        Tag::Perturbation => (View::Perturb, View::Unperturb),
        Tag::Sensitivity => (View::Sensitize, View::Unsensitize),
        Tag::Reverse => (View::Reverse, View::Unreverse),
        Tag::Forward => unreachable!("a bundle has two parts"),
    }
}

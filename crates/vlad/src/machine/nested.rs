//! Primitives that went through `forward` once or more, done at once instead of by their definitions.
//!
//! Arithmetic recurs over the levels: the value on the primals, the derivative on primals and tangents, each one level
//! down. Predicates look at the innermost primal. The AD operators commute with `forward`.

use retrograde_rules::Primitive;

use super::Machine;
use super::prims::on_two;
use super::value::{Value, View};
use crate::error::Result;
use crate::prim::Prim;
use crate::tags::{Tag, Tags};

/// Whether all transformations are `forward`.
pub(super) fn is_forward_only(tags: Tags) -> bool {
    tags.iter().all(|tag| tag == Tag::Forward)
}

impl Machine {
    /// A rule on numbers with tangents of tangents; none where an argument is something else, or the rule is rare.
    pub(super) fn tower(&mut self, rule: Primitive, x: &[Value], tags: Tags) -> Option<Value> {
        if tags.is_none() {
            let number = |v: &Value| match v {
                Value::Real(Tags::NONE, x) => Some(*x),
                _ => None,
            };
            self.operations += 1;
            return match x {
                [a] => Some(Value::real(rule.value(&[number(a)?], 0))),
                [a, b] => Some(Value::real(rule.value(&[number(a)?, number(b)?], 0))),
                _ => None,
            };
        }
        let (_, rest) = tags.pop()?;
        let (mut primals, mut tangents) = ([Value::NIL; 2], [Value::NIL; 2]);
        for (i, value) in x.iter().enumerate() {
            let Value::Bundle(t, at) = *value else { return None };
            if t != tags || i > 1 {
                return None;
            }
            primals[i] = self.heap.cell(at, 0);
            tangents[i] = untagged(self.heap.cell(at, 1))?;
        }
        let n = x.len();
        let [a, b] = primals;
        let [da, db] = tangents;
        let y = self.tower(rule, &primals[..n], rest)?;
        let mut on = |rule: Primitive, x: &[Value]| self.tower(rule, x, rest);
        let t = match rule {
            Primitive::Add | Primitive::Sub => on(rule, &[da, db])?,
            Primitive::Neg => on(rule, &[da])?,
            Primitive::Mul => {
                let (s, t) = (on(Primitive::Mul, &[b, da])?, on(Primitive::Mul, &[a, db])?);
                on(Primitive::Add, &[s, t])?
            }
            Primitive::Div => {
                let s = on(Primitive::Mul, &[y, db])?;
                let s = on(Primitive::Sub, &[da, s])?;
                on(Primitive::Div, &[s, b])?
            }
            Primitive::Exp => on(Primitive::Mul, &[y, da])?,
            Primitive::Ln => on(Primitive::Div, &[da, a])?,
            Primitive::Sqrt => {
                let s = on(Primitive::Add, &[y, y])?;
                on(Primitive::Div, &[da, s])?
            }
            Primitive::Sin => {
                let c = on(Primitive::Cos, &[a])?;
                on(Primitive::Mul, &[c, da])?
            }
            Primitive::Cos => {
                let s = on(Primitive::Sin, &[a])?;
                let s = on(Primitive::Neg, &[s])?;
                on(Primitive::Mul, &[s, da])?
            }
            _ => return None,
        };
        let t = tagged(t)?;
        Some(self.heap.bundle(tags, y, t))
    }

    /// A predicate on transformed values; none where it is no predicate of scalars or shapes.
    pub(super) fn predicate(&mut self, prim: Prim, x: &[Value], tags: Tags) -> Option<Value> {
        let answer = match (prim, x) {
            (Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast, [a, b]) => {
                let (a, b) = (self.innermost(*a, tags)?, self.innermost(*b, tags)?);
                self.operations += 1;
                matches!(on_two(prim, a, b, Tags::NONE)?, Value::Boolean(_, true))
            }
            (Prim::IsZero, [a]) => self.innermost(*a, tags)? == 0.0,
            (Prim::IsPositive, [a]) => self.innermost(*a, tags)? > 0.0,
            (Prim::IsNegative, [a]) => self.innermost(*a, tags)? < 0.0,
            (Prim::IsNull | Prim::IsPair | Prim::IsReal, [a]) => {
                let value = self.force(*a).ok()?;
                // What lacks the tags is a fault, which the definition reports.
                if !tags.is_prefix_of(value.tags()) {
                    return None;
                }
                value.tags() == tags
                    && match prim {
                        Prim::IsNull => matches!(value, Value::Nil(_)),
                        Prim::IsPair => matches!(value, Value::Pair(..)),
                        _ => matches!(value, Value::Real(..) | Value::Bundle(..)),
                    }
            }
            _ => return None,
        };
        Some(Value::Boolean(tags, answer))
    }

    /// The number beneath exactly these tags.
    fn innermost(&self, value: Value, tags: Tags) -> Option<f64> {
        let (mut value, mut tags) = (self.seen(value), tags);
        loop {
            match value {
                Value::Real(t, x) => return (t == tags).then_some(x),
                Value::Bundle(t, at) if t == tags => {
                    let (top, rest) = tags.pop()?;
                    value = if top == Tag::Forward { self.heap.cell(at, 0) } else { Value::Bundle(rest, at) };
                    tags = rest;
                }
                _ => return None,
            }
        }
    }

    /// An AD operator that went through `forward`: it applies to primal and tangent apart. None for other primitives.
    pub(super) fn commuting(&mut self, prim: Prim, tags: Tags, x: Value) -> Result<Option<Value>> {
        let is_unary = matches!(
            prim,
            Prim::Perturb | Prim::Unperturb | Prim::Sensitize | Prim::Unsensitize | Prim::Zero | Prim::Primal
        );
        let commutes = is_unary
            || matches!(prim, Prim::Tangent | Prim::Reverse | Prim::Unreverse | Prim::Bundle | Prim::Plus);
        if !commutes || !tags.is_prefix_of(x.tags()) {
            return Ok(None);
        }
        self.commute(prim, tags, x).map(Some)
    }

    fn commute(&mut self, prim: Prim, tags: Tags, x: Value) -> Result<Value> {
        let Some((_, rest)) = tags.pop() else { return self.primitive(prim, x) };
        let primal = self.view(View::Primal, x)?;
        let tangent = self.view(View::Tangent, x)?;
        let tangent = self.view(View::Unperturb, tangent)?;
        let y = self.commute(prim, rest, primal)?;
        let t = self.commute(prim, rest, tangent)?;
        let t = self.view(View::Perturb, t)?;
        self.bundle(y, t)
    }
}

/// A scalar without its outermost tag, which is perturbation.
fn untagged(value: Value) -> Option<Value> {
    let (Tag::Perturbation, rest) = value.tags().pop()? else { return None };
    match value {
        Value::Real(_, x) => Some(Value::Real(rest, x)),
        Value::Bundle(_, at) => Some(Value::Bundle(rest, at)),
        _ => None,
    }
}

/// A scalar with one more tag, perturbation.
fn tagged(value: Value) -> Option<Value> {
    let tags = value.tags().push(Tag::Perturbation)?;
    match value {
        Value::Real(_, x) => Some(Value::Real(tags, x)),
        Value::Bundle(_, at) => Some(Value::Bundle(tags, at)),
        _ => None,
    }
}

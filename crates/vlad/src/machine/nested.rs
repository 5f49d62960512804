//! Fast paths for primitives that went through `forward` once or more, instead of their definitions.
//!
//! Predicates look at the innermost primal. The AD operators commute with `forward`: they leave those tags alone and
//! act beneath them as usual.

use super::Machine;
use super::prims::on_two;
use super::value::{Value, View};
use crate::error::Result;
use crate::prim::Prim;
use crate::tags::{Tag, Tags};

/// True if all transformations are `forward`.
pub(super) fn is_forward_only(tags: Tags) -> bool {
    tags.iter().all(|tag| tag == Tag::Forward)
}

/// Returns the AD operator that a primitive denotes.
pub(super) fn operator(prim: Prim) -> Option<View> {
    Some(match prim {
        Prim::Perturb => View::Perturb,
        Prim::Unperturb => View::Unperturb,
        Prim::Sensitize => View::Sensitize,
        Prim::Unsensitize => View::Unsensitize,
        Prim::Reverse => View::Reverse,
        Prim::Unreverse => View::Unreverse,
        Prim::Primal => View::Primal,
        Prim::Tangent => View::Tangent,
        Prim::Zero => View::Zero,
        Prim::Bundle => View::Bundle,
        Prim::Plus => View::Plus,
        _ => return None,
    })
}

impl Machine {
    /// Evaluates a predicate on operands that lose the tags `off`; the answer gets the tags `on`. `None` if the
    /// primitive is not a predicate of scalars or shapes.
    pub(super) fn predicate(&mut self, prim: Prim, x: &[Value], off: [Tags; 2], on: Tags) -> Option<Value> {
        let answer = match (prim, x) {
            (Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast, [a, b]) => {
                let (a, b) = (self.innermost(*a, off[0])?, self.innermost(*b, off[1])?);
                self.operations += 1;
                return on_two(prim, a, b, on);
            }
            (Prim::IsZero, [a]) => self.innermost(*a, off[0])? == 0.0,
            (Prim::IsPositive, [a]) => self.innermost(*a, off[0])? > 0.0,
            (Prim::IsNegative, [a]) => self.innermost(*a, off[0])? < 0.0,
            (Prim::IsNull | Prim::IsPair | Prim::IsReal, [a]) => {
                let value = self.force(*a).ok()?;
                // A value without the tags is a fault, which the general path reports.
                if !off[0].is_prefix_of(value.tags()) {
                    return None;
                }
                value.tags() == off[0]
                    && match prim {
                        Prim::IsNull => matches!(value, Value::Nil(_)),
                        Prim::IsPair => matches!(value, Value::Pair(..)),
                        _ => matches!(value, Value::Real(..) | Value::Tower(..)),
                    }
            }
            _ => return None,
        };
        Some(Value::Boolean(on, answer))
    }

    /// Applies an AD operator that went through `forward`; `None` for other primitives or operands.
    #[inline]
    pub(super) fn commuting(&mut self, prim: Prim, x: &[Value], tags: Tags) -> Result<Option<Value>> {
        let Some(view) = operator(prim) else { return Ok(None) };
        let depth = tags.len();
        if x.iter().any(|x| !tags.is_prefix_of(x.tags())) {
            return Ok(None);
        }
        match (view, x) {
            (View::Bundle, [a, b]) => self.bundle_beneath(depth, *a, *b).map(Some),
            (View::Plus, [a, b]) => self.plus(*a, *b).map(Some),
            (View::Bundle | View::Plus, [pair]) => match self.force(*pair)? {
                Value::Pair(t, retag, at) if t == tags => {
                    let (a, b) = self.parts(retag, at)?;
                    self.commuting(prim, &[a, b], tags)
                }
                _ => Ok(None),
            },
            (_, [a]) => self.view_beneath(view, depth, *a).map(Some),
            _ => Ok(None),
        }
    }
}

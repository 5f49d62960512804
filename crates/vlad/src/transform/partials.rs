//! Reverse mode of a primitive beneath tags.
//!
//! The cotangents of its operands are computed by primitives beneath tags again, so no backpropagator is built for
//! it, and the surrounding backpropagator can be transformed like any other code. The partials of arithmetic come
//! from the rule table.

use retrograde_rules::{Primitive, Tree, symbolic};

use super::pushed;
use super::reverse::{Back, R, S};
use crate::anf::{Atom, Base, Constant, Op, Var, VarInfo};
use crate::core::Const;
use crate::error::Result;
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::Tags;

/// A statement [`Op::Primitive`] of the original code.
pub(super) struct Applied<'a> {
    pub(super) to: Var,
    pub(super) tags: Tags,
    pub(super) prim: Prim,
    pub(super) operands: &'a [(Atom, Tags)],
    /// The variables of the transformed code.
    pub(super) vars: &'a [VarInfo],
    pub(super) span: Span,
}

impl Applied<'_> {
    /// Adds the contributions of the result's cotangent to the cotangents of the operands.
    pub(super) fn undo(&self, seed: Atom, back: &mut Back) -> Result<()> {
        let seed = (seed, pushed(self.tags, S)?);
        match self.prim {
            Prim::Rule(rule) => return self.arithmetic(rule, seed, back),
            _ if self.prim.is_predicate() => {}
            Prim::Zero => {}
            Prim::Plus => {
                for (operand, tags) in self.operands {
                    let part = self.retagged(seed, pushed(*tags, S)?, back);
                    back.add(*operand, part, self.span);
                }
            }
            Prim::Real => self.pass(Prim::Real, seed, back)?,
            Prim::Perturb => self.pass(Prim::Unperturb, seed, back)?,
            Prim::Unperturb => self.pass(Prim::Perturb, seed, back)?,
            Prim::Sensitize => self.pass(Prim::Unsensitize, seed, back)?,
            Prim::Unsensitize => self.pass(Prim::Sensitize, seed, back)?,
            Prim::Reverse => self.pass(Prim::Unreverse, seed, back)?,
            Prim::Unreverse => self.pass(Prim::Reverse, seed, back)?,
            Prim::Bundle => {
                for ((operand, tags), part) in self.operands.iter().zip([Prim::Primal, Prim::Tangent]) {
                    if operand.var().is_some() {
                        let part = self.emit(part, pushed(*tags, S)?, &[seed], back);
                        back.add(*operand, part, self.span);
                    }
                }
            }
            // The cotangent of the other part of the bundle is zero.
            Prim::Primal | Prim::Tangent => {
                let [(operand @ Atom::Var(v), tags)] = self.operands else { return Ok(()) };
                let x = (Atom::Var(back.capture(*v, self.vars)), pushed(*tags, R)?);
                let is_primal = self.prim == Prim::Primal;
                let other = if is_primal { Prim::Tangent } else { Prim::Primal };
                let other = self.emit(other, x.1, &[x], back);
                let zero = (self.emit(Prim::Zero, seed.1, &[(other, x.1)], back), seed.1);
                let parts = if is_primal { [seed, zero] } else { [zero, seed] };
                let bundle = self.emit(Prim::Bundle, pushed(*tags, S)?, &parts, back);
                back.add(*operand, bundle, self.span);
            }
            _ => unreachable!("a primitive that only computes a value"),
        }
        Ok(())
    }

    /// Adds the result of a primitive, applied to the cotangent, to the cotangent of the only operand.
    fn pass(&self, prim: Prim, seed: (Atom, Tags), back: &mut Back) -> Result<()> {
        let [(operand @ Atom::Var(_), tags)] = self.operands else { return Ok(()) };
        let part = self.emit(prim, pushed(*tags, S)?, &[seed], back);
        back.add(*operand, part, self.span);
        Ok(())
    }

    fn arithmetic(&self, rule: Primitive, seed: (Atom, Tags), back: &mut Back) -> Result<()> {
        let mut known = Vec::new();
        for ((operand, tags), partial) in self.operands.iter().zip(symbolic::partials(rule, 0)) {
            if operand.var().is_none() {
                continue;
            }
            let tags = pushed(*tags, S)?;
            let part = match partial {
                Tree::Constant(0.0) => continue,
                Tree::Constant(1.0) => self.retagged(seed, tags, back),
                Tree::Constant(-1.0) => self.emit(Prim::Rule(Primitive::Neg), tags, &[seed], back),
                partial => {
                    let partial = self.partial(&partial, &mut known, back)?;
                    self.emit(Prim::Rule(Primitive::Mul), tags, &[partial, seed], back)
                }
            };
            back.add(*operand, part, self.span);
        }
        Ok(())
    }

    /// Returns the value of a partial at the operands, and its tags.
    fn partial(
        &self,
        tree: &Tree,
        known: &mut Vec<(Tree, (Atom, Tags))>,
        back: &mut Back,
    ) -> Result<(Atom, Tags)> {
        if let Some((_, value)) = known.iter().find(|(t, _)| t == tree) {
            return Ok(*value);
        }
        let tags = pushed(self.tags, R)?;
        let value = match tree {
            Tree::Argument(i) => match self.operands[*i] {
                (Atom::Var(v), tags) => (Atom::Var(back.capture(v, self.vars)), pushed(tags, R)?),
                (Atom::Const(c), tags) => (Atom::Const(super::pointwise::constant(R, c)?), pushed(tags, R)?),
            },
            Tree::Result => (Atom::Var(back.capture(self.to, self.vars)), tags),
            Tree::Constant(c) => (Atom::Const(Constant { tags, base: Base::Const(Const::Real(*c)) }), tags),
            Tree::Apply(rule, operands) => {
                let operands = operands
                    .iter()
                    .map(|operand| self.partial(operand, known, back))
                    .collect::<Result<Vec<_>>>()?;
                (self.emit(Prim::Rule(*rule), tags, &operands, back), tags)
            }
            Tree::Powi(..) => unreachable!("only a power has powers in its partials"),
        };
        known.push((tree.clone(), value));
        Ok(value)
    }

    /// Returns the same number with other tags.
    fn retagged(&self, (atom, off): (Atom, Tags), on: Tags, back: &mut Back) -> Atom {
        if off == on { atom } else { self.emit(Prim::Real, on, &[(atom, off)], back) }
    }

    fn emit(&self, prim: Prim, tags: Tags, operands: &[(Atom, Tags)], back: &mut Back) -> Atom {
        let to = back.fresh("u".into(), tags);
        back.push(Op::Primitive { to, tags, prim, operands: operands.to_vec() }, self.span);
        Atom::Var(to)
    }
}

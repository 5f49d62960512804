//! Splits primitives on bundles into primitives on primals and on tangents, which reverse mode needs for code that
//! went through `bundle`.
//!
//! The cotangent of a bundle is not a bundle of cotangents: the cotangent of its tangent contributes to the primals,
//! too. So before such code is reversed, each primitive beneath a `forward` tag becomes one for its value and others
//! for its tangent.

use std::sync::Arc;

use retrograde_rules::{Primitive, Tree, symbolic};

use crate::anf::{Atom, Base, Body, Code, Constant, Op, Statement, Var, VarInfo};
use crate::core::Const;
use crate::deep::deep;
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::{Tag, Tags};

/// Rewrites a code so that no primitive is applied beneath `forward`.
pub(super) fn apart(code: &Arc<Code>) -> Arc<Code> {
    if !has_bundles(&code.body) {
        return code.clone();
    }
    let mut code = (**code).clone();
    code.body = body(&code.body, &mut code.vars);
    Arc::new(code)
}

fn has_bundles(body: &Body) -> bool {
    body.statements.iter().any(|statement| match &statement.op {
        Op::Primitive { tags, .. } => tags.iter().any(|tag| tag == Tag::Forward),
        Op::If { then, otherwise, .. } => deep(|| has_bundles(then) || has_bundles(otherwise)),
        _ => false,
    })
}

fn body(from: &Body, vars: &mut Vec<VarInfo>) -> Body {
    let mut writer = Writer { vars, statements: Vec::new(), span: Span::NOWHERE };
    for Statement { op, span } in &from.statements {
        writer.span = *span;
        match op {
            Op::Primitive { to, tags, prim, operands } => writer.primitive(*to, *tags, *prim, operands),
            Op::If { to, tags, condition, then, otherwise } => {
                let mut arm = |arm| deep(|| body(arm, writer.vars));
                let (then, otherwise) = (arm(then), arm(otherwise));
                let op = Op::If { to: *to, tags: *tags, condition: *condition, then, otherwise };
                writer.push(op);
            }
            op => writer.push(op.clone()),
        }
    }
    Body { statements: writer.statements, result: from.result }
}

struct Writer<'a> {
    vars: &'a mut Vec<VarInfo>,
    statements: Vec<Statement>,
    span: Span,
}

/// A value and the tags that it loses.
type Operand = (Atom, Tags);

impl Writer<'_> {
    fn push(&mut self, op: Op) {
        self.statements.push(Statement { op, span: self.span });
    }

    fn emit(&mut self, prim: Prim, tags: Tags, operands: &[Operand]) -> Atom {
        self.vars.push(VarInfo { name: "u".into(), tags });
        let to = Var((self.vars.len() - 1) as u32);
        self.primitive(to, tags, prim, operands);
        Atom::Var(to)
    }

    fn primitive(&mut self, to: Var, tags: Tags, prim: Prim, operands: &[Operand]) {
        let Some((outer, rest)) = tags.without_forward() else {
            self.push(Op::Primitive { to, tags, prim, operands: operands.to_vec() });
            return;
        };
        let (mut primals, mut tangents) = (Vec::new(), Vec::new());
        for (x, off) in operands {
            let (outer, rest) = off.without_forward().unwrap_or((*off, *off));
            primals.push((self.emit(Prim::Primal, outer, &[(*x, outer)]), rest));
            let tangent = self.emit(Prim::Tangent, outer, &[(*x, outer)]);
            tangents.push((self.emit(Prim::Unperturb, outer, &[(tangent, outer)]), rest));
        }
        let y = (self.emit(prim, rest, &primals), rest);
        let t = match prim {
            Prim::Rule(rule) => self.tangent(rule, &primals, &tangents, y),
            _ if prim.is_predicate() => self.emit(Prim::Zero, rest, &[y]),
            _ => self.emit(prim, rest, &tangents),
        };
        let t = self.emit(Prim::Perturb, outer, &[(t, outer)]);
        let operands = [(y.0, outer), (t, outer)];
        self.primitive(to, outer, Prim::Bundle, &operands);
    }

    /// Adds the products of partials and tangents.
    fn tangent(&mut self, rule: Primitive, x: &[Operand], tangents: &[Operand], y: Operand) -> Atom {
        let mut known = Vec::new();
        let mut sum = None;
        for (tangent, partial) in tangents.iter().zip(symbolic::partials(rule, 0)) {
            let term = match partial {
                Tree::Constant(0.0) => continue,
                Tree::Constant(1.0) if tangent.1 == y.1 => tangent.0,
                Tree::Constant(1.0) => self.emit(Prim::Real, y.1, &[*tangent]),
                partial => {
                    let partial = self.partial(&partial, x, y, &mut known);
                    self.emit(Prim::Rule(Primitive::Mul), y.1, &[partial, *tangent])
                }
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => self.emit(Prim::Rule(Primitive::Add), y.1, &[(sum, y.1), (term, y.1)]),
            });
        }
        sum.unwrap_or_else(|| self.emit(Prim::Zero, y.1, &[y]))
    }

    fn partial(
        &mut self,
        tree: &Tree,
        x: &[Operand],
        y: Operand,
        known: &mut Vec<(Tree, Operand)>,
    ) -> Operand {
        if let Some((_, value)) = known.iter().find(|(t, _)| t == tree) {
            return *value;
        }
        let value = match tree {
            Tree::Argument(i) => x[*i],
            Tree::Result => y,
            Tree::Constant(c) => {
                (Atom::Const(Constant { tags: y.1, base: Base::Const(Const::Real(*c)) }), y.1)
            }
            Tree::Apply(rule, operands) => {
                let operands: Vec<_> = operands.iter().map(|o| self.partial(o, x, y, known)).collect();
                (self.emit(Prim::Rule(*rule), y.1, &operands), y.1)
            }
            Tree::Powi(..) => unreachable!("only a power has powers in its partials"),
        };
        known.push((tree.clone(), value));
        value
    }
}

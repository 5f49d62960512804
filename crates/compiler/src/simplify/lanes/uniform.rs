//! Values of integers that are the same in all iterations, and whose own type only rustc knows: `k as f64`, `k == 2`, the `k` of `x.powi(k)`.
//!
//! A kernel names the types of what it captures, and an integer without a written type may be an `i32` or a `usize`. Where it is used as
//! a number, a truth or an exponent, the type of that value is known: so the value is computed before the loop, in the type that rustc gives the integer, and captured in its place.
//!
//! Law: a value that may fail is computed if the first iteration computes it, and only then.

use super::rewrite::is_unknown;
use crate::ir::step::Step;
use crate::ir::*;
use crate::simplify::access::{Nodes, Touch};
use crate::sorted::Set;
use proc_macro2::Span;

/// The values that are computed before a loop.
pub(super) struct Uniform {
    values: Vec<(Var, Expr)>,
    may_fail: bool,
}

impl Uniform {
    /// Returns the body of a loop that reads such values in place of integers, and the values.
    pub(super) fn of(index: Var, body: &[Step], vars: &mut Variables) -> (Uniform, Vec<Step>) {
        let nodes = Nodes::of(body, vars);
        let changes = nodes.accesses().filter(|access| matches!(access.touch, Touch::Add | Touch::Change));
        let differing = changes.map(|access| access.place.base).chain([index]);
        let differing = differing.chain(nodes.all.iter().filter_map(|node| node.declares)).collect();
        let mut naming = Naming { differing, found: Uniform { values: vec![], may_fail: false }, vars };
        let body = naming.steps(body.to_vec(), true);
        (naming.found, body)
    }

    /// Returns the steps of a loop between two bounds, with the values before them.
    pub(super) fn before(self, mut steps: Vec<Step>, bounds: [Expr; 2]) -> Vec<Step> {
        let values = self.values.into_iter().map(|(var, value)| Step::Let { var, value });
        steps.splice(..0, values);
        if !self.may_fail {
            return steps;
        }
        let condition = Expr::Exact(Operator::Lt, bounds.into());
        vec![Step::If { condition, then: steps, otherwise: vec![] }]
    }
}

/// The naming of values in a body.
struct Naming<'a> {
    /// The variables that an iteration declares or changes.
    differing: Set<Var>,
    found: Uniform,
    vars: &'a mut Variables,
}

impl Naming<'_> {
    /// `runs` says that the first iteration runs the steps.
    fn steps(&mut self, steps: Vec<Step>, runs: bool) -> Vec<Step> {
        let one = |step: Step| {
            let is_run = matches!(&step, Step::Block(_))
                || matches!(&step, Step::For { range, .. } if has_first(range));
            let inside = runs && is_run;
            let step = step.with_expressions(&mut |e| self.named(e, runs));
            step.with_bodies(&mut |body| self.steps(body, inside))
        };
        steps.into_iter().map(one).collect()
    }

    /// Returns an expression that reads the values by their names.
    fn named(&mut self, e: &Expr, runs: bool) -> Expr {
        let value = match e {
            Expr::ToReal(_) => Some(Type::Real),
            Expr::ToExact(_, ty) => Some(Type::Exact(ty.clone().into())),
            Expr::Exact(op, _) if op.is_truth() => Some(Type::Exact(Scalar::Bool.into())),
            Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Exact(..) => None,
            Expr::Apply(..) | Expr::Powi(..) | Expr::Call(..) | Expr::Host(..) | Expr::Choose(..) => None,
            Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => None,
        };
        if let Some(read) = value.and_then(|ty| self.read(e, ty, runs)) {
            return read;
        }
        if let Expr::Powi(x, n) = e {
            let exponent = Type::Exact(Scalar::Integer(IntegerType::I32).into());
            let n = self.read(n, exponent, runs).unwrap_or_else(|| self.named(n, runs));
            return Expr::Powi(Box::new(self.named(x, runs)), Box::new(n));
        }
        let inside = runs && !matches!(e, Expr::Choose(..) | Expr::Exact(Operator::And | Operator::Or, _));
        e.map(&mut |part| self.named(part, inside))
    }

    /// Returns the read of a value that is named, if it is one of integers that are the same in all iterations.
    fn read(&mut self, e: &Expr, ty: Type, runs: bool) -> Option<Expr> {
        let mut of = None;
        e.reads(&mut |place| of = of.or(is_unknown(place.base, self.vars).then_some(place.base)));
        let of = of?;
        let may_fail = may_fail(e);
        let is_same = |place: &Place| {
            let is_exact = matches!(self.vars[place.base].ty.leaf(), Type::Exact(_));
            is_exact
                && !self.differing.contains(&self.vars.root(place.base))
                && !self.differing.contains(&place.base)
        };
        if !is_plain(e) || e.reads_any(|place| !is_same(place)) || may_fail && !runs {
            return None;
        }
        let known = self.found.values.iter().find(|(_, known)| known == e).map(|(var, _)| *var);
        let var = known.unwrap_or_else(|| {
            let outer = self.vars[of].clone();
            let name = format!("{}_value", outer.name);
            let role = Role::Binding;
            let value = Variable { name, ty, role, passing: Passing::Value, definition: None, ..outer };
            let var = self.vars.add(value);
            self.found.values.push((var, e.clone()));
            self.found.may_fail |= may_fail;
            var
        });
        Some(Expr::Read(Place::whole(var, Span::call_site())))
    }
}

/// True for a loop that is known to have an iteration.
fn has_first(range: &Range) -> bool {
    let known = |e: &Expr| if let Expr::Constant(constant) = e { constant.as_usize() } else { None };
    matches!((known(&range.start), known(&range.end)), (Some(start), Some(end)) if start < end)
}

/// True for arithmetic of integers that are read.
fn is_plain(e: &Expr) -> bool {
    let mut plain = matches!(
        e,
        Expr::Read(_)
            | Expr::Constant(_)
            | Expr::Length(_)
            | Expr::Exact(..)
            | Expr::ToExact(..)
            | Expr::ToReal(_)
    );
    e.each_part(&mut |part| plain &= is_plain(part));
    plain
}

/// True if a value may have none: a sum that is too large, a quotient by zero, an element outside of its array.
fn may_fail(e: &Expr) -> bool {
    let mut found = match e {
        Expr::Exact(op, _) => !op.is_truth() && *op != Operator::Not,
        Expr::Read(place) | Expr::Length(place) => !place.is_whole(),
        Expr::Real(..) | Expr::Constant(_) | Expr::Apply(..) | Expr::Powi(..) | Expr::Call(..) => false,
        Expr::ToReal(_) | Expr::ToExact(..) | Expr::Host(..) | Expr::Choose(..) => false,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    };
    e.each_part(&mut |part| found |= may_fail(part));
    found
}

//! Rewrites integers that change in some iterations only as real numbers, and loops with bounds of each iteration.

use super::Rewriting;
use crate::ir::step::Step;
use crate::ir::*;
use crate::simplify::access::Nodes;
use crate::simplify::lanes::{Reason, typed};
use proc_macro2::Span;

impl Rewriting {
    /// Returns a loop whose bounds differ between lanes, as one that runs until all lanes are through. All count alike.
    pub(super) fn counting(
        &self,
        index: Var,
        range: &Range,
        body: &[Step],
        span: Span,
        vars: &Variables,
    ) -> Result<Step, Reason> {
        let read = || Expr::Read(Place::whole(index, span));
        let is_plain = range.step.is_none() && range.nth.is_none() && !range.inclusive;
        if !is_plain || self.plan.is_varying(&range.start, vars) {
            return Err(format!(
                "the bounds of the loop over `{}` differ between iterations",
                vars[index].name
            ));
        }
        if range.falling && Nodes::of(body, vars).accesses().any(|a| a.place.base == index) {
            return Err(format!("`{}` falls from a number of each iteration", vars[index].name));
        }
        let goes_on = Expr::Exact(Operator::Lt, vec![read(), range.end.clone()]);
        let condition = self.condition(&goes_on, vars)?;
        let start = self.uniform(&range.start, vars)?;
        let mut body = self.steps(body, vars)?;
        body.push(Step::Update(Update {
            place: Place::whole(index, span),
            value: Expr::integer(1),
            group: Group::Sum,
            sign: Sign::Plus,
            written: None,
            span,
        }));
        Ok(Step::Block(vec![Step::Declare { var: index, value: start }, Step::While { condition, body }]))
    }

    /// The first such integer in an expression.
    pub(super) fn count_in(&self, e: &Expr) -> Option<Var> {
        let mut found = None;
        e.reads(&mut |place| {
            found = found.or(self.counts.contains_key(&place.base).then_some(place.base));
        });
        found
    }

    pub(super) fn reads_count(&self, e: &Expr) -> bool {
        e.reads_any(|place| self.counts.contains_key(&place.base))
    }

    /// Returns an integer as a real number: exact, as long as it is below 2⁵³. It has the type of the integers that it reads, or `of`.
    pub(super) fn counted(&self, e: &Expr, of: Option<Var>, vars: &Variables) -> Result<Expr, Reason> {
        let Some(of) = self.count_in(e) else {
            let value = self.exact(e, vars)?;
            let value = match of {
                Some(of) => typed::of_local(value, of, vars)?,
                None => value,
            };
            return Ok(Expr::ToReal(Box::new(value)));
        };
        let args = |args: &[Expr]| {
            args.iter().map(|arg| self.counted(arg, Some(of), vars)).collect::<Result<Vec<_>, _>>()
        };
        match e {
            Expr::Read(place) => Ok(Expr::Read(Place::whole(self.inside(place.base), place.span))),
            Expr::Exact(Operator::Add, sides) => Ok(Expr::Apply(Primitive::Add, args(sides)?)),
            Expr::Exact(Operator::Sub, sides) => Ok(Expr::Apply(Primitive::Sub, args(sides)?)),
            Expr::Exact(Operator::Mul, sides) => Ok(Expr::Apply(Primitive::Mul, args(sides)?)),
            other => Err(format!("`{}` differs between iterations", print::text::expression(other, vars))),
        }
    }
}

//! Runs iterations of a loop together, one in each lane of a vector register.
//!
//! A loop whose iterations commute, and which is marked `#[parallel]`, becomes [`Lanes`] and a loop for the iterations that
//! remain. So does one without a mark where it gains (`found`). A value that is the same in all iterations is *uniform*, every other one is *varying*. What the body
//! declares is varying: a number for each lane. Of the variables outside,
//! - those that are only read at uniform indices are captured: all lanes read the same number;
//! - elements that an iteration has to itself, `x[p * d + i]`, are loaded into a *row*, and stored from there;
//! - places to which all iterations add have a *sum* in each lane, which is added to them at the end.
//!
//! So the body names nothing outside, and runs with vectors in place of numbers as it is.
//!
//! An array of arrays is the numbers in it (`flat`). An array that is only read, or only added to, may be accessed by an index that each iteration computes: it is captured as it
//! is, or is a sum without lanes. A condition may be varying; `emit` runs both sides under masks. The steps mean what they
//! mean for one iteration alone, and the interpreter runs them so.
//!
//! Laws: bounds of loops and lengths of storage are uniform, and integers change in all iterations or in none. Sums are taken in another
//! order, that of primal places too; each row has the elements in the order of the program.

mod alike;
mod callees;
mod closed;
mod exact;
mod exchange;
mod flat;
mod found;
mod instances;
mod plan;
mod rewrite;
mod typed;
mod uniform;
mod wide;

use super::access::{Nodes, is_usize};
use super::commute::{Obstacle, obstacle};
use super::first::first;
use super::inner;
use super::scratch::scratch;
use crate::analysis::index::is_told;
use crate::ir::step::{Lanes, Procedure, Step, nested};
use crate::ir::*;
use crate::sorted::Set;
pub(crate) use flat::rows;
use found::Unmarked;
pub(crate) use found::{computes, gains};
pub use instances::Instances;
pub(super) use instances::instances;
use plan::Plan;
use proc_macro2::Span;
use rewrite::Rewriting;
use uniform::Uniform;

pub(crate) use alike::unlike;

/// The reason for which a loop stays scalar, with the words of the user.
pub(super) type Reason = String;

/// A loop that is marked `#[parallel]`, or that runs in lanes without a mark, and how it runs.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The index of the loop.
    pub index: Var,
    /// The head of the loop.
    pub span: Span,
    /// Its lanes, or the reason for which it stays scalar.
    pub lanes: Result<Lanes, String>,
}

/// Returns the marked loops of a program, and those that run in lanes without a mark, with the names that their lanes have.
pub(super) fn marked(procedure: Procedure) -> (Vec<Marked>, Variables) {
    fn each(steps: &[Step], unmarked: Unmarked, vars: &mut Variables, found: &mut Vec<Marked>) {
        for step in steps {
            match step {
                // The loop behind it has the iterations that remain.
                Step::Lanes(lanes) => {
                    let (index, span) = (lanes.index, lanes.span);
                    found.push(Marked { index, span, lanes: Ok((**lanes).clone()) });
                }
                Step::For { index, .. } if found.iter().any(|known| known.index == *index) => {}
                Step::For { index, span, .. } => match together(step, unmarked, vars) {
                    Some(lanes) => {
                        let lanes = lanes.map(|found| found.lanes);
                        found.push(Marked { index: *index, span: *span, lanes });
                    }
                    None => nested(step).into_iter().for_each(|inner| each(inner, unmarked, vars, found)),
                },
                other => nested(other).into_iter().for_each(|inner| each(inner, unmarked, vars, found)),
            }
        }
    }
    // In a finished program the lanes are there, and no other loop is tried.
    let unmarked = if has_lanes(&procedure.steps) { Unmarked::Never } else { chosen(&procedure).0 };
    let (mut vars, mut found) = (procedure.vars, Vec::new());
    each(&procedure.steps, unmarked, &mut vars, &mut found);
    (found, vars)
}

/// True if iterations run together in steps.
pub(super) fn has_lanes(steps: &[Step]) -> bool {
    let is_one = |step: &Step| matches!(step, Step::Lanes(_)) || nested(step).into_iter().any(has_lanes);
    steps.iter().any(is_one)
}

/// Returns the program with its parallel loops in lanes, where that is possible, and with those as well that have no mark and gain.
pub(super) fn in_lanes(procedure: Procedure) -> Procedure {
    callees::in_order(chosen(&procedure).1.unwrap_or(procedure))
}

/// Returns the loops without a mark that may run in lanes, and the program with loops in lanes if it may have some.
fn chosen(procedure: &Procedure) -> (Unmarked, Option<Procedure>) {
    let made = |unmarked| {
        let mut made = procedure.clone();
        made.steps = loops(made.steps, unmarked, &mut made.vars);
        made
    };
    let unmarked = Unmarked::of(procedure);
    if unmarked == Unmarked::Never && !procedure.vars.has_parallel() {
        return (unmarked, None);
    }
    let all = made(unmarked);
    if unmarked == Unmarked::All && exact::decides(&all.steps, &exact::Origin::Loops, &all.vars) {
        let alone = Unmarked::OfCotangents;
        return (alone, Some(made(alone)));
    }
    (unmarked, Some(all))
}

fn loops(steps: Vec<Step>, unmarked: Unmarked, vars: &mut Variables) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match together(&step, unmarked, vars) {
            Some(Ok(found)) => out.extend(found.steps()),
            Some(Err(_)) | None => out.push(step.with_bodies(&mut |body| loops(body, unmarked, vars))),
        }
    }
    out
}

/// A loop in lanes.
struct InLanes {
    /// The values that are computed before it.
    values: Uniform,
    lanes: Lanes,
    /// The loop over the iterations that remain.
    rest: Step,
}

impl InLanes {
    fn steps(self) -> Vec<Step> {
        let (start, end) = (self.lanes.start.clone(), self.lanes.end.clone());
        self.values.before(vec![Step::Lanes(Box::new(self.lanes)), self.rest], [start, end])
    }
}

/// Returns the lanes of a loop that is marked, or the reason for which it stays scalar, or the lanes of a loop that gains by them.
fn together(step: &Step, unmarked: Unmarked, vars: &mut Variables) -> Option<Result<InLanes, Reason>> {
    let Step::For { index, range, body, .. } = step else { return None };
    // Loops inside capture it, `w[k]`, and name its type.
    if !vars.is_usize(*index) && !is_told(range, vars) {
        let nodes = Nodes::of(std::slice::from_ref(step), vars);
        if is_usize(*index, range, &nodes, vars) {
            vars.note_usize(*index);
        }
    }
    if vars.is_parallel(*index) {
        return Some(lanes(step, vars));
    }
    let found = unmarked.tries(*index, range, body, vars).then(|| lanes(step, vars))?;
    found.ok().filter(|found| unmarked.takes(&found.lanes, vars)).map(Ok)
}

/// Returns a loop in lanes, or the reason for which it stays scalar.
fn lanes(step: &Step, vars: &mut Variables) -> Result<InLanes, Reason> {
    let Step::For { index, range, body: written, span } = step else {
        return Err("it is no counted loop".into());
    };
    if vars.is_alone(*index) {
        return Err(
            "it decides by numbers with other last digits in lanes, and not all programs can run it there"
                .into(),
        );
    }
    if range.step.is_some() || range.inclusive {
        return Err("its indices are not those of `a..b`".into());
    }
    let (values, body) = Uniform::of(*index, &exchange::assigned(written, vars), vars);
    let alone = Step::For { index: *index, range: range.clone(), body, span: *span };
    let Step::For { body, .. } = &alone else { return Err(Reason::new()) };
    let nodes = Nodes::of(std::slice::from_ref(&alone), vars);
    if !is_usize(*index, range, &nodes, vars) {
        return Err(
            "nothing shows that its index is a `usize`: write the type of a bound, `0..100_usize`".into()
        );
    }
    match obstacle(&nodes, 0, vars) {
        Some(Obstacle::Shared(var)) if vars[var].role == Role::Tape => return Err("it records".into()),
        Some(_) => return Err("an iteration reads what another one changes".into()),
        // Their order is arbitrary, also where the loop falls in the text.
        None => {}
    }
    let plan = Plan::of(nodes, *index, body, &Set::new(), vars)?;
    let rewriting = Rewriting::new(plan, *index, *span, vars)?;
    let body = rewriting.steps(body, vars)?;
    // Storage of the body is allocated before the loop.
    let alone = Step::For { index: *index, range: range.clone(), body, span: *span };
    let mut head = scratch(vec![alone], vars);
    let body = match head.pop() {
        Some(Step::For { body, .. }) => body,
        // The storage has a length whose evaluation may fail: it is made in each iteration.
        other => {
            let mut found = None;
            if let Some(Step::If { mut then, .. }) = other {
                if let Some(Step::For { body, .. }) = then.pop() {
                    head.append(&mut then);
                    found = Some(body);
                }
            }
            found.ok_or_else(|| Reason::from("its storage depends on the iteration"))?
        }
    };
    let body = inner::inner(first(&head, body, vars), vars, inner::Sums::Whole { lanes: *index });
    let first = rewriting.first(vars);
    let (truths, counts) = (rewriting.truths(), rewriting.counts());
    let Rewriting { captures, lengths, rows, sums, scattered, .. } = rewriting;
    let (start, end) = (range.start.clone(), range.end.clone());
    let mut lanes = Lanes {
        wide: false,
        first,
        index: *index,
        start,
        end,
        captures,
        lengths,
        rows,
        sums,
        scattered,
        truths,
        counts,
        head,
        body,
        span: *span,
    };
    if let Some(reason) = closed::open(&lanes, vars) {
        return Err(reason);
    }
    lanes.wide = wide::is_wide(&lanes, vars);
    // Where nothing runs in lanes these are all iterations, in the order of the text.
    let rest = Range { start: Expr::Read(Place::whole(first, *span)), ..range.clone() };
    let rest = Step::For { index: *index, range: rest, body: written.clone(), span: *span };
    Ok(InLanes { values, lanes, rest })
}

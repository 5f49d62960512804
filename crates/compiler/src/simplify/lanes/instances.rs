//! Runs instances of a whole program together, one in each lane.
//!
//! Takes a program whose parameters are numbers, arrays of numbers, and exact values; returns one that runs with vectors in place
//! of numbers. Each lane has numbers of its own; exact parameters are the same for all. So the program is the body of a parallel
//! loop that names nothing outside, and the laws are those of the body of such a loop.

use super::Reason;
use super::plan::Plan;
use super::rewrite::Rewriting;
use crate::ir::step::{Procedure, Step};
use crate::ir::*;
use crate::simplify::access::Nodes;
use crate::simplify::{inner, scratch};
use crate::sorted::Set;
use proc_macro2::Span;

/// A program whose instances run together.
#[derive(Clone, Debug)]
pub struct Instances {
    /// The program, with vectors in place of numbers.
    pub procedure: Procedure,
    /// The number of the instance in the first lane; nothing reads it.
    pub index: Var,
    /// The truths that it declares, one for each lane, and the stacks that keep them.
    pub truths: Set<Var>,
}

/// Returns a program with its instances in lanes, or the reason for which they run one by one.
pub(in crate::simplify) fn instances(mut procedure: Procedure) -> Result<Instances, Reason> {
    let span = Span::call_site();
    let vars = &mut procedure.vars;
    let index = vars.add(Variable {
        name: "instance".into(),
        span,
        ty: Type::Exact(Exact::Discrete),
        role: Role::Index,
        passing: Passing::Value,
        active: false,
        detached: false,
        definition: None,
    });
    let mut own = Set::new();
    for (of, shadow) in procedure.params.iter().copied().chain(procedure.output) {
        own.extend([of].into_iter().chain(shadow));
        // It is one shadow for all lanes, behind a reference.
        let inputs = shadow.filter(|shadow| vars[*shadow].role == Role::InputShadow);
        if let Some(shadow) = inputs {
            (vars[shadow].role, vars[shadow].passing) = (Role::Shadow, Passing::Mutable);
        }
    }
    let range = Range::between(Expr::integer(0), Expr::integer(1));
    let body = std::mem::take(&mut procedure.steps);
    let alone = [Step::For { index, range, body, span }];
    let nodes = Nodes::of(&alone, vars);
    let [Step::For { body, .. }] = &alone else { return Err(Reason::new()) };
    let plan = Plan::of(nodes, index, body, &own, vars)?;
    let rewriting = Rewriting::new(plan, index, span, vars)?;
    let body = rewriting.steps(body, vars)?;
    let truths = rewriting.truths();
    let body = scratch::scratch(body, vars);
    procedure.steps = inner::inner(body, vars, inner::Sums::Whole { lanes: index });
    procedure.checked = None;
    Ok(Instances { procedure, index, truths })
}

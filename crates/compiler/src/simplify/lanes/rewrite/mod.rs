//! Rewrites the body of a parallel loop so that it names captures, rows and sums in place of what is outside.
//!
//! Here is what is named; `steps`, `values`, `counts`, `calls` and `places` rewrite with those names.

mod calls;
mod counts;
mod places;
mod steps;
mod values;

use super::Reason;
use super::plan::Plan;
use crate::analysis::region::Polynomial;
use crate::ir::step::{Capture, Row, RowTouch};
use crate::ir::*;
use crate::sorted::{Map, Set};
use proc_macro2::Span;

/// The names inside of what is outside.
pub(super) struct Rewriting {
    plan: Plan,
    index: Var,
    pub(super) captures: Vec<Capture>,
    pub(super) lengths: Vec<Capture>,
    pub(super) rows: Vec<Row>,
    pub(super) sums: Vec<Capture>,
    pub(super) scattered: Set<Var>,
    /// The real numbers that count in place of integers.
    counts: Map<Var, Var>,
    /// The truths in place of decisions that are kept as numbers.
    decisions: Map<Var, Var>,
}

impl Rewriting {
    pub(super) fn new(plan: Plan, index: Var, span: Span, vars: &mut Variables) -> Result<Rewriting, Reason> {
        let mut rewriting = Rewriting {
            plan,
            index,
            captures: vec![],
            lengths: vec![],
            rows: vec![],
            sums: vec![],
            scattered: Set::new(),
            counts: Map::new(),
            decisions: Map::new(),
        };
        for of in rewriting.plan.truths.clone() {
            let local = named(of, "", Type::Exact(Exact::Discrete), Role::Binding, vars);
            rewriting.decisions.insert(of, local);
        }
        for of in rewriting.plan.counts.clone() {
            let local = named(of, "", Type::Real, Role::Ancilla, vars);
            rewriting.counts.insert(of, local);
        }
        for var in rewriting.plan.measured.clone() {
            rewriting.measure(var, vars);
        }
        for var in rewriting.plan.captured.clone() {
            rewriting.capture(var, vars)?;
        }
        for var in rewriting.plan.summed.clone() {
            let ty = of_lanes(&vars[var].ty);
            let role = if is_shadow(var, vars) { Role::Shadow } else { Role::Ancilla };
            let local = named(var, "lanes", ty, role, vars);
            rewriting.sums.push(Capture { of: var, local });
            if rewriting.plan.scattered.contains(&var) {
                rewriting.scattered.insert(local);
            }
        }
        let planned: Vec<Var> = rewriting.plan.rows.keys().copied().collect();
        for of in planned {
            for at in 0..rewriting.plan.rows[&of].len() {
                let plan = &rewriting.plan.rows[&of][at];
                let (stride, touch) = (plan.stride.expr(), plan.touch);
                let moved =
                    Expr::Exact(Operator::Mul, vec![Expr::Read(Place::whole(index, span)), stride.clone()]);
                let moved = Polynomial::of(&moved, vars);
                let (start, length) = match &plan.offset {
                    Some(offset) => (moved.plus(offset, 1).expr(), None),
                    None => (moved.expr(), Some(stride.clone())),
                };
                let ty = match length {
                    None => Type::Real,
                    Some(_) => Type::Vec(Box::new(Type::Real)),
                };
                let role = match (is_shadow(of, vars), touch) {
                    (true, _) => Role::Shadow,
                    (false, RowTouch::Read) => Role::Binding,
                    (false, RowTouch::Add | RowTouch::AddFirst | RowTouch::Change) => Role::Ancilla,
                };
                let local = named(of, "row", ty, role, vars);
                rewriting.rows.push(Row { of, local, start, stride, length, touch });
            }
        }
        for at in 0..rewriting.rows.len() {
            let row = rewriting.rows[at].clone();
            rewriting.rows[at].start = rewriting.outside(&row.start, vars)?;
            rewriting.rows[at].stride = rewriting.outside(&row.stride, vars)?;
            rewriting.rows[at].length =
                row.length.map(|length| rewriting.outside(&length, vars)).transpose()?;
        }
        Ok(rewriting)
    }

    /// Declares the variable for the first iteration that remains.
    pub(super) fn first(&self, vars: &mut Variables) -> Var {
        vars.add(Variable {
            name: "first".into(),
            span: Span::call_site(),
            ty: Type::Exact(Exact::Discrete),
            role: Role::Binding,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        })
    }

    fn measure(&mut self, of: Var, vars: &mut Variables) {
        if self.lengths.iter().all(|c| c.of != of) {
            let local = named(of, "length", Type::Exact(Exact::Discrete), Role::Binding, vars);
            self.lengths.push(Capture { of, local });
        }
    }

    fn capture(&mut self, of: Var, vars: &mut Variables) -> Result<(), Reason> {
        if self.captures.iter().any(|c| c.of == of) {
            return Ok(());
        }
        if is_unknown(of, vars) {
            let name = &vars[of].name;
            return Err(match vars[of].ty.depth() {
                0 => format!("the type of `{name}` is unknown"),
                _ => format!(
                    "the type of the integers in `{name}` is unknown: write it where `{name}` is bound, `[i32; 3]`"
                ),
            });
        }
        let definition = match vars[of].definition.clone() {
            Some(definition) if vars[of].ty.depth() == 0 => self.outside(&definition, vars).ok(),
            _ => None,
        };
        let role = if matches!(vars[of].ty.leaf(), Type::Real) { Role::Uniform } else { Role::Binding };
        let ty = match &vars[of].ty {
            ty if ty.depth() > 1 => Type::Slice(Box::new(ty.leaf().clone())),
            Type::Vec(item) => Type::Slice(item.clone()),
            other => other.clone(),
        };
        let local = named(of, "", ty, role, vars);
        vars[local].definition = definition;
        self.captures.push(Capture { of, local });
        Ok(())
    }

    /// Returns an exact expression with captures, of which those that are missing are added: a bound of the loop, or of a row.
    pub(super) fn outside(&mut self, e: &Expr, vars: &mut Variables) -> Result<Expr, Reason> {
        let (mut read, mut measured) = (Vec::new(), Vec::new());
        e.reads(&mut |place| read.push(place.base));
        e.lengths(&mut |place| measured.push(place.base));
        for var in measured {
            if !self.plan.private.contains(&var) {
                self.measure(var, vars);
            }
        }
        for var in read {
            if var == self.index || self.plan.private.contains(&var) {
                continue;
            }
            let plain = matches!(vars[var].ty.leaf(), Type::Exact(_)) && vars[var].ty.depth() <= 1;
            if !plain || vars.field_path(var).is_some() || vars[var].name == "self" {
                return Err(format!("a bound depends on `{}`", vars[var].name));
            }
            self.capture(var, vars)?;
        }
        self.exact(e, vars)
    }

    /// Returns the truth or the real number in place of an integer.
    pub(super) fn inside(&self, number: Var) -> Var {
        self.counts.get(&number).or_else(|| self.decisions.get(&number)).copied().unwrap_or(number)
    }

    /// True if the body counts integers as real numbers.
    pub(super) fn counts(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Returns the truths of the body, and the stacks that keep them.
    pub(super) fn truths(&self) -> Set<Var> {
        self.decisions.values().chain(&self.plan.stacks[0]).copied().collect()
    }
}

/// True for integers of which nothing shows that they are a `usize`, a type, a use or a definition: the kernel names the types of what it captures.
pub(super) fn is_unknown(var: Var, vars: &Variables) -> bool {
    matches!(vars[var].ty.leaf(), Type::Exact(Exact::Unknown | Exact::Discrete))
        && shown(var, vars) != Some(true)
}

/// Returns what shows the type of an integer: true for a `usize`, false for another type, nothing for literals alone.
fn shown(var: Var, vars: &Variables) -> Option<bool> {
    if vars.is_usize(var) {
        return Some(true);
    }
    if let Some(definition) = &vars[var].definition {
        return counts(definition, vars);
    }
    let range = vars.indices().find(|(index, _)| *index == var);
    range.map_or(Some(false), |(_, range)| all([&range.start, &range.end], vars))
}

/// Returns what shows the type of integers that have one type.
fn all<'e>(exprs: impl IntoIterator<Item = &'e Expr>, vars: &Variables) -> Option<bool> {
    let shown = exprs.into_iter().filter_map(|e| counts(e, vars));
    shown.reduce(|one, other| one && other)
}

fn counts(e: &Expr, vars: &Variables) -> Option<bool> {
    let is_usize = |ty: &ExactType| Some(ty.scalar() == Some(Scalar::USIZE));
    match e {
        Expr::Constant(Constant::Integer(integer)) => {
            integer.ty.map(|ty| Scalar::Integer(ty) == Scalar::USIZE)
        }
        Expr::Length(_) => Some(true),
        Expr::Read(place) => match vars.type_of(place) {
            Type::Exact(Exact::Written(ty)) => is_usize(&ty),
            Type::Exact(Exact::Unknown | Exact::Discrete) if place.is_whole() => shown(place.base, vars),
            Type::Exact(Exact::Unknown | Exact::Discrete) => Some(false),
            Type::Real | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => Some(false),
            Type::Map(..) | Type::Structure(_) | Type::Unknown => Some(false),
        },
        Expr::Exact(op, args) if op.is_arithmetic() => all(args, vars),
        Expr::ToExact(_, ty) => is_usize(ty),
        Expr::Choose(_, a, b) => all([&**a, &**b], vars),
        Expr::Exact(..) | Expr::Constant(_) | Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) => {
            Some(false)
        }
        Expr::ToReal(_) | Expr::Call(..) | Expr::Host(..) | Expr::List(_) => Some(false),
        Expr::Fill { .. } | Expr::Structure(..) => Some(false),
    }
}

fn is_shadow(var: Var, vars: &Variables) -> bool {
    matches!(vars[var].role, Role::Shadow | Role::InputShadow)
}

/// Returns the type of the numbers of all lanes.
fn of_lanes(ty: &Type) -> Type {
    if ty.depth() == 0 { ty.clone() } else { Type::Vec(Box::new(ty.leaf().clone())) }
}

/// Adds a variable that stands for one outside.
fn named(of: Var, suffix: &str, ty: Type, role: Role, vars: &mut Variables) -> Var {
    let outer = vars[of].clone();
    let name = if suffix.is_empty() { outer.name.clone() } else { format!("{}_{suffix}", outer.name) };
    vars.add(Variable { name, ty, role, passing: Passing::Value, definition: None, ..outer })
}

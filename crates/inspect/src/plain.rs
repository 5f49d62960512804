//! A program as a person would write it by hand: for one row, where a cotangent is a number like any other.
//!
//! Takes the steps of a program that propagates cotangents of any type, and returns those of the same program for
//! cotangents of the real type: `x_bar = x_bar.plus(s.scaled(p))` becomes `x_bar += p * s`. For people; emitted code
//! stays generic.
//!
//! Law: at `C = T` both mean the same, up to the order of factors.

use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Cotangent, Procedure, Step};
use retrograde_compiler::ir::*;
use retrograde_compiler::simplify::access::touched;
use std::cell::Cell;

/// Returns the program with real cotangents.
pub(crate) fn plain(procedure: Procedure) -> Procedure {
    let Procedure { program, mut vars, params, output, tape, steps, checked, ahead } = procedure;
    for shadow in params.iter().filter_map(|(_, shadow)| *shadow) {
        // A person passes a cotangent that is only added to as `&mut` too.
        vars[shadow].passing = Passing::Mutable;
        vars[shadow].role = Role::Shadow;
    }
    let steps = asked_for(rewritten(steps, &vars), &vars);
    unlend(&steps, &mut vars);
    Procedure { program, vars, params, output, tape, steps, checked, ahead }
}

/// Removes cotangents that are never read.
fn asked_for(mut steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let asked = Cell::new(true);
    while asked.replace(false) {
        let read = touched(&steps, vars);
        steps = without(steps, &|var| {
            let idle = vars[var].role == Role::Shadow && !read.contains(&var);
            asked.set(asked.get() || idle);
            idle
        });
    }
    steps
}

fn without(steps: Vec<Step>, idle: &dyn Fn(Var) -> bool) -> Vec<Step> {
    let kept = steps
        .into_iter()
        .filter(|step| !matches!(step, Step::Let { var, .. } | Step::Declare { var, .. } if idle(*var)));
    kept.map(|step| step.with_bodies(&mut |body| without(body, idle))).collect()
}

/// A local of a program is not a reference when a person writes it.
fn unlend(steps: &[Step], vars: &mut Variables) {
    for step in steps {
        match step {
            Step::DeclareZero { shadow, .. } if vars[*shadow].role == Role::Shadow => {
                vars[*shadow].passing = Passing::Value;
            }
            Step::For { body, .. } | Step::While { body, .. } | Step::Block(body) => unlend(body, vars),
            Step::Lanes(lanes) => {
                unlend(&lanes.head, vars);
                unlend(&lanes.body, vars);
            }
            Step::If { then, otherwise, .. } => {
                unlend(then, vars);
                unlend(otherwise, vars);
            }
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => {}
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => {}
            Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Window { .. } => {}
            Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => {}
        }
    }
}

fn rewritten(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    steps.into_iter().map(|step| one(step, vars)).collect()
}

fn one(step: Step, vars: &Variables) -> Step {
    match step {
        Step::Accumulate { place, value } if is_real(&place, vars) && is_real(&value.seed, vars) => {
            let (sign, span) = (value.sign, place.span);
            let value = number(&Cotangent { sign: Sign::Plus, ..value }, vars);
            Step::Update(Update { place, group: Group::Sum, sign, value, written: None, span: *span })
        }
        Step::Seed { var, value } if is_real(&value.seed, vars) => {
            Step::Declare { var, value: number(&value, vars) }
        }
        Step::DeclareZero { shadow, primal } => match &vars[shadow].ty {
            Type::Real => Step::Declare { var: shadow, value: Expr::real(0.0, vars[primal].span) },
            ty @ Type::Array(..) => Step::Declare { var: shadow, value: ty.zero(None, vars[primal].span) },
            Type::Exact(_) | Type::Structure(Named::Number(_)) => Step::DeclareZero { shadow, primal },
            Type::Slice(_) | Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => {
                Step::DeclareZero { shadow, primal }
            }
        },
        other => other.with_bodies(&mut |body| rewritten(body, vars)),
    }
}

/// True if a place is one real number.
fn is_real(place: &Place, vars: &Variables) -> bool {
    let indexed = place.path.iter().all(|projection| matches!(projection, Projection::Index(_)));
    indexed && vars[place.base].ty.is_real() && vars[place.base].ty.depth() == place.path.len()
}

/// `± factor · seed`
fn number(cotangent: &Cotangent, vars: &Variables) -> Expr {
    let seed = Expr::Read(cotangent.seed.clone());
    let value = match &cotangent.factor {
        None => seed,
        Some(Expr::Apply(Primitive::Div, args)) if matches!(args[0], Expr::Real(Real(1.0), _)) => {
            Expr::Apply(Primitive::Div, vec![seed, args[1].clone()])
        }
        // A reference is read first: `*y_bar * p` rather than `p * *y_bar`.
        Some(factor) if cotangent.seed.is_whole() && vars[cotangent.seed.base].passing != Passing::Value => {
            Expr::Apply(Primitive::Mul, vec![seed, doubled(factor, vars)])
        }
        Some(factor) => Expr::Apply(Primitive::Mul, vec![doubled(factor, vars), seed]),
    };
    match cotangent.sign {
        Sign::Plus => value,
        Sign::Minus => Expr::Apply(Primitive::Neg, vec![value]),
    }
}

/// `2 x` rather than `x + x`.
fn doubled(factor: &Expr, vars: &Variables) -> Expr {
    match factor {
        Expr::Apply(Primitive::Add, args)
            if args.len() == 2 && text::expression(&args[0], vars) == text::expression(&args[1], vars) =>
        {
            let two = Expr::real(2.0, proc_macro2::Span::call_site());
            Expr::Apply(Primitive::Mul, vec![two, args[0].clone()])
        }
        _ => factor.clone(),
    }
}

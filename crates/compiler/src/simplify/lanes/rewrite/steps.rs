//! Rewrites steps, one by one.

use super::Rewriting;
use super::values::returns_number;
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use crate::simplify::lanes::Reason;

impl Rewriting {
    pub(in crate::simplify::lanes) fn steps(
        &self,
        steps: &[Step],
        vars: &Variables,
    ) -> Result<Vec<Step>, Reason> {
        // An integer of an iteration is computed from its index where it is read.
        let is_integer =
            |step: &&Step| matches!(step, Step::Let { var, .. } if self.plan.integers.contains_key(var));
        steps.iter().filter(|step| !is_integer(step)).map(|step| self.step(step, vars)).collect()
    }

    fn step(&self, step: &Step, vars: &Variables) -> Result<Step, Reason> {
        Ok(match step {
            Step::Let { var, value } if self.plan.truths.contains(var) => {
                let truth = self.plan.truth_of(value).unwrap_or(value);
                Step::Let { var: self.inside(*var), value: self.condition(truth, vars)? }
            }
            Step::Declare { var, value } if self.plan.stacks.iter().any(|stacks| stacks.contains(var)) => {
                if !matches!(value, Expr::Fill { length, .. } if length.is_zero()) {
                    return Err(format!("`{}` is not empty at its start", vars[*var].name));
                }
                let none = Expr::real(0.0, vars[*var].span);
                let value =
                    Expr::Fill { value: Box::new(none), length: Box::new(Expr::integer(0)), heap: true };
                Step::Declare { var: *var, value }
            }
            Step::Declare { var, value } if self.counts.contains_key(var) => {
                Step::Declare { var: self.counts[var], value: self.counted(value, Some(*var), vars)? }
            }
            Step::Set { var, value } if self.counts.contains_key(var) => {
                Step::Set { var: self.counts[var], value: self.counted(value, Some(*var), vars)? }
            }
            Step::Update(u) if self.counts.contains_key(&u.place.base) => {
                if u.group != Group::Sum {
                    return Err(format!(
                        "`{}` is multiplied in some iterations only",
                        vars[u.place.base].name
                    ));
                }
                let place = Place::whole(self.counts[&u.place.base], u.place.span);
                Step::Update(Update {
                    place,
                    value: self.counted(&u.value, Some(u.place.base), vars)?,
                    ..u.clone()
                })
            }
            Step::Let { var, value } | Step::Declare { var, value } | Step::Set { var, value }
                if calls_host(*var, value, vars) =>
            {
                return Err(format!(
                    "the value of `{}` has no cotangent, and may be of ordinary Rust",
                    vars[*var].name
                ));
            }
            Step::Let { var, value } => {
                if let Expr::Call(callee, _) = value {
                    returns_number(callee, &vars[*var].ty)?;
                }
                Step::Let { var: *var, value: self.value(*var, value, vars)? }
            }
            Step::Declare { var, value } => {
                if let Expr::Call(callee, _) = value {
                    returns_number(callee, &vars[*var].ty)?;
                }
                Step::Declare { var: *var, value: self.value(*var, value, vars)? }
            }
            Step::Set { var, value } => Step::Set { var: *var, value: self.value(*var, value, vars)? },
            Step::DeclareZero { shadow, primal } => {
                if !self.plan.private.contains(primal) && !matches!(vars[*shadow].ty, Type::Real) {
                    return Err(format!("the shadow of `{}` is made in it", vars[*primal].name));
                }
                Step::DeclareZero { shadow: *shadow, primal: *primal }
            }
            Step::Refill { place, value, primal } => {
                let value = value.as_ref().map(|value| self.value(place.base, value, vars)).transpose()?;
                match (self.place(place, vars)?, value) {
                    // The element is a row of one number.
                    (inside, Some(value)) if inside.is_whole() && !place.is_whole() => {
                        Step::Set { var: inside.base, value }
                    }
                    (place, value) => Step::Refill { place, value, primal: *primal },
                }
            }
            Step::Update(u) if calls_host(u.place.base, &u.value, vars) => {
                return Err(format!(
                    "what is added to `{}` may be of ordinary Rust",
                    vars[u.place.base].name
                ));
            }
            Step::Update(u) => {
                let (place, value) = (self.place(&u.place, vars)?, self.value(u.place.base, &u.value, vars)?);
                if u.group != Group::Sum && !self.plan.private.contains(&u.place.base) {
                    return Err(format!("`{}` is multiplied", vars[u.place.base].name));
                }
                Step::Update(Update { place, value, ..u.clone() })
            }
            Step::Seed { var, value } => Step::Seed { var: *var, value: self.cotangent(value, vars)? },
            Step::Accumulate { place, value } => {
                Step::Accumulate { place: self.place(place, vars)?, value: self.cotangent(value, vars)? }
            }
            Step::For { index, range, body, span } if self.plan.has_own_bounds(range, vars) => {
                self.counting(*index, range, body, *span, vars)?
            }
            Step::For { index, range, body, span } => {
                let mut range = range.clone();
                range.start = self.uniform(&range.start, vars)?;
                range.end = self.uniform(&range.end, vars)?;
                range.step = range.step.map(|step| self.uniform(&step, vars)).transpose()?;
                Step::For { index: *index, range, body: self.steps(body, vars)?, span: *span }
            }
            Step::If { condition, then, otherwise } => Step::If {
                condition: self.condition(condition, vars)?,
                then: self.steps(then, vars)?,
                otherwise: self.steps(otherwise, vars)?,
            },
            Step::Block(body) => Step::Block(self.steps(body, vars)?),
            Step::While { condition, body } => {
                Step::While { condition: self.condition(condition, vars)?, body: self.steps(body, vars)? }
            }
            Step::Call { callee, program, args, span } => Step::Call {
                callee: callee.clone(),
                program: *program,
                args: self.arguments(callee, args, vars)?,
                span: *span,
            },
            Step::CallAdjoint { callee, program, args, span } => Step::CallAdjoint {
                callee: callee.clone(),
                program: *program,
                args: self.shadowed(callee, args, vars)?,
                span: *span,
            },
            Step::Pull { value, callee, seed, args, span } => {
                returns_number(callee, &vars.type_of(&seed.seed))?;
                let (seed, args) = (self.cotangent(seed, vars)?, self.shadowed(callee, args, vars)?);
                Step::Pull { value: *value, callee: callee.clone(), seed, args, span: *span }
            }
            Step::Window { .. } | Step::Lanes(_) => return Err("it is in lanes already".into()),
            Step::Push { stack, number } if self.plan.private.contains(stack) => {
                Step::Push { stack: *stack, number: self.inside(*number) }
            }
            Step::Pop { stack, number, .. } if self.plan.private.contains(stack) => {
                Step::Pop { stack: *stack, number: self.inside(*number), like: None }
            }
            Step::Push { .. } | Step::Pop { .. } => return Err("it records".into()),
            Step::Check(_) | Step::Safe(_) => return Err("it checks, or runs ordinary Rust".into()),
        })
    }

    fn cotangent(&self, c: &Cotangent, vars: &Variables) -> Result<Cotangent, Reason> {
        let factor = c.factor.as_ref().map(|factor| self.real(factor, vars)).transpose()?;
        Ok(Cotangent { sign: c.sign, seed: self.place(&c.seed, vars)?, factor })
    }
}

/// True if a value without cotangents is computed by a call: of any function, with programs or without.
fn calls_host(var: Var, value: &Expr, vars: &Variables) -> bool {
    let mut calls = false;
    value.each_call(&mut |_, _| calls = true);
    calls && !vars[var].active && vars[var].role != Role::Output
}

//! Rewrites expressions: numbers, which have a value in each lane, conditions, which become masks, and exact values.

use super::Rewriting;
use crate::ir::*;
use crate::simplify::lanes::Reason;

impl Rewriting {
    /// Returns the value of a variable: real, exact, or storage.
    pub(super) fn value(&self, var: Var, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        match vars[var].ty.leaf() {
            Type::Real => self.real(e, vars),
            Type::Exact(_) => self.uniform(e, vars),
            Type::Structure(_) | Type::Unknown => Err(format!("`{}` is a structure", vars[var].name)),
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => {
                Err(format!("`{}` is an array of arrays", vars[var].name))
            }
        }
    }

    /// Returns the value of an expression that is a number.
    pub(super) fn real(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let all = |args: &[Expr]| args.iter().map(|arg| self.real(arg, vars)).collect::<Result<Vec<_>, _>>();
        Ok(match e {
            Expr::Real(..) => e.clone(),
            Expr::Constant(_) => Expr::ToReal(Box::new(e.clone())),
            Expr::Read(place) => Expr::Read(self.place(place, vars)?),
            Expr::Apply(rule, args) => Expr::Apply(*rule, all(args)?),
            Expr::Powi(x, n) => Expr::Powi(Box::new(self.real(x, vars)?), Box::new(self.uniform(n, vars)?)),
            Expr::ToReal(n) => self.counted(n, None, vars)?,
            Expr::Choose(c, a, b) => Expr::Choose(
                Box::new(self.condition(c, vars)?),
                Box::new(self.real(a, vars)?),
                Box::new(self.real(b, vars)?),
            ),
            Expr::List(items) => Expr::List(all(items)?),
            Expr::Fill { value, length, heap } => Expr::Fill {
                value: Box::new(self.real(value, vars)?),
                length: Box::new(self.uniform(length, vars)?),
                heap: *heap,
            },
            Expr::Host(Host::Constant, _) => self.uniform(e, vars)?,
            Expr::Call(callee, args) => Expr::Call(callee.clone(), self.arguments(callee, args, vars)?),
            Expr::Host(..) => return Err("it runs ordinary Rust".into()),
            Expr::Structure(..) => return Err("it makes a structure".into()),
            Expr::Length(_) | Expr::Exact(..) | Expr::ToExact(..) => {
                return Err("an exact value is used as a number".into());
            }
        })
    }

    /// Returns an exact expression that has the same value in all lanes.
    pub(super) fn uniform(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        if self.plan.is_varying(e, vars) {
            return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
        }
        self.exact(e, vars)
    }

    /// Returns a condition, which may differ between lanes.
    pub(super) fn condition(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let number = |e: &Expr| {
            e.reads_any(|place| {
                let base = place.base;
                vars[base].ty.is_real() || self.plan.truths.contains(&base) || self.counts.contains_key(&base)
            })
        };
        if !number(e) {
            return self.exact(e, vars);
        }
        let is_truth = |e: &Expr| print::is_truth(e, &|var| self.plan.truths.contains(&var));
        match e {
            Expr::Read(place) if self.plan.truths.contains(&place.base) => {
                Ok(Expr::Read(Place::whole(self.inside(place.base), place.span)))
            }
            Expr::Choose(c, a, b) => Ok(Expr::Choose(
                Box::new(self.condition(c, vars)?),
                Box::new(self.condition(a, vars)?),
                Box::new(self.condition(b, vars)?),
            )),
            // A kept decision, as a number.
            Expr::Exact(Operator::Eq, args)
                if args.len() == 2 && is_truth(&args[0]) && args[1] == Expr::integer(1) =>
            {
                self.condition(&args[0], vars)
            }
            Expr::Exact(op, args) => {
                let is_logic = matches!(op, Operator::And | Operator::Or | Operator::Not);
                let is_equality = matches!(op, Operator::Eq | Operator::Ne);
                let sides = |side: &dyn Fn(&Expr) -> Result<Expr, Reason>| {
                    args.iter().map(side).collect::<Result<Vec<_>, _>>()
                };
                let args = if is_logic || is_equality && args.iter().any(is_truth) {
                    sides(&|arg| self.condition(arg, vars))?
                } else if op.is_truth() && args.iter().any(|arg| self.reads_count(arg)) {
                    let of = args.iter().find_map(|arg| self.count_in(arg));
                    sides(&|arg| self.counted(arg, of, vars))?
                } else if op.is_truth() {
                    sides(&|arg| self.real(arg, vars))?
                } else {
                    return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
                };
                Ok(Expr::Exact(*op, args))
            }
            other => Err(format!("`{}` differs between iterations", print::text::expression(other, vars))),
        }
    }

    pub(super) fn exact(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let is_number = |place: &Place| {
            let base = place.base;
            vars[base].ty.is_real() || self.plan.truths.contains(&base) || self.counts.contains_key(&base)
        };
        if e.reads_any(is_number) {
            return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
        }
        let e = self.plan.computed(e);
        let mut failed = None;
        let renamed = self.renamed(&e, &mut failed, vars);
        failed.map_or(Ok(renamed), Err)
    }

    /// Returns an exact expression by the names inside, and notes why it has none.
    fn renamed(&self, e: &Expr, failed: &mut Option<Reason>, vars: &Variables) -> Expr {
        let inside = |place: &Place, failed: &mut Option<Reason>| match self.place(place, vars) {
            Ok(place) => Some(place),
            Err(reason) => {
                failed.get_or_insert(reason);
                None
            }
        };
        e.replaced(&mut |part| match part {
            Expr::Read(place) => inside(place, failed).map(Expr::Read),
            Expr::Length(place) if place.is_whole() => {
                let known = self.lengths.iter().find(|c| c.of == place.base);
                known.map(|known| Expr::Read(Place::whole(known.local, place.span)))
            }
            Expr::Host(host, args) => {
                let args = args.iter().map(|arg| match arg {
                    Argument::Shared(place) => inside(place, failed).map(Argument::Shared),
                    Argument::Mutable(place) => inside(place, failed).map(Argument::Mutable),
                    Argument::Value(e) => Some(Argument::Value(self.renamed(e, failed, vars))),
                });
                Some(Expr::Host(host.clone(), args.collect::<Option<_>>()?))
            }
            _ => None,
        })
    }
}

/// Refuses a call whose value, or its cotangent, is more than one number: only the callee knows its length.
pub(super) fn returns_number(callee: &Callee, ty: &Type) -> Result<(), Reason> {
    match ty {
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => {
            Err(format!("it calls `{}`, which returns an array", callee.name()))
        }
        // A value in an expression is a number, whose type is only known to its place.
        Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => Ok(()),
    }
}

//! Rewrites calls: what a call in lanes can hand over, and to which functions.

use super::Rewriting;
use crate::ir::print::is_number;
use crate::ir::step::ShadowArgument;
use crate::ir::*;
use crate::simplify::lanes::Reason;

impl Rewriting {
    /// Returns the arguments of a call by their names inside.
    pub(super) fn arguments(
        &self,
        callee: &Callee,
        args: &[Argument],
        vars: &Variables,
    ) -> Result<Vec<Argument>, Reason> {
        if !is_free(callee) {
            return Err(format!("it calls `{}`, which is no free function", callee.name()));
        }
        apart(callee, args, vars)?;
        args.iter().map(|arg| self.argument(callee, arg, vars)).collect()
    }

    /// Returns the arguments of a call, and their shadows.
    pub(super) fn shadowed(
        &self,
        callee: &Callee,
        args: &[(Argument, ShadowArgument)],
        vars: &Variables,
    ) -> Result<Vec<(Argument, ShadowArgument)>, Reason> {
        let plain: Vec<Argument> = args.iter().map(|(arg, _)| arg.clone()).collect();
        let plain = self.arguments(callee, &plain, vars)?;
        let slices = || {
            let shadows = args.iter().filter_map(|(_, shadow)| shadow.place());
            shadows.filter(|place| !vars.is_single(place))
        };
        if slices().any(|a| slices().filter(|b| b.base == a.base).count() > 1) {
            return Err(format!("it calls `{}` with one array twice", callee.name()));
        }
        let shadows = args.iter().map(|(_, shadow)| {
            let Some(place) = shadow.place() else { return Ok(ShadowArgument::Discard) };
            let inside = self.place(place, vars)?;
            if self.scattered.contains(&inside.base) && !vars.is_single(&inside) {
                return Err(format!(
                    "it calls `{}` with a part of an array that each iteration chooses",
                    callee.name()
                ));
            }
            Ok(match shadow {
                ShadowArgument::Cells(_) => ShadowArgument::Cells(inside),
                ShadowArgument::Exclusive(_) | ShadowArgument::Discard => ShadowArgument::Exclusive(inside),
            })
        });
        plain.into_iter().zip(shadows).map(|(arg, shadow)| Ok((arg, shadow?))).collect()
    }

    fn argument(&self, callee: &Callee, arg: &Argument, vars: &Variables) -> Result<Argument, Reason> {
        let is_plain = |place: &Place| {
            let ty = vars.type_of(place);
            ty.depth() <= 1 && !ty.is_map()
        };
        match arg {
            Argument::Mutable(place)
                if matches!(vars.type_of(place).leaf(), Type::Real) && is_plain(place) =>
            {
                Ok(Argument::Mutable(self.place(place, vars)?))
            }
            Argument::Shared(place)
                if matches!(vars.type_of(place).leaf(), Type::Real | Type::Exact(_)) && is_plain(place) =>
            {
                let is_own = self.counts.contains_key(&place.base)
                    || self.plan.truths.contains(&place.base)
                    || self.plan.integers.contains_key(&place.base);
                if is_own {
                    return Err(format!("it lends `{}` to `{}`", vars[place.base].name, callee.name()));
                }
                Ok(Argument::Shared(self.place(place, vars)?))
            }
            Argument::Value(e) => match is_number(e, vars) {
                Some(true) => Ok(Argument::Value(self.real(e, vars)?)),
                Some(false) => Ok(Argument::Value(self.exact(e, vars)?)),
                None => Err(format!(
                    "it hands `{}` to `{}`, which is no number as far as tokens tell",
                    print::text::expression(e, vars),
                    callee.name()
                )),
            },
            Argument::Mutable(place) | Argument::Shared(place) => Err(format!(
                "it lends `{}` to `{}`, which is no number and no array of numbers",
                vars[place.base].name,
                callee.name()
            )),
        }
    }
}

/// True for a function that is called by its name alone, and whose programs take what is written.
fn is_free(callee: &Callee) -> bool {
    let is_own = callee.is_stack() || callee.is_entry() || callee.is_store();
    let is_copy = callee.is_save() || callee.is_restore() || callee.is_exchange();
    let path = &callee.path;
    let is_named =
        path.qself.is_none() && path.path.segments.first().is_none_or(|first| first.ident != "Self");
    let is_plain = callee.generics.is_empty() && callee.recorded.is_none() && callee.constant.is_none();
    let is_whole = !callee.opened && !callee.beside && callee.functions.is_empty();
    callee.kind == CallKind::Function
        && !callee.is_operator()
        && !is_own
        && !is_copy
        && is_named
        && is_plain
        && is_whole
}

/// Refuses a call that changes a part of an array, and takes another one.
fn apart(callee: &Callee, args: &[Argument], vars: &Variables) -> Result<(), Reason> {
    for (i, arg) in args.iter().enumerate() {
        let Argument::Mutable(place) = arg else { continue };
        let others = args.iter().enumerate().filter(|(j, _)| *j != i).filter_map(|(_, other)| other.place());
        let mut others = others.filter(|other| other.base == place.base);
        if others.any(|other| !vars.is_single(place) || !vars.is_single(other)) {
            return Err(format!(
                "it calls `{}` with two parts of `{}`",
                callee.name(),
                vars[place.base].name
            ));
        }
    }
    Ok(())
}

//! Into a call and out of it: arguments are copied in, and what the callee changed is copied out.

use super::plan::Line;
use super::session::{Session, Way};
use crate::interpret::Value;
use crate::interpret::fault::{Fault, Kind};
use retrograde_compiler::ir::{Argument, Call, Direction};

impl<'p> Session<'p> {
    /// Enters a call of a function that is known, from its start or its end. `false` where it is run as a whole: an
    /// instruction, or an uncall on a way that carries cotangents.
    pub(super) fn enter_call(&mut self, call: &'p Call, at: usize, way: Way) -> Result<bool, Fault> {
        let Some(plan) = self.library.called(&call.callee)? else { return Ok(false) };
        let turned = call.direction == Direction::Uncall;
        if plan.procedure.output.is_some() || call.args.len() != plan.procedure.params.len() {
            return Ok(false);
        }
        let inner = if turned { opposite(way) } else { way };
        if self.carrying && turned {
            return Ok(false);
        }
        let Session { machine, stack, .. } = self;
        let Some(caller) = stack.last_mut() else { return Ok(false) };
        // The same laws as for a call that is run as a whole.
        machine.hand_all(&mut caller.frame, call.args.iter().map(|arg| (arg, None)))?;
        let mut values = Vec::new();
        for arg in &call.args {
            values.push(machine.argument_value(&mut caller.frame, arg)?);
        }
        caller.position = at;
        let caller_turned = caller.turned;
        let mut callee = self.activation(plan, values)?;
        callee.turned = caller_turned ^ turned;
        callee.site = Some(call);
        if inner == Way::Backwards {
            callee.position = plan.end();
        }
        if self.carrying {
            self.hand_shadows(call, &mut callee)?;
        }
        self.stack.push(callee);
        self.enter(&plan.body, inner)?;
        Ok(true)
    }

    /// The cotangents of what the callee changes; of what it only reads it starts anew, and they are added afterwards.
    fn hand_shadows(
        &mut self,
        call: &'p Call,
        callee: &mut super::session::Activation<'p>,
    ) -> Result<(), Fault> {
        let Session { machine, stack, .. } = self;
        let Some(caller) = stack.last_mut() else { return Ok(()) };
        for (arg, &(var, shadow)) in call.args.iter().zip(&callee.plan.procedure.params) {
            let Some(shadow) = shadow else { continue };
            let mut value = callee.frame.zero(var)?;
            if let (Argument::Mutable(place), Some(bar)) = (arg, caller.shadow_of(arg)) {
                let location = machine.locate(&mut caller.frame, place)?;
                value = caller.frame.read(&location.of(bar))?;
            }
            callee.frame.declare(shadow, value, true)?;
        }
        Ok(())
    }

    /// Leaves a call at the end at which it is.
    pub(super) fn leave_call(&mut self, way: Way) -> Result<Line, Fault> {
        let Some(callee) = self.stack.pop() else { return Err(Fault::new(Kind::Type, "no call is open")) };
        let plan = callee.plan;
        let Some(call) = callee.site else { return Err(Fault::new(Kind::Type, "no call is open")) };
        let Session { machine, stack, carrying, .. } = self;
        let Some(caller) = stack.last_mut() else { return Err(Fault::new(Kind::Type, "no caller is open")) };
        for (arg, &(var, shadow)) in call.args.iter().zip(&plan.procedure.params) {
            let Some(place) = arg.place() else { continue };
            let location = machine.locate(&mut caller.frame, place)?;
            if matches!(arg, Argument::Mutable(_)) {
                caller.frame.write(&location, callee.frame.value(var)?)?;
            }
            let (Some(shadow), Some(bar), true) = (shadow, caller.shadow_of(arg), *carrying) else {
                continue;
            };
            let bar = location.of(bar);
            let mut value: Value = callee.frame.value(shadow)?;
            if !matches!(arg, Argument::Mutable(_)) {
                value.accumulate(&caller.frame.read(&bar)?)?;
            }
            caller.frame.write(&bar, value)?;
        }
        // The end of an uncalled function is where its caller had not called it yet.
        let turned = call.direction == Direction::Uncall;
        if (way == Way::Forwards) != turned {
            caller.position += 1;
        }
        Ok(Line { text: format!("end of {}", plan.name), span: None, depth: 0 })
    }
}

impl super::session::Activation<'_> {
    /// The cotangent of an argument, if one is carried; of a field that of its structure, in which it lies as the field does.
    fn shadow_of(&self, arg: &Argument) -> Option<retrograde_compiler::ir::Var> {
        let shadow = self.plan.shadows.get(&arg.place()?.base).copied()?;
        Some(self.plan.procedure.vars.root(shadow))
    }
}

fn opposite(way: Way) -> Way {
    match way {
        Way::Forwards => Way::Backwards,
        Way::Backwards => Way::Forwards,
    }
}

//! Runs steps, one arm for each kind.

use super::fault::{Fault, Kind};
use super::frame::Frame;
use super::value::{Integer, Value};
use super::{Cell, Machine, Moment, Outcome, constant};
use retrograde_compiler::ir::step::{Check, Claim, Cotangent, Procedure, Program, Step};
use retrograde_compiler::ir::{Group, Named, Passing, Role, Sign, Type, Update};

impl<'p> Machine<'p> {
    /// Runs one call: parameters in, steps, parameters out.
    pub(super) fn execute(
        &mut self,
        procedure: &'p Procedure,
        params: Vec<Cell>,
        seed: Option<Value>,
        tape: Option<Value>,
    ) -> Result<Outcome, Fault> {
        if params.len() != procedure.params.len() {
            let (got, wants) = (params.len(), procedure.params.len());
            return Err(Fault::new(Kind::Type, format!("{got} arguments where {wants} are needed")));
        }
        if self.depth >= super::DEEPEST {
            return Err(Fault::new(Kind::Recursion, "calls are nested too deeply"));
        }
        let mut frame = Frame::new(procedure, self.widths_of(procedure), self.memory);
        for (&(var, shadow), cell) in procedure.params.iter().zip(&params) {
            if let Some(shadow) = shadow {
                let start = cell.shadow.clone().map_or_else(|| cell.value.zero(), Ok)?;
                frame.declare(shadow, start, true)?;
            }
            let mutable = procedure.vars[var].passing == Passing::Mutable;
            frame.declare(var, cell.value.clone(), mutable)?;
        }
        if let Some((_, Some(shadow))) = procedure.output {
            let seed = seed.ok_or_else(|| Fault::new(Kind::Type, "the cotangent of the value is missing"))?;
            frame.declare(shadow, seed, true)?;
        }
        if let Some(var) = procedure.tape {
            let tape = tape.ok_or_else(|| Fault::new(Kind::Type, "the tape is missing"))?;
            frame.declare(var, tape, false)?;
        }
        self.depth += 1;
        let done = self.steps(&mut frame, &procedure.steps);
        self.depth -= 1;
        done?;
        let mut left = Vec::with_capacity(params.len());
        for (&(var, shadow), cell) in procedure.params.iter().zip(params) {
            let shadow = match shadow {
                Some(shadow) => Some(frame.value(shadow)?),
                None => cell.shadow,
            };
            left.push(Cell { value: frame.value(var)?, shadow });
        }
        let output = match (procedure.output, procedure.program) {
            (None, _) => None,
            (Some((var, _)), Program::Primal | Program::Record) => Some(frame.value(var)?),
            // The value that a `pull` recomputes is not an output.
            (Some((var, _)), _) => frame.value(var).ok(),
        };
        Ok(Outcome { params: left, output })
    }

    /// Returns the tape of a variable.
    /// Pops the value that was pushed last on a tape.
    pub(super) fn popped(
        &mut self,
        frame: &Frame<'p>,
        tape: retrograde_compiler::ir::Var,
    ) -> Result<Value, Fault> {
        let kept = self.tape(frame, tape)?.pop();
        kept.ok_or_else(|| Fault::new(Kind::Bounds, "there is nothing left on this tape"))
    }

    pub(super) fn tape(
        &mut self,
        frame: &Frame<'p>,
        var: retrograde_compiler::ir::Var,
    ) -> Result<&mut Vec<Value>, Fault> {
        let number = frame.value(var)?.exact()?.value;
        let tape = usize::try_from(number).ok().and_then(|number| self.tapes.get_mut(number));
        tape.ok_or_else(|| Fault::new(Kind::Unknown, "there is no such tape"))
    }

    fn scope(&mut self, frame: &mut Frame<'p>, steps: &'p [Step]) -> Result<(), Fault> {
        let mark = frame.enter();
        let done = self.steps(frame, steps);
        frame.leave(mark);
        done
    }

    pub(super) fn steps(&mut self, frame: &mut Frame<'p>, steps: &'p [Step]) -> Result<(), Fault> {
        for step in steps {
            self.charge(1)?;
            if let Some(observer) = &mut self.observer {
                observer(Moment { step, frame, depth: self.depth });
            }
            self.step(frame, step)?;
        }
        Ok(())
    }

    fn step(&mut self, frame: &mut Frame<'p>, step: &'p Step) -> Result<(), Fault> {
        match step {
            Step::Let { var, value } => {
                let span = frame.procedure().vars[*var].span;
                let value = self.evaluate(frame, value).map_err(|fault| fault.at(span))?;
                frame.declare(*var, value, false).map_err(|fault| self.named(frame, *var, fault))
            }
            Step::Declare { var, .. } if frame.procedure().vars[*var].role == Role::Tape => {
                self.tapes.push(Vec::new());
                frame.declare(*var, Value::integer(self.tapes.len() as i128 - 1), false)
            }
            Step::Declare { var, value } => {
                let span = frame.procedure().vars[*var].span;
                let value = self.evaluate(frame, value).map_err(|fault| fault.at(span))?;
                frame.declare(*var, value, true).map_err(|fault| self.named(frame, *var, fault))
            }
            Step::DeclareZero { shadow, primal } => {
                // If the type determines the shape, the primal itself may be out of scope.
                let zero = match self.zero_of(&frame.procedure().vars[*shadow].ty) {
                    Ok(zero) => zero,
                    Err(_) => frame.zero(*primal)?,
                };
                self.charge(zero.leaves().len() as u64)?;
                // The shadow of borrowed storage is borrowed as well.
                match frame.procedure().vars[*primal].role {
                    Role::Scratch => frame.write(&frame.whole(*shadow)?, zero),
                    _ => frame.declare(*shadow, zero, true),
                }
            }
            Step::Set { var, value } => {
                let (whole, value) = (frame.whole(*var)?, self.evaluate(frame, value)?);
                frame.write(&whole, value)
            }
            Step::Push { stack, number } if frame.procedure().vars[*stack].role == Role::Tape => {
                let kept = frame.value(*number)?;
                self.tape(frame, *stack)?.push(kept);
                Ok(())
            }
            Step::Pop { stack, number, .. } if frame.procedure().vars[*stack].role == Role::Tape => {
                let kept = self.popped(frame, *stack)?;
                match frame.procedure().vars[*number].role {
                    Role::Scratch => frame.write(&frame.whole(*number)?, kept),
                    _ => frame.declare(*number, kept, true),
                }
            }
            Step::Push { stack, number } => {
                let (whole, number) = (frame.whole(*stack)?, frame.value(*number)?);
                frame.change(&whole, |stack| stack.push(number.clone()))
            }
            Step::Pop { stack, number, like: _ } => {
                let whole = frame.whole(*stack)?;
                let mut popped = None;
                frame.change(&whole, |stack| {
                    popped = Some(stack.pop()?);
                    Ok(())
                })?;
                let Some(value) = popped else { return Ok(()) };
                // A stored ancilla is changed further.
                let mutable = frame.procedure().vars[*number].role == Role::Ancilla;
                frame.declare(*number, value, mutable).map_err(|fault| self.named(frame, *number, fault))
            }
            Step::Refill { place, value, .. } if !place.is_whole() => {
                let location = self.locate(frame, place)?;
                let zero = Value::Real(0.0);
                let value = value.as_ref().map_or(Ok(zero), |value| self.evaluate(frame, value))?;
                frame.write(&location, value)
            }
            Step::Refill { place, value, primal } => {
                let (var, whole) = (&place.base, frame.whole(place.base)?);
                let value = match value {
                    Some(value) => self.evaluate(frame, value)?,
                    None => {
                        let zero = frame.zero(primal.unwrap_or(*var))?;
                        self.charge(zero.leaves().len() as u64)?;
                        zero
                    }
                };
                frame.write(&whole, value)
            }
            Step::Update(update) => self.update(frame, update).map_err(|fault| fault.at(update.span)),
            Step::Call { callee, program, args, span } => {
                self.call(frame, callee, *program, args).map_err(|fault| fault.at(*span))
            }
            Step::CallAdjoint { callee, program, args, span } => self
                .call_adjoint(frame, callee, *program, args, None)
                .map(drop)
                .map_err(|fault| fault.at(*span)),
            Step::Pull { value: result, callee, seed, args, span } => {
                let seed = self.cotangent(frame, seed)?;
                let value = self
                    .call_adjoint(frame, callee, Program::Adjoint, args, Some(seed))
                    .map_err(|fault| fault.at(*span))?;
                match (result, value) {
                    (Some(var), Some(value)) => frame.declare(*var, value, false),
                    _ => Ok(()),
                }
            }
            Step::Seed { var, value } => {
                let value = self.cotangent(frame, value)?;
                frame.declare(*var, value, true).map_err(|fault| self.named(frame, *var, fault))
            }
            Step::Accumulate { place, value } => {
                let location = self.locate(frame, place)?;
                let value = self.cotangent(frame, value)?;
                frame
                    .change(&location, |target| target.accumulate(&value))
                    .map_err(|fault| fault.at(*place.span))
            }
            Step::Window { var, of, start, length, mutable } => {
                let mut location = self.locate(frame, of)?;
                let start = self.index(frame, start)?;
                let length = self.index(frame, length)?;
                let whole = frame.length(&location)?;
                if start.checked_add(length).is_none_or(|end| end > whole) {
                    return Err(self.bounds(frame, of, format!("window {start}..+{length}"), whole));
                }
                if *mutable && !location.writable {
                    let message = format!("a mutable window of `{}`", frame.name(of.base));
                    return Err(Fault::new(Kind::Immutable, message).at(*of.span));
                }
                let first = location.range.map_or(0, |(first, _)| first) + start;
                location.range = Some((first, first + length));
                location.writable = *mutable;
                frame.declare_view(*var, location);
                Ok(())
            }
            Step::For { index, range, body, span } => {
                let indices = self.indices(frame, range).map_err(|fault| fault.at(*span))?;
                for i in indices.iter() {
                    self.charge(1)?;
                    let mark = frame.enter();
                    let done = frame
                        .declare(*index, Value::Integer(i), false)
                        .map_err(|fault| fault.at(*span))
                        .and_then(|()| self.steps(frame, body));
                    frame.leave(mark);
                    done?;
                }
                Ok(())
            }
            Step::If { condition, then, otherwise } => {
                let branch = if self.evaluate(frame, condition)?.truth()? { then } else { otherwise };
                self.scope(frame, branch)
            }
            Step::While { condition, body } => {
                while self.evaluate(frame, condition)?.truth()? {
                    self.charge(1)?;
                    self.scope(frame, body)?;
                }
                Ok(())
            }
            Step::Block(steps) => self.scope(frame, steps),
            Step::Lanes(lanes) => self.lanes(frame, lanes),
            Step::Check(check) => self.check(frame, check).map_err(|fault| fault.at(check.span)),
            // Statements of ordinary Rust do not change the variables of the program, and the interpreter does not
            // run them.
            Step::Safe(_) => Ok(()),
        }
    }

    fn check(&mut self, frame: &mut Frame<'p>, check: &'p Check) -> Result<(), Fault> {
        let (holds, found) = match &check.claim {
            Claim::Truth(condition, expected) => {
                let found = self.evaluate(frame, condition)?;
                (found == Value::Bool(*expected), found)
            }
            Claim::Restored(condition, expected, ties) => {
                let found = self.evaluate(frame, condition)?;
                let mut holds = found == Value::Bool(*expected);
                for tie in ties {
                    let is_compared = match &tie.guard {
                        Some(guard) => self.evaluate(frame, guard)?.truth()?,
                        None => true,
                    };
                    if is_compared {
                        let [a, b] = &tie.sides;
                        holds |= self.evaluate(frame, a)?.is_known(&self.evaluate(frame, b)?);
                    }
                }
                (holds, found)
            }
            Claim::Number(e) => {
                let found = self.evaluate(frame, e)?;
                (found.leaves().iter().all(|x| !x.is_nan()), found)
            }
            Claim::Known(place, value) => {
                let location = self.locate(frame, place)?;
                let (found, known) = (frame.read(&location)?, self.evaluate(frame, value)?);
                (found.is_known(&known), found)
            }
            Claim::Whole(place, known) => {
                let location = self.locate(frame, place)?;
                let (found, known) = (frame.read(&location)?, self.evaluate(frame, known)?);
                (found.is_known(&known), found)
            }
            Claim::Key(map, key, has) => {
                let (location, key) = (self.locate(frame, map)?, self.evaluate(frame, key)?);
                let found = frame.entry(&location, &key)?;
                (matches!(found, Some(Ok(_))) == *has, key)
            }
            Claim::Fits(value, shadow) => {
                let (value, shadow) = (self.locate(frame, value)?, self.locate(frame, shadow)?);
                let (value, shadow) = (frame.read(&value)?, frame.read(&shadow)?);
                (value.leaves().len() == shadow.leaves().len(), shadow)
            }
            Claim::Lengths(both) => {
                let (length, other) =
                    (self.evaluate(frame, &both.length)?, self.evaluate(frame, &both.other)?);
                // A literal has a type of its own.
                (length.is_known(&other), other)
            }
        };
        if holds {
            return Ok(());
        }
        let expected = check.claim.expected(&frame.procedure().vars);
        let message =
            format!("{} in `{}`: expected {expected}, found {found}", check.law.broken(), check.statement);
        Err(Fault::new(Kind::Law(check.law), message))
    }

    fn update(&mut self, frame: &mut Frame<'p>, update: &'p Update) -> Result<(), Fault> {
        let location = self.locate(frame, &update.place)?;
        let value = self.evaluate(frame, &update.value)?;
        let width = frame.width(&location);
        let largest = &mut self.largest;
        frame.change(&location, |target| match (target, value) {
            (Value::Real(x), Value::Real(by)) if update.group == Group::Sum => {
                match update.sign {
                    Sign::Plus => *x += by,
                    Sign::Minus => *x -= by,
                }
                // NaN stays the largest.
                if x.is_nan() || x.abs() > *largest {
                    *largest = x.abs();
                }
                Ok(())
            }
            (Value::Integer(n), Value::Integer(by)) => {
                let width = width.or(n.width).or(by.width);
                let by = by.into_width(width)?.value;
                let value = match (update.group, update.sign) {
                    (Group::Sum, Sign::Plus) => n.value.wrapping_add(by),
                    (Group::Sum, Sign::Minus) => n.value.wrapping_sub(by),
                    (Group::Xor, _) => n.value ^ by,
                    (Group::Product, _) => {
                        let message = "the product of integers has no inverse";
                        return Err(Fault::new(Kind::Type, message));
                    }
                };
                let value = width.map_or(value, |width| width.wrap(value));
                *n = Integer { value, width: n.width }.into_width(width)?;
                Ok(())
            }
            (Value::Bool(a), Value::Bool(by)) if update.group == Group::Xor => {
                *a ^= by;
                Ok(())
            }
            (target, by) => Err(Fault::new(Kind::Type, format!("{target} is updated by {by}"))),
        })
    }

    /// Evaluates `± seed · factor`.
    fn cotangent(&mut self, frame: &mut Frame<'p>, cotangent: &'p Cotangent) -> Result<Value, Fault> {
        let location = self.locate(frame, &cotangent.seed)?;
        let mut value = frame.read(&location).map_err(|fault| fault.at(*cotangent.seed.span))?;
        let factor = match &cotangent.factor {
            Some(factor) => self.evaluate(frame, factor)?.real()?,
            None => 1.0,
        };
        self.charge(1)?;
        for leaf in value.leaves_mut() {
            *leaf *= factor;
            if cotangent.sign == Sign::Minus {
                *leaf = -*leaf;
            }
        }
        Ok(value)
    }

    fn zero_of(&mut self, ty: &Type) -> Result<Value, Fault> {
        match ty {
            Type::Real => Ok(Value::Real(0.0)),
            Type::Structure(Named::Number(number)) => {
                Ok(Value::number(*number, vec![Value::Real(0.0); number.parts().len()]))
            }
            Type::Array(item, length) => {
                let length = constant::evaluate(length, self)?.exact()?.value;
                let length = usize::try_from(length)
                    .map_err(|_| Fault::new(Kind::Bounds, format!("an array of {length} elements")))?;
                let item = self.zero_of(item)?;
                self.filled(item, length)
            }
            Type::Exact(_)
            | Type::Slice(_)
            | Type::Vec(_)
            | Type::Map(..)
            | Type::Structure(_)
            | Type::Unknown => Err(Fault::new(Kind::Type, "the shape of a shadow is not known")),
        }
    }

    fn named(&self, frame: &Frame<'p>, var: retrograde_compiler::ir::Var, fault: Fault) -> Fault {
        let variable = &frame.procedure().vars[var];
        Fault { message: format!("`{}`: {}", variable.name, fault.message), ..fault }.at(variable.span)
    }
}

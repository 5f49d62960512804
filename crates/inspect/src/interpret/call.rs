//! Calls: arguments are copied in, run, and copied out.
//!
//! Laws: what a call changes overlaps with nothing else that it sees, and the cotangent of an argument that is read
//! twice gets both contributions: shared cotangents start at zero and the result is added where it belongs.

use super::fault::{Fault, Kind};
use super::frame::{Frame, Location};
use super::value::Value;
use super::{Cell, Machine, instruction};
use retrograde_compiler::ir::step::{Program, ShadowArgument};
use retrograde_compiler::ir::{Argument, Callee, Passing, Place};
use retrograde_rules::Instruction;

/// An argument on its way.
pub(super) struct Handed {
    passing: Passing,
    /// The place where it comes from, unless it is a value of no place.
    from: Option<Location>,
    value: Value,
    shadow: Bar,
}

/// The cotangent of an argument on its way.
enum Bar {
    Discard,
    Exclusive(Location, Value),
    Cells(Location),
}

impl<'p> Machine<'p> {
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'p>,
        callee: &'p Callee,
        program: Program,
        args: &'p [Argument],
    ) -> Result<(), Fault> {
        if let ([Argument::Mutable(stack), Argument::Mutable(place)], true) = (args, callee.is_stack()) {
            return self.stacked(frame, program, stack, place);
        }
        if callee.is_entry() {
            return self.entry(frame, args);
        }
        if let ([Argument::Mutable(tape), of], true) = (args, callee.is_save() || callee.is_restore()) {
            return self.copied(frame, tape, of);
        }
        let handed = self.hand_all(frame, args.iter().map(|arg| (arg, None)))?;
        self.perform(frame, callee, program, handed, None).map(drop)
    }

    /// `insert!` where there is a value, else `remove!`.
    fn entry(&mut self, frame: &mut Frame<'p>, args: &'p [Argument]) -> Result<(), Fault> {
        let [Argument::Mutable(map), Argument::Value(key), value @ ..] = args else {
            return Err(Fault::new(Kind::Type, "a map, a key and a value are needed"));
        };
        let (map, key) = (self.locate(frame, map)?, self.evaluate(frame, key)?);
        let value = match value {
            [value] => Some(self.argument_value(frame, value)?),
            _ => None,
        };
        frame.change(&map, |map| match value {
            Some(value) => map.insert(key, value),
            None => map.remove(&key),
        })
    }

    /// `push!` and `pop!`
    fn stacked(
        &mut self,
        frame: &mut Frame<'p>,
        program: Program,
        stack: &'p Place,
        place: &'p Place,
    ) -> Result<(), Fault> {
        let (stack, place) = (self.locate(frame, stack)?, self.locate(frame, place)?);
        let value = frame.read(&place)?;
        if program == Program::Primal {
            frame.write(&place, value.nothing())?;
            return frame.change(&stack, |stack| stack.push(value));
        }
        let mut popped = None;
        frame.change(&stack, |stack| {
            popped = Some(stack.pop()?);
            Ok(())
        })?;
        popped.map_or(Ok(()), |value| frame.write(&place, value))
    }

    /// Copies a place to a tape, or puts the copy back where it may be changed.
    fn copied(&mut self, frame: &mut Frame<'p>, tape: &'p Place, of: &'p Argument) -> Result<(), Fault> {
        let Some(place) = of.place() else { return Ok(()) };
        let location = self.locate(frame, place)?;
        if matches!(of, Argument::Mutable(_)) {
            let copy = self.popped(frame, tape.base)?;
            return frame.write(&location, copy);
        }
        let copy = frame.read(&location)?;
        self.tape(frame, tape.base)?.push(copy);
        Ok(())
    }

    /// The value of a function that returns one.
    pub(super) fn call_value(
        &mut self,
        frame: &mut Frame<'p>,
        callee: &'p Callee,
        args: &'p [Argument],
    ) -> Result<Option<Value>, Fault> {
        let handed = self.hand_all(frame, args.iter().map(|arg| (arg, None)))?;
        self.perform(frame, callee, Program::Primal, handed, None).map_err(|fault| fault.at(*callee.span))
    }

    /// The value of a function of the program that ordinary Rust calls, by its path; nothing where there is none that only reads.
    pub(super) fn call_by_path(&mut self, path: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let name = path.rsplit("::").next().unwrap_or_default().trim();
        let Some(procedure) = self.module.find(name, Program::Primal) else { return Ok(None) };
        let only_reads = |&(var, _): &(_, _)| procedure.vars[var].passing != Passing::Mutable;
        if procedure.params.len() != args.len() || !procedure.params.iter().all(only_reads) {
            return Ok(None);
        }
        let cells = args.iter().map(|value| Cell { value: value.clone(), shadow: None }).collect();
        Ok(self.execute(procedure, cells, None, None)?.output)
    }

    pub(super) fn call_adjoint(
        &mut self,
        frame: &mut Frame<'p>,
        callee: &'p Callee,
        program: Program,
        args: &'p [(Argument, ShadowArgument)],
        seed: Option<Value>,
    ) -> Result<Option<Value>, Fault> {
        let handed = self.hand_all(frame, args.iter().map(|(arg, shadow)| (arg, Some(shadow))))?;
        self.perform(frame, callee, program, handed, seed)
    }

    /// The value of an argument alone.
    pub(super) fn argument_value(
        &mut self,
        frame: &mut Frame<'p>,
        arg: &'p Argument,
    ) -> Result<Value, Fault> {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) => {
                let location = self.locate(frame, place)?;
                frame.read(&location).map_err(|fault| fault.at(*place.span))
            }
            Argument::Value(expr) => self.evaluate(frame, expr),
        }
    }

    /// Index `what` of a place is outside.
    pub(super) fn bounds(&self, frame: &Frame<'p>, place: &Place, what: String, length: usize) -> Fault {
        let name = frame.name(place.base);
        Fault::new(Kind::Bounds, format!("{what} of `{name}`, which has {length} elements here"))
            .at(*place.span)
    }

    pub(super) fn hand_all(
        &mut self,
        frame: &mut Frame<'p>,
        args: impl Iterator<Item = (&'p Argument, Option<&'p ShadowArgument>)>,
    ) -> Result<Vec<Handed>, Fault> {
        let mut handed: Vec<Handed> = Vec::new();
        for (arg, shadow) in args {
            let new = self.hand(frame, arg, shadow)?;
            for old in &handed {
                apart(frame, old, &new)?;
            }
            handed.push(new);
        }
        Ok(handed)
    }

    fn hand(
        &mut self,
        frame: &mut Frame<'p>,
        arg: &'p Argument,
        shadow: Option<&'p ShadowArgument>,
    ) -> Result<Handed, Fault> {
        let (passing, from) = match arg {
            Argument::Mutable(place) => (Passing::Mutable, Some(self.locate(frame, place)?)),
            Argument::Shared(place) => (Passing::Shared, Some(self.locate(frame, place)?)),
            Argument::Value(_) => (Passing::Value, None),
        };
        if let (Passing::Mutable, Some(location)) = (passing, &from) {
            if !location.writable {
                let message = format!("`{}` is only read", frame.name(location.var));
                return Err(Fault::new(Kind::Immutable, message));
            }
        }
        let value = self.argument_value(frame, arg)?;
        let shadow = match shadow {
            None | Some(ShadowArgument::Discard) => Bar::Discard,
            // The cotangent of a changed place is copied in and out even where its base is shared.
            Some(ShadowArgument::Cells(place)) if passing != Passing::Mutable => {
                Bar::Cells(self.locate(frame, place)?)
            }
            Some(ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place)) => {
                let location = self.locate(frame, place)?;
                let value = frame.read(&location)?;
                Bar::Exclusive(location, value)
            }
        };
        Ok(Handed { passing, from, value, shadow })
    }

    fn perform(
        &mut self,
        frame: &mut Frame<'p>,
        callee: &Callee,
        program: Program,
        mut handed: Vec<Handed>,
        seed: Option<Value>,
    ) -> Result<Option<Value>, Fault> {
        let name = callee.name();
        let known = match callee.operator() {
            Some(operator) => {
                let operands: Vec<Value> = handed.iter().map(|arg| arg.value.clone()).collect();
                self.module.operator(&operator, &operands)
            }
            None => self.module.called(callee)?,
        };
        let tape = callee.tape().map(|tape| frame.value(tape)).transpose()?;
        let found = known.and_then(|known| {
            // What keeps nothing is called as it is.
            let recorded = match (&tape, program) {
                (Some(_), Program::Primal) => self.module.find(known, Program::Record),
                (Some(_), Program::Adjoint) => self.module.find(known, Program::Replay),
                _ => None,
            };
            recorded.or_else(|| self.module.find(known, program))
        });
        let instruction =
            if callee.is_exchange() { Some(Instruction::Swap) } else { Instruction::by_name(&name) };
        let output = match (found, instruction) {
            (Some(procedure), _) => {
                for (arg, &(var, _)) in handed.iter().zip(&procedure.params) {
                    let wanted = procedure.vars[var].passing;
                    let fits =
                        arg.passing == wanted || (arg.passing, wanted) == (Passing::Mutable, Passing::Shared);
                    if !fits {
                        let parameter = &procedure.vars[var].name;
                        let message =
                            format!("`{name}` takes `{parameter}` as {wanted:?}, not as {:?}", arg.passing);
                        return Err(Fault::new(Kind::Type, message));
                    }
                }
                let cells = handed.iter().map(|arg| Cell {
                    value: arg.value.clone(),
                    shadow: match &arg.shadow {
                        Bar::Exclusive(_, value) => Some(value.clone()),
                        Bar::Discard | Bar::Cells(_) => None,
                    },
                });
                let cells = cells.collect();
                let outcome = self.execute(procedure, cells, seed, tape)?;
                for ((arg, cell), &(_, shadow)) in
                    handed.iter_mut().zip(outcome.params).zip(&procedure.params)
                {
                    arg.value = cell.value;
                    give(frame, arg, cell.shadow.filter(|_| shadow.is_some()))?;
                }
                outcome.output
            }
            (None, rule) => {
                let mut values: Vec<Value> = handed.iter().map(|arg| arg.value.clone()).collect();
                let mut shadows: Vec<Option<Value>> = handed
                    .iter()
                    .map(|arg| match &arg.shadow {
                        Bar::Exclusive(_, value) => Some(value.clone()),
                        Bar::Discard | Bar::Cells(_) => arg.value.zero().ok(),
                    })
                    .collect();
                self.charge(1)?;
                let output = match self.declared(&name, program, &mut values, &mut shadows, seed)? {
                    Some(output) => output,
                    None => match rule.filter(|_| known.is_none()) {
                        Some(rule) => {
                            instruction::run(rule, program, &mut values, &mut shadows)?;
                            None
                        }
                        None => return Err(unknown(&name, program)),
                    },
                };
                for ((arg, value), shadow) in handed.iter_mut().zip(values).zip(shadows) {
                    arg.value = value;
                    give(frame, arg, shadow)?;
                }
                output
            }
        };
        for arg in handed {
            if let (Passing::Mutable, Some(location)) = (arg.passing, arg.from) {
                frame.write(&location, arg.value)?;
            }
        }
        Ok(output)
    }
}

/// Nothing of this name can be run.
fn unknown(name: &str, program: Program) -> Fault {
    let program = match program {
        Program::Primal | Program::Record => String::new(),
        other => format!("the {} of ", format!("{other:?}").to_lowercase()),
    };
    let message = format!(
        "{program}`{name}` is not defined in this file, marked #[reversible], #[instruction] or \
         #[primitive]"
    );
    Fault::new(Kind::Unknown, message)
}

/// Hands back the cotangent that a call left.
fn give(frame: &mut Frame<'_>, arg: &Handed, left: Option<Value>) -> Result<(), Fault> {
    match (&arg.shadow, left) {
        (Bar::Exclusive(location, _), Some(left)) => frame.write(location, left),
        (Bar::Cells(location), Some(left)) => {
            let mut sum = frame.read(location)?;
            sum.accumulate(&left)?;
            frame.write(location, sum)
        }
        (Bar::Discard, _) | (Bar::Exclusive(..) | Bar::Cells(_), None) => Ok(()),
    }
}

/// Checks that two arguments of a call do not get into each other's way.
fn apart(frame: &Frame<'_>, a: &Handed, b: &Handed) -> Result<(), Fault> {
    let meet = |a: Option<&Location>, b: Option<&Location>| match (a, b) {
        (Some(a), Some(b)) if a.overlaps(b) => Err(Fault::new(
            Kind::Alias,
            format!("two arguments overlap in `{}`, and one of them is changed", frame.name(a.var)),
        )),
        _ => Ok(()),
    };
    if a.passing == Passing::Mutable || b.passing == Passing::Mutable {
        meet(a.from.as_ref(), b.from.as_ref())?;
    }
    let place = |bar: &'_ Bar| match bar {
        Bar::Exclusive(location, _) => Some((location.clone(), true)),
        Bar::Cells(location) => Some((location.clone(), false)),
        Bar::Discard => None,
    };
    match (place(&a.shadow), place(&b.shadow)) {
        (Some((a, first)), Some((b, second))) if first || second => meet(Some(&a), Some(&b)),
        _ => Ok(()),
    }
}

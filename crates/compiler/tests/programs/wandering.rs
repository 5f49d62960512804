//! The stepper to and fro on random programs: each state on the way is one that a run of the program comes by, and
//! wherever a step leads, forwards or backwards, the state there is the one that was there before.

use crate::harness::{Compiled, Form, Run, arguments, clear_scratch};
use crate::laws::close;
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::stepper::{Session, Way};
use retrograde_inspect::interpret::{Machine, Module, Moment, Value};
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Program, Role};

/// Longer ways are left to the other laws.
const STEPS: usize = 600;
/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;
/// How many times a walk turns round.
const TURNS: usize = 12;

type State = Vec<(String, Value)>;
type Shown = retrograde_inspect::interpret::stepper::Shown;

/// The states of a walk from the start to the end.
struct Track {
    states: Vec<Shown>,
    /// The call and the position in it, so that a state is compared with one of the same place.
    places: Vec<(Vec<String>, usize)>,
}

/// Wanders through a program; `None` where its numbers are unsuitable.
pub(crate) fn wanders(program: &Program, compiled: &Compiled) -> Result<Option<()>, String> {
    let mut before = arguments(program);
    clear_scratch(program, &mut before);
    let Ok(after) = compiled.run(Which::Primal, Form::Raw, before.clone(), None) else { return Ok(None) };
    // A run that breaks a law, on a routine or an alias, stops where the program does.
    if !(after.largest < LARGEST) {
        return Ok(None);
    }
    let scale = (1.0 + after.largest).powi(2);
    let values = || before.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>();
    for carrying in [false, true] {
        let library = compiled.library(carrying);
        let module = library.module(&[]);
        let plan = library.plan(compiled.last().0).ok_or("there is no plan")?;
        let start = || {
            Session::start(&library, &module, plan, values(), None)
                .map_err(|fault| format!("the start: {fault}"))
        };
        for into in [false, true] {
            let Some(track) = track(&mut start()?, into)? else { return Ok(None) };
            ends_as_run(program, &track, &after, scale)?;
            if !carrying && !into {
                comes_by(program, compiled, &track)?;
            }
            let mut walk = Walk { session: start()?, track: &track, at: 0, into, scale };
            walk.wander()?;
        }
        let Some(track) = track(&mut start()?, false)? else { return Ok(None) };
        in_and_out(start()?, &track, scale)?;
    }
    Ok(Some(()))
}

/// All states from the start to the end.
fn track(session: &mut Session<'_>, into: bool) -> Result<Option<Track>, String> {
    let mut track = Track { states: vec![session.state()], places: vec![place(session)] };
    while session.step(Way::Forwards, into).map_err(|fault| format!("the way there: {fault}"))?.is_some() {
        track.states.push(session.state());
        track.places.push(place(session));
        if track.states.len() > STEPS {
            return Ok(None);
        }
    }
    Ok(Some(track))
}

fn place(session: &Session<'_>) -> (Vec<String>, usize) {
    let calls = session.calls().into_iter().map(str::to_string).collect();
    (calls, session.here().map_or(0, |(_, position)| position))
}

/// At the end every parameter is what a run makes of it.
fn ends_as_run(program: &Program, track: &Track, after: &Run, scale: f64) -> Result<(), String> {
    let last = &track.states[track.states.len() - 1];
    for (param, cell) in program.main().params.iter().zip(&after.cells) {
        let found = last.iter().find(|(name, _)| *name == param.name).map(|(_, value)| value);
        if param.role != Role::Scratch && !found.is_some_and(|found| close(found, &cell.value, scale)) {
            return Err(format!("at the end `{}` is {found:?} instead of {}", param.name, cell.value));
        }
    }
    Ok(())
}

/// A run of the program comes by all states of a track that goes over calls, in their order and to the last bit.
fn comes_by(program: &Program, compiled: &Compiled, track: &Track) -> Result<(), String> {
    let library = compiled.library(false);
    let module: Module<'_> = library.module(&[]);
    let mut run: Vec<State> = Vec::new();
    let mut observer = |moment: Moment<'_, '_>| {
        if moment.depth == 1 {
            run.push(moment.frame.variables().map(|(name, value)| (name.to_string(), value)).collect());
        }
    };
    let Some(primal) = compiled.procedure(Which::Primal, Form::Raw) else { return Ok(()) };
    let mut before = arguments(program);
    clear_scratch(program, &mut before);
    let outcome = Machine::new(&module, 2_000_000).observe(&mut observer).run(primal, before, None);
    let outcome = outcome.map_err(|fault| format!("the run: {fault}"))?;
    let params = program.main().params.iter().zip(&outcome.params);
    run.push(params.map(|(param, cell)| (param.name.clone(), cell.value.clone())).collect());

    let state = |name: &str| program.main().params.iter().any(|p| p.name == name && p.role == Role::State);
    let agrees = |shown: &Shown, run: &State| {
        let of_run = |name: &str| run.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        // A local that has gone out of scope for the one is still there for the other.
        shown.iter().filter(|(name, _)| state(name)).all(|(name, value)| Some(&**value) == of_run(name))
    };
    let mut from = 0;
    for (at, shown) in track.states.iter().enumerate() {
        let Some(next) = run[from..].iter().position(|run| agrees(shown, run)) else {
            return Err(format!("after {at} steps the state is {shown:?}, which no run comes by"));
        };
        from += next;
    }
    Ok(())
}

struct Walk<'t, 'p> {
    session: Session<'p>,
    track: &'t Track,
    at: usize,
    into: bool,
    scale: f64,
}

impl Walk<'_, '_> {
    /// So many steps one way, then so many the other, at last to the end and back to the start.
    fn wander(&mut self) -> Result<(), String> {
        let mut rng = Rng::new(5);
        let end = self.track.states.len() - 1;
        for turn in 0..TURNS {
            let far = rng.uniform(0.0, 1.0).powi(2);
            let way = if turn % 2 == 0 { Way::Forwards } else { Way::Backwards };
            let left = if way == Way::Forwards { end - self.at } else { self.at };
            let steps = 1 + (far * left as f64) as usize;
            self.walk(way, steps.min(left))?;
        }
        for (way, steps) in [(Way::Forwards, end - self.at), (Way::Backwards, end), (Way::Forwards, end)] {
            self.walk(way, steps)?;
            let more = self.session.step(way, self.into).map_err(|fault| format!("beyond: {fault}"))?;
            if let Some(event) = more {
                return Err(format!("{way:?} there is one step too many: {}", event.line.text));
            }
        }
        Ok(())
    }

    fn walk(&mut self, way: Way, steps: usize) -> Result<(), String> {
        for _ in 0..steps {
            let from = self.at;
            let says = |what: String| format!("{way:?} from {from}, into calls: {}: {what}", self.into);
            let event = self.session.step(way, self.into).map_err(|fault| says(fault.to_string()))?;
            let event = event.ok_or_else(|| says("the way ends".to_string()))?;
            self.at = if way == Way::Forwards { from + 1 } else { from - 1 };
            let (wanted, found) = (&self.track.places[self.at], place(&self.session));
            if found != *wanted {
                return Err(says(format!("`{}` leads to {found:?} instead of {wanted:?}", event.line.text)));
            }
            same(&self.session.state(), &self.track.states[self.at], self.scale)
                .map_err(|what| says(format!("`{}`: {what}", event.line.text)))?;
        }
        Ok(())
    }
}

/// Into calls or over them, forwards or backwards, as it comes: where no call is open, the state is that of the track.
fn in_and_out(mut session: Session<'_>, track: &Track, scale: f64) -> Result<(), String> {
    let mut rng = Rng::new(7);
    let (mut at, mut call) = (0, 0);
    let (mut way, mut rest) = (Way::Forwards, 0);
    for _ in 0..3 * track.states.len() {
        if rest == 0 {
            way = if rng.uniform(0.0, 1.0) < 0.6 { Way::Forwards } else { Way::Backwards };
            rest = 1 + (rng.uniform(0.0, 9.0) as usize);
        }
        rest -= 1;
        let inside = session.calls().len() > 1;
        let into = rng.uniform(0.0, 1.0) < 0.7;
        let done =
            session.step(way, into).map_err(|fault| format!("in and out, {way:?} from {at}: {fault}"))?;
        if done.is_none() {
            continue;
        }
        match (inside, session.calls().len() > 1) {
            (false, false) => at = if way == Way::Forwards { at + 1 } else { at - 1 },
            // The number of the state before the call.
            (false, true) => call = if way == Way::Forwards { at } else { at - 1 },
            (true, true) => {}
            (true, false) => at = track.after_call(call, &session),
        }
        if session.calls().len() == 1 {
            same(&session.state(), &track.states[at], scale)
                .map_err(|what| format!("in and out, {way:?} to {at}: {what}"))?;
        }
    }
    Ok(())
}

impl Track {
    /// Where a call that starts at a state was left: there, or one further.
    fn after_call(&self, call: usize, session: &Session<'_>) -> usize {
        if place(session) == self.places[call] { call } else { call + 1 }
    }
}

fn same(found: &Shown, wanted: &Shown, scale: f64) -> Result<(), String> {
    let names = |state: &Shown| state.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(found) != names(wanted) {
        return Err(format!("there are {:?} instead of {:?}", names(found), names(wanted)));
    }
    match found.iter().zip(wanted).find(|((_, found), (_, wanted))| !close(found, wanted, scale)) {
        Some(((name, found), (_, wanted))) => Err(format!("`{name}` is {found} instead of {wanted}")),
        None => Ok(()),
    }
}

//! The stepper on random programs: it arrives where a run arrives, comes back to where it started, and carries the
//! cotangents that the adjoint carries.

use crate::harness::{Compiled, Form, arguments, clear_scratch};
use crate::laws::close;
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::stepper::{Session, Way};
use retrograde_inspect::interpret::{Cell, Machine, Value};
use retrograde_inspect::print;
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Program, Role};

/// Longer ways are left to the other laws.
const STEPS: usize = 400;
/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;

/// Walks through a program; `None` where its numbers are unsuitable.
pub(crate) fn walks(program: &Program, compiled: &Compiled) -> Result<Option<()>, String> {
    let mut before = arguments(program);
    clear_scratch(program, &mut before);
    let Ok(after) = compiled.run(Which::Primal, Form::Raw, before.clone(), None) else { return Ok(None) };
    if !(after.largest < LARGEST) {
        return Ok(None);
    }
    let scale = (1.0 + after.largest).powi(2);
    let plain = compiled.library(false);
    let module = plain.module(&[]);
    let (name, stages) = compiled.last();
    let plan = plain.plan(name).ok_or("there is no plan")?;
    let values = || before.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>();
    let fault = |what: &str| format!("stepping {what}");
    let start = |library, module, plan, seeds| {
        Session::start(library, module, plan, values(), seeds).map_err(|f| format!("stepping starts: {f}"))
    };

    // Two forwards and one back, over calls; then back into them.
    let mut session = start(&plain, &module, plan, None)?;
    let mut steps = 0;
    while session.step(Way::Forwards, false).map_err(|f| format!("{}: {f}", fault("forwards")))?.is_some() {
        steps += 1;
        if steps > STEPS {
            return Ok(None);
        }
        session.step(Way::Backwards, true).map_err(|f| format!("{}: {f}", fault("one back")))?;
        while session.calls().len() > 1 {
            session.step(Way::Forwards, true).map_err(|f| format!("{}: {f}", fault("out of a call")))?;
        }
        // A call that was entered backwards and left forwards is done again already.
        if session.here().is_some_and(|(_, position)| position < plan.end()) && steps % 2 == 0 {
            session.step(Way::Forwards, true).map_err(|f| format!("{}: {f}", fault("again")))?;
        }
    }
    same("stepping forwards", &session, program, &after.cells, scale)?;
    while session.step(Way::Backwards, true).map_err(|f| format!("{}: {f}", fault("backwards")))?.is_some() {}
    same("stepping backwards", &session, program, &before, scale)?;

    // The cotangents of the adjoint.
    let carrying = compiled.library(true);
    let module = carrying.module(&[]);
    let plan = carrying.plan(name).ok_or("there is no plan")?;
    let mut rng = Rng::new(3);
    let mut seeded = after.cells.clone();
    let mut seeds = Vec::new();
    for ((cell, (_, shadow)), param) in
        seeded.iter_mut().zip(&stages.adjoint_raw().params).zip(&program.main().params)
    {
        cell.shadow = shadow.and_then(|_| cell.value.zero().ok());
        for leaf in cell.shadow.iter_mut().flat_map(Value::leaves_mut) {
            *leaf = if param.role == Role::Scratch { 0.0 } else { rng.uniform(0.3, 1.7) };
        }
        seeds.extend(cell.shadow.clone().map(|shadow| (param.name.clone(), shadow)));
    }
    let seed = after.output.as_ref().map(|_| Value::Real(0.75));
    seeds.extend(
        stages.function.output.map(|var| (stages.function.vars[var].name.clone(), Value::Real(0.75))),
    );
    clear_scratch(program, &mut seeded);
    let start_cells = seeded.clone();
    let Ok(adjoint) = compiled.run(Which::Adjoint, Form::Raw, seeded, seed.clone()) else { return Ok(None) };
    // What is printed for people means the same.
    let by_hand = print::program(stages, "adjoint").ok_or("there is no adjoint")?;
    let run = Machine::new(&module, 2_000_000).run(&by_hand, start_cells, seed.clone());
    let run = run.map_err(|f| format!("the adjoint by hand: {f}"))?;
    for ((found, wanted), param) in run.params.iter().zip(&adjoint.cells).zip(&program.main().params) {
        // What becomes of the cotangents of scratch is nobody's business.
        if param.role == Role::Scratch {
            continue;
        }
        let larger = wanted.shadow.iter().flat_map(Value::leaves).fold(1.0, |a: f64, b| a.max(b.abs()));
        let same = match (&found.shadow, &wanted.shadow) {
            (Some(found), Some(wanted)) => close(found, wanted, scale * larger),
            (found, wanted) => found == wanted,
        };
        if larger < LARGEST && !same {
            return Err(format!("by hand the cotangents are {found:?} instead of {wanted:?}"));
        }
    }
    let mut session = start(&carrying, &module, plan, Some(seeds))?;
    while session.step(Way::Forwards, false).map_err(|f| format!("{}: {f}", fault("to the end")))?.is_some() {
    }
    session.turn(Way::Backwards).map_err(|f| format!("{}: {f}", fault("turns")))?;
    while session.step(Way::Backwards, true).map_err(|f| format!("{}: {f}", fault("the adjoint")))?.is_some()
    {
    }
    let state = session.state();
    for ((cell, (_, shadow)), param) in
        adjoint.cells.iter().zip(&stages.adjoint_raw().params).zip(&program.main().params)
    {
        let (Some(_), Some(wanted), true) = (shadow, &cell.shadow, param.role != Role::Scratch) else {
            continue;
        };
        let name = format!("{}_bar", param.name);
        let found = state.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        let larger = wanted.leaves().into_iter().fold(1.0, |a: f64, b| a.max(b.abs()));
        if larger < LARGEST && !found.is_some_and(|found| close(found, wanted, scale * larger)) {
            return Err(format!("stepping carries {found:?} for `{name}` instead of {wanted}"));
        }
    }
    Ok(Some(()))
}

fn same(
    what: &str,
    session: &Session<'_>,
    program: &Program,
    wanted: &[Cell],
    scale: f64,
) -> Result<(), String> {
    let state = session.state();
    for (param, cell) in program.main().params.iter().zip(wanted) {
        let found = state.iter().find(|(name, _)| *name == param.name).map(|(_, value)| value);
        if param.role != Role::Scratch && !found.is_some_and(|found| close(found, &cell.value, scale)) {
            return Err(format!("{what} leaves {found:?} in `{}` instead of {}", param.name, cell.value));
        }
    }
    Ok(())
}

/// A routine that is undone builds its locals on the way forward, and their cotangents go on when it is left backwards.
#[test]
fn undone_routines_hand_the_cotangents_of_their_locals_on() {
    use retrograde_testkit::programs::{Datum, Function, Param};
    let param = |name: &str, role, x| Param { name: name.into(), role, value: Datum::Real(x) };
    for source in [
        "fn main(w: f64, y: &mut f64) { for i in 0..2 { 'r: { let t = w.sin().sin(); *y += t; } *y += w; undo!('r); } }",
        "fn main(w: f64, y: &mut f64) { undo! { if w > 0.0 { *y += w; } else { let t = w * w; *y += t; } } }",
        "fn main(w: f64, y: &mut f64) { let mut s = 0.0; s += w; *y += s * s; s -= w; free!(s = 0.0); }",
    ] {
        let params = vec![param("w", Role::Input, -0.3), param("y", Role::State, 0.5)];
        let function = Function { name: "main".into(), source: source.into(), params, returns: false };
        let program = Program { functions: vec![function] };
        let compiled = Compiled::new(&program).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(walks(&program, &compiled), Ok(Some(())), "{source}");
    }
}

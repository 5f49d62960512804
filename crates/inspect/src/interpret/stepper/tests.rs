//! Stepping there and back, on programs made for it; random ones are in `tests/programs`.

use super::{Event, Library, Session, Shown, Way};
use crate::interpret::{Fault, Value};
use retrograde_compiler::stages;

/// Everything that has a way of its own.
const ALL: &str = "fn all(n: &mut i64, y: &mut f64, x: &[f64], up: bool) {
    if (up, *n > 0) {
        *n += 5;
    } else {
        *n -= 5;
    }
    let mut k = 0;
    while (k < 3, k > 0) {
        k += 1;
        let t = x[0] * x[1];
        *y -= t.exp();
    }
    let mut s = 0.0;
    for i in (1..x.len()).rev() {
        #[keep]
        if s > 1.0 {
            s -= x[i] * x[i];
        } else {
            s += x[i];
        }
        square::inverse(&mut *y, x[i]);
    }
    'twice: {
        s += x[0];
        s += x[0];
    }
    square(&mut *y, s);
    undo!('twice);
}";
const SQUARE: &str = "fn square(y: &mut f64, x: f64) { *y += x * x; }";

fn library(carrying: bool, sources: &[(&str, &str)]) -> Library {
    let compile = |(name, source): &(&str, &str)| {
        let stages = stages(source.parse().expect("tokens")).unwrap_or_else(|errors| panic!("{errors}"));
        (name.to_string(), stages)
    };
    Library::new(sources.iter().map(compile).collect(), carrying)
}

fn arguments(n: i128) -> Vec<Value> {
    vec![Value::integer(n), Value::Real(0.5), Value::reals(&[0.25, 0.75, 1.5, -0.5]), Value::Bool(true)]
}

fn step(session: &mut Session<'_>, way: Way, into: bool) -> Option<Event> {
    session.step(way, into).unwrap_or_else(|fault| panic!("{fault}"))
}

/// After each step there, a step back and the same step again: the state is what it was.
#[test]
fn every_step_can_be_undone() {
    let library = library(false, &[("square", SQUARE), ("all", ALL)]);
    let module = library.module(&[]);
    let plan = library.plan("all").expect("planned");
    for into in [true, false] {
        let mut session = Session::start(&library, &module, plan, arguments(2), None).expect("fits");
        let start = session.state();
        let mut way = vec![(session.state(), session.here().map(|(plan, at)| (plan.name.clone(), at)))];
        while step(&mut session, Way::Forwards, into).is_some() {
            let here = (session.state(), session.here().map(|(plan, at)| (plan.name.clone(), at)));
            step(&mut session, Way::Backwards, into).expect("there is a step back");
            let back = way.last().expect("at least the start");
            close(&session.state(), &back.0);
            assert_eq!(session.here().map(|(plan, at)| (plan.name.clone(), at)), back.1);
            step(&mut session, Way::Forwards, into).expect("the same step again");
            close(&session.state(), &here.0);
            way.push(here);
        }
        assert!(way.len() > 30, "{}", way.len());
        while step(&mut session, Way::Backwards, into).is_some() {}
        close(&session.state(), &start);
    }
}

fn close(found: &Shown, wanted: &Shown) {
    let names = |state: &Shown| state.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(found), names(wanted));
    for ((name, a), (_, b)) in found.iter().zip(wanted) {
        assert!(a.is_known(b), "`{name}` is {a} instead of {b}");
    }
}

#[test]
fn a_broken_postcondition_stops_the_run() {
    let library = library(false, &[("square", SQUARE), ("all", ALL)]);
    let module = library.module(&[]);
    let plan = library.plan("all").expect("planned");
    let mut session = Session::start(&library, &module, plan, arguments(-9), None).expect("fits");
    let fault: Fault = loop {
        match session.step(Way::Forwards, true) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the postcondition holds"),
            Err(fault) => break fault,
        }
    };
    assert!(fault.to_string().contains("expected `*n > 0` is true, found false"), "{fault}");
    // The position of the run is unchanged, and it can still go back.
    while step(&mut session, Way::Backwards, true).is_some() {}
    assert_eq!(session.state()[0].1.to_string(), "-9");
}

#[test]
fn arguments_of_the_wrong_kind_are_refused() {
    let library = library(false, &[("square", SQUARE)]);
    let module = library.module(&[]);
    let plan = library.plan("square").expect("planned");
    let wrong = vec![Value::Bool(true), Value::Real(1.0)];
    let fault = Session::start(&library, &module, plan, wrong, None).err().expect("refused");
    assert!(fault.to_string().contains("`y`"), "{fault}");
}

#[test]
fn lengths_are_compared_in_both_directions() {
    let library = library(false, &[("add", "fn add(a: &mut [f64], x: &[f64]) { each!(a += x * x); }")]);
    let module = library.module(&[]);
    let plan = library.plan("add").expect("planned");
    let of = |n: usize| Value::Array((0..n).map(|_| Value::Real(0.5)).collect());
    let mut session = Session::start(&library, &module, plan, vec![of(2), of(3)], None).expect("fits");
    let fault = session.step(Way::Forwards, true).expect_err("the lengths differ");
    assert!(fault.to_string().contains("`x` is as long as `a`"), "{fault}");
    assert!(step(&mut session, Way::Backwards, true).is_none());
}

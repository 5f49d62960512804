//! Tests of the stepper on stored values and recorded decisions: at every position, the stacks hold what they hold in
//! a run.

use super::{Library, Session, Shown, Way};
use crate::interpret::Value;
use retrograde_compiler::stages;

fn compiled(source: &str) -> (String, Library) {
    let item: syn::ItemFn = syn::parse_str(source).expect("a function");
    let name = item.sig.ident.to_string();
    let stages = stages(source.parse().expect("tokens")).unwrap_or_else(|errors| panic!("{errors}"));
    (name.clone(), Library::new(vec![(name, stages)], false))
}

fn reals(values: &[f64]) -> Value {
    Value::Array(values.iter().map(|x| Value::Real(*x)).collect())
}

fn real(state: &Shown, name: &str) -> f64 {
    match state.iter().find(|(known, _)| known == name) {
        Some((_, value)) => value.leaves()[0],
        None => panic!("there is no `{name}`"),
    }
}

/// Follows `keys`: `n` for a step, `b` for a step back, `e` and `s` to the ends. Returns the state there.
fn follow(source: &str, arguments: &[Value], keys: &str) -> Shown {
    let (name, library) = compiled(source);
    let module = library.module(&[]);
    let plan = library.plan(&name).expect("planned");
    let mut session = Session::start(&library, &module, plan, arguments.to_vec(), None).expect("fits");
    let mut step =
        |way| session.step(way, true).unwrap_or_else(|fault| panic!("{source}: {fault}")).is_some();
    for key in keys.chars() {
        match key {
            'n' => drop(step(Way::Forwards)),
            'b' => drop(step(Way::Backwards)),
            'e' => while step(Way::Forwards) {},
            's' => while step(Way::Backwards) {},
            other => panic!("{other} is not a key"),
        }
    }
    session.state()
}

/// From each position, one step back and forward again, and from each position to both ends.
fn everywhere(source: &str, arguments: &[Value]) -> Shown {
    let (start, end) = (follow(source, arguments, ""), follow(source, arguments, "e"));
    let mut keys = String::new();
    loop {
        let here = follow(source, arguments, &keys);
        near(&follow(source, arguments, &format!("{keys}s")), &start);
        near(&follow(source, arguments, &format!("{keys}e")), &end);
        near(&follow(source, arguments, &format!("{keys}bbe")), &end);
        near(&follow(source, arguments, &format!("{keys}ebs")), &start);
        if here == end {
            return end;
        }
        near(&follow(source, arguments, &format!("{keys}nb")), &here);
        keys.push('n');
    }
}

fn near(found: &Shown, wanted: &Shown) {
    let names = |state: &Shown| state.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(found), names(wanted));
    for ((name, a), (_, b)) in found.iter().zip(wanted) {
        assert!(a.is_known(b), "`{name}` is {a} instead of {b}");
    }
}

/// A decision recorded in a routine is popped when the routine is undone.
#[test]
fn an_undone_routine_takes_its_decisions() {
    let source = "fn a(y: &mut f64, log: &mut Vec<usize>) {
        'r: { #[keep(log)] if *y < 0.0 {} else { *y += 2.0; } }
        undo!('r);
    }";
    let state = everywhere(source, &[Value::Real(0.5), Value::Array(vec![])]);
    assert_eq!(state[1].1.to_string(), "[]");
}

/// Nested decisions are recorded in the order in which the program makes them: the inner ones first.
#[test]
fn decisions_inside_others_share_a_stack() {
    let source = "fn b(y: &mut f64, z: &mut f64, log: &mut Vec<usize>) {
        for i in 0..2 {
            #[keep(log)]
            if *y > 0.0 {
                #[keep(log)]
                while *z > 0.5 {
                    *z -= 0.25;
                    #[keep(log)]
                    if *z > 0.8 { *z -= 0.5; }
                }
                *y -= 1.0 + i as f64;
            }
        }
    }";
    let state = everywhere(source, &[Value::Real(0.5), Value::Real(1.3), Value::Array(vec![])]);
    let kept = "[1, 0, 2, 1, 0]";
    let log = &state.iter().find(|(name, _)| name == "log").expect("there").1;
    assert_eq!(log.to_string(), kept);
}

#[test]
fn a_kept_loop_runs_as_often_whichever_way_one_came() {
    let source = "fn d(y: &mut f64, p: f64) {
        let mut s = 0.0;
        #[keep] while s < 0.1 { *y -= s + 1.0; s += p; }
    }";
    let arguments = [Value::Real(0.0), Value::Real(0.3)];
    let end = follow(source, &arguments, "nnnnnnbes");
    assert!(real(&end, "y").abs() < 1e-12, "{end:?}");
    everywhere(source, &[Value::Real(0.0), Value::Real(0.03)]);
}

#[test]
fn what_is_stored_is_there_from_either_end() {
    let one = "fn f(y: &mut f64, x: f64) { for i in 0..2 { #[store] let t = x * 2.0; *y += t; } }";
    let end = everywhere(one, &[Value::Real(0.5), Value::Real(3.0)]);
    assert_eq!(real(&end, "y"), 12.5);
    // An ancilla is stored with its final value, and the statement after it uses both.
    let more = "fn g(y: &mut f64, x: &[f64]) {
        for i in 0..x.len() {
            #[store] let a = x[i] * 2.0;
            #[store] let mut t = a;
            for j in 0..x.len() { #[store] let u = x[j] * a; t += u; }
            *y += t * a;
        }
    }";
    let end = everywhere(more, &[Value::Real(0.5), reals(&[1.0, 2.0])]);
    // a = 2: t = 2 + 2 + 4 = 8; a = 4: t = 4 + 4 + 8 = 16.
    assert_eq!(real(&end, "y"), 0.5 + 16.0 + 64.0);
}

/// To free a variable at another value is a fault, as in a run.
#[test]
fn what_is_freed_is_looked_at() {
    let (name, library) =
        compiled("fn h(y: &mut f64, x: f64) { let mut t = 0.0; t += x; *y += t; free!(t = 0.0); }");
    let module = library.module(&[]);
    let plan = library.plan(&name).expect("planned");
    let arguments = vec![Value::Real(0.0), Value::Real(2.0)];
    let mut session = Session::start(&library, &module, plan, arguments, None).expect("fits");
    for _ in 0..3 {
        session.step(Way::Forwards, true).expect("it runs");
    }
    let fault = session.step(Way::Forwards, true).expect_err("`t` is 2");
    assert!(fault.to_string().contains("not at its known value"), "{fault}");
    while session.step(Way::Backwards, true).expect("it runs").is_some() {}
    assert_eq!(real(&session.state(), "y"), 0.0);
}

/// Hidden are the variables that count and record decisions, and statements that store.
#[test]
fn stacks_of_the_compiler_are_not_shown() {
    let source = "fn k(y: &mut f64, x: f64) {
        let mut s = x;
        #[keep] while s > 0.5 { s -= 0.25; }
        for i in 0..1 { #[store] let t = s * s; *y += t; }
    }";
    let (name, library) = compiled(source);
    let module = library.module(&[]);
    let plan = library.plan(&name).expect("planned");
    let arguments = vec![Value::Real(0.0), Value::Real(1.0)];
    let mut session = Session::start(&library, &module, plan, arguments, None).expect("fits");
    let mut seen = Vec::new();
    for way in [Way::Forwards, Way::Backwards] {
        while let Some(event) = session.step(way, true).expect("it runs") {
            assert!(!event.line.text.contains("kept") && !event.line.text.contains("store"), "{event:?}");
            seen.extend(session.state().into_iter().map(|(name, _)| name));
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["i", "s", "t", "x", "y"]);
}

/// A block without a label is left with the state at its start, and its cotangents are propagated.
#[test]
fn a_block_without_a_name_is_left_at_the_start() {
    let source = "fn u(w: f64, y: &mut f64) { undo! { let t = w.sin(); *y += t * t; } }";
    let (name, library) = compiled(source);
    let carrying = Library::new(library.stages.clone(), true);
    let module = carrying.module(&[]);
    let plan = carrying.plan(&name).expect("planned");
    let seeds = Some(vec![("y".to_string(), Value::Real(1.0))]);
    let arguments = vec![Value::Real(0.5), Value::Real(0.0)];
    let mut session = Session::start(&carrying, &module, plan, arguments, seeds).expect("fits");
    while session.step(Way::Forwards, true).expect("it runs").is_some() {}
    session.turn(Way::Backwards).expect("seeds");
    while session.step(Way::Backwards, true).expect("it runs").is_some() {}
    let state = session.state();
    let names: Vec<&str> = state.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["w", "y", "w_bar", "y_bar"]);
    assert!((real(&state, "w_bar") + 1.0_f64.sin()).abs() < 1e-12, "{state:?}");
}

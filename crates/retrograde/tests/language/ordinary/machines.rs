//! Enums with numbers that change their variant, and machines whose next step is told by the one before.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum State {
    A(f64),
    B(f64),
}
#[derive(Clone, Copy, Differentiable)]
struct Held {
    m: State,
    n: f64,
}
#[derive(Clone, Copy, Differentiable)]
enum Step {
    Run(f64, usize),
    Done(f64, u8),
}
#[differentiable]
fn bump(m: State) -> State {
    match m {
        State::A(v) => State::A(v * 2.0),
        State::B(v) => State::B(v.sin()),
    }
}
#[differentiable]
fn bumped(m: &State) -> State {
    match m {
        State::A(v) => State::A(v * 2.0),
        State::B(v) => State::B(v.sin()),
    }
}
#[differentiable]
fn by_value(w: f64) -> f64 {
    let m = State::A(w);
    let n = bump(m);
    match n {
        State::A(v) => v,
        State::B(v) => 3.0 * v,
    }
}
#[differentiable]
fn by_reference(w: f64) -> f64 {
    let m = State::B(w);
    let n = bumped(&m);
    match n {
        State::A(v) => v,
        State::B(v) => 3.0 * v,
    }
}
#[differentiable]
fn in_an_array(x: f64, w: f64) -> f64 {
    let mut m = [State::A(w), State::B(w)];
    m[0] = match m[0] {
        State::A(u) => State::B(u * x),
        State::B(u) => State::A(u),
    };
    match m[0] {
        State::A(u) => u,
        State::B(u) => u * w,
    }
}
#[differentiable]
fn in_a_field(x: f64, w: f64) -> f64 {
    let mut h = Held { m: State::A(w), n: x };
    h.m = match h.m {
        State::A(v) => State::B(v * x),
        State::B(v) => State::A(v),
    };
    match h.m {
        State::A(v) => h.n * v,
        State::B(v) => h.n + v,
    }
}
#[differentiable]
fn with_integers(w: f64) -> f64 {
    let mut m = Step::Run(w, 3);
    m = match m {
        Step::Run(v, n) => Step::Done(v, n as u8),
        Step::Done(v, _) => Step::Run(v, 1),
    };
    match m {
        Step::Run(v, _) => v,
        Step::Done(v, k) => v * k as f64,
    }
}
#[differentiable]
fn in_rounds(w: f64) -> f64 {
    let mut m = State::A(w);
    for _ in 0..3 {
        m = match m {
            State::A(v) => {
                if v > 0.4 {
                    State::B(v * v)
                } else {
                    State::A(v + 1.0)
                }
            }
            State::B(v) => State::A(v * 0.5),
        };
    }
    match m {
        State::A(v) | State::B(v) => v,
    }
}
#[differentiable]
fn with_statements(w: f64) -> f64 {
    let mut m = State::A(w);
    let mut s = 0.0;
    for _ in 0..3 {
        m = match m {
            State::A(v) => {
                s += v;
                State::B(v * v)
            }
            State::B(v) => {
                let t = v.sin();
                State::A(t * 0.5)
            }
        };
    }
    match m {
        State::A(v) | State::B(v) => v + s,
    }
}
#[derive(Clone, Copy, Differentiable)]
enum Op {
    Go(f64, usize),
    Stop,
}
#[differentiable]
fn interpreted(x: f64, w: f64) -> f64 {
    let prog = [Op::Go(w, 1), Op::Go(x, 2), Op::Stop];
    let mut acc = x;
    let mut pc = 0;
    while let Op::Go(v, k) = prog[pc] {
        acc *= v;
        pc = k;
    }
    acc
}
#[differentiable]
fn linked(x: &[f64]) -> f64 {
    let next = [1, 2, 99];
    let mut acc = x[0];
    let mut pc = 0;
    while pc < 3 {
        let k = next[pc];
        acc *= x[1];
        pc = k;
    }
    acc
}
#[differentiable]
fn interpreted_by_match(x: f64, w: f64) -> f64 {
    let prog = [Op::Go(w, 1), Op::Go(x, 2), Op::Stop];
    let mut acc = x;
    let mut pc = 0;
    loop {
        match prog[pc] {
            Op::Go(v, k) => {
                acc *= v;
                pc = k;
                continue;
            }
            Op::Stop => break,
        }
    }
    acc
}

#[test]
fn a_variant_becomes_another_one() {
    by_value::check(1.1).unwrap();
    by_reference::check(1.1).unwrap();
    in_an_array::check(1.1, 0.7).unwrap();
    in_a_field::check(1.1, 0.7).unwrap();
    with_integers::check(1.3).unwrap();
    in_rounds::check(1.3).unwrap();
    in_rounds::check(0.2).unwrap();
    with_statements::check(1.1).unwrap();
}

#[test]
fn the_next_step_is_told_by_the_one_before() {
    interpreted::check(1.1, 0.7).unwrap();
    interpreted_by_match::check(1.1, 0.7).unwrap();
    linked::check(&[1.0, 0.3]).unwrap();
}

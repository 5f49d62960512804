//! Compares two tapes row by row: that of an untransformed program on the active numbers of the crate `tape`, and
//! that of the last stage of the ladder.

use crate::examples::{EXAMPLES, example};
use retrograde_tape::{Active, vjp};
use retrograde_vlad::ladder::{Data, Function, Limits, Stage, input, rows, run, transform};

type Tape = Vec<Vec<(f64, usize)>>;

/// Returns the tape of the last stage without values that depend on no input, which active numbers do not record. The
/// other rows are renumbered.
fn of_the_ladder(function: &Function, x: &Data) -> Tape {
    let inputs = x.reals().count();
    let all = rows(&transform(function, Stage::Taped), x, Limits::default()).expect("a tape");
    let mut numbers: Vec<Option<usize>> = (0..inputs).map(Some).collect();
    let mut kept: Tape = Vec::new();
    for row in &all[inputs..] {
        let known = row.iter().filter_map(|(partial, to)| Some((*partial, numbers[*to]?)));
        let known: Vec<_> = known.collect();
        let number = (!known.is_empty()).then(|| inputs + kept.len());
        numbers.push(number);
        if number.is_some() {
            kept.push(known);
        }
    }
    kept
}

/// The tape, the value and the gradient of active numbers.
fn of_active_numbers(function: &Function, x: &Data) -> (Tape, Data, Vec<f64>) {
    let reals: Vec<f64> = x.reals().collect();
    let mut shape = Data::nil();
    let interpreted = |active: Vec<Active>| {
        let mut next = active.into_iter();
        let lift = |x: f64| next.next().unwrap_or(x.into());
        let (data, y, _) = function.evaluate(x, Limits::default(), lift).expect("runs on active numbers");
        shape = data;
        y
    };
    let (y, pullback) = vjp(interpreted, &reals).expect("a tape");
    let value = shape.with_reals(|i| y[i]);
    (pullback.rows().collect(), value, pullback.call(&vec![1.0; y.len()]).expect("a gradient"))
}

fn assert_same(function: &Function, x: &Data, what: &str) {
    let (tape, value, gradient) = of_active_numbers(function, x);
    assert_eq!(of_the_ladder(function, x), tape, "{what}");
    let run = run(&transform(function, Stage::Taped), x, Limits::default()).expect("runs");
    assert_eq!(run.value, value, "{what}");
    // Both ways back go through the same rows, so they add in the same order.
    assert_eq!(run.gradient.reals().collect::<Vec<_>>(), gradient, "{what}");
}

#[test]
fn active_numbers_write_the_tape_of_the_last_stage() {
    for (file, name, n) in EXAMPLES {
        let function = example(file, name);
        assert_same(&function, &input(&function, n, Limits::default()).expect("an input"), name);
    }
}

#[test]
fn so_do_all_primitives_of_one_and_two_numbers() {
    for prim in retrograde_vlad::prim::Prim::all() {
        let retrograde_vlad::prim::Prim::Rule(rule) = prim else { continue };
        if rule.takes_exponent() || rule.arity() > 2 {
            continue;
        }
        let (names, x) = match rule.arity() {
            1 => ("x", Data::real(0.4)),
            _ => ("x y", Data::pair(Data::real(0.4), Data::real(0.7))),
        };
        let text = format!("(define (f {names}) ({} {names}))", prim.name());
        let function = Function::read(&text, "f").expect("a program");
        let (_, _, gradient) = of_active_numbers(&function, &x);
        if gradient.iter().all(|g| g.is_finite()) {
            assert_same(&function, &x, prim.name());
        }
    }
}

//! The ladder of paper 003: every stage computes the same derivative, and costs what the paper says.

use crate::examples::{EXAMPLES, example};
use retrograde_numbers::Dual;
use retrograde_vlad::ErrorKind;
use retrograde_vlad::ladder::{
    Counts, Data, Function, Limits, Run, Stage, growth, input, pull, run, table, transform,
};

fn function(text: &str) -> Function {
    Function::read(text, "f").unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn at_size(function: &Function, stage: Stage, n: usize) -> Run {
    let x = input(function, n, Limits::default()).expect("an input");
    run(&transform(function, stage), &x, Limits::default()).unwrap_or_else(|e| panic!("{stage} at {n}: {e}"))
}

/// The gradient without any transformation: the program itself runs on dual numbers.
fn forward(function: &Function, x: &Data, y_bar: &Data) -> Vec<f64> {
    let partial = |i: usize| {
        let mut seen = 0;
        let lift = |value| {
            seen += 1;
            Dual { value, tangent: if seen - 1 == i { 1.0 } else { 0.0 } }
        };
        let (_, y, _) = function.evaluate(x, Limits::default(), lift).expect("runs on dual numbers");
        y.iter().zip(y_bar.reals()).map(|(y, bar)| y.tangent * bar).sum()
    };
    (0..x.reals().count()).map(partial).collect()
}

fn assert_close(found: &Data, expected: &[f64], what: &str) {
    let scale = expected.iter().fold(1.0f64, |m, g| m.max(g.abs()));
    assert_eq!(found.reals().count(), expected.len(), "{what}");
    for (a, b) in found.reals().zip(expected) {
        assert!((a - b).abs() <= 1e-12 * scale, "{what}: {a} instead of {b}");
    }
}

#[test]
fn every_stage_agrees_with_dual_numbers() {
    for (file, name, n) in EXAMPLES {
        let f = example(file, name);
        let x = input(&f, n, Limits::default()).expect("an input");
        let (value, _) = f.value(&x, Limits::default()).expect("a value");
        let expected = forward(&f, &x, &Data::real(1.0));
        for stage in Stage::ALL {
            let run = run(&transform(&f, stage), &x, Limits::default()).expect("runs");
            assert_eq!(run.value, value, "{name}, {stage}");
            assert_eq!(run.gradient.with_reals(|_| 0.0), x.with_reals(|_| 0.0), "{name}, {stage}: the shape");
            assert_close(&run.gradient, &expected, &format!("{name}, {stage}"));
        }
    }
}

#[test]
fn dual_numbers_agree_with_finite_differences() {
    for (file, name, n) in EXAMPLES.into_iter().filter(|(_, name, _)| *name != "doublings") {
        let f = example(file, name);
        let x = input(&f, n, Limits::default()).expect("an input");
        let direction: Vec<f64> = (0..x.reals().count()).map(|i| (i as f64 * 1.7 + 0.3).cos()).collect();
        // The first number of some examples counts turns.
        let moving = |i: usize| if name == "rotations" && i == 0 { 0.0 } else { direction[i] };
        let value = |h: f64| {
            let reals: Vec<f64> = x.reals().collect();
            let moved = x.with_reals(|i| reals[i] + h * moving(i));
            f.value(&moved, Limits::default()).expect("a value").0.as_real().expect("a number")
        };
        let difference = (value(1e-5) - value(-1e-5)) / 2e-5;
        let gradient = forward(&f, &x, &Data::real(1.0));
        let along: f64 = gradient.iter().enumerate().map(|(i, g)| g * moving(i)).sum();
        assert!((difference - along).abs() <= 1e-6 * (1.0 + along.abs()), "{name}: {along}, {difference}");
    }
}

#[test]
fn results_of_any_shape_take_cotangents() {
    // The first number is returned twice and used once more: its backpropagator is called once all the same.
    let f = function("(define (f x y) (let ((a (* x y))) (list a (cons a #t) (sin a) x)))");
    let x = Data::pair(Data::real(0.7), Data::real(1.9));
    let (value, _) = f.value(&x, Limits::default()).expect("a value");
    let y_bar = value.with_reals(|i| 0.5 + i as f64);
    let expected = forward(&f, &x, &y_bar);
    for stage in Stage::ALL {
        let run = pull(&transform(&f, stage), &x, &y_bar, Limits::default()).expect("runs");
        assert_eq!(run.value, value);
        assert_close(&run.gradient, &expected, stage.name());
        if !matches!(stage, Stage::Forward | Stage::D1) {
            assert_eq!(run.counts.most_calls(), 1, "{stage}");
        }
    }
    let wrong =
        pull(&transform(&f, Stage::D4), &x, &Data::real(1.0), Limits::default()).expect_err("a wrong shape");
    assert_eq!(wrong.to_string(), "the cotangent has not the shape of the value");
}

#[test]
fn doublings_make_exponentially_many_calls_until_they_are_staged() {
    let f = example("doublings", "doublings");
    for n in [0, 1, 2, 7, 12] {
        for stage in Stage::reverse() {
            let counts = at_size(&f, stage, n).counts;
            let expected = if stage == Stage::D1 { (1 << (n + 1)) - 1 } else { n as u64 + 1 };
            assert_eq!(counts.total_calls(), expected, "{stage}, {n} doublings");
        }
    }
}

#[test]
fn from_the_second_stage_on_every_backpropagator_is_called_at_most_once() {
    for (file, name, n) in EXAMPLES {
        let f = example(file, name);
        for stage in Stage::reverse().filter(|stage| *stage != Stage::D1) {
            assert_eq!(at_size(&f, stage, n).counts.most_calls(), 1, "{name}, {stage}");
        }
    }
}

/// The exponents with which a count grows from 64 to 128 and from 128 to 256.
fn exponents(f: &Function, stage: Stage, count: impl Fn(&Counts) -> u64) -> [f64; 2] {
    let [a, b, c] = [64, 128, 256].map(|n| (n, count(&at_size(f, stage, n).counts)));
    [growth(a, b), growth(b, c)].map(|g| g.expect("something was counted"))
}

#[test]
fn the_collectors_work_for_a_dot_product_falls_from_square_to_linear() {
    let f = example("dot", "dot");
    for stage in [Stage::D1, Stage::D2, Stage::D3] {
        for exponent in exponents(&f, stage, |c| c.collector) {
            assert!((1.9..2.1).contains(&exponent), "{stage}: n^{exponent}");
        }
    }
    // n log n: the quotient by n grows by the same amount with every doubling of n.
    let [a, b, c] =
        [256, 512, 1024].map(|n| at_size(&f, Stage::Sparse, n).counts.collector as f64 / n as f64);
    assert!((0.8 * (b - a)..1.2 * (b - a)).contains(&(c - b)) && b - a > 1.0, "{a}, {b}, {c}");
    for n in [32, 64, 128] {
        assert_eq!(at_size(&f, Stage::D4, n).counts.collector, 2 * n as u64, "one update for every number");
        for stage in [Stage::Dropped, Stage::Defunctionalised, Stage::Taped] {
            assert_eq!(at_size(&f, stage, n).counts.collector, 0, "{stage}");
        }
    }
}

#[test]
fn from_arrays_on_the_cost_is_proportional_to_the_functions_and_the_inputs() {
    // One constant for all programs and all sizes: what is done for one primitive on two constants, in instructions.
    const C: f64 = 120.0;
    let mut largest: f64 = 0.0;
    let mut hold = |f: &Function, x: &Data, what: &str| {
        for stage in [Stage::D4, Stage::Dropped, Stage::Defunctionalised, Stage::Taped] {
            let run = run(&transform(f, stage), x, Limits::default()).expect("runs");
            let ratio = run.counts.cost() as f64 / (run.primal.cost() as f64 + x.size() as f64);
            assert!(ratio <= C, "{what}, {stage}: {ratio}");
            largest = largest.max(ratio);
        }
    };
    for (file, name, n) in EXAMPLES {
        let f = example(file, name);
        for n in [1, n, if name == "evaluate" { 9 } else { 16 * n }] {
            hold(&f, &input(&f, n, Limits::default()).expect("an input"), &format!("{name} at {n}"));
        }
    }
    // Nothing but primitives, whose derivatives cost most compared to them.
    for (argument, depth) in [("1", 1), ("1", 60), ("x", 60)] {
        let body = (0..depth).fold(argument.to_string(), |inner, _| format!("(atan {argument} {inner})"));
        hold(&function(&format!("(define (f x) {body})")), &Data::real(0.3), &format!("{depth} primitives"));
    }
    assert!(largest > 0.8 * C, "the constant may be lowered to {largest}");
}

#[test]
fn a_constant_is_no_bound_before_that() {
    let f = example("dot", "dot");
    let ratio = |stage, n| {
        let run = at_size(&f, stage, n);
        run.counts.cost() as f64 / run.primal.cost() as f64
    };
    for stage in [Stage::D1, Stage::D2, Stage::D3] {
        assert!(ratio(stage, 256) > 3.0 * ratio(stage, 32), "{stage}");
    }
    assert!(ratio(Stage::D4, 256) < 1.2 * ratio(Stage::D4, 32));
}

#[test]
fn long_lists_and_deep_recursion_do_not_touch_the_native_stack() {
    let work = || {
        let f = example("dot", "dot");
        for stage in [Stage::Sparse, Stage::D4, Stage::Taped] {
            assert_eq!(at_size(&f, stage, 5_000).gradient.reals().count(), 10_000);
        }
        // A chain of backpropagators, each in the closure of the next.
        let chain = function("(define (f n x) (if (= n 0) x (f (- n 1) (sin x))))");
        let x = Data::pair(Data::real(5_000.0), Data::real(1.0));
        for stage in [Stage::D1, Stage::D4, Stage::Taped] {
            let run = run(&transform(&chain, stage), &x, Limits::default()).expect("runs");
            assert!(run.gradient.reals().all(f64::is_finite));
        }
    };
    // The stack is so small that native recursion of this depth would overflow it, also where values are dropped.
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work);
    assert!(thread.expect("a thread").join().is_ok());
}

#[test]
fn limits_end_what_does_not_end() {
    let endless = function("(define (f x) (f (+ x 1)))");
    let error = endless.value(&Data::real(1.0), Limits { cost: 10_000, depth: 100 }).expect_err("endless");
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::Limit, "the run costs more than 10000 steps")
    );
    let deep = function("(define (f x) (+ 1 (f (+ x 1))))");
    let error = deep.value(&Data::real(1.0), Limits { cost: 100_000, depth: 100 }).expect_err("too deep");
    assert_eq!(error.to_string(), "more than 100 procedures wait for one another");
    let doublings = example("doublings", "doublings");
    let x = input(&doublings, 40, Limits::default()).expect("an input");
    let error =
        run(&transform(&doublings, Stage::D1), &x, Limits { cost: 100_000, depth: 1000 }).expect_err("2^41");
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn faults_of_the_user_are_found_in_the_users_text() {
    for (text, message) in [
        ("(define (f x) ((*j sin) x))", "the ladder does not transform `*j`"),
        ("(define (f x) (write x))", "the ladder does not transform `write`"),
        ("(define (g x) (plus x x)) (define (f x) (g x))", "the ladder does not transform `plus`"),
        ("(define (h x) x)", "there is no function `f`"),
    ] {
        let error = Function::read(text, "f").expect_err(text);
        assert_eq!(error.to_string(), message);
        assert!(error.0.hint.is_some(), "{text}");
    }
    let f = function("(define (f x) (+ x '()))");
    let error =
        run(&transform(&f, Stage::D3), &Data::real(1.0), Limits::default()).expect_err("a sum with a list");
    assert_eq!(error.to_string(), "Argument to + is invalid");
    assert!(error.0.span.is_some());
    let f = function("(define (f x) (lambda (y) x))");
    let error = run(&transform(&f, Stage::D3), &Data::real(1.0), Limits::default()).expect_err("a procedure");
    assert_eq!(error.to_string(), "the function's value contains a procedure");
    let f = function("(define (f x) (cons x x))");
    let error = run(&transform(&f, Stage::D3), &Data::real(1.0), Limits::default()).expect_err("a pair");
    assert_eq!(error.to_string(), "the value of `f` is not a number");
}

#[test]
fn all_primitives_of_the_table_are_transformed() {
    for prim in retrograde_vlad::prim::Prim::all() {
        let retrograde_vlad::prim::Prim::Rule(rule) = prim else { continue };
        if rule.takes_exponent() {
            continue;
        }
        let names = ["x", "y", "z"][..rule.arity()].join(" ");
        let f = function(&format!("(define (f {names}) ({} {names}))", prim.name()));
        // 1.3 is too large for the inverse sines, too small for the inverse hyperbolic cosine it is not.
        for at in [[0.4, 0.7, 0.6], [1.3, 1.7, 2.1]] {
            let mut reals = at[..rule.arity()].iter().rev().map(|x| Data::real(*x));
            let last = reals.next().expect("an argument");
            let x = reals.fold(last, |rest, x| Data::pair(x, rest));
            let expected = forward(&f, &x, &Data::real(1.0));
            if expected.iter().any(|g| !g.is_finite()) {
                continue;
            }
            for stage in Stage::ALL {
                let run = run(&transform(&f, stage), &x, Limits::default()).expect("runs");
                assert_close(&run.gradient, &expected, &format!("{}, {stage}", prim.name()));
            }
        }
    }
}

#[test]
fn inputs_of_any_size_are_made() {
    let x = |text: &str, n| input(&function(text), n, Limits::default()).map(|x| x.to_string());
    let sum = "(define (f xs) (if (null? xs) 0 (let (((cons x rest) xs)) (+ x (f rest)))))";
    assert_eq!(x(sum, 2).expect("a list"), "(0.5 1.118033988749895)");
    let pairs = "(define (f xs) (if (null? xs) 0 (let (((cons (cons x y) rest) xs)) (+ (* x y) (f rest)))))";
    assert_eq!(x(pairs, 1).expect("pairs"), "((0.5 . 1.118033988749895))");
    assert_eq!(x("(define (f n) (if (<= n 0) 0 (+ n (f (- n 1)))))", 4).expect("a number"), "4");
    assert_eq!(x("(define (f x) (sin x)) (define (f-input n) (/ n 4))", 2).expect("from a companion"), "0.5");
    let error = x("(define (f g) (g 1))", 2).expect_err("a function");
    assert!(error.0.hint.is_some_and(|hint| hint.contains("f-input")));
}

#[test]
fn a_table_has_a_cell_for_every_stage_and_size() {
    let limits = Limits { cost: 200_000, depth: 10_000 };
    let rows = table(&example("doublings", "doublings"), &[4, 8, 20], limits).expect("a table");
    assert_eq!(rows.len(), 8);
    for row in &rows {
        let sizes: Vec<usize> = row.cells.iter().map(|cell| cell.size).collect();
        assert_eq!(sizes, [4, 8, 20]);
        let ended: Vec<bool> = row.cells.iter().map(|cell| cell.counts.is_some()).collect();
        assert_eq!(ended, [true, true, row.stage != Stage::D1], "{}", row.stage);
    }
}

#[test]
fn what_nothing_depends_on_has_no_derivative_also_at_a_pole() {
    // The partial of the root is infinite at 0, and nobody asks for it; 0 times infinity would be NaN.
    let unused = function("(define (f x y) (let ((root (sqrt x))) (* y (+ x 1))))");
    let x = Data::pair(Data::real(0.0), Data::real(2.0));
    for stage in Stage::ALL {
        let run = run(&transform(&unused, stage), &x, Limits::default()).expect("runs");
        assert_eq!(run.gradient.reals().collect::<Vec<_>>(), [2.0, 1.0], "{stage}");
    }
}

#[test]
fn stages_are_named() {
    for stage in Stage::ALL {
        assert_eq!(stage.name().parse(), Ok(stage));
        assert_eq!(stage.to_string(), stage.name());
    }
    assert_eq!("d3".parse(), Ok(Stage::D3));
    assert!("D5".parse::<Stage>().is_err_and(|e| e.to_string().contains("there is no stage `D5`")));
}

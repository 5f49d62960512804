//! Flat programs against the machine: the same values bit for bit, and the same gradients.

use proptest::prelude::*;
use retrograde_vlad::flat::Flat;
use retrograde_vlad::{Function, Nested, Program};

fn function(text: &str) -> Function {
    Program::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).function("f").expect("f is there")
}

fn flat(text: &str) -> Option<Flat> {
    function(text).flat(&([0.0; 3], 0.0))
}

/// Rows at which programs are compared: signs, zeros, and values that overflow.
const XS: [f64; 9] = [0.5, -1.5, 0.0, 1.0, 2.0, -0.25, 3.0, 800.0, f64::INFINITY];

/// Columns that lie one after the other.
fn columns(all: &mut [f64], rows: usize) -> Vec<&mut [f64]> {
    all.chunks_mut(rows).collect()
}

/// True if two derivatives are equal up to the order of sums; `size` is the size of terms that may have cancelled.
///
/// The machine gives an unused value a cotangent of zero, and zero times an infinite partial is NaN. In those cases a
/// flat program may give a number.
fn close(a: f64, b: f64, size: f64) -> bool {
    a == b || b.is_nan() || (a - b).abs() <= 1e-11 * a.abs().max(b.abs()).max(size)
}

/// Compares a program of three parameters and one column with the machine, at parameters and all of [`XS`].
fn agrees(text: &str, parameters: [f64; 3]) -> Result<(), String> {
    let machine = function(text);
    let flat = flat(text).ok_or("it is not flat")?;
    let (value, both) = (flat.value(3), flat.value_and_gradient(3));
    let n = XS.len();
    let (mut values, mut all) = (vec![0.0; n], vec![0.0; 4 * n]);
    value.at(&parameters).run(&[&XS], &mut [&mut values]);
    both.at(&parameters).run(&[&XS], &mut columns(&mut all, n));
    for (i, x) in XS.into_iter().enumerate() {
        let argument = (parameters, x);
        let expected = machine.value(&argument).map_err(|e| e.to_string())?;
        if [values[i], all[i]]
            .iter()
            .any(|v| v.to_bits() != expected.to_bits() && !(v.is_nan() && expected.is_nan()))
        {
            return Err(format!("the value at {x} is {expected}, not {} {}", values[i], all[i]));
        }
        let (_, (gradient, _)) = machine.value_and_gradient(&argument).map_err(|e| e.to_string())?;
        let largest = gradient
            .iter()
            .chain([&expected])
            .fold(1.0f64, |a, b| if b.is_finite() { a.max(b.abs()) } else { a });
        for (j, expected) in gradient.into_iter().enumerate() {
            let found = all[(j + 1) * n + i];
            if !close(found, expected, largest * (1.0 + 1.0 / parameters[j].abs().max(1e-3))) {
                return Err(format!("derivative {j} at {x} is {expected}, not {found}"));
            }
        }
    }
    Ok(())
}

#[test]
fn programs_of_every_kind_agree_with_the_machine() {
    for body in [
        "a",
        "2",
        "x",
        "(+ a (* b x))",
        "(* a (exp (- 0 (* b x))))",
        "(let ((year (/ (* 2 x) 12))) (+ (* a (cos year)) (* b (sin (/ year c)))))",
        "(powi (+ a x) -2)",
        "(powi (+ a x) 0)",
        "(powi (* a (+ a x)) 0)",
        "(expt (+ (* x x) a) b)",
        // Structure, procedures, loops whose ends are known.
        "(dot (list a b c) (list 1 x (* x x)))",
        "((fold (lambda (s k) (+ (* s x) k)) 0) (list a b c))",
        "(sum ((map (lambda (k) (* k (exp (* k x))))) (list a b c)))",
        "(let loop ((i 0) (s 0)) (if (= i 10) s (loop (+ i 1) (+ s (/ (sin (* a (* i x))) (+ i b))))))",
        "(letrec ((even (lambda (n) (if (zero? n) a (odd (- n 1))))) (odd (lambda (n) (if (zero? n) b (even (- n 1)))))) (* x (even 7)))",
        "(let (((cons p q) (if (> x 1) (cons a b) (cons b c)))) (* p (+ q x)))",
        "(let ((k (lambda (s) (lambda (y) (* s y))))) ((if (> x 1) (k a) (k b)) x))",
        "((if (> x a) sin sin) (* b x))",
        // Choices: with partials that are infinite where they are not taken, nested, as booleans.
        "(if (> x 0) (sqrt (* a x)) (* b x))",
        "(if (> x 0) (+ c (* a (log x))) (if (< x -1) (* b x) (/ a c)))",
        "(if (zero? x) a (/ (sin (* a x)) x))",
        "(if (and (> x 0) (or (< x b) (= x 3))) (* a x) (* c x))",
        "(if (not (> x a)) (exp (* b x)) (expt x c))",
        "(let ((y (if (> x 1) (* a x) b))) (if (> x 1) (log y) (* y c)))",
        "(let ((y (* a x))) (if (> y 0) (sqrt y) (+ y (if (> x 0) (log x) (sqrt (- b y))))))",
        "(min (* a x) (max b (abs x)))",
        "(* a (floor x))",
        "(if x a b)",
        "(+ (if (= a a) x 0) (if (real? x) a (car x)))",
        "(real (* a x))",
    ] {
        let text = format!("(define (f (list a b c) x) {body})");
        for parameters in [[1.25, 0.5, -2.0], [0.0, 1.0, 3.0], [-1.0, -0.75, 1e-3]] {
            agrees(&text, parameters).unwrap_or_else(|e| panic!("{body} at {parameters:?}: {e}"));
        }
    }
}

#[test]
fn what_is_not_flat_is_left_to_the_machine() {
    for body in [
        // Recursion that ends by the data, or at a parameter.
        "(let loop ((i 0)) (if (> i x) (* a i) (loop (+ i 1))))",
        "(let loop ((y a)) (if (< (* y y) x) y (loop (/ y 2))))",
        // Too many steps, and none at all.
        "(let loop ((i 0) (s a)) (if (= i 1000000) s (loop (+ i 1) (+ s x))))",
        "(let loop ((i 0)) (loop (+ i 1)))",
        // Values of different shapes, an exponent that is computed, effects, derivatives, faults.
        "(sum (if (> x 0) (list a b) (list a b c)))",
        "(powi a x)",
        "(write-real (* a x))",
        "((derivative (lambda (y) (* a (* y y)))) x)",
        "(+ a (car x))",
        "(cons a x)",
        "(if (> x 0) a (car x))",
        "((if (> x 0) sin cos) a)",
        "((if (> x 1) (lambda (y) (* a y)) (lambda (y) (* a y))) x)",
    ] {
        let text = format!("(define (f (list a b c) x) {body})");
        assert!(flat(&text).is_none(), "{body}");
    }
}

#[test]
fn rows_do_not_depend_on_their_batch() {
    let flat =
        flat("(define (f (list a b c) x) (if (> x 2) (* a (exp (* b x))) (+ c (* x (sin x)))))").unwrap();
    let program = flat.value_and_gradient(3);
    let at = program.at(&[1.0, -0.5, 2.0]);
    let xs: Vec<f64> = (0..1000).map(|i| f64::from(i) / 200.0).collect();
    let mut whole = vec![0.0; 4000];
    at.run(&[&xs], &mut columns(&mut whole, 1000));
    for (start, end) in [(0, 1), (0, 257), (255, 700), (999, 1000), (300, 301)] {
        let n = end - start;
        let mut part = vec![0.0; 4 * n];
        at.run(&[&xs[start..end]], &mut columns(&mut part, n));
        for k in 0..4 {
            assert_eq!(part[k * n..(k + 1) * n], whole[k * 1000 + start..k * 1000 + end]);
        }
    }
}

#[test]
fn several_columns_are_a_tuple_or_a_list() {
    let tuple = Nested::Pairs(vec![Nested::Real(0.0)], Box::new(Nested::Real(0.0)));
    let list = Nested::List(vec![Nested::Real(0.0), Nested::Real(0.0)]);
    for (text, shape) in [
        ("(define (f (list a b c) x y) (+ (* a x) (* b y)))", tuple),
        ("(define (f (list a b c) (list x y)) (+ (* a x) (* b y)))", list),
    ] {
        let flat = function(text).flat(&([0.0; 3], shape)).unwrap();
        assert_eq!(flat.inputs(), 5);
        let mut values = [0.0; 2];
        flat.value(3).at(&[2.0, 3.0, 0.0]).run(&[&[1.0, 2.0], &[10.0, 20.0]], &mut [&mut values]);
        assert_eq!(values, [32.0, 64.0]);
    }
}

/// Expressions over a, b, c, x and variables of `let`, with choices, calls, lists and loops.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_string()),
        Just("b".to_string()),
        Just("c".to_string()),
        Just("x".to_string()),
        (-3i32..4).prop_map(|n| n.to_string()),
        Just("0.5".to_string()),
    ];
    leaf.prop_recursive(6, 48, 4, |inner| {
        let e = inner.clone();
        let unary = prop_oneof![
            Just("sin"), Just("exp"), Just("arctan"), Just("sqrt"), Just("log"), Just("abs"), Just("tanh"),
            Just("h"), Just("square"), Just("logistic"), Just("cbrt"), Just("ln_1p"), Just("erf"), Just("floor"),
        ];
        let binary = prop_oneof![
            Just("+"), Just("-"), Just("*"), Just("/"), Just("expt"), Just("atan"), Just("min"), Just("max"),
            Just("hypot"), Just("logaddexp"), Just("g"),
        ];
        let test = prop_oneof![Just("<"), Just(">"), Just("="), Just("<="), Just(">=")];
        prop_oneof![
            2 => (unary, e.clone()).prop_map(|(f, a)| format!("({f} {a})")),
            4 => (binary, e.clone(), e.clone()).prop_map(|(f, a, b)| format!("({f} {a} {b})")),
            2 => (test, e.clone(), e.clone(), e.clone(), e.clone())
                .prop_map(|(t, p, q, a, b)| format!("(if ({t} {p} {q}) {a} {b})")),
            1 => (e.clone(), e.clone()).prop_map(|(a, b)| format!("(let ((a {a})) {b})")),
            1 => (e.clone(), e.clone()).prop_map(|(a, b)| format!("((lambda (x) {b}) {a})")),
            1 => (e.clone(), e.clone(), e.clone()).prop_map(|(a, b, c)| format!("(sum ((map h) (list {a} {b} {c})))")),
            1 => (e.clone(), -3i32..4).prop_map(|(a, n)| format!("(powi {a} {n})")),
            1 => (e.clone(), e).prop_map(|(a, b)| format!("(let loop ((i 0) (s {a})) (if (= i 3) s (loop (+ i 1) (+ (* 0.5 s) {b}))))")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_programs_agree_with_the_machine(body in expression(), p in prop::array::uniform3(-2.0..2.0f64)) {
        let text = format!(
            "(define (h x) (if (> x 0) (/ x (+ 1 x)) (* x (exp x))))
             (define (g x y) (- (* x y) (if (< x y) (log (- y x)) 1)))
             (define (f (list a b c) x) {body})"
        );
        agrees(&text, p).map_err(TestCaseError::fail)?;
    }
}

//! Random programs: their derivatives agree in all mixes of modes, and with differences.

use proptest::prelude::*;
use retrograde_vlad::Session;

/// An expression over `x`, `y` and what the bindings around it name, whose values stay small and smooth.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => Just("x".to_string()),
        2 => Just("y".to_string()),
        1 => (-20..20i32).prop_map(|n| format!("{}", f64::from(n) / 8.0)),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let three = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("(+ {a} {b})")),
            two.clone().prop_map(|(a, b)| format!("(- {a} (sin {b}))")),
            two.clone().prop_map(|(a, b)| format!("(* (sin {a}) {b})")),
            two.clone().prop_map(|(a, b)| format!("(/ {a} (+ 2 (cos {b})))")),
            two.clone().prop_map(|(a, b)| format!("(atan {a} (+ 3 (sin {b})))")),
            inner.clone().prop_map(|a| format!("(exp (sin {a}))")),
            inner.clone().prop_map(|a| format!("(sqrt (+ 1.5 (cos {a})))")),
            inner.clone().prop_map(|a| format!("(cube (sin {a}))")),
            // Bindings, choices, and choices that are not the last thing.
            three.clone().prop_map(|(a, b, c)| format!("(let ((y {a}) (x (sin {b}))) {c})")),
            three.clone().prop_map(|(a, b, c)| format!("(if (< {a} 0.3) {b} {c})")),
            three.clone().prop_map(|(a, b, c)| format!("(+ x (if (positive? {a}) {b} (* y {c})))")),
            // Pairs, lists and the prelude.
            two.clone().prop_map(|(a, b)| format!("(car (cons {a} {b}))")),
            two.clone().prop_map(|(a, b)| format!("(let (((cons p q) (cons {a} {b}))) (* q (cos p)))")),
            three.clone().prop_map(|(a, b, c)| format!("(dot (list {a} 1) (v- (list {b} x) (list y {c})))")),
            two.clone()
                .prop_map(|(a, b)| format!("(sin (sum ((map (lambda (z) (* z {a}))) (list x {b} 2))))")),
            two.clone().prop_map(|(a, b)| format!("((fold (lambda (u v) (sin (+ u v))) {a}) (list {b} y))")),
            two.clone().prop_map(|(a, b)| format!("((reduce * 1) (list (sin {a}) (cos {b})))")),
            // Closures, loops, and procedures that get procedures.
            two.clone().prop_map(|(a, b)| format!("((lambda (x) (+ x {a})) {b})")),
            two.clone().prop_map(|(a, b)| format!("((twice (lambda (z) (sin (+ z {a})))) {b})")),
            two.clone().prop_map(|(a, b)| format!(
                "(let loop ((i 0) (z {a})) (if (= i 3) z (loop (+ i 1) (sin (+ z {b})))))"
            )),
            inner.prop_map(|a| format!("((compose sin cos) {a})")),
        ]
    })
}

const DEFINITIONS: &str = "(define ((twice f) x) (f (f x))) (define (cube x) (* x (* x x)))";

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

/// True if the program makes the same choices on both sides of a point.
fn is_smooth(at: &dyn Fn(f64) -> f64, x: f64, h: f64) -> bool {
    let (left, right) = ((at(x) - at(x - h)) / h, (at(x + h) - at(x)) / h);
    (left - right).abs() < 1e-2 * left.abs().max(right.abs()).max(1.0)
}

proptest! {
    #[test]
    fn all_mixes_of_modes_agree(body in expression(), x in -1.0..1.0f64) {
        let session = Session::new();
        let run = |text: &str| -> f64 {
            session.evaluate(text).unwrap_or_else(|e| panic!("{text}: {e}")).parse().expect("a number")
        };
        run(&format!("{DEFINITIONS} (define (f x) (let ((y (* x x))) {body})) 0"));
        let at = |x: f64| run(&format!("(f {x})"));
        let forward = run(&format!("((derivative-F f) {x})"));
        let reverse = run(&format!("((derivative-R f) {x})"));
        prop_assert!(close(forward, reverse, 1e-9), "F {} R {}", forward, reverse);
        let h = 1e-5;
        let smooth = is_smooth(&at, x, h) && at(x).abs() < 1e3;
        if smooth && forward.abs() < 1e3 {
            let difference = (at(x + h) - at(x - h)) / (2.0 * h);
            prop_assert!(close(forward, difference, 1e-3), "F {} difference {}", forward, difference);
        }
        let second = |outer: &str, inner: &str| run(&format!("((derivative-{outer} (derivative-{inner} f)) {x})"));
        let all = [second("F", "F"), second("F", "R"), second("R", "F"), second("R", "R")];
        for found in all {
            prop_assert!(close(found, all[0], 1e-8), "{:?}", all);
        }
        let third = |modes: [&str; 3]| {
            let [a, b, c] = modes;
            run(&format!("((derivative-{a} (derivative-{b} (derivative-{c} f))) {x})"))
        };
        let all = [third(["F", "R", "F"]), third(["R", "F", "R"]), third(["F", "F", "R"])];
        for found in all {
            prop_assert!(close(found, all[0], 1e-7), "{:?}", all);
        }
    }
}

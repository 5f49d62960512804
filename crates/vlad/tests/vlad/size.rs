//! Long programs and deep ones do not overflow the native stack.
//!
//! Each form is grown in each way in which it can grow: as a program of its own, beneath both modes of
//! differentiation, and in the formatter.

use std::thread;

use retrograde_vlad::{NoFiles, Session, fmt};

/// The number of parts of the long forms.
const LONG_SIZE: usize = 30_000;
/// The depth of the deep forms. Every recursion has frames so large that this many would overflow the stack of the
/// tests.
const DEEP_SIZE: usize = 20_000;

/// A form of an expression of `x` that can grow; its value and its derivative at 3, by size.
struct Growth {
    name: &'static str,
    text: fn(usize) -> String,
    value: fn(f64) -> f64,
    slope: fn(f64) -> f64,
}

fn nested(open: &str, inside: &str, close: &str, n: usize) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}

/// The items of `0..n`, one after the other.
fn each(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(" ")
}

/// Returns an expression for the innermost part of nested pairs.
fn bottom(part: &str, nest: &str) -> String {
    format!("(letrec ((down (lambda (p) (if (pair? p) (down ({part} p)) p)))) (down {nest}))")
}

/// A form whose value is `x` at every size.
const fn same(name: &'static str, text: fn(usize) -> String) -> Growth {
    Growth { name, text, value: |_| 3.0, slope: |_| 1.0 }
}

/// A form whose value is `n` times `x`.
const fn times(name: &'static str, text: fn(usize) -> String) -> Growth {
    Growth { name, text, value: |n| 3.0 * n, slope: |n| n }
}

const LONG: &[Growth] = &[
    same("list", |n| format!("(car (list {}))", "x ".repeat(n))),
    same("cons*", |n| format!("(car (cons* {}))", "x ".repeat(n))),
    same("quoted list", |n| format!("(* x (car '({})))", "1 ".repeat(n))),
    same("arguments", |n| format!("((lambda ({}) p0) {})", each(n, |i| format!("p{i}")), "x ".repeat(n))),
    same("let", |n| format!("(let ({}) y0)", each(n, |i| format!("(y{i} x)")))),
    same("let*", |n| format!("(let* ((y x) {}) y)", "(y y) ".repeat(n))),
    same("let* of pairs", |n| format!("(let* ((y x) {}) y)", "((cons y z) (cons y y)) ".repeat(n))),
    same("letrec", |n| format!("(letrec ({}) (f0 x))", each(n, |i| format!("(f{i} (lambda (y) y))")))),
    same("named let", |n| format!("(let loop ({}) y0)", each(n, |i| format!("(y{i} x)")))),
    same("cond", |n| format!("(cond {} (else x))", each(n, |i| format!("((= x {}) 0)", i + 10)))),
    same("and", |n| format!("(and {} x)", "(> x 0) ".repeat(n))),
    same("or", |n| format!("(or {} x)", "(< x 0) ".repeat(n))),
    same("closures", |n| format!("((car (list {})))", "(lambda () x) ".repeat(n))),
    times("sums", |n| format!("(let* ((y 0) {}) y)", "(y (+ y x)) ".repeat(n))),
    times("calls of a closure", |n| {
        format!("(let* ((f (lambda (y) (+ x y))) (y 0) {}) y)", "(y (f y)) ".repeat(n))
    }),
];

const DEEP: &[Growth] = &[
    times("right operands", |n| nested("(+ x ", "0", ")", n)),
    times("left operands", |n| nested("(+ ", "0", " x)", n)),
    same("calls", |n| nested("(identity ", "x", ")", n)),
    same("heads", |n| format!("(letrec ((f (lambda () f))) (let ((g {})) x))", nested("(", "f", ")", n))),
    same("lambda", |n| nested("((lambda () ", "x", "))", n)),
    same("let, body", |n| nested("(let ((y x)) ", "y", ")", n)),
    same("let, value", |n| nested("(let ((y ", "x", ")) y)", n)),
    same("let*, body", |n| nested("(let* ((y x) (z y)) ", "y", ")", n)),
    same("let*, value", |n| nested("(let* ((y ", "x", ")) y)", n)),
    same("letrec, body", |n| nested("(letrec ((f (lambda (y) y))) ", "(f x)", ")", n)),
    same("letrec, value", |n| nested("(letrec ((f (lambda (y) ", "y", "))) (f x))", n)),
    same("named let, body", |n| nested("(let loop ((y x)) ", "y", ")", n)),
    same("named let, value", |n| nested("(let loop ((y ", "x", ")) y)", n)),
    same("if, condition", |n| format!("(if {} x 0)", nested("(if ", "#t", " (> x 0) #f)", n))),
    same("if, first branch", |n| nested("(if (> x 0) ", "x", " 0)", n)),
    same("if, second branch", |n| nested("(if (< x 0) 0 ", "x", ")", n)),
    times("if, amid an expression", |n| nested("(+ x (if (< x 0) 0 ", "0", "))", n)),
    same("cond, condition", |n| format!("(if {} x 0)", nested("(cond (", "#t", " (> x 0)) (else #f))", n))),
    same("cond, clause", |n| nested("(cond ((> x 0) ", "x", ") (else 0))", n)),
    same("cond, else", |n| nested("(cond ((< x 0) 0) (else ", "x", "))", n)),
    same("and, first", |n| nested("(and ", "x", " x)", n)),
    same("and, last", |n| nested("(and #t ", "x", ")", n)),
    same("or, first", |n| nested("(or ", "x", " 0)", n)),
    same("or, last", |n| nested("(or #f ", "x", ")", n)),
    same("cons, car", |n| bottom("car", &nested("(cons ", "x", " 0)", n))),
    same("cons, cdr", |n| bottom("cdr", &nested("(cons 0 ", "x", ")", n))),
    same("list", |n| bottom("car", &nested("(list ", "x", ")", n))),
    same("quote", |n| format!("(* x {})", bottom("car", &format!("'{}", nested("(", "1", ")", n))))),
    same("pattern, car", |n| {
        format!("((lambda ({}) y) {})", nested("(cons ", "y", " 0)", n), nested("(cons ", "x", " 0)", n))
    }),
    same("pattern, list", |n| {
        format!("(let (({} {})) y)", nested("(list ", "y", ")", n), nested("(list ", "x", ")", n))
    }),
];

/// Runs on a stack that is smaller than that of any real program.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let done = thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread").join();
    assert!(done.is_ok(), "see above");
}

fn close(found: &str, expected: f64) -> bool {
    found.parse::<f64>().is_ok_and(|found| (found - expected).abs() <= 1e-9 * expected.abs())
}

fn runs(growths: &'static [Growth], size: usize) {
    on_a_small_stack(move || {
        let mut wrong = Vec::new();
        for growth in growths {
            let session = Session::new();
            let n = size as f64;
            let define = format!("(define (f x) {})", (growth.text)(size));
            session
                .add("<program>", &define, &mut NoFiles)
                .unwrap_or_else(|e| panic!("{}: {e}", growth.name));
            for (text, expected) in [
                ("(f 3)", (growth.value)(n)),
                ("((derivative-F f) 3)", (growth.slope)(n)),
                ("((derivative-R f) 3)", (growth.slope)(n)),
            ] {
                let found = session.evaluate(text).unwrap_or_else(|error| error.to_string());
                if !close(&found, expected) {
                    wrong.push(format!("{}: {text} is {found}, not {expected}", growth.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn long_forms_run_and_have_derivatives() {
    runs(LONG, LONG_SIZE);
}

#[test]
fn deep_forms_run_and_have_derivatives() {
    runs(DEEP, DEEP_SIZE);
}

#[test]
fn long_and_deep_forms_are_formatted() {
    on_a_small_stack(|| {
        for (growths, size) in [(LONG, LONG_SIZE), (DEEP, DEEP_SIZE)] {
            for growth in growths {
                let once =
                    fmt::format(&(growth.text)(size)).unwrap_or_else(|e| panic!("{}: {e}", growth.name));
                // Indentation ends somewhere, or it would be most of what is deep.
                assert!(once.len() < 1000 * size, "{}: {} bytes", growth.name, once.len());
                assert!(fmt::format(&once).as_deref() == Ok(once.as_str()), "{}", growth.name);
            }
        }
    });
}

/// Definitions, expressions, and curried definitions with many lists of parameters.
#[test]
fn the_top_level_may_be_long_and_definitions_curried() {
    on_a_small_stack(|| {
        let session = Session::new();
        let definitions = each(LONG_SIZE, |i| format!("(define (f{i} x) (f{} x))", i.saturating_sub(1)));
        session.add("<program>", &definitions, &mut NoFiles).expect("definitions");
        let mut count = 0;
        session.add("<program>", &"(+ 1 2) ".repeat(LONG_SIZE), &mut NoFiles).expect("expressions");
        session.run(|value| count += usize::from(value == "3")).expect("runs");
        assert_eq!(count, LONG_SIZE);
        let curried = format!("(define {} x)", nested("(", "f x", ")", DEEP_SIZE));
        session.add("<program>", &curried, &mut NoFiles).expect("a curried definition");
        assert_eq!(session.evaluate("(procedure? ((f 1)))").as_deref(), Ok("#t"));
    });
}

/// Errors are reported for programs of any size, with a message of readable length.
#[test]
fn faults_in_large_programs_are_reported() {
    on_a_small_stack(|| {
        for text in [
            nested("(if ", "1", ")", DEEP_SIZE),
            nested("(lambda ", "1", ")", DEEP_SIZE),
            nested("(let ((", "1", ")))", DEEP_SIZE),
            nested("(x ", "1", ")", DEEP_SIZE),
            nested("(cons ", "1", ")", DEEP_SIZE),
            nested("'", "1", "", DEEP_SIZE),
            format!("(lambda ({}) 1)", nested("(cons ", "1", ")", DEEP_SIZE)),
            format!("(define {} 1)", nested("(", "1", ")", DEEP_SIZE)),
            format!("(list {} (if))", "1 ".repeat(LONG_SIZE)),
            format!("(lambda ({}) 1)", "x ".repeat(LONG_SIZE)),
        ] {
            let error = Session::new().evaluate(&text).expect_err("a fault");
            assert!(error.to_string().len() < 300, "a message of {} bytes", error.to_string().len());
        }
    });
}

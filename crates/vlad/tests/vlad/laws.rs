//! Laws that no single value shows: constant time on shared structure, proportional work, no overflow, limits.

use retrograde_vlad::{ErrorKind, Limits, Nested, NoFiles, Program, Session};

fn value(text: &str) -> String {
    let session = Session::new();
    session.evaluate(text).unwrap_or_else(|e| panic!("{text}: {e} {:?}", e.0.values))
}

/// Arithmetic operations and steps of an expression after some definitions.
fn work(definitions: &str, expression: &str) -> (u64, u64) {
    let session = Program::parse(definitions).expect("read");
    session.set_limits(Limits { fuel: 1 << 40, ..Limits::default() });
    session.evaluate(expression).unwrap_or_else(|e| panic!("{expression}: {e}"));
    (session.operations(), (1 << 40) - session.fuel())
}

const DAG: &str = "(define (dag n) (if (zero? n) 1.5 (let ((d (dag (- n 1)))) (cons d d))))
    (define (left d) (if (pair? d) (left (car d)) d))";

#[test]
fn a_shared_structure_of_60_levels_goes_through_every_operator() {
    let fuel = 3000;
    for expression in [
        "(left (zero d))",
        "(left (unperturb (perturb d)))",
        "(left (unsensitize (sensitize d)))",
        "(left (*j-inverse (*j d)))",
        "(left (*j-inverse (*j (zero (*j-inverse (*j d))))))",
        "(left (primal (bundle d (perturb d))))",
        "(left (unperturb (tangent (bundle d (perturb d)))))",
        "(left (primal (plus (bundle d (perturb d)) (bundle d (perturb d)))))",
        "(left (plus d d))",
        "(left (plus (plus d d) (plus d d)))",
        "(left (unperturb (plus (perturb d) (perturb (plus d d)))))",
        "(left (*j-inverse (plus (*j d) (*j d))))",
    ] {
        let (_, steps) = work(DAG, &format!("(let ((d (dag 60))) {expression})"));
        assert!(steps < fuel, "{expression} took {steps} steps");
    }
}

#[test]
fn sharing_survives_sums_of_cotangents() {
    // Every level adds the two halves of a cotangent: without sharing this takes 2^60 additions.
    let text = "(define (dag n x) (if (zero? n) x (let ((d (dag (- n 1) x))) (cons d d))))
        (define (f x) (left (dag 60 x)))
        (define (left d) (if (pair? d) (left (car d)) d))";
    let (_, steps) = work(text, "((gradient-R f) 2)");
    assert!(steps < 20_000, "{steps} steps");
    let halves = "(define (collapse d) (if (pair? d) (collapse (plus (car d) (cdr d))) d))
        (define (dag n) (if (zero? n) 1 (let ((d (dag (- n 1)))) (cons d d))))";
    let (_, steps) = work(halves, "(collapse (plus (dag 60) (dag 60)))");
    assert!(steps < 20_000, "{steps} steps");
}

#[test]
fn derivatives_cost_a_constant_times_the_function() {
    const PROGRAMS: &[(&str, &str)] = &[
        ("(define (f x) (let loop ((i 0) (p x)) (if (= i N) p (loop (+ i 1) (* p (sin p))))))", "1.1"),
        (
            "(define (f x) (sum ((map (lambda (y) (* x (exp y))) (iota N))))) (define (iota n) (if (zero? n) '() (cons (/ 1 n) (iota (- n 1)))))",
            ".3",
        ),
        (
            "(define (g n x) (if (zero? n) x (let ((y (g (- n 1) x))) (+ (* y .3) (/ x y))))) (define (f x) (g N x))",
            "2",
        ),
        (
            "(define (f x) (let loop ((i 0) (l (list x x x))) (if (= i N) (sum l) (loop (+ i 1) ((map (lambda (y) (* y y))) l)))))",
            ".9",
        ),
    ];
    for (text, at) in PROGRAMS {
        for n in ["10", "100", "1000"] {
            let text = text.replace(
                "(sum ((map (lambda (y) (* x (exp y))) (iota N))))",
                "(sum ((map (lambda (y) (* x (exp y)))) (iota N)))",
            );
            let text = text.replace('N', n);
            let (primal, steps) = work(&text, &format!("(f {at})"));
            for mode in ["derivative-R", "derivative-F"] {
                let (whole, all_steps) = work(&text, &format!("(({mode} f) {at})"));
                assert!(whole <= 8 * primal + 100, "{mode} n={n}: {whole} operations for {primal} in {text}");
                assert!(
                    all_steps <= 12 * steps + 200,
                    "{mode} n={n}: {all_steps} steps for {steps} in {text}"
                );
            }
        }
    }
}

#[test]
fn nested_reverse_mode_of_a_newton_iteration_is_cheap() {
    let text = "(define (root a) (let loop ((x 1) (i 0)) (if (= i 5) x (loop (- x (/ (- (* x x) a) ((derivative-R (lambda (x) (* x x))) x))) (+ i 1)))))";
    let (_, steps) = work(text, "((derivative-R (derivative-R (derivative-R root))) 4)");
    assert!(steps < 2_000_000, "{steps} steps");
}

#[test]
fn neither_deep_recursion_nor_long_data_overflows() {
    assert_eq!(value("(define (count n) (if (zero? n) 0 (+ 1 (count (- n 1))))) (count 1000000)"), "1000000");
    assert_eq!(value("(length (iota 1000000))"), "1000000");
    assert_eq!(value("(sum (unperturb (perturb (iota 1000000))))"), "499999500000");
    assert_eq!(value("(length (iota 300000)) (write (iota 300000)) (car (iota 10))"), "0");
    assert_eq!(
        value("(define (nest n l) (if (zero? n) l (nest (- n 1) (cons l '())))) (write (nest 300000 1)) 1"),
        "1"
    );
    assert_eq!(
        value("(length ((gradient-R (lambda (l) (sum ((map (lambda (x) (* x x))) l)))) (iota 100000)))"),
        "100000"
    );
    assert_eq!(
        value(
            "(let loop ((i 0) (l (list 0 0))) (if (= i 300000) (car l) (loop (+ i 1) (plus l (list 1 2)))))"
        ),
        "300000"
    );
    assert_eq!(
        value(
            "((derivative-R (lambda (x) (let loop ((i 0) (p x)) (if (= i 100000) p (loop (+ i 1) (+ p x)))))) 1)"
        ),
        "100001"
    );
}

#[test]
fn loops_run_in_constant_space() {
    let session = Session::new();
    session.set_limits(Limits { memory: 16 << 20, ..Limits::default() });
    let text = "(let loop ((i 0) (l '())) (if (= i 3000000) i (loop (+ i 1) (list i l))))";
    let error = session.evaluate(text).expect_err("the list is too long");
    assert_eq!(error.kind(), ErrorKind::Limit);
    let text = "(let loop ((i 0) (l '())) (if (= i 3000000) i (loop (+ i 1) (list i i i))))";
    assert_eq!(session.evaluate(text).as_deref(), Ok("3000000"));
    let text = "(letrec ((f (lambda (n) (cond ((zero? n) 7) (else (g n))))) (g (lambda (n) (f (- n 1))))) (f 2000000))";
    assert_eq!(session.evaluate(text).as_deref(), Ok("7"));
}

#[test]
fn untrusted_programs_end_with_a_clear_error() {
    let limits = Limits { fuel: 3_000_000, memory: 64 << 20, depth: 100_000 };
    for (text, message) in [
        ("(let loop () (loop))", "the program takes more than 3000000 steps"),
        ("(define (f n) (+ 1 (f n))) (f 1)", "more than 100000 calls wait for one another"),
        (
            "(define (grow l) (grow (cons l (cons l l)))) (grow 1)",
            "the program needs more than 64 MiB of memory",
        ),
        (
            "(define (dag n) (if (zero? n) 1 (let ((d (dag (- n 1)))) (cons d d)))) (dag 60)",
            "this value is too long to be written",
        ),
        (
            "(define (f x n) (if (zero? n) x ((*j (lambda (x) (f x (- n 1)))) (*j x)))) (f 1 100)",
            "the transformed code grows too long",
        ),
        (
            "(define (build n) (if (zero? n) '() (cons (iota 1000) (build (- n 1))))) (build 10000)",
            "the program needs more than 64 MiB of memory",
        ),
    ] {
        let session = Session::new();
        session.set_limits(limits);
        let error = session.evaluate(text).expect_err(text);
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Limit, message), "{text}");
    }
}

#[test]
fn errors_have_places_values_and_a_trace() {
    let session = Session::new();
    let text = "(define (f x) (+ 1 (g x)))\n(define (g x) (* 2 (sqrt (cons x #t))))\n(f 3)";
    let error = session.add("<t>", text, &mut NoFiles).and_then(|()| session.run(|_| ())).expect_err("fails");
    assert_eq!(error.to_string(), "Argument to sqrt is invalid");
    let program = session.program();
    assert_eq!(program.sources.text(error.0.span.expect("a place")), "(sqrt (cons x #t))");
    assert_eq!(error.0.values, ["(3 . #t)"]);
    let procedures: Vec<_> = error.0.trace.iter().map(|f| f.procedure.as_str()).collect();
    assert_eq!(procedures, ["g", "f"]);
    assert_eq!(program.sources.text(error.0.trace[0].span.expect("a place")), "(g x)");
}

#[test]
fn a_session_goes_on_after_an_error_and_to_another_thread() {
    let session = Session::new();
    session.evaluate("(define (f x) (car x))").expect("defined");
    session.evaluate("(f 1)").expect_err("no pair");
    assert_eq!(session.evaluate("(f (list 2))").as_deref(), Ok("2"));
    session.evaluate("(define (f x) (* x x))").expect("defined anew");
    session.evaluate("(define (g x) (f (+ x 1)))").expect("defined");
    assert_eq!(session.evaluate("((derivative-R g) 2)").as_deref(), Ok("6"));
    session.evaluate("(define (f x) (* x (* x x)))").expect("defined anew");
    let there = std::thread::spawn(move || session.evaluate("((derivative-R g) 2)"));
    assert_eq!(there.join().expect("no panic").as_deref(), Ok("27"));
}

#[test]
fn functions_are_called_and_differentiated_from_rust() {
    let session =
        Program::parse("(define (f a (list x y)) (* a (+ (* x x) y))) (define (l v) (list (sum v) #t))")
            .unwrap();
    let f = session.function("f").unwrap();
    let x = (3.0, [2.0, 1.0]);
    assert_eq!(f.value(&x), Ok(15.0));
    assert_eq!(f.value_and_gradient(&x), Ok((15.0, (5.0, [12.0, 3.0]))));
    let (y, t) = f.pushforward(&x, &(1.0, [1.0, 1.0])).unwrap();
    assert_eq!((y, t), (Nested::Real(15.0), Nested::Real(20.0)));
    let l = session.function("l").unwrap();
    assert_eq!(l.call(&vec![1.0, 2.0]), Ok(Nested::List(vec![Nested::Real(3.0), Nested::Boolean(true)])));
    assert_eq!(l.value(&vec![1.0]).unwrap_err().to_string(), "the value of l is not a number");
    assert_eq!(session.function("q").err().unwrap().to_string(), "Unbound variable: q");
    let session = Session::new();
    let product = retrograde_rules::operator::from_fns(
        "product",
        retrograde_rules::operator::Inputs::Exactly(2),
        |_| 1,
        |x: &[f64], y: &mut [f64]| y[0] = x[0] * x[1],
        |x: &[f64], y_bar: &[f64], x_bar: &mut [f64]| {
            x_bar[0] += y_bar[0] * x[1];
            x_bar[1] += y_bar[0] * x[0];
        },
    );
    session.register_operator(product).unwrap();
    assert_eq!(session.evaluate("((gradient-R product) (cons 3 4))").as_deref(), Ok("(4 . 3)"));
    let error = session.evaluate("(product 1 2 3)").unwrap_err();
    assert_eq!(error.0.hint.as_deref(), Some("it takes 2 numbers, and was given 3"));
    session.register("cube", |x| x[0].powi(3), |x, s, bar| bar[0] += 3.0 * x[0] * x[0] * s).unwrap();
    assert_eq!(session.evaluate("((derivative-R (lambda (x) (* 2 (cube x)))) 2)").as_deref(), Ok("24"));
    assert_eq!(session.evaluate("((derivative-F (lambda (x) (* 2 (cube x)))) 2)").as_deref(), Ok("24"));
    let error = session.evaluate("((derivative-R (derivative-R cube)) 2)").unwrap_err();
    assert_eq!(error.to_string(), "cube is a function of the host that can be differentiated only once");
}

#[test]
fn every_rule_agrees_with_differences_and_with_its_definition() {
    use retrograde_rules::Primitive;
    for rule in Primitive::ALL {
        if rule.arity() != 1 || rule.takes_exponent() || !rule.is_differentiable() {
            continue;
        }
        let name = retrograde_vlad::prim::Prim::Rule(*rule).name();
        let x = if rule.domain()[0].contains(0.4) { 0.4 } else { 1.4 };
        let session = Session::new();
        let number = |text: String| -> f64 {
            session.evaluate(&text).unwrap_or_else(|e| panic!("{text}: {e}")).parse().expect("a number")
        };
        let h = 1e-5;
        let difference =
            (number(format!("({name} {})", x + h)) - number(format!("({name} {})", x - h))) / (2.0 * h);
        for d in ["derivative-R", "derivative-F"] {
            let found = number(format!("(({d} {name}) {x})"));
            assert!(
                (found - difference).abs() < 1e-6 * difference.abs().max(1.0),
                "{d} {name}: {found} {difference}"
            );
        }
        // The second derivative goes through the rule's definition rather than the fast path.
        let slope = |x: f64| number(format!("((derivative-R {name}) {x})"));
        let difference = (slope(x + h) - slope(x - h)) / (2.0 * h);
        for (outer, inner) in [("R", "R"), ("R", "F"), ("F", "R"), ("F", "F")] {
            let found = number(format!("((derivative-{outer} (derivative-{inner} {name})) {x})"));
            assert!(
                (found - difference).abs() < 1e-4 * difference.abs().max(1.0),
                "{outer}{inner} {name}: {found} {difference}"
            );
        }
    }
}

#[test]
fn a_fault_in_a_rule_is_shown_where_the_program_asked_for_it() {
    let session = Session::new();
    let text = "(define (f x) (* x (* x #t)))\n((gradient-R f) 3)";
    let error = session.add("<t>", text, &mut NoFiles).and_then(|()| session.run(|_| ())).expect_err("fails");
    assert_eq!(session.program().sources.text(error.0.span.expect("a place")), "(* x #t)");
}

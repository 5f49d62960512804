//! Functions of Rust in VLAD: every order and mix of modes against the same function written in VLAD.

use retrograde::prelude::*;
use retrograde_rules::operator::{Inputs, from_fns};
use retrograde_vlad::{Nested, NoFiles, Session};

/// One output of several numbers, with second and third derivatives that mix them.
#[reversible]
fn energy<T: Real>(w: T, x: &[T]) -> T {
    let mut sum = w * w;
    for i in 1..x.len() {
        sum += x[i - 1] * (w * x[i]).sin();
    }
    sum.exp()
}

const ENERGY: &str = "(define (energy-v w x)
  (exp (let loop ((sum (* w w)) (x x))
         (if (null? (cdr x)) sum (loop (+ sum (* (car x) (sin (* w (cadr x))))) (cdr x))))))";

/// Several outputs.
#[reversible]
fn turned<T: Real>(a: T, x: T, y: T) -> [T; 2] {
    [a.cos() * x - a.sin() * (y * y), a.sin() * x * x + a.cos() * y]
}

const TURNED: &str = "(define (turned-v a x y)
  (list (- (* (cos a) x) (* (sin a) (* y y))) (+ (* (sin a) (* x x)) (* (cos a) y))))";

#[primitive(partials(y.cos() * x.cos(), -(x.sin() * y.sin())))]
fn wave<T: Real>(x: T, y: T) -> T {
    x.sin() * y.cos()
}

fn session() -> Session {
    let session = Session::new();
    session.register_generic(energy {}).unwrap();
    session.register_generic(turned {}).unwrap();
    session.register_generic(wave {}).unwrap();
    for text in [ENERGY, TURNED, "(define (wave-v x y) (* (sin x) (cos y)))"] {
        session.add("<text>", text, &mut NoFiles).unwrap();
    }
    session
}

fn numbers(session: &Session, text: &str) -> Vec<f64> {
    fn flat(data: &Nested, out: &mut Vec<f64>) {
        match data {
            Nested::Real(x) => out.push(*x),
            Nested::Boolean(_) => panic!("a number was expected"),
            Nested::List(items) => items.iter().for_each(|item| flat(item, out)),
            Nested::Pairs(items, end) => {
                items.iter().for_each(|item| flat(item, out));
                flat(end, out);
            }
        }
    }
    session.evaluate(&format!("(define (it) {text})")).unwrap();
    let value = session.function("it").unwrap().call(&Nested::List(vec![]));
    let mut out = Vec::new();
    flat(&value.unwrap_or_else(|e| panic!("{text}: {e} {:?}", e.0)), &mut out);
    out
}

/// Compares a text that uses host functions with the same text with functions written in VLAD.
fn agree(session: &Session, text: &str) {
    let host = numbers(session, text);
    let own = ["energy", "turned", "wave"]
        .iter()
        .fold(text.to_string(), |text, name| text.replace(&format!("({name} "), &format!("({name}-v ")));
    assert_ne!(own, text);
    let own = numbers(session, &own);
    assert_eq!(host.len(), own.len(), "{text}");
    for (a, b) in host.iter().zip(&own) {
        assert!((a - b).abs() <= 1e-10 * (1.0 + b.abs()), "{text}\n{host:?}\n{own:?}");
    }
}

#[test]
fn every_mix_of_modes_to_the_fourth_order_agrees() {
    let session = session();
    let along = "(lambda (t) (energy (+ 0.3 t) (list 0.2 (* t t) (- 0.5 (sin t)))))";
    let waves = "(lambda (t) (* t (wave (* t 0.3) (+ t 0.1))))";
    for modes in ["F", "R", "FF", "FR", "RF", "RR", "FFF", "FFR", "FRF", "FRR", "RFF", "RFR", "RRF", "RRR"] {
        for f in [along, waves] {
            let derivative = modes.chars().fold(f.to_string(), |f, m| format!("(derivative-{m} {f})"));
            agree(&session, &format!("({derivative} 0.7)"));
        }
    }
    for modes in ["FFFF", "RFRF", "FRFR", "RRFF"] {
        let derivative = modes.chars().fold(waves.to_string(), |f, m| format!("(derivative-{m} {f})"));
        agree(&session, &format!("({derivative} 0.7)"));
    }
}

#[test]
fn gradients_hessians_and_several_outputs_agree() {
    let session = session();
    for text in [
        "((gradient-R (lambda (w x) (energy w x))) 0.3 (list 0.1 0.2 0.4))",
        "((hessian (lambda ((list w x y)) (energy w (list x y w)))) (list 0.3 0.5 0.7))",
        "((hessian-R (lambda ((list w x y)) (energy w (list x y w)))) (list 0.3 0.5 0.7))",
        "(turned 0.3 0.5 0.7)",
        "((jacobian-R (lambda ((list a x y)) (turned a x y))) (list 0.3 0.5 0.7))",
        "((jacobian-F (lambda ((list a x y)) (turned a x y))) (list 0.3 0.5 0.7))",
        "((hessian-R (lambda ((list a x y)) (let (((list u v) (turned a x y))) (* u (exp v))))) (list 0.3 0.5 0.7))",
        "((hessian (lambda ((list a x y)) (let (((list u v) (turned a x y))) (* u (exp v))))) (list 0.3 0.5 0.7))",
        // A function of the host of what another gives.
        "((hessian (lambda ((list a x y)) (energy a (turned a x y)))) (list 0.3 0.5 0.7))",
        "((derivative-R (lambda (t) (sum ((map (lambda (row) (dot row row)))
             ((jacobian-R (lambda ((list a x)) (turned a x t))) (list t 1)))))) 0.4)",
    ] {
        agree(&session, text);
    }
}

#[test]
fn a_name_that_no_program_could_call_is_refused() {
    let session = Session::new();
    for (name, why) in [
        ("car", "a procedure of the language"),
        ("if", "a word of the language"),
        ("", "is not a name"),
        ("a b(", "is not a name"),
        ("12", "is not a name"),
    ] {
        let error = session.register(name, |x| x[0], |_, s, bar| bar[0] += s).unwrap_err();
        assert!(error.to_string().contains(why), "{name}: {error}");
    }
    session.register("a->b!", |x| 2.0 * x[0], |_, s, bar| bar[0] += 2.0 * s).unwrap();
    assert_eq!(session.evaluate("(a->b! 4)").unwrap(), "8");
}

#[test]
fn what_cannot_be_differentiated_again_says_so() {
    let session = session();
    session.register("cube", |x| x[0].powi(3), |x, s, bar| bar[0] += 3.0 * x[0] * x[0] * s).unwrap();
    let pair = from_fns(
        "pair",
        Inputs::Exactly(1),
        |_| 2,
        |x: &[f64], y: &mut [f64]| (y[0], y[1]) = (x[0] * x[0], x[0].sin()),
        |x: &[f64], s: &[f64], bar: &mut [f64]| bar[0] += 2.0 * x[0] * s[0] + x[0].cos() * s[1],
    );
    session.register_operator(pair).unwrap();
    // Several outputs, in both modes, by the adjoint alone.
    assert_eq!(session.evaluate("((derivative-F (lambda (x) (car (pair x)))) 3)").as_deref(), Ok("6"));
    assert_eq!(session.evaluate("((derivative-R (lambda (x) (cadr (pair x)))) 0)").as_deref(), Ok("1"));
    assert!(session.evaluate("(derivative-R cube)").is_ok());
    assert_eq!(session.evaluate("((derivative-R cube) 2)").as_deref(), Ok("12"));
    for modes in ["FF", "FR", "RF", "RR"] {
        let twice = modes.chars().fold("cube".to_string(), |f, m| format!("(derivative-{m} {f})"));
        let error = session.evaluate(&format!("({twice} 2)")).expect_err(modes);
        assert_eq!(error.to_string(), "cube is a function of the host that can be differentiated only once");
        assert!(error.0.hint.as_deref().is_some_and(|h| h.contains("register_generic")), "{modes}");
    }
    // Derivatives that do not involve the host function are not limited.
    let outer = "((derivative-F (lambda (a) (* a ((derivative-R cube) 2)))) 3)";
    assert_eq!(session.evaluate(outer).as_deref(), Ok("12"));
    // Fifth derivatives.
    let five = "(derivative-F ".repeat(5) + "(lambda (x) (wave x 0))" + &")".repeat(5);
    let error = session.evaluate(&format!("({five} 2)")).expect_err("five");
    assert_eq!(
        error.to_string(),
        "wave is a function of the host that can be differentiated 4 times at most"
    );
    let many = "(derivative-F ".repeat(9) + "(lambda (x) (wave x 0))" + &")".repeat(9);
    session.evaluate(&format!("({many} 2)")).expect_err("nine");
}

#[test]
fn functions_of_the_host_have_their_names_and_check_what_they_take() {
    let session = session();
    assert_eq!(session.evaluate("(list energy turned wave)").as_deref(), Ok("(energy turned wave)"));
    let error = session.evaluate("(wave 1)").unwrap_err();
    assert_eq!(error.to_string(), "Argument to wave is invalid");
    assert_eq!(error.0.hint.as_deref(), Some("it takes 2 numbers, and was given 1"));
    let error = session.evaluate("(wave 1 sin)").unwrap_err();
    assert_eq!(error.0.hint.as_deref(), Some("a function of the host takes numbers, and pairs of them"));
    session.evaluate("(derivative-R wave)").unwrap();
    session.evaluate("((*j wave) (*j 1))").unwrap_err();
    session.evaluate("((derivative-F wave) 1)").unwrap_err();
}

//! Error messages and their hints; after an error the session goes on.

use retrograde_vlad::tags::Tag;
use retrograde_vlad::{Error, ErrorKind, NoFiles, Session};

fn fault(text: &str) -> Error {
    Session::new().evaluate(text).expect_err(text)
}

#[test]
fn what_is_wrong_with_a_text_leaves_the_session_as_it_was() {
    let session = Session::new();
    session.evaluate("(define (f x) (* x x))").unwrap();
    for text in [
        "(define (g x) (missing x))",
        "(define (f x) x) (define (h x) (missing x))",
        "(define (f x) x) (+ 1",
        "(define (f x) x) (f 1) ===>",
        "(define (g x) x) (define x 3)",
        "(define (f x) x) (define (f y) y)",
    ] {
        let error = session.add("<input>", text, &mut NoFiles).expect_err(text);
        // The place can still be shown.
        let span = error.0.span.expect(text);
        assert_eq!(session.program().sources.get(span.source).map(|s| &*s.text), Some(text));
        assert_eq!(session.evaluate("(f 3)").as_deref(), Ok("9"), "after {text}");
        assert_eq!(session.evaluate("(+ 1 2)").as_deref(), Ok("3"), "after {text}");
        assert!(session.evaluate("(g 1)").is_err(), "after {text}");
    }
    // And what was missing may come with the next text.
    session.evaluate("(define (missing x) (+ x 1)) (define (g x) (missing x))").unwrap();
    assert_eq!(session.evaluate("(g 1)").as_deref(), Ok("2"));
}

#[test]
fn hints_say_what_to_write_instead() {
    for (text, hint) in [
        ("(begin 1 2)", "nothing has effects that could be put in order; name values with `let*`"),
        ("(let ((x 1)) (set! x 3))", "no variable changes; give the new value a new name with `let`"),
        ("(vector 1 2)", "arrays are lists: `list`, `list-ref`"),
        ("1/2", "numbers are written like 3, -0.5 or 1e-6; a fraction is (/ 1 2)"),
        ("(define (f x) (lenght x))", "did you mean `length`?"),
        ("(g 1)", "define it: (define (g x) …)"),
        ("(+ 1 2 3)", "`+` takes two numbers; of three, (+ a (+ b c))"),
        ("(- 1)", "`-` takes two numbers; the opposite of x is (- 0 x)"),
        ("(sqrt 1 2)", "`sqrt` takes one number"),
        ("(derivative sin 3)", "it is curried: write ((derivative sin) 3)"),
        ("(gradient (lambda (x) x) 3)", "it is curried: write ((gradient (lambda (x) x)) 3)"),
        ("(let ((x (list 1 2))) (map sin x))", "it is curried: write ((map sin) x)"),
        ("(reduce + 0 '(1 2))", "it is curried: write ((reduce + 0) (quote (1 2)))"),
        ("(hessian-vector square 1 2)", "it is curried: write ((hessian-vector square) 1 2)"),
        ("(let ((x)) x)", "a binding is (name value), and `(x)` is not one"),
        ("(let* (x 1) x)", "a binding is (name value), and `x` is not one"),
        ("(letrec f f)", "bindings are written in a list: ((name value) …)"),
        (
            "((cdr ((*j (lambda (x) (cons x x))) (*j 3))) (sensitize 1))",
            "a sensitivity has the shape of the value: was a procedure that returns a pair differentiated as if it \
             returned a number?",
        ),
    ] {
        assert_eq!(fault(text).0.hint.as_deref(), Some(hint), "{text}");
    }
}

/// A user's definition may hide a name of the prelude; the hints about that name do not apply to it.
#[test]
fn names_that_hide_those_of_the_prelude_take_what_they_like() {
    for text in [
        "(define (map f l) (f l)) (map sin 0)",
        "((lambda (derivative) (derivative 1 -1)) +)",
        "((derivative-F (lambda (x) (* x x))) 0)",
        "(let ((gradient *)) (gradient 0 3))",
    ] {
        assert_eq!(Session::new().evaluate(text).as_deref(), Ok("0"), "{text}");
    }
}

#[test]
fn only_numbers_have_gradients() {
    for operator in ["gradient", "gradient-R", "gradient-F", "value-and-gradient", "derivative-R"] {
        for function in
            ["(lambda (x) x)", "(lambda (x) (list (car x) 1))", "(lambda (x) '())", "(lambda (x) #t)"]
        {
            let at = format!("(({operator} {function}) (list 1 2))");
            let error = fault(&at);
            assert!(error.to_string().contains("is invalid"), "{at}: {error}");
            assert!(error.0.hint.is_some_and(|hint| hint.contains("gradient")), "{at}");
            // Beneath another level as well.
            for outer in ["derivative-F", "derivative-R"] {
                let error =
                    fault(&format!("(({outer} (lambda (y) (car (({operator} {function}) (list y 2))))) 1)"));
                assert!(error.to_string().contains("is invalid"), "{outer} of {at}: {error}");
            }
        }
    }
}

#[test]
fn the_call_of_an_expression_is_known_though_it_waits_for_nobody() {
    let session = Session::new();
    for text in ["(car 1)", "(define (f x) (car x)) (f 1)", "(+ 1 (length 2))"] {
        let error = session.evaluate(text).expect_err(text);
        let program = session.program();
        // Small procedures of the prelude are part of what calls them, and have no frame.
        let mut places = error.0.trace.iter().filter_map(|frame| frame.span).chain(error.0.span);
        assert!(
            places.any(|span| span.end > span.start && text.contains(program.sources.text(span))),
            "{text}"
        );
    }
}

#[test]
fn what_has_no_text_of_its_own_cannot_be_shown() {
    let session = Session::new();
    let message = |name: &str| session.core(name).expect_err(name).to_string();
    assert_eq!(message("sin"), "sin is a primitive, not a definition");
    assert_eq!(message("sni"), "Unbound variable: sni");
    assert!(session.listing("square", &[Tag::Reverse]).is_ok());
}

#[test]
fn a_mark_of_the_encoding_is_no_name() {
    assert_eq!(Session::new().evaluate("\u{feff}(+ 1 2)").as_deref(), Ok("3"));
    assert_eq!(retrograde_vlad::fmt::format("\u{feff}(+ 1\t2)").as_deref(), Ok("(+ 1 2)\n"));
}

/// Fifteen transformations of a value or a procedure are the limit.
#[test]
fn derivatives_nest_fifteen_deep_and_no_deeper() {
    let nth = |n: u32, f: &str| {
        let define = "(define ((nth f n) x) (if (zero? n) (f x) ((derivative-F (nth f (- n 1))) x)))";
        Session::new().evaluate(&format!("{define} ((nth {f} {n}) 0)"))
    };
    assert_eq!(nth(15, "exp").as_deref(), Ok("1"));
    let deeper = nth(16, "exp").expect_err("sixteen");
    for error in [
        deeper,
        fault(&format!("{}1{}", "(perturb ".repeat(16), ")".repeat(16))),
        fault(&format!("{}1{}", "(*j ".repeat(16), ")".repeat(16))),
        fault(&format!("{}(lambda (x) x){}", "(sensitize ".repeat(16), ")".repeat(16))),
        Session::new().listing("car", &[Tag::Perturbation; 16]).expect_err("sixteen"),
    ] {
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Limit, "Order limit exceeded"));
        assert!(error.0.hint.is_some_and(|hint| hint.contains("fifteen")));
    }
}

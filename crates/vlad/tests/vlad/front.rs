//! Reading, expanding and normalising: results and error messages.

use retrograde_vlad::anf::{Codes, Listing, Op, convert};
use retrograde_vlad::core::{Expr, ExprKind, Pattern, VarId};
use retrograde_vlad::print::Printer;
use retrograde_vlad::{Item, Program};
use std::collections::HashSet;

/// The expressions of a program, printed.
fn printed(text: &str) -> Vec<String> {
    let program = Program::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let global = |g: retrograde_vlad::core::GlobalId| program.globals[g.0 as usize].name.to_string();
    let printer = Printer { names: &program.names, global: &global, numbered: false };
    let show = |item: &Item| match item {
        Item::Expression { expr, .. } => Some(printer.expression(expr)),
        Item::Define(_) => None,
    };
    program.items.iter().filter_map(show).collect()
}

fn refused(text: &str) -> String {
    Program::read(text).expect_err(text).to_string()
}

#[test]
fn data_of_every_kind_are_read() {
    let text = "; comment\n#| block #| nested |# |# #;(dropped datum) (list 4. .5 1e-5 -3 #xff #b-101 #t #f '() '(1 . 2) '(1 2))";
    assert_eq!(printed(text), ["(list 4 0.5 0.00001 -3 255 -5 #t #f '() (cons 1 2) (list 1 2))"]);
}

#[test]
fn forms_become_the_core() {
    for (text, core) in [
        ("((lambda (a d) a) (cons 1 2))", "((lambda (a d) a) 1 2)"),
        ("((lambda () 3))", "((lambda () 3))"),
        ("(let ((x 1) ((cons y z) '(2 . 3))) (+ x y))", "(let* ((x 1) ((cons y z) (cons 2 3))) (+ x y))"),
        ("(let* ((x 1) (x (+ x x))) x)", "(let* ((x 1) (x (+ x x))) x)"),
        ("(let* () 4)", "4"),
        ("(cond ((< 1 2) 3) (else 4))", "(if (< 1 2) 3 4)"),
        ("(and 1 2)", "(if 1 2 #f)"),
        ("(or 1 2)", "(let* ((or 1)) (if or or 2))"),
        ("(list)", "'()"),
        ("(cons* 1)", "1"),
        ("(let f ((x 1)) (f x))", "((letrec ((f (lambda (x) (f x)))) f) 1)"),
    ] {
        assert_eq!(printed(text), [core], "{text}");
    }
}

#[test]
fn what_is_printed_reads_back() {
    let text = "(define (square x) (* x x)) (let loop ((n 3) ((list a b) (list 1 2))) (if (zero? n) (square a) (loop (- n 1) (list b a))))";
    let once = printed(text).remove(0);
    assert_eq!(printed(&format!("(define (square x) (* x x)) {once}")).remove(0), once);
}

#[test]
fn faults_of_the_text_have_the_references_words() {
    for (text, message) in [
        ("(define x 3)", "Invalid expression: (define x 3)"),
        ("x", "Unbound variable: x"),
        ("(lambda (x x) x)", "Duplicate variables: (lambda (x x) x)"),
        ("(letrec ((x 3)) x)", "Invalid expression: 3"),
        ("(lambda x x)", "Invalid expression: (lambda x x)"),
        ("(lambda (\"a\") 1)", "Invalid parameter: \"a\""),
        ("(lambda (if) 1)", "Invalid parameter: if"),
        ("cons", "Invalid expression: cons"),
        ("'foo", "Invalid expression: 'foo"),
        ("(if 1 2)", "Invalid expression: (if 1 2)"),
        ("(cond (1 2))", "Invalid expression: (cond (1 2))"),
        ("()", "Invalid expression: ()"),
        ("(define (f x) (g x)) (f 1) (define (g x) x)", "Unbound variable: g"),
        ("(f 1) (define (f x) x)", "Unbound variable: f"),
        ("(define (f x) x) (define (f y) y)", "Duplicate variables: f"),
        ("(include \"missing\")", "Cannot find: missing"),
        ("(let ((x 1)", "this parenthesis is never closed"),
        ("(+ 1 2))", "this parenthesis closes nothing"),
        ("3 ===>", "nothing follows the `===>` after this expression"),
        ("#q", "`#q` is not a datum of VLAD"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn a_misspelt_name_gets_a_hint() {
    let error = Program::read("(define (square x) (* x x)) (sqare 3)").expect_err("misspelt");
    assert_eq!(error.0.hint.as_deref(), Some("did you mean `square`?"));
    let span = error.0.span.expect("has a place");
    assert_eq!((span.start, span.end), (29, 34));
}

#[test]
fn definitions_see_one_another_and_may_hide_primitives() {
    assert_eq!(printed("(define (f x) (g x)) (define (g x) x) (f 1)"), ["(f 1)"]);
    let program = Program::read("(define (sqrt x) x) (sqrt 4)").expect("read");
    let Item::Expression { expr, .. } = &program.items[1] else { panic!("an expression") };
    let ExprKind::Apply(function, _) = &expr.kind else { panic!("an application") };
    assert!(matches!(function.kind, ExprKind::Global(_)));
}

#[test]
fn expectations_follow_their_expressions() {
    let program = Program::read("(+ 1 2) ===> 3 (cons 1 2) ===> (1 . 2) 4").expect("read");
    let expected: Vec<_> = program
        .items
        .iter()
        .map(|item| match item {
            Item::Expression { expected, .. } => expected.as_ref().map(ToString::to_string),
            Item::Define(_) => None,
        })
        .collect();
    assert_eq!(expected, [Some("3".to_string()), Some("(1 . 2)".to_string()), None]);
}

#[test]
fn every_variable_is_bound_once() {
    let text =
        "(let* ((x 1) (x ((lambda (x) (+ x 1)) x))) (let loop ((x x)) (if (< x 3) (loop (+ x 1)) (or x x))))";
    let program = Program::read(text).expect("read");
    let mut bound = Vec::new();
    for item in &program.items {
        if let Item::Expression { expr, .. } = item {
            binders(expr, &mut bound);
        }
    }
    let distinct: HashSet<_> = bound.iter().collect();
    assert_eq!(distinct.len(), bound.len());
    assert_eq!(bound.len(), 6);
}

fn binders(expr: &Expr, bound: &mut Vec<VarId>) {
    let mut pattern = |p: &Pattern| bound.extend(p.variables());
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Prim(_) => {}
        ExprKind::Lambda(lambda) => {
            pattern(&lambda.param);
            binders(&lambda.body, bound);
        }
        ExprKind::Apply(a, b) => [a, b].into_iter().for_each(|e| binders(e, bound)),
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| binders(e, bound)),
        ExprKind::Let(bindings, body) => {
            bindings.iter().for_each(|(p, _)| pattern(p));
            bindings.iter().for_each(|(_, e)| binders(e, bound));
            binders(body, bound);
        }
        ExprKind::Letrec(group, body) => {
            for (variable, lambda) in group {
                bound.push(*variable);
                bound.extend(lambda.param.variables());
                binders(&lambda.body, bound);
            }
            binders(body, bound);
        }
        ExprKind::Cons(parts) => parts.iter().for_each(|e| binders(e, bound)),
    }
}

#[test]
fn normal_form_names_every_value() {
    let program = Program::read("(define (f x y) (if (< x y) (+ (* x y) 1) (f y x)))").expect("read");
    let lambda = program.globals[0].lambda.as_ref().expect("defined");
    let mut codes = Codes::default();
    let code = convert(lambda, &program.names, &mut codes);
    let global = |_| "f".to_string();
    let listing = Listing { codes: &codes, global: &global, code }.to_string();
    assert_eq!(
        listing,
        "(lambda (t_0)\n  (let* (((cons x y) t_0)\n         (t_3 (cons x y))\n         (t_4 (< t_3))\n         (t_5\n           (if t_4\n             (let* ((t_6 (cons x y)) (t_7 (* t_6)) (t_8 (cons t_7 1)) (t_9 (+ t_8))) t_9)\n             (let* ((t_10 (cons y x)) (t_11 (f t_10))) t_11))))\n    t_5))"
    );
}

#[test]
fn members_of_a_group_capture_the_same() {
    let text = "(define (f a b) (letrec ((even (lambda (n) (if (zero? n) a (odd (- n 1))))) (odd (lambda (n) (if (zero? n) b (even (- n 1)))))) (even 4)))";
    let program = Program::read(text).expect("read");
    let mut codes = Codes::default();
    let code = convert(program.globals[0].lambda.as_ref().expect("defined"), &program.names, &mut codes);
    let mut counts = Vec::new();
    for statement in &codes.get(code).body.statements {
        if let Op::Close { code, captures, .. } = &statement.op {
            assert_eq!(codes.get(*code).captures.len(), captures.len());
            counts.push(captures.len());
        }
    }
    assert_eq!(counts, [2, 2]);
}

#[test]
fn deep_text_is_refused_and_long_text_is_not() {
    let deep = retrograde_vlad::read::DEPTH + 1;
    let message = format!("parentheses are nested more than {} deep", deep - 1);
    assert_eq!(refused(&format!("{}1{}", "(+ 1 ".repeat(deep), ")".repeat(deep))), message);
    assert_eq!(refused(&"'".repeat(deep)), message);
    for close in ["", ")", "]"] {
        refused(&format!("{}1{}", "(+ 1 ".repeat(10_000), close.repeat(20_000)));
    }
    let long = format!("(list {})", "1 ".repeat(100_000));
    Program::read(&long).expect("read");
}

//! Runs the expectations of `tests/vlad/*.vlad`: programs of our own, one file a part of the language.

use retrograde_vlad::{Limits, Loader, Outcome, Session};
use std::path::{Path, PathBuf};

struct Files;

impl Loader for Files {
    fn load(&mut self, name: &str, from: &str) -> Result<(String, String), String> {
        let path = Path::new(from).with_file_name(format!("{name}.vlad"));
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        Ok((path.display().to_string(), text))
    }
}

/// Returns the outcomes of the tests of a text.
fn outcomes(name: &str, text: &str) -> Vec<Outcome> {
    let mut all = Vec::new();
    let session = Session::new();
    session.set_limits(Limits { fuel: 1_000_000, ..Limits::default() });
    session.check(name, text, &mut Files, |_, outcome| all.push(outcome)).unwrap();
    all
}

#[test]
fn all_expectations_are_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vlad");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "vlad"));
    files.sort();
    let (mut met, mut missed) = (0, Vec::new());
    for file in &files {
        let session = Session::new();
        let (name, text) = (file.display().to_string(), std::fs::read_to_string(file).unwrap());
        let done = session.check(&name, &text, &mut Files, |session, outcome| {
            if outcome.passed {
                met += 1;
                return;
            }
            let program = session.program();
            let (line, _) = program.sources.position(outcome.span);
            let text = program.sources.text(outcome.span);
            missed.push(format!(
                "{name}:{line}: {text}\n    expected {}\n    found    {}",
                outcome.expected, outcome.found
            ));
        });
        if let Err(error) = done {
            let place = error.0.span.map(|s| session.program().sources.position(s));
            missed.push(format!("{name}: {error} at {place:?}"));
        }
    }
    assert!(missed.is_empty(), "{met} met, {} missed:\n{}", missed.len(), missed.join("\n"));
    assert!(met > 150, "only {met} expectations were found");
}

/// The programs on the page of the language, one after the other.
#[test]
fn the_page_of_the_language_tells_the_truth() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vlad.md");
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("```scheme\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let outcomes = outcomes("docs/vlad.md", &blocks.collect::<String>());
    let missed: Vec<_> = outcomes.iter().filter(|o| !o.passed).map(|o| (&o.expected, &o.found)).collect();
    assert!(missed.is_empty(), "expected and found: {missed:?}");
    assert!(outcomes.len() > 10, "only {} expectations were found", outcomes.len());
}

/// The first example, of which the README speaks.
#[test]
fn the_first_example_gives_what_it_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vlad/first.vlad");
    let outcomes = outcomes("first.vlad", &std::fs::read_to_string(file).unwrap());
    let missed: Vec<_> = outcomes.iter().filter(|o| !o.passed).map(|o| (&o.expected, &o.found)).collect();
    assert!(missed.is_empty() && outcomes.len() == 5, "expected and found: {missed:?}");
}

/// Every kind of test, met and missed; none of them hides another.
#[test]
fn the_notation_of_tests_means_what_it_says() {
    let text = "
        (define (f x) (* x x))
        (define (broken) (missing))
        (f 2) ===> 4
        (f 2) ===> 5
        (unbound 2) ===> 4
        (unbound 2) ===> (error \"Unbound variable: unbound\")
        (if 1) ===> error
        (define x 3) ===> (error \"Invalid expression\")
        (define y 3)
        (let loop () (loop)) ===> 7
        (let loop () (loop)) ===> (error \"steps\")
        (f 2) ===> (or 3 4)
        (f 2) ===> (or 3 5)
        (car 1) ===> (or 3 (error \"matching pair\"))
        (= (f 2) 4)
        (= (f 2) 5)
        (f 2)
        (with-inputs (5 6) (cons (read-real) (read-real))) ===> (5 . 6)
        (with-inputs () (read-real)) ===> (error \"no number\")
        (with-inputs (5) (= (read-real) 5))
        (with-inputs (a) 3) ===> (error \"Invalid input\")
        (multiform (define (f x) 7) (define (g x) (f x)) (f 1) (g 1)) ===> 7
        (multiform (f 3)) ===> 9
        (with-inputs (2) (multiform (define (f x) (+ x x)) (f (read-real)))) ===> 4
        (f 3) ===> 9
        (g 1) ===> (error \"Unbound variable: g\")
        (multiform (define (f x) 1) (unbound)) ===> error
        (broken) ===> error
        (later 3) ===> error
        (define (later x) x)
        (later 3) ===> 3
        (define (later x) 4)
        (write 3) ===> 3";
    let found: String = outcomes("t", text).iter().map(|o| if o.passed { '+' } else { '-' }).collect();
    //                 f f u u i d y l l o o c = = f w w w w m m w f g m b l l d w, and what `broken` lacks
    let expected = "+ - - + + + - - + + - + + - - + + + + + + + + + + + + + - + -".replace(' ', "");
    assert_eq!(found, expected, "{:#?}", outcomes("t", text));
}

//! Runs the expectations of `tests/vlad/*.vlad`: programs of our own, one file a part of the language.

use retrograde_vlad::{Loader, Session};
use std::path::{Path, PathBuf};

struct Files;

impl Loader for Files {
    fn load(&mut self, name: &str, from: &str) -> Result<(String, String), String> {
        let path = Path::new(from).with_file_name(format!("{name}.vlad"));
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        Ok((path.display().to_string(), text))
    }
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
        if let Err(error) = session.add(&name, &text, &mut Files) {
            let place = error.0.span.map(|s| session.program().sources.position(s));
            missed.push(format!("{name}: {error} at {place:?}"));
            continue;
        }
        for outcome in session.test() {
            if outcome.passed {
                met += 1;
                continue;
            }
            let program = session.program();
            let (line, _) = program.sources.position(outcome.span);
            let text = program.sources.text(outcome.span);
            missed.push(format!(
                "{name}:{line}: {text}\n    expected {}\n    found    {}",
                outcome.expected, outcome.found
            ));
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
    let session = Session::new();
    session.add("docs/vlad.md", &blocks.collect::<String>(), &mut Files).unwrap();
    let outcomes = session.test();
    let missed: Vec<_> = outcomes.iter().filter(|o| !o.passed).map(|o| (&o.expected, &o.found)).collect();
    assert!(missed.is_empty(), "expected and found: {missed:?}");
    assert!(outcomes.len() > 10, "only {} expectations were found", outcomes.len());
}

/// The first example, of which the README speaks.
#[test]
fn the_first_example_gives_what_it_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vlad/first.vlad");
    let session = Session::new();
    session.add("first.vlad", &std::fs::read_to_string(file).unwrap(), &mut Files).unwrap();
    let outcomes = session.test();
    let missed: Vec<_> = outcomes.iter().filter(|o| !o.passed).map(|o| (&o.expected, &o.found)).collect();
    assert!(missed.is_empty() && outcomes.len() == 5, "expected and found: {missed:?}");
}

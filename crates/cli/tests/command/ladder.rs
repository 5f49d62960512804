//! `retrograde vlad ladder` and `explain` as their user meets them.

use std::process::{Command, Output};

fn retrograde(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retrograde")).args(arguments).output().expect("the program starts")
}

fn succeeds(arguments: &[&str]) -> String {
    let output = retrograde(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refuses(arguments: &[&str], code: i32, says: &[&str]) {
    let output = retrograde(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    for part in says {
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}

fn example(target: &str) -> String {
    format!("{}/../vlad/examples/ladder/{target}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_table_shows_what_each_stage_costs() {
    let doublings = example("doublings.vlad::doublings");
    let text = succeeds(&["vlad", "ladder", &doublings, "--sizes", "4,8,40", "--limit", "100000"]);
    let calls = text.split("doublings: calls of backpropagators").nth(1).expect("a block of calls");
    let row = |stage: &str| {
        let line = calls.lines().find(|line| line.starts_with(stage)).expect("a row");
        line.split_whitespace().skip(2).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("D1"), "31 511 too much n^4.04");
    assert_eq!(row("D2"), "5 9 41 n^0.94");
    assert_eq!(row("taped"), "5 9 41 n^0.94");
}

#[test]
fn the_table_is_drawn_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dot.svg");
    let plot = path.to_str().expect("a path");
    let text =
        succeeds(&["vlad", "ladder", &example("dot.vlad::dot"), "--sizes", "5,20", "--json", "--plot", plot]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(report["stages"].as_array().map(Vec::len), Some(8));
    assert_eq!(report["stages"][4]["stage"], "D4");
    assert_eq!(report["stages"][4]["cells"][1]["gradient"]["collector"], 40);
    let drawing = std::fs::read_to_string(&path).expect("drawn");
    assert!(drawing.starts_with("<svg") && drawing.contains("defunctionalised (section 8.2)"));
}

#[test]
fn a_stage_is_explained() {
    let small = example("small.vlad::small");
    let text = succeeds(&["vlad", "explain", "--stage", "d3", &small]);
    assert!(text.starts_with("; small, D3: "), "{text}");
    assert!(
        text.contains("(small (lambda (i x y) (let* (((cons i1 z) (D+ i x y))) (D* i1 x z))))"),
        "{text}"
    );
    assert_eq!(succeeds(&["vlad", "explain", &small]).matches("; small, ").count(), 8);
}

#[test]
fn faults_have_their_place_and_a_hint() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| {
        let path = folder.path().join("f.vlad");
        std::fs::write(&path, text).expect("written");
        format!("{}::f", path.display())
    };
    let written = write("(define (f x)\n  (write x))");
    refuses(&["vlad", "explain", &written], 2, &["f.vlad:2:", "`write`", "neither read nor write"]);
    let added = write("(define (f x)\n  (+ x #t))");
    refuses(&["vlad", "ladder", &added], 1, &["f.vlad:2:", "Argument to + is invalid", "f-input"]);
    refuses(&["vlad", "ladder", "nothing.vlad"], 2, &["names no function"]);
    refuses(&["vlad", "ladder", &example("dot.vlad::dott")], 2, &["there is no function `dott`", "dot"]);
}

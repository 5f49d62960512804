//! `retrograde vlad` and `retrograde fit` as a user sees them: output, faults, exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn retrograde(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn programs_run_and_count() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lib.vlad"), "(define (cube x) (* x (* x x)))").unwrap();
    let program = "(include \"lib\") ((derivative-R cube) 2) (write-real 7) (list 1 #t)";
    std::fs::write(folder.path().join("main.vlad"), program).unwrap();
    let done = retrograde(&["vlad", "run", "--count", "main.vlad"], folder.path());
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), "12\n7\n7\n(1 #t)\n");
    assert!(text(&done.stderr).contains("arithmetic operations"));
}

#[test]
fn faults_are_shown_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.vlad"), "(define (f x) (+ 1 (* x #t)))\n(f 2)").unwrap();
    let done = retrograde(&["vlad", "run", "main.vlad"], folder.path());
    assert_eq!(done.status.code(), Some(1));
    let shown = text(&done.stderr);
    assert!(shown.contains("Argument to * is invalid") && shown.contains("main.vlad:1:20"), "{shown}");
    assert!(shown.contains("given (2 . #t)") && shown.contains("in f"), "{shown}");
    std::fs::write(folder.path().join("main.vlad"), "(define (square x) x) (sqare 2)").unwrap();
    let done = retrograde(&["vlad", "run", "main.vlad"], folder.path());
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("did you mean `square`?"));
    std::fs::write(folder.path().join("main.vlad"), "(let loop () (loop))").unwrap();
    let done = retrograde(&["vlad", "run", "--fuel", "1000", "main.vlad"], folder.path());
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stderr).contains("more than 1000 steps"));
}

#[test]
fn faults_in_the_prelude_are_shown_where_it_was_called() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.vlad"), "(define (f n) (+ 1 (f (car n))))\n(list-ref (list) 0)")
        .unwrap();
    let done = retrograde(&["vlad", "run", "main.vlad"], folder.path());
    let shown = text(&done.stderr);
    assert!(
        shown.contains("main.vlad:2:1") && shown.contains("in list-ref, called at main.vlad:2:1"),
        "{shown}"
    );
    // A call that waits for itself again and again takes one line.
    std::fs::write(folder.path().join("main.vlad"), "(define (f n) (+ 1 (f n)))\n(f 1)").unwrap();
    let done = retrograde(&["vlad", "run", "--max-depth", "100", "main.vlad"], folder.path());
    let shown = text(&done.stderr);
    assert!(shown.contains("in f, called at main.vlad:1:20, 30 times\n  …"), "{shown}");
}

#[test]
fn texts_may_include_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    write("main.vlad", b"(include \"main\") (include \"a\") (define (one) 1) (two)");
    write("a.vlad", b"(include \"./main\") (include \"a\") (define (two) (+ (one) 1))");
    write("b.vlad", b"(include \"binary\")");
    write("binary.vlad", b"\xff\xfe");
    write("c.vlad", b"(include \"nowhere\")");
    let done = retrograde(&["vlad", "run", "main.vlad"], folder.path());
    assert_eq!(text(&done.stdout), "2\n", "{}", text(&done.stderr));
    let done = retrograde(&["vlad", "run", "b.vlad"], folder.path());
    assert!(text(&done.stderr).contains("binary.vlad is there but cannot be read: it is not text"));
    let done = retrograde(&["vlad", "run", "c.vlad"], folder.path());
    assert!(
        text(&done.stderr).contains("looked for nowhere.vlad; -I adds a folder"),
        "{}",
        text(&done.stderr)
    );
}

#[test]
fn expectations_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.vlad"), "(+ 1 2) ===> 3 (+ 1 2) ===> 4 (car 1) ===> error").unwrap();
    let done = retrograde(&["vlad", "test", "t.vlad"], folder.path());
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(text(&done.stdout).lines().last(), Some("2 passed, 1 failed"));
    std::fs::write(folder.path().join("t.vlad"), "(+ 1 2) ===> 3").unwrap();
    let done = retrograde(&["vlad", "test", "t.vlad"], folder.path());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(0), "1 passed, 0 failed\n".to_string()));
}

#[test]
fn no_test_hides_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let tests =
        "(unbound 1) ===> 1 (let loop () (loop)) ===> 1 (with-inputs (5) (read-real)) ===> (or 4 5) (= 1 1)";
    std::fs::write(folder.path().join("t.vlad"), tests).unwrap();
    let done = retrograde(&["vlad", "test", "--fuel", "1000", "t.vlad"], folder.path());
    let shown = text(&done.stdout);
    assert_eq!((done.status.code(), shown.lines().last()), (Some(1), Some("2 passed, 2 failed")), "{shown}");
    assert!(shown.contains("Unbound variable: unbound") && shown.contains("more than 1000 steps"), "{shown}");
}

#[test]
fn transformed_functions_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.vlad"), "(define (f x) (* x x))").unwrap();
    let done = retrograde(&["vlad", "expand", "t.vlad::f", "--transform", "*j"], folder.path());
    assert!(done.status.success());
    assert!(text(&done.stdout).contains("(lambda ((sensitivity"), "{}", text(&done.stdout));
    let done = retrograde(&["vlad", "expand", "t.vlad::g"], folder.path());
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn a_session_at_the_terminal_survives_what_is_typed() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(["vlad", "repl", "--fuel", "100000"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let typed = "(define (f x) (* x x))\n(define (g x) (missing x))\n(let loop () (loop))\n:core\n:core sin\n:what\n\
                 (+ 1 #t)\n:type (list 1 #t)\n:count (f 3)\n";
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    let (shown, faults) = (text(&done.stdout), text(&done.stderr));
    assert!(shown.ends_with("(real . (boolean . ()))\n9\n1 arithmetic operations\n"), "{shown}");
    assert!(shown.contains(":core of what?") && shown.contains("there is no command :what"), "{shown}");
    for fault in [
        "Unbound variable: missing",
        "more than 100000 steps",
        "sin is a primitive",
        "Argument to + is invalid",
    ] {
        assert!(faults.contains(fault), "{faults}");
    }
}

#[test]
fn programs_are_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("a.vlad"), "(define (f x) ; the cube\n(* x\n(* x x)))\n(f 2)   ===> 8").unwrap();
    std::fs::write(file("b.vlad"), "(+ 1 2) ===> 3\n").unwrap();
    std::fs::write(file("c.vlad"), "(+ 1 (* 2 3)").unwrap();
    let done = retrograde(&["vlad", "fmt", "--check", "a.vlad", "b.vlad"], folder.path());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(1), "a.vlad\n".to_string()));
    // A file that is not a program is told, left alone, and keeps no other from being formatted.
    let done = retrograde(&["vlad", "fmt", "c.vlad", "a.vlad"], folder.path());
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("c.vlad:1:1"), "{}", text(&done.stderr));
    let tidy = "(define (f x) ; the cube\n  (* x\n     (* x x)))\n(f 2) ===> 8\n";
    assert_eq!(std::fs::read_to_string(file("a.vlad")).unwrap(), tidy);
    assert_eq!(std::fs::read_to_string(file("c.vlad")).unwrap(), "(+ 1 (* 2 3)");
    let done = retrograde(&["vlad", "fmt", "--check", "a.vlad", "b.vlad"], folder.path());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(0), String::new()));
}

#[test]
fn our_own_data_are_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let nist = repository().join("examples/nist");
    let (model, data) = (nist.join("decay.vlad"), nist.join("decay.csv"));
    let (model, data) = (model.to_str().unwrap(), data.to_str().unwrap());
    let start = ["--start", "amplitude=80,rate=1,background=0"];
    let arguments = [&["fit", model, data, "--json", "--plot", "fit.svg"], &start[..]].concat();
    let done = retrograde(&arguments, folder.path());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let json: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(json["parameters"][1]["name"], "rate");
    assert!((json["parameters"][1]["value"].as_f64().unwrap() - 0.31).abs() < 0.02, "{json}");
    assert!(json["rss"].as_f64().unwrap() < 10.0);
    let picture = std::fs::read_to_string(folder.path().join("fit.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("residuals"));
    let done = retrograde(&["fit", model, data], folder.path());
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("--start amplitude=1,rate=1,background=1"));
}

#[test]
fn faults_of_a_fit_are_json_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("line.vlad", "(define (model (list a b) x)\n  (+ a (* b x)))");
    write("open.vlad", "(define (model (list a b) x)\n  (+ a (* b x))");
    write("full.csv", "x,y\n1,2\n2,4\n3,7\n");
    write("holes.csv", "x,y\n1,2\n2,\n3,6\n4,9\n");
    let fit = |arguments: &[&str]| {
        let done = retrograde(&[&["fit"], arguments, &["--start", "1,1", "--json"]].concat(), folder.path());
        let json: serde_json::Value = serde_json::from_slice(&done.stdout).expect("one object");
        assert_eq!(text(&done.stderr), "");
        (done.status.code(), json)
    };
    let (code, json) = fit(&["line.vlad", "holes.csv"]);
    assert_eq!(
        (code, &json["error"]["file"], &json["error"]["line"]),
        (Some(2), &"holes.csv".into(), &3.into())
    );
    assert!(json["error"]["hint"].as_str().unwrap().contains("--missing skip"), "{json}");
    let (code, json) = fit(&["open.vlad", "full.csv"]);
    assert_eq!((code, &json["error"]["file"]), (Some(2), &"open.vlad".into()), "{json}");
    let (code, json) = fit(&["line.vlad", "holes.csv", "--missing", "skip"]);
    assert_eq!((code, &json["skipped"], &json["observations"]), (Some(0), &1.into(), &3.into()));
    assert!(json.get("error").is_none());
    // What cannot be written is noticed before anything is read.
    let (code, json) = fit(&["none.vlad", "none.csv", "--plot", "none/fit.svg"]);
    assert_eq!(code, Some(2));
    assert!(json["error"]["message"].as_str().unwrap().starts_with("cannot write none/fit.svg"), "{json}");
    // For people: a single one of anything has no plural.
    let done =
        retrograde(&["fit", "line.vlad", "full.csv", "--start", "1,1", "--iterations", "1"], folder.path());
    let table = text(&done.stdout);
    assert!(table.contains("1 degree of freedom") && table.contains("1 iteration, "), "{table}");
}

//! `retrograde step` through the examples, there and back, and what it says where it cannot go on.

use std::path::Path;
use std::process::{Command, Output};

fn step(target: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(["step", target, "--trace"]).args(arguments).output().expect("the program starts")
}

fn example(target: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    examples.join(target).to_str().expect("a path of ordinary characters").to_string()
}

/// Goes there and back, and returns to where it started.
fn returns(target: &str, arguments: &[&str]) -> String {
    let output = step(&example(target), arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{target}: {errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("back at the start")), "{text}");
    text
}

/// What the standard library knows, plain functions and constants of the file, and what it brought in.
#[test]
fn host_code_is_run() {
    let trace = returns("fibonacci.rs::first_reaching", &["--args", "n=0", "limit=20", "--back"]);
    assert!(trace.contains("at the end: n = 8, limit = 20"), "{trace}");
    returns("box_muller.rs::box_muller", &["--args", "x=0.3", "y=0.4", "--seed", "x=1"]);
    let network = format!("network=[{}]", vec!["0.1"; 36].join(","));
    returns("nice.rs::couple", &["--args", "moved=1", "other=2", &network, "--seed", "moved=1"]);
}

/// Instructions in plain Rust, with cotangents: the energy of the transform at all frequencies is `n` times that of the signal.
#[test]
fn instructions_of_the_file_are_run() {
    let arguments =
        ["--args", "energy=0", "signal=[1, 0.5, -0.25, 0]", "low=0", "high=4", "--seed", "energy=1"];
    let trace = returns("fft.rs::band", &arguments);
    assert!(trace.contains("at the end: energy = 5.25"), "{trace}");
    let last = trace.lines().last().expect("a line");
    assert!(last.contains("signal_bar = [8.0, 4.0, -2.0, 0.0]"), "{last}");
}

/// `retrograde::library` is known without its file.
#[test]
fn the_library_is_there() {
    let arguments = [
        "--args",
        "x=[[1,2],[3,4],[0,1]]",
        "linked=[[0,1],[1,2]]",
        "apart=[[0,2]]",
        "K=2",
        "--seed",
        "result=1",
    ];
    returns("embedding.rs::loss", &arguments);
}

const LENGTH: &str = "
#[reversible]
fn length<T: Real>(y: &mut T, x: &[T], w: &[T]) {
    *y += norm(x) + dot(x, w);
}
";

/// At the origin the slope of a norm is zero.
#[test]
fn the_library_is_the_one_that_programs_call() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("length.rs");
    std::fs::write(&path, LENGTH).expect("written");
    let target = format!("{}::length", path.to_str().expect("ordinary"));
    let output = step(&target, &["--args", "y=0", "x=[0, 0]", "w=[0.5, 2]", "--seed", "y=1"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.contains("x_bar = [0.5, 2.0]"), "{text} {}", String::from_utf8_lossy(&output.stderr));
    let output = step(&target, &["--args", "y=0", "x=[0, 0]", "w=[0.5]", "--seed", "y=1"]);
    assert_eq!(output.status.code(), Some(1));
}

const BEYOND: &str = "
#[reversible]
fn elsewhere(y: &mut f64, n: usize) {
    let k: usize = somewhere::lookup(n);
    *y += k as f64;
}

#[reversible]
fn closure(y: &mut f64, n: usize) {
    let k: usize = even(n);
    *y += k as f64;
}

fn even(n: usize) -> usize {
    (0..n).filter(|k| k % 2 == 0).count()
}

#[reversible]
fn large(y: &mut f64, n: usize) {
    let mut v = vec![0.0; n];
    v[0] += 1.0;
    *y += v[0];
}

#[reversible]
fn calls(y: &mut f64) {
    unknown(y);
}
";

#[test]
fn what_cannot_be_run_is_said_with_its_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("beyond.rs");
    std::fs::write(&path, BEYOND).expect("written");
    let refused = |function: &str, arguments: &[&str], says: &[&str]| {
        let target = format!("{}::{function}", path.to_str().expect("ordinary"));
        let output = step(&target, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{function}: {errors}");
        for part in says {
            assert!(errors.contains(part), "{part}: {errors}");
        }
    };
    refused("elsewhere", &["--args", "y=0", "n=1"], &["line 4", "`somewhere::lookup`", "in the same file"]);
    refused("closure", &["--args", "y=0", "n=1"], &["line 15", "`even`", "hand its value over"]);
    refused("large", &["--args", "y=0", "n=99999999999"], &["99999999999 elements"]);
    refused("calls", &["--args", "y=0"], &["line 27", "`unknown`", "marked #[reversible]"]);
}

const TUPLES: &str = "
#[reversible]
fn wired(v: &mut [f64], text: &mut Vec<u8>, wires: &[(usize, (usize, f64))], spring: &Spring) {
    for &(a, (b, w)) in wires {
        v[a] += w * v[b] * spring.k;
    }
    let letter = 97;
    let mut n = 0;
    while (text.last() == Some(&letter), n > 0) {
        let mut c = 0;
        pop!(text, c);
        free!(c = letter);
        n += 1;
    }
    v[0] += n as f64;
    undo! {
        while (text.last() == Some(&letter), n > 0) {
            let mut c = 0;
            pop!(text, c);
            free!(c = letter);
            n += 1;
        }
    }
    free!(n = 0);
}

#[instruction(inverse = unscale, adjoint = back)]
fn scale(x: &mut f64) {
    *x *= 2.0;
}
";

/// Tuples are lists, whole numbers are reals where fields are, and lists are compared.
#[test]
fn tuples_and_fields_are_given() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tuples.rs");
    std::fs::write(&path, TUPLES).expect("written");
    let target = |function: &str| format!("{}::{function}", path.to_str().expect("ordinary"));
    let arguments = [
        "--args",
        "v=[1,2]",
        "text=[98,97,97]",
        "wires=[(0,(1,0.5)),(1,(0,2))]",
        "spring={\"k\":3}",
        "--back",
    ];
    let output = step(&target("wired"), &arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("at the end: v = [6.0, 26.0]"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.lines().last().is_some_and(|line| line.starts_with("back at the start")), "{text}");

    let output = step(&target("scale"), &["--args", "x=1"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("derivatives are declared") && errors.contains("scale::check"), "{errors}");
}

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

/// The interpreter runs functions of the standard library, plain functions and constants of the file, and imported
/// constants.
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

const LINES: &str = "#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        square(&mut sum, x[i]);
    }
    *out += sum.sqrt();
}
";

/// Runs commands and returns what they say, with single spaces.
fn commanded(target: &str, arguments: &[&str], commands: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(["step", target, "--args", "out=1", "x=[3,4]"])
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    std::io::Write::write_all(&mut input, commands.as_bytes()).expect("written");
    drop(input);
    let said = child.wait_with_output().expect("it ends").stdout;
    let said = String::from_utf8(said).expect("text");
    said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn runs_to_lines_and_stops_at_breakpoints() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, LINES).expect("written");
    let target = format!("{}::norm", path.to_str().expect("ordinary"));

    // Line 11 holds no statement; the next one is on line 12.
    let output = step(&target, &["--args", "out=1", "x=[3,4]", "--to", "11"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().unwrap_or_default();
    assert_eq!(last, "at line 12: out = 1.0, x = [3.0, 4.0], sum = 25.0", "{text}");

    let lines = commanded(&target, &["--to", "10"], "t 12\nu 3\ne\n");
    assert_eq!(lines[0], "at line 10: out = 1.0, x = [3.0, 4.0], sum = 0.0, i = 0");
    assert!(lines.contains(&"at line 12: out = 1.0, x = [3.0, 4.0], sum = 25.0".to_string()), "{lines:#?}");
    assert!(lines.contains(&"at line 3: y = 9.0, x = 4.0".to_string()), "{lines:#?}");

    let stops = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| line.starts_with("at ")).skip(1).collect()
    };
    let (first, second) = ("at line 3: y = 0.0, x = 3.0", "at line 3: y = 9.0, x = 4.0");
    let end = "at the end: out = 6.0, x = [3.0, 4.0], sum = 25.0";
    let start = "at the start: out = 1.0, x = [3.0, 4.0]";
    let lines = commanded(&target, &["--break", "3"], "c\nc\nr\nc\nc\nr\nr\nr\n");
    assert_eq!(stops(lines), [first, second, first, second, end, second, first, start]);
    // One that is set twice is gone.
    let lines = commanded(&target, &["--break", "3"], "c\nk 3\nc\n");
    assert!(lines.contains(&"no breakpoint at line 3 any more".to_string()), "{lines:#?}");
    assert_eq!(stops(lines), [first, end]);

    let output = step(&target, &["--args", "out=1", "x=[3,4]", "--break", "3", "--back"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().filter(|line| line.starts_with("at line 3: ")).count(), 4, "{text}");

    let output = step(&target, &["--args", "out=1", "x=[3,4]", "--break", "13"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("lines 3 to 12 contain some"), "{errors}");
}

const ENDLESS: &str = "#[reversible]
fn endless(n: &mut u32) {
    while (*n < 4000000000, *n > 0) {
        *n += 1;
    }
}

#[reversible]
fn grid(y: &mut f64, n: usize) {
    let mut a = vec![vec![0.0; n]; n];
    a[0][0] += 1.0;
    *y += a[0][0];
}

#[reversible]
fn two(y: &mut f64, n: usize) {
    let a = vec![1.0; n];
    let b = vec![2.0; n];
    *y += a[0] * b[0];
}

#[reversible]
fn over(n: &mut u32) {
    endless(&mut *n);
}
";

#[test]
fn what_would_take_too_long_or_too_much_is_stopped() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("endless.rs");
    std::fs::write(&path, ENDLESS).expect("written");
    let target = |function: &str| format!("{}::{function}", path.to_str().expect("ordinary"));
    let stopped = |function: &str, arguments: &[&str], says: &[&str]| {
        let output = step(&target(function), arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{function}: {errors}");
        for part in says {
            assert!(errors.contains(part), "{part}: {errors}");
        }
        String::from_utf8(output.stdout).expect("text").lines().count()
    };
    let lines = stopped(
        "endless",
        &["--args", "n=0", "--max-steps", "50"],
        &["stopped after 50 steps", "--max-steps allows more"],
    );
    assert_eq!(lines, 51);
    let bytes = ["line 10", "GiB beside the", "1.0 GiB are allowed", "--max-memory allows more"];
    stopped("grid", &["--args", "y=0", "n=100000"], &bytes);
    let one = ["--args", "y=0", "n=20000", "--max-memory", "1"];
    stopped("two", &one, &["line 18", "1.0 MiB are allowed"]);
    assert!(step(&target("two"), &[&one[..4], &["2"]].concat()).status.success());
    // A step that goes over a call that does not end.
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(["step", &target("over"), "--args", "n=0", "--max-steps", "20"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    std::io::Write::write_all(&mut input, b"o\n").expect("written");
    drop(input);
    let errors = child.wait_with_output().expect("it ends").stderr;
    let errors = String::from_utf8_lossy(&errors);
    assert!(errors.contains("units of work in one step: --max-steps allows more"), "{errors}");
}

const RETURNED: &str = "
#[reversible]
fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[reversible]
fn chained(y: &mut f64, x: &[f64]) {
    for w in x.windows(2) {
        *y += (w[0] * w[1]).sin() * w[0];
    }
}
";

/// A function may return an array; and intermediate cotangents are not shown.
#[test]
fn returned_arrays_are_seeded() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("returned.rs");
    std::fs::write(&path, RETURNED).expect("written");
    let target = |function: &str| format!("{}::{function}", path.to_str().expect("ordinary"));
    let arguments = ["--args", "a=[1, 2, 3]", "b=[0, 2, 0]", "--seed", "result=[1, 10, 100]"];
    let output = step(&target("cross"), &arguments);
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let last = text.lines().last().unwrap_or_default();
    // The seed times the row of b, and a times the seed: b × s and s × a.
    assert!(last.contains("a_bar = [200.0, 0.0, -2.0]"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(last.contains("b_bar = [-170.0, 97.0, -8.0]"), "{text}");
    let output = step(&target("cross"), &[&arguments[..4], &["result=[1, 10]"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("`result` has 3 elements, not 2"), "{errors}");
    let output = step(&target("chained"), &["--args", "y=0", "x=[1, 2, 3]", "--seed", "y=1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    assert!(last.contains("x_bar = ") && !last.contains("seed"), "{text}");
}

/// A marked function in ordinary Rust, here in the literal of a structure whose other field alone is read.
#[test]
fn marked_functions_are_run_in_ordinary_rust() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("literal.rs");
    let text = "
        #[derive(Clone, Copy, Differentiable)]
        struct Pair { x: f64, y: f64 }
        #[reversible]
        fn turned(n: usize) -> f64 { -(n as f64) }
        #[reversible]
        fn main(total: &mut f64) {
            let pair = Pair { x: turned(1), y: turned(3) };
            *total += pair.y * pair.y;
        }
    ";
    std::fs::write(&file, text).expect("a file");
    let target = format!("{}::main", file.display());
    let output = step(&target, &["--args", "total=0.5", "--back"]);
    let trace = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{trace}{}", String::from_utf8_lossy(&output.stderr));
    assert!(trace.contains("at the end: total = 9.5"), "{trace}");
}

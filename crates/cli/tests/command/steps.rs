//! `retrograde step`: through methods and calls, in both directions, by commands and to breakpoints.

use super::*;

#[test]
fn steps_through_methods() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("places.rs");
    std::fs::write(&path, PLACES).expect("written");
    let target = |function: &str| format!("{}::{function}", text(&path));
    let spring = r#"{"stiffness":2.0,"steps":1}"#;
    let run = target("Spring::run");
    let arguments = ["step", &run, "--args", &format!("self={spring}"), "y=1", "v=0.5", "--trace"];
    let lines = trace(&[&arguments[..], &["--seed", "y=1"]].concat());
    let state = format!("self = {}", "{stiffness: 2.0, steps: 1}");
    assert_eq!(lines[0], format!("at the start: {state}, y = 1.0, v = 0.5"));
    assert!(lines.contains(&"> self.step(y, v) {state}, y = 1.0, v = 0.5".replace("{state}", &state)));
    assert!(lines.contains(&"> end of Spring::step y = 0.75, v = -0.5".to_string()), "{lines:#?}");
    assert!(lines.contains(&"> Self::bend_inverse(y, self.stiffness) y = 0.75, k = 2.0".to_string()));
    // y = y0 + (v0 - k y0 / 2) / 2 - k²: by k -1/4 - 4, by y0 1/2, by v0 1/2.
    let last = "back at the start: {state}, y = 1.0, v = 0.5, self_bar = {stiffness: -4.25, steps: {}}, \
                y_bar = 0.5, v_bar = 0.5";
    assert_eq!(lines.last(), Some(&last.replace("{state}", &state)), "{lines:#?}");

    // Which method is meant follows from the type of what it is called on.
    let both = target("both");
    let (a, b) = (format!("a={spring}"), r#"b={"k":5.0}"#);
    let lines = trace(&["step", &both, "--args", &a, b, "y=1", "v=0.5", "--trace", "--back"]);
    assert!(lines.contains(&"> end of Other::step y = 5.75".to_string()), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.ends_with("y = 1.0, v = 0.5")), "{lines:#?}");

    let twice = target("Flow::twice");
    let lines = trace(&["step", &twice, "--args", &format!("self={spring}"), "y=0", "--trace"]);
    assert!(lines.last().is_some_and(|line| line.ends_with("y = 12.0")), "{lines:#?}");
}

/// The lines of a trace without the spaces between what ran and what changed.
pub(super) fn trace(arguments: &[&str]) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    succeeds(arguments).lines().map(words).collect()
}

#[test]
fn steps_there_and_back_through_calls() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::norm", text(&path));
    let lines = trace(&["step", &target, "--args", "out=1", "x=[3, 4]", "--trace", "--back"]);
    assert_eq!(
        lines,
        [
            "at the start: out = 1.0, x = [3.0, 4.0]",
            "> let mut sum = 0.0 sum = 0.0",
            "> for i in 0..x.len() i = 0",
            "> square(&mut sum, x[i]) y = 0.0, x = 3.0",
            "> *y += x * x y = 9.0",
            "> end of square sum = 9.0",
            "> for i in 0..x.len() i = 1",
            "> square(&mut sum, x[i]) y = 9.0, x = 4.0",
            "> *y += x * x y = 25.0",
            "> end of square sum = 25.0",
            "> *out += sum.sqrt() out = 6.0",
            "at the end: out = 6.0, x = [3.0, 4.0], sum = 25.0",
            "< *out -= sum.sqrt() out = 1.0",
            "< for i in 0..x.len() i = 1",
            "< square::inverse(&mut sum, x[i]) y = 25.0, x = 4.0",
            "< *y -= x * x y = 9.0",
            "< end of square sum = 9.0",
            "< for i in 0..x.len() i = 0",
            "< square::inverse(&mut sum, x[i]) y = 9.0, x = 3.0",
            "< *y -= x * x y = 0.0",
            "< end of square sum = 0.0",
            "< free!(sum = 0.0) without sum",
            "back at the start: out = 1.0, x = [3.0, 4.0]",
        ]
    );
}

#[test]
fn steps_carry_cotangents_back() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::norm", text(&path));
    let lines = trace(&["step", &target, "--args", "out=1 x=[2,2,2,2]", "--trace", "--seed", "out=2"]);
    let last = lines.last().expect("a line");
    assert_eq!(
        last,
        "back at the start: out = 1.0, x = [2.0, 2.0, 2.0, 2.0], out_bar = 2.0, x_bar = [1.0, 1.0, 1.0, 1.0]"
    );
}

#[test]
fn steps_take_commands() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::norm", text(&path));
    let commanded = |commands: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .args(["step", &target, "--args", "out=1", "x=[3,4]"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("an input");
        std::io::Write::write_all(&mut input, commands.as_bytes()).expect("written");
        drop(input);
        child.wait_with_output().expect("it ends")
    };
    let output = commanded("n\no\nb\nb\ne\nb\ns\n");
    let said = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<String> =
        said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines[1..5],
        [
            "> let mut sum = 0.0 sum = 0.0",
            "> for i in 0..x.len() i = 0",
            "< start of for i in 0..x.len() without i",
            "< free!(sum = 0.0) without sum",
        ]
    );
    assert_eq!(lines.last().map(String::as_str), Some("now: out = 1.0, x = [3.0, 4.0]"));
    let refused = commanded("n\njump\n");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr)
            .contains("`jump` is not a command; the commands are n, o, b, p, c, r, t, u, e, s, k, h, q")
    );
}

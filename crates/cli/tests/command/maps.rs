//! Maps as the command line shows them: expanded, drawn and stepped through.

use std::process::Command;

const SOURCE: &str = "use std::collections::BTreeMap;
#[reversible]
fn recurrence(memo: &mut BTreeMap<u64, f64>, n: u64, x: f64) {
    insert!(memo, 0, x);
    for i in 1..n {
        insert!(memo, i, memo[&(i - 1)] * x);
    }
    memo[&0] += memo[&1];
    remove!(memo, 100, 2.0);
}
";

fn retrograde(arguments: &[&str]) -> (String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("maps.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::recurrence", path.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.arg(arguments[0]).arg(target).args(&arguments[1..]);
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn expanded_they_read_like_hand_written_code() {
    let (adjoint, errors) = retrograde(&["expand", "--stage", "adjoint"]);
    assert_eq!(errors, "");
    let signature = "memo: &mut BTreeMap<u64, f64>,\n    memo_bar: &mut BTreeMap<u64, f64>,";
    for part in [
        signature,
        "insert!(memo, 100, 2.0);\n    insert!(memo_bar, 100, 0.0);",
        "memo[&0] -= memo[&1];\n    memo_bar[&1] += memo_bar[&0];",
        "remove!(memo, i);",
        "*x_bar += memo[&(i - 1)] * memo_bar[&i];",
        "remove!(memo_bar, i);",
    ] {
        assert!(adjoint.contains(part), "{part} in {adjoint}");
    }
}

#[test]
fn drawn_they_are_one_line_each() {
    let (picture, errors) = retrograde(&["draw"]);
    assert_eq!(errors, "");
    assert!(picture.contains("insert!(memo, i, memo[&amp;(i - 1)] * x)"), "{picture}");
}

#[test]
fn stepped_through_they_gain_and_lose_keys() {
    let arguments = ["step", "--args", "memo={\"100\": 2.0} n=3 x=0.5", "--trace"];
    let seeded = [&arguments[..], &["--seed", "memo=[[0, 1.0], [1, 0.0], [2, 2.0]]"]].concat();
    let (trace, errors) = retrograde(&seeded);
    assert_eq!(errors, "");
    let lines: Vec<String> =
        trace.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(lines[0], "at the start: memo = {100: 2.0}, n = 3, x = 0.5");
    assert!(lines.iter().any(|line| line.ends_with("memo = {0: 0.75, 1: 0.25, 2: 0.125}")), "{trace}");
    let last = lines.last().expect("a line");
    // x + x² + 2 x³, whose derivative is 1 + 2 x + 6 x².
    let end = "back at the start: memo = {100: 2.0}, n = 3, x = 0.5, memo_bar = {100: 0.0}, x_bar = 3.5";
    assert_eq!(last, end);

    let (_, errors) = retrograde(&["step", "--args", "memo=[[100, 1.5]] n=3 x=0.5", "--trace"]);
    assert!(errors.contains("this key has another value when it is removed"), "{errors}");
    let (_, errors) = retrograde(&["step", "--args", "memo=[1] n=3 x=0.5", "--trace"]);
    assert!(errors.contains("`memo` is a map, such as memo={\"3\":0.5}, not a list of 1"), "{errors}");
    let (_, errors) = retrograde(&["step", "--args", "memo=[[1, 0.5], [1, 0.25]] n=3 x=0.5", "--trace"]);
    assert!(errors.contains("the key 1 occurs twice"), "{errors}");
}

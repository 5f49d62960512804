//! `retrograde bench` as a process: on problems that it makes itself, and on a device.

use serde_json::Value;

use crate::{number, refuses, succeeds};

/// Runs a benchmark, and returns its lines as objects.
fn objects(command: &[&str]) -> Vec<Value> {
    let lines = succeeds(&[command, &["--json"]].concat());
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn times_what_checks_cost() {
    let lines = objects(&["bench", "checks", "--reps", "1"]);
    let engines: Vec<_> = lines.iter().map(|line| line["engine"].as_str().expect("a name")).collect();
    assert_eq!(engines, ["plain", "never", "debug", "always"].repeat(2));
    assert!(lines.iter().all(|line| number(line, "primal_s") > 0.0));
}

/// Benchmarks need no data files, and print a table or JSON.
#[test]
fn benches_make_their_own_problems() {
    let commands: [&[&str]; 5] = [
        &["bench", "ba", "--cameras", "3", "--points", "20"],
        &["bench", "ba", "--replicate", "3,4,12"],
        &["bench", "gmm", "-d", "2", "-k", "3", "-n", "10"],
        &["bench", "checks"],
        &["bench", "vlad", "--only", "step"],
    ];
    for command in commands {
        let command = [command, &["--reps", "1"]].concat();
        let table = succeeds(&command);
        assert!(table.contains("primal (ms)") || table.contains("run (ms)"), "{table}");
        assert!(!table.contains('{') && !table.contains("null"), "{table}");
        let lines = objects(&command);
        assert!(!lines.is_empty());
        for line in lines {
            assert!(line["problem"].is_string() && line["engine"].is_string(), "{line}");
        }
    }
}

/// A device is timed beside lanes, and its derivative is theirs.
#[test]
fn a_device_is_timed_beside_lanes() {
    let commands: [&[&str]; 3] = [
        &["bench", "ba", "--cameras", "3", "--points", "20"],
        &["bench", "ba", "--replicate", "3,4,12"],
        &["bench", "gmm", "-d", "2", "-k", "3", "-n", "50"],
    ];
    for command in commands {
        let command = [command, &["--reps", "1", "--device", "host"]].concat();
        let table = succeeds(&command);
        assert!(table.contains("the compiler of C") && table.contains("/memory"), "{table}");
        let lines = objects(&command);
        let engines: Vec<&str> = lines.iter().filter_map(|line| line["engine"].as_str()).collect();
        assert_eq!(engines, ["memory", "device", "lanes"]);
        let difference = lines[1]["difference"].as_f64().expect("a number");
        assert!(difference < 1e-12, "{difference}");
        assert!(lines.iter().all(|line| line["share"].as_f64() > Some(0.0)), "{lines:?}");
    }
    refuses(&["bench", "ba", "--device", "lanes"], &["name one of auto, cuda, opencl, host"]);
}

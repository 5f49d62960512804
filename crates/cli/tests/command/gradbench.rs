//! `retrograde gradbench` as a process, and the benchmark of its problems.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::{refuses, succeeds};

#[test]
fn a_session_over_pipes() {
    for options in [&["gradbench"][..], &["gradbench", "--multithreaded"]] {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let points: Vec<[f64; 2]> = (0..2000).map(|i| [f64::from(i % 37), f64::from(i % 11)]).collect();
        let input = json!({ "points": points, "centroids": [[3.0, 4.0], [20.0, 6.0]] });
        let messages = [
            json!({ "id": 0, "kind": "start", "eval": "kmeans" }),
            json!({ "id": 1, "kind": "define", "module": "kmeans" }),
            json!({ "id": 2, "kind": "evaluate", "module": "kmeans", "function": "dir", "input": input }),
        ];
        let mut asks = tool.stdin.take().expect("a pipe");
        for message in &messages {
            writeln!(asks, "{message}").expect("the program reads");
        }
        drop(asks);
        let output = tool.wait_with_output().expect("the program ends");
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).expect("text");
        let replies: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((replies.len(), &replies[1]), (3, &json!({ "id": 1, "success": true })));
        assert_eq!(replies[2]["output"].as_array().expect("rows").len(), 2);
        // The same bits on one thread and on all.
        let once: Value = serde_json::from_str(&succeeds_with(&messages[2].to_string())).expect("JSON");
        assert_eq!(replies[2]["output"], once["output"]);
    }
}

/// Returns what the tool on one thread answers to a message.
fn succeeds_with(message: &str) -> String {
    let mut written = Vec::new();
    retrograde_gradbench::serve(message.as_bytes(), &mut written, retrograde_gradbench::Manner::OneThread)
        .expect("memory can be written");
    String::from_utf8(written).expect("text")
}

#[test]
fn the_benchmark_runs_every_problem() {
    let text = succeeds(&["bench", "gradbench", "--sizes", "smallest", "--reps", "1", "--json"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 9 + 2 * 4);
    assert!(lines.iter().all(|line| line["derivative_s"].as_f64().is_some_and(|seconds| seconds > 0.0)));
    refuses(
        &["bench", "gradbench", "--problem", "nothing"],
        &["there is no problem `nothing`", "lse, llsq, det"],
    );
}

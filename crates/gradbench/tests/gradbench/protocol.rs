//! A session of messages, good and bad.

use serde_json::{Value, json};

use crate::replies;

#[test]
fn a_session() {
    let messages = r#"{"id": 0, "kind": "start", "eval": "hello", "config": {"min": 3}}
{"id": 1, "kind": "define", "module": "hello"}
{"id": 2, "kind": "evaluate", "module": "hello", "function": "square", "input": 4.0, "description": "4"}
{"id": 3, "kind": "analysis", "of": 2, "valid": true}
{"id": 4, "kind": "define", "module": "nobody"}
{"id": 5, "kind": "something later", "anything": [1, 2]}"#;
    let replies = replies(messages);
    assert_eq!(replies.len(), 6);
    assert_eq!(replies[0], json!({ "id": 0, "tool": "retrograde" }));
    assert_eq!(replies[1], json!({ "id": 1, "success": true }));
    assert_eq!((&replies[2]["success"], &replies[2]["output"]), (&json!(true), &json!(16.0)));
    assert_eq!(replies[3], json!({ "id": 3 }));
    assert_eq!(replies[4]["success"], json!(false));
    assert_eq!(replies[5], json!({ "id": 5 }));
}

#[test]
fn runs_are_repeated_until_both_bounds_are_met() {
    let timings = |runs: u64, seconds: f64| {
        let input = json!({ "x": [1.0, 2.0], "min_runs": runs, "min_seconds": seconds });
        let message =
            json!({ "id": 0, "kind": "evaluate", "module": "lse", "function": "primal", "input": input });
        let reply = replies(&message.to_string()).remove(0);
        let nanoseconds = |timing: &Value| timing["nanoseconds"].as_u64().unwrap();
        let timings = reply["timings"].as_array().unwrap();
        assert!(timings.iter().all(|timing| timing["name"] == "evaluate"));
        (timings.len() as u64, timings.iter().map(nanoseconds).sum::<u64>())
    };
    assert_eq!(timings(0, 0.0).0, 1);
    assert_eq!(timings(5, 0.0).0, 5);
    let (runs, nanoseconds) = timings(3, 0.01);
    assert!(runs >= 3 && nanoseconds >= 9_999_000, "{runs} {nanoseconds}");
}

#[test]
fn bad_lines_are_refused_and_the_session_goes_on() {
    let deep = format!("{{\"id\": 9, \"kind\": {}}}", "[".repeat(10_000));
    let bad = [
        "nonsense",
        "{\"kind\": \"start\"}",
        "{\"id\": 2}",
        "[]",
        "{\"id\": 4, \"kind\": \"define\"}",
        "{\"id\": 5, \"kind\": \"evaluate\"}",
        "{\"id\": 6, \"kind\": \"evaluate\", \"module\": \"lse\", \"function\": \"slope\", \"input\": {}}",
        "{\"id\": 7, \"kind\": \"evaluate\", \"module\": \"lse\", \"function\": \"primal\", \"input\": {\"x\": NaN}}",
        "\u{fffd}\u{0}",
        deep.as_str(),
    ];
    for line in bad {
        let replies = replies(&format!("{line}\n\n{{\"id\": 10, \"kind\": \"start\"}}\n"));
        assert_eq!(replies.len(), 2, "{line}");
        assert_eq!(replies[0]["success"], json!(false));
        assert!(replies[0]["id"].is_i64() && replies[0]["error"].is_string(), "{}", replies[0]);
        assert_eq!(replies[1], json!({ "id": 10, "tool": "retrograde" }));
    }
    assert_eq!(replies("nonsense\nnonsense\n")[1]["id"], json!(1));
}

#[test]
fn bad_inputs_are_refused_and_never_panic() {
    let inputs = [
        json!(null),
        json!([]),
        json!("x"),
        json!({}),
        json!({ "x": [], "n": 0, "s": 0, "A": [1.0], "ell": 2 }),
        json!({ "x": [1.0], "n": 1, "A": [1.0], "ell": -1 }),
        json!({ "A": [], "ell": 4_000_000_000_u64 }),
        json!({ "points": [[1.0], [1.0, 2.0]], "centroids": [[1.0]] }),
        json!({ "points": [], "centroids": [] }),
        json!({ "points": [[]], "centroids": [[]] }),
        json!({ "d": 0, "k": 0, "n": 0, "m": 0, "gamma": 1, "x": [], "alpha": [], "mu": [], "q": [], "l": [] }),
        json!({ "d": 2, "k": 1, "n": 1, "m": 0, "gamma": 1, "x": [[1.0]], "alpha": [1], "mu": [[1.0]], "q": [[1.0]], "l": [[]] }),
        json!({ "d": 4_000_000_000_u64, "k": 1, "n": 1, "m": 0, "gamma": 1, "x": [[1.0]], "alpha": [1], "mu": [[1.0]], "q": [[1.0]], "l": [[]] }),
        json!({ "n": 0, "m": 0, "p": 0, "cam": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "x": [0, 0, 0], "w": 1, "feat": [0, 0] }),
        json!({ "n": 1_u64 << 60, "m": 1, "p": 1, "cam": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "x": [0, 0, 0], "w": 1, "feat": [0, 0], "s": 1_u64 << 60 }),
        json!({ "main_params": [], "extra_params": [], "state": [], "sequence": [] }),
        json!({ "main_params": [], "extra_params": [[1], [1], [1]], "state": [], "sequence": [[1], [1, 2]] }),
        json!({ "theta": [], "us": [], "data": {} }),
    ];
    for module in ["lse", "llsq", "det", "kmeans", "gmm", "ba", "lstm", "ht", "ode", "particle", "saddle"] {
        for function in ["primal", "gradient", "cost", "dir", "objective", "jacobian", "rr"] {
            for input in &inputs {
                let message = json!({ "id": 0, "kind": "evaluate", "module": module, "function": function, "input": input });
                let reply = replies(&message.to_string()).remove(0);
                assert!(reply["success"].is_boolean(), "{module} {function} {input}: {reply}");
            }
        }
    }
}

//! Tests of the problems and of the protocol, as the suite uses them: lines of JSON.

mod differences;
mod protocol;
mod threads;
mod vectors;

use std::io::Cursor;

use retrograde_gradbench::{Manner, serve};
use serde_json::{Value, json};

/// Returns the replies to messages, on one thread.
fn replies(messages: &str) -> Vec<Value> {
    replies_in(messages, Manner::OneThread)
}

/// Returns the replies to messages.
fn replies_in(messages: &str, manner: Manner) -> Vec<Value> {
    let mut written = Vec::new();
    serve(Cursor::new(messages), &mut written, manner).unwrap();
    String::from_utf8(written).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the output of a function for an input.
fn output(module: &str, function: &str, input: &Value) -> Value {
    let message =
        json!({ "id": 7, "kind": "evaluate", "module": module, "function": function, "input": input });
    let mut replies = replies(&message.to_string());
    assert_eq!(replies.len(), 1);
    let reply = replies.remove(0);
    assert_eq!((&reply["id"], &reply["success"]), (&json!(7), &json!(true)), "{reply}");
    assert!(reply["timings"][0]["nanoseconds"].is_u64(), "{reply}");
    reply["output"].clone()
}

/// Returns all numbers of a value, in order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Object(members) => members.values().flat_map(numbers).collect(),
        Value::Number(number) => vec![number.as_f64().unwrap()],
        Value::Null | Value::Bool(_) | Value::String(_) => panic!("{value} is no number"),
    }
}

//! The sample inputs of the suite with their outputs, where they are at hand.

use serde_json::Value;

use crate::{numbers, output};

/// True if two values have the same shape, and numbers that agree to ten digits.
fn agree(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| agree(a, b)))
        }
        (Value::Number(_), Value::Number(_)) => {
            let (a, b) = (numbers(found)[0], numbers(wanted)[0]);
            (a - b).abs() <= 1e-10 * (a.abs() + b.abs()).max(1.0)
        }
        _ => false,
    }
}

#[test]
fn outputs_of_the_suite() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/gradbench_vectors.json");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let vectors: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(vectors.len() > 20);
    for vector in vectors {
        let (module, function) = (vector["module"].as_str().unwrap(), vector["function"].as_str().unwrap());
        let found = output(module, function, &vector["input"]);
        assert!(agree(&found, &vector["output"]), "{module} {function}: {found}");
    }
}

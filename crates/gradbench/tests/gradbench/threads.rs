//! The problems on one thread and on four: the same bits.

use retrograde_gradbench::Manner;
use retrograde_gradbench::problems::Problem;
use serde_json::{Value, json};

use crate::{numbers, replies_in};

/// Numbers between -1 and 1 that look random.
fn made(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 7919 + seed * 104_729) as f64).sin()).collect()
}

fn rows(count: usize, width: usize, seed: usize) -> Vec<Vec<f64>> {
    made(count * width, seed).chunks(width).map(<[f64]>::to_vec).collect()
}

/// Problems that use all cores, with inputs of several blocks.
fn inputs() -> [(&'static str, Value); 4] {
    let (d, k, n) = (3, 4, 1003);
    let gmm = json!({
        "d": d, "k": k, "n": n, "m": 1, "gamma": 0.5, "x": rows(n, d, 1), "alpha": made(k, 2),
        "mu": rows(k, d, 3), "q": rows(k, d, 4), "l": rows(k, d * (d - 1) / 2, 5),
    });
    let ba = json!({
        "n": 3, "m": 7, "p": 1009, "cam": made(11, 6), "x": [0.5, -0.25, 4.0], "w": 0.75, "feat": [0.1, 0.2],
    });
    [
        ("lse", json!({ "x": made(5003, 7) })),
        ("gmm", gmm),
        ("kmeans", json!({ "points": rows(2000, 2, 8), "centroids": rows(5, 2, 9) })),
        ("ba", ba),
    ]
}

#[test]
fn all_cores_give_the_bits_of_one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    for (module, input) in inputs() {
        for (function, _) in Problem::named(module).unwrap().functions {
            let message = json!({ "id": 0, "kind": "evaluate", "module": module, "function": function, "input": input });
            let message = message.to_string();
            let alone = replies_in(&message, Manner::OneThread).remove(0);
            let together = pool.install(|| replies_in(&message, Manner::AllCores)).remove(0);
            assert_eq!(alone["success"], json!(true), "{module} {function}: {alone}");
            assert_eq!(alone["output"], together["output"], "{module} {function}");
            assert!(numbers(&alone["output"]).iter().any(|x| x.abs() > 1e-9), "{module} {function}");
        }
    }
}

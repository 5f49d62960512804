//! Programs on devices: on the compiler of C, and on a GPU where there is one.

#[allow(dead_code)]
#[path = "../../examples/quantum/circuit.rs"]
mod circuit;
mod devices;
mod host;
mod ordinary;

/// Numbers between -0.5 and 0.5.
fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    (0..n)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1u64 << 31) as f64 - 0.5
        })
        .collect()
}

/// The largest difference, relative to the largest number.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let scale = a.iter().fold(1e-300_f64, |most, x| most.max(x.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale
}

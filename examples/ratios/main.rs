//! The cost of gradients of ordinary functions, measured in one run.
//!
//! Each row is the shortest of some runs of a function and of its gradient. The first compares a function that only updates with
//! the same under `#[reversible]`, one iteration after the other; the last shows the bytes that a loop of assignments records for each step.

use retrograde::{differentiable, reversible};
use std::hint::black_box;
use std::time::Instant;

#[differentiable]
fn updates(y: &mut [f64], a: f64, x: &[f64]) {
    #[sequential]
    for i in 0..y.len() {
        y[i] += a * x[i] * x[i].sin();
    }
}

#[reversible]
fn strict_updates(y: &mut [f64], a: f64, x: &[f64]) {
    #[sequential]
    for i in 0..y.len() {
        y[i] += a * x[i] * x[i].sin();
    }
}

/// A chain of springs in the plane.
#[differentiable]
fn spring(x: &[f64], y: &[f64], k: f64) -> f64 {
    let mut energy = 0.0;
    for i in 1..x.len() {
        let (u, v) = (x[i] - x[i - 1], y[i] - y[i - 1]);
        let stretch = (u * u + v * v).sqrt() - 1.0;
        energy += 0.5 * k * stretch * stretch;
    }
    energy
}

#[reversible]
fn strict_spring(x: &[f64], y: &[f64], k: f64) -> f64 {
    let mut energy = 0.0;
    for i in 1..x.len() {
        let (u, v) = (x[i] - x[i - 1], y[i] - y[i - 1]);
        let stretch = (u * u + v * v).sqrt() - 1.0;
        energy += 0.5 * k * stretch * stretch;
    }
    energy
}

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// One layer of a long short-term memory, as ADBench has it.
#[differentiable]
fn layer(weight: &[f64], bias: &[f64], hidden: &mut [f64], cell: &mut [f64], input: &[f64]) {
    let n = hidden.len();
    for i in 0..n {
        let forget = sigmoid(input[i] * weight[i] + bias[i]);
        let ingate = sigmoid(hidden[i] * weight[n + i] + bias[n + i]);
        let outgate = sigmoid(input[i] * weight[2 * n + i] + bias[2 * n + i]);
        let change = (hidden[i] * weight[3 * n + i] + bias[3 * n + i]).tanh();
        cell[i] = cell[i] * forget + ingate * change;
        hidden[i] = outgate * cell[i].tanh();
    }
}

/// The loss of a network of some layers on a sequence of characters.
#[differentiable]
fn lstm(weights: &[Vec<f64>], biases: &[Vec<f64>], extra: &[f64], #[inactive] sequence: &[Vec<f64>]) -> f64 {
    let b = sequence[0].len();
    let mut hidden = vec![vec![0.0; b]; weights.len()];
    let mut cell = vec![vec![0.0; b]; weights.len()];
    let mut total = 0.0;
    for t in 0..sequence.len() - 1 {
        let mut input = vec![0.0; b];
        for i in 0..b {
            input[i] = sequence[t][i] * extra[i];
        }
        for l in 0..weights.len() {
            layer(&weights[l], &biases[l], &mut hidden[l], &mut cell[l], &input);
            input.copy_from_slice(&hidden[l]);
        }
        let mut sum = 2.0;
        for i in 0..b {
            input[i] = input[i] * extra[b + i] + extra[2 * b + i];
            sum += input[i].exp();
        }
        let log = sum.ln();
        for i in 0..b {
            total += sequence[t + 1][i] * (input[i] - log);
        }
    }
    -total / ((sequence.len() - 1) * b) as f64
}

/// The van der Pol oscillator by the classical method of Runge and Kutta.
#[differentiable]
fn runge_kutta(x0: f64, v0: f64, mu: f64, h: f64, steps: usize) -> f64 {
    let (mut x, mut v) = (x0, v0);
    for _ in 0..steps {
        let (a1, b1) = (v, mu * (1.0 - x * x) * v - x);
        let (x2, v2) = (x + 0.5 * h * a1, v + 0.5 * h * b1);
        let (a2, b2) = (v2, mu * (1.0 - x2 * x2) * v2 - x2);
        let (x3, v3) = (x + 0.5 * h * a2, v + 0.5 * h * b2);
        let (a3, b3) = (v3, mu * (1.0 - x3 * x3) * v3 - x3);
        let (x4, v4) = (x + h * a3, v + h * b3);
        let (a4, b4) = (v4, mu * (1.0 - x4 * x4) * v4 - x4);
        x += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        v += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    x * x + v * v
}

/// That oscillator again; its state is kept before some steps, which the reverse pass runs again.
#[differentiable]
fn checkpointed(x0: f64, v0: f64, mu: f64, h: f64, steps: usize) -> f64 {
    let (mut x, mut v) = (x0, v0);
    #[checkpoint]
    for _ in 0..steps {
        let (a1, b1) = (v, mu * (1.0 - x * x) * v - x);
        let (x2, v2) = (x + 0.5 * h * a1, v + 0.5 * h * b1);
        let (a2, b2) = (v2, mu * (1.0 - x2 * x2) * v2 - x2);
        let (x3, v3) = (x + 0.5 * h * a2, v + 0.5 * h * b2);
        let (a3, b3) = (v3, mu * (1.0 - x3 * x3) * v3 - x3);
        let (x4, v4) = (x + h * a3, v + h * b3);
        let (a4, b4) = (v4, mu * (1.0 - x4 * x4) * v4 - x4);
        x += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        v += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    x * x + v * v
}

/// A pendulum by the leapfrog method.
#[differentiable]
fn leapfrog(x0: f64, v0: f64, h: f64, steps: usize) -> f64 {
    let (mut x, mut v) = (x0, v0);
    for _ in 0..steps {
        v -= 0.5 * h * x.sin();
        x += h * v;
        v -= 0.5 * h * x.sin();
    }
    0.5 * v * v - x.cos()
}

/// The logarithm of the determinant by a Cholesky decomposition in place.
#[differentiable]
fn cholesky(a: &[f64], n: usize) -> f64 {
    let mut l = a.to_vec();
    let mut total = 0.0;
    for j in 0..n {
        for i in j..n {
            let mut sum = l[i * n + j];
            for k in 0..j {
                sum -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] = if i == j { sum.sqrt() } else { sum / l[j * n + j] };
        }
        total += l[j * n + j].ln();
    }
    2.0 * total
}

/// A loop that does nothing but assign.
#[differentiable]
fn assignments(a: f64, n: usize) -> f64 {
    let mut x = a;
    for _ in 0..n {
        x = 0.5 * (x + a / x);
    }
    x
}

/// The shortest time of some runs.
#[inline(never)]
fn shortest(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// The most memory that the process has held, where the system tells.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn row(name: &str, plain: f64, gradient: f64, bytes: usize) {
    println!(
        "{name:<28} {:>12.1} µs {:>12.1} µs {:>6.2} {bytes:>12} B",
        plain * 1e6,
        gradient * 1e6,
        gradient / plain
    );
}

fn wave(n: usize, seed: f64) -> Vec<f64> {
    (0..n).map(|i| (seed + 12.9898 * i as f64).sin() * 0.5).collect()
}

fn main() {
    println!("{:<28} {:>15} {:>15} {:>6} {:>14}", "", "function", "gradient", "ratio", "recorded");

    let n = 10_000;
    let (x, mut y, mut y_bar, mut x_bar, mut a_bar) =
        (wave(n, 0.1), wave(n, 0.2), wave(n, 0.3), vec![0.0; n], 0.0);
    let strict = shortest(200, || {
        strict_updates(&mut y, black_box(0.3), &x);
        strict_updates::sweep(&mut y, &mut y_bar, black_box(0.3), &mut a_bar, &x, &mut x_bar);
        strict_updates(&mut y, black_box(0.3), &x);
    });
    let ordinary =
        shortest(200, || updates::sweep(&mut y, &mut y_bar, black_box(0.3), &mut a_bar, &x, &mut x_bar));
    row("updates, against the strict", strict, ordinary, 0);
    let strict = shortest(200, || {
        black_box(strict_spring::gradient(black_box(&x), &y, black_box(0.3)));
    });
    let ordinary = shortest(200, || {
        black_box(spring::gradient(black_box(&x), &y, black_box(0.3)));
    });
    row("a sum, against the strict", strict, ordinary, spring::record(&x, &y, 0.3).1.bytes());

    let (layers, width, characters) = (2, 14, 200);
    let weights: Vec<Vec<f64>> = (0..layers).map(|l| wave(4 * width, l as f64)).collect();
    let biases: Vec<Vec<f64>> = (0..layers).map(|l| wave(4 * width, 0.5 + l as f64)).collect();
    let sequence: Vec<Vec<f64>> = (0..characters).map(|t| wave(width, 0.3 * t as f64)).collect();
    let extra = wave(3 * width, 0.7);
    let plain = shortest(50, || {
        black_box(lstm(black_box(&weights), &biases, &extra, &sequence));
    });
    let gradient = shortest(50, || {
        black_box(lstm::gradient(black_box(&weights), &biases, &extra, &sequence));
    });
    row("LSTM of ADBench", plain, gradient, lstm::record(&weights, &biases, &extra, &sequence).1.bytes());

    let steps = 10_000;
    let plain = shortest(50, || {
        black_box(runge_kutta(black_box(1.0), 0.5, 1.2, 1e-3, steps));
    });
    let gradient = shortest(50, || {
        black_box(runge_kutta::gradient(black_box(1.0), 0.5, 1.2, 1e-3, steps));
    });
    row("Runge-Kutta", plain, gradient, runge_kutta::record(1.0, 0.5, 1.2, 1e-3, steps).1.bytes());

    let steps = 1_000_000;
    let whole = shortest(5, || {
        black_box(runge_kutta::gradient(black_box(1.0), 0.5, 1.2, 1e-5, steps));
    });
    let parts = shortest(5, || {
        black_box(checkpointed::gradient(black_box(1.0), 0.5, 1.2, 1e-5, steps));
    });
    println!("10⁶ steps of it record {} B;", runge_kutta::record(1.0, 0.5, 1.2, 1e-5, steps).1.bytes());
    row(
        "with #[checkpoint], against",
        whole,
        parts,
        checkpointed::record(1.0, 0.5, 1.2, 1e-5, steps).1.bytes(),
    );

    let steps = 10_000;
    let plain = shortest(50, || {
        black_box(leapfrog(black_box(1.0), 0.5, 1e-3, steps));
    });
    let gradient = shortest(50, || {
        black_box(leapfrog::gradient(black_box(1.0), 0.5, 1e-3, steps));
    });
    row("leapfrog", plain, gradient, leapfrog::record(1.0, 0.5, 1e-3, steps).1.bytes());

    let n = 200;
    let mut a = wave(n * n, 0.4);
    for i in 0..n {
        for j in 0..i {
            a[i * n + j] = a[j * n + i];
        }
        a[i * n + i] += n as f64;
    }
    let plain = shortest(20, || {
        black_box(cholesky(black_box(&a), n));
    });
    let gradient = shortest(20, || {
        black_box(cholesky::gradient(black_box(&a), n));
    });
    row("Cholesky, n = 200", plain, gradient, cholesky::record(&a, n).1.bytes());

    let n = 10_000_000;
    let plain = shortest(3, || {
        black_box(assignments(black_box(2.0), n));
    });
    let gradient = shortest(3, || {
        black_box(assignments::gradient(black_box(2.0), n));
    });
    let bytes = assignments::record(2.0, n).1.bytes();
    row("10⁷ assignments", plain, gradient, bytes);
    println!("of the last, {:.2} bytes a step", bytes as f64 / n as f64);
    if let Some(peak) = peak() {
        println!("peak of the process: {peak:.0} MiB");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_agree_with_differences() {
        let weights: Vec<Vec<f64>> = (0..2).map(|l| wave(12, l as f64)).collect();
        let biases: Vec<Vec<f64>> = (0..2).map(|l| wave(12, 0.5 + l as f64)).collect();
        let sequence: Vec<Vec<f64>> = (0..5).map(|t| wave(3, 0.3 * t as f64)).collect();
        assert_eq!(lstm::check(&weights, &biases, &wave(9, 0.7), &sequence), Ok(()));
        assert_eq!(runge_kutta::check(1.0, 0.5, 1.2, 0.1, 20), Ok(()));
        assert_eq!(checkpointed::check(1.0, 0.5, 1.2, 0.1, 20), Ok(()));
        assert_eq!(leapfrog::check(1.0, 0.5, 0.1, 20), Ok(()));
        assert_eq!(cholesky::check(&[4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0], 3), Ok(()));
        assert_eq!(assignments::check(2.0, 3), Ok(()));
    }
}

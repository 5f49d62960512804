//! The functions of the problems in ordinary Rust, unmarked, as one writes them who wants no derivative.
//!
//! `ht`'s own function is such a function already, and `particle` and `saddle` consist of derivatives.

use retrograde_problems::{gmm::constant, plain};
use serde::Deserialize;
use serde_json::Value;

/// A function with its input: each call computes it anew and returns its value, or one number of it.
pub(super) type Plain = Box<dyn Fn() -> f64>;

/// Returns the plain function of a problem, if it has one.
pub(super) fn plain(module: &str, input: &Value) -> Option<Plain> {
    Some(match module {
        "lse" => {
            let x: Vec<f64> = part(input, "x");
            Box::new(move || plain::logsumexp(&x))
        }
        "llsq" => {
            let (x, n): (Vec<f64>, _) = (part(input, "x"), part(input, "n"));
            Box::new(move || misfit(&x, n))
        }
        "det" => {
            let (a, n): (Vec<f64>, _) = (part(input, "A"), part(input, "ell"));
            Box::new(move || minor(&a, n, 0, 0))
        }
        "kmeans" => {
            let points: Vec<Vec<f64>> = part(input, "points");
            let centroids: Vec<Vec<f64>> = part(input, "centroids");
            let d = centroids[0].len();
            let (points, centroids) = (points.concat(), centroids.concat());
            Box::new(move || cost(&centroids, &points, d))
        }
        "gmm" => mixture(input),
        "ba" => observations(input),
        "lstm" => network(input),
        "ode" => {
            let (x, s): (Vec<f64>, _) = (part(input, "x"), part(input, "s"));
            Box::new(move || integrate(&x, s).last().copied().unwrap_or(0.0))
        }
        _ => return None,
    })
}

/// Returns a member of an input that was made here.
fn part<T: for<'a> Deserialize<'a>>(input: &Value, name: &str) -> T {
    T::deserialize(&input[name]).expect("inputs are made as the problems read them")
}

fn misfit(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let sign = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let (mut power, mut value) = (1.0, 0.0);
        for x in x {
            value += x * power;
            power *= t;
        }
        sum += 0.5 * (sign - value) * (sign - value);
    }
    sum
}

fn minor(a: &[f64], n: usize, row: usize, used: u32) -> f64 {
    if row == n {
        return 1.0;
    }
    let (mut sum, mut sign) = (0.0, 1.0);
    for j in (0..n).filter(|j| used >> j & 1 == 0) {
        sum += sign * a[row * n + j] * minor(a, n, row + 1, used | 1 << j);
        sign = -sign;
    }
    sum
}

fn cost(centroids: &[f64], points: &[f64], d: usize) -> f64 {
    let distance = |point: &[f64], centroid: &[f64]| -> f64 {
        point.iter().zip(centroid).map(|(p, c)| (p - c) * (p - c)).sum()
    };
    let least = |point| centroids.chunks_exact(d).map(|c| distance(point, c)).fold(f64::INFINITY, f64::min);
    points.chunks_exact(d).map(least).sum()
}

fn mixture(input: &Value) -> Plain {
    let [x, mu, q, l] = ["x", "mu", "q", "l"].map(|name| part::<Vec<Vec<f64>>>(input, name));
    let (alpha, gamma, m): (Vec<f64>, f64, usize) =
        (part(input, "alpha"), part(input, "gamma"), part(input, "m"));
    let (d, constant) = (mu[0].len(), constant(mu[0].len(), alpha.len(), x.len(), gamma, m));
    let factors: Vec<f64> = q.iter().zip(&l).flat_map(|(q, l)| q.iter().chain(l)).copied().collect();
    let (points, means) = (x.concat(), mu.concat());
    Box::new(move || plain::gmm(&alpha, &means, &factors, &points, gamma, m, constant, d))
}

fn observations(input: &Value) -> Plain {
    let [n, m, p] = ["n", "m", "p"].map(|name| part::<usize>(input, name));
    let cameras: Vec<[f64; 11]> = vec![part(input, "cam"); n];
    let points: Vec<[f64; 3]> = vec![part(input, "x"); m];
    let weights: Vec<f64> = vec![part(input, "w"); p];
    let features: Vec<[f64; 2]> = vec![part(input, "feat"); p];
    let seen: Vec<[u32; 2]> = (0..p).map(|i| [(i % n) as u32, (i % m) as u32]).collect();
    Box::new(move || {
        let mut errors = vec![[0.0; 2]; p];
        for (i, error) in errors.iter_mut().enumerate() {
            let [camera, point] = seen[i].map(|number| number as usize);
            *error = plain::reproject_adbench(&cameras[camera], &points[point], weights[i], &features[i]);
        }
        let weight_errors: Vec<f64> = weights.iter().map(|&w| plain::weight_error(w)).collect();
        errors[p - 1][0] + weight_errors[p - 1]
    })
}

fn network(input: &Value) -> Plain {
    let [main, extra, state, sequence] =
        ["main_params", "extra_params", "state", "sequence"].map(|name| part::<Vec<Vec<f64>>>(input, name));
    Box::new(move || loss(&main, &extra, state.clone(), &sequence))
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(main: &[Vec<f64>], extra: &[Vec<f64>], mut state: Vec<Vec<f64>>, sequence: &[Vec<f64>]) -> f64 {
    let b = extra[0].len();
    let mut total = 0.0;
    for pair in sequence.windows(2) {
        let mut input: Vec<f64> = pair[0].iter().zip(&extra[0]).map(|(x, w)| x * w).collect();
        for (parameters, layer) in main.chunks_exact(2).zip(state.chunks_exact_mut(2)) {
            let (weights, biases) = (&parameters[0], &parameters[1]);
            let [hidden, cell] = layer else { continue };
            for i in 0..b {
                let forget = sigmoid(input[i] * weights[i] + biases[i]);
                let ingate = sigmoid(hidden[i] * weights[b + i] + biases[b + i]);
                let outgate = sigmoid(input[i] * weights[2 * b + i] + biases[2 * b + i]);
                let change = (hidden[i] * weights[3 * b + i] + biases[3 * b + i]).tanh();
                cell[i] = cell[i] * forget + ingate * change;
                hidden[i] = outgate * cell[i].tanh();
            }
            input.copy_from_slice(hidden);
        }
        for i in 0..b {
            input[i] = input[i] * extra[1][i] + extra[2][i];
        }
        let log = (2.0 + input.iter().map(|x| x.exp()).sum::<f64>()).ln();
        total += pair[1].iter().zip(&input).map(|(seen, x)| seen * (x - log)).sum::<f64>();
    }
    -total / ((sequence.len() - 1) * b) as f64
}

fn rate(set: &mut [f64], x: &[f64], y: &[f64], step: f64, slope: &[f64]) {
    set[0] = x[0];
    for i in 1..x.len() {
        set[i] = x[i] * (y[i - 1] + step * slope[i - 1]);
    }
}

fn integrate(x: &[f64], steps: usize) -> Vec<f64> {
    let (n, h) = (x.len(), 2.0 / steps as f64);
    let mut y = vec![0.0; n];
    let [mut k1, mut k2, mut k3, mut k4] = [(); 4].map(|()| vec![0.0; n]);
    let none = vec![0.0; n];
    for _ in 0..steps {
        rate(&mut k1, x, &y, 0.0, &none);
        rate(&mut k2, x, &y, 0.5 * h, &k1);
        rate(&mut k3, x, &y, 0.5 * h, &k2);
        rate(&mut k4, x, &y, h, &k3);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

#[cfg(test)]
mod tests {
    use retrograde_gradbench::{Manner, problems::Problem};
    use serde_json::{Value, value::to_raw_value};

    use super::plain;
    use crate::commands::bench::workloads::{Sizes, workloads};

    #[test]
    fn plain_functions_are_those_of_the_problems() {
        let mut seen = 0;
        for workload in workloads(Sizes::Smallest) {
            let Some(function) = plain(workload.module, &workload.input) else { continue };
            let problem = Problem::named(workload.module).expect("a problem");
            let input = to_raw_value(&workload.input).expect("JSON");
            let output = problem.functions[0].1(&input, Manner::OneThread).expect("an output").output;
            let output: Value = serde_json::from_str(output.get()).expect("JSON");
            let number = |value: &Value| value.as_f64().expect("a number");
            let expected = match workload.module {
                "ba" => number(&output["reproj_error"]["elements"][0]) + number(&output["w_err"]["element"]),
                "ode" => number(output.as_array().and_then(|all| all.last()).expect("numbers")),
                _ => number(&output),
            };
            let found = function();
            assert!(
                (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3),
                "{}: {found} {expected}",
                workload.module
            );
            seen += 1;
        }
        assert_eq!(seen, 8);
    }
}

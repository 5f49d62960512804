//! The functions of the problems in ordinary Rust, unmarked, as one writes them who wants no derivative.
//!
//! `particle` and `saddle` consist of derivatives, and have none.

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
        "ht" => hand(input),
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

type Matrix = [[f64; 4]; 4];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            c[i][j] = (0..4).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}

fn hand(input: &Value) -> Plain {
    let (theta, places): (Vec<f64>, Vec<[f64; 2]>) = (part(input, "theta"), part(input, "us"));
    let (data, model) = (&input["data"], &input["data"]["model"]);
    let (found, points): (Vec<usize>, Vec<[f64; 3]>) = (part(data, "correspondences"), part(data, "points"));
    let parents: Vec<i64> = part(model, "parents");
    let [relatives, inverses] =
        ["base_relatives", "inverse_base_absolutes"].map(|name| part::<Vec<Matrix>>(model, name));
    let positions: Vec<[f64; 4]> = part(model, "base_positions");
    let weights: Vec<Vec<f64>> = part(model, "weights");
    let weights: Vec<Vec<(usize, f64)>> = weights
        .iter()
        .map(|row| row.iter().copied().enumerate().filter(|(_, weight)| *weight != 0.0).collect())
        .collect();
    let (triangles, mirrored): (Vec<[usize; 3]>, bool) =
        (part(model, "triangles"), part(model, "is_mirrored"));
    Box::new(move || {
        let mut absolutes: Vec<Matrix> = Vec::with_capacity(parents.len());
        let mut moves = Vec::with_capacity(parents.len());
        for bone in 0..parents.len() {
            let mut absolute = relatives[bone];
            // The thumb and the fingers have five bones of four each, of which the first does not move.
            if let Some((finger, joint)) = bone.checked_sub(1).map(|bone| (bone / 4, bone % 4)) {
                if finger < 5 && joint > 0 {
                    let first = 6 + 4 * finger;
                    let (x, z) = if joint == 1 {
                        (theta[first], theta[first + 1])
                    } else {
                        (theta[first + joint], 0.0)
                    };
                    let ((s, c), (sz, cz)) = (x.sin_cos(), z.sin_cos());
                    let turn = [
                        [cz, -sz * c, sz * s, 0.0],
                        [sz, cz * c, -cz * s, 0.0],
                        [0.0, s, c, 0.0],
                        [0.0, 0.0, 0.0, 1.0],
                    ];
                    absolute = product(&absolute, &turn);
                }
            }
            if let Ok(parent) = usize::try_from(parents[bone]) {
                absolute = product(&absolutes[parent], &absolute);
            }
            moves.push(product(&absolute, &inverses[bone]));
            absolutes.push(absolute);
        }
        let angle = (theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]).sqrt();
        let (s, c) = if angle < 1e-4 { (0.0, 1.0) } else { angle.sin_cos() };
        let [x, y, z] =
            if angle < 1e-4 { [0.0; 3] } else { [theta[0], theta[1], theta[2]].map(|r| r / angle) };
        let rest = 1.0 - c;
        let rotation = [
            [c + rest * x * x, rest * x * y - s * z, rest * x * z + s * y],
            [rest * x * y + s * z, c + rest * y * y, rest * y * z - s * x],
            [rest * x * z - s * y, rest * y * z + s * x, c + rest * z * z],
        ];
        let mut vertices = Vec::with_capacity(positions.len());
        for (position, weights) in positions.iter().zip(&weights) {
            let mut at = [0.0; 3];
            for &(bone, weight) in weights {
                for (at, row) in at.iter_mut().zip(&moves[bone]) {
                    *at += weight * row.iter().zip(position).map(|(a, b)| a * b).sum::<f64>();
                }
            }
            if mirrored {
                at[0] = -at[0];
            }
            let mut vertex = [theta[3], theta[4], theta[5]];
            for (vertex, row) in vertex.iter_mut().zip(&rotation) {
                *vertex += row[0] * at[0] + row[1] * at[1] + row[2] * at[2];
            }
            vertices.push(vertex);
        }
        let mut residuals = Vec::with_capacity(3 * points.len());
        for ((point, found), [u, v]) in points.iter().zip(&found).zip(&places) {
            let [a, b, c] = triangles[*found].map(|vertex| vertices[vertex]);
            for k in 0..3 {
                residuals.push(point[k] - (u * a[k] + v * b[k] + (1.0 - u - v) * c[k]));
            }
        }
        residuals[residuals.len() - 1]
    })
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
                "ode" | "ht" => number(output.as_array().and_then(|all| all.last()).expect("numbers")),
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
        assert_eq!(seen, 9);
    }
}

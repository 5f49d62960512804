//! Loops of ordinary functions whose iterations overwrite numbers: each keeps its record, and they run in lanes or, in a module of
//! the same text without marks, record on the tape.

/// Writes a module of functions whose loops have a mark, or none.
macro_rules! functions {
    ($module:ident $(, #[$mark:meta])?) => {
        mod $module {
            use retrograde::prelude::*;

            /// Locals that are assigned again, also in a branch.
            #[differentiable]
            pub(super) fn clipped(x: &[f64], w: f64) -> f64 {
                let mut total = 0.0;
                $(#[$mark])?
                for i in 0..x.len() {
                    let mut a = x[i] * w;
                    if a < 0.0 {
                        a = 0.1 * a;
                        if a < -0.05 {
                            a = a.tanh() * w;
                        }
                    }
                    a = a.sin();
                    total += a * x[i];
                }
                total * total
            }

            /// A local array, filled and read.
            #[differentiable]
            pub(super) fn filled(x: &[f64], w: f64) -> f64 {
                let mut y = vec![0.0; x.len()];
                $(#[$mark])?
                for i in 0..x.len() {
                    y[i] = (x[i] * w).exp();
                    if y[i] > 1.0 {
                        y[i] = y[i].sqrt();
                    }
                }
                let mut total = 0.0;
                $(#[$mark])?
                for i in 0..x.len() {
                    let mut s = y[i];
                    let mut k = 0;
                    while s > 0.5 && k < 4 {
                        s *= s.sin();
                        k += 1;
                    }
                    total += s;
                }
                total
            }

            /// Neighbours, in a loop over time that goes to and fro between two arrays.
            #[differentiable]
            pub(super) fn diffused(x: &[f64], w: f64) -> f64 {
                let n = x.len();
                let mut u = x.to_vec();
                let mut v = vec![0.0; n + 1];
                for _ in 0..3 {
                    $(#[$mark])?
                    for i in 1..n - 1 {
                        v[i] = u[i] + w * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
                        if v[i] < 0.0 {
                            v[i] = 0.01 * v[i];
                        }
                    }
                    $(#[$mark])?
                    for i in 1..n - 1 {
                        u[i] = v[i] * v[i].cos();
                    }
                }
                u.iter().map(|u| u * u).sum()
            }

            /// Rows of an argument that changes, with inner loops.
            #[differentiable]
            pub(super) fn normal(x: &[f64], w: f64, y: &mut [f64]) -> f64 {
                $(#[$mark])?
                for p in 0..x.len() / 3 {
                    let mut norm = 1.0;
                    for j in 0..3 {
                        let mut q = x[p * 3 + j];
                        if q > 0.5 {
                            q = q.sqrt() * w;
                        }
                        norm += q * q;
                        norm = norm.sqrt() + q;
                    }
                    for j in 0..3 {
                        y[p * 3 + j] = y[p * 3 + j] / (norm * norm + 1.0) + x[p * 3 + j];
                        y[p * 3 + j] *= y[p * 3 + j];
                    }
                }
                w * w
            }

            /// Iterations decide by a number that changes later, and that the reverse pass restores to the rounding only.
            #[differentiable]
            pub(super) fn edged(x: &[f64], w: f64) -> f64 {
                let mut edge = 0.7;
                let mut sum = 0.0;
                $(#[$mark])?
                for i in 0..x.len() {
                    let mut a = x[i] * w;
                    if edge >= 0.7 && edge <= 0.7 {
                        a = a * a;
                    }
                    sum += a;
                }
                for i in 0..x.len() {
                    edge += 0.1 * x[i] * sum;
                }
                sum * edge
            }

            /// Elements that are exchanged with each other, and with a local that decides.
            #[differentiable]
            pub(super) fn paired(x: &[f64], w: f64, y: &mut [f64]) -> f64 {
                let mut sum = 0.0;
                $(#[$mark])?
                for i in 0..x.len() / 2 {
                    y.swap(2 * i, 2 * i + 1);
                    let mut a = x[2 * i] * w;
                    std::mem::swap(&mut a, &mut y[2 * i]);
                    if a > 0.0 {
                        sum += x[2 * i + 1];
                    }
                    sum += a;
                }
                sum + y.iter().map(|y| y * y).sum::<f64>()
            }

            /// Iterations read what is around them, which changes later, and decide by it.
            #[differentiable]
            pub(super) fn around(x: &[f64], w: f64) -> f64 {
                let c = (w * 2.0).sin();
                let mut m: usize = x.len() % 4 + 1;
                let mut e = w;
                e = e * w;
                let mut total = 0.0;
                $(#[$mark])?
                for i in 0..x.len() {
                    let mut a = x[i];
                    if x[i] > c {
                        a = a * a;
                    }
                    if m > 3 {
                        a = a + e * 3.0;
                    }
                    if e > 0.4 {
                        a = a.sin();
                    }
                    total += a;
                }
                m = m * 2;
                e = e + 1.0;
                total * e * m as f64
            }

            /// A local array whose numbers leave it, and decide.
            #[differentiable]
            pub(super) fn left(x: &[f64], w: f64) -> f64 {
                let (mut u, mut sum) = (x.to_vec(), 0.0);
                $(#[$mark])?
                for i in 0..x.len() {
                    let mut a = -x[i] * w;
                    std::mem::swap(&mut a, &mut u[i]);
                    if a > 0.0 {
                        sum += x[i] * x[i];
                    }
                    sum += a;
                }
                sum + w * u.iter().sum::<f64>()
            }

            /// A loop over the length of what it overwrites, in another loop.
            #[differentiable]
            pub(super) fn again(x: &[f64], w: f64, y: &mut [f64]) -> f64 {
                let mut turn = 0;
                while turn < 3 {
                    $(#[$mark])?
                    for i in 0..y.len() {
                        y[i] = (y[i] + x[i]).sin() * w;
                    }
                    turn += 1;
                }
                y.iter().sum()
            }

            /// A part of an array is overwritten, and the rest is read.
            #[differentiable]
            pub(super) fn part(x: &[f64], w: f64, y: &mut [f64]) -> f64 {
                let n = x.len();
                $(#[$mark])?
                for i in 0..n / 2 {
                    let old = y[i];
                    y[i] = x[i] * w + old * old;
                    y[i] += x[n - 1 - i];
                }
                let mut sum = 0.0;
                for i in 0..n {
                    sum += y[i] * y[i] * x[i];
                }
                sum
            }
        }
    };
}

functions!(marked, #[parallel]);
functions!(threads, #[parallel(threads)]);
functions!(plain);

fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| 1.3 * ((i as f64 + 1.7 * seed) * 0.7371).sin()).collect()
}

const LENGTHS: [usize; 9] = [0, 1, 3, 8, 9, 16, 27, 66, 2100];

/// Asserts that numbers are the same, but for the order of sums.
fn same(n: usize, one: &[f64], other: &[f64]) {
    assert_eq!(one.len(), other.len());
    for (at, (one, other)) in one.iter().zip(other).enumerate() {
        assert!((one - other).abs() <= 1e-11 * (1.0 + other.abs()), "{one} and {other}, number {at} for {n}");
    }
}

/// The value and the gradient of a function of `x` and `w`.
macro_rules! gradient {
    ($function:path, $x:expr) => {{
        use $function as function;
        let (value, (x_bar, w_bar)) = function::gradient($x, 0.7);
        [vec![value, w_bar], x_bar].concat()
    }};
}

/// Runs a function that changes `y` forth and back. Returns what it leaves in `y`, then the state and all cotangents.
macro_rules! there_and_back {
    ($function:path, $x:expr) => {{
        use $function as function;
        let x: &[f64] = $x;
        let (mut y, mut y_bar) = (numbers(x.len(), 4.0), numbers(x.len(), 2.0));
        let (mut x_bar, mut w_bar) = (vec![0.1; x.len()], 0.2);
        let (_value, mut record) = function::record(x, 0.7, &mut y);
        let left = y.clone();
        function::replay(&mut record, 1.5, x, &mut x_bar, 0.7, &mut w_bar, &mut y, &mut y_bar);
        [left, y, x_bar, vec![w_bar], y_bar].concat()
    }};
}

#[test]
fn gradients_are_those_of_the_tape() {
    for n in LENGTHS {
        let x = numbers(n, 0.3);
        let expected = gradient!(plain::clipped, &x);
        same(n, &gradient!(marked::clipped, &x), &expected);
        same(n, &gradient!(threads::clipped, &x), &expected);
        let expected = gradient!(plain::filled, &x);
        same(n, &gradient!(marked::filled, &x), &expected);
        same(n, &gradient!(threads::filled, &x), &expected);
        let expected = gradient!(plain::around, &x);
        same(n, &gradient!(marked::around, &x), &expected);
        same(n, &gradient!(threads::around, &x), &expected);
        let expected = gradient!(plain::left, &x);
        same(n, &gradient!(marked::left, &x), &expected);
        same(n, &gradient!(threads::left, &x), &expected);
        let expected = gradient!(plain::edged, &x);
        same(n, &gradient!(marked::edged, &x), &expected);
        same(n, &gradient!(threads::edged, &x), &expected);
        if n > 1 {
            let expected = gradient!(plain::diffused, &x);
            same(n, &gradient!(marked::diffused, &x), &expected);
            same(n, &gradient!(threads::diffused, &x), &expected);
        }
    }
}

#[test]
fn what_changes_is_restored() {
    for n in LENGTHS {
        let x = numbers(n, 0.3);
        let expected = there_and_back!(plain::normal, &x);
        same(n, &expected[n..2 * n], &numbers(n, 4.0));
        same(n, &there_and_back!(marked::normal, &x), &expected);
        same(n, &there_and_back!(threads::normal, &x), &expected);
        let expected = there_and_back!(plain::again, &x);
        same(n, &there_and_back!(marked::again, &x), &expected);
        same(n, &there_and_back!(threads::again, &x), &expected);
        let expected = there_and_back!(plain::paired, &x);
        same(n, &expected[n..2 * n], &numbers(n, 4.0));
        same(n, &there_and_back!(marked::paired, &x), &expected);
        same(n, &there_and_back!(threads::paired, &x), &expected);
        let expected = there_and_back!(plain::part, &x);
        same(n, &expected[n..2 * n], &numbers(n, 4.0));
        same(n, &there_and_back!(marked::part, &x), &expected);
        same(n, &there_and_back!(threads::part, &x), &expected);
    }
}

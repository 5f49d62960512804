//! Loops with `#[parallel]` of `f32`: sixteen lanes, in reversible and in ordinary functions, on threads too. `masks` and `turns` run theirs at both floats.

use crate::masks::{close, numbers};
use retrograde::prelude::*;
use retrograde_lanes::InstructionSet;

/// The lengths: none, fewer than the lanes, as many, remainders.
const LENGTHS: [usize; 9] = [0, 1, 15, 16, 17, 31, 32, 33, 100];

fn singles(n: usize, seed: u64) -> Vec<f32> {
    numbers(n, seed).into_iter().map(|x| x as f32).collect()
}

#[reversible(check = "never")]
fn sum_of_singles(sum: &mut f32, x: &[f32]) {
    #[parallel]
    for p in 0..x.len() {
        *sum += x[p];
    }
}

#[reversible(check = "never")]
fn sum_of<T: Real>(sum: &mut T, x: &[T]) {
    #[parallel]
    for p in 0..x.len() {
        *sum += x[p];
    }
}

/// Adds numbers as sixteen lanes do.
fn in_lanes(x: &[f32]) -> f32 {
    let mut lanes = [-0.0_f32; 16];
    let (whole, rest) = x.split_at(x.len() / 16 * 16);
    if !whole.is_empty() {
        whole.iter().enumerate().for_each(|(i, x)| lanes[i % 16] += x);
        for half in [8, 4, 2, 1] {
            (0..half).for_each(|i| lanes[i] += lanes[half + i]);
        }
    }
    rest.iter().fold(0.25 + lanes[0], |sum, x| sum + x)
}

/// The bits of a sum show in which order it is taken.
#[test]
fn sums_are_those_of_sixteen_lanes() {
    if InstructionSet::best() == InstructionSet::Portable {
        return;
    }
    for n in LENGTHS {
        let x = singles(n, 1);
        let (mut a, mut b) = (0.25, 0.25);
        sum_of_singles(&mut a, &x);
        sum_of(&mut b, &x);
        assert_eq!((a.to_bits(), b.to_bits()), (in_lanes(&x).to_bits(), in_lanes(&x).to_bits()), "{n}");
    }
}

/// Writes functions whose loops have a mark, or none.
macro_rules! functions {
    ($module:ident $(, #[$mark:meta])?) => {
        mod $module {
            use retrograde::prelude::*;

            /// Rows, shared weights, elements by an index, a branch, and an argument that is overwritten.
            #[differentiable]
            pub(super) fn overwritten(y: &mut [f32], w: &[f32], x: &[f32], at: &[usize]) -> f32 {
                let mut total = 0.0;
                $(#[$mark])?
                for p in 0..y.len() {
                    let mut a = x[3 * p] * w[0] + x[3 * p + 2] * w[at[p]];
                    if a < 0.0 {
                        a = 0.1 * a;
                    }
                    y[p] = a.sin() * y[p];
                    total += y[p] * y[p];
                }
                total
            }

            /// Integers that change in some iterations: they are counted as numbers, and stay scalar.
            #[reversible(check = "never")]
            pub(super) fn counted(sum: &mut f32, x: &[f32]) {
                $(#[$mark])?
                for p in 0..x.len() {
                    let mut k = 0;
                    if x[p] > 0.0 {
                        k += 16_777_217;
                    }
                    if k == 16_777_217 {
                        *sum += x[p] * x[p];
                    }
                    if x[p] > 0.0 {
                        k -= 16_777_217;
                    }
                }
            }

            /// Numbers of the other float, which are constants.
            #[reversible(check = "never")]
            pub(super) fn mixed(sum: &mut f64, x: &[f64], scale: &[f32]) {
                $(#[$mark])?
                for p in 0..x.len() {
                    *sum += x[p] * x[p] * scale[p] as f64;
                }
            }
        }
    };
}
functions!(marked, #[parallel]);
functions!(unmarked);

#[test]
fn ordinary_functions_that_overwrite() {
    for n in LENGTHS {
        let (y, w, x) = (singles(n, 1), singles(5, 2), singles(3 * n, 3));
        let at: Vec<usize> = (0..n).map(|p| p * p % 5).collect();
        macro_rules! there_and_back {
            ($module:ident) => {{
                let (mut z, mut y_bar, mut w_bar, mut x_bar) =
                    (y.clone(), singles(n, 4), singles(5, 5), singles(3 * n, 6));
                let (value, mut record) = $module::overwritten::record(&mut z, &w, &x, &at);
                let changed = z.clone();
                $module::overwritten::replay(
                    &mut record,
                    1.5,
                    &mut z,
                    &mut y_bar,
                    &w,
                    &mut w_bar,
                    &x,
                    &mut x_bar,
                    &at,
                );
                close("restored state", n, &z, &y);
                (changed, y_bar, w_bar, x_bar, [value])
            }};
        }
        let ((za, ya, wa, xa, va), (zb, yb, wb, xb, vb)) =
            (there_and_back!(marked), there_and_back!(unmarked));
        for (what, a, b) in [("state", za, zb), ("y", ya, yb), ("w", wa, wb), ("x", xa, xb)] {
            close(what, n, &a, &b);
        }
        close("value", n, &va, &vb);
    }
}

#[test]
fn integers_that_an_f32_cannot_count() {
    for n in LENGTHS {
        let x = singles(n, 1);
        let (mut a, mut b) = (0.0, 0.0);
        marked::counted(&mut a, &x);
        unmarked::counted(&mut b, &x);
        close("sum", n, &[a], &[b]);
        assert!(n < 15 || a > 0.0);
    }
}

#[test]
fn constants_of_the_other_float() {
    for n in LENGTHS {
        let (x, scale) = (numbers(n, 1), singles(n, 2));
        let run = |is_marked: bool| {
            let (mut sum, mut sum_bar, mut x_bar) = (0.5, 2.0, vec![0.0; n]);
            match is_marked {
                true => marked::mixed::sweep(&mut sum, &mut sum_bar, &x, &mut x_bar, &scale),
                false => unmarked::mixed::sweep(&mut sum, &mut sum_bar, &x, &mut x_bar, &scale),
            }
            x_bar.push(sum);
            x_bar
        };
        close("mixed", n, &run(true), &run(false));
    }
}

/// A sum and a change of what an iteration has to itself, in blocks.
macro_rules! shared {
    ($name:ident $($mark:tt)*) => {
        #[reversible(check = "never")]
        fn $name(sum: &mut f32, y: &mut [f32], x: &[f32], w: &[f32; 3]) {
            $($mark)*
            for p in 0..y.len() {
                let r = w[0] * x[p * 3] + w[1] * x[p * 3 + 1] + w[2] * x[p * 3 + 2];
                *sum += (r * r).ln_1p();
                y[p] += r.cos();
            }
        }
    };
}
shared!(on_threads #[parallel(threads)]);
shared!(on_ranks #[parallel(ranks)]);
shared!(alone);

#[test]
fn threads_and_ranks() {
    for n in [100, 700] {
        let (y, x, w) = (singles(n, 1), singles(3 * n, 2), [0.5, -0.25, 2.0]);
        macro_rules! run {
            ($name:ident) => {{
                let (mut y, mut y_bar, mut sum, mut sum_bar) = (y.clone(), singles(n, 3), 0.5, 0.75);
                let (mut x_bar, mut w_bar) = (vec![0.0; 3 * n], [0.0; 3]);
                $name::sweep(&mut sum, &mut sum_bar, &mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar);
                let scale = n as f32;
                (y, y_bar, x_bar, [sum / scale, w_bar[0] / scale, w_bar[1] / scale, w_bar[2] / scale])
            }};
        }
        let b = run!(alone);
        for (what, a) in [("threads", run!(on_threads)), ("ranks", run!(on_ranks))] {
            close(what, n, &a.0, &b.0);
            close(what, n, &a.1, &b.1);
            close(what, n, &a.2, &b.2);
            close(what, n, &a.3, &b.3);
        }
    }
}

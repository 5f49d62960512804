//! A layer of a network at both floats: eight numbers of `f64` in a register, or sixteen of `f32`.

use retrograde::prelude::*;

macro_rules! layers {
    ($($F:ident $lanes:ident, $one_by_one:ident;)*) => { $(
        super::in_lanes_and_one_by_one! {
            /// Adds the squares of what a layer answers to the rows of `x`, each as long as `w`; a number below zero counts a tenth.
            fn $lanes, $one_by_one(total: &mut $F, w: &[$F], bias: $F, x: &[$F], n: usize)
            for p in 0..n {
                let d = w.len();
                let mut s = bias;
                for i in 0..d {
                    s += w[i] * x[p * d + i];
                }
                if s > 0.0 {
                    *total += s * s;
                } else {
                    *total += 0.1 * s * s;
                }
            }
        }
    )* };
}
layers! {
    f64 doubles, doubles_one_by_one;
    f32 singles, singles_one_by_one;
}

/// Numbers between -1 and 1.
pub(crate) fn inputs(n: usize) -> Vec<f64> {
    (0..n).map(|i| (1.3 * i as f64).sin()).collect()
}

#[test]
fn gradients_agree() {
    let (w, x) = (inputs(5), inputs(5 * 37));
    let [w32, x32] = [&w, &x].map(|all| all.iter().map(|x| *x as f32).collect::<Vec<f32>>());
    let (value, (w_bar, _, x_bar, ..)) = doubles_one_by_one::gradient(&w, 0.25, &x, 37);
    let (in_lanes, (w_lanes, _, x_lanes, ..)) = singles::gradient(&w32, 0.25, &x32, 37);
    let (alone, (w_alone, ..)) = singles_one_by_one::gradient(&w32, 0.25, &x32, 37);
    let close = |a: f64, b: f32| assert!((a - f64::from(b)).abs() < 1e-4 * (1.0 + a.abs()), "{a} {b}");
    close(value, in_lanes);
    close(value, alone);
    w_bar.iter().zip(&w_lanes).for_each(|(a, b)| close(*a, *b));
    w_bar.iter().zip(&w_alone).for_each(|(a, b)| close(*a, *b));
    x_bar.iter().zip(&x_lanes).for_each(|(a, b)| close(*a, *b));
}

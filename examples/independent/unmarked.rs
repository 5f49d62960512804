//! Functions whose loops have no mark: their gradients run in lanes where that pays.

use retrograde::prelude::*;

/// Writes the same functions twice: as they are, and one iteration after the other.
macro_rules! twice {
    ($($module:ident $(#[$attr:meta])*;)*) => { $(
        pub(crate) mod $module {
            use super::*;

            /// Adds the squared distances of an exponential from the points, in the reversible language.
            #[reversible]
            pub(crate) fn fit(y: &mut f64, a: &[f64; 3], x: &[f64], t: &[f64]) {
                $(#[$attr])*
                for i in 0..x.len() {
                    let r = a[0] * (a[1] * x[i]).exp() + a[2] - t[i];
                    *y += r * r;
                }
            }

            /// Returns the root of their mean.
            #[differentiable]
            pub(crate) fn root(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
                let mut s = 0.0;
                $(#[$attr])*
                for (x, t) in x.iter().zip(t) {
                    let r = a[0] * (a[1] * x).exp() + a[2] - t;
                    s += r * r;
                }
                (s / x.len() as f64).sqrt()
            }

            /// Assigns to elements, and to a local.
            #[differentiable]
            pub(crate) fn layers(a: &[f64; 3], x: &[f64], t: &[f64]) -> f64 {
                let mut h = vec![0.0; x.len()];
                $(#[$attr])*
                for i in 0..x.len() {
                    h[i] = (a[0] * x[i] + a[1]).tanh();
                }
                let mut s = 0.0;
                $(#[$attr])*
                for i in 0..x.len() {
                    let mut z = a[2] * h[i];
                    z = z.exp() + 0.5;
                    s += (z.ln() - t[i]).powi(2);
                }
                s
            }
        }
    )* };
}
twice! {
    as_it_is;
    one_by_one #[sequential];
}

/// Numbers between -1 and 1.
pub(crate) fn wave(n: usize, frequency: f64) -> Vec<f64> {
    (0..n).map(|i| (frequency * i as f64).sin()).collect()
}

#[test]
fn gradients_agree() {
    let (a, x, t) = ([0.3, 0.2, 0.1], wave(100, 0.37), wave(100, 0.11));
    let pairs = [
        (as_it_is::fit::gradient(&a, &x, &t), one_by_one::fit::gradient(&a, &x, &t)),
        (as_it_is::root::gradient(&a, &x, &t), one_by_one::root::gradient(&a, &x, &t)),
        (as_it_is::layers::gradient(&a, &x, &t), one_by_one::layers::gradient(&a, &x, &t)),
    ];
    for ((value, (a_bar, x_bar, _)), (other, (a_other, x_other, _))) in pairs {
        let (one, two) =
            ([&[value][..], &a_bar, &x_bar].concat(), [&[other][..], &a_other, &x_other].concat());
        one.iter().zip(&two).for_each(|(a, b)| assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a} {b}"));
    }
}

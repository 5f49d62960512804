//! Names of the user's that emitted lanes must not hide, and names that they do not know.

use retrograde::prelude::*;
use retrograde_testkit::Rng;

use kinds::by_kind;

/// A constant parameter of the same name is found in its place where both are known.
mod kinds {
    use retrograde::prelude::*;

    #[derive(Clone, Copy, PartialEq)]
    pub enum V {
        A,
        B,
    }

    #[differentiable]
    pub fn by_kind(y: &mut [f64], x: &[f64], k: V) {
        for i in 0..x.len() {
            if k == V::A {
                y[i] = (y[i] * x[i]).sin();
            } else {
                y[i] = x[i].exp();
            }
        }
    }
}

#[differentiable]
fn of_size<const V: usize>(y: &mut [f64; V], x: &[f64; V]) {
    #[parallel]
    for i in 0..V {
        y[i] = (y[i] * x[i]).sin();
    }
}

#[reversible(batch)]
fn in_batches<const V: usize>(y: &mut f64, x: &[f64; V]) {
    for i in 0..V {
        *y += x[i].sin();
    }
}

#[derive(Clone, Differentiable)]
struct Net<const N: usize> {
    w: [f64; N],
}

#[differentiable]
impl<const N: usize> Net<N> {
    fn value(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            let mut t = 0.0;
            for k in 0..N {
                t += self.w[k] * x[i];
            }
            s += t.exp() / N as f64;
        }
        s
    }
}

#[reversible]
impl<const N: usize> Net<N> {
    fn add(&self, s: &mut f64, x: &[f64]) {
        #[parallel]
        for i in 0..x.len() {
            *s += (x[i] * N as f64).sin();
        }
    }
}

#[test]
fn names_of_the_user_stay_what_they_are() {
    let mut rng = Rng::new(5);
    let n = 45;
    let x: Vec<f64> = (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect();
    let start: Vec<f64> = (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect();
    for (k, slope) in [
        (kinds::V::A, (|y: f64, x: f64| y * (y * x).cos()) as fn(f64, f64) -> f64),
        (kinds::V::B, |_: f64, x: f64| x.exp()),
    ] {
        let (mut y, mut y_bar, mut x_bar) = (start.clone(), vec![2.0; n], vec![0.0; n]);
        by_kind::sweep(&mut y, &mut y_bar, &x, &mut x_bar, k);
        for i in 0..n {
            assert!((x_bar[i] - 2.0 * slope(start[i], x[i])).abs() < 1e-12);
        }
    }
    let (x, start): ([f64; 19], [f64; 19]) =
        (std::array::from_fn(|i| x[i]), std::array::from_fn(|i| start[i]));
    let (mut y, mut y_bar, mut x_bar) = (start, [2.0; 19], [0.0; 19]);
    of_size::sweep(&mut y, &mut y_bar, &x, &mut x_bar);
    for i in 0..19 {
        assert!((x_bar[i] - 2.0 * start[i] * (start[i] * x[i]).cos()).abs() < 1e-12);
    }
    let mut values = vec![0.0; 19];
    in_batches::batch(&mut values, &[x; 19]);
    assert!(values.iter().all(|value| (value - x.iter().map(|x| x.sin()).sum::<f64>()).abs() < 1e-12));
}

#[test]
fn methods_may_name_the_constants_of_their_type() {
    let net = Net { w: [0.2, -0.3, 0.5] };
    let x: Vec<f64> = (0..45).map(|i| (i as f64 * 0.37).sin()).collect();
    let (value, slopes) = net.value_gradient(&x);
    assert!((value - net.value(&x)).abs() < 1e-12 * value);
    let at = |h: f64| Net { w: [0.2 + h, -0.3, 0.5] }.value(&x);
    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
    assert!((slopes.0.w[0] - slope).abs() < 1e-7, "{} {slope}", slopes.0.w[0]);
    let mut s = 0.0;
    net.add(&mut s, &x);
    assert!((s - x.iter().map(|x| (3.0 * x).sin()).sum::<f64>()).abs() < 1e-12);
}

//! Loops with `#[parallel]`: their iterations run in lanes, where numbers and cotangents are `f64` or `f32`, and one after the other
//! elsewhere. Each function stands beside the same text without the mark.

use retrograde::prelude::*;
use retrograde::{Dual, differentiable};
use retrograde_testkit::{Rng, difference};

/// Two functions with one text: the loop of the first runs in lanes.
macro_rules! twice {
    ($(#[$mark:meta])* fn $lanes:ident, $scalar:ident $(<$t:ident: $bound:ident>)? ($($params:tt)*) { [$($before:tt)*] for $i:ident in [$range:expr] $body:block [$($after:tt)*] }) => {
        #[reversible]
        fn $lanes $(<$t: $bound>)? ($($params)*) { $($before)* #[parallel] for $i in $range $body $($after)* }
        #[reversible]
        fn $scalar $(<$t: $bound>)? ($($params)*) { $($before)* for $i in $range $body $($after)* }
    };
}

pub(crate) fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect()
}

pub(crate) fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{a} {b}");
    }
}

twice! {
    fn layer, layer_scalar<T: Real>(y: &mut [T], x: &[T], w: &[T], b: T) {
        [let d = w.len();]
        for p in [0..y.len()] {
            let mut s = b;
            for i in 0..d {
                s += x[p * d + i] * w[i];
            }
            y[p] += s.tanh();
        }
        []
    }
}

#[test]
fn rows_shared_weights_and_remainders() {
    for n in 0..40 {
        let (x, w, y) = (numbers(n * 3, 1), numbers(3, 2), numbers(n, 3));
        let run = |lanes: bool| {
            let (mut y, mut y_bar) = (y.clone(), numbers(n, 4));
            let (mut x_bar, mut w_bar, mut b_bar) = (numbers(n * 3, 5), numbers(3, 6), 0.25);
            let first = if lanes {
                layer(&mut y, &x, &w, 0.3);
                y.clone()
            } else {
                layer_scalar(&mut y, &x, &w, 0.3);
                y.clone()
            };
            if lanes {
                layer::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar, 0.3, &mut b_bar);
            } else {
                layer_scalar::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar, 0.3, &mut b_bar);
            }
            [first, y, y_bar, x_bar, w_bar, vec![b_bar]]
        };
        for (a, b) in run(true).iter().zip(&run(false)) {
            close(a, b);
        }
        assert_eq!(layer::check(&mut y.clone(), &x, &w, 0.3), Ok(()));
    }
}

twice! {
    fn mapped, mapped_scalar<T: Real>(y: &mut [T], x: &[T], a: &[T], d: usize) {
        []
        for p in [0..y.len()] {
            let mut mapped = vec![0.0; d];
            for i in 0..d {
                for j in 0..d - i {
                    mapped[i + j] += a[i * d + j] * x[p * d + i];
                }
            }
            for i in 0..d {
                y[p] += mapped[i] * mapped[i] * mapped[i];
            }
        }
        []
    }
}

/// The lanes of many sums are added up before they are stored, those of few at the end.
#[test]
fn many_sums() {
    for (n, d) in [(19, 5), (19, 21), (19, 131), (3, 131), (0, 131)] {
        let (x, a, y) = (numbers(n * d, 1), numbers(d * d, 2), numbers(n, 3));
        let run = |lanes: bool| {
            let (mut y, mut y_bar) = (y.clone(), numbers(n, 4));
            let (mut x_bar, mut a_bar) = (numbers(n * d, 5), numbers(d * d, 6));
            let adjoint = if lanes { mapped::adjoint } else { mapped_scalar::adjoint };
            adjoint(&mut y, &mut y_bar, &x, &mut x_bar, &a, &mut a_bar, d);
            [y, y_bar, x_bar, a_bar]
        };
        let scale = d as f64 * d as f64;
        for (a, b) in run(true).iter().zip(&run(false)) {
            let scaled = |all: &[f64]| all.iter().map(|x| x / scale).collect::<Vec<f64>>();
            close(&scaled(a), &scaled(b));
        }
        // An array that is too short is refused as in the loop, however many sums there are.
        if n > 8 {
            let short = |lanes: bool| {
                let adjoint = if lanes { mapped::adjoint } else { mapped_scalar::adjoint };
                let (mut y, mut y_bar, mut x_bar, mut a_bar) =
                    (y.clone(), numbers(n, 4), numbers(n * d, 5), numbers(d * d - d, 6));
                let mut run = || adjoint(&mut y, &mut y_bar, &x, &mut x_bar, &a[..d * d - d], &mut a_bar, d);
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(&mut run)).is_err()
            };
            assert!(short(true) && short(false));
        }
    }
}

#[test]
fn other_numbers_and_cotangents() {
    let (x, w) = (numbers(60, 1), numbers(3, 2));
    let mut y = [0.0_f32; 20];
    let (x32, w32): (Vec<f32>, Vec<f32>) =
        (x.iter().map(|x| *x as f32).collect(), w.iter().map(|w| *w as f32).collect());
    layer(&mut y, &x32, &w32, 0.5);
    let mut y64 = [0.0; 20];
    layer(&mut y64, &x, &w, 0.5);
    assert!(y.iter().zip(&y64).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-5));

    // Two rows of cotangents at once.
    let mut bars = [[1.0, -2.0]; 20];
    let (mut x_bar, mut w_bar, mut b_bar) = (vec![[0.0; 2]; 60], vec![[0.0; 2]; 3], [0.0; 2]);
    layer::adjoint(&mut y64, &mut bars, &x, &mut x_bar, &w, &mut w_bar, 0.5, &mut b_bar);
    assert!((w_bar[1][0] * -2.0 - w_bar[1][1]).abs() < 1e-12 && w_bar[1][0] != 0.0);

    // Duals: the derivative of the sum in the direction of the first weight.
    let dual: Vec<Dual<f64>> = w.iter().enumerate().map(|(i, w)| Dual::new(*w, f64::from(i == 0))).collect();
    let constants: Vec<Dual<f64>> = x.iter().map(|x| Dual::new(*x, 0.0)).collect();
    let mut y = [Dual::new(0.0, 0.0); 20];
    layer(&mut y, &constants, &dual, Dual::new(0.5, 0.0));
    let sum: f64 = y.iter().map(|y| y.tangent).sum();
    assert!((sum - w_bar[0][0]).abs() < 1e-12);
}

twice! {
    fn total, total_scalar(t: &mut f64, n: &mut usize, x: &[f64], c: f64, times: usize) {
        []
        for p in [0..x.len()] {
            let mut z = x[p];
            for k in 0..times {
                if k % 2 == 0 {
                    z += c * k as f64;
                } else {
                    z -= 0.25;
                }
            }
            *t += (z * z + 1.0).ln() * z.sin();
        }
        [*n += x.len();]
    }
}

#[test]
fn sums_branches_and_constants() {
    for n in [0, 1, 7, 8, 9, 31] {
        let x = numbers(n, 7);
        let (mut a, mut b, mut count) = (0.5, 0.5, 0);
        total(&mut a, &mut count, &x, 0.7, 5);
        total_scalar(&mut b, &mut 0, &x, 0.7, 5);
        close(&[a], &[b]);
        assert_eq!(count, n);
        assert_eq!(total::check(&mut 0.5, &mut 0, &x, 0.7, 5), Ok(()));
        let run = |lanes: bool| {
            let (mut t_bar, mut x_bar, mut c_bar) = (1.5, vec![0.0; n], 0.0);
            let f = if lanes { total::sweep } else { total_scalar::sweep };
            f(&mut 0.5, &mut t_bar, &mut 0, &x, &mut x_bar, 0.7, &mut c_bar, 5);
            [x_bar, vec![c_bar, t_bar]].concat()
        };
        close(&run(true), &run(false));
    }
}

twice! {
    fn differences, differences_scalar(t: &mut f64, d: &mut [f64], x: &[f64], h: f64) {
        []
        for i in [0..x.len() - 2] {
            let second = (x[i + 2] - 2.0 * x[i + 1] + x[i]) / (h * h);
            d[i + 1] += second;
            *t += second * second;
        }
        []
    }
}

#[test]
fn neighbours_are_read() {
    for n in [2, 3, 10, 11, 40] {
        let x = numbers(n, 8);
        assert_eq!(differences::check(&mut 0.1, &mut numbers(n, 9), &x, 0.5), Ok(()));
        let (mut a, mut b) = (numbers(n, 9), numbers(n, 9));
        let (mut s, mut t) = (0.0, 0.0);
        differences(&mut s, &mut a, &x, 0.5);
        differences_scalar(&mut t, &mut b, &x, 0.5);
        close(&a, &b);
        close(&[s], &[t]);
    }
}

/// The cotangents of an input that is an iteration's own are added where they belong, if they lie side by side; two arguments may share them.
#[test]
fn cotangents_of_rows_go_to_every_kind_of_shadow() {
    twice! {
        fn product, product_scalar(sum: &mut f64, a: &[f64], b: &[f64]) {
            []
            for i in [0..a.len()] {
                *sum += a[i] * b[i] * b[i];
            }
            []
        }
    }
    #[reversible]
    fn cubes(sum: &mut f64, x: &[f64]) {
        product(sum, x, x);
    }
    #[reversible]
    fn cubes_scalar(sum: &mut f64, x: &[f64]) {
        product_scalar(sum, x, x);
    }
    let (a, b) = (numbers(21, 1), numbers(21, 2));
    let (mut a_bar, mut b_bar) = (numbers(21, 3), numbers(21, 4));
    let (mut a_expected, mut b_expected) = (a_bar.clone(), b_bar.clone());
    product::adjoint(&mut 0.0, &mut 2.0, &a, &mut a_bar, &b, &mut b_bar);
    product_scalar::adjoint(&mut 0.0, &mut 2.0, &a, &mut a_expected, &b, &mut b_expected);
    close(&a_bar, &a_expected);
    close(&b_bar, &b_expected);
    close(&cubes::gradient(&a).1.0, &cubes_scalar::gradient(&a).1.0);
}

#[test]
fn short_arrays_fail_as_in_the_loop() {
    let x = numbers(20, 1);
    let caught = |f: fn(&mut f64, &mut [f64], &[f64], f64), n| {
        let (mut d, x) = (vec![0.0; n], x.clone());
        let run = std::panic::AssertUnwindSafe(|| f(&mut 0.0, &mut d, &x, 0.5));
        let failed = std::panic::catch_unwind(run).is_err();
        (failed, d)
    };
    for n in [0, 5, 18, 19] {
        let (a, b) = (caught(differences, n), caught(differences_scalar, n));
        assert_eq!(a.0, b.0, "{n}");
        close(&a.1, &b.1);
    }
}

twice! {
    fn rotate, rotate_scalar(p: &mut [f64], v: &mut [f64], angle: &[f64]) {
        []
        for i in [0..angle.len()] {
            let t = (angle[i] / 2.0).tan();
            p[3 * i] -= t * v[i];
            v[i] += angle[i].sin() * p[3 * i];
            p[3 * i] -= t * v[i];
            p[3 * i + 2] += p[3 * i] * v[i];
        }
        []
    }
}

#[test]
fn state_of_each_iteration_changes_and_comes_back() {
    for n in [1, 8, 21] {
        let (p, v, angle) = (numbers(3 * n, 1), numbers(n, 2), numbers(n, 3));
        let (mut a, mut b) = ((p.clone(), v.clone()), (p.clone(), v.clone()));
        rotate(&mut a.0, &mut a.1, &angle);
        rotate_scalar(&mut b.0, &mut b.1, &angle);
        close(&a.0, &b.0);
        close(&a.1, &b.1);
        rotate::inverse(&mut a.0, &mut a.1, &angle);
        close(&a.0, &p);
        close(&a.1, &v);
        assert_eq!(rotate::check(&mut a.0, &mut a.1, &angle), Ok(()));
    }
}

/// The constants of a generic function are those of its loops in lanes, too.
#[reversible]
fn powers<const N: usize>(t: &mut f64, y: &mut [f64], x: &[f64], w: &[f64; N], n: usize) {
    #[parallel]
    for i in 0..n {
        let mut z = [0.0; N];
        for j in 0..N {
            z[j] += w[j] * x[i * N + j];
        }
        for j in 0..N {
            *t += z[j].sin();
            y[i] += z[j] * z[(j + 1) % N];
        }
    }
}

#[reversible]
fn powers_of_three(t: &mut f64, y: &mut [f64], x: &[f64], w: &[f64; 3], n: usize) {
    for i in 0..n {
        let mut z = [0.0; 3];
        for j in 0..3 {
            z[j] += w[j] * x[i * 3 + j];
        }
        for j in 0..3 {
            *t += z[j].sin();
            y[i] += z[j] * z[(j + 1) % 3];
        }
    }
}

#[test]
fn constants_of_a_generic_function() {
    let (n, w) = (21, [0.5, -1.5, 0.25]);
    let x = numbers(3 * n, 1);
    let run = |lanes: bool| {
        let (mut t, mut t_bar, mut y, mut y_bar) = (0.5, -0.75, numbers(n, 2), numbers(n, 3));
        let (mut x_bar, mut w_bar) = (numbers(3 * n, 4), [0.25; 3]);
        if lanes {
            powers(&mut t, &mut y, &x, &w, n);
            powers::adjoint(&mut t, &mut t_bar, &mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar, n);
        } else {
            powers_of_three(&mut t, &mut y, &x, &w, n);
            powers_of_three::adjoint(
                &mut t, &mut t_bar, &mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar, n,
            );
        }
        [vec![t, t_bar], y, y_bar, x_bar, w_bar.to_vec()]
    };
    for (a, b) in run(true).iter().zip(&run(false)) {
        close(a, b);
    }
    assert_eq!(powers::check(&mut 0.1, &mut numbers(10, 5), &numbers(10, 6), &[0.75], 10), Ok(()));
}

/// Loops that lanes cannot run yet are correct, too: calls, conditions on numbers.
#[reversible]
fn clipped<const N: usize>(t: &mut f64, x: &[f64], w: &[f64; N]) {
    #[parallel]
    for i in 0..x.len() {
        let mut z = x[i];
        for j in 0..N {
            z += w[j];
        }
        if x[i] > 0.0 {
            *t += halved(z);
        } else {
            *t -= z * z;
        }
    }
}

/// Reads from the end, where an iteration reaches the element before that of the one before it.
#[reversible]
fn mirrored(y: &mut [f64], x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        y[i] += x[x.len() - 1 - i] * x[i];
    }
}

#[test]
fn elements_from_the_end() {
    for n in [0, 1, 8, 9, 20] {
        let (mut y, x) = (vec![0.0; n], numbers(n, 3));
        mirrored(&mut y, &x);
        for i in 0..n {
            assert_eq!(y[i], x[n - 1 - i] * x[i]);
        }
        assert_eq!(mirrored::check(&mut y, &x), Ok(()));
    }
}

#[reversible]
fn halved(x: f64) -> f64 {
    0.5 * x * x
}

#[test]
fn other_loops_stay_scalar() {
    assert_eq!(clipped::check(&mut 0.1, &numbers(20, 3), &[0.1, -0.2]), Ok(()));
}

#[differentiable]
fn ordinary(x: &[f64], scale: f64) -> f64 {
    let mut squares = vec![0.0; x.len()];
    #[parallel]
    for i in 0..x.len() {
        squares[i] = x[i] * x[i] * scale;
    }
    squares.iter().sum()
}

#[test]
fn ordinary_functions_obey_the_same_law() {
    let x = numbers(20, 5);
    let (_, (gradient, _)) = ordinary::gradient(&x, 1.5);
    let step = |i: usize, h: f64| {
        let mut moved = x.clone();
        moved[i] += h;
        ordinary(&moved, 1.5)
    };
    let quotient = (step(3, 1e-5) - step(3, -1e-5)) / 2e-5;
    assert!(difference(gradient[3], quotient) < 1e-8);
}

/// Names that emitted code has, too, and an index of another type.
#[reversible]
fn named(first: &mut f64, i: &mut [f64], x: &[f64]) {
    for t in 0..3_i32 {
        #[parallel]
        for p in 0..x.len() {
            *first += x[p] * t as f64;
        }
    }
    #[parallel]
    for p in 0..x.len() {
        *first += x[p] * x[p];
        i[0] += x[p].sin();
    }
}

#[reversible]
fn stored(y: &mut f64, x: &[f64], m: usize) {
    #[parallel]
    for p in 0..x.len() {
        let mut w = vec![0.0; m - 1];
        w[0] += x[p];
        *y += w[0] * w[0];
    }
}

#[test]
fn names_types_and_storage() {
    let x = numbers(20, 6);
    assert_eq!(named::check(&mut 0.1, &mut [0.2, 0.3], &x), Ok(()));
    assert_eq!(stored::check(&mut 0.1, &x, 3), Ok(()));
    // Nothing is stored where nothing runs.
    stored(&mut 0.1, &[], 0);
    stored::inverse(&mut 0.1, &[], 0);
}

/// Compares sums in lanes with those outside, at every length.
mod inner_sums {
    use retrograde::reversible;

    #[reversible]
    fn in_lanes(total: &mut f64, y: &mut [f64], x: &[f64], w: &[f64]) {
        let d = w.len();
        #[parallel]
        for p in 0..x.len() / d {
            for j in 0..d {
                y[p * d + j] += x[p * d + j] * w[j];
            }
            let mut sum = 0.0;
            for j in 0..d {
                sum += x[p * d + j] * x[p * d + j] * w[j];
            }
            *total += sum.sqrt();
        }
    }

    #[reversible]
    fn one_by_one(total: &mut f64, y: &mut [f64], x: &[f64], w: &[f64]) {
        let d = w.len();
        for p in 0..x.len() / d {
            for j in 0..d {
                y[p * d + j] += x[p * d + j] * w[j];
            }
            let mut sum = 0.0;
            for j in 0..d {
                sum += x[p * d + j] * x[p * d + j] * w[j];
            }
            *total += sum.sqrt();
        }
    }

    #[test]
    fn are_whole_at_every_length() {
        for d in 1..20 {
            let x: Vec<f64> = (0..19 * d).map(|i| (i as f64 * 0.7).sin() + 1.5).collect();
            let w: Vec<f64> = (0..d).map(|i| (i as f64 * 0.3).cos() + 1.2).collect();
            macro_rules! run {
                ($f:ident) => {{
                    let (mut total, mut total_bar, mut y) = (0.5, 1.25, vec![0.25; x.len()]);
                    let mut y_bar: Vec<f64> = (0..x.len()).map(|i| (i as f64).cos()).collect();
                    let (mut x_bar, mut w_bar) = (vec![0.0; x.len()], vec![0.0; d]);
                    $f::sweep(
                        &mut total,
                        &mut total_bar,
                        &mut y,
                        &mut y_bar,
                        &x,
                        &mut x_bar[..],
                        &w,
                        &mut w_bar[..],
                    );
                    [vec![total], y, x_bar, w_bar].concat()
                }};
            }
            for (a, b) in run!(in_lanes).iter().zip(run!(one_by_one)) {
                assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{d}: {a} {b}");
            }
        }
    }
}

/// Storage of a parallel loop in a serial one is made by its kernel, whose lengths have names of their own.
#[reversible]
fn rounds(total: &mut f64, w: &[f64], x: &[f64], n: usize, k: usize, times: usize) {
    for t in 0..times {
        #[parallel]
        for p in 0..n {
            let mut terms = vec![0.0; k];
            for c in 0..k {
                terms[c] += w[c] * x[p * k + c] + t as f64;
            }
            for c in 0..k {
                *total += terms[c] * terms[c];
            }
        }
    }
}

#[test]
fn storage_of_a_loop_in_a_loop() {
    let (n, k, times) = (19, 3, 2);
    let x: Vec<f64> = (0..n * k).map(|i| (i as f64 * 0.7).sin()).collect();
    let w = [0.5, -0.25, 2.0];
    let mut total = 0.5;
    rounds(&mut total, &w, &x, n, k, times);
    let mut expected = 0.5;
    for t in 0..times {
        expected += x.iter().enumerate().map(|(i, x)| (w[i % k] * x + t as f64).powi(2)).sum::<f64>();
    }
    assert!((total - expected).abs() < 1e-12 * expected);
    assert_eq!(rounds::check(&mut 0.5, &w, &x, n, k, times), Ok(()));
}

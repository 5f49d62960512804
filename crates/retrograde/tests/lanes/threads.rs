//! Loops with `#[parallel(threads)]`: their iterations run in blocks on the threads of the current pool, with the same bits on any
//! number of threads. Each function stands beside the same text without the mark.

use retrograde::__private::Discard;
use retrograde::prelude::*;
use retrograde_testkit::Rng;

/// Two functions with one text: the loop of the first runs on threads.
macro_rules! twice {
    (fn $threads:ident, $scalar:ident ($($params:tt)*) { [$($before:tt)*] for $i:ident in [$range:expr] $body:block }) => {
        #[reversible]
        pub(crate) fn $threads($($params)*) { $($before)* #[parallel(threads)] for $i in $range $body }
        #[reversible]
        fn $scalar($($params)*) { $($before)* for $i in $range $body }
    };
}

twice! {
    // A sum, sums in an array, rows that are changed, a row that is read, and an iteration that starts late.
    fn layers, layers_scalar(sum: &mut f64, y: &mut [f64], z: &mut [f64], w: &[f64], x: &[f64], from: usize, n: usize) {
        [let d = w.len();]
        for p in [from..n] {
            let mut s = w[0];
            for i in 0..d {
                s += x[p * d + i] * w[i];
            }
            y[p] += 1.0 + s * s;
            z[2 * p + 1] += s.sin() * y[p];
            if s > 0.0 {
                *sum += s * s * x[p * d];
            }
        }
    }
}

twice! {
    // Rows of several elements that are changed, and elements that each iteration chooses.
    fn chosen, chosen_scalar(y: &mut [f64], total: &mut [f64], w: &[f64], at: &[usize], n: usize) {
        []
        for p in [0..n] {
            for i in 0..2 {
                y[p * 3 + i] += w[at[p]] * w[i];
            }
            y[p * 3 + 2] += y[p * 3] * y[p * 3 + 1];
            total[at[p]] += w[at[p]].exp() * w[p % 4];
        }
    }
}

#[reversible]
fn leaned<const N: usize>(y: &mut [f64], w: &[f64; N], x: &[f64], n: usize) {
    #[parallel(threads)]
    for p in 0..n {
        for i in 0..N {
            y[p] += w[i] * x[p * N + i] * x[p * N];
        }
    }
}

/// The cotangents of what each iteration reads are added where they belong, block by block.
#[test]
fn own_cotangents_of_inputs_and_constants() {
    let (w, x, seed) = ([0.5, -0.25, 2.0], numbers(1500, 1), numbers(500, 2));
    let gradient = |threads| {
        let run = || {
            let (mut y, mut y_bar) = (vec![0.0; 500], seed.clone());
            let (mut w_bar, mut x_bar) = ([0.5; 3], numbers(1500, 3));
            leaned(&mut y, &w, &x, 500);
            leaned::adjoint(&mut y, &mut y_bar, &w, &mut w_bar, &x, &mut x_bar, 500);
            (w_bar, x_bar)
        };
        on(threads, run)
    };
    let (w_bar, x_bar) = gradient(1);
    assert_eq!((w_bar, x_bar.clone()), gradient(4));
    let before = numbers(1500, 3);
    let mut by_w = [0.5; 3];
    for p in 0..500 {
        let (of, seed) = (&x[p * 3..p * 3 + 3], seed[p]);
        let by_first: f64 = (0..3).map(|i| w[i] * of[i]).sum();
        for i in 0..3 {
            by_w[i] += seed * of[i] * of[0];
            let slope = seed * (w[i] * of[0] + if i == 0 { by_first } else { 0.0 });
            assert!((x_bar[p * 3 + i] - before[p * 3 + i] - slope).abs() < 1e-12);
        }
    }
    assert!((0..3).all(|i| (w_bar[i] - by_w[i]).abs() < 1e-11));
}

pub(crate) fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect()
}

type Numbers = Vec<Vec<f64>>;

/// Everything that the five programs of `layers` compute.
macro_rules! results_of_layers {
    ($f:ident, $from:expr, $n:expr) => {{
        let (from, n) = ($from, $n);
        let (w, x) = (numbers(3, 1), numbers(3 * n, 2));
        let (mut sum, mut y, mut z) = (0.5, numbers(n, 3), numbers(2 * n, 4));
        let (mut sum_bar, mut y_bar, mut z_bar) = (-0.75, numbers(n, 5), numbers(2 * n, 6));
        let mut all = Vec::new();
        $f(&mut sum, &mut y, &mut z, &w, &x, from, n);
        all.extend([vec![sum], y.clone(), z.clone()]);
        $f::inverse(&mut sum, &mut y, &mut z, &w, &x, from, n);
        all.extend([vec![sum], y.clone(), z.clone()]);
        for run in 0..3 {
            let (mut w_bar, mut x_bar) = (numbers(3, 7), numbers(3 * n, 8));
            match run {
                0 => $f::sweep(
                    &mut sum,
                    &mut sum_bar,
                    &mut y,
                    &mut y_bar,
                    &mut z,
                    &mut z_bar,
                    &w,
                    &mut w_bar,
                    &x,
                    &mut x_bar,
                    from,
                    n,
                ),
                1 => $f::adjoint(
                    &mut sum,
                    &mut sum_bar,
                    &mut y,
                    &mut y_bar,
                    &mut z,
                    &mut z_bar,
                    &w,
                    &mut w_bar,
                    &x,
                    &mut x_bar,
                    from,
                    n,
                ),
                _ => $f::__inverse_adjoint(
                    &mut sum,
                    &mut sum_bar,
                    &mut y,
                    &mut y_bar,
                    &mut z,
                    &mut z_bar,
                    &w,
                    &mut w_bar[..],
                    &x,
                    &mut x_bar[..],
                    from,
                    Discard,
                    n,
                    Discard,
                ),
            }
            all.extend([
                vec![sum, sum_bar],
                y.clone(),
                y_bar.clone(),
                z.clone(),
                z_bar.clone(),
                w_bar,
                x_bar,
            ]);
        }
        all
    }};
}

macro_rules! results_of_chosen {
    ($f:ident, $n:expr) => {{
        let n = $n;
        let (w, at) = (numbers(5, 1), (0..n).map(|p| p * p % 5).collect::<Vec<_>>());
        let (mut y, mut total) = (numbers(3 * n, 3), numbers(5, 4));
        let (mut y_bar, mut total_bar, mut w_bar) = (numbers(3 * n, 5), numbers(5, 6), numbers(5, 7));
        let mut all = Vec::new();
        $f(&mut y, &mut total, &w, &at, n);
        all.extend([y.clone(), total.clone()]);
        $f::adjoint(&mut y, &mut y_bar, &mut total, &mut total_bar, &w, &mut w_bar, &at, n);
        all.extend([y, total, y_bar, total_bar, w_bar]);
        all
    }};
}

fn on<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
    pool.install(run)
}

fn same(a: &Numbers, b: &Numbers, said: &str) {
    let bits = |all: &Numbers| all.iter().flatten().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(a), bits(b), "{said}");
}

fn close(a: &Numbers, b: &Numbers) {
    assert_eq!(a.len(), b.len());
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        for (i, (a, b)) in a.iter().zip(b).enumerate() {
            assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs()), "{k} [{i}] {a} {b}");
        }
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for (from, n) in [(0, 5), (0, 64), (3, 67), (3, 131), (0, 128), (1, 1000), (0, 5003)] {
        let alone = on(1, || (results_of_layers!(layers, from, n), results_of_chosen!(chosen, n)));
        for threads in [2, 4, 16] {
            let many = on(threads, || (results_of_layers!(layers, from, n), results_of_chosen!(chosen, n)));
            same(&alone.0, &many.0, &format!("layers, {n} on {threads} threads"));
            same(&alone.1, &many.1, &format!("chosen, {n} on {threads} threads"));
        }
        close(&alone.0, &results_of_layers!(layers_scalar, from, n));
        close(&alone.1, &results_of_chosen!(chosen_scalar, n));
    }
}

#[test]
fn differences() {
    let n = 130;
    let (w, x, at) = (numbers(3, 1), numbers(3 * n, 2), (0..n).map(|p| p * p % 5).collect::<Vec<_>>());
    assert_eq!(layers::check(&mut 0.5, &mut numbers(n, 3), &mut numbers(2 * n, 4), &w, &x, 1, n), Ok(()));
    assert_eq!(chosen::check(&mut numbers(3 * n, 3), &mut numbers(5, 4), &numbers(5, 5), &at, n), Ok(()));
}

/// An iteration without its elements fails as it does one after the other: those before it have run.
#[test]
fn elements_that_are_missing() {
    let fails = |run: &mut dyn FnMut()| {
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        assert!(caught.is_err(), "there are too few elements");
    };
    let (w, x, n) = (numbers(3, 1), numbers(3 * 500, 2), 500);
    let (mut y, mut z) = (numbers(301, 3), numbers(1000, 4));
    let (mut y_scalar, mut z_scalar) = (y.clone(), z.clone());
    fails(&mut || layers(&mut 0.0, &mut y, &mut z, &w, &x, 0, n));
    fails(&mut || layers_scalar(&mut 0.0, &mut y_scalar, &mut z_scalar, &w, &x, 0, n));
    close(&vec![y, z], &vec![y_scalar, z_scalar]);
}

/// The logarithm of a sum of exponentials, whose slopes are multiplied by the cotangent of the sum behind the loop.
#[reversible]
fn log_sum(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    #[parallel(threads)]
    for i in 0..x.len() {
        sum += x[i].exp();
    }
    sum.ln()
}

/// Also where there are blocks of products.
#[test]
fn slopes_are_multiplied_on_threads() {
    for n in [1, 1000, 40_000] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let [one, two] = [1, 2].map(|threads| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
            pool.install(|| log_sum::gradient(&x))
        });
        assert_eq!(one, two);
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        for (x, slope) in x.iter().zip(&one.1.0) {
            assert!((x.exp() / sum - slope).abs() < 1e-14);
        }
    }
}

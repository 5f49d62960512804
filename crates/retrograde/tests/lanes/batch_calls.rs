//! Batches whose function hands whole arrays, and parts of them, to others.

use retrograde::prelude::*;
use retrograde_testkit::Rng;

#[reversible]
fn of_arrays(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[reversible]
fn of_slices(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * b[i].sin();
    }
    s
}

#[reversible]
#[inline(always)]
fn of_any<T: Real>(a: &[T; 3], b: &[T; 3]) -> T {
    a[0] * b[2] + a[1].exp() * b[1]
}

#[reversible]
fn added(y: &mut [f64; 2], a: &[f64; 3]) {
    y[0] += a[0] * a[1];
    y[1] += a[2].sin();
}

#[reversible]
fn added_to_slice(y: &mut [f64], a: &[f64]) {
    y[0] += a[0] * a[1];
    y[1] += a[0].cos();
}

#[reversible(batch)]
fn handed(y: &mut [f64; 2], a: &[f64; 3], b: &[f64; 3]) {
    y[0] += of_arrays(a, b) + of_slices(a, b);
    y[1] += of_any(a, b) + of_slices(&a[1..3], &b[..2]) + of_slices(&a[1..], &b[1..]);
    added(y, a);
    added_to_slice(&mut y[..], &b[1..]);
    added_to_slice(y, a);
}

fn array<const N: usize>(rng: &mut Rng) -> [f64; N] {
    std::array::from_fn(|_| rng.uniform(-1.0, 1.0))
}

fn close(a: &[f64], b: &[f64]) {
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{a} and {b}");
    }
}

#[test]
fn arrays_are_handed_on() {
    for n in [1, 8, 21] {
        let mut rng = Rng::new(n as u64);
        let a: Vec<[f64; 3]> = (0..n).map(|_| array(&mut rng)).collect();
        let b: Vec<[f64; 3]> = (0..n).map(|_| array(&mut rng)).collect();
        let seeds: Vec<[f64; 2]> = (0..n).map(|_| array(&mut rng)).collect();
        let (mut y, mut y_bar) = (vec![[0.5, -0.25]; n], seeds.clone());
        let (mut a_bar, mut b_bar) = (vec![[0.125; 3]; n], vec![[0.0; 3]; n]);
        handed::batch_sweep(&mut y, &mut y_bar, &a, &mut a_bar, &b, &mut b_bar);
        for i in 0..n {
            let (mut own, mut own_bar) = ([0.5, -0.25], seeds[i]);
            let (mut own_a, mut own_b) = ([0.125; 3], [0.0; 3]);
            handed::sweep(&mut own, &mut own_bar, &a[i], &mut own_a, &b[i], &mut own_b);
            close(&own, &y[i]);
            close(&own_bar, &y_bar[i]);
            close(&own_a, &a_bar[i]);
            close(&own_b, &b_bar[i]);
        }
        let mut run = vec![[0.5, -0.25]; n];
        handed::batch(&mut run, &a, &b);
        close(run.as_flattened(), y.as_flattened());
        assert_eq!(handed::check(&mut [0.5, -0.25], &a[0], &b[0]), Ok(()));
    }
}

#[reversible]
fn both(a: f64, b: f64) -> [f64; 2] {
    [a * b, a + b]
}

#[reversible]
fn in_a_marked_loop(y: &mut [f64], a: &[f64]) {
    #[parallel]
    for i in 0..y.len() {
        let c = both(a[i], a[0]);
        let [d, e] = both(a[i], 2.0);
        if i % 2 == 0 {
            y[i] += c[0] * c[1] + d * e;
        } else {
            let [f, g] = both(a[i], a[1]);
            y[i] += f * g;
        }
    }
}

#[reversible(batch)]
fn of_a_batch(y: &mut f64, a: &[f64; 3]) {
    let c = both(a[0], a[1]);
    let [d, e] = both(a[2], a[1]);
    *y += c[0] * c[1] + d * e;
}

#[test]
fn calls_may_return_arrays() {
    let mut rng = Rng::new(3);
    let (n, product) = (19, |a: f64, b: f64| (a * b) * (a + b));
    let a: Vec<f64> = (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect();
    let mut y = vec![0.0; n];
    in_a_marked_loop(&mut y, &a);
    let plain = |a: &[f64], i: usize| match i % 2 {
        0 => product(a[i], a[0]) + product(a[i], 2.0),
        _ => product(a[i], a[1]),
    };
    close(&y, &(0..n).map(|i| plain(&a, i)).collect::<Vec<_>>());
    let (mut y_bar, mut a_bar): (Vec<f64>, _) = ((0..n).map(|i| 1.0 + i as f64).collect(), vec![0.0; n]);
    let seeds = y_bar.clone();
    in_a_marked_loop::adjoint(&mut y, &mut y_bar, &a, &mut a_bar);
    close(&y, &vec![0.0; n]);
    for k in 0..n {
        let at = |h: f64| {
            let mut moved = a.clone();
            moved[k] += h;
            (0..n).map(|i| seeds[i] * plain(&moved, i)).sum::<f64>()
        };
        let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
        assert!((a_bar[k] - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{k}: {} and {slope}", a_bar[k]);
    }
    let rows: Vec<[f64; 3]> = (0..n).map(|_| array(&mut rng)).collect();
    let mut values = vec![0.0; n];
    of_a_batch::batch(&mut values, &rows);
    close(&values, &rows.iter().map(|a| product(a[0], a[1]) + product(a[2], a[1])).collect::<Vec<_>>());
}

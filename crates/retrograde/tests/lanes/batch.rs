//! Programs of `#[reversible(batch)]`, beside the same function called once for each instance, and beside differences.

use retrograde::batch::{all, by, each};
use retrograde::prelude::*;
use retrograde_testkit::Rng;

/// A pair of numbers seen through a lens: decides on its arguments, so its lanes disagree.
#[reversible(batch)]
fn seen(
    residual: &mut [f64; 2],
    lens: &[[f64; 2]; 3],
    x: &[f64; 3],
    weight: f64,
    #[inactive] at: &[f64; 2],
    sides: u32,
) {
    let r2 = x[0] * x[0] + x[1] * x[1] + 0.1;
    let mut scale = 0.0;
    if r2 > 0.5 {
        let r = r2.sqrt();
        scale += r.sin() / r;
    } else {
        scale += 1.0 - r2 * (lens[0][0] - r2 * lens[0][1]);
    }
    for k in 0..2 {
        let bent = scale * x[k] + lens[1][k] * (x[2] * lens[2][k]).exp();
        residual[k] += weight * (bent - at[k]);
    }
    for _ in 0..sides {
        residual[1] += 0.25 * x[2] * x[2];
    }
}

/// A step of a state that is changed in place, so that there is no fused sweep.
#[reversible(batch)]
fn stepped<T: Real>(state: &mut [T; 2], rate: &T, #[inactive] hidden: &mut T) {
    #[inactive]
    let x = state[0];
    *hidden += x * x;
    state[1] += *rate * state[0].sin();
    state[0] += state[1] * state[1] * *rate;
}

/// A function that returns its value.
#[reversible(batch)]
fn energy(x: &[f64; 3], k: f64) -> [f64; 2] {
    let mut e = [0.0, 1.0];
    e[0] += k * (x[0] * x[1] - x[2].cos());
    e[1] += if x[0] > 0.0 { x[0] * k } else { x[2] * x[2] };
    e
}

/// Runs with vectors where its caller does.
#[reversible]
#[inline(always)]
fn damped<T: Real>(x: T, y: T) -> T {
    x * y.exp() + (x * x + 1.0).sqrt()
}

/// Decides on a number, so it runs one by one.
#[reversible]
fn bent<T: Real>(z: &mut [T; 2], x: T) {
    z[0] += if x > 0.0 { x * x } else { x };
    z[1] += x.sin();
}

/// A function that calls others.
#[reversible(batch)]
fn calling(z: &mut [f64; 2], x: &[f64; 3], k: f64) {
    let a = damped(x[0], k);
    bent(z, a * x[1]);
    if x[2] > 0.0 {
        bent(z, x[2]);
        z[1] += damped(x[2], x[1]);
    }
}

/// A length of its arguments is a parameter, and another constant says how often.
#[reversible(batch)]
fn weighed<T: Real, const N: usize, const TIMES: usize>(y: &mut T, x: &[T; N], w: &[T; N]) {
    for _ in 0..TIMES {
        for i in 0..N {
            *y += w[i] * x[i].sin() * x[(i + 1) % N];
        }
    }
}

/// A batch at a number that is written.
#[reversible(batch)]
fn longest<const N: usize>(x: &[f64; N]) -> f64 {
    let mut square = 0.0;
    for i in 0..N {
        square += x[i] * x[i];
    }
    square.sqrt()
}

/// Lists of integers and truths, which are those of all instances.
#[reversible(batch)]
fn chosen(y: &mut [f64; 2], x: &[f64; 4], signs: &[i32; 4], at: &[usize], on: [bool; 2]) {
    for i in 0..4 {
        y[i % 2] += x[i].sin() * signs[i] as f64;
    }
    for k in 0..2 {
        if on[k] {
            for i in at {
                y[k] += x[*i] * x[k];
            }
        }
    }
}

#[test]
fn lists_of_integers_are_those_of_all() {
    let (signs, at, on) = ([1, -2, 3, 0], [3, 1, 1], [true, false]);
    for n in [1, 8, 21] {
        let mut rng = Rng::new(n as u64);
        let x: Vec<[f64; 4]> = (0..n).map(|_| array(&mut rng)).collect();
        let (mut y, mut by_x) = (vec![[0.5, 1.0]; n], vec![[[0.0; 2]; 4]; n]);
        chosen::batch_jacobian(&mut y, &x, &mut by_x, &signs, &at, on);
        let (mut again, mut x_bar) = (vec![[0.5, 1.0]; n], vec![[0.0; 4]; n]);
        let mut y_bar = vec![[1.0, -2.0]; n];
        chosen::batch_sweep(&mut again, &mut y_bar, &x, &mut x_bar, &signs, &at, on);
        close(y.as_flattened(), again.as_flattened());
        let mut alone = vec![[0.5, 1.0]; n];
        chosen::batch(&mut alone, &x, &signs, &at, on);
        close(y.as_flattened(), alone.as_flattened());
        for i in 0..n {
            let (mut own, mut own_bar) = ([0.5, 1.0], [0.0; 4]);
            chosen::sweep(&mut own, &mut [1.0, -2.0], &x[i], &mut own_bar, &signs, &at, on);
            close(&own, &y[i]);
            close(&own_bar, &x_bar[i]);
            let by_rows: Vec<f64> = by_x[i].iter().map(|column| column[0] - 2.0 * column[1]).collect();
            close(&own_bar, &by_rows);
        }
    }
}

#[test]
fn lengths_are_parameters() {
    for n in [1, 8, 21] {
        let mut rng = Rng::new(n as u64);
        let x: Vec<[f64; 3]> = (0..n).map(|_| array(&mut rng)).collect();
        let w: [f64; 3] = array(&mut rng);
        let (mut y, mut by_x, mut by_w) = (vec![0.5; n], vec![[[0.0; 1]; 3]; n], vec![[[0.0; 1]; 3]; n]);
        weighed::batch_jacobian::<_, _, 3, 2>(&mut y, &x, &mut by_x, all(&w), &mut by_w);
        let (mut y_bar, mut x_bar, mut w_bar) = (vec![2.0; n], vec![[0.0; 3]; n], [0.0; 3]);
        let mut again = vec![0.5; n];
        weighed::batch_sweep::<_, _, 3, 2>(&mut again, &mut y_bar, &x, &mut x_bar, all(&w), all(&mut w_bar));
        assert_eq!(y, again);
        let (mut lengths, mut by_length) = (vec![0.0; n], vec![[[0.0; 1]; 3]; n]);
        longest::batch_jacobian(&mut lengths, &x, &mut by_length);
        let mut w_sum = [0.0; 3];
        for i in 0..n {
            let (mut own, mut x_own, mut w_own) = (0.5, [0.0; 3], [0.0; 3]);
            weighed::sweep::<f64, 3, 2, f64>(&mut own, &mut 1.0, &x[i], &mut x_own, &w, &mut w_own);
            close(&[own], &y[i..=i]);
            close(&x_own, by_x[i].as_flattened());
            close(&w_own, by_w[i].as_flattened());
            close(&x_own.map(|slope| 2.0 * slope), &x_bar[i]);
            (0..3).for_each(|k| w_sum[k] += 2.0 * w_own[k]);
            let (length, (slopes,)) = longest::gradient(&x[i]);
            close(&[length], &lengths[i..=i]);
            close(&slopes, by_length[i].as_flattened());
        }
        close(&w_bar, &w_sum);
    }
}

#[test]
fn instances_that_call() {
    for n in [1, 8, 21] {
        let mut rng = Rng::new(n as u64);
        let (x, k): (Vec<[f64; 3]>, Vec<f64>) =
            (0..n).map(|_| (array(&mut rng), rng.uniform(-1.0, 1.0))).unzip();
        let seeds: Vec<[f64; 2]> = (0..n).map(|_| array(&mut rng)).collect();
        let (mut z, mut z_bar) = (vec![[0.5, -0.25]; n], seeds.clone());
        let (mut x_bar, mut k_bar) = (vec![[0.125; 3]; n], 0.5);
        let each_k = each(|i: usize| &k[i]);
        calling::batch_sweep(&mut z, &mut z_bar, &x, &mut x_bar, each_k, all(&mut k_bar));
        let mut k_sum = 0.5;
        for i in 0..n {
            let (mut own, mut own_bar, mut own_x_bar) = ([0.5, -0.25], seeds[i], [0.125; 3]);
            calling::sweep(&mut own, &mut own_bar, &x[i], &mut own_x_bar, k[i], &mut k_sum);
            close(&own, &z[i]);
            close(&own_bar, &z_bar[i]);
            close(&own_x_bar, &x_bar[i]);
        }
        close(&[k_bar], &[k_sum]);
        let mut run = vec![[0.5, -0.25]; n];
        calling::batch(&mut run, &x, each_k);
        close(run.as_flattened(), z.as_flattened());
        assert_eq!(calling::check(&mut [0.5, -0.25], &x[0], k[0]), Ok(()));
    }
}

struct Scene {
    lenses: Vec<[[f64; 2]; 3]>,
    points: Vec<[f64; 3]>,
    weights: Vec<f64>,
    at: Vec<[f64; 2]>,
    pairs: Vec<(usize, usize)>,
}

fn array<const N: usize>(rng: &mut Rng) -> [f64; N] {
    core::array::from_fn(|_| rng.uniform(-1.0, 1.0))
}

fn scene(n: usize) -> Scene {
    let mut rng = Rng::new(n as u64 + 1);
    Scene {
        lenses: (0..5).map(|_| [array(&mut rng), array(&mut rng), array(&mut rng)]).collect(),
        points: (0..7).map(|_| array(&mut rng)).collect(),
        weights: (0..n).map(|_| rng.uniform(0.5, 1.5)).collect(),
        at: (0..n).map(|_| array(&mut rng)).collect(),
        pairs: (0..n).map(|i| (i * 3 % 5, i * i % 7)).collect(),
    }
}

#[track_caller]
fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-13 * (1.0 + a.abs()), "{a} {b}");
    }
}

#[test]
fn the_function_and_its_jacobian() {
    for n in 0..40 {
        let s = scene(n);
        let lens = by(&s.lenses, |i: usize| s.pairs[i].0);
        let point = each(|i: usize| &s.points[s.pairs[i].1]);
        let start: Vec<[f64; 2]> = s.at.iter().map(|at| [at[1], 0.5]).collect();
        let mut residuals = start.clone();
        seen::batch(&mut residuals, lens, point, &s.weights, &s.at, 2);
        let mut again = start.clone();
        let (mut by_lens, mut by_point) = (vec![[[[9.0; 2]; 2]; 3]; n], vec![[[9.0; 2]; 3]; n]);
        let mut by_weight = vec![[9.0; 2]; n];
        seen::batch_jacobian(
            &mut again,
            lens,
            &mut by_lens,
            point,
            &mut by_point,
            &s.weights,
            &mut by_weight,
            &s.at,
            2,
        );
        let (mut once_more, mut rows) = (start.clone(), vec![9.0; 20 * n]);
        seen::batch_rows(&mut once_more, lens, point, &s.weights, &s.at, 2, &mut rows);
        assert_eq!(once_more, again);
        for i in 0..n {
            let columns = [by_lens[i].as_flattened(), &by_point[i], &[by_weight[i]]].concat();
            assert_eq!(
                rows[20 * i..][..20],
                [0, 1].map(|r| columns.iter().map(|k| k[r]).collect::<Vec<_>>()).concat()
            );
            let (lens, point, mut y) = (&s.lenses[s.pairs[i].0], &s.points[s.pairs[i].1], start[i]);
            let mut seeds = [[1.0, 0.0], [0.0, 1.0]];
            let (mut lens_bar, mut point_bar, mut weight_bar) = ([[[0.0; 2]; 2]; 3], [[0.0; 2]; 3], [0.0; 2]);
            seen::sweep(
                &mut y,
                &mut seeds,
                lens,
                &mut lens_bar,
                point,
                &mut point_bar,
                s.weights[i],
                &mut weight_bar,
                &s.at[i],
                2,
            );
            close(&y, &residuals[i]);
            close(&y, &again[i]);
            close(lens_bar.as_flattened().as_flattened(), by_lens[i].as_flattened().as_flattened());
            close(point_bar.as_flattened(), by_point[i].as_flattened());
            close(&weight_bar, &by_weight[i]);
        }
    }
}

#[test]
fn cotangents_are_added_up() {
    for n in [0, 1, 8, 19, 33] {
        let s = scene(n);
        let lens = by(&s.lenses, |i: usize| s.pairs[i].0);
        let point = by(&s.points, |i: usize| s.pairs[i].1);
        let start: Vec<[f64; 2]> = s.at.iter().map(|at| [at[1], 0.5]).collect();
        let seeds: Vec<[f64; 2]> = s.at.iter().map(|at| [0.5 - at[0], 2.0 * at[1]]).collect();
        let (mut y, mut y_bar) = (start.clone(), seeds.clone());
        let (mut lens_bar, mut point_bar, mut weight_bar) = (vec![[[0.25; 2]; 3]; 5], vec![[0.5; 3]; 7], 0.0);
        let to_lens = by(&mut lens_bar, |i: usize| s.pairs[i].0);
        let to_point = by(&mut point_bar, |i: usize| s.pairs[i].1);
        let one = 0.75;
        seen::batch_sweep(
            &mut y,
            &mut y_bar,
            lens,
            to_lens,
            point,
            to_point,
            all(&one),
            all(&mut weight_bar),
            &s.at,
            1,
        );
        let (mut lens_sums, mut point_sums, mut weight_sum) =
            (vec![[[0.25; 2]; 3]; 5], vec![[0.5; 3]; 7], 0.0);
        for i in 0..n {
            let (c, p) = s.pairs[i];
            let (mut own, mut own_bar) = (start[i], seeds[i]);
            seen::sweep(
                &mut own,
                &mut own_bar,
                &s.lenses[c],
                &mut lens_sums[c],
                &s.points[p],
                &mut point_sums[p],
                one,
                &mut weight_sum,
                &s.at[i],
                1,
            );
            close(&own, &y[i]);
            close(&own_bar, &y_bar[i]);
        }
        close(lens_bar.as_flattened().as_flattened(), lens_sums.as_flattened().as_flattened());
        close(point_bar.as_flattened(), point_sums.as_flattened());
        close(&[weight_bar], &[weight_sum]);
    }
}

/// The results of a sweep: the outputs and their cotangents, and those of arguments of which all instances have one, several have one, and each has its own.
fn swept(n: usize) -> Vec<f64> {
    let s = scene(n);
    let mut y: Vec<[f64; 2]> = s.at.iter().map(|at| [at[1], 0.5]).collect();
    let mut y_bar: Vec<[f64; 2]> = s.at.iter().map(|at| [0.5 - at[0], 2.0 * at[1]]).collect();
    let (mut lens_bar, mut point_bar, mut weight_bar) = ([[0.25; 2]; 3], vec![[0.5; 3]; 7], vec![0.125; n]);
    let number = |i: usize| s.pairs[i].1;
    let to_point = by(&mut point_bar, number);
    seen::batch_sweep(
        &mut y,
        &mut y_bar,
        all(&s.lenses[0]),
        all(&mut lens_bar),
        by(&s.points, number),
        to_point,
        &s.weights,
        &mut weight_bar,
        &s.at,
        1,
    );
    let parts = [y.as_flattened(), y_bar.as_flattened(), lens_bar.as_flattened(), point_bar.as_flattened()];
    [&parts.concat()[..], &weight_bar].concat()
}

/// Runs one instance after the other.
fn swept_alone(n: usize) -> Vec<f64> {
    let s = scene(n);
    let (mut y, mut y_bar) = (Vec::new(), Vec::new());
    let (mut lens_bar, mut point_bar, mut weight_bar) = ([[0.25; 2]; 3], vec![[0.5; 3]; 7], vec![0.125; n]);
    for i in 0..n {
        let (at, p) = (s.at[i], s.pairs[i].1);
        let (mut own, mut own_bar) = ([at[1], 0.5], [0.5 - at[0], 2.0 * at[1]]);
        let (lens, point, point_bar) = (&s.lenses[0], &s.points[p], &mut point_bar[p]);
        let (weight, weight_bar) = (s.weights[i], &mut weight_bar[i]);
        seen::sweep(
            &mut own,
            &mut own_bar,
            lens,
            &mut lens_bar,
            point,
            point_bar,
            weight,
            weight_bar,
            &at,
            1,
        );
        y.extend(own);
        y_bar.extend(own_bar);
    }
    [&y[..], &y_bar, lens_bar.as_flattened(), point_bar.as_flattened(), &weight_bar].concat()
}

#[test]
fn threads_do_not_change_a_bit() {
    // Some blocks, one of them short; and more than a round.
    for n in [0, 7, 2048, 4100, 33_000] {
        let on = |threads: usize| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
            pool.install(|| swept(n))
        };
        let one = on(1);
        for threads in [2, 4, 16] {
            let bits = |all: &[f64]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert!(bits(&one) == bits(&on(threads)), "{n} instances on {threads} threads");
        }
        let alone = swept_alone(n);
        assert_eq!(one.len(), alone.len());
        for (a, b) in one.iter().zip(&alone) {
            assert!((a - b).abs() <= 1e-10 * (1.0 + a.abs()), "{a} {b}");
        }
    }
}

/// `Σ seed · y` moves as the cotangents say: in one direction of all arguments.
#[test]
fn differences() {
    let s = scene(21);
    let seeds: Vec<[f64; 2]> = s.at.iter().map(|at| [0.5 - at[0], 2.0 * at[1]]).collect();
    let lens = |i: usize| s.pairs[i].0;
    let value = |h: f64| {
        let lenses: Vec<_> = s.lenses.iter().map(|l| l.map(|r| r.map(|x| x + 0.3 * h))).collect();
        let points: Vec<_> = s.points.iter().map(|p| p.map(|x| x - 0.7 * h)).collect();
        let weights: Vec<_> = s.weights.iter().map(|w| w + 0.2 * h).collect();
        let mut y = vec![[0.0; 2]; 21];
        seen::batch(&mut y, by(&lenses, lens), by(&points, |i: usize| s.pairs[i].1), &weights, &s.at, 3);
        y.iter().zip(&seeds).map(|(y, seed)| y[0] * seed[0] + y[1] * seed[1]).sum::<f64>()
    };
    let h = 1e-5;
    let difference = (value(h) - value(-h)) / (2.0 * h);
    let (mut y, mut y_bar) = (vec![[0.0; 2]; 21], seeds.clone());
    let (mut lens_bar, mut point_bar, mut weight_bar) = ([[[0.0; 2]; 3]; 5], [[0.0; 3]; 7], [0.0; 21]);
    seen::batch_sweep(
        &mut y,
        &mut y_bar,
        by(&s.lenses, lens),
        by(&mut lens_bar, lens),
        by(&s.points, |i: usize| s.pairs[i].1),
        by(&mut point_bar, |i: usize| s.pairs[i].1),
        &s.weights,
        &mut weight_bar,
        &s.at,
        3,
    );
    let sum = |x: &[f64]| x.iter().sum::<f64>();
    let derivative = 0.3 * sum(lens_bar.as_flattened().as_flattened()) - 0.7 * sum(point_bar.as_flattened())
        + 0.2 * sum(&weight_bar);
    assert!((derivative - difference).abs() < 1e-8 * derivative.abs(), "{derivative} {difference}");
}

#[test]
fn state_that_is_read() {
    for n in [3, 8, 26] {
        let mut rng = Rng::new(5);
        let (start, rates): (Vec<[f64; 2]>, Vec<f64>) =
            (0..n).map(|_| (array(&mut rng), rng.uniform(-1.0, 1.0))).unzip();
        let (mut state, mut hidden) = (start.clone(), vec![1.0; n]);
        let (mut by_state, mut by_rate) = (vec![[[0.0; 2]; 2]; n], vec![[0.0; 2]; n]);
        stepped::batch_jacobian(&mut state, &mut by_state, &rates, &mut by_rate, &mut hidden);
        let (mut state_4, mut hidden_4) = (start.clone(), vec![1.0; n]);
        let mut rows = vec![0.0; 6 * n];
        stepped::batch_rows(&mut state_4, &rates, &mut hidden_4, &mut rows);
        assert_eq!((&state_4, &hidden_4), (&state, &hidden));
        for i in 0..n {
            let [x, y] = by_state[i];
            assert_eq!(rows[6 * i..][..6], [0, 1].map(|r| [x[r], y[r], by_rate[i][r]]).concat());
        }
        let (mut state_2, mut hidden_2) = (start.clone(), vec![1.0; n]);
        stepped::batch(&mut state_2, &rates, &mut hidden_2);
        let (mut state_3, mut hidden_3, mut seeds) = (start.clone(), vec![1.0; n], vec![[0.5, -2.0]; n]);
        let mut rate_bar = vec![0.0; n];
        stepped::batch_sweep(&mut state_3, &mut seeds, &rates, &mut rate_bar, &mut hidden_3);
        for i in 0..n {
            let (mut x, mut h) = (start[i], 1.0);
            let (mut x_bar, mut rate_bar_2) = ([[1.0, 0.0], [0.0, 1.0]], [0.0; 2]);
            stepped::sweep(&mut x, &mut x_bar, &rates[i], &mut rate_bar_2, &mut h);
            close(&x, &state[i]);
            close(&x, &state_2[i]);
            close(&x, &state_3[i]);
            close(&[h, h, h], &[hidden[i], hidden_2[i], hidden_3[i]]);
            close(x_bar.as_flattened(), by_state[i].as_flattened());
            close(&rate_bar_2, &by_rate[i]);
            close(&x_bar.map(|row| 0.5 * row[0] - 2.0 * row[1]), &seeds[i]);
            close(&[0.5 * rate_bar_2[0] - 2.0 * rate_bar_2[1]], &[rate_bar[i]]);
        }
    }
}

#[test]
fn returned_values() {
    for n in [0, 5, 16, 23] {
        let mut rng = Rng::new(6);
        let points: Vec<[f64; 3]> = (0..n).map(|_| array(&mut rng)).collect();
        let (mut values, mut again) = (vec![[0.0; 2]; n], vec![[0.0; 2]; n]);
        energy::batch(&mut values, &points, all(&0.7));
        let (mut by_point, mut by_k) = (vec![[[0.0; 2]; 3]; n], vec![[0.0; 2]; n]);
        energy::batch_jacobian(&mut again, &points, &mut by_point, all(&0.7), &mut by_k);
        let (mut once_more, mut rows) = (vec![[0.0; 2]; n], vec![0.0; 8 * n]);
        energy::batch_rows(&mut once_more, &points, all(&0.7), &mut rows);
        assert_eq!(once_more, again);
        for i in 0..n {
            let [x, y, z] = by_point[i];
            assert_eq!(rows[8 * i..][..8], [0, 1].map(|r| [x[r], y[r], z[r], by_k[i][r]]).concat());
        }
        let (mut x_bar, mut k_bar) = (vec![[0.0; 3]; n], 0.0);
        energy::batch_sweep(
            &mut again,
            &vec![[2.0, -0.5]; n],
            &points,
            &mut x_bar,
            all(&0.7),
            all(&mut k_bar),
        );
        let mut k_sum = 0.0;
        for i in 0..n {
            let (mut point_bar, mut k_bar) = ([[0.0; 2]; 3], [0.0; 2]);
            let seeds = [[1.0, 0.0], [0.0, 1.0]];
            let value = energy::pull(seeds, &points[i], &mut point_bar, 0.7, &mut k_bar);
            close(&value, &values[i]);
            close(&value, &again[i]);
            close(point_bar.as_flattened(), by_point[i].as_flattened());
            close(&k_bar, &by_k[i]);
            close(&point_bar.map(|row| 2.0 * row[0] - 0.5 * row[1]), &x_bar[i]);
            k_sum += 2.0 * k_bar[0] - 0.5 * k_bar[1];
        }
        close(&[k_sum], &[k_bar]);
    }
}

#[test]
#[should_panic = "`x` is for 3 instances, and `value` for 4"]
fn one_of_each_for_every_instance() {
    energy::batch(&mut [[0.0; 2]; 4], &[[0.0; 3]; 3], all(&1.0));
}

#[test]
#[should_panic(expected = "`rows` has 15 numbers, and the Jacobian of an instance 8")]
fn rows_of_all_instances() {
    energy::batch_rows(&mut [[0.0; 2]; 2], &[[1.0, 2.0, 3.0]; 2], all(&0.7), &mut [0.0; 15]);
}

#[test]
#[should_panic(expected = "`rows` is for 3 instances")]
fn rows_of_these_instances() {
    energy::batch_rows(&mut [[0.0; 2]; 2], &[[1.0, 2.0, 3.0]; 2], all(&0.7), &mut [0.0; 24]);
}

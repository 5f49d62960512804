//! Arrays that are changed in one place and read in another, within one block: factorisations and substitutions.

use retrograde::prelude::*;
use retrograde_testkit::{Rng, assert_all_close, finite_difference};

/// The factor `l` of a symmetric matrix, `l lᵀ = a`; only the lower triangle is read.
#[reversible]
fn cholesky<T: Real>(l: &mut [T], a: &[T], n: usize) {
    for j in 0..n {
        let mut rest = a[j * n + j];
        for k in 0..j {
            rest -= l[j * n + k] * l[j * n + k];
        }
        l[j * n + j] += rest.sqrt();
        for i in j + 1..n {
            let mut part = a[i * n + j];
            for k in 0..j {
                part -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] += part / l[j * n + j];
        }
    }
}

/// Adds the solution of `l x = b` to `x`, which is zero.
#[reversible]
fn substitute<T: Real>(x: &mut [T], l: &[Vec<T>], b: &[T]) {
    for i in 0..b.len() {
        let mut rest = b[i];
        for j in (0..i).rev() {
            rest -= l[i][j] * x[j];
        }
        x[i] += rest / l[i][i];
    }
}

/// From the end: `u x = b`.
#[reversible]
fn substitute_back<T: Real>(x: &mut [T], u: &[Vec<T>], b: &[T]) {
    for i in (0..b.len()).rev() {
        let mut rest = b[i];
        for j in i + 1..b.len() {
            rest -= u[i][j] * x[j];
        }
        x[i] += rest / u[i][i];
    }
}

/// Elements of one half are built from the other half, in opposite order.
#[reversible]
fn mirrored<T: Real>(v: &mut [T], n: usize) {
    for i in 0..n {
        let t = v[i].sin();
        v[2 * n - i] += t * t;
    }
}

/// Random numbers with a diagonal far from zero.
fn dominant(n: usize, seed: u64) -> Vec<f64> {
    let mut a = Rng::new(seed).vector(n * n, -1.0, 1.0);
    (0..n).for_each(|i| a[i * n + i] += 4.0);
    a
}

#[test]
fn cholesky_is_undone_and_differentiated() {
    let n = 4;
    let (a, seeds) = (dominant(n, 1), Rng::new(2).vector(n * n, -2.0, 2.0));
    let run = |a: &[f64]| {
        let mut l = vec![0.0; n * n];
        cholesky(&mut l, a, n);
        l
    };
    let mut l = run(&a);
    for i in 0..n {
        for j in 0..=i {
            let product = (0..n).map(|k| l[i * n + k] * l[j * n + k]).sum::<f64>();
            assert_all_close!([product], [a[i * n + j]], 1e-13);
        }
    }
    let differences =
        finite_difference::gradient(|a| run(a).iter().zip(&seeds).map(|(l, seed)| l * seed).sum(), &a);
    let (mut l_bar, mut a_bar) = (seeds.clone(), vec![0.0; n * n]);
    cholesky::adjoint(&mut l, &mut l_bar, &a, &mut a_bar, n);
    assert_all_close!(a_bar, differences, 1e-8);
    assert_all_close!(l, vec![0.0; n * n], 1e-14);
}

fn rows(a: &[f64], n: usize) -> Vec<Vec<f64>> {
    a.chunks(n).map(<[f64]>::to_vec).collect()
}

/// A substitution: the state, the matrix and the right side.
type Substitution = fn(&mut [f64], &[Vec<f64>], &[f64]);
/// Its adjoint.
type Adjoint = fn(&mut [f64], &mut [f64], &[Vec<f64>], &mut [Vec<f64>], &[f64], &mut [f64]);

#[test]
fn substitutions_are_undone_and_differentiated() {
    let n = 5;
    let ways: [(Substitution, Adjoint); 2] =
        [(substitute, substitute::adjoint), (substitute_back, substitute_back::adjoint)];
    for (forward, adjoint) in ways {
        let start = [dominant(n, 3), Rng::new(4).vector(n, -2.0, 2.0)].concat();
        let seeds = Rng::new(5).vector(n, -2.0, 2.0);
        let run = |v: &[f64]| {
            let mut x = vec![0.0; n];
            forward(&mut x, &rows(&v[..n * n], n), &v[n * n..]);
            x
        };
        let differences = finite_difference::gradient(
            |v| run(v).iter().zip(&seeds).map(|(x, seed)| x * seed).sum(),
            &start,
        );
        let (mut x, mut x_bar) = (run(&start), seeds.clone());
        let (mut m_bar, mut b_bar) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        adjoint(&mut x, &mut x_bar, &rows(&start[..n * n], n), &mut m_bar, &start[n * n..], &mut b_bar);
        assert_all_close!([m_bar.concat(), b_bar].concat(), differences, 1e-8);
        assert_all_close!(x, vec![0.0; n], 1e-14);
    }
}

#[test]
fn halves_of_one_array_are_undone_and_differentiated() {
    let n = 3;
    let (start, seeds) = (Rng::new(6).vector(2 * n + 1, -2.0, 2.0), Rng::new(7).vector(2 * n + 1, -2.0, 2.0));
    let weighted = |v: &[f64]| {
        let mut v = v.to_vec();
        mirrored(&mut v, n);
        v.iter().zip(&seeds).map(|(x, seed)| x * seed).sum()
    };
    let differences = finite_difference::gradient(weighted, &start);
    let (mut v, mut v_bar) = (start.clone(), seeds.clone());
    mirrored(&mut v, n);
    mirrored::adjoint(&mut v, &mut v_bar, n);
    assert_all_close!(v_bar, differences);
    assert_all_close!(v, start, 1e-14);
}

/// The best sum of consecutive numbers that ends here, as a history: each round decides on what the round before has left.
#[reversible]
fn best_sums<T: Real>(best: &mut [T], x: &[T]) {
    for i in 0..x.len() {
        if best[i] > 0.0 {
            best[i + 1] += best[i] + x[i] * x[i].sin();
        } else {
            best[i + 1] += x[i] * x[i].sin();
        }
    }
}

#[test]
fn decisions_on_a_history_are_undone_and_differentiated() {
    let (x, seeds) = (Rng::new(8).vector(6, -3.0, 3.0), Rng::new(9).vector(7, -2.0, 2.0));
    let run = |x: &[f64]| {
        let mut best = vec![0.0; 7];
        best_sums(&mut best, x);
        best
    };
    let weighted = |x: &[f64]| run(x).iter().zip(&seeds).map(|(best, seed)| best * seed).sum();
    let differences = finite_difference::gradient(weighted, &x);
    let (mut best, mut best_bar, mut x_bar) = (run(&x), seeds.clone(), vec![0.0; 6]);
    best_sums::adjoint(&mut best, &mut best_bar, &x, &mut x_bar);
    assert_all_close!(x_bar, differences, 1e-7);
    assert_eq!(best, vec![0.0; 7]);
    best_sums::check(&mut [0.4; 7], &x).expect("programs that agree");
    // Called by others, it is one of them.
    let (_, (gradient,)) = last_sum::gradient(&x);
    assert_all_close!(gradient, finite_difference::gradient(|x| run(x)[6] * run(x)[6], &x), 1e-7);
}

#[reversible]
fn last_sum(out: &mut f64, x: &[f64]) {
    let mut best = vec![0.0; x.len() + 1];
    best_sums(&mut best, x);
    *out += best[x.len()] * best[x.len()];
}

/// Locals of parts that change, beside changes of other parts by those locals.
#[reversible]
fn parts<T: Real>(p: &mut [T; 3]) {
    let g = p[1] * p[1];
    p[1] += 1.0;
    p[0] += g;
}

#[reversible]
fn entries<T: Real>(m: &mut [[T; 2]; 2], v: &mut [T], i: usize) {
    let g = m[0][1].sin() * v[2 * i + 1];
    m[0][1] += 0.5;
    v[2 * i + 1] -= m[1][1];
    m[0][0] -= g;
    m[1][0] += g * v[2 * i + 1];
    v[2 * i] += g.sin();
}

#[reversible]
fn added<T: Real>(y: &mut T, z: &mut T, x: T) {
    *y += x * x;
    *z -= x;
}

/// A call changes a part that is read and one that is not.
#[reversible]
fn lent<T: Real>(p: &mut [T; 4]) {
    let g = p[1] * p[2];
    added(&mut p[1], &mut p[3], p[2]);
    p[0] += g;
    p[0] += p[3] * p[1];
}

#[test]
fn parts_with_different_indices_are_undone_and_differentiated() {
    let (start, seeds) = (Rng::new(10).vector(12, 0.2, 1.5), Rng::new(11).vector(12, -2.0, 2.0));
    let run = |x: &[f64]| {
        let (mut p, mut m, mut v) =
            ([x[0], x[1], x[2]], [[x[3], x[4]], [x[5], x[6]]], [0.4, -0.3, x[7], 0.8]);
        let mut q = [x[8], x[9], x[10], x[11]];
        parts(&mut p);
        entries(&mut m, &mut v[1..], 0);
        lent(&mut q);
        [&p[..], &m.concat(), &v[2..3], &q].concat()
    };
    let differences = finite_difference::gradient(
        |x| run(x).iter().zip(&seeds).map(|(value, seed)| value * seed).sum(),
        &start,
    );
    let end = run(&start);
    let (mut p, mut p_bar) = ([end[0], end[1], end[2]], [seeds[0], seeds[1], seeds[2]]);
    parts::adjoint(&mut p, &mut p_bar);
    let array = |x: &[f64]| [[x[3], x[4]], [x[5], x[6]]];
    let (mut m, mut m_bar) = (array(&end), array(&seeds));
    let mut v = [0.4, -0.3, start[7], 0.8];
    entries(&mut array(&start), &mut v[1..], 0);
    let mut v_bar = [0.0, 0.0, seeds[7], 0.0];
    entries::adjoint(&mut m, &mut m_bar, &mut v[1..], &mut v_bar[1..], 0);
    let four = |x: &[f64]| [x[8], x[9], x[10], x[11]];
    let (mut q, mut q_bar) = (four(&end), four(&seeds));
    lent::adjoint(&mut q, &mut q_bar);
    let found = [&p_bar[..], &m_bar.concat(), &v_bar[2..3], &q_bar].concat();
    assert_all_close!(found, differences, 1e-7);
    assert_all_close!([&p[..], &m.concat(), &v[2..3], &q].concat(), start, 1e-14);
    parts::check(&mut [0.4, 0.3, 1.2]).expect("programs that agree");
    entries::check(&mut array(&start), &mut [0.3, 0.4, 0.7], 0).expect("programs that agree");
    lent::check(&mut four(&start)).expect("programs that agree");
}

//! Decisions that the way back cannot take again are kept: `#[keep]` on a branch or loop.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

/// Each branch changes the sum that decides it.
#[reversible]
fn relax(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        #[keep]
        if sum > 1.0 {
            sum -= x[i] * x[i];
        } else {
            sum += x[i].exp();
        }
    }
    *out += sum * sum;
}

/// Halves a residual until it is small; nobody knows how often, and no integer counts it.
#[reversible]
fn decay(out: &mut f64, start: f64, factor: f64) {
    let mut left = start;
    let mut right = 0.0;
    #[keep]
    while left > 0.1 {
        right += left * factor;
        swap(&mut left, &mut right);
        right -= left / factor;
    }
    *out += left.sin();
}

/// A kept loop in a counted loop, and a kept branch in it.
#[reversible]
fn nested(out: &mut f64, x: &[f64]) {
    let mut level = 0.0;
    for i in 0..x.len() {
        level += x[i] * x[i];
        #[keep]
        while level > 2.0 {
            level -= 0.5 + 0.25 * x[i].cos();
            #[keep]
            if level > 3.0 {
                level -= x[i].tanh() * x[i];
            }
        }
    }
    *out += level * level * level;
}

fn agrees(value: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
    let expected = finite_difference::gradient(&value, x);
    for (i, (g, e)) in gradient.iter().zip(&expected).enumerate() {
        assert!((g - e).abs() <= 1e-6 * (1.0 + e.abs()), "component {i}: {g} against {e}");
    }
}

const POINTS: [[f64; 5]; 3] =
    [[0.3, 0.9, -0.4, 0.2, 0.7], [1.3, 0.1, 0.4, -1.2, 0.5], [-0.7, 1.9, 1.4, 0.6, 0.3]];

#[test]
fn branches_that_change_their_condition() {
    for x in POINTS {
        let value = |x: &[f64]| {
            let mut y = 0.0;
            relax(&mut y, x);
            y
        };
        let (y, (gradient,)) = relax::gradient(&x);
        assert_eq!(y, value(&x));
        agrees(value, &x, &gradient);

        let mut y = 0.25;
        relax(&mut y, &x);
        let (mut y_bar, mut rows) = ([1.0, -3.0], [[0.0; 2]; 5]);
        relax::adjoint(&mut y, &mut y_bar, &x, &mut rows);
        assert!((y - 0.25).abs() < 1e-12);
        for (row, g) in rows.iter().zip(&gradient) {
            assert!((row[0] - g).abs() < 1e-12 && (row[1] + 3.0 * g).abs() < 1e-11);
        }
        relax(&mut y, &x);
        relax::inverse(&mut y, &x);
        assert!((y - 0.25).abs() < 1e-12);
    }
}

#[test]
fn loops_without_postcondition() {
    for (start, factor) in [(3.0, 0.5), (0.05, 0.5), (10.0, 0.9)] {
        let value = |p: &[f64]| {
            let mut y = 0.0;
            decay(&mut y, p[0], p[1]);
            y
        };
        let (_, (start_bar, factor_bar)) = decay::gradient(start, factor);
        agrees(value, &[start, factor], &[start_bar, factor_bar]);
        let mut y = value(&[start, factor]);
        decay::inverse(&mut y, start, factor);
        assert!(y.abs() < 1e-12);
    }
}

#[test]
fn kept_decisions_nest() {
    for x in POINTS {
        let value = |x: &[f64]| {
            let mut y = 0.0;
            nested(&mut y, x);
            y
        };
        let (_, (gradient,)) = nested::gradient(&x);
        agrees(value, &x, &gradient);
    }
}

/// How often a number is shrunk, and where it is folded, only the log knows.
#[reversible]
fn logged<T: Real>(x: &mut [T], log: &mut Vec<usize>, w: T) {
    for v in x.iter_mut() {
        #[keep(log)]
        while *v > 1.0 {
            let shrunk = w * w;
            *v -= shrunk + 0.5;
        }
        #[keep(log)]
        if *v < 0.0 {
            neg(&mut *v);
            #[keep(log)]
            if *v > 0.25 {
                *v += w;
            }
        }
    }
}

fn logged_plainly(x: &mut [f64], log: &mut Vec<usize>, w: f64) {
    for v in x {
        let mut trips = 0;
        while *v > 1.0 {
            *v -= w * w + 0.5;
            trips += 1;
        }
        log.push(trips);
        let folded = *v < 0.0;
        if folded {
            *v = -*v;
            let far = *v > 0.25;
            if far {
                *v += w;
            }
            log.push(usize::from(far));
        }
        log.push(usize::from(folded));
    }
}

#[test]
fn decisions_kept_on_a_stack_of_the_writers() {
    let start = [3.2, -0.4, 0.6, -0.1, 0.4];
    let plain = |p: &[f64]| {
        let (mut x, mut log) = (p[..4].to_vec(), vec![9]);
        logged_plainly(&mut x, &mut log, p[4]);
        (x, log)
    };
    let (mut x, mut log) = (start[..4].to_vec(), vec![9]);
    logged(&mut x, &mut log, 0.4);
    assert_eq!((x.clone(), log.clone()), plain(&start));

    let (mut x_bar, mut w_bar) = (vec![1.0, 2.0, 3.0, -1.0], 0.0);
    logged::adjoint(&mut x, &mut x_bar, &mut log, 0.4, &mut w_bar);
    assert_eq!(log, [9]);
    assert!(x.iter().zip(&start).all(|(a, b)| (a - b).abs() < 1e-14));
    let value = |p: &[f64]| {
        let seeds = [1.0, 2.0, 3.0, -1.0];
        plain(p).0.iter().zip(seeds).map(|(a, b)| a * b).sum()
    };
    x_bar.push(w_bar);
    agrees(value, &start, &x_bar);

    logged(&mut x, &mut log, 0.4);
    logged::inverse(&mut x, &mut log, 0.4);
    assert_eq!(log, [9]);
    log.clear();
    let error = logged::try_inverse(&mut x, &mut log, 0.4);
    assert!(!cfg!(debug_assertions) || error.is_err());
}

/// A log of its own, emptied by the program.
#[reversible]
fn logged_inside(y: &mut f64, w: f64) {
    let mut log: Vec<usize> = Vec::new();
    let mut t = [2.5, -0.7, 0.1];
    logged(&mut t, &mut log, w);
    *y += t[0] * t[1] + t[2];
    undo! {
        // What was kept last is asked for first, here on the way forward.
        logged(&mut t, &mut log, w);
    }
    free!(log = vec![]);
    free!(t = [2.5, -0.7, 0.1]);
}

/// A block that is undone takes its decision from the log.
#[reversible]
fn undone(y: &mut f64, log: &mut Vec<usize>, w: f64) {
    undo! {
        #[keep(log)]
        if *y > 0.5 {
            *y += w * w;
        }
    }
}

#[test]
fn logs_of_locals_and_of_what_is_undone() {
    let value = |p: &[f64]| {
        let mut y = 0.0;
        logged_inside(&mut y, p[0]);
        y
    };
    let (_, (w_bar,)) = logged_inside::gradient(0.4);
    agrees(value, &[0.4], &[w_bar]);

    let (mut y, mut log) = (0.7, vec![0, 1]);
    undone(&mut y, &mut log, 0.1);
    assert_eq!((y, &log[..]), (0.7 - 0.1 * 0.1, &[0][..]));
    let (mut y_bar, mut w_bar) = (2.0, 0.0);
    undone::adjoint(&mut y, &mut y_bar, &mut log, 0.1, &mut w_bar);
    assert_eq!((y, &log[..], y_bar), (0.7, &[0, 1][..], 2.0));
    assert!((w_bar + 0.4).abs() < 1e-15);
}

/// A local of an inner block decides, and the branch changes it.
#[reversible]
fn clipped(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        let mut t = x[i];
        #[keep]
        if t > 0.55 {
            t -= 0.25 * x[i] * x[i];
        }
        *y += t * t;
    }
}

/// A local counts how far an inner loop goes.
#[reversible]
fn strided(y: &mut f64, x: &[f64], n: usize) {
    for j in 0..n {
        let mut i = j;
        #[keep]
        while i < x.len() {
            *y += x[i] * x[i];
            i += 2;
        }
    }
}

/// Locals of two blocks depend on one decision, and a decision nests in it.
#[reversible]
fn folded(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        let mut total = 0.0;
        for j in 0..x.len() {
            let mut t = x[i] * x[j];
            #[keep]
            while t > 0.2613 {
                t -= 0.25 + 0.125 * x[j] * x[j];
                #[keep]
                if t < 0.0 {
                    t += 0.0625 * x[i];
                }
            }
            total += t.sin();
        }
        *y += total * total;
    }
}

/// Its adjoint runs them forwards.
#[reversible]
fn unclipped(y: &mut f64, x: &[f64]) {
    clipped::inverse(y, x);
    folded::inverse(y, x);
}

type Differentiated = (fn(&mut f64, &[f64]), fn(&[f64]) -> Vec<f64>);

#[test]
fn decisions_of_inner_blocks() {
    let all: [Differentiated; 4] = [
        (clipped, |x| clipped::gradient(x).1.0),
        (|y, x| strided(y, x, 3), |x| strided::gradient(x, 3).1.0),
        (folded, |x| folded::gradient(x).1.0),
        (unclipped, |x| unclipped::gradient(x).1.0),
    ];
    for x in POINTS {
        for (function, gradient) in all {
            let value = |x: &[f64]| {
                let mut y = 0.0;
                function(&mut y, x);
                y
            };
            agrees(value, &x, &gradient(&x));
        }
        let mut y = 0.5;
        strided(&mut y, &x, 3);
        folded(&mut y, &x);
        folded::inverse(&mut y, &x);
        strided::inverse(&mut y, &x, 3);
        assert!((y - 0.5).abs() < 1e-12);
    }
}

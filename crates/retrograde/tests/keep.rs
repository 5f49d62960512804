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

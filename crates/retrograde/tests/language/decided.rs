//! Decisions on locals that have come to their values before: each round of a loop has locals of its own.

use retrograde::prelude::*;

/// Points at a distance below a cutoff attract each other.
#[reversible]
fn energy<T: Real>(x: &[[T; 3]], pairs: &[(usize, usize)]) -> T {
    let mut total = T::zero();
    for &(i, j) in pairs {
        let mut r2 = T::zero();
        for k in 0..3 {
            r2 += (x[i][k] - x[j][k]).powi(2);
        }
        if r2 < 2.25 {
            total += 1.0 / r2 - 1.0 / 2.25;
        }
    }
    total
}

/// Changes state by such a decision.
#[reversible]
fn near<T: Real>(v: &mut [T], x: &[[T; 3]]) {
    for i in 1..x.len() {
        let mut r2 = T::zero();
        for k in 0..3 {
            r2 += (x[i][k] - x[0][k]).powi(2);
        }
        if r2 < 2.25 {
            v[i] += v[0] * r2;
        } else {
            v[0] -= v[i] / r2;
        }
    }
}

const X: [[f64; 3]; 4] = [[0.1, 0.2, 0.0], [1.2, 0.1, 0.3], [0.3, 1.3, 3.9], [1.6, 0.2, 0.0]];

#[test]
fn each_round_decides_on_locals_of_its_own() {
    assert_eq!(energy::check(&X, &[(0, 1), (0, 2), (1, 2), (1, 3)]), Ok(()));
    let far = |i: usize, j: usize| (0..3).map(|k| (X[i][k] - X[j][k]).powi(2)).sum::<f64>();
    let plain = 1.0 / far(0, 1) - 1.0 / 2.25;
    assert!((energy(&X, &[(0, 1), (0, 2)]) - plain).abs() < 1e-14);
    assert_eq!(near::check(&mut [0.5, -0.3, 0.7, 1.0], &X), Ok(()));
}

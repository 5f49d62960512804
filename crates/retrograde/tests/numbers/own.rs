//! Reversible functions at a number type that implements what `Real` requires and no more.

use retrograde::prelude::*;
use retrograde_testkit::Own;

#[reversible]
fn turned<T: Real>(y: &mut T, z: &mut T, x: &[T], w: T) {
    for i in 0..x.len() {
        *y += (x[i] * w).tanh();
    }
    rot(&mut *y, &mut *z, w);
    hadamard(&mut *y, &mut *z);
    neg(&mut *z);
    *y += x[0].powi(3) * 0.5;
}

/// The state and all cotangents after a run there and back by the adjoint.
fn there_and_back<T: Real>(at: impl Fn(f64) -> T) -> Vec<f64> {
    let x = [at(0.3), at(0.7)];
    let (mut y, mut z, w) = (at(0.1), at(0.2), at(1.3));
    turned(&mut y, &mut z, &x, w);
    let (mut y_bar, mut z_bar, mut x_bar, mut w_bar) = (at(1.5), at(-0.5), [at(0.0); 2], at(0.0));
    turned::adjoint(&mut y, &mut y_bar, &mut z, &mut z_bar, &x, &mut x_bar, w, &mut w_bar);
    [y, z, y_bar, z_bar, x_bar[0], x_bar[1], w_bar].map(Real::primal).to_vec()
}

#[test]
fn reversible_functions_run_at_a_number_type_of_ones_own() {
    assert_eq!(there_and_back(Own), there_and_back(|x| x));
}

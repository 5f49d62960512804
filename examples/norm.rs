//! The length of a vector: one function as anyone would write it, and the programs that come with it.
//!
//! `#[reversible]` leaves the function as it is and defines an inverse, an adjoint and a gradient beside it. The sum
//! is an ancilla: it starts at a known value, so it can be recomputed or dropped without code for that.

use retrograde::reversible;

/// Adds the Euclidean length of `x` to `out`.
#[reversible]
fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}

fn main() {
    let x = [3.0, 4.0];
    let mut y = 0.0;
    norm(&mut y, &x);
    println!("norm:           y = {y}");

    // Each cotangent follows its primal. The adjoint starts from the final state, and ends at the initial state.
    let (mut y_bar, mut x_bar) = (1.0, [0.0; 2]);
    norm::adjoint(&mut y, &mut y_bar, &x, &mut x_bar);
    println!("norm::adjoint:  y = {y} again, and the gradient is {x_bar:?}");

    norm(&mut y, &x);
    norm::inverse(&mut y, &x);
    println!("norm::inverse:  y = {y} again");

    let (y, (x_bar,)) = norm::gradient(&x);
    println!("norm::gradient: y = {y}, and the gradient is {x_bar:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

    const X: [f64; 5] = [1.5, -2.0, 0.25, 3.0, -0.5];

    fn length(x: &[f64]) -> f64 {
        x.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    #[test]
    fn it_is_added_and_taken_away_again() {
        let mut y = 7.0;
        norm(&mut y, &X);
        assert_close!(y, 7.0 + length(&X), 1e-14);
        norm::inverse(&mut y, &X);
        assert_close!(y, 7.0, 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seed = -3.0;
        let (mut y, mut y_bar, mut x_bar) = (0.0, seed, [0.0; 5]);
        norm(&mut y, &X);
        norm::adjoint(&mut y, &mut y_bar, &X, &mut x_bar);
        assert_close!(y, 0.0, 1e-14);
        assert_eq!(y_bar, seed, "adding to `y` leaves its cotangent alone");
        assert_all_close!(x_bar, finite_difference::gradient(|x| seed * length(x), &X));
    }

    #[test]
    fn the_gradient_is_the_unit_vector() {
        let (y, (x_bar,)) = norm::gradient(&X);
        assert_close!(y, length(&X), 1e-14);
        assert_all_close!(x_bar, X.map(|x| x / length(&X)), 1e-14);
    }

    #[test]
    fn several_cotangents_are_as_many_rows() {
        let (mut y, mut y_bar, mut x_bar) = (0.0, [1.0, -10.0], [[0.0; 2]; 5]);
        norm::sweep(&mut y, &mut y_bar, &X, &mut x_bar);
        assert_close!(y, length(&X), 1e-14);
        for i in 0..5 {
            assert_all_close!(x_bar[i], [X[i] / length(&X), -10.0 * X[i] / length(&X)], 1e-14);
        }
    }
}

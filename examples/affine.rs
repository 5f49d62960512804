//! `y += W x + b`, in place: no copy of `y`, and none of its cotangent.
//!
//! The paper's listing runs over columns, as Julia stores them; here a matrix is a slice of rows. The paper puts the
//! assertion into `@safe`; here it is an ordinary statement. A place that is only added to need not be restored to be
//! differentiated, so `sweep` runs the function and its adjoint together.

use retrograde::{Real, reversible};

/// Adds `w x + b` to `y`; `w` is given by rows.
#[reversible]
fn affine<T: Real, const N: usize>(y: &mut [T], w: &[[T; N]], b: &[T], x: &[T; N]) {
    assert_eq!((w.len(), b.len()), (y.len(), y.len()));
    for i in 0..w.len() {
        for j in 0..N {
            y[i] += w[i][j] * x[j];
        }
    }
    for i in 0..b.len() {
        y[i] += b[i];
    }
}

fn main() {
    let (w, b, x) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [10.0, 20.0], [1.0, 0.5, 0.25]);
    let mut y = [0.0; 2];
    affine(&mut y, &w, &b, &x);
    println!("affine:          y = {y:?}");

    // Two cotangents at once: the rows of the identity give the Jacobian.
    let mut y_bar = [[1.0, 0.0], [0.0, 1.0]];
    let (mut w_bar, mut b_bar, mut x_bar) = ([[[0.0; 2]; 3]; 2], [[0.0; 2]; 2], [[0.0; 2]; 3]);
    affine::adjoint(&mut y, &mut y_bar, &w, &mut w_bar, &b, &mut b_bar, &x, &mut x_bar);
    println!("affine::adjoint: y = {y:?}");
    for row in 0..2 {
        println!("  row {row}: x_bar = {:?}, b_bar = {:?}", x_bar.map(|c| c[row]), b_bar.map(|c| c[row]));
        println!("         w_bar = {:?}", w_bar.map(|line| line.map(|c| c[row])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, finite_difference};

    const Y: [f64; 2] = [-1.0, 7.0];

    /// Splits all arguments in one list: six numbers of `w`, two of `b`, three of `x`.
    fn parts(v: &[f64]) -> ([[f64; 3]; 2], [f64; 2], [f64; 3]) {
        ([[v[0], v[1], v[2]], [v[3], v[4], v[5]]], [v[6], v[7]], [v[8], v[9], v[10]])
    }

    fn arguments() -> Vec<f64> {
        Rng::new(13).vector(11, -2.0, 2.0)
    }

    #[test]
    fn it_is_the_affine_map_and_back() {
        let (w, b, x) = parts(&arguments());
        let mut y = Y;
        affine(&mut y, &w, &b, &x);
        let expected = [0, 1].map(|i| Y[i] + b[i] + (0..3).map(|j| w[i][j] * x[j]).sum::<f64>());
        assert_all_close!(y, expected, 1e-14);
        affine::inverse(&mut y, &w, &b, &x);
        assert_all_close!(y, Y, 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seeds = [1.5, -0.5];
        let differences = finite_difference::gradient(
            |v| {
                let ((w, b, x), mut y) = (parts(v), Y);
                affine(&mut y, &w, &b, &x);
                seeds[0] * y[0] + seeds[1] * y[1]
            },
            &arguments(),
        );
        let (w, b, x) = parts(&arguments());
        let mut y = Y;
        affine(&mut y, &w, &b, &x);
        let (mut y_bar, mut w_bar, mut b_bar, mut x_bar) = (seeds, [[0.0; 3]; 2], [0.0; 2], [0.0; 3]);
        affine::adjoint(&mut y, &mut y_bar, &w, &mut w_bar, &b, &mut b_bar, &x, &mut x_bar);
        assert_all_close!(y, Y, 1e-14);
        assert_eq!(y_bar, seeds);
        assert_all_close!([&w_bar.concat()[..], &b_bar, &x_bar].concat(), differences);
    }

    #[test]
    fn both_rows_at_once_are_the_rows_one_by_one() {
        let (w, b, x) = parts(&arguments());
        let rows = |y_bar: [[f64; 2]; 2]| {
            let (mut y, mut y_bar) = (Y, y_bar);
            let (mut w_bar, mut b_bar, mut x_bar) = ([[[0.0; 2]; 3]; 2], [[0.0; 2]; 2], [[0.0; 2]; 3]);
            affine::sweep(&mut y, &mut y_bar, &w, &mut w_bar, &b, &mut b_bar, &x, &mut x_bar);
            x_bar
        };
        let both = rows([[1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(both.map(|c| c[0]), w[0]);
        assert_eq!(both.map(|c| c[1]), w[1]);
    }

    #[test]
    #[should_panic]
    fn shapes_that_do_not_fit_are_refused() {
        affine(&mut [0.0; 2], &[[1.0; 3]; 2], &[0.0; 1], &[1.0; 3]);
    }
}

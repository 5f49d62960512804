//! The Box-Muller transform from two uniform random numbers to two normal ones, in place, and back.
//!
//! The radius and the angle are computed from the uniform numbers; then the uniform numbers are computed from the
//! results and subtracted: *uncomputing by arithmetic*. Nothing is left over, so the same two places contain first
//! one pair and then the other, and the inverse turns normal numbers into uniform ones. The adjoint is the change of
//! variables that shows why the result is normal: the density in the plane is the Jacobian of the inverse.

use core::f64::consts::TAU;
use retrograde::instructions::{rot, swap};
use retrograde::{Real, reversible};

/// Turns two numbers strictly between 0 and 1 into two with a normal distribution.
#[reversible]
fn box_muller<T: Real>(x: &mut T, y: &mut T) {
    let mut a = 0.0;
    let mut b = 0.0;
    a += (-2.0 * x.ln()).sqrt();
    rot(&mut a, &mut b, TAU * (*y - 0.5));
    // Recompute the uniform numbers from the normal ones.
    *x -= (-0.5 * (a * a + b * b)).exp();
    *y -= b.atan2(a) / TAU + 0.5;
    swap(x, &mut a);
    swap(y, &mut b);
    free!(a = 0.0);
    free!(b = 0.0);
}

fn main() {
    let (mut x, mut y) = (0.3, 0.8);
    box_muller(&mut x, &mut y);
    println!("box_muller(0.3, 0.8)  = ({x:.6}, {y:.6})");

    // Two rows of the Jacobian at once.
    let (mut x_bar, mut y_bar) = ([1.0, 0.0], [0.0, 1.0]);
    let density = (-0.5 * (x * x + y * y)).exp() / TAU;
    box_muller::adjoint(&mut x, &mut x_bar, &mut y, &mut y_bar);
    println!("box_muller::adjoint   = ({x:.6}, {y:.6})");
    let determinant = x_bar[0] * y_bar[1] - x_bar[1] * y_bar[0];
    println!("1 / |determinant| = {:.12}", 1.0 / determinant.abs());
    println!("normal density    = {density:.12}");

    let n = 100_000;
    let mut sums = [0.0; 4];
    let mut seed = 1_u64;
    let mut uniform = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((seed >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    };
    for _ in 0..n {
        let (mut x, mut y) = (uniform(), uniform());
        box_muller(&mut x, &mut y);
        for (sum, power) in sums.iter_mut().zip(1..) {
            *sum += (x.powi(power) + y.powi(power)) / (2 * n) as f64;
        }
    }
    println!("moments of {n} pairs, 0 1 0 3 for the normal distribution: {sums:.2?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    #[test]
    fn it_is_the_formula_and_back() {
        let mut rng = Rng::new(51);
        for _ in 0..1000 {
            let (x, y) = (rng.uniform(1e-9, 1.0), rng.uniform(1e-9, 1.0 - 1e-9));
            let radius = (-2.0 * x.ln()).sqrt();
            let (mut a, mut b) = (x, y);
            box_muller(&mut a, &mut b);
            let angle = TAU * (y - 0.5);
            assert_all_close!([a, b], [radius * angle.cos(), radius * angle.sin()], 1e-12);
            box_muller::inverse(&mut a, &mut b);
            assert_all_close!([a, b], [x, y], 1e-12);
        }
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seeds = [1.5, -2.5];
        for point in [[0.3, 0.8], [0.9, 0.1], [0.02, 0.45]] {
            let weighted = |v: &[f64]| {
                let (mut x, mut y) = (v[0], v[1]);
                box_muller(&mut x, &mut y);
                seeds[0] * x + seeds[1] * y
            };
            let differences = finite_difference::gradient(weighted, &point);
            let [mut x, mut y] = point;
            box_muller(&mut x, &mut y);
            let [mut x_bar, mut y_bar] = seeds;
            box_muller::adjoint(&mut x, &mut x_bar, &mut y, &mut y_bar);
            assert_all_close!([x, y], point, 1e-13);
            assert_all_close!([x_bar, y_bar], differences, 1e-8);
        }
    }

    #[test]
    fn the_determinant_is_one_over_the_normal_density() {
        let (mut x, mut y) = (0.37, 0.61);
        box_muller(&mut x, &mut y);
        let density = (-0.5 * (x * x + y * y)).exp() / TAU;
        let (mut x_bar, mut y_bar) = ([1.0, 0.0], [0.0, 1.0]);
        box_muller::adjoint(&mut x, &mut x_bar, &mut y, &mut y_bar);
        assert_close!((x_bar[0] * y_bar[1] - x_bar[1] * y_bar[0]).abs() * density, 1.0, 1e-12);
    }
}

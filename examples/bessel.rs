//! The Bessel function `J_ν(z)` of whole order by its Taylor series, in constant memory, with its first and second
//! derivative.
//!
//! The papers' `ibesselj`. Each term is the one before times a factor, and [`imul`] multiplies in place: it computes
//! the product beside the number, subtracts from the number its value computed back from the product, and exchanges
//! the two. The remainder is rounding instead of zero, a *dirty ancilla*, so nothing is lost and the inverse restores
//! all bits except the last ones. The remainder grows as the terms shrink, so the series ends when either passes the
//! tolerance.
//!
//! The papers' program declares eleven ancillae and clears them by two nested routines. Here a value that is bound
//! once is a plain `let`, and the rest is cleared at the end of its scope.

use retrograde::instructions::swap;
use retrograde::{Dual, Real, reversible};

/// Multiplies `out` by `x`, approximately; `dirt` is zero up to rounding, before and after.
#[reversible]
fn imul<T: Real>(out: &mut T, x: T, dirt: &mut T) {
    *dirt += *out * x;
    *out -= *dirt / x;
    swap(out, dirt);
}

/// Multiplies the integer `out` by `x`; integers leave no rounding.
#[reversible]
fn imul_whole(out: &mut i64, x: i64, dirt: &mut i64) {
    *dirt += *out * x;
    *out -= *dirt / x;
    swap(out, dirt);
}

/// Adds the factorial of `n` to `out`.
#[reversible]
fn factorial(out: &mut i64, n: i64) {
    let mut product = 1;
    let mut dirt = 0;
    for i in 1..=n {
        imul_whole(&mut product, i, &mut dirt);
    }
    *out += product;
}

/// Adds `J_order(z)` to `out`.
#[reversible]
pub(crate) fn bessel<T: Real>(out: &mut T, order: i64, z: T) {
    let half = z / 2.0;
    let square = half * half;
    let mut whole = 0;
    factorial(&mut whole, order);

    let mut term = half.powi(order as i32) / whole as T;
    let mut sum = term;
    let mut dirt = 0.0;
    let mut k = 0;
    while (term.abs() > 1e-8 && dirt.abs() < 1e-8, k != 0) {
        k += 1;
        let factor = -square / (k * (k + order)) as T;
        imul(&mut term, factor, &mut dirt);
        sum += term;
    }
    *out += sum;
}

/// `J_order` and its derivative at `z`.
fn derivative<T: Real>(order: i64, z: T) -> (T, T) {
    let (value, (z_bar,)) = bessel::gradient(order, z);
    (value, z_bar)
}

/// Returns the second derivative: the tangent of the gradient at a dual number.
fn second_derivative(order: i64, z: f64) -> f64 {
    derivative(order, Dual::new(z, 1.0)).1.tangent
}

fn main() {
    let (value, z_bar) = derivative(2, 1.0);
    println!("J_2(1)                = {value:.7}");
    println!("its derivative        = {z_bar:.7}");
    println!("its second derivative = {:.17}", second_derivative(2, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

    /// `J_order(z) = 1/π ∫ cos(order θ - z sin θ) dθ` from 0 to π: of a periodic function, so that the plain sum over
    /// points is exact to rounding.
    fn integral(order: i64, z: f64) -> f64 {
        let points = 64;
        let angles = (0..points).map(|i| std::f64::consts::TAU * i as f64 / points as f64);
        angles.map(|angle| (order as f64 * angle - z * angle.sin()).cos()).sum::<f64>() / points as f64
    }

    /// `J_n' = (J_{n-1} - J_{n+1}) / 2`
    fn slope(order: i64, z: f64) -> f64 {
        (integral(order - 1, z) - integral(order + 1, z)) / 2.0
    }

    /// `J_n'' = (J_{n-2} - 2 J_n + J_{n+2}) / 4`
    fn bend(order: i64, z: f64) -> f64 {
        (integral(order - 2, z) - 2.0 * integral(order, z) + integral(order + 2, z)) / 4.0
    }

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        assert_close!(derivative(2, 1.0).1, 0.2102436, 5e-8);
        assert_close!(second_derivative(2, 1.0), 0.13446683844358093, 1e-7);
    }

    #[test]
    fn value_and_derivatives_are_those_of_the_integral() {
        for order in 0..5 {
            for z in [0.2, 1.0, 1.7, 3.0] {
                let (value, z_bar) = derivative(order, z);
                assert_close!(value, integral(order, z), 1e-8, "J_{order}({z})");
                assert_close!(z_bar, slope(order, z), 1e-7, "J_{order}'({z})");
                assert_close!(second_derivative(order, z), bend(order, z), 1e-6, "J_{order}''({z})");
            }
        }
    }

    #[test]
    fn the_inverse_and_the_adjoint_restore() {
        let mut y = 0.75;
        bessel(&mut y, 3, 1.7);
        bessel::inverse(&mut y, 3, 1.7);
        assert_close!(y, 0.75, 1e-15);

        let (mut y_bar, mut z_bar) = ([1.0, -4.0], [0.0; 2]);
        bessel(&mut y, 3, 1.7);
        bessel::adjoint(&mut y, &mut y_bar, 3, 1.7, &mut z_bar);
        assert_close!(y, 0.75, 1e-15);
        assert_eq!(y_bar, [1.0, -4.0]);
        assert_all_close!(z_bar, [slope(3, 1.7), -4.0 * slope(3, 1.7)], 1e-7);
    }

    #[test]
    fn the_approximate_product_comes_back_with_its_dirt() {
        let (mut x, mut dirt) = (3.0, 1e-17);
        imul(&mut x, 0.7, &mut dirt);
        assert_close!(x, 2.1, 1e-15);
        assert_close!(dirt, 0.0, 1e-15);
        imul::inverse(&mut x, 0.7, &mut dirt);
        assert_all_close!([x, dirt], [3.0, 1e-17], 1e-16);
    }

    #[test]
    fn the_adjoint_of_the_product_is_what_differences_say() {
        let seeds = [1.5, -2.0];
        let differences = finite_difference::gradient(
            |v| {
                let (mut x, mut dirt) = (v[0], v[2]);
                imul(&mut x, v[1], &mut dirt);
                seeds[0] * x + seeds[1] * dirt
            },
            &[3.0, 0.7, 0.25],
        );
        let (mut x, mut dirt) = (3.0, 0.25);
        imul(&mut x, 0.7, &mut dirt);
        let ([mut x_bar, mut dirt_bar], mut factor_bar) = (seeds, 0.0);
        imul::adjoint(&mut x, &mut x_bar, 0.7, &mut factor_bar, &mut dirt, &mut dirt_bar);
        assert_all_close!([x, dirt], [3.0, 0.25], 1e-15);
        assert_all_close!([x_bar, factor_bar, dirt_bar], differences);
    }

    #[test]
    fn factorials_are_exact() {
        for (n, expected) in [1, 1, 2, 6, 24, 120].into_iter().enumerate() {
            let mut out = 7;
            factorial(&mut out, n as i64);
            assert_eq!(out, 7 + expected);
            factorial::inverse(&mut out, n as i64);
            assert_eq!(out, 7);
        }
    }
}

//! The exponential function by its Taylor series, in constant memory.
//!
//! Each term of the series is the one before times `x / n`. Floats cannot be multiplied in place and restored
//! exactly, so it seems that a program has to store every term. The paper's `iexp` uncomputes by arithmetic: the new
//! term determines the old one, `s = n s' / x`, and subtracting that leaves almost nothing in its place. The
//! remainder is rounding, which the inverse finds there and undoes.
//!
//! The paper clears the ancillae by undoing a routine; here their scope ends. In the reverse direction the loop ends
//! by the exact condition `n != 0`, although the terms are not exact.
//!
//! The paper continues while a term is above 1e-14. But the remainder is multiplied by `n / x` every other time, so
//! it outgrows the terms before that: the smaller the last term, the larger the rounding in all of them. The two meet
//! at about 1e-10, where this loop ends, with ten correct digits, as many as the paper's derivative has. It also
//! compares magnitudes, because for a negative `x` the paper's loop ends at the second term.

use retrograde::instructions::swap;
use retrograde::{Dual, Real, reversible};

/// Adds the exponential of `x`, which must not be zero, to `out`.
#[reversible]
fn iexp<T: Real>(out: &mut T, x: T) {
    let mut term = 1.0;
    let mut product = 0.0;
    let mut next = 0.0;
    let mut sum = 1.0;
    let mut n = 0;
    while (term.abs() > 1e-10, n != 0) {
        n += 1;
        product += term * x;
        next += product / n as T;
        sum += next;
        // Uncomputed by arithmetic: of both only rounding is left.
        term -= product / x;
        product -= next * n as T;
        swap(&mut term, &mut next);
    }
    *out += sum;
}

/// Returns the second derivative: the tangent of the gradient at a dual number.
fn second_derivative(x: f64) -> f64 {
    let (_, (x_bar,)) = iexp::gradient(Dual::new(x, 1.0));
    x_bar.tangent
}

fn main() {
    let x = 1.6;
    let (value, (x_bar,)) = iexp::gradient(x);
    println!("iexp(1.6)             = {value:.16}");
    println!("its derivative        = {x_bar:.16}");
    println!("its second derivative = {:.16}", second_derivative(x));
    println!("f64::exp(1.6)         = {:.16}", x.exp());
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_close, finite_difference};

    const POINTS: [f64; 7] = [-2.0, -0.3, 0.2, 0.5, 1.0, 1.6, 3.0];

    #[test]
    fn it_is_the_exponential_and_back() {
        for x in POINTS {
            let mut y = 0.5;
            iexp(&mut y, x);
            assert_close!(y, 0.5 + x.exp(), 1e-10, "at {x}");
            iexp::inverse(&mut y, x);
            assert_close!(y, 0.5, 1e-14, "at {x}");
        }
    }

    #[test]
    fn the_adjoint_is_the_exponential_too() {
        for x in POINTS {
            let (mut y, mut y_bar, mut x_bar) = (0.5, [1.0, -10.0], [0.0; 2]);
            iexp(&mut y, x);
            iexp::adjoint(&mut y, &mut y_bar, x, &mut x_bar);
            assert_close!(y, 0.5, 1e-14, "at {x}");
            assert_close!(x_bar[0], x.exp(), 1e-9, "at {x}");
            assert_close!(x_bar[1], -10.0 * x.exp(), 1e-9, "at {x}");
        }
    }

    #[test]
    fn the_derivative_has_the_digits_of_the_paper_that_are_not_rounding() {
        let (_, (x_bar,)) = iexp::gradient(1.6);
        assert_close!(x_bar, 4.9530324244260555, 1e-10);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seed = -1.5;
        let differences = finite_difference::derivative(
            |x| {
                let mut y = 0.0;
                iexp(&mut y, x);
                seed * y
            },
            1.6,
        );
        let (mut y, mut y_bar, mut x_bar) = (0.25, seed, 0.0);
        iexp(&mut y, 1.6);
        iexp::adjoint(&mut y, &mut y_bar, 1.6, &mut x_bar);
        assert_close!(y, 0.25, 1e-14);
        assert_eq!(y_bar, seed);
        assert_close!(x_bar, differences.value);
    }

    #[test]
    fn the_second_derivative_is_the_exponential_too() {
        for x in POINTS {
            assert_close!(second_derivative(x), x.exp(), 1e-8, "at {x}");
        }
    }
}

//! A reversible multiplier: `y += a * b`, and back.
//!
//! The first listing of the paper on reversible differentiation by a language embedded in Julia: `(2, 3, 5)` goes to
//! `(17, 3, 5)`, and the inverse program goes from there to `(2, 3, 5)`. The paper's function returns all of its
//! arguments, changed or not. Here a changing argument is `&mut`, as in any Rust program.

use retrograde::{Real, reversible};

/// Adds the product of `a` and `b` to `y`.
#[reversible]
fn multiplier<T: Real>(y: &mut T, a: T, b: T) {
    *y += a * b;
}

fn main() {
    let (mut y, a, b) = (2.0, 3.0, 5.0);
    multiplier(&mut y, a, b);
    println!("multiplier(2, 3, 5)           = ({y}, {a}, {b})");

    let (y_bar, mut a_bar, mut b_bar) = (&mut 1.0, 0.0, 0.0);
    multiplier::adjoint(&mut y, y_bar, a, &mut a_bar, b, &mut b_bar);
    println!("multiplier::adjoint(17, 3, 5) = ({y}, {a}, {b}) with the gradient ({y_bar}, {a_bar}, {b_bar})");

    multiplier(&mut y, a, b);
    multiplier::inverse(&mut y, a, b);
    println!("multiplier::inverse(17, 3, 5) = ({y}, {a}, {b})");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, finite_difference};

    #[test]
    fn seventeen_and_back() {
        let mut y = 2.0;
        multiplier(&mut y, 3.0, 5.0);
        assert_eq!(y, 17.0);
        multiplier::inverse(&mut y, 3.0, 5.0);
        assert_eq!(y, 2.0);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let seed = -2.5;
        let differences = finite_difference::gradient(
            |x| {
                let mut y = x[0];
                multiplier(&mut y, x[1], x[2]);
                seed * y
            },
            &[2.0, 3.0, 5.0],
        );
        let (mut y, mut y_bar, mut a_bar, mut b_bar) = (17.0, seed, 0.0, 0.0);
        multiplier::adjoint(&mut y, &mut y_bar, 3.0, &mut a_bar, 5.0, &mut b_bar);
        assert_eq!(y, 2.0);
        assert_all_close!([y_bar, a_bar, b_bar], differences);
    }

    #[test]
    fn the_cotangents_of_inputs_are_added_to() {
        let (mut y, mut y_bar, mut a_bar, mut b_bar) = (17.0, [1.0, -2.0], [100.0, 0.0], [0.0, 100.0]);
        multiplier::adjoint(&mut y, &mut y_bar, 3.0, &mut a_bar, 5.0, &mut b_bar);
        assert_eq!((a_bar, b_bar), ([105.0, -10.0], [3.0, 94.0]));
    }

    #[test]
    fn the_gradient_starts_from_zero() {
        assert_eq!(multiplier::gradient(3.0, 5.0), (15.0, (5.0, 3.0)));
    }
}

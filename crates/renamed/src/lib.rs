//! Everything that the macros emit, in a crate that knows Retrograde as `backwards`.
//!
//! Law: this crate compiles. Its tests show that the programs are the same as under the library's own name.

use backwards::prelude::*;

/// The library as a crate hands it on to its own users.
pub mod inside {
    pub use backwards as ad;
}

/// A structure that derivatives are taken with respect to.
#[derive(Clone, Debug, PartialEq, Differentiable)]
#[differentiable(crate = backwards)]
pub struct Spring<T> {
    /// Force for each unit of length.
    pub stiffness: T,
    /// The place where it exerts no force.
    pub rest: T,
}

/// Exchanges the numbers while the second changes its sign.
#[instruction(crate = backwards, inverse = turned_back, adjoint = turned_adjoint)]
pub fn turned<T: Real>(a: &mut T, b: &mut T) {
    core::mem::swap(a, b);
    *b = -*b;
}

/// Undoes [`turned()`].
#[instruction(crate = backwards, inverse = turned, adjoint = turned_back_adjoint)]
pub fn turned_back<T: Real>(a: &mut T, b: &mut T) {
    *b = -*b;
    core::mem::swap(a, b);
}

fn turned_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
    turned_back(a, b);
    *b_bar = b_bar.negated();
    core::mem::swap(a_bar, b_bar);
}

fn turned_back_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
    turned(a, b);
    core::mem::swap(a_bar, b_bar);
    *b_bar = b_bar.negated();
}

/// A primitive of this crate's.
#[primitive(crate = backwards, partials(3.0 * x * x))]
pub fn cube<T: Real>(x: T) -> T {
    x * x * x
}

/// Pulls at a spring.
#[reversible(crate = "backwards", check = "always")]
pub fn force<T: Real>(spring: &Spring<T>, x: T) -> T {
    let stretched = x - spring.rest;
    cube(stretched) * spring.stiffness
}

/// Turns a plane, and adds what a spring does there.
#[reversible(crate = crate::inside::ad)]
pub fn step<T: Real>(a: &mut T, b: &mut T, springs: &[Spring<T>]) {
    turned(a, b);
    for spring in springs {
        *a += force(spring, *b);
    }
}

/// A trait with a reversible method.
#[reversible(crate = backwards)]
pub trait Moves: Differentiable {
    /// Adds the moved values to `y`.
    fn moved(&self, y: &mut f64, x: &[f64]);
}

#[reversible(crate = backwards)]
impl Moves for Spring<f64> {
    fn moved(&self, y: &mut f64, x: &[f64]) {
        let mut w = vec![0.0; x.len()];
        for (w, x) in w.iter_mut().zip(x) {
            *w += x * self.stiffness;
        }
        for w in &w {
            *y += w.sin() * self.rest;
        }
    }
}

/// An ordinary function that takes a function.
#[differentiable(crate = backwards)]
pub fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

/// An ordinary function that hands on what it captures.
#[differentiable(crate = backwards)]
pub fn scaled(x: f64, by: f64) -> f64 {
    twice(|x| by * x * x, x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use backwards::{Active, value_and_gradient};

    fn spring() -> Spring<f64> {
        Spring { stiffness: 0.5, rest: 1.0 }
    }

    #[test]
    fn gradients_under_another_name() {
        let (value, (spring_bar, x_bar)) = force::gradient(&spring(), 3.0);
        assert_eq!((value, spring_bar.stiffness, spring_bar.rest, x_bar), (4.0, 8.0, -6.0, 6.0));
        step::check(&mut 1.5, &mut 0.25, &[spring(), spring()]).expect("the adjoint agrees with differences");
    }

    #[test]
    fn ordinary_functions_under_another_name() {
        let (value, (x_bar, by_bar)) = scaled::gradient(2.0, 0.5);
        assert_eq!((value, x_bar, by_bar), (2.0, 4.0, 12.0));
    }

    #[test]
    fn inverses_under_another_name() {
        let (mut a, mut b) = (1.5, 0.25);
        step(&mut a, &mut b, &[spring()]);
        step::inverse(&mut a, &mut b, &[spring()]);
        assert!((a - 1.5_f64).abs() < 1e-12 && (b - 0.25_f64).abs() < 1e-12);
    }

    #[test]
    fn methods_under_another_name() {
        let mut bar = SpringShadow { stiffness: 0.0, rest: 0.0 };
        let (mut y, mut x_bar) = (0.0, [0.0; 2]);
        spring().moved_sweep(&mut bar, &mut y, &mut 1.0, &[1.0, 2.0], &mut x_bar);
        let slope = |x: f64| 0.5 * (0.5 * x).cos();
        assert_eq!(x_bar, [slope(1.0), slope(2.0)]);
    }

    #[test]
    fn closures_under_another_name() {
        let f = |spring: Spring<Active>| force(&spring, Active::constant(3.0));
        let (value, bar) = value_and_gradient(f, &spring()).expect("a number");
        assert_eq!((value, bar.stiffness, bar.rest), (4.0, 8.0, -6.0));
    }
}

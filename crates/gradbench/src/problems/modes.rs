//! [`Mode`]: the slope of a function by its adjoint or by dual numbers, as a function that others differentiate; and the gradient of those in either mode.

use retrograde::{Cotangent, Dual, Real, reversible};

/// A way to differentiate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// By an adjoint, from the value to the variables.
    Reverse,
    /// By dual numbers, along one variable after the other.
    Forward,
}

/// A function of two variables that also reads `K` numbers.
pub trait Function<const K: usize> {
    /// Returns its value.
    fn at<T: Real>(x: [T; 2], held: [T; K]) -> T;

    /// Returns its cotangents by its adjoint: those of the variables, and those of the numbers.
    fn gradient<T: Real>(x: [T; 2], held: [T; K]) -> ([T; 2], [T; K]);
}

/// Returns the derivatives of a function by its variables. Marked functions call it.
#[inline(always)]
#[reversible(pull = bend::<_, _, F, K>)]
pub fn slope<T: Real, F: Function<K>, const K: usize>(
    x: [T; 2],
    held: [T; K],
    #[inactive] mode: Mode,
) -> [T; 2] {
    #[inactive]
    let slope: [T; 2] = slope_in::<T, F, K>(x, held, mode);
    [slope[0], slope[1]]
}

#[inline(always)]
fn slope_in<T: Real, F: Function<K>, const K: usize>(x: [T; 2], held: [T; K], mode: Mode) -> [T; 2] {
    match mode {
        Mode::Reverse => F::gradient(x, held).0,
        Mode::Forward => {
            let [a, b] = x.map(Dual::constant_of);
            let held = held.map(Dual::constant_of);
            [F::at([Dual::variable(x[0]), b], held).tangent, F::at([a, Dual::variable(x[1])], held).tangent]
        }
    }
}

/// Pulls cotangents of a slope back, whichever way it was computed: `Σ c_i ∂_i f` is the derivative of `f` along `c`, and the gradient of that is the adjoint of `f` at dual numbers.
#[inline(always)]
fn bend<T: Real, C: Cotangent<T>, F: Function<K>, const K: usize>(
    seed: [C; 2],
    x: [T; 2],
    x_bar: &mut [C; 2],
    held: [T; K],
    held_bar: &mut [C; K],
    mode: Mode,
) -> [T; 2] {
    for row in 0..C::ROWS {
        let along = [Dual::new(x[0], seed[0].row(row)), Dual::new(x[1], seed[1].row(row))];
        let (by_x, by_held) = F::gradient(along, held.map(Dual::constant_of));
        let one = |bar: Dual<T>| C::of_rows(|r| if r == row { bar.tangent } else { T::constant(0.0) });
        x_bar.iter_mut().zip(by_x).for_each(|(bar, by)| *bar = bar.plus(one(by)));
        held_bar.iter_mut().zip(by_held).for_each(|(bar, by)| *bar = bar.plus(one(by)));
    }
    slope_in::<T, F, K>(x, held, mode)
}

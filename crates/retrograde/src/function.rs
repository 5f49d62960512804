//! [`Reversible`]: reversible functions as values, which other reversible functions call, compose and uncall.
//!
//! `struct f {}` implements it if the arguments of `f` are all numbers. Laws: `uncall` undoes `call`; the adjoint
//! maps the state and its cotangents after the function to those before it, and adds to the cotangents of the inputs.

use crate::Irreversible;
use crate::loans::{Decides, undecided_value};
use retrograde_numbers::{Cotangent, Shadow};
use retrograde_rules::Real;

/// A reversible function of numbers: a map that changes a state in place, with inputs that it reads.
///
/// The state is what the function takes by `&mut`, one number after another in the order of its signature; the inputs
/// are the other arguments, likewise. A slice takes what the others leave, so there is at most one in each. A function
/// that returns a value adds it to its state.
///
/// | function | state | inputs |
/// |---|---|---|
/// | `fn step(q: &mut T, p: &mut T, k: T)` | `q, p` | `k` |
/// | `fn force(a: &mut [T], q: &[T], k: T)` | `a…` | `q…, k` |
/// | `fn square(x: T) -> T` | the place to which it is added | `x` |
///
/// A reversible function takes another one as `f: &F`, calls it by `f(&mut state, &inputs)` and uncalls it by
/// `f::inverse(&mut state, &inputs)`; a single number stands for itself in both places, and inputs may be left away.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::{Reversible, compose, Inverse};
///
/// /// A step of an oscillator.
/// #[reversible]
/// fn step<T: Real>(position: &mut T, velocity: &mut T) {
///     *velocity -= 0.1 * *position;
///     *position += 0.1 * *velocity;
/// }
///
/// /// Any step, as often as is wished.
/// #[reversible]
/// fn repeat<T: Real, F: Reversible<T>>(f: &F, state: &mut [T], times: usize) {
///     for _i in 0..times {
///         f(&mut state);
///     }
/// }
///
/// let mut state = [1.0, 0.0];
/// repeat(&step {}, &mut state, 1000);
/// let mut bars = [1.0, 0.0];
/// repeat::adjoint(&step {}, &mut state, &mut bars, 1000);
/// assert!((state[0] - 1.0_f64).abs() < 1e-12 && state[1].abs() < 1e-12);
///
/// // Values: one after the other, and backwards.
/// repeat(&compose(step {}, Inverse(step {})), &mut state, 10);
/// assert!((state[0] - 1.0).abs() < 1e-12);
/// ```
///
/// A function that is given a number, or an array of known length, has as many numbers in its state, which the compiler sees:
///
/// ```compile_fail,E0080
/// # use retrograde::prelude::*;
/// # #[reversible]
/// # fn step<T: Real>(position: &mut T, velocity: &mut T) {
/// #     *velocity -= 0.1 * *position;
/// #     *position += 0.1 * *velocity;
/// # }
/// #[reversible]
/// fn once<T: Real, F: Reversible<T>>(f: &F, y: &mut T) {
///     f(&mut *y);
/// }
///
/// once(&step {}, &mut 1.0); // `step` has a position and a velocity.
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no reversible function of `{T}`",
    note = "a function `f` that is marked `#[reversible]` is passed by its type, written with braces: `&f {{}}`"
)]
pub trait Reversible<T: Real> {
    #[doc(hidden)]
    const __STATE: Length = Length::ANY;

    #[doc(hidden)]
    const __INPUTS: Length = Length::ANY;

    /// The arguments on which it decides: bit 0 is the state, bit 1 the inputs.
    #[doc(hidden)]
    const __DECIDES: Decides = Decides::START;

    /// Runs the function on a state.
    fn call(&self, y: &mut [T], x: &[T]);

    /// Runs its inverse.
    fn uncall(&self, y: &mut [T], x: &[T]);

    /// Maps the state and its cotangents after the function to those before it; adds to the cotangents of the inputs.
    fn adjoint<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: &mut [C]) {
        self.__adjoint(y, y_bar, x, x_bar);
    }

    /// Runs the function and its adjoint together: the state is that after the function, its cotangents those before
    /// it.
    fn sweep<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: &mut [C]) {
        self.__sweep(y, y_bar, x, x_bar);
    }

    /// Runs the function with checks, and returns their errors.
    ///
    /// # Errors
    ///
    /// The error of a failed check; the state is as it was when the check failed. A function that was implemented by
    /// hand has no checks here and never fails.
    fn try_call(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.call(y, x);
        Ok(())
    }

    /// Runs its inverse with checks, and returns their errors.
    ///
    /// # Errors
    ///
    /// See [`try_call`](Reversible::try_call).
    fn try_inverse(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.uncall(y, x);
        Ok(())
    }

    #[doc(hidden)]
    fn __adjoint<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: impl Shadow<T, C>);

    #[doc(hidden)]
    fn __inverse_adjoint<C: Cotangent<T>>(
        &self,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        x_bar: impl Shadow<T, C>,
    );

    #[doc(hidden)]
    fn __sweep<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: impl Shadow<T, C>) {
        self.call(y, x);
        self.__adjoint(y, y_bar, x, x_bar);
        self.call(y, x);
    }
}

/// The number of numbers in the state of a function, or in its inputs.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The least number.
    pub fixed: usize,
    /// True if there may be more, because a slice contains the rest.
    pub open: bool,
}

impl Length {
    /// Any number.
    pub const ANY: Length = Length { fixed: 0, open: true };

    /// True if a slice of `n` numbers has the right length.
    pub const fn fits(self, n: usize) -> bool {
        n == self.fixed || self.open && n > self.fixed
    }

    /// Returns the length of two arguments together.
    pub const fn plus(self, other: Length) -> Length {
        Length { fixed: self.fixed + other.fixed, open: self.open || other.open }
    }

    /// Returns the length of arguments that two functions share.
    pub const fn and(self, other: Length) -> Length {
        if self.open && (!other.open || other.fixed > self.fixed) { other } else { self }
    }
}

/// Checks at compile time that a function which is an argument takes a state of `N` numbers.
#[doc(hidden)]
#[inline(always)]
pub fn takes_state<const N: usize, T: Real, F: Reversible<T> + ?Sized>(_: &F) {
    const {
        assert!(
            F::__STATE.fits(N),
            "this function has more or fewer numbers in its state than it is given: \
            several are given to it as one array or slice"
        );
    }
}

/// Checks at compile time that a function which is an argument takes `N` inputs.
#[doc(hidden)]
#[inline(always)]
pub fn takes_inputs<const N: usize, T: Real, F: Reversible<T> + ?Sized>(_: &F) {
    const {
        assert!(F::__INPUTS.fits(N), "this function has more or fewer inputs than it is given");
    }
}

impl<T: Real, F: Reversible<T>> Reversible<T> for &F {
    const __STATE: Length = F::__STATE;
    const __INPUTS: Length = F::__INPUTS;
    const __DECIDES: Decides = F::__DECIDES;

    #[inline]
    fn call(&self, y: &mut [T], x: &[T]) {
        (**self).call(y, x);
    }
    #[inline]
    fn uncall(&self, y: &mut [T], x: &[T]) {
        (**self).uncall(y, x);
    }
    #[inline]
    fn try_call(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        (**self).try_call(y, x)
    }
    #[inline]
    fn try_inverse(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        (**self).try_inverse(y, x)
    }
    #[inline]
    fn __adjoint<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: impl Shadow<T, C>) {
        (**self).__adjoint(y, y_bar, x, x_bar);
    }
    #[inline]
    fn __inverse_adjoint<C: Cotangent<T>>(
        &self,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        x_bar: impl Shadow<T, C>,
    ) {
        (**self).__inverse_adjoint(y, y_bar, x, x_bar);
    }
    #[inline]
    fn __sweep<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: impl Shadow<T, C>) {
        (**self).__sweep(y, y_bar, x, x_bar);
    }
}

/// The inverse of a reversible function, as a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inverse<F>(pub F);

impl<T: Real, F: Reversible<T>> Reversible<T> for Inverse<F> {
    const __STATE: Length = F::__STATE;
    const __INPUTS: Length = F::__INPUTS;
    const __DECIDES: Decides = F::__DECIDES.inverted();

    #[inline]
    fn call(&self, y: &mut [T], x: &[T]) {
        self.0.uncall(y, x);
    }
    #[inline]
    fn uncall(&self, y: &mut [T], x: &[T]) {
        self.0.call(y, x);
    }
    #[inline]
    fn try_call(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.0.try_inverse(y, x)
    }
    #[inline]
    fn try_inverse(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.0.try_call(y, x)
    }
    #[inline]
    fn __adjoint<C: Cotangent<T>>(&self, y: &mut [T], y_bar: &mut [C], x: &[T], x_bar: impl Shadow<T, C>) {
        self.0.__inverse_adjoint(y, y_bar, x, x_bar);
    }
    #[inline]
    fn __inverse_adjoint<C: Cotangent<T>>(
        &self,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        x_bar: impl Shadow<T, C>,
    ) {
        self.0.__adjoint(y, y_bar, x, x_bar);
    }
}

/// Two reversible functions, one after the other; see [`compose`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Compose<F, G>(pub F, pub G);

/// First `f`, then `g`, on one state and with the same inputs.
///
/// Its inverse is that of `g`, then that of `f`.
pub fn compose<F, G>(f: F, g: G) -> Compose<F, G> {
    Compose(f, g)
}

impl<T: Real, F: Reversible<T>, G: Reversible<T>> Reversible<T> for Compose<F, G> {
    const __STATE: Length = F::__STATE.and(G::__STATE);
    const __INPUTS: Length = F::__INPUTS.and(G::__INPUTS);
    const __DECIDES: Decides = F::__DECIDES.and(G::__DECIDES);

    #[inline]
    fn call(&self, y: &mut [T], x: &[T]) {
        self.0.call(y, x);
        self.1.call(y, x);
    }
    #[inline]
    fn uncall(&self, y: &mut [T], x: &[T]) {
        undecided_value::<0, 0, T, F>(&self.0);
        self.1.uncall(y, x);
        self.0.uncall(y, x);
    }
    #[inline]
    fn try_call(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.0.try_call(y, x)?;
        self.1.try_call(y, x)
    }
    #[inline]
    fn try_inverse(&self, y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        self.1.try_inverse(y, x)?;
        self.0.try_inverse(y, x)
    }
    #[inline]
    fn __adjoint<C: Cotangent<T>>(
        &self,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        undecided_value::<0, 0, T, F>(&self.0);
        self.1.__adjoint(y, y_bar, x, x_bar.again());
        self.0.__adjoint(y, y_bar, x, x_bar.again());
    }
    #[inline]
    fn __inverse_adjoint<C: Cotangent<T>>(
        &self,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        self.0.__inverse_adjoint(y, y_bar, x, x_bar.again());
        self.1.__inverse_adjoint(y, y_bar, x, x_bar.again());
    }
}

//! [`Reversible`](crate::Reversible) of a described function: state and inputs are in two flat slices.
//!
//! The state is borrowed in parts; inputs are read from their slice. Shadows of several inputs share their storage. A
//! function that returns a value adds it to its state.

use super::flat::{Flat, FlatMut};
use super::{Argument, Carrying, Changing, Described, Piece, Returning, Taken};
use crate::__private::takes;
use crate::Irreversible;
use crate::function::Length;
use crate::loans::Decides;
use retrograde_numbers::{Cotangent, Shadow};
use retrograde_rules::Real;
use retrograde_rules::operator::Packed;

/// An argument, or a list of them, that is state or an input.
pub trait Seated<T: Real>: Argument<T> {
    /// The storage of the argument, or its place.
    type Seat<'a>;
    /// Takes it from the inputs, or its place from the state.
    fn seat<'a>(lengths: &Self::Lengths, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> Self::Seat<'a>;
    /// Passes it to the function.
    fn seated<'b>(seat: &'b mut Self::Seat<'_>) -> Self::Taken<'b>;
    /// The storage of its cotangents, or the shadow of all inputs and its position there.
    type Carried<'a, C: Cotangent<T>, S>;
    /// Takes them from those of the state, or the next one from those of the inputs, at index `at`.
    fn carried<'a, C: Cotangent<T>, S>(
        lengths: &Self::Lengths,
        y_bar: &mut FlatMut<'a, C>,
        at: &mut usize,
        shadow: &mut impl FnMut() -> S,
    ) -> Self::Carried<'a, C, S>;
    /// The further argument of a program.
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>;
    /// Passes it to the program.
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(
        carried: &'b mut Self::Carried<'_, C, S>,
    ) -> Self::Shadow<'b, C, S>;
}

impl<T: Real> Seated<T> for () {
    type Seat<'a> = ();
    #[inline]
    fn seat<'a>((): &(), _: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) {}
    #[inline]
    fn seated((): &mut ()) {}
    type Carried<'a, C: Cotangent<T>, S> = ();
    #[inline]
    fn carried<'a, C: Cotangent<T>, S>(
        (): &(),
        _: &mut FlatMut<'a, C>,
        _: &mut usize,
        _: &mut impl FnMut() -> S,
    ) {
    }
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = ();
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>((): &'b mut ()) {}
}

impl<T: Real, A: Seated<T>, B: Seated<T>> Seated<T> for (A, B) {
    type Seat<'a> = (A::Seat<'a>, B::Seat<'a>);
    #[inline]
    fn seat<'a>((a, b): &Self::Lengths, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> Self::Seat<'a> {
        let first = A::seat(a, x, y);
        (first, B::seat(b, x, y))
    }
    #[inline]
    fn seated<'b>((a, b): &'b mut Self::Seat<'_>) -> Self::Taken<'b> {
        (A::seated(a), B::seated(b))
    }
    type Carried<'a, C: Cotangent<T>, S> = (A::Carried<'a, C, S>, B::Carried<'a, C, S>);
    #[inline]
    fn carried<'a, C: Cotangent<T>, S>(
        (a, b): &Self::Lengths,
        y_bar: &mut FlatMut<'a, C>,
        at: &mut usize,
        shadow: &mut impl FnMut() -> S,
    ) -> Self::Carried<'a, C, S> {
        let first = A::carried(a, y_bar, at, shadow);
        (first, B::carried(b, y_bar, at, shadow))
    }
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = (A::Shadow<'b, C, S>, B::Shadow<'b, C, S>);
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(
        (a, b): &'b mut Self::Carried<'_, C, S>,
    ) -> Self::Shadow<'b, C, S> {
        (A::shadow(a), B::shadow(b))
    }
}

/// Returns how many inputs a function takes.
pub const fn inputs<T: Real, F: Described<T>>() -> Length {
    F::Arguments::READ
}

/// Returns what a function as a value decides on: bit 0 is the state, bit 1 the inputs.
pub const fn decides<T: Real, F: Described<T>>() -> Decides {
    F::DECIDES.gathered(!F::Arguments::IS_READ, F::Arguments::IS_READ)
}

/// Holds a length against what a function takes, and returns what is left for its slice.
#[inline]
#[track_caller]
fn rest<T: Real, F: Described<T>>(what: &str, takes_so_many: Length, length: usize) -> usize {
    takes(F::NAME, what, takes_so_many.fixed, takes_so_many.open, length);
    length - takes_so_many.fixed
}

/// Calls with the shadows of all inputs: there is one, or they share their storage.
macro_rules! with_shadows {
    ($L:ty, $x_bar:ident, |$shadow:ident| $call:expr) => {{
        if <$L>::COUNT > 1 {
            let all = $x_bar.shared();
            let $shadow = &mut || all;
            $call
        } else {
            let mut one = Some($x_bar);
            let $shadow = &mut || one.take().unwrap_or_else(|| crate::__private::unreached());
            $call
        }
    }};
}

/// The functions that change their state.
pub mod changing {
    use super::*;

    /// Returns the number of numbers of the state.
    pub const fn state<T: Real, F: Described<T>>() -> Length {
        F::Arguments::STATE
    }

    /// Calls a function with the arguments, taken from the two slices.
    #[inline]
    #[track_caller]
    fn through<T: Real, F: Changing<T>, R>(
        y: &mut [T],
        x: &[T],
        run: impl FnOnce(Taken<'_, T, F>) -> R,
    ) -> R {
        let state = rest::<T, F>("state", F::Arguments::STATE, y.len());
        let read = rest::<T, F>("inputs", F::Arguments::READ, x.len());
        let lengths = F::Arguments::lengths(state, read);
        let mut seat = F::Arguments::seat(&lengths, &mut Flat(x), &mut FlatMut(y));
        run(F::Arguments::seated(&mut seat))
    }

    /// Runs the function.
    #[inline]
    #[track_caller]
    pub fn call<T: Real, F: Changing<T>>(y: &mut [T], x: &[T]) {
        through::<T, F, _>(y, x, |taken| {
            F::value_of(taken);
        });
    }

    /// Runs its inverse.
    #[inline]
    #[track_caller]
    pub fn uncall<T: Real, F: Changing<T>>(y: &mut [T], x: &[T]) {
        through::<T, F, _>(y, x, F::undo);
    }

    /// Runs it with checks.
    #[inline]
    #[track_caller]
    pub fn try_call<T: Real, F: Changing<T>>(y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        through::<T, F, _>(y, x, F::tried)
    }

    /// Runs its inverse with checks.
    #[inline]
    #[track_caller]
    pub fn try_inverse<T: Real, F: Changing<T>>(y: &mut [T], x: &[T]) -> Result<(), Irreversible> {
        through::<T, F, _>(y, x, F::undo_tried)
    }

    /// Runs a program that propagates cotangents.
    #[inline]
    #[track_caller]
    fn carry<T: Real, F: Changing<T>, C: Cotangent<T>, S: Shadow<T, C>>(
        program: Carrying,
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        shadow: &mut impl FnMut() -> S,
    ) {
        let state = rest::<T, F>("state", F::Arguments::STATE, y.len());
        let bars = rest::<T, F>("state", F::Arguments::STATE, y_bar.len());
        let read = rest::<T, F>("inputs", F::Arguments::READ, x.len());
        let mut seat = F::Arguments::seat(&F::Arguments::lengths(state, read), &mut Flat(x), &mut FlatMut(y));
        let lengths = F::Arguments::lengths(bars, read);
        let mut carried = F::Arguments::carried(&lengths, &mut FlatMut(y_bar), &mut 0, shadow);
        F::carried::<C, S>(program, F::Arguments::seated(&mut seat), F::Arguments::shadow(&mut carried));
    }

    /// Runs the adjoint.
    #[inline]
    #[track_caller]
    pub fn adjoint<T: Real, F: Changing<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(
            Carrying::Adjoint,
            y,
            y_bar,
            x,
            shadow
        ));
    }

    /// Runs the adjoint of the inverse.
    #[inline]
    #[track_caller]
    pub fn inverse_adjoint<T: Real, F: Changing<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(
            Carrying::InverseAdjoint,
            y,
            y_bar,
            x,
            shadow
        ));
    }

    /// Runs the function and its adjoint together.
    #[inline]
    #[track_caller]
    pub fn sweep<T: Real, F: Changing<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(
            Carrying::Sweep,
            y,
            y_bar,
            x,
            shadow
        ));
    }
}

/// The functions that return a value.
pub mod returning {
    use super::*;

    /// Returns the number of numbers of the value.
    pub const fn state<T: Real, F: Described<T>>() -> Length {
        Length { fixed: F::Value::LENGTH, open: false }
    }

    #[inline]
    #[track_caller]
    fn valued<T: Real, F: Returning<T>>(y: &[T], x: &[T]) -> F::Value {
        rest::<T, F>("state", state::<T, F>(), y.len());
        let read = rest::<T, F>("inputs", F::Arguments::READ, x.len());
        let lengths = F::Arguments::lengths(0, read);
        let mut seat = F::Arguments::seat(&lengths, &mut Flat(x), &mut FlatMut(&mut []));
        F::value_of(F::Arguments::seated(&mut seat))
    }

    /// Adds the value.
    #[inline]
    #[track_caller]
    pub fn call<T: Real, F: Returning<T>>(y: &mut [T], x: &[T]) {
        valued::<T, F>(y, x).accumulate(y);
    }

    /// Subtracts it.
    #[inline]
    #[track_caller]
    pub fn uncall<T: Real, F: Returning<T>>(y: &mut [T], x: &[T]) {
        valued::<T, F>(y, x).subtract(y);
    }

    /// Pulls the cotangent of the value back, each number of it changed, and returns the value.
    #[inline]
    #[track_caller]
    fn carry<T: Real, F: Returning<T>, C: Cotangent<T>, S: Shadow<T, C>>(
        y: &[T],
        y_bar: &[C],
        each: impl Fn(C) -> C + Copy,
        x: &[T],
        shadow: &mut impl FnMut() -> S,
    ) -> F::Value {
        rest::<T, F>("state", state::<T, F>(), y.len());
        let read = rest::<T, F>("inputs", F::Arguments::READ, x.len());
        let lengths = F::Arguments::lengths(0, read);
        let mut seat = F::Arguments::seat(&lengths, &mut Flat(x), &mut FlatMut(&mut []));
        let seed = F::Value::gathered(y_bar, each);
        let mut carried = F::Arguments::carried::<C, S>(&lengths, &mut FlatMut(&mut []), &mut 0, shadow);
        F::pulled_back::<C, S>(seed, F::Arguments::seated(&mut seat), F::Arguments::shadow(&mut carried))
    }

    /// Runs the adjoint of the sum.
    #[inline]
    #[track_caller]
    pub fn adjoint<T: Real, F: Returning<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        let value =
            with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(y, y_bar, |c| c, x, shadow));
        value.subtract(y);
    }

    /// Runs the adjoint of the difference.
    #[inline]
    #[track_caller]
    pub fn inverse_adjoint<T: Real, F: Returning<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        let value =
            with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(y, y_bar, C::negated, x, shadow));
        value.accumulate(y);
    }

    /// Runs the sum and its adjoint in one.
    #[inline]
    #[track_caller]
    pub fn sweep<T: Real, F: Returning<T>, C: Cotangent<T>>(
        y: &mut [T],
        y_bar: &mut [C],
        x: &[T],
        mut x_bar: impl Shadow<T, C>,
    ) {
        let value =
            with_shadows!(F::Arguments, x_bar, |shadow| carry::<T, F, C, _>(y, y_bar, |c| c, x, shadow));
        value.accumulate(y);
    }
}

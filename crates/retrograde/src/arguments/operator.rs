//! The [`Operator`](crate::Operator) of a described function: takes its arguments from flat slices, and writes them
//! back there.
//!
//! State and inputs are in one slice, in the order of the signature. An argument that is not a slice is copied;
//! slices are passed without a copy. Law: the slices have the right lengths, which [`value`] and [`pull`] check
//! first.

use super::flat::{Flat, FlatMut};
use super::{Argument, Described, Pulled};
use crate::__private::{beside, fits};
use retrograde_numbers::Cotangent;
use retrograde_rules::Real;
use retrograde_rules::operator::{Inputs, Operator, Packed};

/// An argument, or a list of them, that is taken from flat slices.
pub trait Operand<T: Real>: Argument<T> {
    /// The storage of the argument while the function runs.
    type Room<'a>;
    /// Takes it from the inputs, and its place from the outputs.
    fn room<'a>(lengths: &Self::Lengths, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> Self::Room<'a>;
    /// Passes it to the function.
    fn taken<'b>(room: &'b mut Self::Room<'_>) -> Self::Taken<'b>;
    /// Writes the changed argument to its place.
    fn done(room: Self::Room<'_>);

    /// The storage of the argument while its cotangent is pulled back, which changes none of the caller's slices.
    type Own<'a>;
    /// Takes it from the inputs.
    fn own<'a>(lengths: &Self::Lengths, x: &mut Flat<'a, T>) -> Self::Own<'a>;
    /// Passes it to the function.
    fn taken_own<'b>(own: &'b mut Self::Own<'_>) -> Self::Taken<'b>;

    /// Writes the changed argument, as it is there, to its place among the outputs.
    fn left(own: &Self::Own<'_>, y: &mut FlatMut<'_, T>);

    /// The storage of the cotangents of the argument.
    type Bar<'a, C: Cotangent<T>>;
    /// Makes it from the cotangents of the outputs; its place is among those of the inputs.
    fn bar<'a, C: Cotangent<T>>(
        lengths: &Self::Lengths,
        y_bar: &mut Flat<'a, C>,
        x_bar: &mut FlatMut<'a, C>,
    ) -> Self::Bar<'a, C>;
    /// Passes it to the function.
    fn lent<'b, C: Cotangent<T>>(bar: &'b mut Self::Bar<'_, C>) -> Self::Lent<'b, C>;
    /// Adds it to its place.
    fn back<C: Cotangent<T>>(bar: Self::Bar<'_, C>);
}

/// The empty list.
impl<T: Real> Operand<T> for () {
    type Room<'a> = ();
    #[inline]
    fn room<'a>((): &(), _: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) {}
    #[inline]
    fn taken((): &mut ()) {}
    #[inline]
    fn done((): ()) {}
    type Own<'a> = ();
    #[inline]
    fn own<'a>((): &(), _: &mut Flat<'a, T>) {}
    #[inline]
    fn taken_own((): &mut ()) {}
    #[inline]
    fn left((): &(), _: &mut FlatMut<'_, T>) {}
    type Bar<'a, C: Cotangent<T>> = ();
    #[inline]
    fn bar<'a, C: Cotangent<T>>((): &(), _: &mut Flat<'a, C>, _: &mut FlatMut<'a, C>) {}
    #[inline]
    fn lent<C: Cotangent<T>>((): &mut ()) {}
    #[inline]
    fn back<C: Cotangent<T>>((): ()) {}
}

/// A list with a first argument.
impl<T: Real, A: Operand<T>, B: Operand<T>> Operand<T> for (A, B) {
    type Room<'a> = (A::Room<'a>, B::Room<'a>);
    #[inline]
    fn room<'a>((a, b): &Self::Lengths, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> Self::Room<'a> {
        let first = A::room(a, x, y);
        (first, B::room(b, x, y))
    }
    #[inline]
    fn taken<'b>((a, b): &'b mut Self::Room<'_>) -> Self::Taken<'b> {
        (A::taken(a), B::taken(b))
    }
    #[inline]
    fn done((a, b): Self::Room<'_>) {
        A::done(a);
        B::done(b);
    }
    type Own<'a> = (A::Own<'a>, B::Own<'a>);
    #[inline]
    fn own<'a>((a, b): &Self::Lengths, x: &mut Flat<'a, T>) -> Self::Own<'a> {
        let first = A::own(a, x);
        (first, B::own(b, x))
    }
    #[inline]
    fn taken_own<'b>((a, b): &'b mut Self::Own<'_>) -> Self::Taken<'b> {
        (A::taken_own(a), B::taken_own(b))
    }
    #[inline]
    fn left((a, b): &Self::Own<'_>, y: &mut FlatMut<'_, T>) {
        A::left(a, y);
        B::left(b, y);
    }
    type Bar<'a, C: Cotangent<T>> = (A::Bar<'a, C>, B::Bar<'a, C>);
    #[inline]
    fn bar<'a, C: Cotangent<T>>(
        (a, b): &Self::Lengths,
        y_bar: &mut Flat<'a, C>,
        x_bar: &mut FlatMut<'a, C>,
    ) -> Self::Bar<'a, C> {
        let first = A::bar(a, y_bar, x_bar);
        (first, B::bar(b, y_bar, x_bar))
    }
    #[inline]
    fn lent<'b, C: Cotangent<T>>((a, b): &'b mut Self::Bar<'_, C>) -> Self::Lent<'b, C> {
        (A::lent(a), B::lent(b))
    }
    #[inline]
    fn back<C: Cotangent<T>>((a, b): Self::Bar<'_, C>) {
        A::back::<C>(a);
        B::back::<C>(b);
    }
}

/// Returns the number of inputs of the function.
pub fn inputs<T: Real, F: Described<T>>() -> Inputs {
    let inputs = F::Arguments::INPUTS;
    if inputs.open { Inputs::AtLeast(inputs.fixed) } else { Inputs::Exactly(inputs.fixed) }
}

/// Returns the number of outputs of the function for this number of inputs.
pub fn outputs<T: Real, F: Described<T>>(count: usize) -> usize {
    let (inputs, state) = (F::Arguments::INPUTS, F::Arguments::STATE);
    F::Value::LENGTH + state.fixed + if state.open { count - inputs.fixed } else { 0 }
}

/// `y ← f(x)`
#[track_caller]
pub fn value<T: Real, F: Described<T, Arguments: Operand<T>> + Operator<T>>(f: &F, x: &[T], y: &mut [T]) {
    fits(f, x.len(), y.len());
    run::<T, F::Arguments, F::Value>(&lengths::<T, F>(x.len()), x, y, F::value_of);
}

/// `x_bar += (∂f/∂x)ᵀ y_bar`
#[track_caller]
pub fn pull<T: Real, F: Pulled<T, Arguments: Operand<T>> + Operator<T>>(
    f: &F,
    x: &[T],
    y_bar: &[T],
    x_bar: &mut [T],
) {
    fits(f, x.len(), y_bar.len());
    beside(x.len(), x_bar.len());
    pull_back::<T, F::Arguments, F::Value, T>(&lengths::<T, F>(x.len()), x, &mut [], y_bar, x_bar, F::pulled);
}

/// Returns the lengths of slices: the only slice has the numbers that remain.
fn lengths<T: Real, F: Described<T>>(count: usize) -> <F::Arguments as Argument<T>>::Lengths {
    let rest = count - F::Arguments::INPUTS.fixed;
    F::Arguments::lengths(rest, rest)
}

/// Runs a function on slices of the right lengths.
#[inline]
pub fn run<T: Real, L: Operand<T>, V: Packed<T>>(
    lengths: &L::Lengths,
    x: &[T],
    y: &mut [T],
    run: impl FnOnce(L::Taken<'_>) -> V,
) {
    let mut y = FlatMut(y);
    let first = y.slice(V::LENGTH);
    let mut room = L::room(lengths, &mut Flat(x), &mut y);
    run(L::taken(&mut room)).pack(first);
    L::done(room);
}

/// Pulls cotangents back, in slices of the right lengths. Writes the outputs, too, unless `y` is empty.
#[inline]
pub fn pull_back<T: Real, L: Operand<T>, V: Packed<T>, C: Cotangent<T>>(
    lengths: &L::Lengths,
    x: &[T],
    y: &mut [T],
    y_bar: &[C],
    x_bar: &mut [C],
    pull: impl FnOnce(V::With<C>, L::Taken<'_>, L::Lent<'_, C>) -> V,
) {
    let mut seeds = Flat(y_bar);
    let seed = V::gathered(seeds.slice(V::LENGTH), |c| c);
    let mut own = L::own(lengths, &mut Flat(x));
    let mut bar = L::bar(lengths, &mut seeds, &mut FlatMut(x_bar));
    let value = pull(seed, L::taken_own(&mut own), L::lent(&mut bar));
    L::back::<C>(bar);
    if !y.is_empty() {
        let mut y = FlatMut(y);
        value.pack(y.slice(V::LENGTH));
        L::left(&own, &mut y);
    }
}

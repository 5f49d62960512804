//! The [`Operator`](crate::Operator) of a described function: takes its arguments from flat slices, and writes them
//! back there.
//!
//! State and inputs are in one slice, in the order of the signature. An argument that is not a slice is copied;
//! slices are passed without a copy. Law: the slices have the right lengths, which [`value`] and [`pull`] check
//! first.

use super::flat::{Flat, FlatMut};
use super::{Argument, Described, Pulled};
use crate::__private::{beside, fits};
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

    /// The storage of the cotangent of the argument.
    type Bar<'a>;
    /// Makes it from the cotangents of the outputs; its place is among those of the inputs.
    fn bar<'a>(lengths: &Self::Lengths, y_bar: &mut Flat<'a, T>, x_bar: &mut FlatMut<'a, T>)
    -> Self::Bar<'a>;
    /// Passes it to the function.
    fn lent<'b>(bar: &'b mut Self::Bar<'_>) -> Self::Lent<'b>;
    /// Adds it to its place.
    fn back(bar: Self::Bar<'_>);
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
    type Bar<'a> = ();
    #[inline]
    fn bar<'a>((): &(), _: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) {}
    #[inline]
    fn lent((): &mut ()) {}
    #[inline]
    fn back((): ()) {}
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
    type Bar<'a> = (A::Bar<'a>, B::Bar<'a>);
    #[inline]
    fn bar<'a>((a, b): &Self::Lengths, y_bar: &mut Flat<'a, T>, x_bar: &mut FlatMut<'a, T>) -> Self::Bar<'a> {
        let first = A::bar(a, y_bar, x_bar);
        (first, B::bar(b, y_bar, x_bar))
    }
    #[inline]
    fn lent<'b>((a, b): &'b mut Self::Bar<'_>) -> Self::Lent<'b> {
        (A::lent(a), B::lent(b))
    }
    #[inline]
    fn back((a, b): Self::Bar<'_>) {
        A::back(a);
        B::back(b);
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
    pull_back::<T, F::Arguments, F::Value>(&lengths::<T, F>(x.len()), x, y_bar, x_bar, F::pulled);
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

/// Pulls cotangents back, in slices of the right lengths.
#[inline]
pub fn pull_back<T: Real, L: Operand<T>, V: Packed<T>>(
    lengths: &L::Lengths,
    x: &[T],
    y_bar: &[T],
    x_bar: &mut [T],
    pull: impl FnOnce(V, L::Taken<'_>, L::Lent<'_>),
) {
    let mut seeds = Flat(y_bar);
    let seed = seeds.take();
    let mut own = L::own(lengths, &mut Flat(x));
    let mut bar = L::bar(lengths, &mut seeds, &mut FlatMut(x_bar));
    pull(seed, L::taken_own(&mut own), L::lent(&mut bar));
    L::back(bar);
}

//! The kinds of arguments: their types in a function, and how they are read from flat slices.
//!
//! | the signature | the list |
//! |---|---|
//! | `y: &mut T`, `&mut [T; N]`, `&mut [T]` | `State<T>`, `State<[T; N]>`, `State<[T]>` |
//! | `y: &mut T` that is only added to, among others like it | `Output<T>` |
//! | `x: &T`, `&[T; N]`, `&[T]` | `Read<T>`, `Read<[T; N]>`, `Read<[T]>` |
//! | `x: T`, `[T; N]` | `Given<T>`, `Given<[T; N]>` |

use super::flat::{Flat, FlatMut};
use super::operator::Operand;
use super::value::Seated;
use super::{Argument, Piece};
use crate::function::Length;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use retrograde_numbers::{Cotangent, Shadow};
use retrograde_rules::Real;
use retrograde_rules::operator::Packed;

/// An argument behind `&mut`.
#[derive(Debug)]
pub struct State<P: ?Sized>(PhantomData<P>);

/// An argument behind `&mut` that is only added to: an operator starts it at zero.
#[derive(Debug)]
pub struct Output<P>(PhantomData<P>);

/// An argument behind `&`.
#[derive(Debug)]
pub struct Read<P: ?Sized>(PhantomData<P>);

/// An argument by value.
#[derive(Debug)]
pub struct Given<P>(PhantomData<P>);

/// No numbers.
pub(super) const NONE: Length = Length { fixed: 0, open: false };
const REST: Length = Length { fixed: 0, open: true };

/// Returns a fixed length.
const fn exactly(fixed: usize) -> Length {
    Length { fixed, open: false }
}

impl<T: Real> Argument<T> for () {
    const READ: Length = NONE;
    const STATE: Length = NONE;
    const INPUTS: Length = NONE;
    const COUNT: usize = 0;
    const IS_READ: u64 = 0;
    type Taken<'a> = ();
    type Lent<'a, C: Cotangent<T>> = ();
    type Lengths = ();
    #[inline]
    fn lengths(_: usize, _: usize) {}
}

impl<T: Real, A: Argument<T>, B: Argument<T>> Argument<T> for (A, B) {
    const READ: Length = A::READ.plus(B::READ);
    const STATE: Length = A::STATE.plus(B::STATE);
    const INPUTS: Length = A::INPUTS.plus(B::INPUTS);
    const COUNT: usize = A::COUNT + B::COUNT;
    const IS_READ: u64 = A::IS_READ | B::IS_READ << 1;
    type Taken<'a> = (A::Taken<'a>, B::Taken<'a>);
    type Lent<'a, C: Cotangent<T>> = (A::Lent<'a, C>, B::Lent<'a, C>);
    type Lengths = (A::Lengths, B::Lengths);
    #[inline]
    fn lengths(state: usize, read: usize) -> Self::Lengths {
        (A::lengths(state, read), B::lengths(state, read))
    }
}

/// Implements the common parts of numbers and arrays that are read: the function takes `$taken` of the stored value.
macro_rules! read {
    ($($Passed:ident takes $Taken:ty, |$held:ident| $taken:expr;)*) => { $(
        impl<T: Real, P: Packed<T>> Argument<T> for $Passed<P> {
            const READ: Length = exactly(P::LENGTH);
            const STATE: Length = NONE;
            const INPUTS: Length = exactly(P::LENGTH);
            const COUNT: usize = 1;
            const IS_READ: u64 = 1;
            type Taken<'a> = $Taken;
            type Lent<'a, C: Cotangent<T>> = &'a mut P::With<C>;
            type Lengths = ();
            #[inline]
            fn lengths(_: usize, _: usize) {}
        }

        impl<T: Real, P: Packed<T>> Operand<T> for $Passed<P> {
            type Room<'a> = P;
            #[inline]
            fn room<'a>((): &(), x: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) -> P {
                x.take()
            }
            #[inline]
            fn taken<'b>($held: &'b mut P) -> Self::Taken<'b> {
                $taken
            }
            #[inline]
            fn done(_: P) {}
            type Own<'a> = P;
            #[inline]
            fn own<'a>((): &(), x: &mut Flat<'a, T>) -> P {
                x.take()
            }
            #[inline]
            fn taken_own<'b>($held: &'b mut P) -> Self::Taken<'b> {
                $taken
            }
            #[inline]
            fn left(_: &P, _: &mut FlatMut<'_, T>) {}
            type Bar<'a, C: Cotangent<T>> = (P::With<C>, &'a mut [C]);
            #[inline]
            fn bar<'a, C: Cotangent<T>>(
                (): &(),
                _: &mut Flat<'a, C>,
                x_bar: &mut FlatMut<'a, C>,
            ) -> Self::Bar<'a, C> {
                (P::filled(C::zero()), x_bar.slice(P::LENGTH))
            }
            #[inline]
            fn lent<'b, C: Cotangent<T>>(bar: &'b mut Self::Bar<'_, C>) -> &'b mut P::With<C> {
                &mut bar.0
            }
            #[inline]
            fn back<C: Cotangent<T>>((bar, to): Self::Bar<'_, C>) {
                P::spread(bar, to, C::plus);
            }
        }

        impl<T: Real, P: Shared<T>> Seated<T> for $Passed<P> {
            type Seat<'a> = P;
            #[inline]
            fn seat<'a>((): &(), x: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) -> P {
                x.take()
            }
            #[inline]
            fn seated<'b>($held: &'b mut P) -> Self::Taken<'b> {
                $taken
            }
            type Carried<'a, C: Cotangent<T>, S> = (S, usize);
            #[inline]
            fn carried<'a, C: Cotangent<T>, S>(
                (): &(),
                _: &mut FlatMut<'a, C>,
                at: &mut usize,
                shadow: &mut impl FnMut() -> S,
            ) -> (S, usize) {
                *at += P::LENGTH;
                (shadow(), *at - P::LENGTH)
            }
            type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = P::Shadow<'b, C, S>;
            #[inline]
            fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(
                (shadow, at): &'b mut (S, usize),
            ) -> P::Shadow<'b, C, S> {
                P::shadow(shadow, *at)
            }
        }
    )* };
}
read! {
    Given takes P, |held| *held;
    Read takes &'a P, |held| held;
}

/// A number or an array of numbers as a part of a shadow.
pub trait Shared<T: Real>: Packed<T> {
    /// The type of the part.
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>;
    /// Returns the part that starts at an index.
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(all: &'b mut S, at: usize)
    -> Self::Shadow<'b, C, S>;
}

impl<T: Real> Shared<T> for T {
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = S::Item<'b>;
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(all: &'b mut S, at: usize) -> S::Item<'b> {
        all.item(at)
    }
}

impl<T: Real, const N: usize> Shared<T> for [T; N] {
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = S::Part<'b>;
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(all: &'b mut S, at: usize) -> S::Part<'b> {
        all.part(at..at + N)
    }
}

impl<T: Real> Argument<T> for Read<[T]> {
    const READ: Length = REST;
    const STATE: Length = NONE;
    const INPUTS: Length = REST;
    const COUNT: usize = 1;
    const IS_READ: u64 = 1;
    type Taken<'a> = &'a [T];
    type Lent<'a, C: Cotangent<T>> = &'a mut [C];
    type Lengths = usize;
    #[inline]
    fn lengths(_: usize, read: usize) -> usize {
        read
    }
}

impl<T: Real> Operand<T> for Read<[T]> {
    type Room<'a> = &'a [T];
    #[inline]
    fn room<'a>(length: &usize, x: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) -> &'a [T] {
        x.slice(*length)
    }
    #[inline]
    fn taken<'b>(room: &'b mut &[T]) -> &'b [T] {
        room
    }
    #[inline]
    fn done(_: &[T]) {}
    type Own<'a> = &'a [T];
    #[inline]
    fn own<'a>(length: &usize, x: &mut Flat<'a, T>) -> &'a [T] {
        x.slice(*length)
    }
    #[inline]
    fn taken_own<'b>(own: &'b mut &[T]) -> &'b [T] {
        own
    }
    #[inline]
    fn left(_: &&[T], _: &mut FlatMut<'_, T>) {}
    type Bar<'a, C: Cotangent<T>> = &'a mut [C];
    #[inline]
    fn bar<'a, C: Cotangent<T>>(
        length: &usize,
        _: &mut Flat<'a, C>,
        x_bar: &mut FlatMut<'a, C>,
    ) -> &'a mut [C] {
        x_bar.slice(*length)
    }
    #[inline]
    fn lent<'b, C: Cotangent<T>>(bar: &'b mut &mut [C]) -> &'b mut [C] {
        bar
    }
    #[inline]
    fn back<C: Cotangent<T>>(_: &mut [C]) {}
}

impl<T: Real> Seated<T> for Read<[T]> {
    type Seat<'a> = &'a [T];
    #[inline]
    fn seat<'a>(length: &usize, x: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) -> &'a [T] {
        x.slice(*length)
    }
    #[inline]
    fn seated<'b>(seat: &'b mut &[T]) -> &'b [T] {
        seat
    }
    type Carried<'a, C: Cotangent<T>, S> = (S, usize, usize);
    #[inline]
    fn carried<'a, C: Cotangent<T>, S>(
        length: &usize,
        _: &mut FlatMut<'a, C>,
        at: &mut usize,
        shadow: &mut impl FnMut() -> S,
    ) -> (S, usize, usize) {
        *at += length;
        (shadow(), *at - length, *at)
    }
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = S::Part<'b>;
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(
        (shadow, start, end): &'b mut (S, usize, usize),
    ) -> S::Part<'b> {
        shadow.part(*start..*end)
    }
}

impl<T: Real, P: Packed<T>> Argument<T> for State<P> {
    const READ: Length = NONE;
    const STATE: Length = exactly(P::LENGTH);
    const INPUTS: Length = exactly(P::LENGTH);
    const COUNT: usize = 0;
    const IS_READ: u64 = 0;
    type Taken<'a> = &'a mut P;
    type Lent<'a, C: Cotangent<T>> = &'a mut P::With<C>;
    type Lengths = ();
    #[inline]
    fn lengths(_: usize, _: usize) {}
}

impl<T: Real, P: Packed<T>> Argument<T> for Output<P> {
    const READ: Length = NONE;
    const STATE: Length = exactly(P::LENGTH);
    const INPUTS: Length = NONE;
    const COUNT: usize = 0;
    const IS_READ: u64 = 0;
    type Taken<'a> = &'a mut P;
    type Lent<'a, C: Cotangent<T>> = &'a mut P::With<C>;
    type Lengths = ();
    #[inline]
    fn lengths(_: usize, _: usize) {}
}

/// Implements the common parts of numbers and arrays that are changed: their initial values, and the use of their
/// cotangents.
macro_rules! changed {
    ($($Passed:ident from $x:ident $start:expr, with $x_bar:ident $Back:ty = $back:expr, |$bar:ident, $to:ident| $added:expr;)*) => { $(
        impl<T: Real, P: Packed<T>> Operand<T> for $Passed<P> {
            type Room<'a> = (P, &'a mut [T]);
            #[inline]
            fn room<'a>((): &(), $x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> Self::Room<'a> {
                ($start, y.slice(P::LENGTH))
            }
            #[inline]
            fn taken<'b>(room: &'b mut Self::Room<'_>) -> &'b mut P {
                &mut room.0
            }
            #[inline]
            fn done((value, to): Self::Room<'_>) {
                value.pack(to);
            }
            type Own<'a> = P;
            #[inline]
            fn own<'a>((): &(), $x: &mut Flat<'a, T>) -> P {
                $start
            }
            #[inline]
            fn taken_own(own: &mut P) -> &mut P {
                own
            }
            #[inline]
            fn left(own: &P, y: &mut FlatMut<'_, T>) {
                y.put(*own);
            }
            type Bar<'a, C: Cotangent<T>> = (P::With<C>, $Back);
            #[inline]
            fn bar<'a, C: Cotangent<T>>(
                (): &(),
                y_bar: &mut Flat<'a, C>,
                $x_bar: &mut FlatMut<'a, C>,
            ) -> Self::Bar<'a, C> {
                (P::gathered(y_bar.slice(P::LENGTH), |c| c), $back)
            }
            #[inline]
            fn lent<'b, C: Cotangent<T>>(bar: &'b mut Self::Bar<'_, C>) -> &'b mut P::With<C> {
                &mut bar.0
            }
            #[inline]
            fn back<C: Cotangent<T>>(($bar, $to): Self::Bar<'_, C>) {
                $added
            }
        }

        impl<T: Real, P: Piece<T>> Seated<T> for $Passed<P> {
            type Seat<'a> = &'a mut [T];
            #[inline]
            fn seat<'a>((): &(), _: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> &'a mut [T] {
                y.slice(P::LENGTH)
            }
            #[inline]
            fn seated<'b>(seat: &'b mut &mut [T]) -> &'b mut P {
                P::place(seat)
            }
            type Carried<'a, C: Cotangent<T>, S> = &'a mut [C];
            #[inline]
            fn carried<'a, C: Cotangent<T>, S>(
                (): &(),
                y_bar: &mut FlatMut<'a, C>,
                _: &mut usize,
                _: &mut impl FnMut() -> S,
            ) -> &'a mut [C] {
                y_bar.slice(P::LENGTH)
            }
            type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = &'b mut P::With<C>;
            #[inline]
            fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(carried: &'b mut &mut [C]) -> &'b mut P::With<C> {
                P::cotangents(carried)
            }
        }
    )* };
}
changed! {
    State from x x.take(), with x_bar &'a mut [C] = x_bar.slice(P::LENGTH), |bar, to| P::spread(bar, to, C::plus);
    Output from _x P::zeros(), with _x_bar () = (), |_bar, _to| ();
}

impl<T: Real> Argument<T> for State<[T]> {
    const READ: Length = NONE;
    const STATE: Length = REST;
    const INPUTS: Length = REST;
    const COUNT: usize = 0;
    const IS_READ: u64 = 0;
    type Taken<'a> = &'a mut [T];
    type Lent<'a, C: Cotangent<T>> = &'a mut [C];
    type Lengths = usize;
    #[inline]
    fn lengths(state: usize, _: usize) -> usize {
        state
    }
}

#[cfg(feature = "alloc")]
impl<T: Real> Operand<T> for State<[T]> {
    type Room<'a> = &'a mut [T];
    #[inline]
    fn room<'a>(length: &usize, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> &'a mut [T] {
        let room = y.slice(*length);
        room.copy_from_slice(x.slice(*length));
        room
    }
    #[inline]
    fn taken<'b>(room: &'b mut &mut [T]) -> &'b mut [T] {
        room
    }
    #[inline]
    fn done(_: &mut [T]) {}
    // Copied, so that the caller's state does not change.
    type Own<'a> = Vec<T>;
    #[inline]
    fn own<'a>(length: &usize, x: &mut Flat<'a, T>) -> Vec<T> {
        Vec::from(x.slice(*length))
    }
    #[inline]
    fn taken_own(own: &mut Vec<T>) -> &mut [T] {
        own
    }
    #[inline]
    fn left(own: &Vec<T>, y: &mut FlatMut<'_, T>) {
        y.slice(own.len()).copy_from_slice(own);
    }
    type Bar<'a, C: Cotangent<T>> = (Vec<C>, &'a mut [C]);
    #[inline]
    fn bar<'a, C: Cotangent<T>>(
        length: &usize,
        y_bar: &mut Flat<'a, C>,
        x_bar: &mut FlatMut<'a, C>,
    ) -> Self::Bar<'a, C> {
        (Vec::from(y_bar.slice(*length)), x_bar.slice(*length))
    }
    #[inline]
    fn lent<'b, C: Cotangent<T>>(bar: &'b mut Self::Bar<'_, C>) -> &'b mut [C] {
        &mut bar.0
    }
    #[inline]
    fn back<C: Cotangent<T>>((bar, to): Self::Bar<'_, C>) {
        for (to, from) in to.iter_mut().zip(bar) {
            *to = to.plus(from);
        }
    }
}

impl<T: Real> Seated<T> for State<[T]> {
    type Seat<'a> = &'a mut [T];
    #[inline]
    fn seat<'a>(length: &usize, _: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> &'a mut [T] {
        y.slice(*length)
    }
    #[inline]
    fn seated<'b>(seat: &'b mut &mut [T]) -> &'b mut [T] {
        seat
    }
    type Carried<'a, C: Cotangent<T>, S> = &'a mut [C];
    #[inline]
    fn carried<'a, C: Cotangent<T>, S>(
        length: &usize,
        y_bar: &mut FlatMut<'a, C>,
        _: &mut usize,
        _: &mut impl FnMut() -> S,
    ) -> &'a mut [C] {
        y_bar.slice(*length)
    }
    type Shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b> = &'b mut [C];
    #[inline]
    fn shadow<'b, C: Cotangent<T>, S: Shadow<T, C> + 'b>(carried: &'b mut &mut [C]) -> &'b mut [C] {
        carried
    }
}

//! A call that a tape records as one operation: its arguments are laid out in a flat slice, and its programs run on such slices.
//!
//! Takes the list of the arguments, which may contain discrete values and slices of arrays, too. Law: the recorded call keeps the
//! lengths and the discrete values; all numbers are in the slices, in the order of the signature.

use super::Argument;
use super::flat::{Flat, FlatMut};
use super::operator::Operand;
use super::passing::{Given, NONE, Read, State};
use crate::function::Length;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use retrograde_numbers::{Cotangent, Discard};
use retrograde_rules::operator::Packed;
use retrograde_rules::{Real, Whole};
use retrograde_tape::room;

/// A slice of arrays behind `&mut`.
#[derive(Debug)]
pub struct States<P>(PhantomData<P>);

/// A slice of arrays behind `&`.
#[derive(Debug)]
pub struct Reads<P>(PhantomData<P>);

/// A discrete value.
#[derive(Debug)]
pub struct Exact<D>(PhantomData<D>);

/// A discrete value behind `&`.
#[derive(Debug)]
pub struct Seen<D>(PhantomData<D>);

/// A slice of discrete values behind `&`.
#[derive(Debug)]
pub struct Indices<D>(PhantomData<D>);

/// An argument of a recorded call, or a list of them.
pub trait Recorded<T: Real>: Operand<T> {
    /// Returns the lengths, and what is kept besides.
    fn measured(taken: &Self::Taken<'_>) -> Self::Lengths;
    /// The number of its numbers among the inputs, and of those among the outputs.
    fn counts(lengths: &Self::Lengths) -> (usize, usize);
    /// Writes its numbers to the inputs.
    fn lay_out(taken: &Self::Taken<'_>, x: &mut FlatMut<'_, T>);
    /// Reads the changed numbers from the outputs.
    fn take_back(taken: Self::Taken<'_>, y: &mut Flat<'_, T>);
}

/// Records a call, and returns its value.
#[inline]
pub fn call<T: Real, L: Recorded<T>, V: Packed<T>, W: Whole>(
    call: impl FnOnce(L::Lengths) -> W,
    taken: L::Taken<'_>,
) -> V {
    let lengths = L::measured(&taken);
    let (inputs, outputs) = L::counts(&lengths);
    room(inputs, |x: &mut [T]| {
        room(V::LENGTH + outputs, |y: &mut [T]| {
            L::lay_out(&taken, &mut FlatMut(&mut *x));
            T::whole(call(lengths), x, y);
            let mut flat = Flat(&*y);
            let value = flat.take();
            L::take_back(taken, &mut flat);
            value
        })
    })
}

/// Runs a call along a direction by its pullback, once for each number of the value.
pub fn pushed_by_pulls<T: Real, W: Whole>(call: &W, x: &[T], x_dot: &[T], y: &mut [T], y_dot: &mut [T]) {
    let zero = T::constant(0.0);
    call.value(x, y);
    let (mut seeds, mut x_bar) = (alloc::vec![zero; y.len()], alloc::vec![zero; x.len()]);
    for (k, dot) in y_dot.iter_mut().enumerate() {
        x_bar.fill(zero);
        seeds[k] = T::one();
        call.pull(x, &seeds, &mut x_bar);
        seeds[k] = zero;
        *dot = x_bar.iter().zip(x_dot).fold(zero, |sum, (bar, dot)| sum + *bar * *dot);
    }
}

impl<T: Real> Recorded<T> for () {
    fn measured((): &()) {}
    fn counts((): &()) -> (usize, usize) {
        (0, 0)
    }
    fn lay_out((): &(), _: &mut FlatMut<'_, T>) {}
    fn take_back((): (), _: &mut Flat<'_, T>) {}
}

impl<T: Real, A: Recorded<T>, B: Recorded<T>> Recorded<T> for (A, B) {
    #[inline]
    fn measured((a, b): &Self::Taken<'_>) -> Self::Lengths {
        (A::measured(a), B::measured(b))
    }
    #[inline]
    fn counts((a, b): &Self::Lengths) -> (usize, usize) {
        let ((x, y), (more_x, more_y)) = (A::counts(a), B::counts(b));
        (x + more_x, y + more_y)
    }
    #[inline]
    fn lay_out((a, b): &Self::Taken<'_>, x: &mut FlatMut<'_, T>) {
        A::lay_out(a, x);
        B::lay_out(b, x);
    }
    #[inline]
    fn take_back((a, b): Self::Taken<'_>, y: &mut Flat<'_, T>) {
        A::take_back(a, y);
        B::take_back(b, y);
    }
}

/// Implements the trait for a number or an array of numbers.
macro_rules! numbers {
    ($($Passed:ident $state:literal, |$taken:ident, $y:ident| $back:expr;)*) => { $(
        impl<T: Real, P: Packed<T>> Recorded<T> for $Passed<P> {
            #[inline]
            fn measured(_: &Self::Taken<'_>) {}
            #[inline]
            fn counts((): &()) -> (usize, usize) {
                (P::LENGTH, P::LENGTH * $state)
            }
            #[inline]
            fn lay_out(taken: &Self::Taken<'_>, x: &mut FlatMut<'_, T>) {
                x.put::<P>(taken.held());
            }
            #[inline]
            fn take_back($taken: Self::Taken<'_>, $y: &mut Flat<'_, T>) {
                $back
            }
        }
    )* };
}
numbers! {
    State 1, |taken, y| *taken = y.take();
    Given 0, |_taken, _y| ();
    Read 0, |_taken, _y| ();
}

/// A number, given or behind a reference.
trait Held<P> {
    fn held(&self) -> P;
}

impl<P: Copy> Held<P> for P {
    #[inline]
    fn held(&self) -> P {
        *self
    }
}

impl<P: Copy> Held<P> for &P {
    #[inline]
    fn held(&self) -> P {
        **self
    }
}

impl<P: Copy> Held<P> for &mut P {
    #[inline]
    fn held(&self) -> P {
        **self
    }
}

/// Implements the trait for a slice of numbers, or of arrays of them.
macro_rules! slices {
    ($($Passed:ty, $P:ty, [$($P_bound:tt)*], $state:literal, |$taken:ident, $y:ident| $back:expr;)*) => { $(
        impl<T: Real $($P_bound)*> Recorded<T> for $Passed {
            #[inline]
            fn measured(taken: &Self::Taken<'_>) -> usize {
                taken.len()
            }
            #[inline]
            fn counts(length: &usize) -> (usize, usize) {
                let numbers = *length * <$P as Packed<T>>::LENGTH;
                (numbers, numbers * $state)
            }
            #[inline]
            fn lay_out(taken: &Self::Taken<'_>, x: &mut FlatMut<'_, T>) {
                x.put_all(&taken[..]);
            }
            #[inline]
            fn take_back($taken: Self::Taken<'_>, $y: &mut Flat<'_, T>) {
                $back
            }
        }
    )* };
}
slices! {
    State<[T]>, T, [], 1, |taken, y| y.take_all(taken);
    Read<[T]>, T, [], 0, |_taken, _y| ();
    States<P>, P, [, P: Packed<T>], 1, |taken, y| y.take_all(taken);
    Reads<P>, P, [, P: Packed<T>], 0, |_taken, _y| ();
}

/// Implements [`Argument`] for what only recorded calls take, of no fixed number of numbers.
macro_rules! arguments {
    ($($Passed:ident<$P:ident: [$($bound:tt)*]> $Taken:ty, $Lent:ty, $Lengths:ty;)*) => { $(
        impl<T: Real, $P: $($bound)*> Argument<T> for $Passed<$P> {
            const READ: Length = NONE;
            const STATE: Length = NONE;
            const INPUTS: Length = Length::ANY;
            const COUNT: usize = 0;
            const IS_READ: u64 = 0;
            type Taken<'a> = $Taken;
            type Lent<'a, C: Cotangent<T>> = $Lent;
            type Lengths = $Lengths;
            fn lengths(_: usize, _: usize) -> $Lengths {
                unreachable!("a flat slice does not determine it")
            }
        }
    )* };
}
arguments! {
    States<P: [Packed<T>]> &'a mut [P], &'a mut [P::With<C>], usize;
    Reads<P: [Packed<T>]> &'a [P], &'a mut [P::With<C>], usize;
    Exact<D: [Copy + 'static]> D, Discard, D;
    Seen<D: [Copy + 'static]> &'a D, Discard, D;
    Indices<D: [Copy + 'static]> &'a [D], Discard, Arc<[D]>;
}

/// Implements [`Operand`] for slices of arrays, which are copied; what is changed is written to its place.
macro_rules! arrays {
    ($($Passed:ident $Room:ty: |$lengths:ident, $y:ident| $place:expr, |$room:ident| $done:expr,
        |$seeds:ident| $bar:expr, |$own:ident| $left:expr;)*) => { $(
        impl<T: Real, P: Packed<T>> Operand<T> for $Passed<P> {
            type Room<'a> = (Vec<P>, $Room);
            #[inline]
            fn room<'a>($lengths: &usize, x: &mut Flat<'a, T>, $y: &mut FlatMut<'a, T>) -> Self::Room<'a> {
                (x.items(*$lengths), $place)
            }
            #[inline]
            fn taken<'b>(room: &'b mut Self::Room<'_>) -> Self::Taken<'b> {
                &mut room.0
            }
            #[inline]
            fn done($room: Self::Room<'_>) {
                $done
            }
            type Own<'a> = Vec<P>;
            #[inline]
            fn own<'a>(length: &usize, x: &mut Flat<'a, T>) -> Vec<P> {
                x.items(*length)
            }
            #[inline]
            fn taken_own<'b>(own: &'b mut Vec<P>) -> Self::Taken<'b> {
                own
            }
            #[inline]
            fn left($own: &Vec<P>, $y: &mut FlatMut<'_, T>) {
                $left
            }
            type Bar<'a, C: Cotangent<T>> = (Vec<P::With<C>>, &'a mut [C]);
            #[inline]
            fn bar<'a, C: Cotangent<T>>(
                $lengths: &usize,
                $seeds: &mut Flat<'a, C>,
                x_bar: &mut FlatMut<'a, C>,
            ) -> Self::Bar<'a, C> {
                ($bar, x_bar.slice(*$lengths * P::LENGTH))
            }
            #[inline]
            fn lent<'b, C: Cotangent<T>>(bar: &'b mut Self::Bar<'_, C>) -> &'b mut [P::With<C>] {
                &mut bar.0
            }
            #[inline]
            fn back<C: Cotangent<T>>((bar, to): Self::Bar<'_, C>) {
                bar.into_iter().enumerate().for_each(|(i, bar)| P::spread(bar, &mut to[i * P::LENGTH..], C::plus));
            }
        }
    )* };
}
arrays! {
    States &'a mut [T]: |length, y| y.slice(*length * P::LENGTH), |room| FlatMut(room.1).put_all(&room.0),
        |seeds| (0..*length).map(|_| P::gathered(seeds.slice(P::LENGTH), |c| c)).collect(),
        |own| y.put_all(own);
    Reads (): |length, _y| (), |_room| (), |_seeds| alloc::vec![P::filled(C::zero()); *length], |_own| ();
}

/// Implements both for what has no numbers.
macro_rules! discrete {
    ($($Passed:ident $Lengths:ty: |$kept:ident| $taken:expr, |$given:ident| $measured:expr;)*) => { $(
        impl<T: Real, D: Copy + 'static> Operand<T> for $Passed<D> {
            type Room<'a> = $Lengths;
            #[inline]
            fn room<'a>(kept: &$Lengths, _: &mut Flat<'a, T>, _: &mut FlatMut<'a, T>) -> $Lengths {
                kept.clone()
            }
            #[inline]
            fn taken<'b>($kept: &'b mut $Lengths) -> <Self as Argument<T>>::Taken<'b> {
                $taken
            }
            #[inline]
            fn done(_: $Lengths) {}
            type Own<'a> = $Lengths;
            #[inline]
            fn own<'a>(kept: &$Lengths, _: &mut Flat<'a, T>) -> $Lengths {
                kept.clone()
            }
            #[inline]
            fn taken_own<'b>($kept: &'b mut $Lengths) -> <Self as Argument<T>>::Taken<'b> {
                $taken
            }
            #[inline]
            fn left(_: &$Lengths, _: &mut FlatMut<'_, T>) {}
            type Bar<'a, C: Cotangent<T>> = ();
            #[inline]
            fn bar<'a, C: Cotangent<T>>(_: &$Lengths, _: &mut Flat<'a, C>, _: &mut FlatMut<'a, C>) {}
            #[inline]
            fn lent<C: Cotangent<T>>((): &mut ()) -> Discard {
                Discard
            }
            #[inline]
            fn back<C: Cotangent<T>>((): ()) {}
        }

        impl<T: Real, D: Copy + 'static> Recorded<T> for $Passed<D> {
            #[inline]
            fn measured($given: &<Self as Argument<T>>::Taken<'_>) -> $Lengths {
                $measured
            }
            #[inline]
            fn counts(_: &$Lengths) -> (usize, usize) {
                (0, 0)
            }
            #[inline]
            fn lay_out(_: &<Self as Argument<T>>::Taken<'_>, _: &mut FlatMut<'_, T>) {}
            #[inline]
            fn take_back(_: <Self as Argument<T>>::Taken<'_>, _: &mut Flat<'_, T>) {}
        }
    )* };
}
discrete! {
    Exact D: |kept| *kept, |given| *given;
    Seen D: |kept| kept, |given| **given;
    Indices Arc<[D]>: |kept| kept, |given| Arc::from(*given);
}

/// Writes `f::__whole`, which records a call of `f` as one operation. The arguments are those of `described!`, with what is kept
/// of each.
#[doc(hidden)]
#[macro_export]
macro_rules! __whole {
    (
        [$($directions:tt)*] $f:ident $T:ident [$($param:tt)*] [$($clause:tt)*] [$($constant:tt)*] [$($named:tt)*] [$($plain:tt)*] -> $Value:ty;
        [$($said:tt)*] [$($said_with:tt)*] $program:ident [$seed:tt] [$($seeded:tt)*];
        $([$arg:ident $bar:ident $Passed:ident $A:ty, $Kept:ty])*
    ) => {
        #[doc(hidden)]
        #[inline(never)]
        fn __whole<$($param)*>($($plain)*) -> $Value where $($clause)* {
            struct __Call<$($constant)*>($crate::__private::nested!($(($Kept))*));
            impl<$($constant)*> $crate::__private::Whole for __Call<$($named)*> {
                fn value<$T: $crate::__private::Real>(&self, x: &[$T], y: &mut [$T]) {
                    $crate::__private::arguments::operator::run::<
                        $T, $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*), $Value,
                    >(
                        &self.0, x, y, |$crate::__private::nested!($(($arg))*)| $f $($said)* ($($arg),*),
                    );
                }
                fn pull<$T: $crate::__private::Real>(&self, x: &[$T], y_bar: &[$T], x_bar: &mut [$T]) {
                    $crate::__private::arguments::operator::pull_back::<
                        $T, $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*), $Value, $T,
                    >(
                        &self.0, x, &mut [], y_bar, x_bar,
                        |$seed, $crate::__private::nested!($(($arg))*), $crate::__private::nested!($(($bar))*)| {
                            $f::$program $($said_with)* ($($seeded)* $($arg, $bar),*)
                        },
                    );
                }
                $crate::__whole! { @push [$($directions)*] $T $Value; $([$arg $bar $Passed $A])* }
            }
            $crate::__private::arguments::whole::call::<
                $T, $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*), $Value, _,
            >(__Call::<$($named)*>, $crate::__private::nested!($(($arg))*))
        }
    };
    (@push [] $($rest:tt)*) => {};
    (@push [pullback] $T:ident $($rest:tt)*) => {
        const PUSHES: bool = true;
        fn push<$T: $crate::__private::Real>(&self, x: &[$T], x_dot: &[$T], y: &mut [$T], y_dot: &mut [$T]) {
            $crate::__private::arguments::whole::pushed_by_pulls(self, x, x_dot, y, y_dot);
        }
    };
    // The rule takes the arguments and their tangents, which lie in two flat slices.
    (@push [$($directions:tt)*] $T:ident $Value:ty; $([$arg:ident $bar:ident $Passed:ident $A:ty])*) => {
        const PUSHES: bool = true;
        fn push<$T: $crate::__private::Real>(&self, x: &[$T], x_dot: &[$T], y: &mut [$T], y_dot: &mut [$T]) {
            $crate::__private::arguments::operator::run::<
                $T, $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*), $Value,
            >(&self.0, x, y, |$crate::__private::nested!($(($arg))*)| {
                let mut value = ::core::option::Option::None;
                $crate::__private::arguments::operator::run::<
                    $T, $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*), $Value,
                >(&self.0, x_dot, y_dot, |$crate::__private::nested!($(($bar))*)| {
                    let (y, y_dot) = $($directions)*;
                    value = ::core::option::Option::Some(y);
                    y_dot
                });
                value.expect("the rule has run")
            });
        }
    };
}

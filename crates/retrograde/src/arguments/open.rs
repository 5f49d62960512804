//! Arguments as a user passes and receives them where a function is a map: all are read, and what the function changes is returned.
//!
//! | the list | at | direction, gradient | result |
//! |---|---|---|---|
//! | `Given<P>` | `P` | `P` | |
//! | `Read<P>`, `Read<[T]>` | `&P`, `&[T]` | `P`, `&[T]` or `Vec<T>` | |
//! | `Reads<P>` | `&[P]` | `&[P]`, `Vec<P>` | |
//! | `State<P>`, `State<[T]>`, `States<P>` | as if they were read | as if they were read | `P`, `Vec<T>`, `Vec<P>` |
//! | `Output<P>` | | | `P` |
//! | `Still<K>`, discrete values | as `K` | | |
//!
//! Law: numbers lie in flat slices in the order of [`Operand`]. A list is written in front of the rest of it (`Rest`), so that
//! arguments without a part leave no gap; [`Nested`] makes tuples of pairs.

use super::flat::{Flat, FlatMut};
use super::operator::Operand;
use super::passing::{Given, Output, Read, State};
use super::whole::{Exact, Indices, Reads, Seen, States};
use super::{Argument, Length};
use crate::__private::same_length;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use retrograde_numbers::{Cotangent, Discard};
use retrograde_rules::Real;
use retrograde_rules::operator::Packed;

/// An argument, or a list of them, in front of the rest of a list.
pub trait Open<T: Real>: Operand<T> {
    /// The arguments at which a derivative is taken.
    type At<'a, Rest>;
    /// A direction: a part for each argument with derivatives.
    type Along<'a, Rest>;
    /// The numbers of the arguments with derivatives, owned.
    type Inputs<Rest>;
    /// The numbers that the function changes, owned.
    type Outputs<Rest>;
    /// Appends the numbers of the arguments; returns the lengths, and the rest.
    fn at<Rest>(at: Self::At<'_, Rest>, x: &mut Vec<T>) -> (Self::Lengths, Rest);
    /// Appends the numbers of the direction, and zeros for numbers without one; returns the rest.
    fn along<Rest>(lengths: &Self::Lengths, along: Self::Along<'_, Rest>, x: &mut Vec<T>) -> Rest;
    /// Appends the indices of the numbers with derivatives; `next` is that of the first number, and then the one behind the last.
    fn columns(lengths: &Self::Lengths, next: &mut usize, to: &mut Vec<usize>);
    /// The number of numbers that the function changes.
    fn changed(lengths: &Self::Lengths) -> usize;
    /// Reads the arguments from all numbers.
    fn inputs<Rest>(
        lengths: &Self::Lengths,
        x: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Self::Inputs<Rest>;
    /// Reads what the function has changed.
    fn outputs<Rest>(
        lengths: &Self::Lengths,
        y: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Self::Outputs<Rest>;
}

impl<T: Real> Open<T> for () {
    type At<'a, Rest> = Rest;
    type Along<'a, Rest> = Rest;
    type Inputs<Rest> = Rest;
    type Outputs<Rest> = Rest;
    fn at<Rest>(at: Rest, _: &mut Vec<T>) -> ((), Rest) {
        ((), at)
    }
    fn along<Rest>((): &(), along: Rest, _: &mut Vec<T>) -> Rest {
        along
    }
    fn columns((): &(), _: &mut usize, _: &mut Vec<usize>) {}
    fn changed((): &()) -> usize {
        0
    }
    fn inputs<Rest>((): &(), x: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest) -> Rest {
        rest(x)
    }
    fn outputs<Rest>((): &(), y: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest) -> Rest {
        rest(y)
    }
}

impl<T: Real, A: Open<T>, B: Open<T>> Open<T> for (A, B) {
    type At<'a, Rest> = A::At<'a, B::At<'a, Rest>>;
    type Along<'a, Rest> = A::Along<'a, B::Along<'a, Rest>>;
    type Inputs<Rest> = A::Inputs<B::Inputs<Rest>>;
    type Outputs<Rest> = A::Outputs<B::Outputs<Rest>>;
    fn at<Rest>(at: Self::At<'_, Rest>, x: &mut Vec<T>) -> (Self::Lengths, Rest) {
        let (a, at) = A::at(at, x);
        let (b, rest) = B::at(at, x);
        ((a, b), rest)
    }
    #[track_caller]
    fn along<Rest>((a, b): &Self::Lengths, along: Self::Along<'_, Rest>, x: &mut Vec<T>) -> Rest {
        let along = A::along(a, along, x);
        B::along(b, along, x)
    }
    fn columns((a, b): &Self::Lengths, next: &mut usize, to: &mut Vec<usize>) {
        A::columns(a, next, to);
        B::columns(b, next, to);
    }
    fn changed((a, b): &Self::Lengths) -> usize {
        A::changed(a) + B::changed(b)
    }
    fn inputs<Rest>(
        (a, b): &Self::Lengths,
        x: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Self::Inputs<Rest> {
        A::inputs(a, x, |x| B::inputs(b, x, rest))
    }
    fn outputs<Rest>(
        (a, b): &Self::Lengths,
        y: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Self::Outputs<Rest> {
        A::outputs(a, y, |y| B::outputs(b, y, rest))
    }
}

/// Appends a number or an array of numbers.
fn append<T: Real, P: Packed<T>>(item: P, to: &mut Vec<T>) {
    let start = to.len();
    to.resize(start + P::LENGTH, T::constant(0.0));
    item.pack(&mut to[start..]);
}

/// Appends the indices of the next numbers.
fn list(count: usize, next: &mut usize, to: &mut Vec<usize>) {
    to.extend(*next..*next + count);
    *next += count;
}

/// Implements the trait for a kind of argument; `changes` says whether the function changes it.
macro_rules! open {
    ($(
        $Passed:ty [$($P:ident: $bound:path)?] at $At:ty, |$at:ident, $to:ident| $lay:expr,
        along $Along:ty, |$lengths:ident, $along:ident, $dx:ident| $direct:expr,
        has |$length:ident| $count:expr, is $Owned:ty, |$n:ident, $from:ident| $read:expr, $changes:ident;
    )*) => { $(
        impl<T: Real $(, $P: $bound)?> Open<T> for $Passed {
            type At<'a, Rest> = ($At, Rest);
            type Along<'a, Rest> = ($Along, Rest);
            type Inputs<Rest> = ($Owned, Rest);
            fn at<Rest>(($at, rest): Self::At<'_, Rest>, $to: &mut Vec<T>) -> (Self::Lengths, Rest) {
                ($lay, rest)
            }
            #[track_caller]
            fn along<Rest>(
                $lengths: &Self::Lengths, ($along, rest): Self::Along<'_, Rest>, $dx: &mut Vec<T>,
            ) -> Rest {
                $direct;
                rest
            }
            fn columns($length: &Self::Lengths, next: &mut usize, to: &mut Vec<usize>) {
                list($count, next, to);
            }
            fn inputs<Rest>(
                $n: &Self::Lengths, $from: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
            ) -> Self::Inputs<Rest> {
                let own = $read;
                (own, rest($from))
            }
            open! { @ $changes $Owned, |$length| $count, |$n, $from| $read }
        }
    )* };
    (@ changed $Owned:ty, |$length:ident| $count:expr, |$n:ident, $from:ident| $read:expr) => {
        type Outputs<Rest> = ($Owned, Rest);
        fn changed($length: &Self::Lengths) -> usize {
            $count
        }
        fn outputs<Rest>(
            $n: &Self::Lengths, $from: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
        ) -> Self::Outputs<Rest> {
            let own = $read;
            (own, rest($from))
        }
    };
    (@ kept $Owned:ty, |$length:ident| $count:expr, |$n:ident, $from:ident| $read:expr) => {
        type Outputs<Rest> = Rest;
        fn changed(_: &Self::Lengths) -> usize {
            0
        }
        fn outputs<Rest>(
            _: &Self::Lengths, y: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
        ) -> Rest {
            rest(y)
        }
    };
}
open! {
    Given<P> [P: Packed<T>] at P, |at, x| append(at, x), along P, |_lengths, along, dx| append(along, dx),
        has |_length| P::LENGTH, is P, |_n, x| x.take(), kept;
    Read<P> [P: Packed<T>] at &'a P, |at, x| append(*at, x), along P, |_lengths, along, dx| append(along, dx),
        has |_length| P::LENGTH, is P, |_n, x| x.take(), kept;
    State<P> [P: Packed<T>] at &'a P, |at, x| append(*at, x), along P, |_lengths, along, dx| append(along, dx),
        has |_length| P::LENGTH, is P, |_n, x| x.take(), changed;
    Read<[T]> [] at &'a [T], |at, x| slice(at, x), along &'a [T], |length, along, dx| direct(*length, along, dx),
        has |length| *length, is Vec<T>, |n, x| Vec::from(x.slice(*n)), kept;
    State<[T]> [] at &'a [T], |at, x| slice(at, x), along &'a [T], |length, along, dx| direct(*length, along, dx),
        has |length| *length, is Vec<T>, |n, x| Vec::from(x.slice(*n)), changed;
    Reads<P> [P: Packed<T>] at &'a [P], |at, x| slice(at, x), along &'a [P], |length, along, dx| direct(*length, along, dx),
        has |length| *length * P::LENGTH, is Vec<P>, |n, x| x.items(*n), kept;
    States<P> [P: Packed<T>] at &'a [P], |at, x| slice(at, x), along &'a [P], |length, along, dx| direct(*length, along, dx),
        has |length| *length * P::LENGTH, is Vec<P>, |n, x| x.items(*n), changed;
}

/// Appends the numbers of a slice, and returns its length.
fn slice<T: Real, P: Packed<T>>(items: &[P], to: &mut Vec<T>) -> usize {
    items.iter().for_each(|item| append(*item, to));
    items.len()
}

/// Appends the numbers of a direction.
#[track_caller]
fn direct<T: Real, P: Packed<T>>(length: usize, along: &[P], to: &mut Vec<T>) {
    same_length("an argument", length, "its direction", along.len());
    slice(along, to);
}

/// A place that is only added to is a result, and no argument.
impl<T: Real, P: Packed<T>> Open<T> for Output<P> {
    type At<'a, Rest> = Rest;
    type Along<'a, Rest> = Rest;
    type Inputs<Rest> = Rest;
    type Outputs<Rest> = (P, Rest);
    fn at<Rest>(at: Rest, _: &mut Vec<T>) -> ((), Rest) {
        ((), at)
    }
    fn along<Rest>((): &(), along: Rest, _: &mut Vec<T>) -> Rest {
        along
    }
    fn columns((): &(), _: &mut usize, _: &mut Vec<usize>) {}
    fn changed((): &()) -> usize {
        P::LENGTH
    }
    fn inputs<Rest>((): &(), x: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest) -> Rest {
        rest(x)
    }
    fn outputs<Rest>((): &(), y: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest) -> (P, Rest) {
        let own = y.take();
        (own, rest(y))
    }
}

/// Implements the trait for what has no numbers.
macro_rules! discrete {
    ($($Passed:ident $Taken:ty: |$given:ident| $measured:expr;)*) => { $(
        impl<T: Real, D: Copy + 'static> Open<T> for $Passed<D> {
            type At<'a, Rest> = ($Taken, Rest);
            type Along<'a, Rest> = Rest;
            type Inputs<Rest> = Rest;
            type Outputs<Rest> = Rest;
            fn at<Rest>(($given, rest): Self::At<'_, Rest>, _: &mut Vec<T>) -> (Self::Lengths, Rest) {
                ($measured, rest)
            }
            fn along<Rest>(_: &Self::Lengths, along: Rest, _: &mut Vec<T>) -> Rest {
                along
            }
            fn columns(_: &Self::Lengths, _: &mut usize, _: &mut Vec<usize>) {}
            fn changed(_: &Self::Lengths) -> usize {
                0
            }
            fn inputs<Rest>(
                _: &Self::Lengths, x: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
            ) -> Rest {
                rest(x)
            }
            fn outputs<Rest>(
                _: &Self::Lengths, y: &mut Flat<'_, T>, rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
            ) -> Rest {
                rest(y)
            }
        }
    )* };
}
discrete! {
    Exact D: |given| given;
    Seen &'a D: |given| *given;
    Indices &'a [D]: |given| Arc::from(given);
}

/// An argument of numbers without cotangents.
#[derive(Debug)]
pub struct Still<K>(PhantomData<K>);

/// A number or an array by value without a cotangent.
pub type StillGiven<P> = Still<Given<P>>;

/// Numbers behind `&` without cotangents.
pub type StillRead<P> = Still<Read<P>>;

/// Arrays behind `&` without cotangents.
pub type StillReads<P> = Still<Reads<P>>;

impl<T: Real, K: Argument<T>> Argument<T> for Still<K> {
    const READ: Length = K::READ;
    const STATE: Length = K::STATE;
    const INPUTS: Length = K::INPUTS;
    const COUNT: usize = K::COUNT;
    const IS_READ: u64 = K::IS_READ;
    type Taken<'a> = K::Taken<'a>;
    type Lent<'a, C: Cotangent<T>> = Discard;
    type Lengths = K::Lengths;
    fn lengths(state: usize, read: usize) -> K::Lengths {
        K::lengths(state, read)
    }
}

impl<T: Real, K: Operand<T>> Operand<T> for Still<K> {
    type Room<'a> = K::Room<'a>;
    fn room<'a>(lengths: &K::Lengths, x: &mut Flat<'a, T>, y: &mut FlatMut<'a, T>) -> K::Room<'a> {
        K::room(lengths, x, y)
    }
    fn taken<'b>(room: &'b mut K::Room<'_>) -> K::Taken<'b> {
        K::taken(room)
    }
    fn done(room: K::Room<'_>) {
        K::done(room);
    }
    type Own<'a> = K::Own<'a>;
    fn own<'a>(lengths: &K::Lengths, x: &mut Flat<'a, T>) -> K::Own<'a> {
        K::own(lengths, x)
    }
    fn taken_own<'b>(own: &'b mut K::Own<'_>) -> K::Taken<'b> {
        K::taken_own(own)
    }
    fn left(own: &K::Own<'_>, y: &mut FlatMut<'_, T>) {
        K::left(own, y);
    }
    type Bar<'a, C: Cotangent<T>> = ();
    fn bar<'a, C: Cotangent<T>>(lengths: &K::Lengths, y_bar: &mut Flat<'a, C>, x_bar: &mut FlatMut<'a, C>) {
        // Its numbers have places there, in which nothing is written.
        K::bar(lengths, y_bar, x_bar);
    }
    fn lent<C: Cotangent<T>>((): &mut ()) -> Discard {
        Discard
    }
    fn back<C: Cotangent<T>>((): ()) {}
}

impl<T: Real, K: Open<T>> Open<T> for Still<K> {
    type At<'a, Rest> = K::At<'a, Rest>;
    type Along<'a, Rest> = Rest;
    type Inputs<Rest> = Rest;
    type Outputs<Rest> = Rest;
    fn at<Rest>(at: Self::At<'_, Rest>, x: &mut Vec<T>) -> (Self::Lengths, Rest) {
        K::at(at, x)
    }
    fn along<Rest>(lengths: &Self::Lengths, along: Rest, x: &mut Vec<T>) -> Rest {
        let mut count = 0;
        K::columns(lengths, &mut count, &mut Vec::new());
        x.resize(x.len() + count, T::constant(0.0));
        along
    }
    fn columns(lengths: &Self::Lengths, next: &mut usize, _: &mut Vec<usize>) {
        K::columns(lengths, next, &mut Vec::new());
    }
    fn changed(_: &Self::Lengths) -> usize {
        0
    }
    fn inputs<Rest>(
        lengths: &Self::Lengths,
        x: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Rest {
        let mut count = 0;
        K::columns(lengths, &mut count, &mut Vec::new());
        x.slice(count);
        rest(x)
    }
    fn outputs<Rest>(
        _: &Self::Lengths,
        y: &mut Flat<'_, T>,
        rest: impl FnOnce(&mut Flat<'_, T>) -> Rest,
    ) -> Rest {
        rest(y)
    }
}

/// Pairs `(a, (b, ()))` as a tuple `(a, b)`; one part stands for itself.
pub trait Nested {
    /// The tuple.
    type Tuple;
    /// Returns the tuple.
    fn tuple(self) -> Self::Tuple;
    /// Returns the pairs.
    fn nested(tuple: Self::Tuple) -> Self;
}

impl Nested for () {
    type Tuple = ();
    fn tuple(self) {}
    fn nested((): ()) {}
}

impl<A> Nested for (A, ()) {
    type Tuple = A;
    fn tuple(self) -> A {
        self.0
    }
    fn nested(a: A) -> Self {
        (a, ())
    }
}

macro_rules! tuples {
    ($($($A:ident $a:ident),+;)+) => { $(
        impl<$($A),+> Nested for crate::__nested!($(($A))+) {
            type Tuple = ($($A),+);
            fn tuple(self) -> ($($A),+) {
                let crate::__nested!($(($a))+) = self;
                ($($a),+)
            }
            fn nested(($($a),+): ($($A),+)) -> Self {
                crate::__nested!($(($a))+)
            }
        }
    )+ };
}
tuples! {
    A a, B b;
    A a, B b, C c;
    A a, B b, C c, D d;
    A a, B b, C c, D d, E e;
    A a, B b, C c, D d, E e, F f;
    A a, B b, C c, D d, E e, F f, G g;
    A a, B b, C c, D d, E e, F f, G g, H h;
    A a, B b, C c, D d, E e, F f, G g, H h, I i;
    A a, B b, C c, D d, E e, F f, G g, H h, I i, J j;
    A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k;
    A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l;
}

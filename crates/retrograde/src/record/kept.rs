//! The values that a record holds: numbers, truth values, and arrays and vectors of them.

use super::{Record, ended};
use crate::__private::{Log, MaxPlus, MinPlus};
use alloc::string::String;
use alloc::vec::Vec;
use core::array;
use core::marker::PhantomData;

/// The way in which values are kept that are made of reals.
#[derive(Clone, Copy, Debug)]
pub struct Reals;

/// Marks exact values.
#[derive(Clone, Copy, Debug)]
pub struct Exacts;

/// Marks arrays and vectors of values.
#[derive(Clone, Copy, Debug)]
pub struct Each<M>(PhantomData<M>);

/// A value that can be stored on a tape.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is not stored for the reverse pass",
    label = "a local of this type in a function whose calls are recorded",
    note = "`#[store]` and `#[reversible(store)]` keep numbers, `bool`, `char`, texts, and arrays and vectors of them; call \
            what makes such a value from a function of its own, without `#[store]`"
)]
pub trait Kept<T, M>: Sized {
    /// Pushes it.
    fn keep(&self, trail: &mut Record<T>);
    /// Pops it.
    fn taken(trail: &mut Record<T>) -> Self;
    /// Pops it into a place, whose memory is used again.
    #[inline]
    #[track_caller]
    fn put_back(&mut self, trail: &mut Record<T>) {
        *self = Self::taken(trail);
    }
}

impl<T: Copy> Kept<T, Reals> for T {
    #[inline]
    fn keep(&self, trail: &mut Record<T>) {
        trail.reals.push(*self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Record<T>) -> T {
        match trail.reals.pop() {
            Some(real) => real,
            None => ended(),
        }
    }
}

macro_rules! parted {
    ($($Number:ident { $($part:ident),* })*) => {$(
        impl<T: Copy> Kept<T, Reals> for $Number<T> {
            #[inline]
            fn keep(&self, trail: &mut Record<T>) {
                $(trail.reals.push(self.$part);)*
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Record<T>) -> Self {
                let mut parts = [$(stringify!($part)),*].map(|_| <T as Kept<T, Reals>>::taken(trail)).into_iter().rev();
                $(let Some($part) = parts.next() else { ended() };)*
                $Number { $($part),* }
            }
        }
    )*};
}

parted! { Log { ln } MaxPlus { value } MinPlus { value } }

#[cfg(feature = "complex")]
use retrograde_numbers::Complex;
#[cfg(feature = "complex")]
parted! { Complex { re, im } }

/// An exact number that is recorded as one word, or a truth value, which is one bit.
pub trait Word: Copy {
    /// Pushes it where there is room.
    fn put<T>(self, trail: &mut Record<T>);
    /// Pushes it.
    fn push<T>(self, trail: &mut Record<T>);
    /// Pops it.
    fn pop<T>(trail: &mut Record<T>) -> Option<Self>;
}

macro_rules! words {
    ($($Exact:ty: $to:expr, $from:expr;)*) => {$(
        impl Word for $Exact {
            #[inline(always)]
            #[track_caller]
            fn put<T>(self, trail: &mut Record<T>) {
                let to: fn($Exact) -> u64 = $to;
                trail.words.put([to(self)]);
            }
            #[inline]
            fn push<T>(self, trail: &mut Record<T>) {
                let to: fn($Exact) -> u64 = $to;
                trail.words.push(to(self));
            }
            #[inline(always)]
            #[track_caller]
            fn pop<T>(trail: &mut Record<T>) -> Option<Self> {
                let from: fn(u64) -> $Exact = $from;
                trail.words.pop().map(from)
            }
        }
    )*};
}

/// Returns a recorded integer as an `i32`, which is what the reverse pass takes where nothing in it tells another type.
#[inline(always)]
#[track_caller]
fn literal(word: u64) -> i32 {
    let value = word as i32;
    if value as u64 != word { wider() } else { value }
}

#[cold]
#[inline(never)]
#[track_caller]
fn wider() -> ! {
    panic!(
        "an integer in the record is no `i32`, and nothing tells its type in the reverse pass: write the type of the local that holds it, \
         `let mut n: u64 = 0;`"
    )
}

words! {
    u8: |n| n as u64, |word| word as u8;
    u16: |n| n as u64, |word| word as u16;
    u32: |n| n as u64, |word| word as u32;
    u64: |n| n, |word| word;
    usize: |n| n as u64, |word| word as usize;
    i8: |n| n as u64, |word| word as i8;
    i16: |n| n as u64, |word| word as i16;
    i32: |n| n as u64, literal;
    i64: |n| n as u64, |word| word as i64;
    isize: |n| n as u64, |word| word as isize;
    char: |c| c as u64, |word| char::from_u32(word as u32).unwrap_or_default();
    f32: |x| x.to_bits() as u64, |word| f32::from_bits(word as u32);
    f64: f64::to_bits, f64::from_bits;
}

impl Word for bool {
    #[inline(always)]
    #[track_caller]
    fn put<T>(self, trail: &mut Record<T>) {
        trail.bits.put(self);
    }
    #[inline]
    fn push<T>(self, trail: &mut Record<T>) {
        trail.bits.room(1);
        trail.bits.put(self);
    }
    #[inline(always)]
    fn pop<T>(trail: &mut Record<T>) -> Option<Self> {
        trail.bits.pop()
    }
}

macro_rules! tuples {
    ($($Part:ident $part:ident),*; $($back:ident)*) => {
        impl<$($Part: Word),*> Word for ($($Part,)*) {
            fn put<T>(self, trail: &mut Record<T>) {
                self.push(trail);
            }
            fn push<T>(self, trail: &mut Record<T>) {
                let ($($part,)*) = self;
                $($part.push(trail);)*
            }
            fn pop<T>(trail: &mut Record<T>) -> Option<Self> {
                // The last that is pushed is popped first.
                $(let $back = Word::pop(trail)?;)*
                Some(($($part,)*))
            }
        }
    };
}

tuples! { A a, B b; b a }
tuples! { A a, B b, C c; c b a }
tuples! { A a, B b, C c, D d; d c b a }

impl<T, K: Word> Kept<T, Exacts> for K {
    #[inline]
    fn keep(&self, trail: &mut Record<T>) {
        self.push(trail);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Record<T>) -> Self {
        match K::pop(trail) {
            Some(value) => value,
            None => ended(),
        }
    }
}

macro_rules! long {
    ($($Long:ty)*) => {$(
        impl<T> Kept<T, Exacts> for $Long {
            #[inline]
            fn keep(&self, trail: &mut Record<T>) {
                [*self as u64, (*self >> 64) as u64].into_iter().for_each(|word| trail.words.push(word));
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Record<T>) -> Self {
                let high = (trail.word() as $Long) << 64;
                high | trail.word() as $Long
            }
        }
    )*};
}

long! { u128 i128 }

macro_rules! texts {
    ($($Text:ty)*) => {$(
        impl<T> Kept<T, Exacts> for $Text {
            #[inline]
            fn keep(&self, trail: &mut Record<T>) {
                trail.keep_whole(self.clone());
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Record<T>) -> Self {
                trail.take_whole()
            }
        }
    )*};
}

texts! { String &'static str }

impl<T, M, K: Kept<T, M>, const N: usize> Kept<T, Each<M>> for [K; N] {
    #[inline]
    fn keep(&self, trail: &mut Record<T>) {
        trail.keep_all(self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Record<T>) -> Self {
        array::from_fn(|_| K::taken(trail))
    }
    #[inline]
    #[track_caller]
    fn put_back(&mut self, trail: &mut Record<T>) {
        self.iter_mut().for_each(|item| item.put_back(trail));
    }
}

impl<T, M, K: Kept<T, M>> Kept<T, Each<M>> for Vec<K> {
    #[inline]
    fn keep(&self, trail: &mut Record<T>) {
        trail.keep_all(self);
        trail.words.push(self.len() as u64);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Record<T>) -> Self {
        let length = trail.word();
        (0..length).map(|_| K::taken(trail)).collect()
    }
    #[inline]
    #[track_caller]
    fn put_back(&mut self, trail: &mut Record<T>) {
        let length = trail.word() as usize;
        self.truncate(length);
        self.iter_mut().for_each(|item| item.put_back(trail));
        self.extend((self.len()..length).map(|_| K::taken(trail)));
    }
}

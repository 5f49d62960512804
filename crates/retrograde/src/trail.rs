//! The record tape: the values of locals that recorded calls store for the reverse pass.
//!
//! Laws: the value that was pushed last is popped first, bit for bit. One tape serves a call and all calls in it, so
//! that recursion stores its values in a few vectors. Structures and maps are stored as they are, each in a box of
//! its own.

use crate::__private::{Log, MaxPlus, MinPlus};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::array;
use core::fmt;
use core::marker::PhantomData;

/// The values that recorded calls store.
pub struct Trail<T> {
    reals: Vec<T>,
    words: Vec<u64>,
    bits: Bits,
    wholes: Vec<Box<dyn Any>>,
}

impl<T> fmt::Debug for Trail<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trail { reals, words, bits, wholes } = self;
        write!(
            f,
            "Trail({} reals, {} words, {} bits, {} more)",
            reals.len(),
            words.len(),
            bits.length,
            wholes.len()
        )
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Trail<T> {
        Trail { reals: Vec::new(), words: Vec::new(), bits: Bits::default(), wholes: Vec::new() }
    }
}

impl<T> Trail<T> {
    /// Returns an empty tape.
    #[inline]
    pub fn new() -> Trail<T> {
        Trail::default()
    }

    /// Pushes a value.
    #[inline]
    pub fn keep<M, K: Kept<T, M>>(&mut self, value: &K) {
        value.keep(self);
    }

    /// Pops the value that was pushed last.
    #[inline]
    #[track_caller]
    pub fn take<M, K: Kept<T, M>>(&mut self) -> K {
        K::taken(self)
    }

    /// Pushes the elements of borrowed storage.
    #[inline]
    pub fn keep_all<M, K: Kept<T, M>>(&mut self, values: &[K]) {
        values.iter().rev().for_each(|value| value.keep(self));
    }

    /// Pops them.
    #[inline]
    #[track_caller]
    pub fn take_all<M, K: Kept<T, M>>(&mut self, values: &mut [K]) {
        values.iter_mut().for_each(|value| *value = K::taken(self));
    }

    /// Pushes a structure or a map.
    #[inline]
    pub fn keep_whole<K: Any>(&mut self, value: K) {
        self.wholes.push(Box::new(value));
    }

    /// Pops it.
    #[inline]
    #[track_caller]
    pub fn take_whole<K: Any>(&mut self) -> K {
        match self.wholes.pop().map(<Box<dyn Any>>::downcast::<K>) {
            Some(Ok(value)) => *value,
            Some(Err(_)) | None => ended(),
        }
    }

    #[inline]
    #[track_caller]
    fn word(&mut self) -> u64 {
        match self.words.pop() {
            Some(word) => word,
            None => ended(),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn ended() -> ! {
    panic!("there is nothing left on this trail")
}

/// Truth values, 64 in a word.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    #[inline]
    fn push(&mut self, bit: bool) {
        let at = self.length % 64;
        if at == 0 {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= (bit as u64) << at;
        }
        self.length += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<bool> {
        let at = self.length.checked_sub(1)? % 64;
        let last = self.words.last_mut()?;
        let bit = (*last >> at) & 1 == 1;
        *last &= !(1 << at);
        if at == 0 {
            self.words.pop();
        }
        self.length -= 1;
        Some(bit)
    }
}

/// How values are kept that are made of reals.
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
    note = "`#[store]` and `#[reversible(store)]` keep numbers, `bool`, `char`, and arrays and vectors of them; call what \
            makes such a value from a function of its own, without `#[store]`"
)]
pub trait Kept<T, M>: Sized {
    /// Pushes it.
    fn keep(&self, trail: &mut Trail<T>);
    /// Pops it.
    fn taken(trail: &mut Trail<T>) -> Self;
}

impl<T: Copy> Kept<T, Reals> for T {
    #[inline]
    fn keep(&self, trail: &mut Trail<T>) {
        trail.reals.push(*self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Trail<T>) -> T {
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
            fn keep(&self, trail: &mut Trail<T>) {
                $(trail.reals.push(self.$part);)*
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Trail<T>) -> Self {
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

macro_rules! words {
    ($($Exact:ty: $to:expr, $from:expr;)*) => {$(
        impl<T> Kept<T, Exacts> for $Exact {
            #[inline]
            fn keep(&self, trail: &mut Trail<T>) {
                let to: fn($Exact) -> u64 = $to;
                trail.words.push(to(*self));
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Trail<T>) -> Self {
                let from: fn(u64) -> $Exact = $from;
                from(trail.word())
            }
        }
    )*};
}

words! {
    u8: |n| n as u64, |word| word as u8;
    u16: |n| n as u64, |word| word as u16;
    u32: |n| n as u64, |word| word as u32;
    u64: |n| n, |word| word;
    usize: |n| n as u64, |word| word as usize;
    i8: |n| n as u64, |word| word as i8;
    i16: |n| n as u64, |word| word as i16;
    i32: |n| n as u64, |word| word as i32;
    i64: |n| n as u64, |word| word as i64;
    isize: |n| n as u64, |word| word as isize;
    char: |c| c as u64, |word| char::from_u32(word as u32).unwrap_or_default();
    f32: |x| x.to_bits() as u64, |word| f32::from_bits(word as u32);
    f64: f64::to_bits, f64::from_bits;
}

impl<T> Kept<T, Exacts> for bool {
    #[inline]
    fn keep(&self, trail: &mut Trail<T>) {
        trail.bits.push(*self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Trail<T>) -> Self {
        match trail.bits.pop() {
            Some(bit) => bit,
            None => ended(),
        }
    }
}

macro_rules! long {
    ($($Long:ty)*) => {$(
        impl<T> Kept<T, Exacts> for $Long {
            #[inline]
            fn keep(&self, trail: &mut Trail<T>) {
                trail.words.extend([*self as u64, (*self >> 64) as u64]);
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Trail<T>) -> Self {
                let high = (trail.word() as $Long) << 64;
                high | trail.word() as $Long
            }
        }
    )*};
}

long! { u128 i128 }

impl<T, M, K: Kept<T, M>, const N: usize> Kept<T, Each<M>> for [K; N] {
    #[inline]
    fn keep(&self, trail: &mut Trail<T>) {
        trail.keep_all(self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Trail<T>) -> Self {
        array::from_fn(|_| K::taken(trail))
    }
}

impl<T, M, K: Kept<T, M>> Kept<T, Each<M>> for Vec<K> {
    #[inline]
    fn keep(&self, trail: &mut Trail<T>) {
        trail.keep_all(self);
        trail.words.push(self.len() as u64);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Trail<T>) -> Self {
        let length = trail.word();
        (0..length).map(|_| K::taken(trail)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_last_is_taken_first() {
        let mut trail = Trail::<f32>::new();
        trail.keep::<Reals, _>(&1.5_f32);
        trail.keep::<Each<Each<Reals>>, _>(&[[1.0_f32, 2.0], [3.0, 4.0]]);
        trail.keep::<Exacts, _>(&(-7_i32));
        trail.keep::<Each<Reals>, _>(&Vec::from([5.0_f32, 6.0]));
        trail.keep::<Each<Exacts>, _>(&[i128::MIN, -1, i128::MAX]);
        trail.keep::<Exacts, _>(&true);
        trail.keep_all::<Exacts, _>(&['ß', 'x']);
        trail.keep::<Reals, _>(&Log { ln: 0.25_f32 });
        trail.keep_whole(("first", Vec::from([1.0])));
        trail.keep_whole("last");
        assert_eq!(trail.take_whole::<&str>(), "last");
        assert_eq!(trail.take_whole::<(&str, Vec<f64>)>(), ("first", Vec::from([1.0])));
        assert_eq!(trail.take::<Reals, Log<f32>>().ln, 0.25);
        let mut letters = ['\0'; 2];
        trail.take_all::<Exacts, _>(&mut letters);
        assert_eq!(letters, ['ß', 'x']);
        assert!(trail.take::<Exacts, bool>());
        assert_eq!(trail.take::<Each<Exacts>, [i128; 3]>(), [i128::MIN, -1, i128::MAX]);
        assert_eq!(trail.take::<Each<Reals>, Vec<f32>>(), [5.0, 6.0]);
        assert_eq!(trail.take::<Exacts, i32>(), -7);
        assert_eq!(trail.take::<Each<Each<Reals>>, [[f32; 2]; 2]>(), [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(trail.take::<Reals, f32>(), 1.5);
        assert!(
            trail.reals.is_empty()
                && trail.words.is_empty()
                && trail.bits.length == 0
                && trail.wholes.is_empty()
        );
    }

    #[test]
    #[cfg(feature = "complex")]
    fn parts_keep_their_places() {
        let mut trail = Trail::<f64>::new();
        trail.keep::<Reals, _>(&Complex { re: 1.0, im: 2.0 });
        assert_eq!(trail.take::<Reals, Complex<f64>>(), Complex { re: 1.0, im: 2.0 });
    }

    #[test]
    #[should_panic(expected = "there is nothing left on this trail")]
    fn an_empty_trail_gives_nothing() {
        Trail::<f64>::new().take::<Exacts, bool>();
    }
}

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
use core::mem::size_of_val;

/// The record of one run of an ordinary function: the values that its reverse pass reads, and its decisions.
///
/// `f::record` returns one and `f::replay` empties it. `f::gradient_in`, `f::pull_in` and `f::sweep_in` fill and empty the one that
/// they are given, whose memory is used again.
///
/// ```
/// use retrograde::{Record, differentiable};
///
/// #[differentiable]
/// fn power(x: f64, n: u32) -> f64 {
///     let mut y = 1.0;
///     for _ in 0..n {
///         y *= x;
///     }
///     y
/// }
///
/// let (value, mut record) = power::record(3.0, 4);
/// assert_eq!((value, record.bytes()), (81.0, 40));
/// let mut x_bar = 0.0;
/// power::replay(&mut record, 1.0, 3.0, &mut x_bar, 4);
/// assert_eq!((x_bar, record.bytes()), (108.0, 0));
///
/// let mut record = Record::new();
/// assert_eq!(power::gradient_in(&mut record, 3.0, 4), (81.0, (108.0,)));
/// ```
pub struct Record<T> {
    reals: Vec<T>,
    words: Vec<u64>,
    bits: Bits,
    wholes: Vec<Box<dyn Any>>,
    /// The post-state of a sweep, while the record is replayed.
    after: Option<Box<Record<T>>>,
}

impl<T> fmt::Debug for Record<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { reals, words, bits, wholes, after: _ } = self;
        write!(
            f,
            "Record({} reals, {} words, {} bits, {} more)",
            reals.len(),
            words.len(),
            bits.length,
            wholes.len()
        )
    }
}

impl<T> Default for Record<T> {
    fn default() -> Record<T> {
        Record {
            reals: Vec::new(),
            words: Vec::new(),
            bits: Bits::default(),
            wholes: Vec::new(),
            after: None,
        }
    }
}

impl<T> Record<T> {
    /// Returns an empty record.
    #[inline]
    pub fn new() -> Record<T> {
        Record::default()
    }

    /// The size of what is recorded, in bytes. A structure or map that is recorded as a whole counts as its own size, without
    /// what it points to.
    pub fn bytes(&self) -> usize {
        let wholes: usize = self.wholes.iter().map(|whole| size_of_val(&**whole)).sum();
        size_of_val(&self.reals[..]) + size_of_val(&self.words[..]) + self.bits.length.div_ceil(8) + wholes
    }

    /// True if nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.reals.is_empty() && self.words.is_empty() && self.bits.length == 0 && self.wholes.is_empty()
    }

    /// The place of the post-state while the record is replayed.
    #[doc(hidden)]
    #[inline]
    pub fn after(&mut self) -> &mut Record<T> {
        self.after.get_or_insert_with(Box::default)
    }

    /// Pushes a value.
    #[doc(hidden)]
    #[inline]
    pub fn keep<M, K: Kept<T, M>>(&mut self, value: &K) {
        value.keep(self);
    }

    /// Pops the value that was pushed last.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn take<M, K: Kept<T, M>>(&mut self) -> K {
        K::taken(self)
    }

    /// Pushes the elements of borrowed storage.
    #[doc(hidden)]
    #[inline]
    pub fn keep_all<M, K: Kept<T, M>>(&mut self, values: &[K]) {
        values.iter().rev().for_each(|value| value.keep(self));
    }

    /// Pops them.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn take_all<M, K: Kept<T, M>>(&mut self, values: &mut [K]) {
        values.iter_mut().for_each(|value| *value = K::taken(self));
    }

    /// Pushes a structure or a map.
    #[doc(hidden)]
    #[inline]
    pub fn keep_whole<K: Any>(&mut self, value: K) {
        self.wholes.push(Box::new(value));
    }

    /// Pops it.
    #[doc(hidden)]
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
    panic!("there is nothing left in this record: it was replayed before, or is that of another call")
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
    fn keep(&self, trail: &mut Record<T>);
    /// Pops it.
    fn taken(trail: &mut Record<T>) -> Self;
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

macro_rules! words {
    ($($Exact:ty: $to:expr, $from:expr;)*) => {$(
        impl<T> Kept<T, Exacts> for $Exact {
            #[inline]
            fn keep(&self, trail: &mut Record<T>) {
                let to: fn($Exact) -> u64 = $to;
                trail.words.push(to(*self));
            }
            #[inline]
            #[track_caller]
            fn taken(trail: &mut Record<T>) -> Self {
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
    fn keep(&self, trail: &mut Record<T>) {
        trail.bits.push(*self);
    }
    #[inline]
    #[track_caller]
    fn taken(trail: &mut Record<T>) -> Self {
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
            fn keep(&self, trail: &mut Record<T>) {
                trail.words.extend([*self as u64, (*self >> 64) as u64]);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_last_is_taken_first() {
        let mut trail = Record::<f32>::new();
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
        let mut trail = Record::<f64>::new();
        trail.keep::<Reals, _>(&Complex { re: 1.0, im: 2.0 });
        assert_eq!(trail.take::<Reals, Complex<f64>>(), Complex { re: 1.0, im: 2.0 });
    }

    #[test]
    #[should_panic(expected = "there is nothing left in this record")]
    fn an_empty_trail_gives_nothing() {
        Record::<f64>::new().take::<Exacts, bool>();
    }
}

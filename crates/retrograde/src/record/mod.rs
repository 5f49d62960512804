//! The record tape: the values of locals that recorded calls store for the reverse pass.
//!
//! Laws: the value that was pushed last is popped first, bit for bit. One tape serves a call and all calls in it, so
//! that recursion stores its values in a few vectors. Structures and maps are stored as they are, each in a box of
//! its own.

mod kept;
mod snapshot;
mod stack;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::mem::size_of_val;
pub(crate) use kept::Word;
pub use kept::{Each, Exacts, Kept, Reals};
use retrograde_rules::Real;
pub use snapshot::Snapshot;
use stack::{Bits, Stack};

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
    reals: Stack<T>,
    words: Stack<u64>,
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
            reals: Stack::default(),
            words: Stack::default(),
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
        size_of_val(self.reals.values())
            + size_of_val(self.words.values())
            + self.bits.length.div_ceil(8)
            + wholes
    }

    /// True if nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.reals.len() == 0 && self.words.len() == 0 && self.bits.length == 0 && self.wholes.is_empty()
    }

    /// The place of the post-state while the record is replayed.
    #[doc(hidden)]
    #[inline]
    pub fn after(&mut self) -> &mut Record<T> {
        self.after.get_or_insert_with(Box::default)
    }

    /// Reserves places for numbers, words and truth values that are put later.
    #[doc(hidden)]
    #[inline(always)]
    pub fn room(&mut self, reals: usize, words: usize, bits: usize)
    where
        T: Real,
    {
        if reals > 0 {
            self.reals.room(reals, T::constant(0.0));
        }
        if words > 0 {
            self.words.room(words, 0);
        }
        if bits > 0 {
            self.bits.room(bits);
        }
    }

    /// Pushes numbers for which there is room.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    pub fn put<const N: usize>(&mut self, values: [T; N])
    where
        T: Copy,
    {
        self.reals.put(values);
    }

    /// Pops numbers, in the order in which they were put.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    pub fn taken<const N: usize>(&mut self) -> [T; N]
    where
        T: Copy,
    {
        match self.reals.take() {
            Some(values) => values,
            None => ended(),
        }
    }

    /// Pushes as many numbers as a loop of `trips` iterations records, `N` in each, and returns their places.
    #[doc(hidden)]
    #[inline]
    pub fn extended<const N: usize>(&mut self, trips: usize) -> core::slice::ChunksExactMut<'_, T>
    where
        T: Real,
    {
        self.reals.extended(N * trips, T::constant(0.0)).chunks_exact_mut(N)
    }

    /// Pops the numbers of such a loop.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn shrunk<const N: usize>(&mut self, trips: usize) -> core::slice::ChunksExact<'_, T>
    where
        T: Copy,
    {
        match self.reals.shrunk(N * trips) {
            Some(values) => values.chunks_exact(N),
            None => ended(),
        }
    }

    /// Pushes an exact value for which there is room.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    pub fn put_exact<K: Word>(&mut self, value: K) {
        value.put(self);
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

    /// Pops a variant of an enum, which was pushed as its number.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn take_variant<E, const N: usize>(&mut self, variants: [(i64, E); N]) -> E {
        let number: i64 = self.take::<Exacts, _>();
        match variants.into_iter().find(|(of, _)| *of == number) {
            Some((_, variant)) => variant,
            None => ended(),
        }
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

    /// Pops a value into its place.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn put_back<M, K: Kept<T, M>>(&mut self, place: &mut K) {
        place.put_back(self);
    }

    /// Pops a structure or a map into its place.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn put_back_whole<K: Any>(&mut self, place: &mut K) {
        *place = self.take_whole();
    }

    /// Pops the structures of borrowed storage.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn put_back_each<K: Any>(&mut self, places: &mut [K]) {
        let all: Vec<K> = self.take_whole();
        places.iter_mut().zip(all).for_each(|(place, value)| *place = value);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::__private::Log;
    #[cfg(feature = "complex")]
    use retrograde_numbers::Complex;

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
            trail.reals.len() == 0
                && trail.words.len() == 0
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

//! Functions that emitted lanes call: kernels, and the numbers and cotangents of a program as `f64`.

mod calls;

use retrograde_numbers::{Cotangent, Level, Shadow};
use retrograde_rules::Real;

pub use calls::{Calling, Calls, as_array, in_all};
pub use retrograde_lanes::{
    Digest, Divisible, Glimpse, Kernel, Mask, Shareable, Vector, prefetch_for_writing, run, run_in_blocks,
    run_shared,
};

use alloc::vec::Vec;
use retrograde_lanes::{BlockSum, InstructionSet, Numbers};

/// True if the loops of a program run in lanes: its numbers and cotangents are `f64`, and the machine multiplies and adds in one
/// instruction (a function in place of it would take longer than the loop).
#[inline(always)]
pub fn may_run<T: Real, C: Cotangent<T>>() -> bool {
    T::plain(&[]).is_some() && C::plain(&[]).is_some() && InstructionSet::best() != InstructionSet::Portable
}

/// Returns numbers that are `f64`.
#[inline(always)]
pub fn numbers<T: Real>(numbers: &[T]) -> &[f64] {
    T::plain(numbers).unwrap_or(&[])
}

/// Returns numbers that are `f64`.
#[inline(always)]
pub fn numbers_mut<T: Real>(numbers: &mut [T]) -> &mut [f64] {
    T::plain_mut(numbers).unwrap_or(&mut [])
}

/// Returns a number that is an `f64`.
#[inline(always)]
pub fn number<T: Real>(number: T) -> f64 {
    number.primal()
}

/// Returns cotangents that are `f64`.
#[inline(always)]
pub fn cotangents<T: Real, C: Cotangent<T>>(cotangents: &[C]) -> &[f64] {
    C::plain(cotangents).unwrap_or(&[])
}

/// Returns cotangents that are `f64`.
#[inline(always)]
pub fn cotangents_mut<T: Real, C: Cotangent<T>>(cotangents: &mut [C]) -> &mut [f64] {
    C::plain_mut(cotangents).unwrap_or(&mut [])
}

/// Returns the cotangents of an input as a slice: its own, or one that is `kept` to be added to it later.
#[inline(always)]
pub fn lent<'a, T: Real, C: Cotangent<T>, L: Level, S: Shadow<T, C, L>>(
    shadow: &'a mut S,
    kept: &'a mut Vec<f64>,
    length: usize,
) -> &'a mut [f64] {
    match shadow.side_by_side() {
        Some(own) => cotangents_mut::<T, C>(own),
        None => {
            kept.resize(length, -0.0);
            kept
        }
    }
}

/// Returns a cotangent that is an `f64`.
#[inline(always)]
pub fn cotangent<T: Real, C: Cotangent<T>>(cotangent: C) -> f64 {
    C::plain(core::slice::from_ref(&cotangent)).map_or(0.0, |plain| plain[0])
}

/// Returns a number as the cotangent that it is.
#[inline(always)]
pub fn as_cotangent<T: Real, C: Cotangent<T>>(number: f64) -> C {
    C::of_plain(number)
}

/// True if an array has the elements of all lanes, which share none: `length` from `start`, `start + stride`, ….
#[inline(always)]
pub fn fits<V: Vector>(array: usize, start: usize, stride: usize, length: usize) -> bool {
    fit(V::LANES, array, start, stride, length)
}

/// True if an array has the elements of `count` iterations, which share none: `length` from `start`, `start + stride`, ….
#[inline(always)]
pub fn fit(count: usize, array: usize, start: usize, stride: usize, length: usize) -> bool {
    let last = stride.checked_mul(count.saturating_sub(1)).and_then(|last| last.checked_add(start));
    length <= stride && last.and_then(|last| last.checked_add(length)).is_some_and(|end| end <= array)
}

/// The first iteration that a kernel has left over.
#[derive(Clone, Copy, Debug)]
pub struct Reached(pub usize);

/// A block ends where the next one begins.
impl BlockSum for Reached {
    fn absorb(&mut self, later: Reached) {
        *self = later;
    }
}

/// A number below 2⁵³ is an `f64`.
impl Numbers for Reached {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        let mut number = [self.0 as f64];
        visit(&mut number);
        self.0 = number[0] as usize;
    }
}

/// The sums of a kernel over its iterations.
pub type Sums<const N: usize> = [Vec<f64>; N];

/// Returns one truth in all lanes.
#[inline(always)]
pub fn same<V: Vector>(truth: bool) -> V::Mask {
    V::Mask::splat(truth)
}

/// True if some lane is on.
#[inline(always)]
pub fn any<M: Mask>(on: M) -> bool {
    on.any()
}

/// True if a lane is on.
#[inline(always)]
pub fn is_on<M: Mask>(on: M, lane: usize) -> bool {
    on.bits() >> lane & 1 == 1
}

/// A number or a cotangent in lanes: a number for each lane, or several.
pub trait Chosen<V: Vector>: Cotangent<V> {
    /// The number of one lane.
    type Alone: Cotangent<f64>;
    /// `a` where the mask is true, `b` elsewhere.
    fn chosen(mask: V::Mask, a: Self, b: Self) -> Self;
    /// Returns what a lane has.
    fn alone(self, lane: usize) -> Self::Alone;
    /// Replaces what a lane has.
    fn put(&mut self, lane: usize, new: Self::Alone);
}

impl<V: Vector<Scalar = f64>> Chosen<V> for V {
    type Alone = f64;
    #[inline(always)]
    fn chosen(mask: V::Mask, a: V, b: V) -> V {
        V::select(mask, a, b)
    }
    #[inline(always)]
    fn alone(self, lane: usize) -> f64 {
        apart(self)[lane]
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, new: f64) {
        let mut numbers = apart(*self);
        numbers[lane] = new;
        *self = V::load(&numbers[..V::LANES]);
    }
}

impl<V: Vector<Scalar = f64>, const R: usize> Chosen<V> for [V; R] {
    type Alone = [f64; R];
    #[inline(always)]
    fn chosen(mask: V::Mask, a: [V; R], mut b: [V; R]) -> [V; R] {
        for r in 0..R {
            b[r] = V::select(mask, a[r], b[r]);
        }
        b
    }
    #[inline(always)]
    fn alone(self, lane: usize) -> [f64; R] {
        let mut alone = [0.0; R];
        for r in 0..R {
            alone[r] = apart(self[r])[lane];
        }
        alone
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, new: [f64; R]) {
        for r in 0..R {
            self[r].put(lane, new[r]);
        }
    }
}

/// The largest number of lanes.
const MOST: usize = 16;

/// Returns the numbers of all lanes, with zeros behind.
#[inline(always)]
pub fn apart<V: Vector<Scalar = f64>>(number: V) -> [f64; MOST] {
    let mut numbers = [0.0; MOST];
    number.store(&mut numbers[..V::LANES]);
    numbers
}

/// Loads the elements of all lanes, a lane for each iteration.
#[inline(always)]
pub fn load<V: Vector>(row: &mut [V], from: &[V::Scalar], start: usize, stride: usize) {
    let mut at = 0;
    while at + 4 <= row.len() {
        let columns = V::gather_rows::<4>(from, |lane| start + lane * stride + at);
        row[at..at + 4].copy_from_slice(&columns);
        at += 4;
    }
    while at < row.len() {
        row[at] = V::gather(from, start + at, stride);
        at += 1;
    }
}

/// Stores the elements of all lanes.
#[inline(always)]
pub fn store<V: Vector>(row: &[V], to: &mut [V::Scalar], start: usize, stride: usize) {
    let mut at = 0;
    while at < row.len() {
        row[at].scatter(to, start + at, stride);
        at += 1;
    }
}

/// Adds the elements of all lanes to those of an array.
#[inline(always)]
pub fn add<V: Vector>(row: &[V], to: &mut [V::Scalar], start: usize, stride: usize) {
    let mut at = 0;
    while at < row.len() {
        (V::gather(to, start + at, stride) + row[at]).scatter(to, start + at, stride);
        at += 1;
    }
}

/// The number of sums from which on they have no lanes in memory: with them, they would be more than the second cache holds.
const MANY: usize = 1 << 14;

/// The number of sums in a tile.
pub const TILE: usize = 4;

/// True if so many sums are stored without lanes.
#[inline(always)]
pub fn are_many(sums: usize) -> bool {
    sums >= MANY
}

/// Adds what the lanes of some numbers have summed to the sums from `start` on, four at a time.
#[inline(always)]
pub fn add_sums<V: Vector<Scalar = f64>, const N: usize>(
    tile: [V; N],
    to: &mut [f64],
    start: usize,
    length: usize,
) {
    let to = &mut to[start..start + length];
    let mut at = 0;
    while at < length {
        let sums = V::sums([tile[at], tile[at + 1], tile[at + 2], tile[at + 3]]);
        if let Some(four) = to.get_mut(at..at + 4) {
            for k in 0..4 {
                four[k] += sums[k];
            }
        } else {
            for k in at..length {
                to[k] += sums[k - at];
            }
        }
        at += 4;
    }
}

/// Adds up the lanes of each number.
#[inline(always)]
pub fn reduce<V: Vector>(lanes: &[V], sums: &mut [V::Scalar]) {
    let mut at = 0;
    while at + 4 <= lanes.len() {
        let four = V::sums([lanes[at], lanes[at + 1], lanes[at + 2], lanes[at + 3]]);
        for k in 0..4 {
            sums[at + k] += four[k];
        }
        at += 4;
    }
    while at < lanes.len() {
        sums[at] += lanes[at].sum();
        at += 1;
    }
}

/// Expands to the loop in lanes: the feature `lanes` is enabled.
#[doc(hidden)]
#[macro_export]
macro_rules! __in_lanes {
    ($start:expr, $lanes:block) => {
        $lanes
    };
}

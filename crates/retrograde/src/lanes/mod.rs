//! Functions that emitted lanes call: kernels, and the numbers and cotangents of a program as `f64`.

mod calls;
mod in_order;

use retrograde_numbers::{Cotangent, Level, Shadow};
use retrograde_rules::{Plain, Real};

pub use calls::{Calling, Calls, as_array, in_all};
pub use in_order::InOrder;
pub use retrograde_lanes::{
    Digest, Divisible, Float, Glimpse, Kernel, Mask, Numbers, Shareable, Vector, Wide, prefetch_for_writing,
    run, run_in_blocks, run_shared,
};

use alloc::vec::Vec;
use retrograde_lanes::{BlockSum, InstructionSet, for_parts};

/// A machine number that kernels work on: `f64` or `f32`.
pub trait Element: Float {
    /// The number that it is.
    const PLAIN: Plain;
    /// The number of lanes in which loops run.
    const LANES: usize;
    /// Returns numbers that are such ones.
    fn of<'a>(plain: Plain<&'a [f64], &'a [f32]>) -> Option<&'a [Self]>;
    /// Returns numbers that are such ones.
    fn of_mut<'a>(plain: Plain<&'a mut [f64], &'a mut [f32]>) -> Option<&'a mut [Self]>;
}

macro_rules! elements {
    ($($float:ident $Plain:ident $lanes:literal;)*) => { $(
        impl Element for $float {
            const PLAIN: Plain = Plain::$Plain(());
            const LANES: usize = $lanes;
            #[inline(always)]
            fn of<'a>(plain: Plain<&'a [f64], &'a [f32]>) -> Option<&'a [Self]> {
                if let Plain::$Plain(numbers) = plain { Some(numbers) } else { None }
            }
            #[inline(always)]
            fn of_mut<'a>(plain: Plain<&'a mut [f64], &'a mut [f32]>) -> Option<&'a mut [Self]> {
                if let Plain::$Plain(numbers) = plain { Some(numbers) } else { None }
            }
        }
    )* };
}
elements! {
    f64 Double 8;
    f32 Single 16;
}

/// True if numbers and cotangents of a program are those of a kernel.
pub const fn are<T: Real, C: Cotangent<T>, E: Element>() -> bool {
    matches!(
        (T::PLAIN, C::PLAIN, <E as Element>::PLAIN),
        (Some(Plain::Double(())), Some(Plain::Double(())), Plain::Double(()))
            | (Some(Plain::Single(())), Some(Plain::Single(())), Plain::Single(()))
    )
}

/// True if loops run in lanes: the machine multiplies and adds in one instruction (a function in place of it would take longer than the loop).
#[inline(always)]
pub fn may_run() -> bool {
    InstructionSet::best() != InstructionSet::Portable
}

/// True if a loop runs in lanes that the function itself does not have: no caller decides by its numbers.
#[inline(always)]
pub fn may_reorder() -> bool {
    !in_order::is_asked() && may_run()
}

/// Returns numbers that are those of a kernel.
#[inline(always)]
pub fn numbers<T: Real, E: Element>(numbers: &[T]) -> &[E] {
    T::plain(numbers).and_then(E::of).unwrap_or(&[])
}

/// Returns numbers that are those of a kernel.
#[inline(always)]
pub fn numbers_mut<T: Real, E: Element>(numbers: &mut [T]) -> &mut [E] {
    T::plain_mut(numbers).and_then(E::of_mut).unwrap_or(&mut [])
}

/// Returns a number that is one of a kernel.
#[inline(always)]
pub fn number<T: Real, E: Element>(number: T) -> E {
    E::constant(number.primal())
}

/// Returns a number of a kernel as the number that it is.
#[inline(always)]
pub fn as_number<T: Real, E: Element>(number: E) -> T {
    T::constant(number.primal())
}

/// Returns cotangents that are numbers of a kernel.
#[inline(always)]
pub fn cotangents<T: Real, C: Cotangent<T>, E: Element>(cotangents: &[C]) -> &[E] {
    C::plain(cotangents).and_then(E::of).unwrap_or(&[])
}

/// Returns cotangents that are numbers of a kernel.
#[inline(always)]
pub fn cotangents_mut<T: Real, C: Cotangent<T>, E: Element>(cotangents: &mut [C]) -> &mut [E] {
    C::plain_mut(cotangents).and_then(E::of_mut).unwrap_or(&mut [])
}

/// Returns the cotangents of an input as a slice: its own, or one that is `kept` to be added to it later.
#[inline(always)]
pub fn lent<'a, T: Real, C: Cotangent<T>, E: Element, L: Level, S: Shadow<T, C, L>>(
    shadow: &'a mut S,
    kept: &'a mut Vec<E>,
    length: usize,
) -> &'a mut [E] {
    match shadow.side_by_side() {
        Some(own) => cotangents_mut::<T, C, E>(own),
        None => {
            kept.resize(length, E::constant(-0.0));
            kept
        }
    }
}

/// The number of cotangents of an input that [`lent`] keeps apart.
#[inline(always)]
pub fn kept<T: Real, C: Cotangent<T>, L: Level, S: Shadow<T, C, L>>(shadow: &mut S, length: usize) -> usize {
    if shadow.side_by_side().is_some() { 0 } else { length }
}

/// True if a loop that nobody has marked gains by lanes: several times as many iterations as lanes, and no more sums, which are made
/// and added up for all lanes, than iterations, or than eight times as many where each has rounds of its own; numbers that are kept apart
/// cost a quarter of a sum.
#[inline(always)]
pub fn gain<E: Element>(iterations: usize, has_rounds: bool, sums: usize, kept: usize) -> bool {
    let work = iterations.saturating_mul(if has_rounds { 32 } else { 4 });
    4 * E::LANES <= iterations && sums.saturating_mul(4).saturating_add(kept) <= work
}

/// The bytes of storage and of sums that two blocks of lanes at once may have: more do not stay in the first cache.
const ROOM: usize = 28 << 10;

/// True if two blocks of lanes run at once, with so many numbers of storage in each lane, and so many sums.
#[inline(always)]
pub fn have_room<V: Vector, W: Vector>(iterations: usize, stored: usize, sums: usize) -> bool {
    let bytes = stored.saturating_mul(size_of::<W>()).saturating_add(sums.saturating_mul(size_of::<V>()));
    W::LANES > V::LANES && iterations >= 2 * W::LANES && bytes <= ROOM
}

/// Returns a cotangent that is a number of a kernel.
#[inline(always)]
pub fn cotangent<T: Real, C: Cotangent<T>, E: Element>(cotangent: C) -> E {
    cotangents::<T, C, E>(core::slice::from_ref(&cotangent)).first().copied().unwrap_or_default()
}

/// Returns a number of a kernel as the cotangent that it is.
#[inline(always)]
pub fn as_cotangent<T: Real, C: Cotangent<T>, E: Element>(number: E) -> C {
    C::of_plain(number.primal())
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
pub type Sums<E, const N: usize> = [Vec<E>; N];

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
    type Alone: Cotangent<V::Scalar>;
    /// `a` where the mask is true, `b` elsewhere.
    fn chosen(mask: V::Mask, a: Self, b: Self) -> Self;
    /// Returns what a lane has.
    fn alone(self, lane: usize) -> Self::Alone;
    /// Replaces what a lane has.
    fn put(&mut self, lane: usize, new: Self::Alone);
}

impl<V: Vector> Chosen<V> for V {
    type Alone = V::Scalar;
    #[inline(always)]
    fn chosen(mask: V::Mask, a: V, b: V) -> V {
        V::select(mask, a, b)
    }
    #[inline(always)]
    fn alone(self, lane: usize) -> V::Scalar {
        apart(self)[lane]
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, new: V::Scalar) {
        let mut numbers = apart(*self);
        numbers[lane] = new;
        *self = V::load(&numbers[..V::LANES]);
    }
}

impl<V: Vector, const R: usize> Chosen<V> for [V; R] {
    type Alone = [V::Scalar; R];
    #[inline(always)]
    fn chosen(mask: V::Mask, a: [V; R], mut b: [V; R]) -> [V; R] {
        for r in 0..R {
            b[r] = V::select(mask, a[r], b[r]);
        }
        b
    }
    #[inline(always)]
    fn alone(self, lane: usize) -> [V::Scalar; R] {
        let mut alone = [V::Scalar::default(); R];
        for r in 0..R {
            alone[r] = apart(self[r])[lane];
        }
        alone
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, new: [V::Scalar; R]) {
        for r in 0..R {
            self[r].put(lane, new[r]);
        }
    }
}

/// The largest number of lanes.
const MOST: usize = 16;

/// Returns the numbers of all lanes, with zeros behind.
#[inline(always)]
pub fn apart<V: Vector>(number: V) -> [V::Scalar; MOST] {
    let mut numbers = [V::Scalar::default(); MOST];
    number.store(&mut numbers[..V::LANES]);
    numbers
}

/// The number of products that are worth a block of their own: some microseconds.
const PRODUCTS: usize = 1 << 14;

/// Multiplies numbers by a factor, in blocks.
pub fn multiply_in_blocks(numbers: Plain<&mut [f64], &mut [f32]>, factor: f64) {
    fn each<E: Float>(numbers: &mut [E], factor: E) {
        let count = numbers.len();
        for_parts(count, PRODUCTS.max(count / 16), numbers, &|_, block: &mut [E]| {
            block.iter_mut().for_each(|number| *number *= factor);
        });
    }
    match numbers {
        Plain::Double(numbers) => each(numbers, factor),
        Plain::Single(numbers) => each(numbers, f32::constant(factor)),
    }
}

/// The number of elements that are exchanged with memory at once: in registers, not one by one.
const WIDE: usize = 16;

/// Loads the elements of all lanes, a lane for each iteration.
#[inline(always)]
pub fn load<V: Vector>(row: &mut [V], from: &[V::Scalar], start: usize, stride: usize) {
    let mut at = 0;
    while at + WIDE <= row.len() {
        let columns = V::gather_rows::<WIDE>(from, |lane| start + lane * stride + at);
        row[at..at + WIDE].copy_from_slice(&columns);
        at += WIDE;
    }
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
    while at + WIDE <= row.len() {
        V::write_rows(&row[at..at + WIDE], to, |lane| start + lane * stride + at);
        at += WIDE;
    }
    while at < row.len() {
        row[at].scatter(to, start + at, stride);
        at += 1;
    }
}

/// Adds the elements of all lanes to those of an array.
#[inline(always)]
pub fn add<V: Vector>(row: &[V], to: &mut [V::Scalar], start: usize, stride: usize) {
    let mut at = 0;
    while at + WIDE <= row.len() {
        let mut columns = V::gather_rows::<WIDE>(to, |lane| start + lane * stride + at);
        for k in 0..WIDE {
            columns[k] += row[at + k];
        }
        V::scatter_rows(&columns, to, |lane| start + lane * stride + at);
        at += WIDE;
    }
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
pub fn add_sums<V: Vector, const N: usize>(tile: [V; N], to: &mut [V::Scalar], start: usize, length: usize) {
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
    ($start:expr, <$T:ty, $C:ty> of [$($element:ident)*], $lanes:block) => {{
        #[allow(unused_mut)]
        let mut first = $start;
        $(if const { $crate::__private::lanes::are::<$T, $C, $element>() } {
            type _Element = $element;
            first = $lanes;
        })*
        first
    }};
}

/// Expands to the loop in lanes, where nobody has asked for them: in builds of the user's crate without debug assertions.
#[doc(hidden)]
#[macro_export]
macro_rules! __found_in_lanes {
    ($start:expr, $($loop:tt)*) => {{
        let first;
        #[cfg(not(debug_assertions))]
        {
            first = $crate::__in_lanes!($start, $($loop)*);
        }
        #[cfg(debug_assertions)]
        {
            first = $start;
        }
        first
    }};
}

//! Arguments of the programs of a batch: the places where each instance finds its arguments, and where its cotangents go.
//!
//! `#[reversible(batch)]` makes of a function of numbers and arrays four programs that run it for many arguments at once, eight in
//! the lanes of vector registers. Each takes, for each parameter of the function, a source of arguments:
//!
//! | written | the argument of instance `i` |
//! |---|---|
//! | `&items` | `items[i]` |
//! | [`by`]`(&items, \|i\| camera_of[i])` | `items[camera_of[i]]` |
//! | [`all`]`(&item)` | `item` |
//! | [`each`]`(\|i\| &seen[i].pixel)` | what the closure returns |
//!
//! ```
//! use retrograde::batch::by;
//! use retrograde::prelude::*;
//!
//! /// The stretch of a spring between two points, beyond its length.
//! #[reversible(batch)]
//! fn stretch(excess: &mut f64, a: &[f64; 2], b: &[f64; 2], #[inactive] length: f64) {
//!     let (x, y) = (b[0] - a[0], b[1] - a[1]);
//!     *excess += (x * x + y * y).sqrt() - length;
//! }
//!
//! let points = [[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]];
//! let springs = [(0, 1), (1, 2), (2, 0)];
//! let lengths = [4.0, 4.0, 4.0];
//! let a = by(&points, |i: usize| springs[i].0);
//! let b = by(&points, |i: usize| springs[i].1);
//!
//! // The function.
//! let mut excess = [0.0; 3];
//! stretch::batch(&mut excess, a, b, &lengths);
//! assert_eq!(excess, [1.0, 0.0, -1.0]);
//!
//! // Its Jacobian: for each instance a row for each output, beside each column.
//! let (mut excess, mut by_a, mut by_b) = ([0.0; 3], [[[0.0; 1]; 2]; 3], [[[0.0; 1]; 2]; 3]);
//! stretch::batch_jacobian(&mut excess, a, &mut by_a, b, &mut by_b, &lengths);
//! assert_eq!((by_a[1], by_b[1]), ([[0.0], [1.0]], [[0.0], [-1.0]]));
//!
//! // The same by rows: a row for each output of each instance, with the columns of all arguments.
//! let (mut again, mut rows) = ([0.0; 3], [0.0; 3 * 4]);
//! stretch::batch_rows(&mut again, a, b, &lengths, &mut rows);
//! assert_eq!(rows[4..8], [0.0, 1.0, 0.0, -1.0]);
//!
//! // Its adjoint, which adds the cotangents of all instances up: those of the points by their numbers.
//! let (mut excess, mut seeds, mut force) = ([0.0; 3], [1.0, 1.0, 1.0], [[0.0; 2]; 3]);
//! let mut other = [[0.0; 2]; 3];
//! let to_a = by(&mut force[..], |i: usize| springs[i].0);
//! let to_b = by(&mut other[..], |i: usize| springs[i].1);
//! stretch::batch_sweep(&mut excess, &mut seeds, a, to_a, b, to_b, &lengths);
//! assert_eq!((force[2], other[0]), ([1.0, 0.0], [-1.0, 0.0]));
//! ```
//!
//! Results depend on the number of instances and on nothing else; those of eight instances that run together and those of the rest,
//! which run one by one, may differ in the last digits of elementary functions.

#[cfg(feature = "lanes")]
mod rounds;
mod rows;
#[doc(hidden)]
#[cfg(feature = "lanes")]
pub use rounds::{Addends, Cotangents, Room, cotangents, for_rounds};

#[doc(hidden)]
pub use rows::{Rows, turned};

use core::ops::Range;

/// A source of arguments.
pub trait Given<'a, A>: Sync {
    /// Returns the argument of an instance.
    ///
    /// # Panics
    ///
    /// If there is none.
    fn given(&self, instance: usize) -> &'a A;
    /// Returns the number of instances that there are arguments for, if it is bounded.
    fn count(&self) -> Option<usize>;
}

impl<'a, A: Sync> Given<'a, A> for &'a [A] {
    #[inline(always)]
    fn given(&self, instance: usize) -> &'a A {
        &self[instance]
    }
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'a, A: Sync, const N: usize> Given<'a, A> for &'a [A; N] {
    #[inline(always)]
    fn given(&self, instance: usize) -> &'a A {
        &self[instance]
    }
    fn count(&self) -> Option<usize> {
        Some(N)
    }
}

#[cfg(feature = "alloc")]
impl<'a, A: Sync> Given<'a, A> for &'a alloc::vec::Vec<A> {
    #[inline(always)]
    fn given(&self, instance: usize) -> &'a A {
        &self[instance]
    }
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
}

/// A place for cotangents.
pub trait Added<A>: Send {
    /// Adds the cotangent of an instance.
    ///
    /// # Panics
    ///
    /// If there is no place for it.
    fn added(&mut self, instance: usize, cotangent: &A);
    /// Returns the number of instances that there are places for, if it is bounded.
    fn count(&self) -> Option<usize>;
    /// Returns how instances share the places.
    #[doc(hidden)]
    fn share(&self) -> Share {
        Share::Copied
    }
    /// Returns the places of some instances, if each has its own.
    #[doc(hidden)]
    fn own(&mut self, _: Range<usize>) -> &mut [A] {
        &mut []
    }
}

/// The way in which instances share places for cotangents.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Each has its own, in their order.
    Own,
    /// One place may be that of several: each instance has a copy, which is added later.
    Copied,
    /// All have one: each block has a sum.
    Summed,
}

impl<A: Numbers> Added<A> for &mut [A] {
    #[inline(always)]
    fn added(&mut self, instance: usize, cotangent: &A) {
        add(&mut self[instance], cotangent);
    }
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
    fn share(&self) -> Share {
        Share::Own
    }
    fn own(&mut self, instances: Range<usize>) -> &mut [A] {
        &mut self[instances]
    }
}

impl<A: Numbers, const N: usize> Added<A> for &mut [A; N] {
    #[inline(always)]
    fn added(&mut self, instance: usize, cotangent: &A) {
        add(&mut self[instance], cotangent);
    }
    fn count(&self) -> Option<usize> {
        Some(N)
    }
    fn share(&self) -> Share {
        Share::Own
    }
    fn own(&mut self, instances: Range<usize>) -> &mut [A] {
        &mut self[instances]
    }
}

#[cfg(feature = "alloc")]
impl<A: Numbers> Added<A> for &mut alloc::vec::Vec<A> {
    #[inline(always)]
    fn added(&mut self, instance: usize, cotangent: &A) {
        add(&mut self[instance], cotangent);
    }
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
    fn share(&self) -> Share {
        Share::Own
    }
    fn own(&mut self, instances: Range<usize>) -> &mut [A] {
        &mut self[instances]
    }
}

/// Items by number; see [`by`].
#[derive(Clone, Copy, Debug)]
pub struct By<S, F> {
    items: S,
    number: F,
}

/// The item whose number `number` tells of each instance.
pub fn by<S, F: Fn(usize) -> usize>(items: S, number: F) -> By<S, F> {
    By { items, number }
}

impl<'a, A, S: Given<'a, A>, F: Fn(usize) -> usize + Sync> Given<'a, A> for By<S, F> {
    #[inline(always)]
    fn given(&self, instance: usize) -> &'a A {
        self.items.given((self.number)(instance))
    }
    fn count(&self) -> Option<usize> {
        None
    }
}

impl<A, S: Added<A>, F: Fn(usize) -> usize + Send> Added<A> for By<S, F> {
    #[inline(always)]
    fn added(&mut self, instance: usize, cotangent: &A) {
        self.items.added((self.number)(instance), cotangent);
    }
    fn count(&self) -> Option<usize> {
        None
    }
}

/// One item for all instances; see [`all`].
#[derive(Clone, Copy, Debug)]
pub struct All<I>(I);

/// One item for all instances, `all(&x)`, or one place to which all add, `all(&mut x_bar)`.
pub fn all<I>(item: I) -> All<I> {
    All(item)
}

impl<'a, A: Sync> Given<'a, A> for All<&'a A> {
    #[inline(always)]
    fn given(&self, _: usize) -> &'a A {
        self.0
    }
    fn count(&self) -> Option<usize> {
        None
    }
}

impl<A: Numbers> Added<A> for All<&mut A> {
    #[inline(always)]
    fn added(&mut self, _: usize, cotangent: &A) {
        add(self.0, cotangent);
    }
    fn count(&self) -> Option<usize> {
        None
    }
    fn share(&self) -> Share {
        Share::Summed
    }
}

/// Items that a closure finds; see [`each`].
#[derive(Clone, Copy, Debug)]
pub struct Each<F>(F);

/// The item that a closure returns for each instance: `each(|i| &seen[i].pixel)`.
pub fn each<'a, A: 'a, F: Fn(usize) -> &'a A>(item: F) -> Each<F> {
    Each(item)
}

impl<'a, A: 'a, F: Fn(usize) -> &'a A + Sync> Given<'a, A> for Each<F> {
    #[inline(always)]
    fn given(&self, instance: usize) -> &'a A {
        (self.0)(instance)
    }
    fn count(&self) -> Option<usize> {
        None
    }
}

/// Numbers of a fixed shape: a number, or an array of such.
pub trait Numbers: Copy + Send + Sync + 'static {
    /// Returns all numbers of some items, one behind the other.
    fn numbers_of(items: &[Self]) -> &[f64];
    /// Returns all numbers of some items, one behind the other.
    fn numbers_of_mut(items: &mut [Self]) -> &mut [f64];
    /// Returns numbers to which nothing has been added.
    #[doc(hidden)]
    fn nothing() -> Self;
}

impl Numbers for f64 {
    #[inline(always)]
    fn numbers_of(items: &[f64]) -> &[f64] {
        items
    }
    #[inline(always)]
    fn numbers_of_mut(items: &mut [f64]) -> &mut [f64] {
        items
    }
    fn nothing() -> f64 {
        -0.0
    }
}

impl<A: Numbers, const N: usize> Numbers for [A; N] {
    #[inline(always)]
    fn numbers_of(items: &[[A; N]]) -> &[f64] {
        A::numbers_of(items.as_flattened())
    }
    #[inline(always)]
    fn numbers_of_mut(items: &mut [[A; N]]) -> &mut [f64] {
        A::numbers_of_mut(items.as_flattened_mut())
    }
    fn nothing() -> [A; N] {
        [A::nothing(); N]
    }
}

#[inline(always)]
fn add<A: Numbers>(to: &mut A, from: &A) {
    let to = A::numbers_of_mut(core::slice::from_mut(to));
    for (to, from) in to.iter_mut().zip(A::numbers_of(core::slice::from_ref(from))) {
        *to += from;
    }
}

/// The instances that a thread runs at once: a multiple of all numbers of lanes, and some hundred microseconds.
#[doc(hidden)]
pub const BLOCK: usize = 2048;

#[doc(hidden)]
#[cfg(feature = "lanes")]
pub use retrograde_lanes::for_parts;

/// Runs all instances at once: the feature `lanes` is disabled.
#[doc(hidden)]
#[cfg(not(feature = "lanes"))]
pub fn for_parts<P>(n: usize, _: usize, parts: P, f: &impl Fn(core::ops::Range<usize>, P)) {
    f(0..n, parts);
}

/// Places for cotangents, which all instances reach one after the other: the feature `lanes` is disabled.
#[doc(hidden)]
#[cfg(not(feature = "lanes"))]
pub fn cotangents<A: Numbers, D: Added<A>>(to: D) -> Cotangents<D, A> {
    Cotangents { to, of: core::marker::PhantomData }
}

#[doc(hidden)]
#[cfg(not(feature = "lanes"))]
#[derive(Debug)]
pub struct Cotangents<D, A> {
    to: D,
    of: core::marker::PhantomData<A>,
}

#[cfg(not(feature = "lanes"))]
impl<A: Numbers, D: Added<A>> Cotangents<D, A> {
    /// Adds the cotangent of an instance.
    #[inline(always)]
    pub fn added(&mut self, instance: usize, cotangent: &A) {
        self.to.added(instance, cotangent);
    }
}

/// Runs all instances at once: the feature `lanes` is disabled.
#[doc(hidden)]
#[cfg(not(feature = "lanes"))]
pub fn for_rounds<P, T>(n: usize, own: P, addends: T, f: &impl Fn(Range<usize>, P, T)) {
    f(0..n, own, addends);
}

/// Asks that an argument of a batch is there for all instances.
#[doc(hidden)]
#[track_caller]
pub fn as_many(name: &str, found: Option<usize>, first: &str, wanted: usize) {
    if let Some(found) = found.filter(|found| *found != wanted) {
        panic!(
            "`{name}` is for {found} instances, and `{first}` for {wanted}: a batch needs one of each for every instance"
        );
    }
}

/// Sets the cotangents of outputs for all rows of a Jacobian: that of number `i` is one in row `first + i`.
#[doc(hidden)]
#[inline(always)]
pub fn seed<T: crate::Real, const R: usize>(outputs: &mut [[T; R]], first: usize) {
    let mut i = 0;
    while i < outputs.len() {
        outputs[i][first + i] = T::constant(1.0);
        i += 1;
    }
}

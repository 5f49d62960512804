//! [`Active`]: a number that is recorded on a tape.
//!
//! It is the paper's dual number: the primal, and the id of a backpropagator instead of the backpropagator itself.
//! Laws: the value is computed exactly as without a tape; comparisons look at values only; constants, and operations
//! on constants alone, are not recorded.

use crate::recorder::epoch;
use crate::tape::Node;
use crate::{Recorder, Scalar};
use std::cmp::Ordering;
use std::fmt;
use std::iter::{Product, Sum};
use std::marker::PhantomData;

/// A number within [`vjp`](crate::vjp): its value, and its position on the tape.
///
/// It is `Copy`, takes 16 bytes for `f64`, mixes with `f64` on both sides and implements [`Real`](crate::Real), so
/// code generic over `Real` accepts it. `Active<Dual<f64>>` and `Active<Active<f64>>` give second derivatives.
///
/// # Scope
///
/// An active number belongs to the call of `vjp` that made it. After the call, it still has its value, but an
/// operation on it panics with a message. It cannot be sent to another thread either, nor captured by a closure that
/// runs there: the functions of the module `par` (feature `par`) take numbers as arguments. With the feature `nalgebra`,
/// whose numbers can be sent, it can be sent, too, and the first operation on it there panics.
///
/// ```should_panic
/// use retrograde_tape::{value_and_gradient, Active};
///
/// let mut kept = None;
/// value_and_gradient(|x: Active| { kept = Some(x); x * x }, &3.0).unwrap();
/// // Panics: this number belongs to a call of `vjp` that has ended.
/// let _ = kept.unwrap() + 1.0;
/// ```
#[derive(Clone, Copy)]
pub struct Active<T = f64> {
    value: T,
    /// The epoch of its scope in the upper half, its id in the lower; 0 for constants. One word, so that the number is
    /// passed in two registers.
    tag: u64,
    /// Ids are valid on their own thread only.
    thread: PhantomData<Bound>,
}

/// A type that is bound to its thread.
#[cfg(not(feature = "nalgebra"))]
type Bound = *const ();

/// The fields of `nalgebra` can be sent. No epoch occurs on two threads, so what is sent is found out.
#[cfg(feature = "nalgebra")]
type Bound = ();

impl<T: Copy> Active<T> {
    /// Returns the value.
    #[inline(always)]
    pub fn value(self) -> T {
        self.value
    }

    /// Returns a number that does not depend on the inputs of this level, though it may depend on those of levels
    /// within `T`.
    #[inline(always)]
    pub const fn constant_of(value: T) -> Self {
        Active { value, tag: 0, thread: PhantomData }
    }

    /// True if it depends on no input.
    #[inline(always)]
    pub fn is_constant(self) -> bool {
        self.tag == 0
    }

    /// Returns this number as a constant: no derivative flows through it.
    #[inline(always)]
    #[must_use]
    pub fn detached(self) -> Self {
        Active::constant_of(self.value)
    }

    #[inline(always)]
    pub(crate) const fn tagged(value: T, tag: u64) -> Self {
        Active { value, tag, thread: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn tag(self) -> u64 {
        self.tag
    }

    /// Returns the id on the tape, 0 for constants.
    #[inline(always)]
    pub(crate) fn id(self) -> u32 {
        self.tag as u32
    }
}

/// Records an operation on one number.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn record_one<T: Scalar>(y: T, x: Active<T>, partial: T) -> Active<T> {
    // SAFETY: the guard is dropped at the end of this function.
    let r = unsafe { T::recorder() };
    let next = r.next();
    // All cases but one are in one call, so that `next` stays in a register from one operation to the next.
    let tag = if epoch(x.tag ^ next) == 0 { r.append(one_parent(x.id(), partial, next)) } else { None };
    Active::tagged(y, tag.unwrap_or_else(|| record_one_slowly(&r, x.tag, partial)))
}

/// Returns a node with one parent.
#[inline(always)]
fn one_parent<T: Scalar>(parent: u32, partial: T, own: u64) -> Node<T> {
    // The second parent is the node itself: a contribution to its own cotangent has no effect, since the sweep has
    // read it already.
    Node { parents: [parent, own as u32], partials: [partial, T::constant(0.0)] }
}

/// Returns the tag of the result if the number is a constant or of another scope, or if there is no room.
#[cold]
#[inline(never)]
fn record_one_slowly<T: Scalar>(r: &Recorder<T>, x: u64, partial: T) -> u64 {
    if x == 0 {
        return 0;
    }
    if epoch(x ^ r.next()) != 0 {
        stranger(r);
    }
    r.append_growing(one_parent(x as u32, partial, r.next()))
}

/// Records an operation on two numbers.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn record_two<T: Scalar>(y: T, a: Active<T>, b: Active<T>, [p, q]: [T; 2]) -> Active<T> {
    // SAFETY: the guard is dropped at the end of this function.
    let r = unsafe { T::recorder() };
    let next = r.next();
    let tag = if epoch((a.tag ^ next) | (b.tag ^ next)) == 0 {
        r.append(Node { parents: [a.id(), b.id()], partials: [p, q] })
    } else {
        None
    };
    // Partials are passed one by one, in registers: a value that is written to memory in two pieces and read in one
    // has to wait for the writes.
    Active::tagged(y, tag.unwrap_or_else(|| record_two_slowly(&r, a.tag, b.tag, p, q)))
}

/// Returns the tag of the result if one of two numbers is a constant or of another scope, or if there is no room.
#[inline(never)]
fn record_two_slowly<T: Scalar>(r: &Recorder<T>, a: u64, b: u64, p: T, q: T) -> u64 {
    let next = r.next();
    for x in [a, b] {
        if x != 0 && epoch(x ^ next) != 0 {
            stranger(r);
        }
    }
    r.append_growing(match (a, b) {
        (0, 0) => return 0,
        (a, 0) => one_parent(a as u32, p, next),
        (0, b) => one_parent(b as u32, q, next),
        (a, b) => Node { parents: [a as u32, b as u32], partials: [p, q] },
    })
}

/// Records an operation on any number of numbers, with one node for every two.
#[inline(always)]
pub(crate) fn record<T: Scalar, const N: usize>(y: T, x: [Active<T>; N], partials: [T; N]) -> Active<T> {
    if N == 0 {
        return Active::constant_of(y);
    }
    if N == 1 {
        return record_one(y, x[0], partials[0]);
    }
    let mut all = record_two(y, x[0], x[1], [partials[0], partials[1]]);
    for i in 2..N {
        all = record_two(y, all, x[i], [T::constant(1.0), partials[i]]);
    }
    all
}

/// Panics: the number belongs to another scope.
#[cold]
#[inline(never)]
pub(crate) fn stranger<T>(r: &Recorder<T>) {
    if r.records() {
        panic!(
            "an active number of another call of `vjp` is used in this one: hand it in as an argument, or lift it into \
             this level with `Active::constant_of`"
        )
    } else {
        panic!(
            "an active number is used after the call of `vjp` that it belongs to has ended, or on another thread: take its \
             `value()` there"
        )
    }
}

impl<T: Scalar> From<f64> for Active<T> {
    fn from(c: f64) -> Self {
        Active::constant_of(T::constant(c))
    }
}

impl<T: Scalar> Default for Active<T> {
    /// The constant zero.
    fn default() -> Self {
        Active::from(0.0)
    }
}

impl<T: PartialEq> PartialEq for Active<T> {
    /// Compares values: two numbers are equal if they are equal in the plain program.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialOrd> PartialOrd for Active<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Scalar> PartialEq<f64> for Active<T> {
    #[inline(always)]
    fn eq(&self, other: &f64) -> bool {
        self.value.primal() == *other
    }
}

impl<T: Scalar> PartialOrd<f64> for Active<T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.value.primal().partial_cmp(other)
    }
}

impl<T: Scalar> PartialEq<Active<T>> for f64 {
    #[inline(always)]
    fn eq(&self, other: &Active<T>) -> bool {
        *self == other.value.primal()
    }
}

impl<T: Scalar> PartialOrd<Active<T>> for f64 {
    #[inline(always)]
    fn partial_cmp(&self, other: &Active<T>) -> Option<Ordering> {
        self.partial_cmp(&other.value.primal())
    }
}

impl<T: Scalar> Sum for Active<T> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Active::from(0.0), |all, x| all + x)
    }
}

impl<T: Scalar> Product for Active<T> {
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Active::from(1.0), |all, x| all * x)
    }
}

impl<'a, T: Scalar> Sum<&'a Active<T>> for Active<T> {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl<'a, T: Scalar> Product<&'a Active<T>> for Active<T> {
    fn product<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().product()
    }
}

impl<T: fmt::Debug> fmt::Debug for Active<T> {
    /// Writes the value, and `#` with the id unless it is a constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        match self.tag as u32 {
            0 => Ok(()),
            id => write!(f, "#{id}"),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Active<T> {
    /// Writes the value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

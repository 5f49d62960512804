//! Functions that emitted code calls: `retrograde::__private`. None of them is for users, and all of them may change.
//!
//! Emitted programs name everything by its full path through this module, so that imports of the user cannot change
//! their meaning. Laws: a [`window`] has exactly the requested length, and LLVM can see it; [`strided`] visits the
//! indices that the standard library's `step_by` visits, in either direction, up to the bounds of every integer type.

use core::ops::Range;

#[cfg(feature = "alloc")]
pub use crate::alike::Owned;
pub use crate::alike::ZerosLike;
pub use crate::arguments;
pub use crate::batch;
pub use crate::constant;
pub use crate::fields::{self, NoneAsked};
pub use crate::function::{Length, Reversible, takes_inputs, takes_state};
pub use crate::instructions::swap as exchange;
pub use crate::irreversible::Irreversible;
pub use crate::known::{Each, Exact, Fields, Known, Parted, Rounded, is_known};
pub use crate::lengths::{self, same_length, unlike_lengths};
pub use crate::loans;
pub use crate::orders::{total_eq, total_ge, total_gt, total_le, total_lt, total_ne};
pub use crate::probe;
pub use crate::strided::{Integer, Strided, strided};
pub use crate::sums::{ChangesReceiver, Sum, SumOr, opened, opened_or, passes, put};
pub use crate::whole;
pub use crate::witness::told;
#[cfg(feature = "complex")]
pub use retrograde_numbers::Complex;

#[cfg(feature = "tape")]
pub use retrograde_numbers::Dual;
#[cfg(feature = "alloc")]
pub use retrograde_numbers::OpenAll;
pub use retrograde_numbers::{
    Cells, Collect, Cotangent, Differentiable, Discard, Inactive, Leaf, Open, Over, Rows, Shadow, Shapeless,
    Slot,
};
pub use retrograde_numbers::{InvertibleAdd, InvertibleMul, InvertibleXor, Log, MaxPlus, MinPlus};
pub use retrograde_rules::operator::{Inputs, Packed};
pub use retrograde_rules::{Operator, Real, Rule};

pub use crate::autodiff::{along, along_all};

#[cfg(feature = "alloc")]
pub use crate::check::{self, Numbers};
#[cfg(feature = "alloc")]
pub use crate::functions::{
    Captures, Capturing, Function1, Function2, Function3, Function4, Function5, Function6, Function7, Valued,
};
#[cfg(feature = "alloc")]
pub use crate::map::{Unlike, entries, insert, keys, remove, unlike, unlike_keys};
#[cfg(feature = "alloc")]
pub use crate::orders::{
    ascending, checked_ascending, checked_descending, descending, greater_ascending, greater_descending,
    less_ascending, less_descending, total_ascending, total_descending,
};
#[cfg(feature = "alloc")]
pub use crate::record::{Each as EachOf, Exacts, Kept, Reals, Record as Trail, Snapshot};
#[cfg(feature = "alloc")]
pub use crate::stack::{Blank, ByClone, ByDefault, Emptied, pop, push, refill};
#[cfg(feature = "alloc")]
pub use alloc::{borrow::ToOwned, boxed::Box, vec, vec::Vec};

/// True for a text that a pattern names.
pub fn is_text<S: AsRef<str> + ?Sized>(value: &S, text: &str) -> bool {
    value.as_ref() == text
}

/// Returns a text that a pattern binds.
#[cfg(feature = "alloc")]
pub fn owned_text<S: AsRef<str> + ?Sized>(value: &S) -> alloc::string::String {
    value.as_ref().to_owned()
}

/// `&of[start..end]` of a constant.
pub fn part<T>(of: &[T], start: usize, end: usize) -> &[T] {
    &of[start..end]
}

/// `&of[start..]` of a constant.
pub fn part_from<T>(of: &[T], start: usize) -> &[T] {
    &of[start..]
}

/// Stands before a call whose numbers decide: without the feature `lanes` all loops run in the order of their text.
#[cfg(not(feature = "lanes"))]
#[derive(Debug)]
pub struct InOrder;

#[cfg(not(feature = "lanes"))]
impl InOrder {
    /// Begins before the call.
    #[inline(always)]
    pub fn begin() -> InOrder {
        InOrder
    }
}

/// The traits whose methods emitted code calls, without their names.
pub mod traits {
    pub use crate::sums::Held as _;
    pub use retrograde_numbers::{Collect as _, Cotangent as _, Shadow as _};
    pub use retrograde_rules::Real as _;
}

pub use crate::__checked as checked;
pub use crate::__described as described;
pub use crate::__directions as directions;
#[cfg(feature = "lanes")]
pub use crate::__found_in_lanes as found_in_lanes;
pub use crate::__hollow as hollow;
#[cfg(feature = "lanes")]
pub use crate::__in_lanes as in_lanes;
pub use crate::__nested as nested;
pub use crate::__programs as programs;
pub use crate::__stopped as stopped;
pub use crate::__when_alloc as when_alloc;
pub use crate::__when_lanes as when_lanes;
pub use crate::__when_tape as when_tape;
pub use crate::__whole as recorded_whole;
#[cfg(feature = "lanes")]
pub use crate::lanes::{self, InOrder};
pub use crate::stopped;
#[cfg(not(feature = "lanes"))]
pub use crate::{__not_in_lanes as found_in_lanes, __not_in_lanes as in_lanes};
#[cfg(feature = "tape")]
pub use alloc::sync::Arc;
#[cfg(feature = "tape")]
pub use retrograde_rules::Whole;
#[cfg(feature = "tape")]
pub use retrograde_tape as tape;

/// Expands to its content, since the feature `tape` is enabled.
#[cfg(feature = "tape")]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_tape {
    ($($content:tt)*) => { $($content)* };
}

/// Expands to nothing, since the feature `tape` is disabled.
#[cfg(not(feature = "tape"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_tape {
    ($($content:tt)*) => {};
}

/// Expands to nothing, since the feature `tape` is enabled: a rule for directions has a place.
#[cfg(feature = "tape")]
#[doc(hidden)]
#[macro_export]
macro_rules! __directions {
    () => {};
}

/// Fails, since the feature `tape` is disabled: dual numbers would run the function in the place of its rule.
#[cfg(not(feature = "tape"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __directions {
    () => {
        ::core::compile_error!("`#[primitive(jvp = f)]` needs the feature `tape` of the crate `retrograde`")
    };
}

/// Expands to nothing, since the feature `alloc` is disabled.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __checked {
    ($($content:tt)*) => {};
}

/// Expands to nothing, since the feature `tape` is disabled.
#[cfg(not(feature = "tape"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __whole {
    ($($content:tt)*) => {};
}

/// The type that emitted code names if complex numbers are disabled, so that rustc reports the missing feature.
#[cfg(not(feature = "complex"))]
#[deprecated = "complex numbers need the feature `complex` of the crate `retrograde`"]
#[derive(Clone, Copy, Debug)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

/// Multiplies numbers by a factor: in blocks, on the threads of the current pool if there are some.
#[inline]
pub fn multiply_in_blocks<T: Real>(numbers: &mut [T], factor: T) {
    #[cfg(feature = "lanes")]
    if let Some(plain) = T::plain_mut(numbers) {
        return lanes::multiply_in_blocks(plain, factor.primal());
    }
    numbers.iter_mut().for_each(|number| *number *= factor);
}

/// Expands to the first iteration, so that the loop runs all: the feature `lanes` is disabled.
#[cfg(not(feature = "lanes"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __not_in_lanes {
    ($start:expr, <$T:ty, $C:ty> of [$($element:ident)*], $lanes:block) => {
        $start
    };
}

/// Expands to its content, since the feature `lanes` is enabled.
#[cfg(feature = "lanes")]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_lanes {
    ($($content:tt)*) => { $($content)* };
}

/// Expands to nothing, since the feature `lanes` is disabled.
#[cfg(not(feature = "lanes"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_lanes {
    ($($content:tt)*) => {};
}

/// Expands to its content, since the feature `alloc` is enabled.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_alloc {
    ($($content:tt)*) => { $($content)* };
}

/// Expands to nothing, since the feature `alloc` is disabled.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __when_alloc {
    ($($content:tt)*) => {};
}

/// The indices of `length` elements from `start`.
#[inline(always)]
pub fn span(start: usize, length: usize) -> Range<usize> {
    start..start + length
}

/// Returns the number of elements of `x[start..]`, an array of `length` elements.
///
/// # Panics
///
/// If it starts behind the end, as the slice does.
#[inline]
#[track_caller]
pub fn rest(length: usize, start: usize) -> usize {
    assert!(start <= length, "range start index {start} out of range for slice of length {length}");
    length - start
}

/// The value of a call that is a statement: nothing.
#[diagnostic::on_unimplemented(
    message = "a function that returns a value is called as a statement, so its value is lost",
    label = "the value of this call goes nowhere",
    note = "add it to a place, `y += f(…);`, give it a name, `let t = f(…);`, or leave the call away"
)]
pub trait NoValue {}

impl NoValue for () {}

/// Asks that a call leaves no value.
#[inline(always)]
pub fn is_statement<V: NoValue>(_: V) {}

/// Says that none of a function's parameters is scratch, where its programs do not say which are: a constant of a type goes
/// before that of a trait.
pub trait NoScratch {
    /// A bit for each parameter.
    const __SCRATCH: u64 = 0;
}

impl<F> NoScratch for F {}

/// A trait that no value of a function without `gradient` implements, so that a call of `gradient` is an error.
#[diagnostic::on_unimplemented(
    message = "this function returns more than one number, so its gradient depends on a cotangent of the value",
    label = "`gradient` starts from a value that is one number",
    note = "`gradient_with` takes the cotangent of the value beside the arguments, and returns the value and their cotangents; \
            `pull` adds to cotangents that are there, and takes rows of a Jacobian at once as `[_; R]`"
)]
pub trait OneNumber {}

/// A trait that no function without `gradient` implements, so that a call of `gradient` is an error.
#[diagnostic::on_unimplemented(
    message = "this function has no `gradient`: it returns no number, and has no first `&mut` number that it only changes",
    label = "`gradient` has no value to start from",
    note = "`gradient` is there where a number is returned, or where the first `&mut` number is updated and handed to calls but \
            not read: it starts at zero, and is the value",
    note = "`sweep` and `adjoint` take the cotangents of all that is changed"
)]
pub trait OnlyChanged {}

/// Returns the start of a window: one without elements may start anywhere, so that a loop that does not run cannot
/// fail.
#[inline(always)]
fn beginning(start: usize, length: usize) -> usize {
    if length == 0 { 0 } else { start }
}

/// Returns exactly `length` elements from `start`.
// The length of the result is the argument itself and not a difference, so a loop below it needs no check.
#[inline(always)]
#[track_caller]
pub fn window<'a, E>(elements: &'a [E], start: usize, length: usize, name: &str) -> &'a [E] {
    match elements.get(beginning(start, length)..).and_then(|rest| rest.get(..length)) {
        Some(window) => window,
        None => outside(name, elements.len(), start, length),
    }
}

/// Returns exactly `length` elements from `start`, mutably.
#[inline(always)]
#[track_caller]
pub fn window_mut<'a, E>(elements: &'a mut [E], start: usize, length: usize, name: &str) -> &'a mut [E] {
    let all = elements.len();
    match elements.get_mut(beginning(start, length)..).and_then(|rest| rest.get_mut(..length)) {
        Some(window) => window,
        None => outside(name, all, start, length),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside(name: &str, all: usize, start: usize, length: usize) -> ! {
    panic!("a loop reads {length} elements of `{name}` from index {start} on, and `{name}` has {all}")
}

#[cold]
#[inline(never)]
#[track_caller]
fn past(all: usize, start: usize, length: usize) -> ! {
    panic!("a call takes {length} elements from index {start} on, of a slice that has {all}")
}

/// The text of [`crate::library`], for interpreters.
pub const LIBRARY: &str = include_str!("library.rs");

/// Returns the position of `count` elements of an array, from the element `at` of its part `start..end` on.
#[inline(always)]
#[track_caller]
pub fn within(start: usize, at: usize, end: usize, count: usize, name: &str) -> usize {
    let length = end.saturating_sub(start);
    // Compares differences, since `at` may be any number and a sum could overflow.
    if at > length || length - at < count {
        beyond(name, at, count, length)
    }
    start + at
}

#[cold]
#[inline(never)]
#[track_caller]
fn beyond(name: &str, at: usize, count: usize, length: usize) -> ! {
    match count {
        _ if length >= isize::MAX as usize => panic!("index {at} is outside a part of `{name}`"),
        0 => panic!("a range ends at {at} in a part of `{name}` that has {length} elements"),
        1 => panic!("index {at} is outside a part of `{name}` that has {length} elements"),
        _ => {
            panic!("a loop reads {count} elements from index {at} on of a part of `{name}` that has {length}")
        }
    }
}

/// Checks the lengths of flat slices against the numbers of inputs and outputs of an operator.
#[inline]
#[track_caller]
pub fn fits<T>(operator: &impl Operator<T>, inputs: usize, outputs: usize) {
    if !operator.inputs().admits(inputs) {
        panic!("`{}` takes {}, and {inputs} are given", operator.name(), operator.inputs())
    }
    let gives = operator.outputs(inputs);
    if outputs != gives {
        panic!("`{}` gives {gives} numbers, and there is room for {outputs}", operator.name())
    }
}

/// Checks the length of a flat state, or of flat inputs, of a function.
#[inline]
#[track_caller]
pub fn takes(name: &str, what: &str, fixed: usize, open: bool, length: usize) {
    if if open { length < fixed } else { length != fixed } {
        let more = if open { " or more" } else { "" };
        panic!("`{name}` takes {fixed}{more} numbers as its {what}, and {length} are given")
    }
}

/// Checks the number of cotangents of inputs against the number of inputs.
#[inline]
#[track_caller]
pub fn beside(inputs: usize, cotangents: usize) {
    if inputs != cotangents {
        panic!("there are {inputs} inputs, and room for {cotangents} cotangents of inputs")
    }
}

/// Checks the length of a returned vector against that of the place to which it is added.
#[inline(always)]
#[track_caller]
pub fn as_long(place: usize, value: usize) {
    if place != value {
        unfit(place, value)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn unfit(place: usize, value: usize) -> ! {
    panic!("the value has {value} elements, and the place that it is added to has {place}")
}

/// Marks the end of code that is compiled and never runs.
#[cold]
pub fn unreached() -> ! {
    unreachable!("this is compiled and not run")
}

/// Ends a run where the shadow of an enum has another variant than the value.
#[cold]
#[inline(never)]
#[track_caller]
pub fn other_variant() -> ! {
    panic!("the value has another variant than its shadow, or than the one that is read")
}

/// Ends a run because a check failed.
#[cold]
#[inline(never)]
#[track_caller]
pub fn stop(error: Irreversible) -> ! {
    panic!("{error}")
}

/// Splits an array into parts that are changed, and parts that are read meanwhile. The latter may overlap.
///
/// # Panics
///
/// If a part that is changed has elements in common with another part, or if a part ends beyond the array.
#[inline(always)]
#[track_caller]
pub fn apart<E, const M: usize, const S: usize>(
    elements: &mut [E],
    changed: [Range<usize>; M],
    read: [Range<usize>; S],
) -> ([&mut [E]; M], [&[E]; S]) {
    let mut parts: [&mut [E]; M] = core::array::from_fn(|_| Default::default());
    // The elements before each part that is changed, and the position where they start.
    let mut gaps: [(usize, &[E]); M] = core::array::from_fn(|_| Default::default());
    let (all, mut rest, mut passed) = (elements.len(), elements, 0);
    let mut order: [usize; M] = core::array::from_fn(|i| i);
    order.sort_unstable_by_key(|&i| (changed[i].start, changed[i].end));
    for i in order {
        let Range { start, end } = changed[i];
        if start >= end {
            continue;
        }
        if end > all {
            panic!("a call is lent {} elements from index {start} on, of a slice that has {all}", end - start)
        }
        let Some(skipped) = start.checked_sub(passed) else { overlapping(start) };
        let (gap, after) = rest.split_at_mut(skipped);
        let (part, after) = after.split_at_mut(end - start);
        gaps[i] = (passed, gap);
        (parts[i], rest, passed) = (part, after, end);
    }
    let last: (usize, &[E]) = (passed, rest);
    let read = read.map(|Range { start, end }| {
        if start >= end {
            return Default::default();
        }
        if end > all {
            past(all, start, end - start);
        }
        let inside = |&(first, gap): &(usize, &'_ [E])| first <= start && end <= first + gap.len();
        match gaps.iter().copied().chain([last]).find(inside) {
            Some((first, gap)) => &gap[start - first..end - first],
            None => overlapping(start),
        }
    });
    (parts, read)
}

#[cold]
#[inline(never)]
#[track_caller]
fn overlapping(index: usize) -> ! {
    panic!("two arguments of a call, of which it may change one, are the same element: index {index}")
}

/// Returns the shadow of a range of a field, at level `L`: its type alone may be a shadow at several.
#[inline(always)]
pub fn range_of<'a, T, C, L: Rows, S: Shadow<T, C, L>>(
    shadow: &'a mut S,
    range: Range<usize>,
) -> impl Shadow<T, C, L> + use<'a, T, C, L, S> {
    shadow.part(range)
}

/// Returns a shadow to which several arguments add.
#[inline(always)]
pub fn cells<C>(shadow: &mut [C]) -> Cells<'_, C> {
    Cells(core::cell::Cell::from_mut(shadow).as_slice_of_cells())
}

#[cfg(test)]
// A list of parts may consist of one range here.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_length_asked_for() {
        let mut elements = [1, 2, 3, 4, 5];
        assert_eq!(window(&elements, 1, 3, "a"), [2, 3, 4]);
        assert_eq!(window(&elements, 5, 0, "a"), [0; 0]);
        window_mut(&mut elements, 3, 2, "a").fill(0);
        assert_eq!(elements, [1, 2, 3, 0, 0]);
    }

    #[test]
    fn a_window_without_elements_lies_anywhere() {
        assert_eq!(window(&[1, 2], usize::MAX, 0, "a"), [0; 0]);
        assert_eq!(window_mut(&mut [1, 2], 7, 0, "b"), [0; 0]);
    }

    #[test]
    #[should_panic(expected = "a loop reads 3 elements of `a` from index 4 on, and `a` has 5")]
    fn a_window_does_not_reach_outside() {
        window(&[1, 2, 3, 4, 5], 4, 3, "a");
    }

    #[test]
    #[should_panic(
        expected = "a loop reads 1 elements of `b` from index 18446744073709551615 on, and `b` has 2"
    )]
    #[cfg(target_pointer_width = "64")]
    fn a_window_does_not_wrap_around() {
        window_mut(&mut [1, 2], usize::MAX, 1, "b");
    }

    #[test]
    fn parts_lie_apart() {
        let mut elements = [1, 2, 3, 4, 5, 6];
        let ([c, a, none], [b, d, all]) = apart(&mut elements, [3..5, 0..1, 2..2], [1..2, 2..3, 1..3]);
        assert_eq!((&*c, &*a, &*none), (&[4, 5][..], &[1][..], &[][..]));
        assert_eq!((b, d, all), (&[2][..], &[3][..], &[2, 3][..]));
        a[0] = 7;
        let ([], [last]) = apart(&mut elements, [], [4..6]);
        assert_eq!(last, [5, 6]);
        assert_eq!(elements[0], 7);
    }

    #[test]
    #[should_panic(expected = "are the same element: index 2")]
    fn parts_that_overlap() {
        apart(&mut [1, 2, 3, 4], [2..4, 0..3], []);
    }

    #[test]
    #[should_panic(expected = "are the same element: index 0")]
    fn parts_that_are_read_and_changed() {
        apart(&mut [1, 2, 3, 4], [1..2], [0..3]);
    }

    #[test]
    #[should_panic(expected = "from index 2 on, of a slice that has 4")]
    fn parts_outside() {
        apart(&mut [1, 2, 3, 4], [0..1, 2..5], []);
    }

    #[test]
    fn readers_share_cells() {
        let mut shadow = [0.0, 0.0];
        let shared = cells(&mut shadow);
        let (mut one, mut other) = (shared, shared);
        Shadow::<f64, f64>::add(&mut one, 1, 2.0);
        Shadow::<f64, f64>::add(&mut other, 1, 3.0);
        assert_eq!(shadow, [0.0, 5.0]);
    }
}

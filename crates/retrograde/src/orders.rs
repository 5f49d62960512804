//! Orders of numbers as ordinary functions compare them: by `total_cmp`, and by `partial_cmp` with and without a check.
//!
//! Takes values of a function or of one of its programs, dual numbers too, returns the order of their primals. Law: the order
//! is that of the standard library, also for NaN and for zeros with signs.

use crate::Real;
use core::cmp::Ordering;

macro_rules! total {
    ($($function:ident $is:ident;)*) => { $(
        /// The test of an order by `total_cmp`.
        #[inline(always)]
        pub fn $function<T: Real>(a: &T, b: &T) -> bool {
            a.primal().total_cmp(&b.primal()).$is()
        }
    )* };
}
total! {
    total_lt is_lt;
    total_le is_le;
    total_gt is_gt;
    total_ge is_ge;
    total_eq is_eq;
    total_ne is_ne;
}

macro_rules! places {
    ($($ascending:ident $descending:ident $T:ident: $Bound:path, $compare:expr;)*) => { $(
        /// The places of elements from the least to the greatest.
        #[cfg(feature = "alloc")]
        #[track_caller]
        pub fn $ascending<$T: $Bound>(x: &[$T]) -> alloc::vec::Vec<usize> {
            order(x, $compare)
        }

        /// The places of elements from the greatest to the least.
        #[cfg(feature = "alloc")]
        #[track_caller]
        pub fn $descending<$T: $Bound>(x: &[$T]) -> alloc::vec::Vec<usize> {
            order(x, |a, b| $compare(b, a))
        }
    )* };
}
places! {
    ascending descending T: PartialOrd, |a: &T, b: &T| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    less_ascending less_descending T: PartialOrd, |a: &T, b: &T| a.partial_cmp(b).unwrap_or(Ordering::Less);
    greater_ascending greater_descending T: PartialOrd, |a: &T, b: &T| a.partial_cmp(b).unwrap_or(Ordering::Greater);
    checked_ascending checked_descending T: PartialOrd, |a: &T, b: &T| a.partial_cmp(b).expect("two numbers of which one is NaN have no order");
    total_ascending total_descending T: Real, |a: &T, b: &T| a.primal().total_cmp(&b.primal());
}

#[cfg(feature = "alloc")]
fn order<T>(x: &[T], compare: impl Fn(&T, &T) -> Ordering) -> alloc::vec::Vec<usize> {
    let mut places: alloc::vec::Vec<usize> = (0..x.len()).collect();
    places.sort_by(|a, b| compare(&x[*a], &x[*b]));
    places
}

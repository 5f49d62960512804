//! Compares a place with its known value, to the precision of its type.
//!
//! Laws: exact types compare exactly; numbers compare to [`Real::tolerance`], absolute and relative to the known
//! value; NaN equals no value.

#[cfg(feature = "complex")]
use crate::Complex;
use crate::{Log, MaxPlus, MinPlus, Real};
use core::marker::PhantomData;

/// Numbers that updates restore up to rounding.
#[derive(Clone, Copy, Debug)]
pub struct Rounded;

/// Values that are restored exactly.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

/// Numbers with several real components, each of which updates restore up to rounding.
#[derive(Clone, Copy, Debug)]
pub struct Parted;

/// Containers whose elements are of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct Each<K>(PhantomData<K>);

/// Structures, which are compared field by field.
#[derive(Clone, Copy, Debug)]
pub struct Fields;

/// A value of kind `K` that can be compared with its known value. The compiler knows the kind from the types as
/// written, so one type may be of several kinds.
pub trait Known<K> {
    /// True if this equals the known value.
    fn is_known(&self, known: &Self) -> bool;
}

impl<T: Real> Known<Rounded> for T {
    #[inline]
    fn is_known(&self, known: &T) -> bool {
        let (found, known) = (self.primal(), known.primal());
        // The difference of two infinities is NaN, yet they are equal.
        found == known || (found - known).abs() <= T::tolerance() * known.abs().max(1.0)
    }
}

impl<T: PartialEq> Known<Exact> for T {
    #[inline]
    fn is_known(&self, known: &T) -> bool {
        self == known
    }
}

macro_rules! parted {
    ($($Number:ident { $($part:ident),+ })*) => { $(
        impl<T: Real> Known<Parted> for $Number<T> {
            #[inline]
            fn is_known(&self, known: &Self) -> bool {
                $(is_known::<Rounded, T>(&self.$part, &known.$part))&&+
            }
        }
        impl<T: Real> Known<Fields> for $Number<T> {
            fn is_known(&self, known: &Self) -> bool {
                is_known::<Parted, _>(self, known)
            }
        }
    )* };
}
parted! { Log { ln } MaxPlus { value } MinPlus { value } }
#[cfg(feature = "complex")]
parted! { Complex { re, im } }

macro_rules! discrete {
    ($($Type:ty)*) => { $(
        impl Known<Fields> for $Type {
            #[inline]
            fn is_known(&self, known: &Self) -> bool {
                self == known
            }
        }
    )* };
}
discrete! { bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
#[cfg(feature = "alloc")]
discrete! { alloc::string::String }

impl<K, E: Known<K>> Known<Each<K>> for [E] {
    fn is_known(&self, known: &[E]) -> bool {
        self.len() == known.len() && self.iter().zip(known).all(|(found, known)| found.is_known(known))
    }
}

impl<K, E: Known<K>, const N: usize> Known<Each<K>> for [E; N] {
    fn is_known(&self, known: &[E; N]) -> bool {
        self.as_slice().is_known(known.as_slice())
    }
}

#[cfg(feature = "alloc")]
impl<K, E: Known<K>> Known<Each<K>> for alloc::vec::Vec<E> {
    fn is_known(&self, known: &Self) -> bool {
        self.as_slice().is_known(known.as_slice())
    }
}

#[cfg(feature = "alloc")]
impl<K, Q: Ord, E: Known<K>> Known<Each<K>> for alloc::collections::BTreeMap<Q, E> {
    fn is_known(&self, known: &Self) -> bool {
        self.len() == known.len()
            && self.iter().all(|(key, found)| known.get(key).is_some_and(|known| found.is_known(known)))
    }
}

#[cfg(feature = "std")]
impl<K, Q, E, S> Known<Each<K>> for std::collections::HashMap<Q, E, S>
where
    Q: Eq + core::hash::Hash,
    E: Known<K>,
    S: core::hash::BuildHasher,
{
    fn is_known(&self, known: &Self) -> bool {
        self.len() == known.len()
            && self.iter().all(|(key, found)| known.get(key).is_some_and(|known| found.is_known(known)))
    }
}

/// Calls [`Known::is_known`] with the kind as the first type argument.
#[inline]
pub fn is_known<K, T: Known<K> + ?Sized>(found: &T, known: &T) -> bool {
    found.is_known(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_known_to_rounding() {
        assert!(is_known::<Rounded, _>(&1e-9, &0.0) && !is_known::<Rounded, _>(&1e-7, &0.0));
        assert!(
            is_known::<Rounded, _>(&1e10, &(1e10 + 1.0)) && !is_known::<Rounded, _>(&1e10, &(1e10 + 1000.0))
        );
        assert!(is_known::<Rounded, _>(&1e-5_f32, &0.0) && !is_known::<Rounded, _>(&1e-3_f32, &0.0));
        assert!(is_known::<Rounded, _>(&f64::INFINITY, &f64::INFINITY));
        assert!(!is_known::<Rounded, _>(&f64::INFINITY, &0.0));
    }

    #[test]
    fn what_is_not_a_number_is_never_known() {
        for known in [0.0, f64::NAN, f64::INFINITY] {
            assert!(!is_known::<Rounded, _>(&f64::NAN, &known) && !is_known::<Rounded, _>(&known, &f64::NAN));
            assert!(!is_known::<Each<Rounded>, _>(&[0.0, f64::NAN], &[0.0, known]));
        }
    }

    #[test]
    fn exact_values_are_known_exactly() {
        assert!(is_known::<Exact, _>(&3, &3) && !is_known::<Exact, _>(&3, &4));
        assert!(is_known::<Each<Exact>, _>(&[true, false][..], &[true, false][..]));
        assert!(!is_known::<Each<Exact>, _>(&[1][..], &[1, 2][..]));
        assert!(is_known::<Each<Each<Rounded>>, _>(&[[0.0], [1.0]], &[[1e-12], [1.0]]));
    }
}

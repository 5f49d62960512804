//! Values that `#[inactive] let` binds in functions that are generic over their numbers: without the derivatives that they carry.
//!
//! Only rustc knows the type of the value. Numbers, and arrays and vectors of them, become constants; all other values stay as they are.

use core::cell::Cell;
use retrograde_rules::Real;

/// A value that becomes a constant.
#[allow(missing_debug_implementations)]
pub struct Stop<V>(Cell<Option<V>>);

impl<V> Stop<V> {
    /// Wraps a value.
    #[inline(always)]
    pub fn new(value: V) -> Self {
        Stop(Cell::new(Some(value)))
    }

    #[inline(always)]
    fn taken(&self) -> V {
        self.0.take().expect("a value is taken once")
    }
}

/// A number.
pub trait Number<V> {
    /// Returns the number as a constant.
    fn stopped(self) -> V;
}

impl<T: Real> Number<T> for Stop<T> {
    #[inline(always)]
    fn stopped(self) -> T {
        self.taken().stopped()
    }
}

/// An array or a vector of numbers.
pub trait Numbers<V> {
    /// Returns the numbers as constants.
    fn stopped(self) -> V;
}

impl<T: Real, const N: usize> Numbers<[T; N]> for Stop<[T; N]> {
    #[inline(always)]
    fn stopped(self) -> [T; N] {
        self.taken().map(T::stopped)
    }
}

#[cfg(feature = "alloc")]
impl<T: Real> Numbers<alloc::vec::Vec<T>> for Stop<alloc::vec::Vec<T>> {
    #[inline]
    fn stopped(self) -> alloc::vec::Vec<T> {
        let mut numbers = self.taken();
        if T::ORDER > 0 {
            numbers.iter_mut().for_each(|number| *number = number.stopped());
        }
        numbers
    }
}

/// Any other value.
pub trait Other<V> {
    /// Returns the value.
    fn stopped(self) -> V;
}

impl<V> Other<V> for &Stop<V> {
    #[inline(always)]
    fn stopped(self) -> V {
        self.taken()
    }
}

/// Returns a value as a constant.
#[doc(hidden)]
#[macro_export]
macro_rules! __stopped {
    ($value:expr) => { $crate::__stopped!($value, : _) };
    ($value:expr, : $ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::stopped::{Number as _, Numbers as _, Other as _};
        $crate::__private::stopped::Stop::<$ty>::new($value).stopped()
    }};
}

//! The remainder `a % b`: a rule beside the table, since no reversible function uses it, but generic code of others does.
//!
//! `a % b` is `a - q b` with `q` the quotient without its fraction, which is constant between its jumps. So the partials are 1
//! and `-q`. The value is that of the floats, bit for bit; there is no rounding in it.

use crate::Dual;
use retrograde_rules::{Real, Rule};

/// The remainder of a division, with the sign of the dividend.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Remainder;

impl Rule<2, ()> for Remainder {
    #[inline]
    fn value<T: Real>([a, b]: [T; 2], (): ()) -> T {
        // The remainder of two numbers of `f32` is one, so that nothing is lost by way of `f64`.
        T::constant(a.primal() % b.primal())
    }

    #[inline]
    fn partials<T: Real>([a, b]: [T; 2], y: T, (): ()) -> [T; 2] {
        [T::constant(1.0), -((a - y) / b).round()]
    }
}

/// Implements `%` and `%=` for a number over numbers, with references and with plain numbers on either side.
#[doc(hidden)]
#[macro_export]
macro_rules! __remainder {
    ($Number:ident<$T:ident: $Bound:path>) => {
        impl<$T: $Bound> ::core::ops::Rem for $Number<$T> {
            type Output = $Number<$T>;
            #[inline]
            fn rem(self, b: $Number<$T>) -> $Number<$T> {
                <$Number<$T> as $crate::__private::Real>::apply::<$crate::__private::Remainder, (), 2>(
                    [self, b],
                    (),
                )
            }
        }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, &$Number<$T>, $Number<$T>, |a, b| (*a, b) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, $Number<$T>, &$Number<$T>, |a, b| (a, *b) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, &$Number<$T>, &$Number<$T>, |a, b| (*a, *b) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, $Number<$T>, f64, |a, b| (a, $Number::from(b)) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, &$Number<$T>, f64, |a, b| (*a, $Number::from(b)) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, f64, $Number<$T>, |a, b| ($Number::from(a), b) }
        $crate::__remainder! { @mixed $Number<$T: $Bound>, f64, &$Number<$T>, |a, b| ($Number::from(a), *b) }
        $crate::__remainder! { @assigned $Number<$T: $Bound>, $Number<$T> }
        $crate::__remainder! { @assigned $Number<$T: $Bound>, &$Number<$T> }
        $crate::__remainder! { @assigned $Number<$T: $Bound>, f64 }
    };
    (@mixed $Number:ident<$T:ident: $Bound:path>, $Left:ty, $Right:ty, |$a:ident, $b:ident| ($l:expr, $r:expr)) => {
        impl<$T: $Bound> ::core::ops::Rem<$Right> for $Left {
            type Output = $Number<$T>;
            #[inline]
            fn rem(self, $b: $Right) -> $Number<$T> {
                let $a = self;
                let (a, b): ($Number<$T>, $Number<$T>) = ($l, $r);
                a % b
            }
        }
    };
    (@assigned $Number:ident<$T:ident: $Bound:path>, $Right:ty) => {
        impl<$T: $Bound> ::core::ops::RemAssign<$Right> for $Number<$T> {
            #[inline]
            fn rem_assign(&mut self, b: $Right) {
                *self = *self % b;
            }
        }
    };
}
__remainder!(Dual<T: Real>);

//! The trait [`Real`]: what generic numerical code may assume of a number, generated from the table.
//!
//! Its methods are the functions of the table under their standard names. The implementations for `f64` and `f32`
//! forward to the inherent methods of the standard library and agree with them bit for bit (without the feature
//! `std`, to the functions of `libm`).

use core::fmt::Debug;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::elementary::Elementary;
use crate::{Rule, Whole};

macro_rules! declare_real {
    (
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident { $($rule:tt)* }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        /// A number that supports arithmetic and every primitive of the table.
        ///
        /// Code generic over `Real` runs at plain floats, at dual numbers of any depth, and at recording types.
        /// Comparisons look only at the [primal](Real::primal): a branch follows the path of the plain program.
        pub trait Real:
            Copy
            + Debug
            + PartialEq
            + PartialOrd
            + Add<Output = Self>
            + Sub<Output = Self>
            + Mul<Output = Self>
            + Div<Output = Self>
            + Neg<Output = Self>
            + AddAssign
            + SubAssign
            + MulAssign
            + DivAssign
            + Sum
            + 'static
        {
            /// The number of this type that stands for a constant, which does not depend on any variable.
            fn constant(c: f64) -> Self;

            /// The number 1.
            #[inline(always)]
            fn one() -> Self {
                Self::constant(1.0)
            }

            /// The plain value beneath all levels of differentiation, for branching and printing.
            ///
            /// Types that have no one value, such as a symbolic expression, answer not-a-number.
            fn primal(self) -> f64;

            /// How far from its known value a place may be that updates have brought back: absolute, and relative to
            /// the value. Zero for a type whose updates are undone exactly.
            #[inline(always)]
            fn tolerance() -> f64 {
                1e-8
            }

            /// The value of a primitive that is not in the table.
            ///
            /// A number that carries derivatives overrides this, to take them from the rule's partials.
            #[inline(always)]
            fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
                R::value(x, others)
            }

            /// True if a reversible function passes a call with such numbers on as a whole, see [`Whole`].
            #[doc(hidden)]
            const WHOLE: bool = false;

            /// Takes a call over: what [`Whole::value`] gives, with the derivative that [`Whole::pull`] gives.
            #[doc(hidden)]
            fn whole<W: Whole>(call: W, x: &[Self], y: &mut [Self]) {
                call.value(x, y);
            }

            $( $(#[$doc])* fn $function(self $(, $rest: Self)*) -> Self; )*
            $( $(#[$power_doc])* fn $power(self, $exponent: i32) -> Self; )*
        }
    };
}
crate::with_primitives!(declare_real);

/// One value at a float type, from the source that the table's `value` column names.
macro_rules! evaluate {
    (double, std($method:ident, $libm:ident, $libmf:ident), ($($x:expr),*)) => {{
        #[cfg(feature = "std")]
        { f64::$method($($x),*) }
        #[cfg(not(feature = "std"))]
        { libm::$libm($($x),*) }
    }};
    (single, std($method:ident, $libm:ident, $libmf:ident), ($($x:expr),*)) => {{
        #[cfg(feature = "std")]
        { f32::$method($($x),*) }
        #[cfg(not(feature = "std"))]
        { libm::$libmf($($x),*) }
    }};
    (double, core($method:ident), ($($x:expr),*)) => { f64::$method($($x),*) };
    (single, core($method:ident), ($($x:expr),*)) => { f32::$method($($x),*) };
    ($width:ident, own($method:ident), ($($x:expr),*)) => { Elementary::$method($($x),*) };
}

macro_rules! implement_real {
    (
        $float:ty, $width:ident;
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident {
                value: $source:ident $how:tt, $($rule:tt)*
            }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        impl Real for $float {
            #[inline(always)]
            fn constant(c: f64) -> Self {
                c as $float
            }

            #[inline(always)]
            fn tolerance() -> f64 {
                // About the square root of what the type rounds by.
                if size_of::<$float>() == 8 { 1e-8 } else { 1e-4 }
            }

            #[inline(always)]
            fn primal(self) -> f64 {
                self as f64
            }

            $(
                #[inline(always)]
                fn $function(self $(, $rest: Self)*) -> Self {
                    evaluate!($width, $source $how, (self $(, $rest)*))
                }
            )*

            $(
                #[inline(always)]
                fn $power(self, $exponent: i32) -> Self {
                    Elementary::integer_power(self, $exponent)
                }
            )*
        }
    };
}
crate::with_primitives!(implement_real, f64, double;);
crate::with_primitives!(implement_real, f32, single;);

//! The partials of every primitive, one function each: `partials::ln(x, y)` is the array of derivatives of `y = ln(x)`.
//!
//! Each function takes the arguments of its primitive, then the result, and gives one derivative per argument.
//! They are generic over [`Real`]: at `f64` they evaluate, at a dual number they differentiate again, and at
//! [`Sym`](crate::symbolic::Sym) they write themselves down. Number types call these rather than
//! [`Primitive::partials`](crate::Primitive::partials), which selects among them at run time.

use core::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10};

use crate::Real;

#[inline(always)]
fn zero<T: Real>() -> T {
    T::constant(0.0)
}

#[inline(always)]
fn one<T: Real>() -> T {
    T::constant(1.0)
}

#[inline(always)]
fn real<T: Real>(c: f64) -> T {
    T::constant(c)
}

macro_rules! define_partials {
    ($($group:ident { $(
        $(#[$doc:meta])*
        $Variant:ident = $name:ident($($x:ident),+ $(; $n:ident)?) -> $y:ident {
            value: $source:ident $how:tt,
            partials: [$($partial:expr),+],
            $($rest:tt)*
        }
    )* })*) => { $($(
        #[doc = concat!("The partials of [`", stringify!($Variant), "`](crate::Primitive::", stringify!($Variant), ").")]
        #[inline(always)]
        #[allow(unused_variables)]
        pub fn $name<T: Real>($($x: T,)+ $y: T $(, $n: i32)?) -> [T; [$(stringify!($x)),+].len()] {
            [$($partial),+]
        }
    )*)* };
}
crate::with_primitives!(define_partials);

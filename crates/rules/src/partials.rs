//! The partials of every primitive, one function each: `partials::ln(x, y)` is the array of derivatives of `y = ln(x)`.
//!
//! Each function takes the arguments of its primitive, then the result, and gives one derivative per argument.
//! They are generic over [`Real`]: at `f64` they evaluate, at a dual number they differentiate again, and at
//! [`Sym`](crate::symbolic::Sym) they write themselves down. Number types call these rather than
//! [`Primitive::partials`](crate::Primitive::partials), which selects among them at run time.

use core::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10};

use crate::Real;
use crate::formula::{Formula, zero};

macro_rules! define_partials {
    ($($group:ident { $(
        $(#[$doc:meta])*
        $Variant:ident = $name:ident($($x:ident),+ $(; $n:ident)?) -> $y:ident {
            $source:ident $(($($how:tt)*))?, [$($partial:expr),+], $($rest:tt)*
        }
    )* })*) => { $($(
        #[doc = concat!("The partials of [`", stringify!($Variant), "`](crate::Primitive::", stringify!($Variant), ").")]
        #[inline(always)]
        #[allow(unused_variables)]
        pub fn $name<T: Real>($($x: T,)+ $y: T $(, $n: i32)?) -> [T; [$(stringify!($x)),+].len()] {
            let ($($x,)+ $y) = ($(Formula($x),)+ Formula($y));
            [$(Formula::from($partial).0),+]
        }
    )*)* };
}
crate::with_primitives!(define_partials);

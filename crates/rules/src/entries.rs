//! The entries of the table as types, each of which is a [`Rule`]: what a number type is handed by [`Real::apply`].
//!
//! Law: the value of an entry is the operator or the method of its name, and its partials are those of [`partials`].

use crate::{Primitive, Real, Rule, partials};

macro_rules! value {
    (operator($symbol:tt), [$x:ident], $name:ident) => {
        $symbol $x
    };
    (operator($symbol:tt, $Assign:ident, $assign:ident), [$a:ident, $b:ident], $name:ident) => {
        $a $symbol $b
    };
    ($source:ident $(($libm:ident))?, [$($x:ident),+ $(; $n:ident)?], $name:ident) => {
        Real::$name($($x),+ $(, $n)?)
    };
}

/// An argument of a rule besides the real numbers: the exponent of a power.
macro_rules! others {
    ($n:ident) => {
        i32
    };
    () => {
        ()
    };
}

macro_rules! define_entries {
    ($($group:ident { $(
        $(#[$doc:meta])*
        $Variant:ident = $name:ident($($x:ident),+ $(; $n:ident)?) -> $y:ident {
            $source:ident $(($($how:tt)*))?, $($rest:tt)*
        }
    )* })*) => { $($(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Variant;

        impl Rule<{ [$(stringify!($x)),+].len() }, others!($($n)?)> for $Variant {
            #[inline(always)]
            fn value<T: Real>([$($x),+]: [T; [$(stringify!($x)),+].len()], _others: others!($($n)?)) -> T {
                $(let $n = _others;)?
                value!($source $(($($how)*))?, [$($x),+ $(; $n)?], $name)
            }

            #[inline(always)]
            fn partials<T: Real>(
                [$($x),+]: [T; [$(stringify!($x)),+].len()],
                $y: T,
                _others: others!($($n)?),
            ) -> [T; [$(stringify!($x)),+].len()] {
                $(let $n = _others;)?
                partials::$name($($x,)+ $y $(, $n)?)
            }

            #[inline(always)]
            fn entry(_others: others!($($n)?)) -> Option<(Primitive, i32)> {
                $(let $n = _others;)?
                Some((Primitive::$Variant, [$($n,)? 0][0]))
            }
        }
    )*)* };
}
crate::with_primitives!(define_entries);

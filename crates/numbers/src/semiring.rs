//! The arithmetic of [`Log`](crate::Log), [`MaxPlus`](crate::MaxPlus) and [`MinPlus`](crate::MinPlus), from the
//! [table of number systems](retrograde_rules::systems).
//!
//! Each holds one real number; multiplication adds it, and division subtracts it. So `y *= e` has an inverse to the
//! bit if `y += e` of the field has one. Law: `one` is neutral in products, `zero` in sums, and products distribute
//! over sums (up to rounding in [`Log`](crate::Log)).

use crate::{Log, MaxPlus, MinPlus};
use retrograde_rules::Real;

macro_rules! assigning {
    ($Number:ident Add $add:ident) => {
        assigning!(@ $Number, Add, $add, AddAssign, add_assign);
    };
    ($Number:ident Sub $sub:ident) => {
        assigning!(@ $Number, Sub, $sub, SubAssign, sub_assign);
    };
    ($Number:ident Mul $mul:ident) => {
        assigning!(@ $Number, Mul, $mul, MulAssign, mul_assign);
    };
    ($Number:ident Div $div:ident) => {
        assigning!(@ $Number, Div, $div, DivAssign, div_assign);
    };
    (@ $Number:ident, $Operator:ident, $operator:ident, $Assign:ident, $assign:ident) => {
        impl<T: Real> core::ops::$Assign for $Number<T> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = core::ops::$Operator::$operator(*self, other);
            }
        }

        crate::reference::by_reference!([T: Real] $Number<T>, $Operator, $operator, $Assign, $assign);
    };
}

macro_rules! semiring {
    // The crate `num-complex` has these.
    (Complex $($entry:tt)*) => {};
    ($Number:ident {
        operators { $($(#[$operator_doc:meta])* $Operator:ident = $operator:ident $operands:tt -> $output:tt $operation:tt)* }
        functions { $($(#[$doc:meta])* $function:ident $params:tt -> $value:tt $formula:tt)* }
        $($rest:tt)*
    }) => {
        impl<T: Real> $Number<T> {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $function $params -> $value $formula
            )*
        }

        $(
            // A product adds the fields.
            #[allow(clippy::suspicious_arithmetic_impl)]
            impl<T: Real> core::ops::$Operator for $Number<T> {
                type Output = $output;
                #[inline(always)]
                fn $operator $operands -> $output $operation
            }

            assigning!($Number $Operator $operator);
        )*

        impl<T: Real> core::iter::Sum for $Number<T> {
            fn sum<I: Iterator<Item = Self>>(mut numbers: I) -> Self {
                // `zero` is used only for an empty sum: not every real type can represent it.
                match numbers.next() {
                    Some(first) => numbers.fold(first, |sum, number| sum + number),
                    None => Self::zero(),
                }
            }
        }

        impl<T: Real> core::iter::Product for $Number<T> {
            fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(Self::one(), |product, number| product * number)
            }
        }
    };
}

macro_rules! semirings {
    ($($(#[$doc:meta])* $Number:ident = $made:ident($($part:ident),+) $noun:literal $entry:tt)*) => {
        $(semiring!($Number $entry);)*
    };
}
retrograde_rules::with_number_systems!(semirings);

//! Operators on references, derived from those on values, as `Copy` numbers usually have.

/// `&a + b`, `a + &b`, `&a + &b` and `a += &b` from `a + b`.
///
/// Takes the generics in brackets, the type, and the names of the operator's traits and methods.
macro_rules! by_reference {
    ([$($generics:tt)*] $Number:ty, $Operator:ident, $operator:ident, $Assign:ident, $assign:ident) => {
        impl<$($generics)*> core::ops::$Operator<&$Number> for $Number {
            type Output = $Number;
            #[inline(always)]
            #[track_caller]
            fn $operator(self, other: &$Number) -> $Number {
                core::ops::$Operator::$operator(self, *other)
            }
        }

        impl<$($generics)*> core::ops::$Operator<$Number> for &$Number {
            type Output = $Number;
            #[inline(always)]
            #[track_caller]
            fn $operator(self, other: $Number) -> $Number {
                core::ops::$Operator::$operator(*self, other)
            }
        }

        impl<$($generics)*> core::ops::$Operator<&$Number> for &$Number {
            type Output = $Number;
            #[inline(always)]
            #[track_caller]
            fn $operator(self, other: &$Number) -> $Number {
                core::ops::$Operator::$operator(*self, *other)
            }
        }

        impl<$($generics)*> core::ops::$Assign<&$Number> for $Number {
            #[inline(always)]
            #[track_caller]
            fn $assign(&mut self, other: &$Number) {
                core::ops::$Assign::$assign(self, *other);
            }
        }
    };
}
pub(crate) use by_reference;

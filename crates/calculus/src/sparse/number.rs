//! The operators of a number type that takes everything from the rule table.

/// Implements the operators by `apply`, and comparisons by the field `value`.
macro_rules! arithmetic {
    ([$($generics:tt)*] $Number:ty) => {
        $crate::sparse::number::operator!([$($generics)*] $Number, Add, add, AddAssign, add_assign);
        $crate::sparse::number::operator!([$($generics)*] $Number, Sub, sub, SubAssign, sub_assign);
        $crate::sparse::number::operator!([$($generics)*] $Number, Mul, mul, MulAssign, mul_assign);
        $crate::sparse::number::operator!([$($generics)*] $Number, Div, div, DivAssign, div_assign);

        impl<$($generics)*> std::ops::Neg for $Number {
            type Output = Self;
            fn neg(self) -> Self {
                <Self as retrograde::Real>::apply::<retrograde::rules::entries::Neg, (), 1>([self], ())
            }
        }

        impl<$($generics)*> std::iter::Sum for $Number {
            fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(<Self as retrograde::Real>::constant(0.0), |sum, number| sum + number)
            }
        }

        impl<$($generics)*> PartialEq for $Number {
            /// Compares values.
            fn eq(&self, other: &Self) -> bool {
                self.value == other.value
            }
        }

        impl<$($generics)*> PartialOrd for $Number {
            /// Compares values.
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                self.value.partial_cmp(&other.value)
            }
        }
    };
}

/// Implements an operator and its assignment.
macro_rules! operator {
    ([$($generics:tt)*] $Number:ty, $Operator:ident, $operator:ident, $Assign:ident, $assign:ident) => {
        impl<$($generics)*> std::ops::$Operator for $Number {
            type Output = Self;
            fn $operator(self, other: Self) -> Self {
                <Self as retrograde::Real>::apply::<retrograde::rules::entries::$Operator, (), 2>([self, other], ())
            }
        }

        impl<$($generics)*> std::ops::$Assign for $Number {
            fn $assign(&mut self, other: Self) {
                *self = std::ops::$Operator::$operator(*self, other);
            }
        }
    };
}

pub(crate) use {arithmetic, operator};

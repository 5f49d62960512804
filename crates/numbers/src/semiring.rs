//! The common arithmetic of [`Log`](crate::Log), [`MaxPlus`](crate::MaxPlus) and [`MinPlus`](crate::MinPlus), whose
//! product is the sum of their real fields.
//!
//! Each holds one real number; multiplication adds it, and division subtracts it. So `y *= e` has an inverse to the
//! bit if `y += e` of the field has one. Law: `one` is neutral in products, `zero` in sums, and products distribute
//! over sums (up to rounding in [`Log`](crate::Log)).

/// Arithmetic of a number with one field; `$plus` adds two fields as the number's own sum.
macro_rules! semiring {
    ($Number:ident { $field:ident }, zero: $zero:expr, plus: $plus:expr) => {
        impl<T: Real> $Number<T> {
            /// The neutral element of products.
            #[inline]
            pub fn one() -> Self {
                $Number { $field: T::constant(0.0) }
            }

            /// The neutral element of sums, infinitely far out: a product with it cannot be undone, and fixed point,
            /// which has no infinity, panics.
            #[inline]
            pub fn zero() -> Self {
                $Number { $field: T::constant($zero) }
            }

            /// The reciprocal: its product with the number is [`one`](Self::one).
            #[inline]
            pub fn recip(self) -> Self {
                $Number { $field: -self.$field }
            }

            /// The product of `n` such numbers.
            #[inline]
            pub fn powi(self, n: i32) -> Self {
                self.powf(T::constant(n as f64))
            }

            /// The power with a real exponent.
            #[inline]
            pub fn powf(self, exponent: T) -> Self {
                $Number { $field: self.$field * exponent }
            }

            /// The number whose square it is.
            #[inline]
            pub fn sqrt(self) -> Self {
                self.powf(T::constant(0.5))
            }
        }

        // The product adds the fields.
        #[allow(clippy::suspicious_arithmetic_impl)]
        impl<T: Real> core::ops::Mul for $Number<T> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $Number { $field: self.$field + other.$field }
            }
        }

        #[allow(clippy::suspicious_arithmetic_impl)]
        impl<T: Real> core::ops::Div for $Number<T> {
            type Output = Self;
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                $Number { $field: self.$field - other.$field }
            }
        }

        impl<T: Real> core::ops::Add for $Number<T> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                let plus: fn(T, T) -> T = $plus;
                $Number { $field: plus(self.$field, other.$field) }
            }
        }

        #[allow(clippy::suspicious_op_assign_impl)]
        impl<T: Real> core::ops::MulAssign for $Number<T> {
            #[inline(always)]
            fn mul_assign(&mut self, other: Self) {
                self.$field += other.$field;
            }
        }

        #[allow(clippy::suspicious_op_assign_impl)]
        impl<T: Real> core::ops::DivAssign for $Number<T> {
            #[inline(always)]
            fn div_assign(&mut self, other: Self) {
                self.$field -= other.$field;
            }
        }

        impl<T: Real> core::ops::AddAssign for $Number<T> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        crate::reference::by_reference!([T: Real] $Number<T>, Add, add, AddAssign, add_assign);
        crate::reference::by_reference!([T: Real] $Number<T>, Mul, mul, MulAssign, mul_assign);
        crate::reference::by_reference!([T: Real] $Number<T>, Div, div, DivAssign, div_assign);

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
pub(crate) use semiring;

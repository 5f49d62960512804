//! [`Formula`]: a number in a formula of the table, where literals are constants of its type.
//!
//! `1.0 - y * y` is then a number of the type of `y`. Law: a formula computes the same value as the same operations
//! on the number itself.

use core::iter::Sum;

use crate::{Real, Rule};

/// A number in a formula.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Formula<T>(pub(crate) T);

/// Returns zero, in places where a literal is not allowed.
#[inline(always)]
pub(crate) fn zero<T: Real>() -> Formula<T> {
    Formula::from(0.0)
}

impl<T: Real> From<f64> for Formula<T> {
    #[inline(always)]
    fn from(c: f64) -> Self {
        Formula(T::constant(c))
    }
}

impl<T: Real> Sum for Formula<T> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        Formula(terms.map(|term| term.0).sum())
    }
}

impl<T: Real> Real for Formula<T> {
    #[inline(always)]
    fn constant(c: f64) -> Self {
        Formula::from(c)
    }

    #[inline(always)]
    fn primal(self) -> f64 {
        self.0.primal()
    }

    #[inline(always)]
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        Formula(T::apply::<R, A, N>(x.map(|x| x.0), others))
    }
}

macro_rules! implement_operators {
    (
        operators { $(
            $(#[$operator_doc:meta])*
            $Operator:ident = $operator:ident($a:ident, $b:ident) -> $operator_y:ident {
                operator($symbol:tt, $Assign:ident, $assign:ident), $($operator_rule:tt)*
            }
        )* }
        negations { $(
            $(#[$negation_doc:meta])*
            $Negation:ident = $negation:ident($n:ident) -> $negation_y:ident {
                operator($sign:tt), $($negation_rule:tt)*
            }
        )* }
        functions $functions:tt
        powers $powers:tt
    ) => {
        $(
            impl<T: Real> core::ops::$Operator for Formula<T> {
                type Output = Self;
                #[inline(always)]
                fn $operator(self, $b: Self) -> Self {
                    Formula(self.0 $symbol $b.0)
                }
            }

            impl<T: Real> core::ops::$Operator<f64> for Formula<T> {
                type Output = Self;
                #[inline(always)]
                fn $operator(self, $b: f64) -> Self {
                    Formula(self.0 $symbol T::constant($b))
                }
            }

            impl<T: Real> core::ops::$Operator<Formula<T>> for f64 {
                type Output = Formula<T>;
                #[inline(always)]
                fn $operator(self, $b: Formula<T>) -> Formula<T> {
                    Formula(T::constant(self) $symbol $b.0)
                }
            }

            impl<T: Real> core::ops::$Assign for Formula<T> {
                #[inline(always)]
                fn $assign(&mut self, $b: Self) {
                    *self = *self $symbol $b;
                }
            }
        )*

        $(
            impl<T: Real> core::ops::$Negation for Formula<T> {
                type Output = Self;
                #[inline(always)]
                fn $negation(self) -> Self {
                    Formula($sign self.0)
                }
            }
        )*
    };
}
crate::with_primitives!(implement_operators);

/// A small integer in formulae of integers, which are printed like those of numbers.
impl<T: Real> core::ops::Add<u8> for Formula<T> {
    type Output = Self;
    fn add(self, k: u8) -> Self {
        self + f64::from(k)
    }
}

impl<T: Real> core::ops::Sub<u8> for Formula<T> {
    type Output = Self;
    fn sub(self, k: u8) -> Self {
        self - f64::from(k)
    }
}

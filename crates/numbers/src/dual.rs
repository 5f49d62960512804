//! [`Dual`]: a value together with its tangent, which every primitive of the table carries along.
//!
//! A dual number `v + t ε` with `ε² = 0` is a first-order Taylor polynomial: `f(v + t ε) = f(v) + f'(v) t ε`. Code
//! generic over [`Real`] therefore differentiates itself when run on duals. Duals nest, and the nesting keeps levels
//! apart by type: `Dual<Dual<f64>>` has the second derivative in `tangent.tangent`.
//!
//! Laws: the value is computed exactly as without duals; comparisons look at values only, so branches go the same
//! way; no primitive is named here, all come from the table.
//!
//! ```
//! use retrograde_numbers::{Dual, dual};
//! use retrograde_rules::Real;
//!
//! let x = Dual::variable(2.0);
//! let y = x * x + 3.0 * x.ln();
//! assert_eq!(y.tangent, 2.0 * 2.0 + 3.0 / 2.0);
//! assert_eq!(dual::derivative(|x| x.powi(3), 2.0), 12.0);
//! assert_eq!(dual::second_derivative(|x| x.powi(3), 2.0), 12.0);
//! ```

use core::cmp::Ordering;
use core::fmt;
use core::iter::{Product, Sum};

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
#[cfg(feature = "alloc")]
use retrograde_rules::Whole;
use retrograde_rules::{Real, Rule, inherent_functions, partials, with_primitives};

/// A number `value + tangent · ε` with `ε² = 0`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual<T> {
    /// The number itself.
    pub value: T,
    /// Its derivative in the direction that the variables were seeded with.
    pub tangent: T,
}

impl<T: Real> Dual<T> {
    /// A number with this tangent.
    pub const fn new(value: T, tangent: T) -> Self {
        Dual { value, tangent }
    }

    /// A variable: its tangent is one.
    pub fn variable(value: T) -> Self {
        Dual { value, tangent: T::constant(1.0) }
    }

    /// A number that does not depend on the variable of this level, though it may on those of the levels within.
    pub fn constant_of(value: T) -> Self {
        Dual { value, tangent: T::constant(0.0) }
    }
}

/// The derivative of a function of one variable.
///
/// It nests: within the function, variables of the level around it come in through [`Dual::constant_of`].
pub fn derivative<T: Real>(f: impl FnOnce(Dual<T>) -> Dual<T>, x: T) -> T {
    f(Dual::variable(x)).tangent
}

/// The second derivative of a function of one variable.
pub fn second_derivative<T: Real>(f: impl FnOnce(Dual<Dual<T>>) -> Dual<Dual<T>>, x: T) -> T {
    f(Dual::variable(Dual::variable(x))).tangent.tangent
}

/// The chain rule: the tangent of a result from its partials and the tangents of the arguments.
#[inline(always)]
fn chain<T: Real, const N: usize>(partials: [T; N], tangents: [T; N]) -> T {
    let mut tangent = partials[0] * tangents[0];
    for i in 1..N {
        tangent += partials[i] * tangents[i];
    }
    tangent
}

impl<T: Real> Real for Dual<T> {
    const ORDER: usize = T::ORDER + 1;
    const PUSHES: bool = cfg!(feature = "alloc");

    #[inline(always)]
    fn constant(c: f64) -> Self {
        Dual::constant_of(T::constant(c))
    }

    #[inline(always)]
    fn primal(self) -> f64 {
        self.value.primal()
    }

    #[inline(always)]
    fn tolerance() -> f64 {
        T::tolerance()
    }

    #[inline(always)]
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        let values = x.map(|x| x.value);
        let y = T::apply::<R, A, N>(values, others);
        let partials = R::partials(values, y, others);
        Dual { value: y, tangent: chain(partials, x.map(|x| x.tangent)) }
    }

    #[cfg(feature = "alloc")]
    fn whole<W: Whole>(call: W, x: &[Self], y: &mut [Self]) {
        if !W::PUSHES {
            return call.value(x, y);
        }
        let [values, tangents] =
            [|x: &Self| x.value, |x: &Self| x.tangent].map(|part| x.iter().map(part).collect::<Vec<T>>());
        let mut of_y = [y.iter().map(|y| y.value).collect::<Vec<T>>(), vec![T::constant(0.0); y.len()]];
        let [y_values, y_tangents] = &mut of_y;
        call.push(&values, &tangents, y_values, y_tangents);
        y.iter_mut()
            .zip(y_values)
            .zip(y_tangents)
            .for_each(|((y, value), tangent)| *y = Dual::new(*value, *tangent));
    }
}

macro_rules! implement_dual {
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
            impl<T: Real> core::ops::$Operator for Dual<T> {
                type Output = Dual<T>;
                #[inline(always)]
                fn $operator(self, $b: Dual<T>) -> Dual<T> {
                    let y = self.value $symbol $b.value;
                    let tangent = chain(partials::$operator(self.value, $b.value, y), [self.tangent, $b.tangent]);
                    Dual { value: y, tangent }
                }
            }

            // A plain number on one side is a constant: its partial is not computed at all.
            impl<T: Real> core::ops::$Operator<f64> for Dual<T> {
                type Output = Dual<T>;
                #[inline(always)]
                fn $operator(self, $b: f64) -> Dual<T> {
                    let $b = T::constant($b);
                    let y = self.value $symbol $b;
                    let [partial, _] = partials::$operator(self.value, $b, y);
                    Dual { value: y, tangent: partial * self.tangent }
                }
            }

            impl<T: Real> core::ops::$Operator<Dual<T>> for f64 {
                type Output = Dual<T>;
                #[inline(always)]
                fn $operator(self, $b: Dual<T>) -> Dual<T> {
                    let $a = T::constant(self);
                    let y = $a $symbol $b.value;
                    let [_, partial] = partials::$operator($a, $b.value, y);
                    Dual { value: y, tangent: partial * $b.tangent }
                }
            }

            by_reference!($Operator, $operator, $symbol);
            assigning!($Operator, $Assign, $assign, $symbol);
        )*

        $(
            impl<T: Real> core::ops::$Negation for Dual<T> {
                type Output = Dual<T>;
                #[inline(always)]
                fn $negation(self) -> Dual<T> {
                    let y = $sign self.value;
                    let tangent = chain(partials::$negation(self.value, y), [self.tangent]);
                    Dual { value: y, tangent }
                }
            }

            impl<T: Real> core::ops::$Negation for &Dual<T> {
                type Output = Dual<T>;
                #[inline(always)]
                fn $negation(self) -> Dual<T> {
                    $sign *self
                }
            }
        )*
    };
}

macro_rules! by_reference {
    ($Operator:ident, $operator:ident, $symbol:tt) => {
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T>, Dual<T>, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, Dual<T>, &Dual<T>, (a, b) => a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T>, &Dual<T>, (a, b) => *a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T>, f64, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, f64, &Dual<T>, (a, b) => a, *b);
    };
    (@ $Operator:ident, $operator:ident, $symbol:tt, $Left:ty, $Right:ty, ($a:ident, $b:ident) => $l:expr, $r:expr) => {
        impl<T: Real> core::ops::$Operator<$Right> for $Left {
            type Output = Dual<T>;
            #[inline(always)]
            fn $operator(self, $b: $Right) -> Dual<T> {
                let $a = self;
                $l $symbol $r
            }
        }
    };
}

macro_rules! assigning {
    ($Operator:ident, $Assign:ident, $assign:ident, $symbol:tt) => {
        assigning!(@ $Assign, $assign, $symbol, Dual<T>, b => b);
        assigning!(@ $Assign, $assign, $symbol, &Dual<T>, b => *b);
        assigning!(@ $Assign, $assign, $symbol, f64, b => b);
    };
    (@ $Assign:ident, $assign:ident, $symbol:tt, $Right:ty, $b:ident => $r:expr) => {
        impl<T: Real> core::ops::$Assign<$Right> for Dual<T> {
            #[inline(always)]
            fn $assign(&mut self, $b: $Right) {
                *self = *self $symbol $r;
            }
        }
    };
}
with_primitives!(implement_dual);
with_primitives!(inherent_functions, { impl<T: Real> } Dual<T>;);

impl<T: Real> From<f64> for Dual<T> {
    fn from(c: f64) -> Self {
        Dual::constant(c)
    }
}

impl<T: PartialEq> PartialEq for Dual<T> {
    /// Compares values: two numbers that the plain program takes for equal are equal.
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialOrd> PartialOrd for Dual<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Real> PartialEq<f64> for Dual<T> {
    fn eq(&self, other: &f64) -> bool {
        self.primal() == *other
    }
}

impl<T: Real> PartialOrd<f64> for Dual<T> {
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.primal().partial_cmp(other)
    }
}

macro_rules! implement_fold {
    ($Fold:ident, $fold:ident, $neutral:literal, $symbol:tt) => {
        impl<T: Real> $Fold for Dual<T> {
            fn $fold<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(Dual::constant($neutral), |all, number| all $symbol number)
            }
        }

        impl<'a, T: Real + 'a> $Fold<&'a Dual<T>> for Dual<T> {
            fn $fold<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
                numbers.copied().$fold()
            }
        }
    };
}
implement_fold!(Sum, sum, 0.0, +);
implement_fold!(Product, product, 1.0, *);

impl<T: fmt::Display> fmt::Display for Dual<T> {
    /// Writes `(3 + 1 ε)`. A precision applies to every part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.value.fmt(f)?;
        f.write_str(" + ")?;
        self.tangent.fmt(f)?;
        f.write_str(" ε)")
    }
}

//! [`Dual`]: a value together with its tangent, which every primitive of the table carries along.
//!
//! A dual number `v + t ε` with `ε² = 0` is a first-order Taylor polynomial: `f(v + t ε) = f(v) + f'(v) t ε`. Code
//! generic over [`Real`] therefore differentiates itself when run on duals. Duals nest, and the nesting keeps levels
//! apart by type: `Dual<Dual<f64>>` has the second derivative in `tangent.tangent`.
//!
//! The tangent may be an array, `Dual<f64, [f64; 8]>`: derivatives in as many directions, for one computation of the value. It is any [`Cotangent`], since the
//! derivatives in some directions are numbers like the rows of a Jacobian.
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
//!
//! let (x, y) = (Dual::new(2.0, [1.0, 0.0]), Dual::new(3.0, [0.0, 1.0]));
//! assert_eq!((x * y + x.powi(2)).tangent, [3.0 + 4.0, 2.0]);
//! ```

use core::cmp::Ordering;
use core::fmt;
use core::iter::{Product, Sum};

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
#[cfg(feature = "alloc")]
use retrograde_rules::Whole;
use retrograde_rules::{Cotangent, Real, Rule, inherent_functions, partials, with_primitives};

/// A number `value + tangent · ε` with `ε² = 0`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual<T, D = T> {
    /// The number itself.
    pub value: T,
    /// Its derivative in the direction that the variables were seeded with, or in each of several.
    pub tangent: D,
}

impl<T: Real, D: Cotangent<T>> Dual<T, D> {
    /// A number with this tangent.
    pub const fn new(value: T, tangent: D) -> Self {
        Dual { value, tangent }
    }

    /// A number whose tangents are zero.
    #[inline(always)]
    fn steady(value: T) -> Self {
        // Minus zero less minus zero is zero.
        Dual { value, tangent: D::zero().minus(D::zero()) }
    }
}

impl<T: Real> Dual<T> {
    /// A variable: its tangent is one.
    pub fn variable(value: T) -> Self {
        Dual { value, tangent: T::constant(1.0) }
    }

    /// A number that does not depend on the variable of this level, though it may on those of the levels within.
    #[inline(always)]
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
fn chain<T: Real, D: Cotangent<T>, const N: usize>(partials: [T; N], tangents: [D; N]) -> D {
    let mut tangent = tangents[0].scaled(partials[0]);
    for i in 1..N {
        tangent = tangent.plus(tangents[i].scaled(partials[i]));
    }
    tangent
}

impl<T: Real, D: Cotangent<T> + fmt::Debug> Real for Dual<T, D> {
    const ORDER: usize = T::ORDER + 1;
    const PUSHES: bool = cfg!(feature = "alloc");

    #[inline(always)]
    fn constant(c: f64) -> Self {
        Dual::steady(T::constant(c))
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
        let values: Vec<T> = x.iter().map(|x| x.value).collect();
        let (mut y_values, mut y_tangents) =
            (y.iter().map(|y| y.value).collect::<Vec<T>>(), vec![Vec::new(); D::ROWS]);
        for (row, y_tangents) in y_tangents.iter_mut().enumerate() {
            let tangents: Vec<T> = x.iter().map(|x| x.tangent.row(row)).collect();
            *y_tangents = vec![T::constant(0.0); y.len()];
            call.push(&values, &tangents, &mut y_values, y_tangents);
        }
        for (i, y) in y.iter_mut().enumerate() {
            *y = Dual::new(y_values[i], D::of_rows(|row| y_tangents[row][i]));
        }
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
            impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Operator for Dual<T, D> {
                type Output = Dual<T, D>;
                #[inline(always)]
                fn $operator(self, $b: Dual<T, D>) -> Dual<T, D> {
                    let y = self.value $symbol $b.value;
                    let tangent = chain(partials::$operator(self.value, $b.value, y), [self.tangent, $b.tangent]);
                    Dual { value: y, tangent }
                }
            }

            // A plain number on one side is a constant: its partial is not computed at all.
            impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Operator<f64> for Dual<T, D> {
                type Output = Dual<T, D>;
                #[inline(always)]
                fn $operator(self, $b: f64) -> Dual<T, D> {
                    let $b = T::constant($b);
                    let y = self.value $symbol $b;
                    let [partial, _] = partials::$operator(self.value, $b, y);
                    Dual { value: y, tangent: self.tangent.scaled(partial) }
                }
            }

            impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Operator<Dual<T, D>> for f64 {
                type Output = Dual<T, D>;
                #[inline(always)]
                fn $operator(self, $b: Dual<T, D>) -> Dual<T, D> {
                    let $a = T::constant(self);
                    let y = $a $symbol $b.value;
                    let [_, partial] = partials::$operator($a, $b.value, y);
                    Dual { value: y, tangent: $b.tangent.scaled(partial) }
                }
            }

            by_reference!($Operator, $operator, $symbol);
            assigning!($Operator, $Assign, $assign, $symbol);
        )*

        $(
            impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Negation for Dual<T, D> {
                type Output = Dual<T, D>;
                #[inline(always)]
                fn $negation(self) -> Dual<T, D> {
                    let y = $sign self.value;
                    let tangent = chain(partials::$negation(self.value, y), [self.tangent]);
                    Dual { value: y, tangent }
                }
            }

            impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Negation for &Dual<T, D> {
                type Output = Dual<T, D>;
                #[inline(always)]
                fn $negation(self) -> Dual<T, D> {
                    $sign *self
                }
            }
        )*
    };
}

macro_rules! by_reference {
    ($Operator:ident, $operator:ident, $symbol:tt) => {
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T, D>, Dual<T, D>, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, Dual<T, D>, &Dual<T, D>, (a, b) => a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T, D>, &Dual<T, D>, (a, b) => *a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Dual<T, D>, f64, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, f64, &Dual<T, D>, (a, b) => a, *b);
    };
    (@ $Operator:ident, $operator:ident, $symbol:tt, $Left:ty, $Right:ty, ($a:ident, $b:ident) => $l:expr, $r:expr) => {
        impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Operator<$Right> for $Left {
            type Output = Dual<T, D>;
            #[inline(always)]
            fn $operator(self, $b: $Right) -> Dual<T, D> {
                let $a = self;
                $l $symbol $r
            }
        }
    };
}

macro_rules! assigning {
    ($Operator:ident, $Assign:ident, $assign:ident, $symbol:tt) => {
        assigning!(@ $Assign, $assign, $symbol, Dual<T, D>, b => b);
        assigning!(@ $Assign, $assign, $symbol, &Dual<T, D>, b => *b);
        assigning!(@ $Assign, $assign, $symbol, f64, b => b);
    };
    (@ $Assign:ident, $assign:ident, $symbol:tt, $Right:ty, $b:ident => $r:expr) => {
        impl<T: Real, D: Cotangent<T> + fmt::Debug> core::ops::$Assign<$Right> for Dual<T, D> {
            #[inline(always)]
            fn $assign(&mut self, $b: $Right) {
                *self = *self $symbol $r;
            }
        }
    };
}
with_primitives!(implement_dual);
with_primitives!(inherent_functions, { impl<T: Real, D: Cotangent<T> + fmt::Debug> } Dual<T, D>;);

impl<T: Real, D: Cotangent<T> + fmt::Debug> From<f64> for Dual<T, D> {
    fn from(c: f64) -> Self {
        Dual::constant(c)
    }
}

impl<T: PartialEq, D> PartialEq for Dual<T, D> {
    /// Compares values: two numbers that the plain program takes for equal are equal.
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialOrd, D> PartialOrd for Dual<T, D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Real, D: Cotangent<T> + fmt::Debug> PartialEq<f64> for Dual<T, D> {
    fn eq(&self, other: &f64) -> bool {
        self.primal() == *other
    }
}

impl<T: Real, D: Cotangent<T> + fmt::Debug> PartialOrd<f64> for Dual<T, D> {
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.primal().partial_cmp(other)
    }
}

macro_rules! implement_fold {
    ($Fold:ident, $fold:ident, $neutral:literal, $symbol:tt) => {
        impl<T: Real, D: Cotangent<T> + fmt::Debug> $Fold for Dual<T, D> {
            fn $fold<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(Dual::constant($neutral), |all, number| all $symbol number)
            }
        }

        impl<'a, T: Real, D: Cotangent<T> + fmt::Debug> $Fold<&'a Dual<T, D>> for Dual<T, D> {
            fn $fold<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
                numbers.copied().$fold()
            }
        }
    };
}
implement_fold!(Sum, sum, 0.0, +);
implement_fold!(Product, product, 1.0, *);

impl<T: fmt::Display, D: fmt::Display> fmt::Display for Dual<T, D> {
    /// Writes `(3 + 1 ε)`. A precision applies to every part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.value.fmt(f)?;
        f.write_str(" + ")?;
        self.tangent.fmt(f)?;
        f.write_str(" ε)")
    }
}

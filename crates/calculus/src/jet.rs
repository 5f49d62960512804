//! [`Jet`]: Taylor numbers, whose coefficients are the derivatives along a curve, at polynomial cost.
//!
//! A `Jet<T, N>` is a polynomial `c₀ + c₁ t + … + c_{N−1} t^{N−1}`, and the `k`-th derivative is `k! c_k`. Laws:
//!
//! - a primitive `y = f(x)` obeys `y′ = Σ pᵢ(x, y) xᵢ′` with the partials of the rule table, and nothing else is known of it: so every primitive, also
//!   one of yours, has all derivatives;
//! - a number says how many of its coefficients are *known*. The partials are computed at arguments that are known to one order less, so that
//!   the recursion ends, and where they read the value itself, what is known of it grows by an order each time;
//! - comparisons look at the value, as those of dual numbers do.
//!
//! `N − 1` nested dual numbers give the same derivative with `2^(N−1)` numbers; here an operation takes about `N²` steps, and a function at most
//! about `N³`. (Paper 001, Taylor propagation; Griewank and Walther, "Evaluating derivatives", chapter 13.)

use retrograde::rules::{Primitive, Rule, inherent_functions, with_primitives};
use retrograde::{InvertibleAdd, Real};
use std::cmp::Ordering;
use std::iter::Sum;

/// A polynomial with `N` coefficients; see the [module](self).
///
/// ```
/// use retrograde::Real;
/// use retrograde_calculus::Jet;
///
/// // The derivatives of exp(2 x) at 0 are the powers of two.
/// let x = Jet::<f64, 6>::variable(0.0);
/// let y = (x + x).exp();
/// assert_eq!(y.derivatives(), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Jet<T, const N: usize> {
    coefficients: [T; N],
    /// The number of coefficients that are known; the others are zero.
    known: usize,
}

/// Returns the derivatives of order 0 to `N − 1` of `f(x + t v)` by `t`, at `t = 0`.
///
/// ```
/// use retrograde_calculus::{Jet, directional};
///
/// // x² y along (1, 2) from (3, 1): (3 + t)² (1 + 2 t).
/// let along = directional(|x: &[Jet<f64, 5>]| x[0] * x[0] * x[1], &[3.0, 1.0], &[1.0, 2.0]);
/// assert_eq!(along, [9.0, 24.0, 26.0, 12.0, 0.0]);
/// ```
///
/// # Panics
///
/// If the direction has another length than the argument.
pub fn directional<T: Real, const N: usize>(
    f: impl FnOnce(&[Jet<T, N>]) -> Jet<T, N>,
    x: &[T],
    v: &[T],
) -> [T; N] {
    assert_eq!(x.len(), v.len(), "a direction has one number for each of the argument");
    let curve: Vec<Jet<T, N>> = x.iter().zip(v).map(|(x, v)| Jet::along(*x, *v)).collect();
    f(&curve).derivatives()
}

impl<T: Real, const N: usize> Jet<T, N> {
    /// Checked when the type is used: there is a value.
    const VALUE: () = assert!(N > 0, "a Taylor number has one coefficient at least, its value");

    /// A number with these Taylor coefficients.
    pub const fn new(coefficients: [T; N]) -> Self {
        let () = Self::VALUE;
        Jet { coefficients, known: N }
    }

    /// The number `x + v t`.
    pub fn along(x: T, v: T) -> Self {
        let mut jet = Self::constant_of(x);
        if N > 1 {
            jet.coefficients[1] = v;
        }
        jet
    }

    /// The number `x + t`.
    pub fn variable(x: T) -> Self {
        Self::along(x, T::one())
    }

    /// A number that does not depend on `t`.
    pub fn constant_of(x: T) -> Self {
        let mut coefficients = [T::constant(0.0); N];
        coefficients[0] = x;
        Self::new(coefficients)
    }

    /// The value.
    pub fn value(self) -> T {
        self.coefficients[0]
    }

    /// The Taylor coefficients.
    pub fn coefficients(self) -> [T; N] {
        self.coefficients
    }

    /// Returns the derivatives of order 0 to `N − 1`.
    pub fn derivatives(self) -> [T; N] {
        let mut factorial = 1.0;
        let mut derivatives = self.coefficients;
        for k in 1..N {
            factorial *= k as f64;
            derivatives[k] *= T::constant(factorial);
        }
        derivatives
    }

    /// Returns the number without what is known beyond `known` coefficients.
    fn truncated(mut self, known: usize) -> Self {
        self.coefficients[known..].fill(T::constant(0.0));
        self.known = self.known.min(known);
        self
    }

    /// Returns the number whose known coefficients are computed one after the other, from those before.
    fn each(known: usize, mut coefficient: impl FnMut(usize, &[T; N]) -> T) -> Self {
        let mut coefficients = [T::constant(0.0); N];
        for k in 0..known {
            coefficients[k] = coefficient(k, &coefficients);
        }
        Jet { coefficients, known }
    }

    fn plus(self, b: Self) -> Self {
        Self::each(self.known.min(b.known), |k, _| self.coefficients[k] + b.coefficients[k])
    }

    fn minus(self, b: Self) -> Self {
        Self::each(self.known.min(b.known), |k, _| self.coefficients[k] - b.coefficients[k])
    }

    fn times(self, b: Self) -> Self {
        let (a, b, known) = (self.coefficients, b.coefficients, self.known.min(b.known));
        Self::each(known, |k, _| (1..=k).fold(a[0] * b[k], |sum, j| sum + a[j] * b[k - j]))
    }

    fn over(self, b: Self) -> Self {
        let (a, b, known) = (self.coefficients, b.coefficients, self.known.min(b.known));
        Self::each(known, |k, y| (0..k).fold(a[k], |rest, j| rest - y[j] * b[k - j]) / b[0])
    }

    fn negative(self) -> Self {
        Self::each(self.known, |k, _| -self.coefficients[k])
    }
}

impl<T: Real, const N: usize> Real for Jet<T, N> {
    const ORDER: usize = T::ORDER + N - 1;

    fn constant(c: f64) -> Self {
        Self::constant_of(T::constant(c))
    }

    fn primal(self) -> f64 {
        self.coefficients[0].primal()
    }

    fn tolerance() -> f64 {
        T::tolerance()
    }

    fn apply<R: Rule<M, A>, A: Copy, const M: usize>(x: [Self; M], others: A) -> Self {
        match (R::entry(others), &x[..]) {
            (Some((Primitive::Add, _)), &[a, b]) => return a.plus(b),
            (Some((Primitive::Sub, _)), &[a, b]) => return a.minus(b),
            (Some((Primitive::Mul, _)), &[a, b]) => return a.times(b),
            (Some((Primitive::Div, _)), &[a, b]) => return a.over(b),
            (Some((Primitive::Neg, _)), &[a]) => return a.negative(),
            _ => {}
        }
        let known = x.iter().fold(N, |known, x| known.min(x.known));
        let value = T::apply::<R, A, M>(x.map(|x| x.coefficients[0]), others);
        let mut y = Self::constant_of(value).truncated(1);
        while y.known < known {
            // y′ = Σ pᵢ xᵢ′, as far as the partials are known.
            let partials = R::partials(x.map(|x| x.truncated(known - 1)), y, others);
            let slopes = partials.iter().fold(known - 1, |least, p| least.min(p.known));
            for k in y.known..=slopes {
                let mut slope = T::constant(0.0);
                for (p, x) in partials.iter().zip(&x) {
                    for j in 0..k {
                        slope += p.coefficients[j] * x.coefficients[k - j] * T::constant((k - j) as f64);
                    }
                }
                y.coefficients[k] = slope / T::constant(k as f64);
            }
            y.known = slopes + 1;
        }
        y
    }
}

macro_rules! operation {
    (add, $a:expr, $b:expr) => {
        $a.plus($b)
    };
    (sub, $a:expr, $b:expr) => {
        $a.minus($b)
    };
    (mul, $a:expr, $b:expr) => {
        $a.times($b)
    };
    (div, $a:expr, $b:expr) => {
        $a.over($b)
    };
}

macro_rules! implement_jet {
    (
        operators { $(
            $(#[$operator_doc:meta])*
            $Operator:ident = $operator:ident($a:ident, $b:ident) -> $operator_y:ident {
                operator($symbol:tt, $Assign:ident, $assign:ident), $($operator_rule:tt)*
            }
        )* }
        negations { $($negations:tt)* }
        functions $functions:tt
        powers $powers:tt
    ) => { $(
        impl<T: Real, const N: usize> std::ops::$Operator for Jet<T, N> {
            type Output = Self;
            #[inline]
            fn $operator(self, $b: Self) -> Self {
                operation!($operator, self, $b)
            }
        }

        impl<T: Real, const N: usize> std::ops::$Assign for Jet<T, N> {
            #[inline]
            fn $assign(&mut self, $b: Self) {
                *self = *self $symbol $b;
            }
        }
    )* };
}
with_primitives!(implement_jet);
with_primitives!(inherent_functions, { impl<T: Real, const N: usize> } Jet<T, N>;);

impl<T: Real, const N: usize> std::ops::Neg for Jet<T, N> {
    type Output = Self;
    fn neg(self) -> Self {
        self.negative()
    }
}

impl<T: Real, const N: usize> InvertibleAdd for Jet<T, N> {
    fn increase(&mut self, by: Self) {
        *self += by;
    }
    fn decrease(&mut self, by: Self) {
        *self -= by;
    }
}

impl<T: Real, const N: usize> Sum for Jet<T, N> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::constant(0.0), |sum, number| sum + number)
    }
}

impl<T: Real, const N: usize> PartialEq for Jet<T, N> {
    /// Compares values: two numbers that the plain program takes for equal are equal.
    fn eq(&self, other: &Self) -> bool {
        self.coefficients[0] == other.coefficients[0]
    }
}

impl<T: Real, const N: usize> PartialOrd for Jet<T, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.coefficients[0].partial_cmp(&other.coefficients[0])
    }
}

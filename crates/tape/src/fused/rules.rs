//! The fused rules, as functions for code generic over [`Fused`]: at plain numbers they compute, at active numbers
//! they record one entry.
//!
//! ```
//! use retrograde_tape::fused::{Fused, dot, norm};
//! use retrograde_tape::value_and_gradient;
//!
//! fn cosine<T: Fused>(a: &[T], b: &[T]) -> T {
//!     dot(a, b) / (norm(a) * norm(b))
//! }
//! let (a, b) = (vec![1.0, 0.0], vec![1.0, 1.0]);
//! let (value, (a_bar, _)) = value_and_gradient(|(a, b)| cosine(&a, &b), &(a.clone(), b.clone())).unwrap();
//! assert_eq!(value, cosine(&a, &b));
//! assert_eq!(a_bar[0], 0.0);
//! ```

use super::record::{one, several};
use super::{Fusion, Operands};
use crate::{Active, Dual, Scalar};
use retrograde_rules::{Real, Rule};

/// The square root in a norm: at zero its partial stays finite, so that zero cotangents stay zero.
struct Root;

impl Rule<1, ()> for Root {
    #[inline]
    fn value<T: Real>([x]: [T; 1], _: ()) -> T {
        x.sqrt()
    }
    #[inline]
    fn partials<T: Real>(_: [T; 1], y: T, _: ()) -> [T; 1] {
        [T::constant(0.5) / y.nonzero()]
    }
}

/// Requires two slices of the same length.
#[track_caller]
fn same_length<A, B>(what: &str, a: &[A], b: &[B]) {
    assert!(
        a.len() == b.len(),
        "{what} takes slices of one length, and these have {} and {}",
        a.len(),
        b.len()
    );
}

/// Returns the largest element, or zero if that is infinite, since ∞ - ∞ is NaN.
fn largest_finite<T: Real>(x: &[T]) -> T {
    let largest = x.iter().fold(T::constant(f64::NEG_INFINITY), |largest, x| largest.max(*x));
    if largest.primal().is_finite() { largest } else { T::constant(0.0) }
}

/// A number with operations on many numbers at once. The methods are called through the functions of this module.
pub trait Fused: Real {
    /// See [`sum`].
    #[inline]
    fn sum_of(x: &[Self]) -> Self {
        x.iter().fold(Self::constant(0.0), |sum, x| sum + *x)
    }

    /// See [`weighted`].
    #[inline]
    fn weighted(w: &[f64], x: &[Self]) -> Self {
        same_length("a weighted sum", w, x);
        w.iter().zip(x).fold(Self::constant(0.0), |sum, (w, x)| sum + Self::constant(*w) * *x)
    }

    /// See [`dot`].
    #[inline]
    fn dot(a: &[Self], b: &[Self]) -> Self {
        same_length("a dot product", a, b);
        a.iter().zip(b).fold(Self::constant(0.0), |sum, (a, b)| sum + *a * *b)
    }

    /// See [`norm`].
    #[inline]
    fn norm(x: &[Self]) -> Self {
        Self::apply::<Root, (), 1>([Self::dot(x, x)], ())
    }

    /// See [`logsumexp`].
    #[inline]
    fn logsumexp(x: &[Self]) -> Self {
        let largest = largest_finite(x);
        x.iter().fold(Self::constant(0.0), |sum, x| sum + (*x - largest).exp()).ln() + largest
    }

    /// See [`matvec`].
    #[inline]
    fn matvec(m: &[Self], x: &[Self]) -> Vec<Self> {
        match rows(m, x) {
            0 => Vec::new(),
            _ => m.chunks_exact(x.len()).map(|row| Self::dot(row, x)).collect(),
        }
    }

    /// See [`axpy`].
    #[inline]
    fn axpy(a: Self, x: &[Self], y: &[Self]) -> Vec<Self> {
        same_length("axpy", x, y);
        x.iter().zip(y).map(|(x, y)| a * *x + *y).collect()
    }
}

/// Returns the number of rows of a matrix that is multiplied by `x`.
#[track_caller]
fn rows<M, X>(m: &[M], x: &[X]) -> usize {
    if x.is_empty() {
        assert!(m.is_empty(), "a matrix without columns has no elements, and this has {}", m.len());
        return 0;
    }
    assert!(
        m.len() % x.len() == 0,
        "a matrix of {} elements has no rows of {}, the length of the vector",
        m.len(),
        x.len()
    );
    m.len() / x.len()
}

impl Fused for f64 {}
impl Fused for f32 {}
impl<T: Real> Fused for Dual<T> {}

impl<T: Scalar> Fused for Active<T> {
    fn sum_of(x: &[Self]) -> Self {
        let y = x.iter().fold(T::constant(0.0), |sum, x| sum + x.value());
        one(|r, side| {
            let x = Operands::of(r, side, x);
            (y, (!x.are_constant()).then_some(Fusion::Sum { x }))
        })
    }

    fn weighted(w: &[f64], x: &[Self]) -> Self {
        same_length("a weighted sum", w, x);
        let weights = || w.iter().map(|w| T::constant(*w));
        let y = weights().zip(x).fold(T::constant(0.0), |sum, (w, x)| sum + w * x.value());
        row(y, x, weights())
    }

    fn dot(a: &[Self], b: &[Self]) -> Self {
        same_length("a dot product", a, b);
        one(|r, side| {
            // The values of each are the partials of the other.
            let [a, b] = [a, b].map(|x| Operands::with_values(r, side, x));
            let pairs = a.values(side).iter().zip(b.values(side));
            let y = pairs.fold(T::constant(0.0), |sum, (a, b)| sum + *a * *b);
            (y, (!a.are_constant() || !b.are_constant()).then_some(Fusion::Dot { a, b }))
        })
    }

    fn norm(x: &[Self]) -> Self {
        let square = x.iter().fold(T::constant(0.0), |sum, x| sum + x.value() * x.value());
        let y = square.sqrt();
        let inverse = T::constant(1.0) / y.nonzero();
        row(y, x, x.iter().map(|x| x.value() * inverse))
    }

    fn logsumexp(x: &[Self]) -> Self {
        let values: Vec<T> = x.iter().map(|x| x.value()).collect();
        let largest = largest_finite(&values);
        let terms: Vec<T> = values.into_iter().map(|x| (x - largest).exp()).collect();
        let total = terms.iter().fold(T::constant(0.0), |sum, term| sum + *term);
        let inverse = T::constant(1.0) / total;
        row(total.ln() + largest, x, terms.into_iter().map(|term| term * inverse))
    }

    fn matvec(m: &[Self], x: &[Self]) -> Vec<Self> {
        if rows(m, x) == 0 {
            return Vec::new();
        }
        several(|r, side| {
            let [m, x] = [m, x].map(|x| Operands::with_values(r, side, x));
            let y = product(m.values(side), x.values(side));
            (y, (!m.are_constant() || !x.are_constant()).then_some(Fusion::Product { m, x }))
        })
    }

    fn axpy(a: Self, x: &[Self], y: &[Self]) -> Vec<Self> {
        same_length("axpy", x, y);
        let z: Vec<T> = x.iter().zip(y).map(|(x, y)| a.value() * x.value() + y.value()).collect();
        several(|r, side| {
            let mut xa = Operands::of(r, side, &[a]);
            let [mut xx, xy] = [x, y].map(|x| Operands::of(r, side, x));
            if !xx.are_constant() {
                xa.keep(side, &[a]);
            }
            if !xa.are_constant() {
                xx.keep(side, x);
            }
            let constant = xa.are_constant() && xx.are_constant() && xy.are_constant();
            (z, (!constant).then_some(Fusion::Axpy { a: xa, x: xx, y: xy }))
        })
    }
}

/// Records a result with one partial for each operand.
fn row<T: Scalar>(y: T, x: &[Active<T>], partials: impl Iterator<Item = T>) -> Active<T> {
    one(|r, side| {
        let mut operands = Operands::of(r, side, x);
        if operands.are_constant() {
            return (y, None);
        }
        operands.keep_all(side, partials);
        (y, Some(Fusion::Row { x: operands }))
    })
}

/// Multiplies a matrix of values by a vector. Four rows are summed at once, each in its own order.
fn product<T: Real>(m: &[T], x: &[T]) -> Vec<T> {
    let n = x.len();
    let zero = T::constant(0.0);
    let mut y = Vec::with_capacity(m.len() / n);
    let mut blocks = m.chunks_exact(4 * n);
    for block in &mut blocks {
        let (a, rest) = block.split_at(n);
        let (b, rest) = rest.split_at(n);
        let (c, d) = rest.split_at(n);
        let mut sums = [zero; 4];
        for ((((x, a), b), c), d) in x.iter().zip(a).zip(b).zip(c).zip(d) {
            sums[0] += *a * *x;
            sums[1] += *b * *x;
            sums[2] += *c * *x;
            sums[3] += *d * *x;
        }
        y.extend(sums);
    }
    for row in blocks.remainder().chunks_exact(n) {
        y.push(row.iter().zip(x).fold(zero, |sum, (m, x)| sum + *m * *x));
    }
    y
}

/// The sum of the elements, zero if there are none.
#[inline]
pub fn sum<T: Fused>(x: &[T]) -> T {
    T::sum_of(x)
}

/// The sum of the elements times constants: a row of a linear map.
///
/// # Panics
///
/// If the slices differ in length.
#[inline]
pub fn weighted<T: Fused>(w: &[f64], x: &[T]) -> T {
    T::weighted(w, x)
}

/// The sum of the products of elements.
///
/// # Panics
///
/// If the slices differ in length.
#[inline]
pub fn dot<T: Fused>(a: &[T], b: &[T]) -> T {
    T::dot(a, b)
}

/// The Euclidean length. Its gradient is the unit vector, and zero at the origin.
#[inline]
pub fn norm<T: Fused>(x: &[T]) -> T {
    T::norm(x)
}

/// The logarithm of the sum of the exponentials, -∞ if there are no elements. Its gradient is the softmax.
#[inline]
pub fn logsumexp<T: Fused>(x: &[T]) -> T {
    T::logsumexp(x)
}

/// The product of a matrix, which is given row by row, and a vector: as many numbers as there are rows.
///
/// # Panics
///
/// If the number of elements of the matrix is not a multiple of the vector's length.
#[inline]
pub fn matvec<T: Fused>(m: &[T], x: &[T]) -> Vec<T> {
    T::matvec(m, x)
}

/// `a x + y`, element by element.
///
/// # Panics
///
/// If the slices differ in length.
#[inline]
pub fn axpy<T: Fused>(a: T, x: &[T], y: &[T]) -> Vec<T> {
    T::axpy(a, x, y)
}

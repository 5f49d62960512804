//! [`Mode`]: the gradient of a function by a tape or by dual numbers, over any number, so that modes nest.

use std::array;

use retrograde::tape::Scalar;
use retrograde::{Active, Dual};

/// A function of `N` variables that also reads `K` numbers.
pub trait Function<const N: usize, const K: usize> {
    /// Returns its value.
    fn at<T: Scalar>(&self, x: [T; N], held: [T; K]) -> T;
}

/// A way to differentiate.
pub trait Mode {
    /// Returns the gradient by the variables.
    fn gradient<T, F, const N: usize, const K: usize>(f: &F, x: [T; N], held: [T; K]) -> [T; N]
    where
        T: Scalar,
        F: Function<N, K>;
}

/// Reverse mode, by a tape.
#[derive(Debug)]
pub struct Reverse;

impl Mode for Reverse {
    fn gradient<T, F, const N: usize, const K: usize>(f: &F, x: [T; N], held: [T; K]) -> [T; N]
    where
        T: Scalar,
        F: Function<N, K>,
    {
        let value = |(x, held): ([Active<T>; N], [Active<T>; K])| f.at(x, held);
        let (slopes, _) = retrograde::gradient(value, &(x, held)).expect("arrays are not deep");
        slopes
    }
}

/// Forward mode, by dual numbers.
#[derive(Debug)]
pub struct Forward;

impl Mode for Forward {
    fn gradient<T, F, const N: usize, const K: usize>(f: &F, x: [T; N], held: [T; K]) -> [T; N]
    where
        T: Scalar,
        F: Function<N, K>,
    {
        array::from_fn(|i| {
            let moved =
                array::from_fn(|j| if i == j { Dual::variable(x[j]) } else { Dual::constant_of(x[j]) });
            f.at(moved, held.map(Dual::constant_of)).tangent
        })
    }
}

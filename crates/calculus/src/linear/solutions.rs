//! Products, and what an LU decomposition solves.

use super::dense::{Lu, Matrix};
use super::{rows, side};
use retrograde::Real;
use retrograde::rules::Whole;

/// `C = A B`, with the cotangents `A̅ = C̅ Bᵀ` and `B̅ = Aᵀ C̅`.
pub(super) struct Matmul {
    m: usize,
    k: usize,
    n: usize,
}

impl Matmul {
    #[track_caller]
    pub(super) fn new(a: usize, b: usize, k: usize) -> Self {
        Matmul { m: rows(a, k), k, n: rows(b, k) }
    }

    fn parts<T: Real>(&self, x: &[T]) -> (Matrix<T>, Matrix<T>) {
        let (a, b) = x.split_at(self.m * self.k);
        (Matrix::new(self.m, self.k, a), Matrix::new(self.k, self.n, b))
    }
}

impl Whole for Matmul {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (a, b) = self.parts(x);
        y.copy_from_slice(&a.times(&b).data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (a, b) = self.parts(x);
        let c_bar = Matrix::new(self.m, self.n, y_bar);
        let (a_bar, b_bar) = x_bar.split_at_mut(self.m * self.k);
        add(a_bar, &c_bar.times(&b.transposed()));
        add(b_bar, &a.transposed().times(&c_bar));
    }
}

/// `X = A⁻¹ B`, with `B̅ = A⁻ᵀ X̅` and `A̅ = −B̅ Xᵀ`.
pub(super) struct Solve {
    n: usize,
    m: usize,
}

impl Solve {
    #[track_caller]
    pub(super) fn new(a: usize, b: usize) -> Self {
        let n = side(a);
        Solve { n, m: rows(b, n) }
    }

    fn parts<T: Real>(&self, x: &[T]) -> (Lu<T>, Matrix<T>) {
        let (a, b) = x.split_at(self.n * self.n);
        (Lu::new(&Matrix::new(self.n, self.n, a)), Matrix::new(self.n, self.m, b))
    }
}

impl Whole for Solve {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (a, b) = self.parts(x);
        y.copy_from_slice(&a.solve(&b).data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (a, b) = self.parts(x);
        let solution = a.solve(&b);
        let bar = a.solve_transposed(&Matrix::new(self.n, self.m, y_bar));
        let (a_bar, b_bar) = x_bar.split_at_mut(self.n * self.n);
        subtract(a_bar, &bar.times(&solution.transposed()));
        add(b_bar, &bar);
    }
}

/// `Y = A⁻¹`, with `A̅ = −Yᵀ Y̅ Yᵀ`.
pub(super) struct Inverse {
    n: usize,
}

impl Inverse {
    #[track_caller]
    pub(super) fn new(a: usize) -> Self {
        Inverse { n: side(a) }
    }

    fn inverse<T: Real>(&self, x: &[T]) -> Matrix<T> {
        Lu::new(&Matrix::new(self.n, self.n, x)).solve(&Matrix::identity(self.n))
    }
}

impl Whole for Inverse {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        y.copy_from_slice(&self.inverse(x).data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let across = self.inverse(x).transposed();
        subtract(x_bar, &across.times(&Matrix::new(self.n, self.n, y_bar)).times(&across));
    }
}

/// `y = ln |det A|`, with `A̅ = y̅ A⁻ᵀ`.
pub(super) struct LogDet {
    n: usize,
}

impl LogDet {
    #[track_caller]
    pub(super) fn new(a: usize) -> Self {
        LogDet { n: side(a) }
    }
}

impl Whole for LogDet {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let lu = Lu::new(&Matrix::new(self.n, self.n, x));
        y[0] = (0..self.n).map(|i| lu.both.at(i, i).abs().ln()).sum();
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let lu = Lu::new(&Matrix::new(self.n, self.n, x));
        let inverse = lu.solve_transposed(&Matrix::identity(self.n));
        add(x_bar, &inverse.map(|_, _, a| a * y_bar[0]));
    }
}

/// Adds a matrix to its cotangents.
pub(super) fn add<T: Real>(to: &mut [T], matrix: &Matrix<T>) {
    to.iter_mut().zip(&matrix.data).for_each(|(to, a)| *to += *a);
}

fn subtract<T: Real>(to: &mut [T], matrix: &Matrix<T>) {
    to.iter_mut().zip(&matrix.data).for_each(|(to, a)| *to -= *a);
}

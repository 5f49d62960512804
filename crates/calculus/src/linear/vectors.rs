//! Eigenvectors and singular vectors as functions of a matrix.

use super::dense::Matrix;
use super::solutions::add;
use super::spectral::{Svd, eigh, folded, pull_eigh};
use super::{side, tall};
use retrograde::Real;
use retrograde::rules::Whole;

/// `A = V Λ Vᵀ`, with `A̅ = V (Λ̅ + F ∘ (Vᵀ V̅)) Vᵀ` and `Fᵢⱼ = 1 / (λⱼ − λᵢ)`, or zero where those are equal.
pub(super) struct Eigh {
    n: usize,
}

impl Eigh {
    #[track_caller]
    pub(super) fn new(a: usize) -> Self {
        Eigh { n: side(a) }
    }
}

impl Whole for Eigh {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (values, vectors) = eigh(&Matrix::new(self.n, self.n, x));
        let (values_at, vectors_at) = y.split_at_mut(self.n);
        values_at.copy_from_slice(&values);
        vectors_at.copy_from_slice(&vectors.data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (values, vectors) = eigh(&Matrix::new(self.n, self.n, x));
        let (values_bar, vectors_bar) = y_bar.split_at(self.n);
        let vectors_bar = Matrix::new(self.n, self.n, vectors_bar);
        add(x_bar, &folded(&pull_eigh(&values, &vectors, values_bar, &vectors_bar)));
    }
}

/// `A = U diag(σ) Vᵀ`, by way of a symmetric matrix.
pub(super) struct SvdFactors {
    m: usize,
    n: usize,
}

impl SvdFactors {
    #[track_caller]
    pub(super) fn new(a: usize, n: usize) -> Self {
        SvdFactors { m: tall(a, n), n }
    }
}

impl Whole for SvdFactors {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        Svd::new(&Matrix::new(self.m, self.n, x)).parts(y);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        add(x_bar, &Svd::new(&Matrix::new(self.m, self.n, x)).pull(y_bar));
    }
}

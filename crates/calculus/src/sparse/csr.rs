//! [`Csr`]: a sparse matrix, row by row.

use super::pattern::Pattern;
use std::sync::Arc;

/// A matrix in compressed sparse rows: a pattern, and the numbers of its entries.
///
/// Matrices of one [`Jacobian`](super::Jacobian) or [`Hessian`](super::Hessian) share their pattern, so that a solver analyses it once.
#[derive(Clone, Debug, PartialEq)]
pub struct Csr {
    pattern: Arc<Pattern>,
    values: Vec<f64>,
}

impl Csr {
    /// Returns the matrix with these entries.
    ///
    /// # Panics
    ///
    /// If there are more or fewer numbers than entries.
    #[track_caller]
    pub fn new(pattern: Arc<Pattern>, values: Vec<f64>) -> Self {
        assert_eq!(
            values.len(),
            pattern.entries(),
            "a sparse matrix has a number for each entry of its pattern"
        );
        Csr { pattern, values }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// The number of each entry, in the order of [`Pattern::indices`].
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The entries of a row: column and number.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.pattern.starts()[i]..self.pattern.starts()[i + 1];
        self.pattern.indices()[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Returns an entry; zero where the pattern has none.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        let found = self.pattern.row(i).binary_search(&j);
        found.map_or(0.0, |k| self.values[self.pattern.starts()[i] + k])
    }

    /// Returns the product with a vector.
    ///
    /// # Panics
    ///
    /// If the vector has not a number for each column.
    #[track_caller]
    pub fn product(&self, x: &[f64]) -> Vec<f64> {
        assert_eq!(x.len(), self.pattern.columns(), "a product takes a number for each column");
        (0..self.pattern.rows()).map(|i| self.row(i).map(|(j, a)| a * x[j]).sum()).collect()
    }

    /// Returns the product of the transpose with a vector.
    ///
    /// # Panics
    ///
    /// If the vector has not a number for each row.
    #[track_caller]
    pub fn transposed_product(&self, y: &[f64]) -> Vec<f64> {
        assert_eq!(y.len(), self.pattern.rows(), "a product of the transpose takes a number for each row");
        let mut sums = vec![0.0; self.pattern.columns()];
        for (i, y) in y.iter().enumerate() {
            self.row(i).for_each(|(j, a)| sums[j] += a * y);
        }
        sums
    }

    /// Returns the transpose.
    pub fn transposed(&self) -> Csr {
        let pattern = self.pattern.transposed();
        let mut next = pattern.starts().to_vec();
        let mut values = vec![0.0; self.values.len()];
        for i in 0..self.pattern.rows() {
            for (j, a) in self.row(i) {
                values[next[j]] = a;
                next[j] += 1;
            }
        }
        Csr { pattern: Arc::new(pattern), values }
    }

    /// Returns `Jᵀ J` of a matrix `J`: the matrix of the Gauss-Newton method.
    pub fn gauss_newton(&self) -> Csr {
        let across = self.transposed();
        let n = self.pattern.columns();
        let (mut sums, mut seen) = (vec![0.0; n], vec![usize::MAX; n]);
        let (mut rows, mut values) = (Vec::with_capacity(n), Vec::new());
        for i in 0..n {
            let mut row = Vec::new();
            for (k, a) in across.row(i) {
                for (j, b) in self.row(k) {
                    if std::mem::replace(&mut seen[j], i) != i {
                        row.push(j);
                        sums[j] = 0.0;
                    }
                    sums[j] += a * b;
                }
            }
            row.sort_unstable();
            values.extend(row.iter().map(|j| sums[*j]));
            rows.push(row);
        }
        Csr::new(Arc::new(Pattern::new(n, &rows)), values)
    }

    /// Returns all entries, zeros among them, as rows.
    pub fn dense(&self) -> Vec<Vec<f64>> {
        let row = |i| {
            let mut row = vec![0.0; self.pattern.columns()];
            self.row(i).for_each(|(j, a)| row[j] = a);
            row
        };
        (0..self.pattern.rows()).map(row).collect()
    }
}

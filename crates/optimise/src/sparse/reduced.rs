//! The reduced system: the symmetric matrix over the unknowns that elimination keeps, dense or sparse by blocks.

use super::cholesky::{MOST_BYTES, Matrix};
use super::error::Error;

/// Below this many unknowns a dense factor is quicker than finding out about sparsity.
const DENSE_UNKNOWNS: usize = 600;

/// Above this share of stored blocks, fill would make a sparse factor dense.
const DENSE_SHARE: f64 = 0.25;

/// A symmetric matrix of `K` × `K` blocks.
pub(super) struct Reduced<const K: usize> {
    matrix: Matrix<K>,
    blocks: usize,
    dense: bool,
}

impl<const K: usize> Reduced<K> {
    /// Checks that so many blocks may be stored, before the pattern that asks for them fills the memory.
    ///
    /// # Errors
    ///
    /// When they exceed the limit.
    pub(super) fn admit(blocks: usize) -> Result<(), Error> {
        match blocks.checked_mul(K * K * size_of::<f64>()).filter(|bytes| *bytes <= MOST_BYTES) {
            Some(_) => Ok(()),
            None => Err(Error::Blocks { blocks, size: K }),
        }
    }

    /// Room for a matrix with the given pattern: for each block column its block rows, from the diagonal down.
    ///
    /// # Errors
    ///
    /// When the factor does not fit into memory.
    pub(super) fn new(pattern: &[Vec<u32>]) -> Result<Self, Error> {
        let blocks = pattern.len();
        let stored: usize = pattern.iter().map(Vec::len).sum();
        let share = stored as f64 / (blocks as f64 * (blocks + 1) as f64 / 2.0);
        let dense = blocks * K <= DENSE_UNKNOWNS || share > DENSE_SHARE;
        let matrix = if dense { Matrix::dense(blocks) } else { Matrix::sparse(pattern) };
        match matrix {
            Some(matrix) => Ok(Self { matrix, blocks, dense }),
            None => Err(Error::Factor { unknowns: blocks * K, dense }),
        }
    }

    /// The number of unknowns.
    pub(super) fn unknowns(&self) -> usize {
        self.blocks * K
    }

    /// True if the factor is dense.
    pub(super) fn is_dense(&self) -> bool {
        self.dense
    }

    /// Sets every entry to zero.
    pub(super) fn clear(&mut self) {
        self.matrix.clear();
    }

    /// The `K` columns of block `(i, j)`, which the pattern holds; nothing where only its transpose is stored.
    ///
    /// Whoever adds a symmetric pair of blocks asks for both and fills the one that is there. Of a diagonal block only
    /// the lower triangle is read.
    pub(super) fn columns(&mut self, i: usize, j: usize) -> Option<impl Iterator<Item = &mut [f64; K]>> {
        self.matrix.columns(i, j)
    }

    /// The columns of a diagonal block, which is always stored.
    pub(super) fn diagonal(&mut self, i: usize) -> impl Iterator<Item = &mut [f64; K]> {
        self.matrix.columns(i, i).into_iter().flatten()
    }

    /// Overwrites `right` with the solution, and the matrix with its factor; false if it was not positive definite.
    pub(super) fn solve(&mut self, right: &mut [f64]) -> bool {
        if !self.matrix.factor() {
            return false;
        }
        self.matrix.solve(right);
        right.iter().all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block tridiagonal matrix, large enough to be stored sparsely, against its product with a known solution.
    #[test]
    fn dense_and_sparse_solve_alike() {
        for blocks in [5usize, 400] {
            let rows: Vec<Vec<u32>> =
                (0..blocks).map(|j| (j..blocks.min(j + 2)).map(|i| i as u32).collect()).collect();
            let mut reduced = Reduced::<2>::new(&rows).expect("small");
            assert_eq!(reduced.is_dense(), blocks == 5);
            let entry = |r: usize, c: usize| match r.abs_diff(c) {
                0 => 5.0,
                1 => 1.0 + 0.01 * (r.min(c) % 7) as f64,
                2 if r.min(c) % 2 == 0 => -0.5,
                _ => 0.0,
            };
            for j in 0..blocks {
                for i in j..blocks.min(j + 2) {
                    for (i, j) in [(i, j), (j, i)] {
                        for (c, column) in reduced.columns(i, j).into_iter().flatten().enumerate() {
                            for r in 0..2 {
                                column[r] = entry(2 * i + r, 2 * j + c);
                            }
                        }
                    }
                }
            }
            let n = 2 * blocks;
            // What the blocks do not store is zero: entry (r, c) two apart exists for even r only.
            let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.7).sin()).collect();
            let mut right: Vec<f64> = (0..n)
                .map(|r| (0..n).filter(|c| r.abs_diff(*c) < 4).map(|c| entry(r, c) * x[c]).sum())
                .collect();
            assert!(reduced.solve(&mut right));
            for (got, want) in right.iter().zip(&x) {
                assert!((got - want).abs() < 1e-12, "{got} {want}");
            }
            reduced.clear();
            assert!(!reduced.solve(&mut right));
        }
    }
}

//! The reduced system: the symmetric matrix over the unknowns that elimination keeps, dense or sparse by blocks.
//!
//! Both layouts are column-major with a constant distance between the columns of a block, so the code that adds blocks
//! does not know which one it writes to. Only blocks on and below the diagonal are stored, and of those on the diagonal
//! only the lower triangle is read.

use faer::linalg::solvers::{Llt, Solve};
use faer::sparse::linalg::solvers::{Llt as SparseLlt, SymbolicLlt};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Mat, MatMut, MatRef, Side};

use crate::failure::Failure;

/// Below this many unknowns a dense factor is quicker than finding out about sparsity.
const DENSE_UNKNOWNS: usize = 600;

/// Above this share of stored blocks, fill would make a sparse factor dense.
const DENSE_SHARE: f64 = 0.25;

/// The most memory that a dense matrix may take, in bytes; the factor takes as much again.
const DENSE_BYTES: usize = 4 << 30;

/// A symmetric matrix of `K` × `K` blocks.
pub(crate) struct Reduced<const K: usize> {
    values: Vec<f64>,
    layout: Layout,
    blocks: usize,
}

enum Layout {
    Dense,
    Sparse {
        /// For each block column, the block rows that it stores, in ascending order, the diagonal first.
        rows: Vec<Vec<u32>>,
        matrix: SymbolicSparseColMat<usize>,
        symbolic: SymbolicLlt<usize>,
    },
}

impl<const K: usize> Reduced<K> {
    /// Room for a matrix with the given pattern: for each block column its block rows in ascending order, from the
    /// diagonal down.
    ///
    /// # Errors
    ///
    /// When neither a dense matrix nor a sparse factor fits into memory.
    pub(crate) fn new(rows: Vec<Vec<u32>>) -> Result<Self, Failure> {
        let blocks = rows.len();
        let n = blocks * K;
        let stored: usize = rows.iter().map(Vec::len).sum();
        let share = stored as f64 / (blocks as f64 * (blocks + 1) as f64 / 2.0);
        if n <= DENSE_UNKNOWNS || share > DENSE_SHARE {
            if n.saturating_mul(n).saturating_mul(8) > DENSE_BYTES {
                let message =
                    format!("the reduced system has {n} unknowns and is dense: too large to factor here");
                return Err(Failure::Solve(message));
            }
            return Ok(Self { values: vec![0.0; n * n], layout: Layout::Dense, blocks });
        }
        let mut column_starts = Vec::with_capacity(n + 1);
        let mut row_indices = Vec::with_capacity(stored * K * K);
        column_starts.push(0);
        for rows in &rows {
            for _ in 0..K {
                row_indices.extend(rows.iter().flat_map(|&i| i as usize * K..(i as usize + 1) * K));
                column_starts.push(row_indices.len());
            }
        }
        let values = vec![0.0; row_indices.len()];
        let matrix = SymbolicSparseColMat::new_checked(n, n, column_starts, None, row_indices);
        let symbolic = SymbolicLlt::try_new(matrix.as_ref(), Side::Lower)
            .map_err(|_| Failure::Solve(format!("no memory to factor the reduced system of {n} unknowns")))?;
        Ok(Self { values, layout: Layout::Sparse { rows, matrix, symbolic }, blocks })
    }

    /// How many unknowns there are.
    pub(crate) fn unknowns(&self) -> usize {
        self.blocks * K
    }

    /// `dense` or `sparse`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.layout {
            Layout::Dense => "dense",
            Layout::Sparse { .. } => "sparse",
        }
    }

    /// Sets every entry to zero.
    pub(crate) fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// The `K` columns of block `(i, j)`, `i >= j`, which the pattern holds.
    pub(crate) fn columns(&mut self, i: usize, j: usize) -> impl Iterator<Item = &mut [f64; K]> {
        let (start, stride) = match &self.layout {
            Layout::Dense => (j * K * self.blocks * K + i * K, self.blocks * K),
            Layout::Sparse { rows, matrix, .. } => {
                let position = rows[j].binary_search(&(i as u32)).expect("the pattern holds the block");
                (matrix.col_ptr()[j * K] + position * K, rows[j].len() * K)
            }
        };
        self.values[start..].chunks_mut(stride).take(K).map(|column| {
            column.first_chunk_mut().expect("a column of a block is followed by the rest of its stride")
        })
    }

    /// Overwrites `right` with the solution; tells whether the matrix was positive definite.
    pub(crate) fn solve(&self, right: &mut [f64]) -> bool {
        let n = self.unknowns();
        match &self.layout {
            Layout::Dense => {
                let matrix: MatRef<'_, f64> = MatRef::from_column_major_slice(&self.values, n, n);
                let Ok(factor) = Llt::new(matrix, Side::Lower) else { return false };
                factor.solve_in_place(MatMut::from_column_major_slice_mut(right, n, 1));
            }
            Layout::Sparse { matrix, symbolic, .. } => {
                let matrix = SparseColMatRef::new(matrix.as_ref(), &self.values);
                let Ok(factor) = SparseLlt::try_new_with_symbolic(symbolic.clone(), matrix, Side::Lower)
                else {
                    return false;
                };
                let mut solution = Mat::from_fn(n, 1, |i, _| right[i]);
                factor.solve_in_place(&mut solution);
                right.copy_from_slice(solution.col_as_slice(0));
            }
        }
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
            let mut reduced = Reduced::<2>::new(rows).expect("small");
            assert_eq!(reduced.kind(), if blocks == 5 { "dense" } else { "sparse" });
            let entry = |r: usize, c: usize| match r.abs_diff(c) {
                0 => 5.0,
                1 => 1.0 + 0.01 * (r.min(c) % 7) as f64,
                2 if r.min(c) % 2 == 0 => -0.5,
                _ => 0.0,
            };
            for j in 0..blocks {
                for i in j..blocks.min(j + 2) {
                    for (c, column) in reduced.columns(i, j).enumerate() {
                        for r in 0..2 {
                            column[r] = entry(2 * i + r, 2 * j + c);
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

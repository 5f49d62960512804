//! [`Blocks`]: a matrix with many rows, cut into blocks of rows that are worked on one by one, on all cores.

use rayon::prelude::*;

/// A matrix. Its rows are divided into blocks of [`height`](Self::height) rows, of which the last may have fewer; in a
/// block, one column lies after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Blocks {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

impl Blocks {
    /// A matrix of zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Blocks { rows, columns, data: vec![0.0; rows * columns] }
    }

    /// A matrix by its elements.
    pub(crate) fn from_fn(rows: usize, columns: usize, element: impl Fn(usize, usize) -> f64) -> Self {
        let mut matrix = Self::zeros(rows, columns);
        let height = matrix.height();
        if columns > 0 {
            for (k, block) in matrix.data.chunks_mut(height * columns).enumerate() {
                let n = block.len() / columns;
                for (j, column) in block.chunks_mut(n).enumerate() {
                    column.iter_mut().enumerate().for_each(|(i, x)| *x = element(k * height + i, j));
                }
            }
        }
        matrix
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The rows of a block: a small part of them all, but at least two for each column.
    pub(crate) fn height(&self) -> usize {
        (2 * self.columns).max(1024)
    }

    /// The number of blocks.
    pub(crate) fn count(&self) -> usize {
        self.rows.div_ceil(self.height())
    }

    #[cfg(test)]
    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        let (k, i) = (row / self.height(), row % self.height());
        let block = self.blocks().nth(k).expect("a row of the matrix");
        block[column * (block.len() / self.columns) + i]
    }

    /// The blocks in order.
    pub(crate) fn blocks(&self) -> std::slice::Chunks<'_, f64> {
        self.data.chunks((self.height() * self.columns).max(1))
    }

    /// The blocks in order, for all cores.
    pub(crate) fn par_blocks(&self) -> rayon::slice::Chunks<'_, f64> {
        self.data.par_chunks((self.height() * self.columns).max(1))
    }

    /// The blocks in order, for all cores to change.
    pub(crate) fn par_blocks_mut(&mut self) -> rayon::slice::ChunksMut<'_, f64> {
        let length = (self.height() * self.columns).max(1);
        self.data.par_chunks_mut(length)
    }

    /// The largest size of the numbers in each column; none if some number is not finite.
    pub(crate) fn largest(&self) -> Option<Vec<f64>> {
        let mut largest = vec![0.0f64; self.columns];
        for block in self.blocks() {
            let n = block.len() / self.columns;
            for (column, largest) in block.chunks(n).zip(&mut largest) {
                // A sum of zeros unless one of the numbers is infinite or none.
                let finite = column.iter().map(|x| x * 0.0).sum::<f64>() == 0.0;
                *largest = column.iter().fold(if finite { *largest } else { f64::NAN }, |a, b| {
                    if a.is_nan() { a } else { a.max(b.abs()) }
                });
            }
        }
        largest.iter().all(|x| x.is_finite()).then_some(largest)
    }
}

//! [`Matrix`]: a matrix with many rows, divided into blocks of rows that are processed one by one, on all cores.

/// A Jacobian: a row for each residual, a column for each parameter.
///
/// The rows are divided into blocks of equal height, except for the last one; a block is stored column by column. The
/// division depends on the size alone, so results do not depend on the number of cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// Returns a matrix of zeros.
    ///
    /// # Panics
    ///
    /// If `rows * columns` numbers do not fit into the memory.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, data: vec![0.0; rows * columns] }
    }

    /// Returns a matrix by its elements.
    pub(super) fn from_fn(rows: usize, columns: usize, element: impl Fn(usize, usize) -> f64) -> Self {
        let mut matrix = Self::zeros(rows, columns);
        let height = matrix.height();
        for (k, block) in matrix.blocks_mut().enumerate() {
            let n = block.len() / columns;
            for (j, column) in block.chunks_mut(n).enumerate() {
                column.iter_mut().enumerate().for_each(|(i, x)| *x = element(k * height + i, j));
            }
        }
        matrix
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the element in a row and a column.
    ///
    /// # Panics
    ///
    /// If the matrix has no such row or column.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.data[self.place(row, column)]
    }

    /// Sets the element in a row and a column.
    ///
    /// # Panics
    ///
    /// If the matrix has no such row or column.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        let place = self.place(row, column);
        self.data[place] = value;
    }

    fn place(&self, row: usize, column: usize) -> usize {
        assert!(row < self.rows && column < self.columns, "the matrix has no element ({row}, {column})");
        let (height, i) = (self.height(), row % self.height());
        let first = row - i;
        first * self.columns + column * height.min(self.rows - first) + i
    }

    /// Returns the number of rows of a block: a small part of all rows, but at least two per column.
    pub(super) fn height(&self) -> usize {
        height(self.columns)
    }

    /// Returns the number of blocks.
    pub(super) fn count(&self) -> usize {
        self.rows.div_ceil(self.height())
    }

    /// Iterates over the blocks in order.
    pub(super) fn blocks(&self) -> std::slice::Chunks<'_, f64> {
        self.data.chunks((self.height() * self.columns).max(1))
    }

    /// Iterates over the blocks in order, to change them.
    pub(super) fn blocks_mut(&mut self) -> std::slice::ChunksMut<'_, f64> {
        let length = (self.height() * self.columns).max(1);
        self.data.chunks_mut(length)
    }

    /// Returns the largest absolute value of each column.
    ///
    /// # Errors
    ///
    /// The row and column of a number that is not finite.
    pub(super) fn largest(&self) -> Result<Vec<f64>, (usize, usize)> {
        let mut largest = vec![0.0f64; self.columns];
        for (k, block) in self.blocks().enumerate() {
            let n = block.len() / self.columns;
            for (j, (column, largest)) in block.chunks(n).zip(&mut largest).enumerate() {
                // A sum of zeros, unless one of the numbers is infinite or NaN.
                if column.iter().map(|x| x * 0.0).sum::<f64>() != 0.0 {
                    let i = column.iter().position(|x| !x.is_finite()).unwrap_or(0);
                    return Err((k * self.height() + i, j));
                }
                *largest = column.iter().fold(*largest, |a, b| a.max(b.abs()));
            }
        }
        Ok(largest)
    }
}

/// Returns the number of rows of a block of a matrix with this number of columns.
pub(super) fn height(columns: usize) -> usize {
    (2 * columns).max(1024)
}

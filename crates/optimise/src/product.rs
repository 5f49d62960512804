//! The product of two matrices, added to a third one, by the library `matrixmultiply`.

/// A matrix that is read: its entry in row `i` and column `j` is number `i * down + j * across`.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    rows: usize,
    columns: usize,
    down: usize,
    across: usize,
    data: &'a [f64],
}

impl<'a> View<'a> {
    /// A matrix that is stored column by column, with `stride` numbers from column to column.
    pub(crate) fn new(data: &'a [f64], rows: usize, columns: usize, stride: usize) -> Self {
        View { rows, columns, down: 1, across: stride, data }
    }

    /// The transposed matrix.
    pub(crate) fn transposed(self) -> Self {
        View { rows: self.columns, columns: self.rows, down: self.across, across: self.down, data: self.data }
    }

    fn fits(self) -> bool {
        (self.rows - 1) * self.down + (self.columns - 1) * self.across < self.data.len()
    }
}

/// Adds `factor` times the product of two matrices to a matrix that is stored column by column, with `stride` numbers from column to column.
///
/// # Panics
///
/// If the matrices do not fit to one another, one of the slices is shorter than its matrix, or columns overlap.
#[allow(unsafe_code)]
pub(crate) fn add_product(factor: f64, left: View<'_>, right: View<'_>, to: &mut [f64], stride: usize) {
    let (rows, columns, depth) = (left.rows, right.columns, left.columns);
    assert_eq!(depth, right.rows, "rows of the right matrix");
    if rows == 0 || columns == 0 || depth == 0 {
        return;
    }
    assert!(left.fits() && right.fits() && rows <= stride && (columns - 1) * stride + rows <= to.len());
    // SAFETY: the last entry that is read of `left` and of `right` is the one of which `fits` asserts that it is in the slice. The entries of
    // `to` are in its slice by the assertion, too, and differ from one another because a column has no more rows than there are numbers to the next. `to` is
    // borrowed mutably, so it overlaps with neither. Strides fit `isize`, since slices are no longer than that.
    unsafe {
        matrixmultiply::dgemm(
            rows,
            depth,
            columns,
            factor,
            left.data.as_ptr(),
            left.down as isize,
            left.across as isize,
            right.data.as_ptr(),
            right.down as isize,
            right.across as isize,
            1.0,
            to.as_mut_ptr(),
            1,
            stride as isize,
        );
    }
}

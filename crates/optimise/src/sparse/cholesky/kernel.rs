//! The two inner loops of the factorisation: a product of matrices, and the factor of one panel.

/// Columns of a panel that are factored without products.
const NARROW: usize = 16;

/// The product `left · rightᵀ`, both column-major with `stride` numbers from column to column.
pub(super) struct Product<'a> {
    /// Rows of `left`.
    pub(super) rows: usize,
    /// Rows of `right`.
    pub(super) columns: usize,
    /// Columns of both.
    pub(super) depth: usize,
    pub(super) left: &'a [f64],
    pub(super) right: &'a [f64],
    pub(super) stride: usize,
}

/// Subtracts a product from a column-major matrix with `stride` numbers from column to column.
///
/// # Panics
///
/// If one of the slices is shorter than its matrix, or columns overlap.
#[allow(unsafe_code)]
pub(super) fn subtract_product(product: &Product<'_>, from: &mut [f64], stride: usize) {
    let &Product { rows, columns, depth, left, right, stride: inner } = product;
    if rows == 0 || columns == 0 || depth == 0 {
        return;
    }
    assert!(rows <= inner && columns <= inner && rows <= stride);
    assert!((depth - 1) * inner + rows <= left.len() && (depth - 1) * inner + columns <= right.len());
    assert!((columns - 1) * stride + rows <= from.len());
    // SAFETY: the last entry that is read of `left` is in column `depth - 1` and row `rows - 1`, which the assertion above
    // bounds by its length; the same holds for `right`, whose transpose is read, and for `from`, whose entries differ from
    // one another because a column has no more rows than there are numbers to the next. `from` is borrowed mutably, so it
    // overlaps with neither. Strides fit `isize`, since slices are no longer than that.
    unsafe {
        matrixmultiply::dgemm(
            rows,
            depth,
            columns,
            -1.0,
            left.as_ptr(),
            1,
            inner as isize,
            right.as_ptr(),
            inner as isize,
            1,
            1.0,
            from.as_mut_ptr(),
            1,
            stride as isize,
        );
    }
}

/// Factors the first `width` columns of a column-major matrix with `height` rows; false if it is not positive
/// definite.
///
/// The upper triangle is not read, and its contents afterwards are undefined.
pub(super) fn factor_panel(values: &mut [f64], height: usize, width: usize) -> bool {
    for start in (0..width).step_by(NARROW) {
        let end = (start + NARROW).min(width);
        let (done, rest) = values.split_at_mut(start * height);
        if start > 0 {
            let product = Product {
                rows: height - start,
                columns: end - start,
                depth: start,
                left: &done[start..],
                right: &done[start..],
                stride: height,
            };
            subtract_product(&product, &mut rest[start..], height);
        }
        for c in start..end {
            let (left, column) = rest.split_at_mut((c - start) * height);
            let column = &mut column[c..height];
            for other in left.chunks_exact(height) {
                let factor = other[c];
                for (x, y) in column.iter_mut().zip(&other[c..]) {
                    *x -= factor * y;
                }
            }
            let pivot = column[0];
            // Written so that NaN fails, too.
            if !(pivot > 0.0 && pivot.is_finite()) {
                return false;
            }
            let inverse = 1.0 / pivot.sqrt();
            column.iter_mut().for_each(|x| *x *= inverse);
        }
    }
    true
}

//! The factor of one panel.

use crate::product::{View, add_product};

/// Columns of a panel that are factored without products.
const NARROW: usize = 16;

/// Factors the first `width` columns of a column-major matrix with `height` rows; false if it is not positive
/// definite.
///
/// The upper triangle is not read, and its contents afterwards are undefined.
pub(super) fn factor_panel(values: &mut [f64], height: usize, width: usize) -> bool {
    for start in (0..width).step_by(NARROW) {
        let end = (start + NARROW).min(width);
        let (done, rest) = values.split_at_mut(start * height);
        if start > 0 {
            let left = View::new(&done[start..], height - start, start, height);
            let right = View::new(&done[start..], end - start, start, height);
            add_product(-1.0, left, right.transposed(), &mut rest[start..], height);
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

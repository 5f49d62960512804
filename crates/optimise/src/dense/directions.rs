//! Analyses a Jacobian: which parameters the data determine, and how well.
//!
//! The columns of R are scaled to length one, and rotated against one another until they are orthogonal (Hestenes
//! 1958): their lengths are then the singular values, to high relative accuracy.

use super::orthogonal::{Square, length};

/// The singular values and right singular vectors of a matrix whose columns have length one.
pub(super) struct Directions {
    norms: Vec<f64>,
    values: Vec<f64>,
    /// One vector after the other.
    vectors: Square,
}

impl Directions {
    /// Finds the directions of R; `None` if the rotations do not converge.
    pub(super) fn of(r: &Square) -> Option<Self> {
        let p = r.size;
        let norms: Vec<f64> = (0..p).map(|j| divisor(r.norm(j))).collect();
        let mut columns = r.clone();
        for (column, norm) in columns.data.chunks_mut(p.max(1)).zip(&norms) {
            column.iter_mut().for_each(|x| *x /= norm);
        }
        let mut vectors = Square { size: p, data: vec![0.0; p * p] };
        (0..p).for_each(|j| vectors.data[j * p + j] = 1.0);
        for _ in 0..60 {
            if !sweep(&mut columns, &mut vectors) {
                let values = (0..p).map(|k| columns.norm(k)).collect();
                return Some(Directions { norms, values, vectors });
            }
        }
        None
    }

    /// True if the model does not change along a direction, except for rounding.
    fn is_open(&self, k: usize) -> bool {
        let largest = self.values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        self.values[k] <= 8.0 * self.values.len() as f64 * f64::EPSILON * largest
    }

    /// Returns the parameters that take part in a direction along which the model does not change.
    pub(super) fn undetermined(&self) -> Vec<usize> {
        let p = self.values.len();
        let takes_part = |j: usize, k: usize| self.is_open(k) && self.vectors.column(k)[j].abs() > 1e-3;
        (0..p).filter(|j| (0..p).any(|k| takes_part(*j, k))).collect()
    }

    /// Returns the square roots of the diagonal of (Jᵀ J)⁻¹ = V S⁻² Vᵀ; infinite for parameters that are not
    /// determined.
    pub(super) fn deviations(&self) -> Vec<f64> {
        let rows: Vec<Vec<f64>> = (0..self.values.len()).map(|j| self.known(j)).collect();
        let mut all: Vec<f64> = rows.iter().zip(&self.norms).map(|(row, norm)| length(row) / norm).collect();
        self.undetermined().iter().for_each(|j| all[*j] = f64::INFINITY);
        all
    }

    /// Returns (Jᵀ J)⁻¹ row by row, restricted to the directions that are determined.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let rows: Vec<Vec<f64>> = (0..self.values.len()).map(|j| self.known(j)).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let entry = |(i, j): (usize, usize)| dot(&rows[i], &rows[j]) / self.norms[i] / self.norms[j];
        (0..rows.len()).flat_map(|i| (0..rows.len()).map(move |j| (i, j))).map(entry).collect()
    }

    /// Returns a row of V S⁻¹, without the directions that are not determined.
    fn known(&self, j: usize) -> Vec<f64> {
        let determined = (0..self.values.len()).filter(|k| !self.is_open(*k));
        determined.map(|k| self.vectors.column(k)[j] / self.values[k]).collect()
    }
}

/// Rotates each pair of columns so that they are orthogonal; false if all were already.
fn sweep(columns: &mut Square, vectors: &mut Square) -> bool {
    let (mut rotated, tolerance) = (false, columns.size as f64 * f64::EPSILON);
    for i in 0..columns.size {
        for j in i + 1..columns.size {
            let (a, b) = (columns.column(i), columns.column(j));
            let dot = |u: &[f64], v: &[f64]| u.iter().zip(v).map(|(u, v)| u * v).sum::<f64>();
            let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
            // Columns that consist of rounding errors need not be rotated.
            if !(ab.abs() > tolerance * (aa * bb).sqrt()) || bb.min(aa) < 1e-40 {
                continue;
            }
            rotated = true;
            let zeta = (bb - aa) / (2.0 * ab);
            let tangent = 1f64.copysign(zeta) / (zeta.abs() + zeta.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            let sine = cosine * tangent;
            for matrix in [&mut *columns, &mut *vectors] {
                let (left, right) = matrix.data.split_at_mut(j * matrix.size);
                let left = &mut left[i * matrix.size..(i + 1) * matrix.size];
                for (x, y) in left.iter_mut().zip(right) {
                    (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
                }
            }
        }
    }
    rotated
}

/// Returns the divisor for a column of this length: a zero column stays zero.
pub(super) fn divisor(norm: f64) -> f64 {
    if norm > 2.0 * f64::MIN_POSITIVE.sqrt() { norm } else { 1.0 }
}

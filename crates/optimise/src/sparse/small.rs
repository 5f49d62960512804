//! Cholesky factors of the small dense blocks that elimination meets: one block an entity, of a fixed size.

/// A lower triangular factor `L` of a symmetric positive definite matrix `L Lᵀ`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor<const N: usize>([[f64; N]; N]);

impl<const N: usize> Factor<N> {
    /// The factor of zero, to reserve room with.
    pub(super) const ZERO: Self = Self([[0.0; N]; N]);

    /// Factors a matrix of which only the lower triangle (`matrix[row][column]`, `column <= row`) is read.
    ///
    /// Returns nothing when it is not positive definite to rounding, NaN included.
    pub(super) fn new(matrix: &[[f64; N]; N]) -> Option<Self> {
        let mut l = *matrix;
        for j in 0..N {
            for k in 0..j {
                for i in j..N {
                    l[i][j] -= l[i][k] * l[j][k];
                }
            }
            // Written so that NaN fails too.
            if !(l[j][j] > 0.0 && l[j][j].is_finite()) {
                return None;
            }
            let root = l[j][j].sqrt();
            for i in j..N {
                l[i][j] /= root;
            }
        }
        Some(Self(l))
    }

    /// `L⁻¹ b`.
    pub(super) fn forward(&self, mut b: [f64; N]) -> [f64; N] {
        for i in 0..N {
            for j in 0..i {
                b[i] -= self.0[i][j] * b[j];
            }
            b[i] /= self.0[i][i];
        }
        b
    }

    /// `L⁻ᵀ b`.
    pub(super) fn backward(&self, mut b: [f64; N]) -> [f64; N] {
        for i in (0..N).rev() {
            for j in i + 1..N {
                b[i] -= self.0[j][i] * b[j];
            }
            b[i] /= self.0[i][i];
        }
        b
    }

    /// `Lᵀ b`.
    pub(super) fn transposed(&self, mut b: [f64; N]) -> [f64; N] {
        for i in 0..N {
            b[i] *= self.0[i][i];
            for j in i + 1..N {
                b[i] += self.0[j][i] * b[j];
            }
        }
        b
    }

    /// `L⁻¹ B` of a matrix given by rows.
    pub(super) fn forward_rows<const K: usize>(&self, b: &mut [[f64; K]; N]) {
        for i in 0..N {
            let (done, rest) = b.split_at_mut(i);
            let row = &mut rest[0];
            for (j, above) in done.iter().enumerate() {
                for c in 0..K {
                    row[c] -= self.0[i][j] * above[c];
                }
            }
            let inverse = 1.0 / self.0[i][i];
            for c in 0..K {
                row[c] *= inverse;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATRIX: [[f64; 3]; 3] = [[4.0, f64::NAN, f64::NAN], [1.0, 3.0, f64::NAN], [-2.0, 0.5, 5.0]];

    #[test]
    fn solves_and_reads_only_the_lower_triangle() {
        let full = [[4.0, 1.0, -2.0], [1.0, 3.0, 0.5], [-2.0, 0.5, 5.0]];
        let factor = Factor::new(&MATRIX).expect("positive definite");
        let x = factor.backward(factor.forward([1.0, 2.0, 3.0]));
        for (row, b) in full.iter().zip([1.0, 2.0, 3.0]) {
            let got: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((got - b).abs() < 1e-13);
        }
        let factor =
            Factor::new(&[[4.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 0.0, 1.0]]).expect("positive definite");
        assert_eq!(factor.transposed([1.0, 2.0, 3.0]), [4.0, 2.0, 3.0]);
        let factor = Factor::new(&MATRIX).expect("positive definite");
        let mut rows = [[1.0, 0.0], [2.0, 1.0], [3.0, 0.0]];
        factor.forward_rows(&mut rows);
        let column = factor.forward([1.0, 2.0, 3.0]);
        for i in 0..3 {
            assert!((rows[i][0] - column[i]).abs() < 1e-14);
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        assert!(Factor::new(&[[1.0, 0.0], [2.0, 1.0]]).is_none());
        assert!(Factor::new(&[[f64::NAN]]).is_none());
        assert!(Factor::new(&[[f64::INFINITY]]).is_none());
    }
}

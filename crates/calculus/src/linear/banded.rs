//! The solution of a banded system.

use super::rows;
use retrograde::Real;
use retrograde::rules::Whole;

/// `x = A⁻¹ b`, with `b̅ = A⁻ᵀ x̅` and `A̅ = −b̅ xᵀ` on the bands.
pub(super) struct Banded {
    n: usize,
    lower: usize,
    width: usize,
}

impl Banded {
    #[track_caller]
    pub(super) fn new(bands: usize, n: usize, lower: usize) -> Self {
        let width = rows(bands, n);
        assert!(
            n == 0 || width > lower,
            "a matrix with {lower} bands below the diagonal has more than {width} bands"
        );
        Banded { n, lower, width }
    }

    /// Returns the row and column of each entry of the bands that is one of the matrix.
    fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.n).flat_map(move |i| {
            (0..self.width).filter_map(move |k| {
                let j = (i + k).checked_sub(self.lower).filter(|j| *j < self.n)?;
                Some((i * self.width + k, i, j))
            })
        })
    }

    /// Returns the bands of the transpose, and the matrix that has them.
    fn transposed<T: Real>(&self, bands: &[T]) -> (Banded, Vec<T>) {
        let across = Banded { lower: (self.width - 1).saturating_sub(self.lower), ..*self };
        let mut turned = vec![T::constant(0.0); bands.len()];
        for (at, i, j) in self.entries() {
            turned[j * self.width + i + across.lower - j] = bands[at];
        }
        (across, turned)
    }

    fn solved<T: Real>(&self, bands: &[T], b: &[T]) -> Vec<T> {
        let (n, width, lower) = (self.n, self.width, self.lower);
        let (mut a, mut x) = (bands.to_vec(), b.to_vec());
        for k in 0..n {
            for i in k + 1..(k + lower + 1).min(n) {
                let factor = a[i * width + k + lower - i] / a[k * width + lower];
                for j in k + 1..(k + width - lower).min(n) {
                    let term = factor * a[k * width + j + lower - k];
                    a[i * width + j + lower - i] -= term;
                }
                let term = factor * x[k];
                x[i] -= term;
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..(i + width - lower).min(n) {
                let term = a[i * width + j + lower - i] * x[j];
                x[i] -= term;
            }
            x[i] /= a[i * width + lower];
        }
        x
    }
}

impl Whole for Banded {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (bands, b) = x.split_at(self.n * self.width);
        y.copy_from_slice(&self.solved(bands, b));
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (bands, b) = x.split_at(self.n * self.width);
        let solution = self.solved(bands, b);
        let (across, turned) = self.transposed(bands);
        let bar = across.solved(&turned, y_bar);
        let (bands_bar, b_bar) = x_bar.split_at_mut(self.n * self.width);
        for (at, i, j) in self.entries() {
            bands_bar[at] -= bar[i] * solution[j];
        }
        b_bar.iter_mut().zip(&bar).for_each(|(to, bar)| *to += *bar);
    }
}

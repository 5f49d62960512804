//! Dense matrices of any number, row by row: products, triangular systems and decompositions.
//!
//! A decision, such as that of a pivot, looks at the values alone. So at numbers with derivatives the same operations run.

use retrograde::Real;

/// A matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Matrix<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) data: Vec<T>,
}

impl<T: Real> Matrix<T> {
    pub(crate) fn new(rows: usize, columns: usize, data: &[T]) -> Self {
        debug_assert_eq!(rows * columns, data.len());
        Matrix { rows, columns, data: data.to_vec() }
    }

    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, data: vec![T::constant(0.0); rows * columns] }
    }

    pub(crate) fn identity(n: usize) -> Self {
        Self::made(n, n, |i, j| T::constant(f64::from(u8::from(i == j))))
    }

    pub(crate) fn made(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> T) -> Self {
        let mut matrix = Self::zeros(rows, columns);
        for i in 0..rows {
            for j in 0..columns {
                matrix.data[i * columns + j] = entry(i, j);
            }
        }
        matrix
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> T {
        self.data[i * self.columns + j]
    }

    pub(crate) fn at_mut(&mut self, i: usize, j: usize) -> &mut T {
        &mut self.data[i * self.columns + j]
    }

    pub(crate) fn row(&self, i: usize) -> &[T] {
        &self.data[i * self.columns..(i + 1) * self.columns]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.data[i * self.columns..(i + 1) * self.columns]
    }

    /// Rows `i` and `j`, with `i < j`.
    pub(crate) fn two_rows(&mut self, i: usize, j: usize) -> (&mut [T], &mut [T]) {
        let (before, behind) = self.data.split_at_mut(j * self.columns);
        (&mut before[i * self.columns..(i + 1) * self.columns], &mut behind[..self.columns])
    }

    pub(crate) fn transposed(&self) -> Self {
        Self::made(self.columns, self.rows, |i, j| self.at(j, i))
    }

    /// `self · other`
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            let sums = product.row_mut(i);
            // Four rows at a time, so that a sum is loaded and stored once for four products.
            let whole = self.columns / 4 * 4;
            for k in (0..whole).step_by(4) {
                let [a, b, c, d] = [0, 1, 2, 3].map(|next| self.at(i, k + next));
                let [p, q, r, s] = [0, 1, 2, 3].map(|next| &other.row(k + next)[..sums.len()]);
                for (j, sum) in sums.iter_mut().enumerate() {
                    *sum = *sum + a * p[j] + b * q[j] + c * r[j] + d * s[j];
                }
            }
            for k in whole..self.columns {
                let a = self.at(i, k);
                sums.iter_mut().zip(other.row(k)).for_each(|(sum, b)| *sum += a * *b);
            }
        }
        product
    }

    pub(crate) fn map(&self, mut f: impl FnMut(usize, usize, T) -> T) -> Self {
        Self::made(self.rows, self.columns, |i, j| f(i, j, self.at(i, j)))
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.map(|i, j, a| a + other.at(i, j))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.map(|i, j, a| a - other.at(i, j))
    }

    fn swap_rows(&mut self, i: usize, j: usize) {
        for k in 0..self.columns {
            self.data.swap(i * self.columns + k, j * self.columns + k);
        }
    }

    /// `L⁻¹ B` of the lower triangle, whose diagonal is one if `unit`.
    pub(crate) fn lower_solve(&self, b: &Self, unit: bool) -> Self {
        let mut x = b.clone();
        for i in 0..self.rows {
            for k in 0..i {
                let l = self.at(i, k);
                for j in 0..b.columns {
                    let term = l * x.at(k, j);
                    *x.at_mut(i, j) -= term;
                }
            }
            if !unit {
                (0..b.columns).for_each(|j| *x.at_mut(i, j) /= self.at(i, i));
            }
        }
        x
    }

    /// `U⁻¹ B` of the upper triangle, whose diagonal is one if `unit`.
    pub(crate) fn upper_solve(&self, b: &Self, unit: bool) -> Self {
        let mut x = b.clone();
        for i in (0..self.rows).rev() {
            for k in i + 1..self.rows {
                let u = self.at(i, k);
                for j in 0..b.columns {
                    let term = u * x.at(k, j);
                    *x.at_mut(i, j) -= term;
                }
            }
            if !unit {
                (0..b.columns).for_each(|j| *x.at_mut(i, j) /= self.at(i, i));
            }
        }
        x
    }

    /// Returns the lower triangular factor of `A = L Lᵀ`, which reads the lower triangle.
    pub(crate) fn cholesky(&self) -> Self {
        let n = self.rows;
        let mut l = Self::zeros(n, n);
        for j in 0..n {
            for i in j..n {
                let mut rest = self.at(i, j);
                for k in 0..j {
                    rest -= l.at(i, k) * l.at(j, k);
                }
                *l.at_mut(i, j) = if i == j { rest.sqrt() } else { rest / l.at(j, j) };
            }
        }
        l
    }

    /// Returns `Q` with orthonormal columns and the upper triangular `R` with a positive diagonal, by Gram and Schmidt's method, twice.
    pub(crate) fn qr(&self) -> (Self, Self) {
        let n = self.columns;
        // Columns as rows, so that the operations run along memory.
        let (mut q, mut r) = (self.transposed(), Self::zeros(n, n));
        for j in 0..n {
            for _ in 0..2 {
                for k in 0..j {
                    let (before, column) = q.two_rows(k, j);
                    let along = dot(before, column);
                    column.iter_mut().zip(&*before).for_each(|(x, q)| *x -= along * *q);
                    *r.at_mut(k, j) += along;
                }
            }
            let length = q.row(j).iter().map(|x| *x * *x).sum::<T>().sqrt();
            q.row_mut(j).iter_mut().for_each(|x| *x /= length);
            *r.at_mut(j, j) = length;
        }
        (q.transposed(), r)
    }
}

/// The sum of products, in eight parts that run together.
pub(super) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut parts = [T::constant(0.0); 8];
    let (whole, others) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: T = whole.remainder().iter().zip(others.remainder()).map(|(a, b)| *a * *b).sum();
    for (a, b) in whole.zip(others) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}

/// The factors of `A = Pᵀ L U`: row `order[i]` of `A` is row `i` of `L U`.
#[derive(Clone, Debug)]
pub(crate) struct Lu<T> {
    /// `U` on and above the diagonal, `L` below it.
    pub(crate) both: Matrix<T>,
    pub(crate) order: Vec<usize>,
}

impl<T: Real> Lu<T> {
    /// Decomposes a square matrix, with the largest pivot of each column.
    pub(crate) fn new(a: &Matrix<T>) -> Self {
        let (n, mut both) = (a.rows, a.clone());
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            let size = |i: &usize| both.at(*i, k).primal().abs();
            let pivot = (k..n).max_by(|i, j| size(i).total_cmp(&size(j))).unwrap_or(k);
            both.swap_rows(k, pivot);
            order.swap(k, pivot);
            for i in k + 1..n {
                let factor = both.at(i, k) / both.at(k, k);
                *both.at_mut(i, k) = factor;
                for j in k + 1..n {
                    let term = factor * both.at(k, j);
                    *both.at_mut(i, j) -= term;
                }
            }
        }
        Lu { both, order }
    }

    /// `A⁻¹ B`
    pub(crate) fn solve(&self, b: &Matrix<T>) -> Matrix<T> {
        let permuted = Matrix::made(b.rows, b.columns, |i, j| b.at(self.order[i], j));
        self.both.upper_solve(&self.both.lower_solve(&permuted, true), false)
    }

    /// `A⁻ᵀ B`
    pub(crate) fn solve_transposed(&self, b: &Matrix<T>) -> Matrix<T> {
        let across = self.both.transposed();
        let z = across.upper_solve(&across.lower_solve(b, false), true);
        let mut x = Matrix::zeros(b.rows, b.columns);
        for (i, row) in self.order.iter().enumerate() {
            (0..b.columns).for_each(|j| *x.at_mut(*row, j) = z.at(i, j));
        }
        x
    }
}

//! [`Lu`]: the factors of a sparse matrix at floats, and what they solve at any number.
//!
//! The columns are eliminated in a given order; in each the pivot is the entry on the diagonal, unless another is ten times larger. A column is
//! made by the columns of `L` that its entries reach, in the order of their pivots, so the time is that of the operations.
//! (Gilbert and Peierls, "Sparse partial pivoting in time proportional to arithmetic operations", 1988.)

use super::csr::Csr;
use retrograde::Real;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A diagonal entry is a pivot if it is at least so large, as a part of the largest entry.
const DIAGONAL: f64 = 0.1;

/// Columns of entries.
#[derive(Clone, Debug)]
struct Columns {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Columns {
    fn new() -> Self {
        Columns { starts: vec![0], entries: Vec::new() }
    }

    fn column(&self, k: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[k]..self.starts[k + 1]]
    }

    fn end(&mut self) {
        self.starts.push(self.entries.len());
    }
}

/// `A = P L U Q`: row and column of each pivot, and the factors.
#[derive(Clone, Debug)]
pub(super) struct Lu {
    /// The row of each pivot.
    rows: Vec<usize>,
    /// The column of each pivot.
    columns: Vec<usize>,
    /// Below the pivots, by row of the matrix; the pivots are one.
    lower: Columns,
    /// Above the pivots, by number of the pivot.
    upper: Columns,
    pivots: Vec<f64>,
}

impl Lu {
    /// Decomposes a square matrix, of which the transpose is given; eliminates its columns in an order.
    pub(super) fn new(across: &Csr, order: &[usize]) -> Self {
        let n = order.len();
        let mut lu = Lu {
            rows: Vec::with_capacity(n),
            columns: order.to_vec(),
            lower: Columns::new(),
            upper: Columns::new(),
            pivots: Vec::with_capacity(n),
        };
        // The number of the pivot in each row; `n` where there is none yet.
        let mut pivot = vec![n; n];
        // The column at hand: its numbers, the rows that they are in, and the pivots among these that are still to be eliminated.
        let (mut x, mut is_in, mut rows) = (vec![0.0; n], vec![false; n], Vec::new());
        let mut next = BinaryHeap::new();
        let mut free = 0;
        for &j in order {
            for (i, a) in across.row(j) {
                x[i] = a;
                is_in[i] = true;
                rows.push(i);
                next.extend((pivot[i] < n).then_some(Reverse(pivot[i])));
            }
            while let Some(Reverse(p)) = next.pop() {
                let u = x[lu.rows[p]];
                lu.upper.entries.push((p, u));
                for &(i, l) in lu.lower.column(p) {
                    x[i] -= l * u;
                    if !std::mem::replace(&mut is_in[i], true) {
                        rows.push(i);
                        next.extend((pivot[i] < n).then_some(Reverse(pivot[i])));
                    }
                }
            }
            lu.upper.end();
            let below = || rows.iter().copied().filter(|i| pivot[*i] == n);
            let largest = below().fold(None, |most: Option<usize>, i| match most {
                Some(most) if x[most].abs() >= x[i].abs() => Some(most),
                _ => Some(i),
            });
            let row = match largest {
                Some(largest) if is_in[j] && pivot[j] == n && x[j].abs() >= DIAGONAL * x[largest].abs() => j,
                Some(largest) => largest,
                // The matrix is singular: any row does.
                None => {
                    while pivot[free] < n {
                        free += 1;
                    }
                    free
                }
            };
            let inverse = 1.0 / x[row];
            lu.lower.entries.extend(below().filter(|i| *i != row).map(|i| (i, x[i] * inverse)));
            lu.lower.end();
            lu.pivots.push(x[row]);
            pivot[row] = lu.rows.len();
            lu.rows.push(row);
            for i in rows.drain(..) {
                (x[i], is_in[i]) = (0.0, false);
            }
        }
        lu
    }

    /// The number of entries of the factors.
    pub(super) fn entries(&self) -> usize {
        self.lower.entries.len() + self.upper.entries.len() + self.pivots.len()
    }

    /// Returns `A⁻¹ b`.
    pub(super) fn solve<T: Real>(&self, b: &[T]) -> Vec<T> {
        let n = self.rows.len();
        let mut b = b.to_vec();
        let mut z = vec![T::constant(0.0); n];
        for (k, z) in z.iter_mut().enumerate() {
            *z = b[self.rows[k]];
            for &(i, l) in self.lower.column(k) {
                b[i] -= *z * T::constant(l);
            }
        }
        for k in (0..n).rev() {
            let found = z[k] / T::constant(self.pivots[k]);
            for &(p, u) in self.upper.column(k) {
                z[p] -= found * T::constant(u);
            }
            b[self.columns[k]] = found;
        }
        b
    }

    /// Returns `A⁻ᵀ b`.
    pub(super) fn solve_transposed<T: Real>(&self, b: &[T]) -> Vec<T> {
        let n = self.rows.len();
        let mut z: Vec<T> = self.columns.iter().map(|j| b[*j]).collect();
        for k in 0..n {
            for &(p, u) in self.upper.column(k) {
                let term = z[p] * T::constant(u);
                z[k] -= term;
            }
            z[k] /= T::constant(self.pivots[k]);
        }
        let mut x = vec![T::constant(0.0); n];
        for k in (0..n).rev() {
            let known: T = self.lower.column(k).iter().map(|&(i, l)| x[i] * T::constant(l)).sum();
            x[self.rows[k]] = z[k] - known;
        }
        x
    }
}

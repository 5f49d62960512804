//! Cholesky factorisation of a symmetric matrix in place, dense or sparse: one algorithm over dense panels of columns.
//!
//! Each panel is factored, and its product with itself is subtracted from the panels to its right. In a dense matrix those
//! panels have all rows in one piece and receive the product directly; in a sparse one it is scattered.

mod kernel;
mod order;
mod panels;

use crate::product::{View, add_product};
use kernel::factor_panel;
use panels::{Panel, Shape};

/// Columns of a panel, in numbers: wide enough for fast products, narrow enough for caches.
const WIDTH: usize = 128;

/// The maximal memory of a factor, in bytes.
pub(super) const MOST_BYTES: usize = 6 << 30;

/// The lower triangle of a symmetric matrix of `K` × `K` blocks, and after [`Matrix::factor`] its Cholesky factor.
pub(super) struct Matrix<const K: usize> {
    shape: Shape,
    /// The panel of each place.
    panel_of: Vec<u32>,
    /// The start of each panel's numbers; column-major, with as many rows as the panel has.
    starts: Vec<usize>,
    values: Vec<f64>,
    /// A buffer for a product before it is scattered to the rows of a panel.
    scratch: Vec<f64>,
}

impl<const K: usize> Matrix<K> {
    /// Returns a full matrix of zeros with `blocks` × `blocks` blocks; `None` if memory is too small.
    pub(super) fn dense(blocks: usize) -> Option<Self> {
        let bytes = blocks.checked_mul(K)?.checked_pow(2)?.checked_mul(4)?;
        if bytes > MOST_BYTES {
            return None;
        }
        Self::new(Shape::dense(blocks, (WIDTH / K).max(1)))
    }

    /// Returns a sparse matrix of zeros; `None` if memory is too small.
    ///
    /// `pattern` contains for each block column its block rows from the diagonal down.
    pub(super) fn sparse(pattern: &[Vec<u32>]) -> Option<Self> {
        Self::new(Shape::sparse(pattern, (WIDTH / K).max(1)))
    }

    fn new(shape: Shape) -> Option<Self> {
        let mut panel_of = Vec::with_capacity(shape.places.len());
        let mut starts = Vec::with_capacity(shape.panels.len());
        let mut size = 0usize;
        for (index, panel) in shape.panels.iter().enumerate() {
            panel_of.resize(panel_of.len() + panel.width, index as u32);
            starts.push(size);
            let numbers = panel.rows.len().checked_mul(K)?.checked_mul(panel.width)?.checked_mul(K)?;
            size = size.checked_add(numbers)?;
        }
        if size > MOST_BYTES / size_of::<f64>() {
            return None;
        }
        let mut values = Vec::new();
        values.try_reserve_exact(size).ok()?;
        values.resize(size, 0.0);
        Some(Self { shape, panel_of, starts, values, scratch: Vec::new() })
    }

    /// Sets every entry to zero.
    pub(super) fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Returns the `K` columns of block `(i, j)`, or `None` if its transpose `(j, i)` is stored instead.
    ///
    /// # Panics
    ///
    /// If the pattern has no such block.
    pub(super) fn columns(&mut self, i: usize, j: usize) -> Option<impl Iterator<Item = &mut [f64; K]>> {
        let (row, column) = (self.shape.places[i] as usize, self.shape.places[j] as usize);
        if row < column {
            return None;
        }
        let index = self.panel_of[column] as usize;
        let panel = &self.shape.panels[index];
        let row = panel.row(row).expect("the pattern holds the block");
        let stride = panel.rows.len() * K;
        let start = self.starts[index] + (column - panel.first) * K * stride + row * K;
        let columns = self.values[start..].chunks_mut(stride).take(K);
        Some(columns.map(|column| {
            column.first_chunk_mut().expect("a column of a block is followed by the rest of its stride")
        }))
    }

    /// Replaces the matrix by its factor; false if it is not positive definite up to rounding.
    pub(super) fn factor(&mut self) -> bool {
        for index in 0..self.shape.panels.len() {
            let panel = &self.shape.panels[index];
            let (height, width) = (panel.rows.len() * K, panel.width * K);
            let end = self.starts[index] + height * width;
            let (done, rest) = self.values.split_at_mut(end);
            let from = &mut done[self.starts[index]..];
            if !factor_panel(from, height, width) {
                return false;
            }
            // Rows below the columns, in runs that are columns of one panel.
            let mut row = panel.width;
            while let Some(&place) = panel.rows.get(row) {
                let target = self.panel_of[place as usize] as usize;
                let (to, start) = (&self.shape.panels[target], self.starts[target] - end);
                let end = to.first + to.width;
                let run = panel.rows[row..].partition_point(|&place| (place as usize) < end);
                let source = Source { values: from, height, width, row, run };
                update::<K>(&source, panel, to, &mut rest[start..], &mut self.scratch);
                row += run;
            }
        }
        true
    }

    /// Overwrites `right` with the solution, after [`Self::factor`] succeeded.
    pub(super) fn solve(&self, right: &mut [f64]) {
        let mut x = vec![[0.0; K]; self.shape.places.len()];
        for (place, value) in self.shape.places.iter().zip(right.chunks_exact(K)) {
            x[*place as usize].copy_from_slice(value);
        }
        let panels = || self.shape.panels.iter().zip(&self.starts);
        let column = |panel: &Panel, start: usize, c: usize| {
            let height = panel.rows.len() * K;
            &self.values[start + c * height..][..height]
        };
        for (panel, &start) in panels() {
            for c in 0..panel.width * K {
                let column = column(panel, start, c);
                let value = &mut x[panel.first + c / K][c % K];
                *value /= column[c];
                let value = *value;
                let block = c / K;
                for r in c % K + 1..K {
                    x[panel.first + block][r] -= column[block * K + r] * value;
                }
                for (&place, entries) in
                    panel.rows[block + 1..].iter().zip(column[(block + 1) * K..].chunks_exact(K))
                {
                    for (x, entry) in x[place as usize].iter_mut().zip(entries) {
                        *x -= entry * value;
                    }
                }
            }
        }
        for (panel, &start) in panels().rev() {
            for c in (0..panel.width * K).rev() {
                let column = column(panel, start, c);
                let block = c / K;
                let mut sum = x[panel.first + block][c % K];
                for r in c % K + 1..K {
                    sum -= column[block * K + r] * x[panel.first + block][r];
                }
                for (&place, entries) in
                    panel.rows[block + 1..].iter().zip(column[(block + 1) * K..].chunks_exact(K))
                {
                    sum -= x[place as usize].iter().zip(entries).map(|(x, entry)| x * entry).sum::<f64>();
                }
                x[panel.first + block][c % K] = sum / column[c];
            }
        }
        for (place, value) in self.shape.places.iter().zip(right.chunks_exact_mut(K)) {
            value.copy_from_slice(&x[*place as usize]);
        }
    }
}

/// The part of a factored panel whose product is subtracted from a panel to its right.
struct Source<'a> {
    values: &'a [f64],
    height: usize,
    width: usize,
    /// The first of its rows that is a column of the other panel.
    row: usize,
    /// The number of its rows that are columns of the other panel.
    run: usize,
}

fn update<const K: usize>(
    source: &Source<'_>,
    panel: &Panel,
    to: &Panel,
    target: &mut [f64],
    scratch: &mut Vec<f64>,
) {
    let rows = &panel.rows[source.row..];
    let height = to.rows.len() * K;
    let below = &source.values[source.row * K..];
    let (lower, columns) = (rows.len() * K, source.run * K);
    let left = View::new(below, lower, source.width, source.height);
    let right = View::new(below, columns, source.width, source.height).transposed();
    let at = |row: u32| to.row(row as usize).expect("the panel holds what fills in");
    let first = at(rows[0]);
    // Rows without a gap between them receive the product as it is.
    if at(rows[rows.len() - 1]) - first + 1 == rows.len() {
        add_product(-1.0, left, right, &mut target[first * K * height + first * K..], height);
        return;
    }
    scratch.clear();
    scratch.resize(lower * columns, 0.0);
    add_product(-1.0, left, right, scratch, lower);
    let positions: Vec<usize> = rows.iter().map(|&row| at(row) * K).collect();
    for (c, column) in scratch.chunks_exact(lower).enumerate() {
        let block = c / K;
        let into = &mut target[(positions[block] + c % K) * height..][..height];
        for (&position, entries) in positions.iter().zip(column.chunks_exact(K)).skip(block) {
            for (into, entry) in into[position..].iter_mut().zip(entries) {
                *into += entry;
            }
        }
    }
}

#[cfg(test)]
mod tests;

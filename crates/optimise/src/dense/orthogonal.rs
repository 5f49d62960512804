//! The QR decomposition of a matrix with many rows (Demmel, Grigori, Hoemmen and Langou 2012).
//!
//! Each block of rows is decomposed by reflections; the triangles of all blocks, one below the other, form a matrix
//! with fewer rows, which is decomposed in the same way. The factor Q is stored as reflections: a vector is projected
//! onto the space of the columns without forming Q.

use super::matrix::Matrix;
use crate::parallel;
use crate::product::{View, add_product};

/// Q of a decomposition, as reflections.
#[derive(Clone, Debug)]
pub(super) struct Orthogonal {
    /// Below the diagonals, the directions of reflections, whose first component is one.
    blocks: Matrix,
    /// The factor of each reflection, block after block.
    factors: Vec<f64>,
    /// The decomposition of the triangles; `None` for a single block.
    above: Option<Box<Orthogonal>>,
}

/// R of a decomposition, or any small square matrix: column after column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Square {
    pub(super) size: usize,
    pub(super) data: Vec<f64>,
}

impl Square {
    pub(super) fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.size..(j + 1) * self.size]
    }

    /// The length of a column.
    pub(super) fn norm(&self, j: usize) -> f64 {
        length(self.column(j))
    }

    /// The product with a vector.
    pub(super) fn times(&self, v: &[f64]) -> Vec<f64> {
        (0..self.size).map(|i| (0..self.size).map(|j| self.column(j)[i] * v[j]).sum()).collect()
    }
}

/// Returns the Euclidean length, also if squares would overflow or underflow.
pub(super) fn length(v: &[f64]) -> f64 {
    let largest = v.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    if (1e-140..1e140).contains(&largest) || largest == 0.0 || !largest.is_finite() {
        v.iter().map(|x| x * x).sum::<f64>().sqrt()
    } else {
        largest * v.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
    }
}

/// Decomposes a matrix with no more columns than rows.
///
/// # Errors
///
/// The row and column of a number that is not finite. An overflow during the decomposition is reported for the first
/// row.
pub(super) fn decompose(mut matrix: Matrix) -> Result<(Orthogonal, Square), (usize, usize)> {
    // A column of very large or small numbers is scaled by a power of two, which changes nothing but the exponents.
    let shifts: Vec<i32> = matrix.largest()?.iter().map(|x| shift(*x)).collect();
    if shifts.iter().any(|s| *s != 0) {
        parallel::map(matrix.blocks_mut().collect(), |block| {
            let n = block.len() / shifts.len();
            for (column, shift) in block.chunks_mut(n).zip(&shifts) {
                column.iter_mut().for_each(|x| *x *= 2f64.powi(*shift));
            }
        });
    }
    let (q, mut r) = reflected(matrix);
    for (column, shift) in r.data.chunks_mut(r.size.max(1)).zip(&shifts) {
        column.iter_mut().for_each(|x| *x *= 2f64.powi(-shift));
    }
    match r.data.iter().position(|x| !x.is_finite()) {
        Some(place) => Err((0, place / r.size)),
        None => Ok((q, r)),
    }
}

/// Returns the exponent that brings a number near one, if its square might overflow or underflow.
fn shift(largest: f64) -> i32 {
    if largest == 0.0 || (1e-140..1e140).contains(&largest) { 0 } else { -(largest.log2() as i32) }
}

fn reflected(mut matrix: Matrix) -> (Orthogonal, Square) {
    let (p, height, rows) = (matrix.columns(), matrix.height(), matrix.rows());
    let mut factors = vec![0.0; p * matrix.count()];
    let parts = matrix.blocks_mut().zip(factors.chunks_mut(p.max(1))).collect();
    parallel::map(parts, |(block, factors): (&mut [f64], &mut [f64])| reflect(block, p, factors));
    let triangles: Vec<&[f64]> = matrix.blocks().collect();
    let element = |row: usize, j: usize| {
        let (block, i) = (triangles[row / p], row % p);
        if i > j { 0.0 } else { block[j * (block.len() / p) + i] }
    };
    if triangles.len() <= 1 {
        let data = (0..p * p).map(|k| element(k % p, k / p)).collect();
        return (Orthogonal { blocks: matrix, factors, above: None }, Square { size: p, data });
    }
    let last = rows - (triangles.len() - 1) * height;
    let stacked = Matrix::from_fn((triangles.len() - 1) * p + last.min(p), p, element);
    let (above, r) = reflected(stacked);
    (Orthogonal { blocks: matrix, factors, above: Some(Box::new(above)) }, r)
}

/// The number of columns that are reflected one by one, before all of their reflections are applied to the columns behind by products of matrices.
const NARROW: usize = 16;

/// Reflects the columns of a block so that it becomes triangular, and stores the reflections below the triangle.
fn reflect(block: &mut [f64], columns: usize, factors: &mut [f64]) {
    let rows = block.len() / columns;
    for start in (0..columns.min(rows)).step_by(NARROW) {
        let end = (start + NARROW).min(columns).min(rows);
        let (done, behind) = block.split_at_mut(end * rows);
        let panel = &mut done[start * rows..];
        reflect_panel(panel, rows, start, &mut factors[start..end]);
        if !behind.is_empty() {
            mirror_together(panel, rows, start, &factors[start..end], behind);
        }
    }
}

/// Reflects the columns of a panel, of which the first one has its diagonal in row `first`.
fn reflect_panel(panel: &mut [f64], rows: usize, first: usize, factors: &mut [f64]) {
    for (k, factor) in factors.iter_mut().enumerate() {
        let (left, right) = panel.split_at_mut((k + 1) * rows);
        let column = &mut left[k * rows + first + k..];
        let rest = dot(&column[1..], &column[1..]);
        if rest == 0.0 {
            *factor = 0.0;
            continue;
        }
        let top = column[0];
        let diagonal = -(top * top + rest).sqrt().copysign(top);
        *factor = (diagonal - top) / diagonal;
        column[1..].iter_mut().for_each(|x| *x /= top - diagonal);
        column[0] = diagonal;
        for other in right.chunks_mut(rows) {
            mirror(&column[1..], *factor, &mut other[first + k..]);
        }
    }
}

/// Applies the reflections of a panel to the columns behind it: `C − V Tᵀ Vᵀ C`, with the triangular `T` of Schreiber and Van Loan, "A storage-efficient WY
/// representation for products of Householder transformations", 1989.
fn mirror_together(panel: &[f64], rows: usize, first: usize, factors: &[f64], behind: &mut [f64]) {
    let (width, height, columns) = (factors.len(), rows - first, behind.len() / rows);
    let mut directions = vec![0.0; width * height];
    for (k, direction) in directions.chunks_mut(height).enumerate() {
        direction[k] = 1.0;
        direction[k + 1..].copy_from_slice(&panel[k * rows + first + k + 1..(k + 1) * rows]);
    }
    let v = View::new(&directions, height, width, height);
    let mut inner = vec![0.0; width * width];
    add_product(1.0, v.transposed(), v, &mut inner, width);
    // Column k of T is −τₖ T (Vᵀ vₖ) above its diagonal τₖ.
    let mut t = vec![0.0; width * width];
    for k in 0..width {
        for i in 0..k {
            let above: f64 = (i..k).map(|j| t[j * width + i] * inner[k * width + j]).sum();
            t[k * width + i] = -factors[k] * above;
        }
        t[k * width + k] = factors[k];
    }
    let (mut along, mut times) = (vec![0.0; width * columns], vec![0.0; width * columns]);
    add_product(1.0, v.transposed(), View::new(&behind[first..], height, columns, rows), &mut along, width);
    let t = View::new(&t, width, width, width).transposed();
    add_product(1.0, t, View::new(&along, width, columns, width), &mut times, width);
    add_product(-1.0, v, View::new(&times, width, columns, width), &mut behind[first..], rows);
}

/// The sum of products, in eight parts that run together.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut parts = [0.0; 8];
    let (whole, others) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = whole.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in whole.zip(others) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}

/// Reflects a vector; `direction` omits its first component, which is one.
fn mirror(direction: &[f64], factor: f64, vector: &mut [f64]) {
    let times = factor * (vector[0] + dot(direction, &vector[1..]));
    vector[0] -= times;
    vector[1..].iter_mut().zip(direction).for_each(|(x, d)| *x -= times * d);
}

/// Applies the reflections of a block to a vector.
fn mirror_all(block: &[f64], columns: usize, factors: &[f64], vector: &mut [f64]) {
    let rows = vector.len();
    for j in 0..columns.min(rows) {
        mirror(&block[j * rows + j + 1..(j + 1) * rows], factors[j], &mut vector[j..]);
    }
}

impl Orthogonal {
    /// Returns the components of a vector along the columns of Q, as many as there are columns.
    pub(super) fn components(&self, vector: &[f64]) -> Vec<f64> {
        let (p, height) = (self.blocks.columns(), self.blocks.height());
        let part = |((block, factors), part): ((&[f64], &[f64]), &[f64])| {
            let mut part = part.to_vec();
            mirror_all(block, p, factors, &mut part);
            part.truncate(p);
            part
        };
        let parts =
            self.blocks.blocks().zip(self.factors.chunks(p.max(1))).zip(vector.chunks(height)).collect();
        let all = parallel::map(parts, part).concat();
        match &self.above {
            None => all,
            Some(above) => above.components(&all),
        }
    }
}

/// Minimises ‖R x + rhs‖² + Σ λⱼ xⱼ², where R is any small matrix and each column has a damping λⱼ of its own.
pub(super) fn damped(r: &Square, rhs: &[f64], damping: &[f64]) -> Vec<f64> {
    let p = r.size;
    let rows = if damping.iter().any(|d| *d > 0.0) { 2 * p } else { p };
    let mut block = vec![0.0; rows * p];
    for (j, column) in block.chunks_mut(rows.max(1)).enumerate() {
        column[..p].copy_from_slice(r.column(j));
        if rows > p {
            column[p + j] = damping[j].sqrt();
        }
    }
    let mut target: Vec<f64> = rhs.iter().map(|x| -x).collect();
    target.resize(rows, 0.0);
    let mut factors = vec![0.0; p];
    reflect(&mut block, p, &mut factors);
    mirror_all(&block, p, &factors, &mut target);
    for j in (0..p).rev() {
        let known: f64 = (j + 1..p).map(|k| block[k * rows + j] * target[k]).sum();
        target[j] = (target[j] - known) / block[j * rows + j];
    }
    target.truncate(p);
    target
}

//! A sparse matrix times a dense one, `C += α A B`, with cotangents of the stored entries only.
//!
//! The papers' `i_mul!` for matrices in compressed columns. There, a factor is computed and uncomputed around each
//! column by hand; here it is a `let`. The cotangents of the entries are stored like the entries.

use retrograde::{Real, reversible};

/// Adds `scale` times the product of the sparse `a` and the dense `b` to `c`; `b` and `c` are given by rows.
/// Entries of column `j` of `a` are `columns[j]..columns[j + 1]` of `rows` and `a`.
#[reversible]
pub(crate) fn sparse_mul<T: Real, const N: usize>(
    c: &mut [[T; N]],
    columns: &[usize],
    rows: &[usize],
    a: &[T],
    b: &[[T; N]],
    scale: T,
) {
    assert_eq!(columns.len(), b.len() + 1, "the matrices do not fit");
    for k in 0..N {
        for j in 0..b.len() {
            let x = scale * b[j][k];
            for i in columns[j]..columns[j + 1] {
                c[rows[i]][k] += a[i] * x;
            }
        }
    }
}

fn main() {
    // [1 0 2]   [1 2]
    // [0 0 3] × [3 4]
    // [4 0 0]   [5 6]
    let (columns, rows, a) = ([0, 2, 2, 4], [0, 2, 0, 1], [1.0, 4.0, 2.0, 3.0]);
    let b = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let mut c = [[0.0; 2]; 3];
    sparse_mul(&mut c, &columns, &rows, &a, &b, 1.0);
    println!("sparse_mul:          {c:?}");

    let (mut c_bar, mut a_bar, mut b_bar, mut scale_bar) = ([[1.0; 2]; 3], [0.0; 4], [[0.0; 2]; 3], 0.0);
    sparse_mul::adjoint(
        &mut c,
        &mut c_bar,
        &columns,
        &rows,
        &a,
        &mut a_bar,
        &b,
        &mut b_bar,
        1.0,
        &mut scale_bar,
    );
    println!("sparse_mul::adjoint: {a_bar:?}, {b_bar:?}, {scale_bar}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, finite_difference};

    const COLUMNS: [usize; 5] = [0, 3, 3, 4, 4];
    const ROWS: [usize; 4] = [0, 1, 3, 2];

    /// Four rows and columns; the second and the last column are empty.
    fn dense(a: &[f64]) -> [[f64; 4]; 4] {
        let mut all = [[0.0; 4]; 4];
        for j in 0..4 {
            for i in COLUMNS[j]..COLUMNS[j + 1] {
                all[ROWS[i]][j] += a[i];
            }
        }
        all
    }

    fn from(x: &[f64]) -> [[f64; 3]; 4] {
        std::array::from_fn(|i| std::array::from_fn(|k| x[3 * i + k]))
    }

    fn expected(c: &[[f64; 3]], a: &[f64], b: &[[f64; 3]], scale: f64) -> Vec<f64> {
        let a = dense(a);
        let at = |i: usize, k: usize| c[i][k] + scale * (0..4).map(|j| a[i][j] * b[j][k]).sum::<f64>();
        (0..12).map(|ik| at(ik / 3, ik % 3)).collect()
    }

    #[test]
    fn it_is_the_dense_product_and_back() {
        let mut rng = Rng::new(31);
        let (c, a, b) =
            (from(&rng.vector(12, -2.0, 2.0)), rng.vector(4, -2.0, 2.0), from(&rng.vector(12, -2.0, 2.0)));
        let mut product = c;
        sparse_mul(&mut product, &COLUMNS, &ROWS, &a, &b, -0.75);
        assert_all_close!(product.concat(), expected(&c, &a, &b, -0.75), 1e-14);
        sparse_mul::inverse(&mut product, &COLUMNS, &ROWS, &a, &b, -0.75);
        assert_all_close!(product.concat(), c.concat(), 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_of_the_dense_product_say() {
        let mut rng = Rng::new(32);
        let seeds = rng.vector(12, -2.0, 2.0);
        let x = rng.vector(12 + 4 + 12 + 1, -2.0, 2.0);
        let at = |x: &[f64]| {
            let product = expected(&from(&x[..12]), &x[12..16], &from(&x[16..28]), x[28]);
            product.iter().zip(&seeds).map(|(c, seed)| c * seed).sum()
        };
        let differences = finite_difference::gradient(at, &x);
        let (start, a, b) = (from(&x[..12]), &x[12..16], from(&x[16..28]));
        let mut c = start;
        sparse_mul(&mut c, &COLUMNS, &ROWS, a, &b, x[28]);
        let (mut c_bar, mut a_bar, mut b_bar, mut scale_bar) = (from(&seeds), [0.0; 4], [[0.0; 3]; 4], 0.0);
        sparse_mul::adjoint(
            &mut c,
            &mut c_bar,
            &COLUMNS,
            &ROWS,
            a,
            &mut a_bar,
            &b,
            &mut b_bar,
            x[28],
            &mut scale_bar,
        );
        assert_all_close!(c.concat(), start.concat(), 1e-14);
        let all = [&c_bar.concat()[..], &a_bar, &b_bar.concat(), &[scale_bar]].concat();
        assert_all_close!(all, differences);
    }

    #[test]
    fn a_matrix_without_entries_adds_nothing() {
        let mut c = [[1.0, 2.0]];
        sparse_mul(&mut c, &[0, 0, 0], &[], &[], &[[3.0, 4.0], [5.0, 6.0]], 2.0);
        assert_eq!(c, [[1.0, 2.0]]);
    }
}

//! The dot product of two sparse matrices, `tr(Aᵀ B)`: decisions that are kept, because they cannot be repeated.
//!
//! The papers' `dot` for matrices in compressed columns. It merges the row numbers of each pair of columns like two
//! sorted lists: at every step one of two counters moves. In the reverse pass the counters have other values than
//! when the decision was made, so a `branch_keeper` records which of them moved.
//!
//! The paper writes the merge a second time, in reverse, to clear the keeper, and never clears the counters. Here the
//! scope clears all three. In the paper a column has `a + b - 1` steps, where `a` and `b` are the numbers of its
//! entries; if only one of the columns is empty, that reads entries of the next column. Here such columns have no
//! steps.

use retrograde::{Real, reversible};

/// A matrix in compressed columns: entries of column `j` are `columns[j]..columns[j + 1]` of `rows` and `values`.
pub(crate) struct Sparse {
    pub(crate) columns: Vec<usize>,
    pub(crate) rows: Vec<usize>,
    pub(crate) values: Vec<f64>,
}

/// Adds the products of the entries that both matrices have at the same position to `sum`.
#[reversible]
pub(crate) fn sparse_dot<T: Real>(
    sum: &mut T,
    a_columns: &[usize],
    a_rows: &[usize],
    a: &[T],
    b_columns: &[usize],
    b_rows: &[usize],
    b: &[T],
) {
    assert_eq!(a_columns.len(), b_columns.len(), "the matrices have different widths");
    for j in 1..a_columns.len() {
        let a_end = a_columns[j];
        let b_end = b_columns[j];
        let mut ia = a_columns[j - 1];
        let mut ib = b_columns[j - 1];
        let steps = if ia == a_end || ib == b_end { 0 } else { a_end - ia + b_end - ib - 1 };
        let mut branch_keeper = vec![0; steps];
        for i in 0..steps {
            if a_rows[ia] == b_rows[ib] {
                *sum += a[ia] * b[ib];
            }
            branch_keeper[i] += (ia + 1 == a_end || (ib + 1 != b_end && a_rows[ia] > b_rows[ib])) as u8;
            if branch_keeper[i] == 1 {
                ib += 1;
            } else {
                ia += 1;
            }
        }
    }
}

impl Sparse {
    fn dot(&self, other: &Sparse) -> f64 {
        let mut sum = 0.0;
        sparse_dot(
            &mut sum,
            &self.columns,
            &self.rows,
            &self.values,
            &other.columns,
            &other.rows,
            &other.values,
        );
        sum
    }
}

fn main() {
    // [1 0 2]   [0 0 7]
    // [0 0 3]   [5 0 8]
    // [4 0 0]   [6 0 0]
    let a = Sparse { columns: vec![0, 2, 2, 4], rows: vec![0, 2, 0, 1], values: vec![1.0, 4.0, 2.0, 3.0] };
    let b = Sparse { columns: vec![0, 2, 2, 4], rows: vec![1, 2, 0, 1], values: vec![5.0, 6.0, 7.0, 8.0] };
    println!("sparse_dot:           4 6 + 2 7 + 3 8 = {}", a.dot(&b));

    let (sum, (a_bar, b_bar)) =
        sparse_dot::gradient(&a.columns, &a.rows, &a.values, &b.columns, &b.rows, &b.values);
    println!("sparse_dot::gradient: {sum}, {a_bar:?}, {b_bar:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    /// A random matrix; one column in three is empty.
    fn random(rng: &mut Rng, height: usize, width: usize, density: f64) -> Sparse {
        let mut m = Sparse { columns: vec![0], rows: vec![], values: vec![] };
        for _ in 0..width {
            let density = if rng.below(3) == 0 { 0.0 } else { density };
            for i in 0..height {
                if rng.uniform(0.0, 1.0) < density {
                    m.rows.push(i);
                    m.values.push(rng.uniform(-2.0, 2.0));
                }
            }
            m.columns.push(m.rows.len());
        }
        m
    }

    fn dense(m: &Sparse, height: usize) -> Vec<f64> {
        let mut all = vec![];
        for column in m.columns.windows(2) {
            let start = all.len();
            all.resize(start + height, 0.0);
            (column[0]..column[1]).for_each(|k| all[start + m.rows[k]] += m.values[k]);
        }
        all
    }

    fn dense_dot(a: &Sparse, b: &Sparse, height: usize) -> f64 {
        dense(a, height).iter().zip(dense(b, height)).map(|(a, b)| a * b).sum()
    }

    /// Pairs of matrices of one shape, among them some without entries, without columns and without rows.
    fn pairs() -> Vec<(Sparse, Sparse, usize)> {
        let mut rng = Rng::new(22);
        let mut pairs = vec![];
        for (height, width) in [(7, 9), (1, 6), (6, 1), (4, 0), (0, 4)] {
            for densities in [(0.4, 0.4), (1.0, 0.2), (1.0, 1.0), (0.0, 0.5), (0.5, 0.0), (0.0, 0.0)] {
                let a = random(&mut rng, height, width, densities.0);
                pairs.push((a, random(&mut rng, height, width, densities.1), height));
            }
        }
        pairs
    }

    #[test]
    fn it_is_the_dense_product_and_back() {
        for (a, b, height) in pairs() {
            let mut sum = 3.0;
            sparse_dot(&mut sum, &a.columns, &a.rows, &a.values, &b.columns, &b.rows, &b.values);
            assert_close!(sum, 3.0 + dense_dot(&a, &b, height), 1e-13);
            sparse_dot::inverse(&mut sum, &a.columns, &a.rows, &a.values, &b.columns, &b.rows, &b.values);
            assert_close!(sum, 3.0, 1e-13);
        }
    }

    #[test]
    fn the_adjoint_is_what_differences_of_the_dense_product_say() {
        let seed = -1.5;
        for (a, b, height) in pairs() {
            let at = |values: &[f64]| {
                let (a_values, b_values) = values.split_at(a.values.len());
                let moved = |m: &Sparse, values: &[f64]| Sparse {
                    columns: m.columns.clone(),
                    rows: m.rows.clone(),
                    values: values.to_vec(),
                };
                seed * dense_dot(&moved(&a, a_values), &moved(&b, b_values), height)
            };
            let differences = finite_difference::gradient(at, &[&a.values[..], &b.values].concat());

            let mut sum = a.dot(&b);
            let (mut a_bar, mut b_bar) = (vec![0.0; a.values.len()], vec![0.0; b.values.len()]);
            sparse_dot::adjoint(
                &mut sum,
                &mut seed.clone(),
                &a.columns,
                &a.rows,
                &a.values,
                &mut a_bar,
                &b.columns,
                &b.rows,
                &b.values,
                &mut b_bar,
            );
            assert_close!(sum, 0.0, 1e-13);
            assert_all_close!([&a_bar[..], &b_bar].concat(), differences);
        }
    }

    #[test]
    fn a_column_that_is_empty_on_one_side_reads_nothing_of_the_next() {
        let a = Sparse { columns: vec![0, 0, 1], rows: vec![0], values: vec![2.0] };
        let b = Sparse { columns: vec![0, 2, 3], rows: vec![0, 1, 0], values: vec![10.0, 100.0, 1.0] };
        assert_eq!(a.dot(&b), 2.0);
        assert_eq!(b.dot(&a), 2.0);
    }
}

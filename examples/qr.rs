//! The QR decomposition by Gram and Schmidt, and its adjoint, from nothing but the loops.
//!
//! The papers' `iqr`. Each column of `Q` is a column of the matrix minus its components along the columns before it.
//! The program writes one column of `Q` and reads others; since these are always different, the columns from which
//! one was computed still exist when it is undone. The papers uncompute the remainder by repeating the loops; here it
//! is a local.

use retrograde::{Real, reversible};

/// Adds the factors of the matrix to `q` and `r`, which are zero; `q` and the matrix are given by columns, `r` by rows.
#[reversible]
fn qr<T: Real>(q: &mut [Vec<T>], r: &mut [Vec<T>], a: &[Vec<T>]) {
    for col in 0..a.len() {
        let mut rest = vec![0.0; a[col].len()];
        for row in 0..a[col].len() {
            rest[row] += a[col][row];
        }
        for before in 0..col {
            let mut along = 0.0;
            for row in 0..a[col].len() {
                along += q[before][row] * a[col][row];
            }
            r[before][col] += along;
            for row in 0..a[col].len() {
                rest[row] -= along * q[before][row];
            }
        }
        let mut square = 0.0;
        for row in 0..a[col].len() {
            square += rest[row] * rest[row];
        }
        let length = square.sqrt();
        r[col][col] += length;
        for row in 0..a[col].len() {
            q[col][row] += rest[row] / length;
        }
    }
}

fn zeros(rows: usize, columns: usize) -> Vec<Vec<f64>> {
    vec![vec![0.0; columns]; rows]
}

fn print(title: &str, x: &[Vec<f64>]) {
    println!("{title}");
    for row in x {
        println!(
            "{}",
            row.iter().map(|x| format!("{:10.6}", (x * 1e6).round() / 1e6 + 0.0)).collect::<String>()
        );
    }
}

fn main() {
    let a = [vec![3.0, 4.0, 0.0], vec![1.0, 2.0, 2.0]];
    let (mut q, mut r) = (zeros(2, 3), zeros(2, 2));
    qr(&mut q, &mut r, &a);
    print("the columns of Q:", &q);
    print("R:", &r);

    // The gradient of the norm of the second column's remainder with respect to the matrix.
    let (mut q_bar, mut r_bar, mut a_bar) = (zeros(2, 3), zeros(2, 2), zeros(2, 3));
    r_bar[1][1] = 1.0;
    qr::adjoint(&mut q, &mut q_bar, &mut r, &mut r_bar, &a, &mut a_bar);
    print("the gradient of the last number of R, by columns of the matrix:", &a_bar);
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    /// Columns of length `rows` from a list of numbers.
    fn columns(x: &[f64], rows: usize) -> Vec<Vec<f64>> {
        x.chunks(rows).map(<[f64]>::to_vec).collect()
    }

    #[test]
    fn the_factors_are_orthogonal_and_triangular_and_give_the_matrix() {
        let a = columns(&Rng::new(41).vector(20, -2.0, 2.0), 5);
        let (mut q, mut r) = (zeros(4, 5), zeros(4, 4));
        qr(&mut q, &mut r, &a);
        for i in 0..4 {
            for j in 0..4 {
                let product = (0..5).map(|row| q[i][row] * q[j][row]).sum::<f64>();
                assert_close!(product, if i == j { 1.0 } else { 0.0 }, 1e-13);
                assert!(i <= j || r[i][j] == 0.0);
            }
            let again: Vec<f64> = (0..5).map(|row| (0..4).map(|k| q[k][row] * r[k][i]).sum()).collect();
            assert_all_close!(again, a[i], 1e-13);
        }
        qr::inverse(&mut q, &mut r, &a);
        assert_all_close!([q.concat(), r.concat()].concat(), vec![0.0; 36], 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let x = Rng::new(42).vector(12, -2.0, 2.0);
        let seeds = Rng::new(43).vector(12 + 9, -2.0, 2.0);
        let weighted = |x: &[f64]| {
            let (mut q, mut r) = (zeros(3, 4), zeros(3, 3));
            qr(&mut q, &mut r, &columns(x, 4));
            [q.concat(), r.concat()].concat().iter().zip(&seeds).map(|(x, seed)| x * seed).sum()
        };
        let differences = finite_difference::gradient(weighted, &x);

        let a = columns(&x, 4);
        let (mut q, mut r) = (zeros(3, 4), zeros(3, 3));
        qr(&mut q, &mut r, &a);
        let (mut q_bar, mut r_bar) = (columns(&seeds[..12], 4), columns(&seeds[12..], 3));
        let mut a_bar = zeros(3, 4);
        qr::adjoint(&mut q, &mut q_bar, &mut r, &mut r_bar, &a, &mut a_bar);
        assert_all_close!(a_bar.concat(), differences, 1e-8);
        assert_all_close!([q.concat(), r.concat()].concat(), vec![0.0; 21], 1e-13);
    }
}

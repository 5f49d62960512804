//! An orthogonal matrix from angles, in place: every pair of neighbouring rows is rotated by an angle of its own.
//!
//! The paper's listing `i_umm!`, with which a recurrent network saves memory: a rotation can be undone, so nothing is
//! stored. In the paper `k` counts through all columns, although there are only as many angles as one column needs;
//! here it starts again for each column, so that all columns are multiplied by one matrix. The paper declares the
//! final value of `k` by `k → length(θ)`; here the counter is restored without it.

use retrograde::instructions::{inc, rot};
use retrograde::{Real, reversible};

/// Multiplies the matrix `x`, given by rows, by the product of `M (M - 1) / 2` rotations, where `M` is its height.
#[reversible]
fn orthogonal<T: Real, const N: usize>(x: &mut [[T; N]], angles: &[T]) {
    assert_eq!(angles.len(), x.len() * (x.len() - 1) / 2);
    for l in 0..N {
        let mut k = 0;
        for j in 1..x.len() {
            for i in (j..x.len()).rev() {
                rot(&mut x[i - 1][l], &mut x[i][l], angles[k]);
                inc(&mut k);
            }
        }
    }
}

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn print(title: &str, x: &[[f64; 3]]) {
    println!("{title}");
    for row in x {
        // Adding zero removes the sign of a zero.
        println!("{}", row.map(|x| format!("{:10.6}", (x * 1e6).round() / 1e6 + 0.0)).concat());
    }
}

fn main() {
    let angles = [0.3, -1.1, 0.7];
    let mut x = IDENTITY;
    orthogonal(&mut x, &angles);
    print("orthogonal:", &x);

    // The cotangent of the element in the corner, pulled back to the angles.
    let mut x_bar = [[0.0; 3]; 3];
    x_bar[0][2] = 1.0;
    let mut angles_bar = [0.0; 3];
    orthogonal::adjoint(&mut x, &mut x_bar, &angles, &mut angles_bar);
    print("orthogonal::adjoint:", &x);
    println!("the gradient of the last number of the first row: {angles_bar:.6?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    fn angles() -> [f64; 6] {
        Rng::new(14).vector(6, -3.0, 3.0).try_into().expect("six")
    }

    fn matrix() -> [[f64; 3]; 4] {
        let x = Rng::new(15).vector(12, -2.0, 2.0);
        std::array::from_fn(|i| std::array::from_fn(|l| x[3 * i + l]))
    }

    fn same(a: &[[f64; 3]], b: &[[f64; 3]], tolerance: f64) {
        assert_all_close!(a.concat(), b.concat(), tolerance);
    }

    #[test]
    fn columns_stay_orthogonal_and_of_length_one() {
        let mut q = [[0.0; 4]; 4];
        (0..4).for_each(|i| q[i][i] = 1.0);
        orthogonal(&mut q, &angles());
        for l in 0..4 {
            for m in 0..4 {
                let product = (0..4).map(|i| q[i][l] * q[i][m]).sum::<f64>();
                assert_close!(product, if l == m { 1.0 } else { 0.0 }, 1e-15);
            }
        }
    }

    #[test]
    fn every_column_is_multiplied_by_the_same_matrix() {
        let mut q = [[0.0; 4]; 4];
        (0..4).for_each(|i| q[i][i] = 1.0);
        orthogonal(&mut q, &angles());
        let mut x = matrix();
        orthogonal(&mut x, &angles());
        let product: [[f64; 3]; 4] =
            std::array::from_fn(|i| std::array::from_fn(|l| (0..4).map(|m| q[i][m] * matrix()[m][l]).sum()));
        same(&x, &product, 1e-14);
    }

    #[test]
    fn the_inverse_restores() {
        let mut x = matrix();
        orthogonal(&mut x, &angles());
        orthogonal::inverse(&mut x, &angles());
        same(&x, &matrix(), 1e-14);
    }

    #[test]
    fn the_adjoint_is_what_differences_say() {
        let weights = Rng::new(16).vector(12, -3.0, 3.0);
        let weighted = |x: [[f64; 3]; 4], angles: &[f64]| {
            let mut x = x;
            orthogonal(&mut x, angles);
            x.concat().iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>()
        };
        let by_angles = finite_difference::gradient(|a| weighted(matrix(), a), &angles());
        let from = |x: &[f64]| std::array::from_fn(|i| std::array::from_fn(|l| x[3 * i + l]));
        let by_matrix = finite_difference::gradient(|x| weighted(from(x), &angles()), &matrix().concat());

        let mut x = matrix();
        orthogonal(&mut x, &angles());
        let (mut x_bar, mut angles_bar) = (from(&weights), [0.0; 6]);
        orthogonal::adjoint(&mut x, &mut x_bar, &angles(), &mut angles_bar);
        same(&x, &matrix(), 1e-14);
        assert_all_close!(angles_bar, by_angles);
        assert_all_close!(x_bar.concat(), by_matrix);
    }

    #[test]
    fn a_matrix_of_one_row_has_no_angles() {
        let mut x = [[1.0, 2.0]];
        orthogonal(&mut x, &[]);
        assert_eq!(x, [[1.0, 2.0]]);
    }
}

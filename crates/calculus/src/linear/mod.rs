//! Linear algebra as differentiable functions: a rule for each problem, not for the iterations that solve it.
//!
//! A matrix is a slice of its entries, row by row; what a function returns is one vector, part after part.
//!
//! | function | takes | returns |
//! |---|---|---|
//! | [`matmul()`] | `A` (m × k), `B` (k × n), `k` | `A B` |
//! | [`solve()`] | `A` (n × n), `B` (n × m) | `A⁻¹ B` |
//! | [`solve_banded()`] | bands of `A` (n × (l + 1 + u)), `b` (n), `l` | `A⁻¹ b` |
//! | [`inverse()`] | `A` (n × n) | `A⁻¹` |
//! | [`logdet()`] | `A` (n × n) | `ln |det A|`, one number |
//! | [`cholesky()`] | symmetric `A` (n × n) | the lower triangular `L` with `A = L Lᵀ` |
//! | [`lu()`] | `A` (n × n) | `L` below the diagonal and `U` on and above it, of rows in the order of [`pivots`] |
//! | [`qr()`] | `A` (m × n), `n` | `Q` (m × n), `R` (n × n) with a positive diagonal |
//! | [`eigh()`] | symmetric `A` (n × n) | the eigenvalues in ascending order, the eigenvectors as columns |
//! | [`svd()`] | `A` (m × n), `n` | `U` (m × n), the singular values in descending order, `V` (n × n); `m ≥ n` |
//!
//! ```
//! use retrograde::{Active, value_and_gradient};
//! use retrograde_calculus::linear::{logdet, solve};
//!
//! // The density of a normal distribution, up to a constant: −½ (ln det Σ + xᵀ Σ⁻¹ x).
//! let x = [1.0, 2.0];
//! let density = |sigma: Vec<Active>| {
//!     let x: Vec<Active> = x.iter().map(|x| Active::constant_of(*x)).collect();
//!     let whitened = solve(&sigma, &x);
//!     (logdet(&sigma)[0] + x[0] * whitened[0] + x[1] * whitened[1]) * -0.5
//! };
//! let (_, gradient) = value_and_gradient(density, &vec![2.0, 0.0, 0.0, 4.0])?;
//! assert_eq!(gradient, [-0.125, 0.125, 0.125, 0.0]);
//! # Ok::<(), retrograde::tape::Error>(())
//! ```
//!
//! Each has a second form, `add_solve(&mut y, …)`, which adds to a place: an instruction for reversible functions.
//! Which conventions hold where there is no derivative is on the page docs/calculus/linear.md.
//! (Giles, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", 2008.)

mod banded;
pub(crate) mod dense;
mod factors;
mod singular;
mod solutions;
pub(crate) mod spectral;
mod symmetric;
mod vectors;

use crate::arrays::functions;
use banded::Banded;
use factors::{Cholesky, LuFactors, Qr};
use retrograde::Real;
use solutions::{Inverse, LogDet, Matmul, Solve};
use vectors::{Eigh, SvdFactors};

functions! {
    /// The product of two matrices, of which the first has `k` columns.
    ///
    /// # Panics
    ///
    /// If `k` does not divide the number of entries of a matrix.
    matmul, add_matmul, take_matmul, add_matmul_adjoint, take_matmul_adjoint(a a_bar, b b_bar; k)
        [product(a.len(), b.len(), k)] => Matmul::new(a.len(), b.len(), k);

    /// The solution `X` of `A X = B`, by LU decomposition with pivots.
    ///
    /// Of a singular matrix it is infinite or not-a-number, and so are its derivatives.
    ///
    /// # Panics
    ///
    /// If `A` is not square, or `B` has not as many rows.
    solve, add_solve, take_solve, add_solve_adjoint, take_solve_adjoint(a a_bar, b b_bar)
        [b.len()] => Solve::new(a.len(), b.len());

    /// The solution `x` of `A x = b`, where `A` has `lower` bands below the diagonal: entry `i, j` is number `j − i + lower` of row `i` of `bands`.
    /// Entries outside the matrix are ignored.
    ///
    /// There are no pivots, as is usual for matrices that are positive definite or whose diagonal dominates.
    ///
    /// # Panics
    ///
    /// If the bands are not rows for each number of `b`, each with more than `lower` entries.
    solve_banded, add_solve_banded, take_solve_banded, add_solve_banded_adjoint, take_solve_banded_adjoint(bands bands_bar, b b_bar; lower)
        [b.len()] => Banded::new(bands.len(), b.len(), lower);

    /// The inverse of a square matrix.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    inverse, add_inverse, take_inverse, add_inverse_adjoint, take_inverse_adjoint(a a_bar)
        [a.len()] => Inverse::new(a.len());

    /// The logarithm of the absolute value of the determinant, one number; minus infinity for a singular matrix.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    logdet, add_logdet, take_logdet, add_logdet_adjoint, take_logdet_adjoint(a a_bar)
        [1] => LogDet::new(a.len());

    /// The lower triangular `L` with a positive diagonal and `A = L Lᵀ`; not-a-number if `A` is not positive definite.
    ///
    /// The lower triangle of `A` is read, and has the cotangents.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    cholesky, add_cholesky, take_cholesky, add_cholesky_adjoint, take_cholesky_adjoint(a a_bar)
        [a.len()] => Cholesky::new(a.len());

    /// The factors `L` (unit diagonal, not stored) and `U` of the rows in the order of [`pivots`], in one matrix.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    lu, add_lu, take_lu, add_lu_adjoint, take_lu_adjoint(a a_bar)
        [a.len()] => LuFactors::new(a.len());

    /// `Q` with orthonormal columns, then the upper triangular `R` with a positive diagonal, and `A = Q R`; `A` has `n` columns and at least as many rows.
    ///
    /// # Panics
    ///
    /// If `n` does not divide the number of entries, or there are fewer rows.
    qr, add_qr, take_qr, add_qr_adjoint, take_qr_adjoint(a a_bar; n)
        [a.len() + n * n] => Qr::new(a.len(), n);

    /// The eigenvalues of a symmetric matrix in ascending order, then the matrix whose columns are the eigenvectors.
    ///
    /// The lower triangle is read, and has the cotangents. The largest entry of each vector is positive.
    ///
    /// # Panics
    ///
    /// If the matrix is not square.
    eigh, add_eigh, take_eigh, add_eigh_adjoint, take_eigh_adjoint(a a_bar)
        [spectrum(a.len())] => Eigh::new(a.len());

    /// `U` (m × n), the singular values in descending order, and `V` (n × n), with `A = U diag(σ) Vᵀ`; `A` has `n` columns and at least as many rows.
    ///
    /// The largest entry of each column of `V` is positive.
    ///
    /// # Panics
    ///
    /// If `n` does not divide the number of entries, or there are fewer rows.
    svd, add_svd, take_svd, add_svd_adjoint, take_svd_adjoint(a a_bar; n)
        [a.len() + n + n * n] => SvdFactors::new(a.len(), n);
}

/// Returns the order of the rows in which [`lu()`] decomposes a matrix: row `pivots[i]` of it is row `i` of `L U`.
///
/// # Panics
///
/// If the matrix is not square.
#[track_caller]
pub fn pivots<T: Real>(a: &[T]) -> Vec<usize> {
    let n = side(a.len());
    dense::Lu::new(&dense::Matrix::new(n, n, a)).order
}

/// Returns the number of rows of a square matrix with so many entries.
#[track_caller]
fn side(entries: usize) -> usize {
    let n = entries.isqrt();
    assert!(n * n == entries, "a matrix of {entries} entries is not square");
    n
}

/// Returns the number of eigenvalues and of entries of eigenvectors.
#[track_caller]
fn spectrum(entries: usize) -> usize {
    side(entries) + entries
}

/// Returns the number of entries of a product.
#[track_caller]
fn product(a: usize, b: usize, k: usize) -> usize {
    rows(a, k) * rows(b, k)
}

/// Returns the number of rows of a matrix with `n` columns.
#[track_caller]
fn rows(entries: usize, n: usize) -> usize {
    if n == 0 && entries == 0 {
        return 0;
    }
    assert!(n > 0 && entries % n == 0, "a matrix of {entries} entries has no {n} columns, or rows");
    entries / n
}

/// Returns the number of rows of a matrix with `n` columns and at least as many rows.
#[track_caller]
fn tall(entries: usize, n: usize) -> usize {
    let m = rows(entries, n);
    assert!(
        m >= n,
        "a matrix of {m} rows and {n} columns has fewer rows than columns: decompose its transpose"
    );
    m
}

//! The dot-product test: compares a Jacobian J, applied forwards, with its transpose, applied in reverse.
//!
//! For every u and v, u · (J v) = (Jᵀ u) · v. Both sides are exact up to rounding, so the test sees errors that
//! finite differences cannot, and it needs no second opinion on J. It cannot see an error that both sides share.

use crate::Rng;

/// A pair of vectors for which the two sides of the dot-product test differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The direction in the space of variables.
    pub v: Vec<f64>,
    /// The weights in the space of results.
    pub u: Vec<f64>,
    /// u · (J v).
    pub forward: f64,
    /// (Jᵀ u) · v.
    pub reverse: f64,
}

/// Compares `jvp`, which maps v to J v, with `vjp`, which maps u to Jᵀ u, on some random pairs of vectors.
///
/// The sides may differ by `tolerance`, relative to the sum of the magnitudes of all terms.
///
/// ```
/// use retrograde_testkit::dot_product_test;
///
/// // J = [1 2 3]
/// let jvp = |v: &[f64]| vec![v[0] + 2.0 * v[1] + 3.0 * v[2]];
/// let vjp = |u: &[f64]| vec![u[0], 2.0 * u[0], 3.0 * u[0]];
/// assert_eq!(dot_product_test(3, 1, jvp, vjp, 1e-14), Ok(()));
/// ```
pub fn dot_product_test(
    variables: usize,
    results: usize,
    mut jvp: impl FnMut(&[f64]) -> Vec<f64>,
    mut vjp: impl FnMut(&[f64]) -> Vec<f64>,
    tolerance: f64,
) -> Result<(), Disagreement> {
    let mut rng = Rng::new(0x0d07);
    for _ in 0..10 {
        let v = rng.vector(variables, -1.0, 1.0);
        let u = rng.vector(results, -1.0, 1.0);
        let (image, preimage) = (jvp(&v), vjp(&u));
        assert_eq!((image.len(), preimage.len()), (results, variables), "a product has the wrong length");
        let (forward, size) = dot(&u, &image);
        let (reverse, other_size) = dot(&preimage, &v);
        // Written so that NaN on either side is a disagreement.
        let agree = (forward - reverse).abs() <= tolerance * size.max(other_size);
        if !agree {
            return Err(Disagreement { v, u, forward, reverse });
        }
    }
    Ok(())
}

/// Returns the dot product, and the sum of the absolute values of its terms.
fn dot(a: &[f64], b: &[f64]) -> (f64, f64) {
    a.iter().zip(b).map(|(a, b)| a * b).fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_transpose_is_found() {
        let jvp = |v: &[f64]| vec![v[0] + v[1], v[1]];
        let wrong = |u: &[f64]| vec![u[0] + u[1], u[1]];
        assert!(dot_product_test(2, 2, jvp, wrong, 1e-12).is_err());
    }

    #[test]
    fn not_a_number_is_found() {
        assert!(dot_product_test(1, 1, |_| vec![f64::NAN], |_| vec![f64::NAN], 1e-12).is_err());
    }
}

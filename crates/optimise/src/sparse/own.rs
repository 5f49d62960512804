//! Elimination of an observation's own unknowns, before anything else.
//!
//! With `A` their columns of the Jacobian, `H = AᵀA + JₚᵀJₚ + λD` their damped block and `H = L Lᵀ`, the observation's rows are
//! left with the metric `M = I - (L⁻¹Aᵀ)ᵀ(L⁻¹Aᵀ)`. With `M = N Nᵀ` the elimination replaces the rows `J` by `Nᵀ J`, and nothing
//! downstream knows that there were own unknowns.

use super::linearisation::{Linearisation, add_product, dot};
use super::small::Factor;

/// The rows of an observation after its own unknowns were eliminated.
pub(super) struct Rows<const E: usize, const K: usize, const R: usize> {
    pub(super) eliminated: [[f64; R]; E],
    pub(super) kept: [[f64; R]; K],
    pub(super) residual: [f64; R],
}

/// The factor of the damped block `H` of observation `i`; `scale` is `D`.
fn factor<const E: usize, const K: usize, const R: usize, const P: usize>(
    at: &Linearisation<E, K, R, P>,
    i: usize,
    scale: &[[f64; P]],
    damping: f64,
) -> Option<Factor<P>> {
    let (a, prior) = (&at.own[i], &at.prior_blocks[i]);
    let mut h = [[0.0; P]; P];
    for r in 0..P {
        for c in 0..=r {
            h[r][c] = dot(&a[r], &a[c]) + dot(&prior[r], &prior[c]);
        }
        h[r][r] += damping * scale[i][r];
    }
    Factor::new(&h)
}

/// Returns the rows of observation `i` without its own unknowns; nothing where their block is not positive definite.
#[inline(always)]
pub(super) fn rows<const E: usize, const K: usize, const R: usize, const P: usize>(
    at: &Linearisation<E, K, R, P>,
    i: usize,
    gradient: &[[f64; P]],
    scale: &[[f64; P]],
    damping: f64,
) -> Option<Rows<E, K, R>> {
    let mut rows = Rows { eliminated: at.eliminated[i], kept: at.kept[i], residual: at.residuals[i] };
    if P == 0 {
        return Some(rows);
    }
    let h = factor(at, i, scale, damping)?;
    let mut y = at.own[i];
    h.forward_rows(&mut y);
    let mut metric = [[0.0; R]; R];
    for r in 0..R {
        metric[r][r] = 1.0;
        for c in 0..=r {
            for row in &y {
                metric[r][c] -= row[r] * row[c];
            }
        }
    }
    let root = Factor::new(&metric)?;
    for column in rows.eliminated.iter_mut().chain(&mut rows.kept) {
        *column = root.transposed(*column);
    }
    // What remains of the gradient is Jᵀ (r - A H⁻¹ g), so the new residual is that behind the inverse root.
    let pull = h.forward(gradient[i]).map(|x| -x);
    add_product(&mut rows.residual, &y, &pull);
    rows.residual = root.forward(rows.residual);
    Some(rows)
}

/// Returns the step of the own unknowns, given how far the steps of the two sides move the residuals.
pub(super) fn step<const E: usize, const K: usize, const R: usize, const P: usize>(
    at: &Linearisation<E, K, R, P>,
    i: usize,
    gradient: &[[f64; P]],
    scale: &[[f64; P]],
    damping: f64,
    moved: &[f64; R],
) -> Option<[f64; P]> {
    let h = factor(at, i, scale, damping)?;
    let mut right = gradient[i];
    for (right, column) in right.iter_mut().zip(&at.own[i]) {
        *right += dot(column, moved);
    }
    Some(h.backward(h.forward(right)).map(|x| -x))
}

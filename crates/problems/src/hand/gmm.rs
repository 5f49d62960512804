//! Sweep of the Gaussian mixture: value and gradient of each point in one pass over the points.
//!
//! The scratch of all `k` components of a point lives from the point's forward half to its backward half, so nothing
//! is computed twice and nothing is stored across points.

use crate::gmm::max;

/// The number of partial sums of reductions; the compiler does not reassociate float sums, so it is written out.
const LANES: usize = 8;

/// Σ a_i b_i of two slices of equal length, reassociated over [`LANES`] partial sums.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let whole = a.len() / LANES * LANES;
    let (a, a_rest) = a.split_at(whole);
    let (b, b_rest) = b.split_at(whole);
    let mut lanes = [0.0; LANES];
    for (x, y) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for l in 0..LANES {
            lanes[l] += x[l] * y[l];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    rest + lanes.iter().sum::<f64>()
}

/// The adjoint of `mapped += t lower`, one column of a triangular product, in a single pass.
///
/// `lower_bar += mapped_bar * t`; returns `lower · mapped_bar`. The three slices have equal lengths.
#[inline(always)]
fn column(lower: &[f64], lower_bar: &mut [f64], mapped_bar: &[f64], t: f64) -> f64 {
    let whole = lower.len() / LANES * LANES;
    let (a, a_rest) = lower.split_at(whole);
    let (b, b_rest) = mapped_bar.split_at(whole);
    let (c, c_rest) = lower_bar.split_at_mut(whole);
    let mut rest = 0.0;
    for ((l, m), o) in a_rest.iter().zip(b_rest).zip(c_rest) {
        *o += m * t;
        rest += l * m;
    }
    let mut lanes = [0.0; LANES];
    for ((l, m), o) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)).zip(c.chunks_exact_mut(LANES)) {
        for q in 0..LANES {
            o[q] += m[q] * t;
            lanes[q] += l[q] * m[q];
        }
    }
    rest + lanes.iter().sum::<f64>()
}

/// Sweep of [`crate::gmm::gmm()`]: adds the value to `objective` and `objective_bar` times the gradient to the others.
pub fn gmm(
    objective: &mut f64,
    objective_bar: &mut f64,
    log_weights: &[f64],
    log_weights_bar: &mut [f64],
    means: &[f64],
    means_bar: &mut [f64],
    factors: &[f64],
    factors_bar: &mut [f64],
    points: &[f64],
    gamma: f64,
    m: usize,
    constant: f64,
    d: usize,
) {
    let seed = *objective_bar;
    let k = log_weights.len();
    let size = d * (d + 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut diagonals_bar = vec![0.0; k * d];
    let mut determinants = vec![0.0; k];
    let mut determinants_bar = vec![0.0; k];
    for c in 0..k {
        for i in 0..d {
            let q = factors[c * size + i];
            determinants[c] += q;
            diagonals[c * d + i] = q.exp();
        }
    }

    let mut centred = vec![0.0; k * d];
    let mut mapped = vec![0.0; k * d];
    let mut terms = vec![0.0; k];
    let mut mapped_bar = vec![0.0; d];
    let mut sum = 0.0;
    for point in points.chunks_exact(d) {
        for c in 0..k {
            let mean = &means[c * d..c * d + d];
            let diagonal = &diagonals[c * d..c * d + d];
            let centred = &mut centred[c * d..c * d + d];
            let mapped = &mut mapped[c * d..c * d + d];
            let mut lower = &factors[c * size + d..(c + 1) * size];
            for i in 0..d {
                centred[i] = point[i] - mean[i];
                mapped[i] = diagonal[i] * centred[i];
            }
            for i in 0..d {
                let t = centred[i];
                let (entries, rest) = lower.split_at(d - i - 1);
                for (y, l) in mapped[i + 1..].iter_mut().zip(entries) {
                    *y += l * t;
                }
                lower = rest;
            }
            terms[c] = log_weights[c] + determinants[c] - 0.5 * dot(mapped, mapped);
        }

        // logsumexp; its partials are the softmax, for which the exponentials are already available.
        let largest = max(&terms);
        let mut total = 0.0;
        for term in &mut terms {
            *term = (*term - largest).exp();
            total += *term;
        }
        sum += total.ln() + largest;
        let scale = seed / total;

        for c in 0..k {
            let weight = terms[c] * scale;
            log_weights_bar[c] += weight;
            determinants_bar[c] += weight;
            let mean_bar = &mut means_bar[c * d..c * d + d];
            let diagonal = &diagonals[c * d..c * d + d];
            let diagonal_bar = &mut diagonals_bar[c * d..c * d + d];
            let centred = &centred[c * d..c * d + d];
            let mapped = &mapped[c * d..c * d + d];
            let mut lower = &factors[c * size + d..(c + 1) * size];
            let mut lower_bar = &mut factors_bar[c * size + d..(c + 1) * size];
            for i in 0..d {
                mapped_bar[i] = -weight * mapped[i];
            }
            for i in 0..d {
                let (entries, rest) = lower.split_at(d - i - 1);
                let (entries_bar, rest_bar) = lower_bar.split_at_mut(d - i - 1);
                let from_column = column(entries, entries_bar, &mapped_bar[i + 1..], centred[i]);
                diagonal_bar[i] += mapped_bar[i] * centred[i];
                mean_bar[i] -= mapped_bar[i] * diagonal[i] + from_column;
                lower = rest;
                lower_bar = rest_bar;
            }
        }
    }

    let n = (points.len() / d) as f64;
    let largest = max(log_weights);
    let total: f64 = log_weights.iter().map(|w| (w - largest).exp()).sum();
    for c in 0..k {
        log_weights_bar[c] -= seed * n * (log_weights[c] - largest).exp() / total;
    }

    // The Wishart prior, and the logarithms on the diagonals.
    let mut prior = 0.0;
    let stiffness = gamma * gamma;
    for c in 0..k {
        let mut frobenius2 = 0.0;
        for i in 0..d {
            let e = diagonals[c * d + i];
            frobenius2 += e * e;
            let e_bar = diagonals_bar[c * d + i] - seed * stiffness * e;
            factors_bar[c * size + i] += determinants_bar[c] + seed * m as f64 + e_bar * e;
        }
        for j in c * size + d..(c + 1) * size {
            frobenius2 += factors[j] * factors[j];
            factors_bar[j] -= seed * stiffness * factors[j];
        }
        prior += 0.5 * stiffness * frobenius2 - m as f64 * determinants[c];
    }
    *objective += constant + sum - n * (total.ln() + largest) - prior;
}

//! The Gaussian mixture in ordinary Rust; the formula is in [`mod@crate::gmm`].

use crate::gmm::max;

/// `log Σ exp x_i` of a slice that is not empty.
pub fn logsumexp(x: &[f64]) -> f64 {
    let largest = max(x);
    largest + x.iter().map(|v| (v - largest).exp()).sum::<f64>().ln()
}

/// The log-posterior, with the arguments of [`crate::gmm::gmm()`].
///
/// One component's scratch at a time; rows are sliced once so that the inner loops run without bounds checks.
pub fn gmm(
    log_weights: &[f64],
    means: &[f64],
    factors: &[f64],
    points: &[f64],
    gamma: f64,
    m: usize,
    constant: f64,
    d: usize,
) -> f64 {
    let k = log_weights.len();
    let size = d * (d + 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut offsets = vec![0.0; k];
    let mut prior = 0.0;
    for ((factor, diagonal), offset) in
        factors.chunks_exact(size).zip(diagonals.chunks_exact_mut(d)).zip(&mut offsets)
    {
        let mut frobenius2 = 0.0;
        for (q, e) in factor[..d].iter().zip(diagonal) {
            *offset += q;
            *e = q.exp();
            frobenius2 += *e * *e;
        }
        for l in &factor[d..] {
            frobenius2 += l * l;
        }
        prior += 0.5 * gamma * gamma * frobenius2 - m as f64 * *offset;
    }
    for (offset, weight) in offsets.iter_mut().zip(log_weights) {
        *offset += weight;
    }

    let mut centred = vec![0.0; d];
    let mut mapped = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut sum = 0.0;
    for point in points.chunks_exact(d) {
        for c in 0..k {
            let mean = &means[c * d..c * d + d];
            let diagonal = &diagonals[c * d..c * d + d];
            let mut lower = &factors[c * size + d..(c + 1) * size];
            for i in 0..d {
                centred[i] = point[i] - mean[i];
                mapped[i] = diagonal[i] * centred[i];
            }
            for i in 0..d {
                let t = centred[i];
                let (column, rest) = lower.split_at(d - i - 1);
                for (y, l) in mapped[i + 1..].iter_mut().zip(column) {
                    *y += l * t;
                }
                lower = rest;
            }
            let mut norm2 = 0.0;
            for y in &mapped {
                norm2 += y * y;
            }
            terms[c] = offsets[c] - 0.5 * norm2;
        }
        sum += logsumexp(&terms);
    }
    let n = (points.len() / d) as f64;
    constant + sum - n * logsumexp(log_weights) - prior
}

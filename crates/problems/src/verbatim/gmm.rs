//! The log-posterior of [`mod@crate::gmm`] without the attributes.

/// The text of [`crate::gmm::logsumexp()`].
pub fn logsumexp(x: &[f64]) -> f64 {
    let n = x.len();
    let mut largest = vec![0.0; n];
    for i in 0..n {
        let entry = x[i];
        if i == 0 {
            largest[i] += entry;
        } else {
            largest[i] += largest[i - 1].max(entry);
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += (x[i] - largest[n - 1]).exp();
    }
    largest[n - 1] + sum.ln()
}

/// The text of [`crate::gmm::gmm()`].
pub fn gmm(
    objective: &mut f64,
    log_weights: &[f64],
    means: &[f64],
    factors: &[f64],
    points: &[f64],
    gamma: f64,
    m: usize,
    constant: f64,
    d: usize,
) {
    let k = log_weights.len();
    let n = points.len() / d;
    let size = d * (d + 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut log_determinants = vec![0.0; k];
    for c in 0..k {
        for i in 0..d {
            log_determinants[c] += factors[c * size + i];
            diagonals[c * d + i] += factors[c * size + i].exp();
        }
    }
    for p in 0..n {
        let mut centred = vec![0.0; k * d];
        let mut mapped = vec![0.0; k * d];
        let mut terms = vec![0.0; k];
        for c in 0..k {
            for i in 0..d {
                centred[c * d + i] += points[p * d + i] - means[c * d + i];
                mapped[c * d + i] += diagonals[c * d + i] * centred[c * d + i];
            }
            for i in 0..d {
                let column = c * size + d + i * (2 * d - i - 1) / 2;
                for j in 0..d - i - 1 {
                    mapped[c * d + i + 1 + j] += factors[column + j] * centred[c * d + i];
                }
            }
            let mut norm2 = 0.0;
            for i in 0..d {
                norm2 += mapped[c * d + i] * mapped[c * d + i];
            }
            terms[c] += log_weights[c] + log_determinants[c] - 0.5 * norm2;
        }
        // The largest of the terms so far. It is taken out, and held constant, since its own derivative cancels.
        let mut largest = vec![0.0; k];
        for c in 0..k {
            let term = terms[c];
            if c == 0 {
                largest[c] += term;
            } else {
                largest[c] += largest[c - 1].max(term);
            }
        }
        let mut sum = 0.0;
        for c in 0..k {
            sum += (terms[c] - largest[k - 1]).exp();
        }
        *objective += largest[k - 1] + sum.ln();
    }
    *objective -= n as f64 * logsumexp(log_weights);
    for c in 0..k {
        let mut frobenius2 = 0.0;
        for i in 0..d {
            frobenius2 += diagonals[c * d + i] * diagonals[c * d + i];
        }
        for j in d..size {
            frobenius2 += factors[c * size + j] * factors[c * size + j];
        }
        *objective -= 0.5 * gamma * gamma * frobenius2 - m as f64 * log_determinants[c];
    }
    *objective += constant;
}

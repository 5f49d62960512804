//! An epidemic by the SIR model, until hardly anybody is infected: how many were, and when it peaked.

use retrograde::differentiable;

/// The share that was ever infected, plus a cost of the height of the peak.
#[differentiable]
pub(crate) fn burden(contact: f64, recovery: f64, infected: f64, weight: f64) -> f64 {
    let (mut s, mut i) = (1.0 - infected, infected);
    let mut peak = i;
    let mut day = 0;
    while i > 1e-4 && day < 1000 {
        let mut rate = contact;
        if i > 0.2 {
            // Half of the contacts are avoided.
            rate *= 0.5;
        }
        let new = rate * s * i;
        s -= new;
        i += new - recovery * i;
        if i > peak {
            peak = i;
        }
        day += 1;
    }
    1.0 - s + weight * peak
}

#[test]
fn the_gradient_agrees_with_differences() {
    assert_eq!(burden::check(0.4, 0.15, 0.01, 2.0), Ok(()));
    assert_eq!(burden::check(0.9, 0.12, 0.003, 0.7), Ok(()));
}

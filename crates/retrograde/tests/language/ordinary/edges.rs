//! Checkpointed loops that decide by a number on the edge of the decision.

use super::agrees;
use retrograde::differentiable;

/// Rounds decide by a number that changes behind the loop, and that the reverse pass restores to the rounding only.
#[differentiable]
fn on_the_edge(x: f64) -> f64 {
    let mut r = 1.0;
    let mut w = [0.0, x, 2.0 * x, x * x];
    #[checkpoint]
    for _ in 0..2 {
        w[(3.0 * r) as usize % 4] *= x;
    }
    for k in 1..5 {
        r += (w[k % 4] * 0.3).sin();
    }
    r * w[3]
}

#[test]
fn rounds_take_the_same_sides_again() {
    for x in [0.3, 0.7, 1.1, -0.4] {
        let (_, (slope,)) = on_the_edge::gradient(x);
        agrees("on_the_edge", |v| on_the_edge(v[0]), &[slope], &[x]);
    }
}

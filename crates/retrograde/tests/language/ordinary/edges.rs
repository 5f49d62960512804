//! Checkpointed loops that decide by a number on the edge of the decision, or change integers that nothing reads.

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

/// Rounds change an integer that the reverse pass reads behind the loop only.
#[differentiable]
fn counts_on(x: f64, y: f64) -> f64 {
    let mut w = [x * 0.5, y];
    let mut i = 1_usize;
    let mut k = 0;
    #[checkpoint(every = 2)]
    while k < 7 {
        k += 1;
        i += 1;
        i = (i + 3) % 7;
        w[1] *= 0.9;
    }
    let t = i as f64;
    w[1] += t * t * y * w[0];
    w[0] * w[1]
}

#[test]
fn integers_that_nothing_reads_are_not_undone() {
    let (_, (x, y)) = counts_on::gradient(0.3, 0.4);
    agrees("counts_on", |v| counts_on(v[0], v[1]), &[x, y], &[0.3, 0.4]);
    assert_eq!(counts_on::check(0.3, 0.4), Ok(()));
}

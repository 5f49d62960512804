//! Steps of chains that stand where no loop has them, and whose items are not collected before.

use retrograde::differentiable;

#[differentiable]
fn endless(xs: &[f64], k: f64) -> f64 {
    xs.iter().zip((1..).filter(|i| i % 2 == 1)).map(|(x, i)| x * k * i as f64).sum()
}

#[differentiable]
fn changed(xs: &mut [f64], ys: &[f64]) {
    for (x, y) in xs.iter_mut().filter(|x| **x > 0.0).zip(ys) {
        *x += y;
    }
}

#[differentiable]
fn left(xs: &mut [f64], ys: &mut [f64]) {
    for x in xs.iter_mut().chain(ys.iter_mut()) {
        if *x > 1.0 {
            break;
        }
        *x *= 2.0;
    }
}

fn main() {}

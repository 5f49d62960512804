//! Messages name what stands in the text: casts between floats, and locals that the passes make.

use retrograde::differentiable;

/// The sum is of another type than the numbers.
#[differentiable]
fn squares(x: &[f32]) -> f32 {
    let mut s = 0.0f64;
    for v in x {
        s += (*v as f64) * (*v as f64);
    }
    s as f32
}

/// What is cast has no name.
#[differentiable]
fn rounded(x: f64) -> f64 {
    let y = x as f32 as f64;
    y * y
}

/// The first parameter tells the type of the numbers.
#[differentiable]
fn scaled(x: &[f32], w: f64) -> f64 {
    x[0] as f64 * w
}

/// Of an `Option` in a vector, the type of the vector tells what it holds.
#[differentiable]
fn kept(x: &[f64]) -> f64 {
    let mut all = Vec::new();
    for v in x {
        all.push(if *v > 0.5 { Some(*v) } else { None });
    }
    all[0].unwrap_or(x[0])
}

fn main() {}

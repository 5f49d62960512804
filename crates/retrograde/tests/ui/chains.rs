//! Steps of chains that stand where no loop has them.

use retrograde::differentiable;

#[differentiable]
fn taken(xs: &[Vec<f64>]) -> f64 {
    xs.iter().flat_map(|v| v.iter()).take(3).map(|x| x * x).sum()
}

#[differentiable]
fn counted(xs: &[Vec<f64>]) -> f64 {
    xs.iter().flatten().enumerate().map(|(i, x)| x * i as f64).sum()
}

#[differentiable]
fn zipped(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter().map(|x| x * 2.0).chain(ys.iter().map(|y| y.sin())).zip(ys).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn of_filtered(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter().filter(|x| **x > 0.0).zip(ys).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn turned(xs: &[f64]) -> f64 {
    xs.iter().take_while(|x| **x > 0.0).rev().fold(0.0, |a, x| a * 0.5 + x)
}

#[differentiable]
fn left(xs: &[f64], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs.iter().chain(ys.iter()).map(|x| x * x) {
        if x > 1.0 {
            break;
        }
        sum += x;
    }
    sum
}

fn main() {}

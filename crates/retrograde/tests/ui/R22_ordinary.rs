//! Parallel loops of ordinary functions that are left early, count, or change one element.

use retrograde::prelude::*;

#[differentiable]
fn broken(y: &mut [f64], x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        if x[i] > 0.0 {
            break;
        }
        y[i] = x[i] * x[i];
    }
}

#[differentiable]
fn returned(y: &mut [f64], x: &[f64]) {
    #[parallel]
    'points: for i in 0..x.len() {
        if x[i] < 0.0 {
            continue 'points;
        }
        if x[i] > 1.0 {
            return;
        }
        y[i] = x[i] * x[i];
    }
}

#[differentiable]
fn counted(y: &mut [f64], x: &[f64]) -> f64 {
    let mut c = 0;
    #[parallel]
    for i in 0..x.len() {
        if x[i] > 0.0 {
            c += 1;
        }
        y[i] = x[i] * x[i];
    }
    c as f64
}

#[differentiable]
fn one(y: &mut [f64], x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        y[0] = x[i] * x[i];
    }
}

fn main() {}

//! Iterations of parallel loops that see one another.

use retrograde::prelude::*;

#[reversible]
fn chained(x: &mut [f64]) {
    #[parallel]
    for i in 1..x.len() {
        x[i] += x[i - 1];
    }
}

#[reversible]
fn gathered(y: &mut [f64], order: &[usize], x: &[f64]) {
    let mut count = 0;
    #[parallel]
    for i in 0..x.len() {
        y[order[i]] -= x[i] * y[i];
        count += 1;
    }
    free!(count = x.len());
}

#[reversible]
fn printed(y: &mut f64, x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        safe! { println!("{i}"); }
        *y += x[i];
    }
}

#[reversible]
fn misplaced(y: &mut f64, x: f64) {
    #[parallel]
    if x > 0.0 {
        *y += x;
    }
}

#[reversible]
fn misspelt(y: &mut f64, x: &[f64]) {
    #[parallel(thread)]
    for i in 0..x.len() {
        *y += x[i];
    }
}

#[reversible]
fn both(y: &mut f64, x: &[f64]) {
    #[sequential]
    #[parallel]
    for i in 0..x.len() {
        *y += x[i];
    }
}

#[reversible]
fn sequential_block(y: &mut f64, x: f64) {
    #[sequential]
    if x > 0.0 {
        *y += x;
    }
}

#[reversible]
fn sequential_with_options(y: &mut f64, x: &[f64]) {
    #[sequential(lanes)]
    for i in 0..x.len() {
        *y += x[i];
    }
}

fn main() {}

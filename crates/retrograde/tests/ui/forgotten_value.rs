//! A function that returns a value is called as a statement.

use retrograde::prelude::*;

#[reversible]
fn square(x: f64) -> f64 {
    x * x
}

#[reversible]
fn forgets(y: &mut f64, x: f64) {
    square(x);
    *y += x;
}

fn main() {}

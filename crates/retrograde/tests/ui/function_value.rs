//! A reversible function is passed by its type.

use retrograde::prelude::*;

#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn twice(f: &impl Reversible<f64>, y: &mut f64, x: f64) {
    f(y, x);
    f(y, x);
}

fn main() {
    let mut y = 0.0;
    twice(&square, &mut y, 3.0);
    twice(&square {}, &mut y, 3.0);
}

//! Arguments that a marked function does not take: where they stand.
use retrograde::prelude::*;

#[reversible]
fn add(y: &mut f64, x: &f64) {
    *y += x;
}

#[derive(Differentiable)]
struct Plain {
    a: f64,
}

impl Plain {
    fn square(&self, x: &f64) -> f64 {
        x * x
    }
}

#[reversible]
fn forgets_the_reference(y: &mut [f64], x: &[f64]) {
    add(&mut y[0], x[0]);
}

#[reversible]
fn forgets_an_argument(y: &mut f64) {
    add(y);
}

#[reversible]
fn calls_a_plain_method(y: &mut f64, plain: &Plain, x: &f64) {
    *y += plain.square(x) + plain.a;
}

fn main() {
    let (mut y, x) = (0.0, 1.0);
    let mut x_bar = 0.0;
    let _ = add::gradient(1.0);
    add::adjoint(&mut y, &x, &mut x_bar);
}

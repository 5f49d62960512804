//! Functions without a gradient or a check say so where one is used.

use retrograde::prelude::*;

#[reversible]
fn polar(x: f64, y: f64) -> (f64, f64) {
    ((x * x + y * y).sqrt(), y.atan2(x))
}

#[reversible]
fn powers(x: f64) -> [f64; 2] {
    [x, x * x]
}

/// A structure that cannot be copied.
#[derive(Differentiable)]
struct Solid {
    size: f64,
}

#[reversible]
fn grow(solid: &mut Solid, x: f64) {
    solid.size += x;
}

/// State of a type that has no name.
#[reversible]
fn tell(y: &mut f64, notes: &mut dyn std::fmt::Write, x: f64) {
    *y += x;
}

/// State that is read, and state that is no number.
#[reversible]
fn reads(y: &mut f64, z: &mut f64, x: f64) {
    *z += *y * x;
}

#[reversible]
fn fills(y: &mut [f64], x: f64) {
    y[0] += x;
}

fn main() {
    reads::gradient(&mut 1.0, &mut 1.0, 2.0);
    fills::gradient(&mut [1.0], 2.0);
    polar::gradient(3.0, 4.0);
    powers::gradient(3.0);
    grow::check(&mut Solid { size: 1.0 }, 2.0).unwrap();
    tell::check(&mut 1.0, &mut String::new(), 2.0).unwrap();
}

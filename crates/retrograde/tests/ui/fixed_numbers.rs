//! Structures whose numbers are of a fixed type, handed to `vjp`.

use retrograde::prelude::*;
use retrograde::{Active, value_and_gradient, vjp};

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Differentiable, Clone)]
enum Shape {
    Round(f64),
    Flat(Vec<f64>),
}

struct Bare<R> {
    x: R,
}

fn main() {
    let _ = value_and_gradient(|p: Point| Active::from(p.x * p.y), &Point { x: 1.0, y: 2.0 });
    let _ = vjp(|x: Active| (x, Shape::Round(1.0)), &1.0);
    let _ = value_and_gradient(|b: Bare<Active>| b.x, &Bare { x: 1.0 });
}

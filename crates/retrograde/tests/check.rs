//! `f::check`: every reversible function holds itself against differences.

use retrograde::Mismatch;
use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body<T> {
    place: [T; 2],
    name: String,
    tags: Vec<(usize, T)>,
    mass: T,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct World {
    bodies: Vec<Body<f64>>,
    pull: f64,
    twin: Option<Box<Body<f64>>>,
}

#[reversible]
fn drift<T: Real>(bodies: &mut [Body<T>], by: &[T; 2], n: &mut usize, h: T) {
    for i in 0..bodies.len() {
        bodies[i].place[0] += h * by[0] * bodies[i].mass;
        bodies[i].place[1] += h * by[1].sin();
    }
    *n += bodies.len();
}

#[reversible]
fn energy(world: &World, #[inactive] data: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..world.bodies.len() {
        sum += world.pull * world.bodies[i].mass * world.bodies[i].place[0] * data[i];
    }
    sum
}

#[reversible]
fn shake(world: &mut World, x: f64) {
    world.pull += x.exp();
    world.bodies[0].mass -= world.pull * x;
}

#[reversible]
fn scratched(y: &mut [f64], #[scratch] work: &mut [f64], x: f64) {
    for i in 0..y.len() {
        work[i] += x * x;
    }
    for i in 0..y.len() {
        y[i] += work[i] * work[0];
    }
}

#[allow(clippy::unused_unit)]
#[reversible]
fn generic<T, const N: usize>(y: &mut [[T; N]; 2], x: T) -> ()
where
    T: Real,
    [T; N]: Clone,
{
    y[0][0] += x * y[1][0];
}

#[reversible]
fn value<T: Real, const P: usize>(x: T) -> T {
    let n: f64 = P as f64;
    x * x * n
}

#[reversible]
fn coarse(y: &mut f64, x: f64) {
    *y += 1e18 * x;
}

#[reversible]
fn hidden(y: &mut f64, x: f64) {
    #[inactive]
    let detached: f64 = x * x;
    *y += detached * x;
}

fn body(x: f64) -> Body<f64> {
    Body { place: [x, 0.3], name: "a".into(), tags: vec![(3, 0.5)], mass: 1.5 }
}

#[test]
fn what_is_right_passes() {
    let (mut bodies, mut n) = ([body(0.4), body(-0.7)], 3);
    assert_eq!(drift::check(&mut bodies, &[0.5, 1.5], &mut n, 0.7), Ok(()));
    assert_eq!((bodies, n), ([body(0.4), body(-0.7)], 3));
    let mut world = World { bodies: vec![body(0.2), body(0.9)], pull: 0.8, twin: Some(Box::new(body(2.0))) };
    assert_eq!(energy::check(&world, &[0.4, 2.0]), Ok(()));
    let before = world.clone();
    assert_eq!(shake::check(&mut world, 0.3), Ok(()));
    assert_eq!(world, before);
    assert_eq!(scratched::check(&mut [0.4, 0.5], &mut [0.0; 2], 1.3), Ok(()));
    assert_eq!(generic::check(&mut [[0.5, 0.6, 0.7]; 2], 0.3), Ok(()));
    assert_eq!(value::check::<3>(0.3), Ok(()));
}

#[test]
fn what_is_wrong_is_told() {
    // The state drowns in what is added to it.
    let found = coarse::check(&mut 0.5, 1.0);
    assert!(matches!(found, Err(Mismatch::State { program: "the inverse", number: 0, .. })), "{found:?}");
    let found = hidden::check(&mut 0.5, 1.5).expect_err("the derivative by x is that of a constant factor");
    assert!(found.to_string().starts_with("the adjoint is wrong: the derivative by x[1]"), "{found}");
    let mut none = f64::NAN;
    assert!(coarse::check(&mut none, 1.0).is_err());
}

/// A structure that cannot be copied keeps its functions; only the helper is out of reach.
#[derive(Differentiable)]
struct Solid {
    size: f64,
}

#[reversible]
fn grow(solid: &mut Solid, x: f64) {
    solid.size += x;
}

#[test]
fn what_cannot_be_copied_is_no_error() {
    let mut solid = Solid { size: 1.0 };
    grow(&mut solid, 2.0);
    assert_eq!(solid.size, 3.0);
}

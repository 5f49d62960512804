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

mod kinds {
    use super::*;
    use retrograde::{Fixed43, Log, MaxPlus};
    use std::collections::{BTreeMap, HashMap};

    #[reversible]
    fn grow(stack: &mut Vec<f64>, x: &mut f64, y: &[f64]) {
        stack[0] += x.sin() * y[0];
        *x += y[1] * y[0];
        push!(stack, *x);
        stack[1] -= y[1] * y[1];
    }

    #[reversible]
    fn shrink<T: Real>(stack: &mut Vec<T>, x: &mut T, by: T) {
        pop!(stack, *x);
        *x += by * stack[0];
    }

    #[test]
    fn vectors_that_grow_and_shrink() {
        let mut stack = vec![0.4, 0.7];
        assert_eq!(grow::check(&mut stack, &mut 0.3, &[0.5, -1.5]), Ok(()));
        assert_eq!(stack, [0.4, 0.7]);
        assert_eq!(shrink::check(&mut stack, &mut 0.0, 0.6), Ok(()));
        let found = shrink::check(&mut stack, &mut 0.5, 0.6);
        assert!(matches!(found, Err(Mismatch::Irreversible { program: "the function", .. })), "{found:?}");
    }

    #[reversible]
    fn paid(map: &mut HashMap<String, f64>, prices: &BTreeMap<(usize, u8), [f64; 2]>, rate: f64) {
        map["a"] += rate * prices[&(1, 2)][0];
        map["b"] -= rate * rate * prices[&(0, 3)][1];
        insert!(map, "c", 0.0);
        map["c"] += rate.exp() * prices[&(1, 2)][1];
    }

    #[reversible]
    fn total<T: Real>(map: &HashMap<usize, T>) -> T {
        let mut sum = 0.0;
        for key in 6..8 {
            sum += map[&key] * map[&key].sin();
        }
        sum + map[&3]
    }

    #[test]
    fn maps() {
        let prices = BTreeMap::from([((1, 2), [0.4, -0.8]), ((0, 3), [0.9, 1.7])]);
        let before = HashMap::from([("a".to_string(), 0.5), ("b".to_string(), 0.75)]);
        let mut map = before.clone();
        assert_eq!(paid::check(&mut map, &prices, 0.7), Ok(()));
        assert_eq!(map, before);
        assert_eq!(total::check(&HashMap::from([(3, 0.5), (6, 0.3), (7, -0.6)])), Ok(()));
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Pair<T> {
        a: T,
        b: [T; 2],
        n: usize,
    }

    #[reversible]
    fn made<T: Real>(x: T, y: &[T]) -> Pair<T> {
        Pair { a: x * y[0], b: [x.sin(), y[1] * y[1]], n: 3 }
    }

    #[reversible]
    fn both<T: Real>(x: T, pair: &(Pair<T>, T, f64)) -> (T, Pair<T>, usize) {
        let k: f64 = pair.2;
        (x * pair.1 * k, Pair { a: x * pair.0.a, b: [pair.0.b[1], x], n: 2 }, 7)
    }

    #[reversible]
    fn inside<T: Real>(pairs: &mut [(Pair<T>, T)], x: T) {
        for i in 0..pairs.len() {
            pairs[i].0.a += x * pairs[i].1;
            pairs[i].0.n += 1;
        }
    }

    #[test]
    fn values_and_tuples_with_structures() {
        assert_eq!(made::check(0.7, &[0.4, -0.9]), Ok(()));
        let pair = Pair { a: 0.7, b: [0.4, -0.9], n: 5 };
        assert_eq!(both::check(0.6, &(pair.clone(), 1.3, 2.5)), Ok(()));
        assert_eq!(inside::check(&mut [(pair.clone(), 0.4), (pair, -0.7)], 0.3), Ok(()));
    }

    #[reversible]
    fn single(y: &mut [f32], x: f32) {
        for i in 0..y.len() {
            y[i] += x * x.sin();
        }
    }

    #[reversible]
    fn singly(x: &[f32]) -> f32 {
        x[0] * x[1].exp() + x[2].sqrt()
    }

    #[primitive(partials(1.01 * x))]
    fn nearly(x: f32) -> f32 {
        0.5 * x * x
    }

    #[reversible]
    fn off(x: f32) -> f32 {
        nearly(x) * x
    }

    #[test]
    fn single_precision() {
        assert_eq!(single::check(&mut [0.4, 100.0], 0.7), Ok(()));
        assert_eq!(singly::check(&[0.3, -0.7, 5.0]), Ok(()));
        for x in [0.1, 3.0, 200.0] {
            let found = off::check(x).expect_err("one per cent of a part of it").to_string();
            assert!(found.starts_with("the pullback is wrong: the derivative by x[0]"), "{found}");
        }
    }

    #[reversible]
    fn fixed(y: &mut [Fixed43], x: Fixed43) {
        for i in 0..y.len() {
            y[i] += x * x.sin();
        }
    }

    #[reversible]
    fn fixedly(x: &[Fixed43]) -> Fixed43 {
        x[0] * x[1].exp() + x[2].sqrt()
    }

    #[instruction(inverse = halved, adjoint = doubled_adjoint)]
    fn doubled(y: &mut Fixed43) {
        *y = *y + *y;
    }

    #[instruction(inverse = doubled, adjoint = halved_adjoint)]
    fn halved(y: &mut Fixed43) {
        *y = *y * Fixed43::constant(0.5);
    }

    fn doubled_adjoint<C: Cotangent<Fixed43>>(y: &mut Fixed43, y_bar: &mut C) {
        halved(y);
        *y_bar = y_bar.scaled(Fixed43::constant(2.0));
    }

    fn halved_adjoint<C: Cotangent<Fixed43>>(y: &mut Fixed43, y_bar: &mut C) {
        doubled(y);
        *y_bar = y_bar.scaled(Fixed43::constant(0.5));
    }

    #[test]
    fn fixed_point_to_the_bit() {
        let f = Fixed43::constant;
        // More digits than an `f64` has.
        let large = Fixed43::from_bits(f(400_000.0).to_bits() + 1);
        assert_eq!(fixed::check(&mut [f(0.3), large], f(0.7)), Ok(()));
        assert_eq!(fixedly::check(&[f(0.3), f(-0.7), f(5.0)]), Ok(()));
        assert_eq!(doubled::check(&mut f(0.7)), Ok(()));
        let found = halved::check(&mut Fixed43::from_bits(f(0.7).to_bits() | 1));
        let text = found.expect_err("the last bit is lost").to_string();
        assert!(text.starts_with("the inverse leaves 0x") && text.contains("in word 0"), "{text}");
    }

    #[reversible]
    fn likely<T: Real>(y: &mut Log<T>, x: &[Log<T>]) -> () {
        *y *= x[0] + x[1] * x[1];
    }

    #[reversible]
    fn likelihood(x: &[Log<f64>], k: f64) -> Log<f64> {
        x[0] * x[1] + x[2] * Log::from_value(k)
    }

    #[reversible]
    fn longest(x: &[MaxPlus<f64>]) -> MaxPlus<f64> {
        x[0] * x[1] + x[2]
    }

    #[test]
    fn logarithms() {
        let log = |x: f64| Log::from_value(x);
        assert_eq!(likely::check(&mut log(0.4), &[log(2.0), log(0.3)]), Ok(()));
        assert_eq!(likelihood::check(&[log(0.4), log(1e300), log(3e299)], 0.7), Ok(()));
        assert_eq!(longest::check(&[1.0, 2.0, -4.0].map(|value| MaxPlus { value })), Ok(()));
    }

    #[reversible]
    fn counted(n: &mut Vec<usize>, by: usize) {
        n[0] += by;
        n[1] += n[0];
    }

    #[instruction(self_inverse)]
    fn forgets(n: &mut i64) {
        *n = 5;
    }

    #[test]
    fn what_is_exact() {
        assert_eq!(counted::check(&mut vec![3, 5], 2), Ok(()));
        let found = forgets::check(&mut 3);
        assert_eq!(found, Err(Mismatch::Exact { program: "the inverse", word: 0, expected: 3, found: 5 }));
    }

    struct Slope<T>(T);

    #[reversible]
    fn with_host(y: &mut f64, x: f64, #[inactive] by: &Slope<f64>) {
        *y += x * by.0;
    }

    #[test]
    fn what_is_handed_on() {
        assert_eq!(with_host::check(&mut 0.5, 0.7, &Slope(3.0)), Ok(()));
    }
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

//! Fields of generic structures that are floats of the host's, and constants that have names.

use retrograde::Dual;
use retrograde::prelude::*;

/// Gravity is beside the real type, and carries no cotangent.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pendulum<T> {
    length: T,
    gravity: f64,
    damping: f32,
}

#[reversible]
fn frequency<T: Real>(p: &Pendulum<T>) -> T {
    (p.gravity * p.length.recip()).sqrt() - p.damping
}

#[reversible]
impl<T: Real> Pendulum<T> {
    fn energy(&self, angle: T, omega: T) -> T {
        let v = self.length * omega;
        0.5 * v * v + self.gravity * self.length * (1.0 - angle.cos())
    }

    fn step(&self, angle: &mut T, omega: &mut T, dt: f64) {
        *omega -= self.gravity / self.length * angle.sin() * dt;
        *angle += *omega * dt;
    }
}

#[test]
fn a_float_beside_the_reals_is_lifted() {
    let p = Pendulum { length: 2.0, gravity: 9.81, damping: 0.25 };
    assert_eq!(frequency(&p), (9.81_f64 / 2.0).sqrt() - 0.25);
    assert_eq!(frequency::check(&p), Ok(()));
    assert_eq!(p.energy_check(0.4, 0.7), Ok(()));
    let (mut angle, mut omega) = (0.3, 0.1);
    assert_eq!(p.step_check(&mut angle, &mut omega, 0.01), Ok(()));
    let tangent = frequency(&Pendulum { length: Dual::new(2.0, 1.0), gravity: 9.81, damping: 0.25 }).tangent;
    let (_, (bar,)) = frequency::gradient(&p);
    assert!((tangent - bar.length).abs() < 1e-14);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spline<T> {
    knots: Vec<f64>,
    heights: Vec<T>,
    window: (f64, f64),
}

fn interval(knots: &[f64], at: f64) -> usize {
    knots.iter().rposition(|knot| *knot <= at).unwrap_or(0).min(knots.len() - 2)
}

#[reversible]
fn at<T: Real>(s: &Spline<T>, t: f64) -> T {
    let i = interval(&s.knots, t);
    let u = (t - s.knots[i]) / (s.knots[i + 1] - s.knots[i]);
    s.heights[i] * (1.0 - u) + s.heights[i + 1] * u
}

/// Innermost loops visit such an array through a window.
#[reversible]
fn weighted<T: Real>(s: &Spline<T>) -> T {
    let mut sum = 0.0;
    for i in 0..s.knots.len() {
        sum += s.knots[i] * s.heights[i] * s.heights[i];
    }
    for (knot, height) in s.knots.iter().zip(&s.heights) {
        sum += *knot * *height;
    }
    if sum > s.window.1 { sum * s.window.0 } else { sum }
}

#[test]
fn so_are_arrays_of_them() {
    let knots: Vec<f64> = (0..11).map(|i| f64::from(i) * 0.3).collect();
    let heights: Vec<f64> = knots.iter().map(|x| x.sin()).collect();
    let s = Spline { knots, heights, window: (0.5, 2.0) };
    let sum: f64 = s.knots.iter().zip(&s.heights).map(|(k, h)| k * h * h + k * h).sum();
    assert!(sum > 2.0 && (weighted(&s) - 0.5 * sum).abs() < 1e-12);
    assert_eq!(weighted::check(&s), Ok(()));
    assert_eq!(at::check(&s, 0.7), Ok(()));
    let slope = (s.heights[3] - s.heights[2]) / 0.3;
    assert!((at(&s, 0.7) - s.heights[2] - slope * 0.1).abs() < 1e-12);
}

/// One that is lent, handed over and computed with.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Run<T> {
    state: [T; 2],
    dt: f64,
    steps: usize,
}

#[reversible]
fn advanced<T: Real>(x: &[T; 2], dt: f64) -> [T; 2] {
    [x[0] + dt * x[1], x[1] - dt * x[0].sin()]
}

#[reversible]
fn scaled<T: Real>(x: T, by: T) -> T {
    x * by
}

#[reversible]
fn end<T: Real>(run: &Run<T>) -> T {
    let next = advanced(&run.state, run.dt);
    let last = Run { state: advanced(&next, run.dt), dt: run.dt, steps: run.steps };
    scaled(last.state[0], run.dt) + last.dt * run.dt * last.state[1]
}

#[test]
fn one_is_handed_over_as_the_type_that_is_asked_for() {
    let run = Run { state: [0.4, 0.6], dt: 0.1, steps: 3 };
    let step = |[x, v]: [f64; 2]| [x + 0.1 * v, v - 0.1 * x.sin()];
    let [x, v] = step(step(run.state));
    assert!((end(&run) - (0.1 * x + 0.1 * 0.1 * v)).abs() < 1e-15);
    assert_eq!(end::check(&run), Ok(()));
}

/// Where the structure of a field keeps cotangents of its own floats, they get theirs.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Wall {
    width: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Room<T> {
    wall: Wall,
    height: T,
}

#[reversible]
fn area<T: Real>(room: &Room<T>) -> T {
    room.wall.width * room.height * room.height
}

#[test]
fn nothing_is_lost() {
    let room = Room { wall: Wall { width: 3.0 }, height: 2.0 };
    assert_eq!(area::check(&room), Ok(()));
    let (_, (bar,)) = area::gradient(&room);
    assert_eq!((bar.wall.width, bar.height), (4.0, 12.0));
}

/// A constant with a name is of whichever type is asked for.
#[reversible]
fn decayed<T: Real>(x: T, rate: T, time: f64) -> T {
    x * (-rate * time).exp()
}

#[reversible]
fn twice<T: Real>(x: T) -> T {
    x + x
}

#[reversible]
fn named<T: Real>(x: &[T; 2], n: usize) -> T {
    let time = 0.25;
    let rate = 1.5;
    let half = time / n as f64;
    let nodes = [-rate, 0.0, rate];
    let mut sum = twice(rate) * decayed(x[0], rate, time);
    for node in &nodes {
        sum += (x[1] - *node) * half + twice(*node) * x[1];
    }
    sum + time
}

#[test]
fn a_constant_with_a_name_is_one() {
    assert_eq!(named::check(&[0.3, 0.8], 4), Ok(()));
    let expected = 3.0 * 0.3 * (-1.5_f64 * 0.25).exp() + 3.0 * 0.8 * 0.0625 + 0.25;
    assert!((named(&[0.3, 0.8], 4) - expected).abs() < 1e-14);
}

/// Wherever a constant may stand, its name may.
#[reversible]
fn everywhere<T: Real>(y: &mut [T], x: T, n: usize) {
    let half = 0.5;
    let small = -1e-3;
    let one = 1.0;
    assert!(x > small);
    let copy = half;
    let by_reference = summed(&one, x);
    let [a, b] = [half, x];
    let chosen = if n > 2 { half } else { x };
    let mut sum = half;
    sum += half.powf(x) + x.max(small) + small.max(x) + x.mul_add(half, one) + half.sin() * x;
    y[0] += copy;
    y[1] -= half;
    y[0] += by_reference * a * b + chosen * sum;
    each!(y += half * x);
    if x > half {
        y[1] += x.atan2(one);
    }
    let filled = vec![half; n];
    for f in &filled {
        y[0] += *f * x;
    }
}

#[reversible]
fn summed<T: Real>(a: &T, b: T) -> T {
    *a + b
}

#[test]
fn a_constant_with_a_name_stands_wherever_a_literal_does() {
    for n in [2, 3] {
        for x in [0.3_f64, 0.8] {
            let mut y = [0.4, 0.7];
            assert_eq!(everywhere::check(&mut y, x, n), Ok(()));
            everywhere(&mut y, x, n);
            let sum = 0.5 + 0.5_f64.powf(x) + x + x + (0.5 * x + 1.0) + 0.5_f64.sin() * x;
            let chosen = if n > 2 { 0.5 } else { x };
            let y0 = 0.4 + 0.5 + (1.0 + x) * 0.5 * x + chosen * sum + 0.5 * x + 0.5 * n as f64 * x;
            let y1 = 0.7 - 0.5 + 0.5 * x + if x > 0.5 { x.atan2(1.0) } else { 0.0 };
            assert!((y[0] - y0).abs() < 1e-14 && (y[1] - y1).abs() < 1e-14, "{y:?} {y0} {y1}");
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Surface<T> {
    curvature: T,
    thickness: T,
    index: f64,
}

#[reversible]
fn bent<T: Real>(y: T, s: &Surface<T>, before: f64, weight: T) -> T {
    (y * s.curvature).sin() * (before / s.index) * weight + s.thickness
}

/// Fields of one element beside another element as a whole.
#[reversible]
fn through<T: Real>(y: T, surfaces: &[Surface<T>]) -> T {
    let first = bent(y, &surfaces[0], 1.0, surfaces[1].thickness);
    bent(first, &surfaces[1], surfaces[0].index, surfaces[0].curvature)
}

#[test]
fn a_field_is_handed_over_beside_its_structure() {
    let surface = |curvature, index| Surface { curvature, thickness: 0.7, index };
    assert_eq!(through::check(0.3, &[surface(0.4, 1.5), surface(-0.8, 1.25)]), Ok(()));
}

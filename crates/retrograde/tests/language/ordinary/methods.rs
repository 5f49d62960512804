//! Methods, associated functions and traits of ordinary functions.

use super::agrees;
use retrograde::{Differentiable, Real, differentiable};

/// A driven pendulum.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pendulum {
    angle: f64,
    speed: f64,
    length: f64,
    steps: usize,
}

#[differentiable]
impl Pendulum {
    const GRAVITY: f64 = 9.81;

    #[inactive]
    fn new(angle: f64, speed: f64, length: f64) -> Pendulum {
        Pendulum { angle, speed, length, steps: 0 }
    }

    /// The torque over the inertia, limited.
    fn acceleration(&self, drive: f64) -> f64 {
        let mut a = -Self::GRAVITY / self.length * self.angle.sin();
        a += drive;
        if a > 100.0 {
            return 100.0;
        }
        a *= 1.0 - 0.01 * self.speed;
        a
    }

    fn update(&mut self, drive: f64, dt: f64) {
        let a = self.acceleration(drive);
        self.speed += dt * a;
        self.speed *= 0.999;
        self.angle = Self::wrapped(self.angle + dt * self.speed);
        self.steps += 1;
    }

    fn wrapped(angle: f64) -> f64 {
        let mut angle = angle;
        while angle > 3.0 {
            angle -= 6.0;
        }
        angle
    }

    pub fn energy(&self) -> f64 {
        let v = self.length * self.speed;
        0.5 * v * v + Self::GRAVITY * self.length * (1.0 - self.angle.cos())
    }

    /// All of it: many updates, then the energy.
    fn swung(&self, drive: f64, n: usize) -> f64 {
        let mut angle = self.angle;
        let mut speed = self.speed;
        for i in 0..n {
            let push = if i % 2 == 0 { drive } else { -drive };
            speed += 0.01 * self.acceleration(push);
            angle = angle + 0.01 * speed;
        }
        self.energy() + angle * angle
    }

    #[reversible]
    fn kick(&mut self, by: f64) {
        self.speed += by * self.length;
    }
}

#[differentiable]
fn simulated(angle: f64, speed: f64, length: f64, drive: f64) -> f64 {
    let mut p = Pendulum { angle, speed, length, steps: 0 };
    for _ in 0..20 {
        p.update(drive, 0.05);
    }
    p.kick(drive);
    p.energy() * p.acceleration(drive)
}

#[differentiable]
impl Pendulum {
    fn period(&self, drive: f64) -> Option<f64> {
        let mut k = Self::GRAVITY / self.length;
        k += drive;
        if k <= 0.0 {
            return None;
        }
        Some(6.283185307179586 / k.sqrt())
    }
}

#[test]
fn methods_may_have_no_value() {
    let p = Pendulum::new(0.5, 0.25, 1.25);
    assert_eq!(p.period(-100.0), None);
    assert!(p.period_gradient(-100.0).is_none());
    let (value, (bar, drive)) = p.period_gradient(0.75).expect("a value");
    assert_eq!(Some(value), p.period(0.75));
    let f = |x: &[f64]| Pendulum::new(0.5, 0.25, x[0]).period(x[1]).expect("a value");
    agrees("period", f, &[bar.length, drive], &[1.25, 0.75]);
}

#[test]
fn methods_have_derivatives() {
    let p = Pendulum::new(0.5, 0.25, 1.25);
    let of = |x: &[f64]| Pendulum::new(x[0], x[1], x[2]);
    let at = [0.5, 0.25, 1.25, 0.75];
    let (value, (p_bar, drive)) = p.swung_gradient(0.75, 9);
    assert_eq!(value, p.swung(0.75, 9));
    let bars = [p_bar.angle, p_bar.speed, p_bar.length, drive];
    agrees("swung", |x| of(x).swung(x[3], 9), &bars, &at);
    assert_eq!(p.swung_check(0.75, 9), Ok(()));

    let (value, (a, b, c, d)) = simulated::gradient(0.5, 0.25, 1.25, 0.75);
    assert_eq!(value, simulated(0.5, 0.25, 1.25, 0.75));
    agrees("simulated", |x| simulated(x[0], x[1], x[2], x[3]), &[a, b, c, d], &at);
}

#[test]
fn methods_that_change_their_structure_have_a_sweep() {
    let mut p = Pendulum::new(2.9, 4.0, 1.25);
    let mut bar = p.shadow::<f64>();
    bar.angle = 1.0;
    let (mut drive, mut dt) = (0.0, 0.0);
    p.update_sweep(&mut bar, 0.75, &mut drive, 0.05, &mut dt);
    let mut again = Pendulum::new(2.9, 4.0, 1.25);
    again.update(0.75, 0.05);
    assert_eq!(p, again);
    let f = |x: &[f64]| {
        let mut p = Pendulum::new(x[0], x[1], x[2]);
        p.update(x[3], x[4]);
        p.angle
    };
    agrees("update", f, &[bar.angle, bar.speed, bar.length, drive, dt], &[2.9, 4.0, 1.25, 0.75, 0.05]);
}

/// The methods of a potential.
#[differentiable]
trait Potential<T: Real>: Differentiable {
    fn value(&self, x: T) -> T;

    /// Twice, by the method that is declared.
    fn twice(&self, x: T) -> T {
        let mut y = self.value(x);
        y = self.value(y * T::constant(0.5));
        y
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Well<T> {
    depth: T,
}

#[differentiable]
impl<T: Real> Potential<T> for Well<T> {
    fn value(&self, x: T) -> T {
        let mut y = x * x;
        y *= self.depth;
        if y > T::constant(4.0) {
            y = T::constant(4.0) + (y - T::constant(4.0)) * T::constant(0.5);
        }
        y
    }
}

#[differentiable]
impl<T: Real> Well<T> {
    fn path<const N: usize>(&self, x: &[T; N]) -> T {
        let mut sum = T::constant(0.0);
        for i in 0..N {
            sum = sum * T::constant(0.5) + self.value(x[i]) * self.twice(x[i]);
        }
        sum
    }
}

#[test]
fn traits_have_derivatives() {
    let f = |x: &[f64]| Well { depth: x[0] }.twice(x[1]);
    let well = Well { depth: 1.5 };
    let (value, (bar, x)) = well.twice_gradient(1.75);
    assert_eq!(value, well.twice(1.75));
    agrees("twice", f, &[bar.depth, x], &[1.5, 1.75]);
    let (_, (bar, x)) = well.path_gradient(&[0.5, 1.75, -0.75]);
    let f = |x: &[f64]| Well { depth: x[0] }.path(&[x[1], x[2], x[3]]);
    agrees("path", f, &[bar.depth, x[0], x[1], x[2]], &[1.5, 0.5, 1.75, -0.75]);
}

/// Methods that have a value and change their structure call one another.
#[derive(Clone, Copy, Differentiable)]
struct Spring {
    x: f64,
    v: f64,
    k: f64,
}

#[differentiable]
impl Spring {
    fn kick(&mut self, dt: f64) -> f64 {
        let a = -self.k * self.x;
        self.v += dt * a;
        a
    }

    fn step(&mut self, dt: f64) -> f64 {
        let a = self.kick(dt);
        self.x += dt * self.v;
        0.5 * (a * a) + self.energy()
    }

    fn energy(&self) -> f64 {
        0.5 * self.v * self.v + 0.5 * self.k * self.x * self.x
    }

    fn steps(&mut self, n: usize, dt: f64) -> f64 {
        let mut total = 0.0;
        for _ in 0..n {
            total += self.step(dt);
        }
        total
    }

    fn fill(&mut self, out: &mut Vec<f64>, dt: f64) {
        out.push(self.x * dt);
        self.x += 0.1;
    }

    fn tail(&self, out: &mut Vec<f64>) -> f64 {
        let v = out[out.len() - 1];
        out[0] *= 2.0;
        v * self.k
    }

    fn all(&mut self, out: &mut Vec<f64>) -> f64 {
        self.fill(out, 0.5);
        self.kick(0.2);
        let y = self.tail(out) * self.energy();
        if self.kick(0.1) > 0.0 { y * 2.0 } else { y }
    }

    fn bounded(&mut self, limit: f64) -> Option<f64> {
        let a = self.kick(0.1);
        if a > limit {
            return None;
        }
        Some(a * self.x)
    }

    fn twice_bounded(&mut self, limit: f64) -> Option<f64> {
        let a = self.bounded(limit)?;
        let b = self.bounded(-0.5).unwrap_or(0.1);
        Some(a + b)
    }

    fn count(&mut self) -> usize {
        self.x += 0.1;
        3
    }

    fn counted(&mut self) -> f64 {
        let n = self.count();
        let mut sum = 0.0;
        for _ in 0..n {
            sum += self.x;
        }
        sum
    }
}

/// Other functions call them by the name of the type.
#[differentiable]
fn spring_steps(x: f64, k: f64) -> f64 {
    let mut spring = Spring { x, v: 0.0, k };
    Spring::steps(&mut spring, 5, 0.1) + spring.energy()
}

#[differentiable]
fn spring_all(x: f64, k: f64) -> f64 {
    let mut spring = Spring { x, v: 0.0, k };
    let mut out = vec![x];
    let all = Spring::all(&mut spring, &mut out);
    let last = spring.tail(&mut out);
    all + out[0] + last
}

#[differentiable]
fn spring_bounded(x: f64, k: f64, limit: f64) -> f64 {
    let mut spring = Spring { x, v: 0.0, k };
    match Spring::twice_bounded(&mut spring, limit) {
        Some(y) => y * spring.x,
        None => spring.v,
    }
}

#[differentiable]
fn spring_counted(x: f64, k: f64) -> f64 {
    let mut spring = Spring { x, v: 0.0, k };
    Spring::counted(&mut spring) * spring.x
}

#[test]
fn methods_with_a_value_change_their_structure() {
    assert_eq!(spring_steps::check(0.3, 1.2), Ok(()));
    assert_eq!(spring_all::check(0.3, 1.2), Ok(()));
    assert_eq!(spring_all::check(-0.3, 1.2), Ok(()));
    for limit in [0.5, -0.5] {
        assert_eq!(spring_bounded::check(0.3, 1.2, limit), Ok(()));
    }
    assert_eq!(spring_counted::check(0.3, 1.2), Ok(()));
    let mut spring = Spring { x: 0.3, v: 0.0, k: 1.2 };
    assert_eq!(spring_steps::gradient(0.3, 1.2).0, spring.steps(5, 0.1) + spring.energy());
}

/// A structure with the name that programs give to cotangents.
#[derive(Clone, Copy, Default, Differentiable)]
struct C {
    re: f64,
    im: f64,
}

#[retrograde::reversible]
impl std::ops::Mul for C {
    type Output = C;
    fn mul(self, other: C) -> C {
        C { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[differentiable]
fn turned(a: C, b: C) -> C {
    C { re: a.re + b.re * a.im.cos(), im: a.im + b.im }
}

/// A structure that starts at a literal, and is assigned what a function returns.
#[differentiable]
fn composed(of: &[C]) -> f64 {
    let mut at = C { re: 0.5, im: 0.1 };
    for c in of {
        at = turned(at, *c);
    }
    at.re * at.im
}

/// A vector of structures that are written out, and operators of a type called `C`.
#[differentiable]
fn listed(q: f64) -> f64 {
    let all = vec![C { re: q, im: 1.0 }, C { re: 2.0 * q, im: q }];
    let mut at = all[0];
    for c in &all {
        at = turned(at, *c);
    }
    let product = at * all[1];
    product.re * all[1].im
}

/// Shifts of integers, and a marked function among the statements.
#[differentiable]
fn power(mut n: u32, x: f64) -> f64 {
    #[differentiable]
    fn local(a: f64, b: f64) -> f64 {
        a.max(b) * a
    }
    let (mut base, mut product) = (x, 1.0);
    while n > 0 {
        if n & 1 == 1 {
            product *= local(base, 0.3);
        }
        base *= base;
        n >>= 1;
    }
    product
}

#[test]
fn structures_are_assigned_and_listed() {
    let of = [0.3, 0.2, 0.5, -0.4];
    let at = |x: &[f64]| composed(&[C { re: x[0], im: x[1] }, C { re: x[2], im: x[3] }]);
    let (value, (by,)) = composed::gradient(&[C { re: of[0], im: of[1] }, C { re: of[2], im: of[3] }]);
    assert_eq!(value, at(&of));
    super::agrees("composed", at, &[by[0].re, by[0].im, by[1].re, by[1].im], &of);
    assert_eq!(listed::check(0.3), Ok(()));
    assert_eq!(power::check(13, 1.1), Ok(()));
}

/// A trait with a method that has a value and changes its structure.
#[differentiable]
trait Filter: Differentiable + Clone {
    fn process(&mut self, x: f64) -> f64;

    fn bounded(&mut self, x: f64, limit: f64) -> Option<f64>;

    fn twice(&mut self, x: f64) -> f64 {
        let y = self.process(x);
        self.process(y)
    }
}

#[derive(Clone, Differentiable)]
struct LowPass {
    state: f64,
    k: f64,
}

#[differentiable]
impl Filter for LowPass {
    fn process(&mut self, x: f64) -> f64 {
        self.state += self.k * (x - self.state);
        self.state
    }

    fn bounded(&mut self, x: f64, limit: f64) -> Option<f64> {
        let y = self.process(x);
        if y < limit { Some(y) } else { None }
    }
}

#[differentiable]
fn filtered(x: f64, k: f64, limit: f64) -> f64 {
    let mut filter = LowPass { state: 0.1, k };
    let a = LowPass::twice(&mut filter, x);
    let b = LowPass::bounded(&mut filter, a * x, limit).unwrap_or(x);
    a * b + filter.state
}

#[test]
fn methods_of_traits_with_a_value_change_their_structure() {
    for limit in [0.0, 1.0] {
        assert_eq!(filtered::check(0.3, 0.7, limit), Ok(()));
    }
}

#[differentiable]
fn last_changes(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for k in 0..x.len() {
        if let Some(last) = y.last_mut() {
            *last += 0.1 * x[k];
        }
    }
    y.iter().map(|v| v * v).sum()
}

#[test]
fn the_last_element_of_a_vector_changes() {
    last_changes::check(&[1.0, 0.7, 0.4]).unwrap();
}

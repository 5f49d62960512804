//! Floats of the host in generic functions: exact values that stand beside reals, and constants that are of the type which a
//! callee asks for. Each derivative is compared with differences, and values with plain Rust.
#![allow(missing_docs)]

use retrograde::prelude::*;

/// Casts, and literals beside them in both orders.
#[reversible]
fn deviance<T: Real>(x: &[T], counts: &[u32]) -> T {
    let mut total = 0.0;
    for (i, &c) in x.iter().zip(counts) {
        total += i - c as f64 * i.ln();
        total -= i.sin() * (2.0 * c as f64 - 0.5);
        total += *i / (1.0 + c as f64);
    }
    total
}

#[test]
fn casts_stand_beside_reals() {
    let (x, counts) = ([0.7, 1.3, 2.1], [3, 0, 5]);
    assert_eq!(deviance::check(&x, &counts), Ok(()));
    let plain: f64 = x
        .iter()
        .zip(counts)
        .map(|(x, c)| x - c as f64 * x.ln() - x.sin() * (2.0 * c as f64 - 0.5) + x / (1.0 + c as f64))
        .sum();
    assert!((deviance(&x, &counts) - plain).abs() < 1e-12);
}

#[reversible]
fn drift<T: Real>(x: &mut [T], v: &[T], h: f64) {
    for (x, v) in x.iter_mut().zip(v) {
        *x += h * *v;
    }
}

#[reversible]
fn scaled<T: Real>(y: &mut T, x: T, k: T) {
    *y += k * x;
}

#[reversible]
fn huber<T: Real>(x: T, delta: f64) -> T {
    if x.abs() < delta { 0.5 * x * x / delta } else { x.abs() - 0.5 * delta }
}

/// A constant is handed to an `f64` and to a real.
#[reversible]
fn steps<T: Real>(y: &mut T, x: &mut [T], v: &[T], n: usize) {
    let h = 1.0 / n as f64;
    for _ in 0..n {
        drift(x, v, h);
        drift(x, v, 0.01);
        drift(x, v, -0.5 * std::f64::consts::PI * h);
        drift(x, v, 0.5 * h * h.sqrt().max(0.1));
        drift::inverse(x, v, 0.25);
    }
    scaled(y, x[0], 0.5);
    scaled(y, x[1], h);
    scaled(y, v[0], 2.0 * h);
    scaled(y, 0.5, v[1]);
    *y += huber(x[0] - x[1], 0.1) * huber(v[0], h) - 2.0 * huber(x[1], 1e3);
}

#[test]
fn constants_are_of_the_type_that_the_callee_asks_for() {
    let (x, v) = ([0.3, 1.9], [0.8, -0.7]);
    for n in 1..4 {
        assert_eq!(steps::check(&mut 0.4, &mut x.clone(), &v, n), Ok(()));
    }
    let (mut y, mut moved) = (0.0, x);
    steps(&mut y, &mut moved, &v, 2);
    let h = 0.5_f64;
    let t = 2.0 * (h + 0.01 - 0.5 * std::f64::consts::PI * h + 0.5 * h * h.sqrt() - 0.25);
    let at = [x[0] + t * v[0], x[1] + t * v[1]];
    let soft = |x: f64, d: f64| if x.abs() < d { 0.5 * x * x / d } else { x.abs() - 0.5 * d };
    let plain =
        0.5 * at[0] + h * at[1] + 2.0 * h * v[0] + 0.5 * v[1] + soft(at[0] - at[1], 0.1) * soft(v[0], h)
            - 2.0 * soft(at[1], 1e3);
    assert!((y - plain).abs() < 1e-12, "{y} {plain}");
}

/// A call without a real among its arguments: literals are reals.
#[reversible]
fn square<T: Real>(x: T) -> T {
    x * x
}

#[reversible]
fn of_literals<T: Real>(y: &mut T, x: T, dt: f64) {
    *y += square(3.0) * x + square(0.5 * dt) * x;
    let k = square(1.5);
    *y += k * x + square(x + 0.5);
}

#[test]
fn literals_alone_are_real() {
    assert_eq!(of_literals::check(&mut 0.4, 1.3, 0.7), Ok(()));
    let mut y = 0.0;
    of_literals(&mut y, 2.0, 4.0);
    assert_eq!(y, 18.0 + 8.0 + 4.5 + 6.25);
}

fn ricker(t: f64) -> f64 {
    let a = (t - 1.0).powi(2) * 9.0;
    (1.0 - 2.0 * a) * (-a).exp()
}

fn clipped(t: f64, low: f64) -> f64 {
    t.max(low)
}

/// In host code everything is the host's.
#[reversible]
fn driven<T: Real>(y: &mut T, c: T, n: usize) {
    for k in 0..n {
        let s: f64 = ricker(k as f64 * 0.1);
        let r: f64 = clipped(0.5 * s, -0.2) + 0.5;
        let one: f64 = ricker(1.0);
        let weights: [f64; 2] = [0.5, s];
        let chosen: f64 = if k > 1 { 0.25 } else { 0.75 };
        *y += s * c + c * c * r * one;
        *y += c * weights[0] + weights[1] * c.sin() * chosen;
        scaled(y, c, s);
    }
}

#[test]
fn the_host_computes_with_its_own_floats() {
    assert_eq!(driven::check(&mut 0.4, 1.3, 4), Ok(()));
    let (mut y, c) = (0.0, 0.6_f64);
    driven(&mut y, c, 3);
    let plain: f64 = (0..3)
        .map(|k| {
            let s = ricker(k as f64 * 0.1);
            let chosen = if k > 1 { 0.25 } else { 0.75 };
            s * c + c * c * ((0.5 * s).max(-0.2) + 0.5) + c * 0.5 + s * c.sin() * chosen + c * s
        })
        .sum();
    assert!((y - plain).abs() < 1e-12);
}

#[reversible]
fn position<T: Real>(t: f64, a: T, w: T) -> (T, T) {
    let x = 2.0 * std::f64::consts::PI * t * w;
    (a * x.cos(), a * x.sin())
}

/// Parts of tuples, as a pattern, as a `let` and as a field.
#[reversible]
fn misfit<T: Real>(a: T, w: T, seen: &[(f64, f64, f64)], weights: &[(usize, f64)]) -> T {
    let mut s = 0.0;
    for &(t, x, y) in seen {
        let (px, py) = position(t, a, w);
        s += (px - x).powi(2) + (py - y).powi(2);
    }
    for i in 0..seen.len() {
        let (t, x, _) = seen[i];
        let half = 0.5 * t;
        let (px, _) = position(half, a, w);
        s += px * x * seen[i].2;
    }
    for (k, weight) in weights {
        s += *weight * a * seen[*k].0;
    }
    s
}

#[test]
fn parts_of_tuples_are_floats_of_the_host() {
    let seen = [(0.1, 0.7, 0.3), (0.3, 0.2, 0.8), (0.6, -0.9, 0.5)];
    let weights = [(2, 0.4), (0, -1.5)];
    assert_eq!(misfit::check(1.1, 0.3, &seen, &weights), Ok(()));
    let tau = 2.0 * std::f64::consts::PI;
    let (a, w) = (1.1_f64, 0.3_f64);
    let orbit: f64 = seen
        .iter()
        .map(|(t, x, y)| {
            let (p, half) = (tau * t * w, 0.5 * tau * t * w);
            (a * p.cos() - x).powi(2) + (a * p.sin() - y).powi(2) + a * half.cos() * x * y
        })
        .sum();
    let weighted = 0.4 * a * 0.6 - 1.5 * a * 0.1;
    assert!((misfit(a, w, &seen, &weights) - (orbit + weighted)).abs() < 1e-12);
}

#[reversible]
fn rows<T: Real>(control: &[T; 2], points: &[[f64; 3]]) -> T {
    let mut total = 0.0;
    for [t, x, y] in points {
        total += huber(control[0] * *t - *x, *y);
    }
    for p in points {
        let [t, _, y] = *p;
        total += (control[1] - t).powi(2) * y + p[1] * control[0];
    }
    total
}

#[test]
fn elements_of_rows_are_floats_of_the_host() {
    let points = [[0.3, 0.5, 0.7], [1.2, 1.9, 0.1], [2.9, 4.4, 1.2]];
    assert_eq!(rows::check(&[0.8, 1.7], &points), Ok(()));
}

/// Readings of an instrument, without a real type.
pub struct Reading {
    gyro: [f64; 3],
    dt: f64,
    channel: usize,
}

#[reversible]
fn orientation<T: Real>(readings: &[Reading], bias: &[T; 3], gain: T) -> T {
    let mut angle = 0.0;
    for r in readings {
        let half = 0.5 * r.dt;
        angle += (r.gyro[0] - bias[0]) * r.dt + huber(bias[1], r.dt) * gain;
        angle += r.gyro[r.channel] * gain * half;
        if r.dt > 0.2 {
            angle += huber(gain - r.gyro[2], half);
        }
    }
    for Reading { gyro, dt, .. } in readings {
        angle += gyro[1] * gain * *dt;
    }
    angle
}

#[test]
fn structures_without_reals_hold_floats_of_the_host() {
    let reading = |x: f64| Reading { gyro: [x, 2.0 * x, 0.3], dt: 0.3 * x, channel: 1 };
    let readings = [reading(0.4), reading(1.2)];
    let (bias, gain) = ([0.1, 0.7, -0.4], 0.9);
    assert_eq!(orientation::check(&readings, &bias, gain), Ok(()));
    let (_, (bias_bar, _)) = orientation::gradient(&readings, &bias, gain);
    assert!((bias_bar[0] + 0.3 * 1.6).abs() < 1e-12);
}

/// Branches, powers, extremes, and arrays.
#[reversible]
fn mixed<T: Real>(y: &mut T, x: T, h: f64, flag: bool, n: i32) {
    let step = if flag { 0.1 } else { h };
    let k = h.powi(n).min(0.5).max(step) + f64::max(h, 0.25) - f64::from(n);
    let table = [h, 0.5 * h, 0.5];
    *y += x.powf(h) * step + k * x.max(h) + h.min(0.3) * x;
    for i in 0..3 {
        *y += table[i] * x + huber(x, table[i] + 0.01);
    }
    let row = [h, x, 0.5];
    *y += row[0] * row[1] * row[2];
    let mut moving = h;
    moving += 0.5 * x;
    *y += moving * T::one() + T::from(9.81) * T::from(k) + T::constant(0.5) * T::zero();
    let typed: T = 0.5 * h;
    *y -= typed * x / h;
    *y += (1.0 + h) % 0.7 * x;
    if h * 2.0 > 0.5 && x > h {
        *y += x * -h;
    }
}

#[test]
fn branches_powers_and_arrays_keep_host_floats_apart() {
    for (flag, h) in [(true, 0.2), (false, 0.2), (true, 0.6), (false, 0.6)] {
        assert_eq!(mixed::check(&mut 0.4, 1.3, h, flag, 2), Ok(()), "{flag} {h}");
        let (mut y, x) = (0.0, 1.3_f64);
        mixed(&mut y, x, h, flag, 2);
        let step = if flag { 0.1 } else { h };
        let k = h.powi(2).min(0.5).max(step) + h.max(0.25) - 2.0;
        let soft = |x: f64, d: f64| if x.abs() < d { 0.5 * x * x / d } else { x.abs() - 0.5 * d };
        let mut plain = x.powf(h) * step + k * x.max(h) + h.min(0.3) * x;
        plain += [h, 0.5 * h, 0.5].iter().map(|t| t * x + soft(x, t + 0.01)).sum::<f64>();
        plain += h * x * 0.5 + (h + 0.5 * x) + 9.81 * k - 0.5 * x + (1.0 + h) % 0.7 * x;
        if h * 2.0 > 0.5 {
            plain -= x * h;
        }
        assert!((y - plain).abs() < 1e-12, "{y} {plain}");
    }
}

#[reversible]
fn filled<T: Real>(h: f64, x: T) -> [T; 3] {
    [0.5 * h, h, h * x]
}

#[reversible]
fn pair<T: Real>(h: f64, x: T) -> (T, T) {
    (2.0 * h, x * h)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Ray<T> {
    x: T,
    y: T,
    z: T,
}

#[reversible]
fn ray<T: Real>(h: f64, x: T) -> Ray<T> {
    let half = 0.5 * h;
    Ray { x: half, y: x * h, z: 0.5 * h + 1.0 }
}

#[reversible]
fn made<T: Real>(y: &mut T, x: T, n: usize) {
    let h = 0.3 * n as f64;
    let [a, b, c] = filled(h, x);
    let (d, e) = pair(h, x);
    let r = ray(h, x);
    let own = Ray { x: h, y: x, z: 0.5 };
    *y += a * b * c + d * e + r.x * r.y * r.z + own.x * own.y * own.z;
}

#[test]
fn what_is_returned_is_lifted() {
    assert_eq!(made::check(&mut 0.4, 1.3, 2), Ok(()));
    let mut y = 0.0;
    made(&mut y, 2.0, 1);
    let (h, x) = (0.3, 2.0);
    let plain = 0.5 * h * h * h * x + 2.0 * h * x * h + 0.5 * h * x * h * (0.5 * h + 1.0) + h * x * 0.5;
    assert!((y - plain).abs() < 1e-12, "{y} {plain}");
}

/// Methods, whose structure tells the real type, and one whose structure holds floats of its own.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Wave<T> {
    p: Vec<T>,
}

#[reversible]
impl<T: Real> Wave<T> {
    fn step(&mut self, source: T, dt: f64) {
        for i in 1..self.p.len() {
            self.p[i] += dt * self.p[i - 1];
        }
        self.p[0] += source;
    }

    fn energy(&self, scale: f64) -> T {
        let mut e = 0.0;
        for p in &self.p {
            e += scale * *p * *p;
        }
        e
    }

    fn run(&mut self, n: usize) {
        for k in 0..n {
            let s: f64 = ricker(k as f64);
            self.step(s, 0.1);
            self.step(0.5, 0.1 * k as f64);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Spring {
    k: f64,
    rest: f64,
}

#[reversible]
impl Spring {
    fn force<T: Real>(&self, x: T) -> T {
        let stiffness = 2.0 * self.k;
        stiffness * (x - self.rest) + huber(x, self.rest)
    }
}

#[reversible]
fn waves<T: Real>(y: &mut T, wave: &mut Wave<T>, spring: &Spring, n: usize) {
    wave.run(n);
    wave.step(0.25, 0.5);
    *y += wave.energy(0.5) + spring.force(wave.p[0]);
}

#[test]
fn methods_take_constants_of_either_type() {
    let wave = Wave { p: vec![0.3, 0.9, -0.2] };
    let spring = Spring { k: 0.7, rest: 0.4 };
    assert_eq!(waves::check(&mut 0.4, &mut wave.clone(), &spring, 3), Ok(()));
}

#[reversible]
fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let mut s = 0.0;
    for (x, y) in x.iter().zip(y) {
        s += *x * *y;
    }
    s
}

#[reversible]
fn weighed<T: Real>(x: &[T], w: &[f64]) -> T {
    let mut s = 0.0;
    for (x, w) in x.iter().zip(w) {
        s += *x * *w;
    }
    s
}

/// Arrays of the host's floats, and arrays that are real because they change.
#[reversible]
fn arrays<T: Real>(y: &mut T, x: &[T], h: f64, narrow: &[f32]) {
    *y += dot(x, &[0.5 * h, 0.25]) + dot(&[h * 0.5, 1.0], &[0.5, 0.25]);
    let w = [0.5 * h, 0.25];
    *y += weighed(x, &w) * narrow[0] + 0.5 * narrow[1] * x[0];
    let mut a = [0.5 * h, 0.25];
    a[0] += x[0];
    *y += a[0] * a[1];
    a[0] -= x[0];
    free!(a = [0.5 * h, 0.25]);
    let pair = (0.5 * h, x[0]);
    *y += pair.0 * pair.1;
}

/// An `f64` that a generic function changes, and a recursion with both kinds of constants.
#[reversible]
fn clock<T: Real>(t: &mut f64, y: &mut T, x: T, h: f64) {
    *t += 0.5 * h;
    *y += *t * x;
    let mut local: f64 = 0.1;
    local += h;
    *y += x * local;
}

#[reversible]
fn halved<T: Real>(y: &mut T, x: T, h: f64, n: usize) {
    if n > 0 {
        halved(y, x * 0.5, 0.5 * h, n - 1);
        halved(y, 0.5, 0.1, 0);
    }
    *y += x * h;
}

#[primitive(partials(2.0 * x * k, x * x))]
fn squared<T: Real>(x: T, k: T) -> T {
    x * x * k
}

#[reversible]
fn of_primitives<T: Real>(y: &mut T, x: T, h: f64) {
    *y += squared(x, 0.5) * squared(x, h) + squared(0.5, x);
    #[inactive]
    let frozen = x as f64;
    *y += frozen * x;
}

#[test]
fn arrays_states_and_primitives_take_floats_of_the_host() {
    let (x, narrow) = ([0.7, 0.3], [0.5_f32, 2.0]);
    assert_eq!(arrays::check(&mut 0.4, &x, 0.3, &narrow), Ok(()));
    let mut y = 0.0;
    arrays(&mut y, &x, 0.4, &narrow);
    let plain = (0.2 * 0.7 + 0.25 * 0.3) + (0.2 * 0.5 + 0.25) + (0.2 * 0.7 + 0.25 * 0.3) * 0.5 + 0.7;
    let plain = plain + (0.2 + 0.7) * 0.25 + 0.2 * 0.7;
    assert!((y - plain).abs() < 1e-12, "{y} {plain}");
    assert_eq!(clock::check(&mut 0.1, &mut 0.4, 1.3, 0.3), Ok(()));
    assert_eq!(halved::check(&mut 0.4, 1.3, 0.3, 4), Ok(()));
    let (mut y, mut x_bar) = (0.0, 0.0);
    of_primitives::sweep(&mut y, &mut 2.0, 0.7, &mut x_bar, 0.3);
    // d/dx (0.15 x⁴ + 0.25 x) and the value alone of the frozen factor
    assert!((x_bar - 2.0 * (0.6 * 0.343 + 0.25 + 0.7)).abs() < 1e-12, "{x_bar}");
}

/// At other real types.
#[test]
fn programs_run_at_every_real_type() {
    let (x, v) = ([0.3, 1.9], [0.8, -0.7]);
    let (mut y, mut y_bar, mut moved) = (0.4, 1.0, x);
    let (mut moved_bar, mut v_bar) = ([0.0; 2], [0.0; 2]);
    steps::sweep(&mut y, &mut y_bar, &mut moved, &mut moved_bar, &v, &mut v_bar, 3);
    let dual = |value: f64, tangent: f64| retrograde::Dual::new(value, tangent);
    let mut of_dual = (dual(0.4, 0.0), [dual(0.3, 0.0), dual(1.9, 0.0)]);
    steps(&mut of_dual.0, &mut of_dual.1, &[dual(0.8, 1.0), dual(-0.7, 0.5)], 3);
    assert!((of_dual.0.tangent - (v_bar[0] + 0.5 * v_bar[1])).abs() < 1e-12);
    let mut single = (0.4_f32, [0.3_f32, 1.9]);
    steps(&mut single.0, &mut single.1, &[0.8_f32, -0.7], 3);
    assert!((f64::from(single.0) - y).abs() < 1e-4);
}

/// Lengths and updates element by element.
#[reversible]
fn mean<T: Real>(y: &mut [T], x: &[T], w: &[f64]) {
    let n = x.len() as f64;
    let mut sum = 0.0;
    for x in x {
        sum += *x;
    }
    each!(y += sum / n * w);
    y[0] += x[0] * n;
}

#[test]
fn lengths_are_floats_of_the_host() {
    assert_eq!(mean::check(&mut [0.4, 0.1], &[1.3, 0.2], &[0.5, 2.0]), Ok(()));
}

/// Where the real type is `f64` itself, a local of it is real.
#[reversible]
fn concrete(y: &mut f64, x: f64, n: usize) {
    let h = 1.0 / n as f64;
    let k = h * x;
    *y += k * h + huber(x, 0.1) + huber(k, h);
}

#[test]
fn a_concrete_function_is_as_it_was() {
    assert_eq!(concrete::check(&mut 0.4, 1.3, 3), Ok(()));
}

#[reversible]
fn distance<T: Real>(a: &[T; 2], b: &[f64; 2]) -> T {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

#[reversible]
fn weighed_rows<T: Real>(a: &[T], rows: &[[f64; 2]; 2]) -> T {
    a[0] * rows[0][0] + a[1] * rows[1][1] + rows[0][1]
}

/// Lists are of whichever type the callee asks for, as a whole.
#[reversible]
fn lists<T: Real>(y: &mut T, a: &[T; 2], h: f64) {
    *y += distance(a, &[0.0, 0.5]) * dot(a, &[0.0, -0.5]);
    *y += distance(a, &[h, 0.5]) + dot(a, &[h, h * 0.5]);
    *y += distance(a, &[h; 2]) * dot(a, &[0.25; 2]) + dot(a, &[h, a[0]]);
    *y += weighed_rows(a, &[[0.5, h], [1.0 + h, 2.0]]);
    kick(y, a, &[0.5, h]);
}

#[reversible]
fn kick<T: Real>(y: &mut T, a: &[T; 2], by: &[f64; 2]) {
    *y += a[0] * by[0] + a[1] * by[1];
}

#[test]
fn lists_are_as_asked() {
    let (a, h) = ([0.7, 0.3], 0.4);
    assert_eq!(lists::check(&mut 0.2, &a, h), Ok(()));
    let mut y = 0.2;
    lists(&mut y, &a, h);
    let square = |x: f64| x * x;
    let distance = |b: [f64; 2]| square(a[0] - b[0]) + square(a[1] - b[1]);
    let dot = |b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let plain = 0.2 + distance([0.0, 0.5]) * dot([0.0, -0.5]) + distance([h, 0.5]) + dot([h, h * 0.5]);
    let plain = plain + distance([h; 2]) * dot([0.25; 2]) + dot([h, a[0]]);
    let plain = plain + a[0] * 0.5 + a[1] * 2.0 + h + dot([0.5, h]);
    assert!((y - plain).abs() < 1e-12, "{y} {plain}");
}

#[reversible]
fn doubled<T: Real>(x: &[T], by: f64) -> Vec<T> {
    let mut y = vec![T::zero(); x.len()];
    for i in 0..x.len() {
        y[i] += by * x[i];
    }
    y
}

/// A result that is bound without a type also determines the callee's real type.
#[reversible]
fn chained<T: Real>(x: &[T]) -> T {
    let x = doubled(x, 2.0);
    let x = doubled(&x, 0.25);
    let last = doubled(&x, 0.5);
    dot(&last, &x)
}

#[test]
fn what_was_returned_tells_the_real_type() {
    assert_eq!(chained::check(&[0.7, 0.3]), Ok(()));
    assert!((chained(&[0.7, 0.3]) - (0.49 + 0.09) * 0.125).abs() < 1e-14);
}

/// Literals beside an `f32` are of its type, under a name as well.
#[reversible]
fn narrowed<T: Real>(y: &mut T, x: T, w: f32) {
    let tenth = 0.1;
    let product = tenth * w;
    *y += product * x;
    let h: f32 = 0.1 * w.max(0.3);
    *y += h * x.sin();
}

/// Likewise, with the real type written in the signature.
#[reversible]
fn narrowed_beside(y: &mut f64, x: f64, w: f32, seen: &[f32; 2]) {
    let tenth = 0.1;
    let h: f32 = tenth * w;
    *y += h as f64 * x;
    let low = if h < 0.2 { 0.7 * seen[0] } else { 0.1 };
    *y += low as f64 * x;
}

#[test]
fn literals_take_the_type_of_what_stands_beside_them() {
    let (w, seen) = (0.3_f32, [0.9_f32, 0.5]);
    let mut y = 0.0;
    narrowed(&mut y, 2.0, w);
    let product = 0.1 * w;
    assert_eq!(y, f64::from(product) * 2.0 + f64::from(0.1_f32 * w.max(0.3)) * 2.0_f64.sin());
    assert_eq!(narrowed::check(&mut 0.5, 2.0, w), Ok(()));
    let mut y = 0.0;
    narrowed_beside(&mut y, 2.0, w, &seen);
    assert_eq!(y, f64::from(0.1_f32 * w) * 2.0 + f64::from(0.7_f32 * seen[0]) * 2.0);
    assert_eq!(narrowed_beside::check(&mut 0.5, 2.0, w, &seen), Ok(()));
}

/// A polynomial, whose constant term has the exponent zero only while the program runs.
#[reversible]
fn polynomial<T: Real>(y: &mut T, x: T, a: &[f64], least: i32) {
    for i in 0..a.len() {
        *y += a[i] * x.powi(least + i as i32);
    }
}

#[test]
fn a_power_of_zero_has_the_derivative_zero_at_zero() {
    let a = [3.0, 0.7, -2.0, 0.25];
    let (value, (x_bar,)) = polynomial::gradient(0.0, &a, 0);
    assert_eq!((value, x_bar), (3.0, 0.7));
    let (_, (x_bar,)) = polynomial::gradient(1.5, &a, -2);
    let slope = -6.0 / 1.5_f64.powi(3) - 0.7 / 1.5_f64.powi(2) + 0.25;
    retrograde_testkit::assert_close!(x_bar, slope, 1e-14);
    assert_eq!(polynomial::check(&mut 0.2, 0.0, &a, 0), Ok(()));
}

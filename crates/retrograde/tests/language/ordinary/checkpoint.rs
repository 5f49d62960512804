//! `#[checkpoint]` before loops and functions: the derivatives are those without it, to the bit where nothing is undone by
//! arithmetic, and the record is smaller.

use super::agrees;
use retrograde::prelude::*;
use retrograde::{Differentiable, Record, differentiable};

/// With and without checkpoints.
macro_rules! logistic_in {
    ($name:ident [$($a:tt)*]) => {
#[differentiable]
fn $name(r: f64, x: f64, n: usize) -> f64 {
    let mut x = x;
    let k = (r * 0.9).exp();
    $($a)*
    for i in 0..n {
        let y = r * x * (1.0 - x);
        x = if y > 0.5 { y * (1.0 - 0.01 * k) } else { y + 0.001 * i as f64 };
    }
    x * x
}
    };
}

logistic_in!(logistic [#[checkpoint]]);
logistic_in!(logistic_plain []);

#[test]
fn a_counted_loop() {
    for n in [0, 1, 2, 3, 4, 10, 57] {
        let found = logistic::gradient(3.5, 0.3, n);
        assert_eq!(found, logistic_plain::gradient(3.5, 0.3, n), "{n} rounds");
        agrees(
            "logistic",
            |v| logistic(v[0], v[1], n.min(10)),
            &{
                let (_, (r, x)) = logistic::gradient(3.5, 0.3, n.min(10));
                [r, x]
            },
            &[3.5, 0.3],
        );
    }
    let (small, large) =
        (logistic::record(3.5, 0.3, 10_000).1.bytes(), logistic_plain::record(3.5, 0.3, 10_000).1.bytes());
    assert!(small < 2_000 && large > 80_000, "{small} bytes, {large} without");
    assert_eq!(logistic::check(3.5, 0.3, 20), Ok(()));
}

/// With and without checkpoints.
macro_rules! falling_in {
    ($name:ident [$($a:tt)*] [$($b:tt)*] [$($c:tt)*]) => {
#[differentiable]
fn $name(x: f64, n: i32) -> f64 {
    let mut x = x;
    $($a)*
    for i in (1..=n).rev() {
        x = x.sin() + 0.1 * i as f64;
    }
    $($b)*
    for i in (0..n as usize).rev().step_by(3) {
        x = x.cos() * (1.0 + i as f64);
    }
    $($c)*
    for i in (0..n).step_by(2) {
        x = x.sin() * (1.0 + i as f64);
    }
    x
}
    };
}

falling_in!(falling [#[checkpoint(every = 4)]] [#[checkpoint]] [#[checkpoint]]);
falling_in!(falling_plain [] [] []);

#[test]
fn ranges_of_all_kinds() {
    for n in [0, 1, 2, 7, 8, 9, 20] {
        assert_eq!(falling::gradient(0.3, n), falling_plain::gradient(0.3, n), "{n}");
    }
    assert_eq!(falling::check(0.3, 9), Ok(()));
}

/// With and without checkpoints.
macro_rules! newton_in {
    ($name:ident [$($a:tt)*] [$($b:tt)*]) => {
#[differentiable]
fn $name(a: f64, tolerance: f64) -> f64 {
    let mut x = 10.0 * a;
    let mut rounds = 0;
    $($a)*
    while (x * x - a).abs() > tolerance {
        x = 0.5 * (x + a / x);
        rounds += 1;
    }
    $($b)*
    loop {
        x = 0.9 * x + 0.1 * a / x;
        rounds += 1;
        if rounds > 30 {
            break;
        }
    }
    x + rounds as f64
}
    };
}

newton_in!(newton [#[checkpoint]] [#[checkpoint]]);
newton_in!(newton_plain [] []);

#[test]
fn loops_of_unknown_length() {
    for a in [1.0, 2.0, 30.0] {
        assert_eq!(newton::gradient(a, 1e-9), newton_plain::gradient(a, 1e-9));
    }
    agrees("newton", |v| newton(v[0], 1e-9), &[newton::gradient(2.0, 1e-9).1.0], &[2.0]);
}

/// With and without checkpoints.
macro_rules! early_in {
    ($name:ident [$($a:tt)*]) => {
#[differentiable]
fn $name(xs: &[f64], limit: f64) -> f64 {
    let mut s = 0.1;
    $($a)*
    for (i, x) in xs.iter().enumerate() {
        if *x < -5.0 {
            continue;
        }
        s = s * x.cos() + 0.1 * i as f64;
        if s > limit {
            return s * s;
        }
        if i > 40 {
            break;
        }
    }
    s
}
    };
}

early_in!(early [#[checkpoint]]);
early_in!(early_plain []);

#[test]
fn early_exits() {
    let xs: Vec<f64> = (0..50).map(|i| (i as f64 * 0.37).sin() * 7.0).collect();
    for limit in [0.5, 2.0, 1e9] {
        for n in [0, 1, 5, 50] {
            assert_eq!(early::gradient(&xs[..n], limit), early_plain::gradient(&xs[..n], limit));
        }
    }
    let (_, (bars, _)) = early::gradient(&xs[..9], 1e9);
    agrees("early", |v| early(v, 1e9), &bars, &xs[..9]);
}

/// With and without checkpoints.
macro_rules! nested_in {
    ($name:ident [$($a:tt)*] [$($b:tt)*] [$($c:tt)*]) => {
#[differentiable]
fn $name(x: f64, n: usize) -> f64 {
    let mut x = x;
    let mut total = 0.0;
    $($a)*
    for i in 0..n {
        let scale = 1.0 + 0.1 * x;
        let mut y = x;
        $($b)*
        for j in 0..i {
            y = (y * scale + 0.1 * j as f64).sin();
            $($c)*
            while y > 0.7 {
                y = 0.8 * y * scale / (1.0 + 0.1 * scale);
                if y < 0.2 { break; }
            }
        }
        total = 0.9 * total + y * x;
        x = y * 0.5 + 0.3;
    }
    total
}
    };
}

nested_in!(nested [#[checkpoint]] [#[checkpoint(every = 3)]] [#[checkpoint]]);
nested_in!(nested_plain [] [] []);

#[test]
fn loops_in_loops() {
    for n in [0, 1, 2, 5, 12] {
        assert_eq!(nested::gradient(0.4, n), nested_plain::gradient(0.4, n), "{n}");
    }
    assert_eq!(nested::check(0.4, 9), Ok(()));
}

/// With and without checkpoints.
macro_rules! grown_in {
    ($name:ident [$($a:tt)*]) => {
#[differentiable]
fn $name(x: f64, n: usize) -> f64 {
    let mut all = vec![x];
    let mut grid = [[x; 2]; 2];
    $($a)*
    for i in 0..n {
        let last = all[all.len() - 1];
        if last > 0.5 && all.len() > 2 {
            let popped = all.pop().unwrap();
            all[0] = popped * 0.3;
        } else {
            all.push((last * 1.7 + 0.2).sin().abs());
        }
        grid[i % 2][0] = all[0] * grid[1][1];
        grid[1][i % 2] = grid[0][0] + last;
    }
    let mut s = grid[0][0] * grid[1][1] + grid[0][1];
    for a in &all {
        s = s * 0.5 + a;
    }
    s
}
    };
}

grown_in!(grown [#[checkpoint]]);
grown_in!(grown_plain []);

#[test]
fn vectors_that_grow_inside() {
    for n in [0, 1, 2, 3, 10, 33] {
        assert_eq!(grown::gradient(0.3, n), grown_plain::gradient(0.3, n), "{n}");
    }
    assert_eq!(grown::check(0.3, 11), Ok(()));
}

/// With and without checkpoints.
macro_rules! tried_in {
    ($name:ident [$($a:tt)*]) => {
#[differentiable]
fn $name(xs: &[f64]) -> Option<f64> {
    let mut s = 1.0;
    $($a)*
    for x in xs {
        s = checked(s * x)? + 0.1;
    }
    Some(s)
}
    };
}

tried_in!(tried [#[checkpoint]]);
tried_in!(tried_plain []);

#[differentiable]
fn checked(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt()) }
}

#[test]
fn a_question_mark_leaves_the_loop() {
    for xs in [&[][..], &[0.5, 2.0, 3.0], &[0.5, -2.0, 3.0], &[0.5, 2.0, 1.0, 3.0, 0.1, -1.0]] {
        assert_eq!(tried::gradient(xs), tried_plain::gradient(xs));
    }
}

/// A step that a caller does not record.
#[differentiable]
#[checkpoint]
fn step(x: &mut [f64], v: &mut [f64], dt: f64) {
    for i in 0..x.len() {
        x[i] += dt * v[i];
        v[i] = 0.99 * (v[i] - dt * x[i].sin());
    }
}

#[differentiable]
fn step_plain(x: &mut [f64], v: &mut [f64], dt: f64) {
    for i in 0..x.len() {
        x[i] += dt * v[i];
        v[i] = 0.99 * (v[i] - dt * x[i].sin());
    }
}

#[differentiable]
fn energy(x0: f64, v0: f64, dt: f64, n: usize) -> f64 {
    let mut x = [x0, 0.5 * x0];
    let mut v = [v0, -v0];
    for _ in 0..n {
        step(&mut x, &mut v, dt);
    }
    v.iter().zip(&x).map(|(v, x)| 0.5 * v * v - x.cos()).sum()
}

#[differentiable]
fn energy_plain(x0: f64, v0: f64, dt: f64, n: usize) -> f64 {
    let mut x = [x0, 0.5 * x0];
    let mut v = [v0, -v0];
    for _ in 0..n {
        step_plain(&mut x, &mut v, dt);
    }
    v.iter().zip(&x).map(|(v, x)| 0.5 * v * v - x.cos()).sum()
}

#[differentiable]
fn energy_twice(x0: f64, v0: f64, dt: f64, n: usize) -> f64 {
    let mut x = [x0, 0.5 * x0];
    let mut v = [v0, -v0];
    #[checkpoint]
    for _ in 0..n {
        step(&mut x, &mut v, dt);
    }
    v.iter().zip(&x).map(|(v, x)| 0.5 * v * v - x.cos()).sum()
}

#[test]
fn a_checkpointed_function_is_run_again() {
    let (value, (a, b, c)) = energy::gradient(0.8, 0.5, 0.1, 20);
    assert_eq!(value, energy_plain(0.8, 0.5, 0.1, 20));
    agrees("energy", |v| energy(v[0], v[1], v[2], 20), &[a, b, c], &[0.8, 0.5, 0.1]);
    let (again, (d, e, f)) = energy_twice::gradient(0.8, 0.5, 0.1, 20);
    assert_eq!(again, value);
    agrees("energy twice", |v| energy(v[0], v[1], v[2], 20), &[d, e, f], &[0.8, 0.5, 0.1]);
    // The state of four numbers, and `dt`.
    assert_eq!(
        energy::record(0.8, 0.5, 0.1, 20).1.bytes(),
        energy::record(0.8, 0.5, 0.1, 0).1.bytes() + 20 * 40
    );
    assert_eq!(step::check(&mut [0.8, 0.4], &mut [0.5, 0.1], 0.1), Ok(()));
    let (mut x, mut v) = ([0.5, 1.0], [0.25, -0.5]);
    let record = step::record(&mut x, &mut v, 0.1);
    assert_eq!(record.bytes(), 40);
}

#[test]
fn a_warm_record_serves_checkpoints() {
    let mut record = Record::new();
    for n in [30, 3, 50] {
        assert_eq!(
            energy_twice::gradient_in(&mut record, 0.8, 0.5, 0.1, n),
            energy_twice::gradient(0.8, 0.5, 0.1, n)
        );
        assert_eq!(nested::gradient_in(&mut record, 0.4, n / 3), nested::gradient(0.4, n / 3));
        assert!(record.is_empty());
    }
}

/// Recursion, a value that fails, a number that is handed on alone.
#[differentiable]
#[checkpoint]
fn descended(x: f64, depth: usize) -> Result<f64, usize> {
    if depth == 0 {
        return Ok(x * x);
    }
    if x > 3.0 {
        return Err(depth);
    }
    let mut y = (x * 1.1).sin();
    y *= x;
    Ok(descended(y + 0.5, depth - 1)? + y * 0.1)
}

#[test]
fn recursion_of_a_checkpointed_function() {
    for depth in 0..8 {
        let (_, (slope,)) = descended::gradient(0.7, depth).unwrap();
        agrees("descended", |v| descended(v[0], depth).unwrap(), &[slope], &[0.7]);
    }
    assert_eq!(descended::gradient(4.0, 3), Err(3));
}

/// A value beside a change.
#[differentiable]
#[checkpoint]
fn damp(v: &mut Vec<f64>, by: f64) -> f64 {
    let mut energy = 0.0;
    for v in v.iter_mut() {
        *v *= by;
        energy += 0.5 * *v * *v;
    }
    v.push(energy);
    energy
}

#[differentiable]
fn damped(a: f64, by: f64, n: usize) -> f64 {
    let mut v = vec![a, 2.0 * a];
    let mut sum = 0.0;
    #[checkpoint]
    for _ in 0..n {
        sum = 0.5 * sum + damp(&mut v, by);
    }
    sum * v[v.len() - 1]
}

#[test]
fn a_value_beside_a_vector_that_grows() {
    for n in [1, 2, 6] {
        let (_, (a, by)) = damped::gradient(0.3, 0.9, n);
        agrees("damped", |v| damped(v[0], v[1], n), &[a, by], &[0.3, 0.9]);
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: [f64; 2],
    speed: f64,
    steps: usize,
}

#[differentiable]
impl Body {
    #[checkpoint]
    fn update(&mut self, dt: f64) {
        self.speed *= 0.98;
        self.at[0] = self.at[0] + dt * self.speed * self.at[1].cos();
        self.at[1] = self.at[1] * (1.0 - dt) + self.at[0] * 0.1;
        self.steps += 1;
    }

    fn travelled(&mut self, dt: f64, n: usize) {
        #[checkpoint]
        for _ in 0..n {
            self.update(dt);
            self.speed *= 1.01;
        }
    }
}

#[differentiable]
fn moved(x: f64, speed: f64, n: usize) -> f64 {
    let mut body = Body { at: [x, 0.1], speed, steps: 0 };
    #[checkpoint]
    for i in 0..n {
        body.update(0.1);
        if i % 3 == 0 {
            body.travelled(0.05, 2);
        }
        body.speed = body.speed * 1.01 - 0.01 * body.at[0];
    }
    body.at[0] * body.at[1] + body.steps as f64
}

#[test]
fn structures_and_methods() {
    for n in [0, 1, 4, 9] {
        let (_, (x, speed)) = moved::gradient(0.5, 2.0, n);
        agrees("moved", |v| moved(v[0], v[1], n), &[x, speed], &[0.5, 2.0]);
    }
    let mut body = Body { at: [0.5, 0.1], speed: 2.0, steps: 0 };
    assert_eq!(body.travelled_check(0.1, 5), Ok(()));
}

/// State of the caller's, changed by sums, which are undone to rounding.
#[differentiable]
fn summed(y: &mut [f64], out: &mut f64, k: f64, n: usize) {
    #[checkpoint]
    for t in 0..n {
        for i in 1..y.len() {
            y[i] += k * y[i - 1].sin() + 0.01 * t as f64;
        }
        *out += y[0] * y[y.len() - 1];
        y[0] *= 0.97;
    }
}

#[test]
fn state_of_the_caller() {
    let f = |v: &[f64]| {
        let (mut y, mut out) = ([v[0], v[1], v[2]], v[3]);
        summed(&mut y, &mut out, v[4], 7);
        y[0] + 2.0 * y[1] - y[2] + 3.0 * out
    };
    let at = [0.3, 0.2, 0.1, 0.5, 0.05];
    let (mut y, mut out) = ([0.3, 0.2, 0.1], 0.5);
    let (mut y_bar, mut out_bar, mut k_bar) = ([1.0, 2.0, -1.0], 3.0, 0.0);
    summed::sweep(&mut y, &mut y_bar, &mut out, &mut out_bar, 0.05, &mut k_bar, 7);
    let mut after = ([0.3, 0.2, 0.1], 0.5);
    summed(&mut after.0, &mut after.1, 0.05, 7);
    assert_eq!((y, out), after);
    agrees("summed", f, &[y_bar[0], y_bar[1], y_bar[2], out_bar, k_bar], &at);
    assert_eq!(summed::check(&mut [0.3, 0.2, 0.1], &mut 0.5, 0.05, 5), Ok(()));
}

#[differentiable]
fn generic<T: Real>(x: T, n: usize) -> T {
    let mut y = x;
    #[checkpoint(every = 5)]
    for _ in 0..n {
        y *= x;
        y = y.sin();
    }
    y
}

#[test]
fn over_other_numbers() {
    use retrograde::Dual;
    let (_, (first,)) = generic::gradient(Dual::new(0.7, 1.0), 13);
    agrees("second", |v| generic::gradient(v[0], 13).1.0, &[first.tangent], &[0.7]);
}

/// The loop of a Runge-Kutta method.
#[differentiable]
fn orbit(a: f64, b: f64, n: usize) -> f64 {
    let (mut x, mut y) = (a, b);
    let h = 1e-3;
    #[checkpoint]
    for _ in 0..n {
        let (k1, l1) = (x - x * y, x * y - y);
        let (u, v) = (x + 0.5 * h * k1, y + 0.5 * h * l1);
        let (k2, l2) = (u - u * v, u * v - v);
        let (u, v) = (x + 0.5 * h * k2, y + 0.5 * h * l2);
        let (k3, l3) = (u - u * v, u * v - v);
        let (u, v) = (x + h * k3, y + h * l3);
        let (k4, l4) = (u - u * v, u * v - v);
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        y += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
    }
    x * y
}

#[test]
fn memory_grows_with_the_root_of_the_rounds() {
    let bytes = |n| orbit::record(1.5, 0.5, n).1.bytes();
    let (small, large) = (bytes(1_000), bytes(100_000));
    assert!(large < 12 * small && large < 20_000, "{small} and {large}");
    let (_, (a, b)) = orbit::gradient(1.5, 0.5, 300);
    agrees("orbit", |v| orbit(v[0], v[1], 300), &[a, b], &[1.5, 0.5]);
}

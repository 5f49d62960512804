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

/// Vectors that the rounds read, elements that they change in turn, a loop in a closure.
#[differentiable]
fn layered(x: &[f64], a: f64, n: usize) -> f64 {
    let weights: Vec<f64> = x.iter().map(|x| x.sin() + a).collect();
    let rows = [weights.clone(), x.to_vec()];
    let mut hidden = vec![0.5; x.len()];
    let blended = |t: f64| {
        let mut t = t;
        #[checkpoint]
        for i in 0..3 {
            t = t * weights[i % weights.len()] + 0.1;
        }
        t
    };
    #[checkpoint]
    'rounds: for t in 0..n {
        for (h, w) in hidden.iter_mut().zip(&weights) {
            *h = (*h * w + rows[t % 2][0]).tanh();
            if *h > 0.9 {
                continue 'rounds;
            }
        }
        hidden[0] = blended(hidden[0]) * 0.5;
    }
    hidden.iter().sum()
}

#[test]
fn what_the_rounds_read_is_there() {
    let x = [0.3, 0.8, -0.4];
    for n in [0, 1, 2, 7] {
        let (_, (x_bar, a)) = layered::gradient(&x, 0.2, n);
        let mut found = x_bar.clone();
        found.push(a);
        agrees("layered", |v| layered(&v[..3], v[3], n), &found, &[0.3, 0.8, -0.4, 0.2]);
    }
}

#[differentiable]
fn listed<T: Real>(x: T, n: usize) -> T {
    let mut all = vec![x];
    #[checkpoint]
    while all.len() < n {
        let last = all[all.len() - 1];
        all.push(last * x + T::constant(0.5));
    }
    all[n - 1]
}

#[test]
fn vectors_of_any_number() {
    use retrograde::Dual;
    let (_, (first,)) = listed::gradient(Dual::new(0.7, 1.0), 9);
    agrees("listed", |v| listed::gradient(v[0], 9).1.0, &[first.tangent], &[0.7]);
    assert!((listed::gradient(0.7_f32, 9).1.0 - first.value as f32).abs() < 1e-4);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
}

/// A local that changes its variant, and enums of the caller's.
#[differentiable]
fn reshaped(shapes: &mut [Shape], a: f64, n: usize) -> f64 {
    let mut own = Shape::Circle(a);
    let mut total = 0.0;
    #[checkpoint]
    for i in 0..n {
        own = match own {
            Shape::Circle(r) => Shape::Rect { w: r * 0.5, h: a },
            Shape::Rect { w, h } => Shape::Circle(w * h + 0.1),
        };
        let k = i % shapes.len();
        if let Shape::Circle(r) = &shapes[k] {
            total = total * 0.5 + r * a;
        }
        if let Shape::Rect { w, h } = &own {
            shapes[k] = Shape::Circle(w * h);
        }
    }
    total
}

#[test]
fn enums_are_state() {
    let at = [0.4, 0.3, 0.6, 0.8];
    let f = |v: &[f64], n: usize| {
        let mut shapes = [Shape::Circle(v[0]), Shape::Rect { w: v[1], h: v[2] }];
        reshaped(&mut shapes, v[3], n)
    };
    for n in [0, 1, 2, 3, 8] {
        let mut shapes = vec![Shape::Circle(at[0]), Shape::Rect { w: at[1], h: at[2] }];
        let (value, (bars, a)) = reshaped::gradient(&mut shapes, at[3], n);
        assert_eq!(value, f(&at, n));
        let mut found = Vec::new();
        for bar in &bars {
            match bar {
                ShapeShadow::Circle(r) => found.push(*r),
                ShapeShadow::Rect { w, h } => found.extend([*w, *h]),
            }
        }
        found.push(a);
        agrees("reshaped", |v| f(v, n), &found, &at);
    }
}

#[differentiable]
trait Motion: Differentiable + Clone {
    fn moved(&mut self, by: f64);
    fn place(&self) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
impl Motion for Point {
    #[checkpoint]
    fn moved(&mut self, by: f64) {
        self.x = self.x.sin() * by + self.x;
    }

    fn place(&self) -> f64 {
        self.x * self.x
    }
}

#[differentiable]
fn far(x: f64, by: f64) -> f64 {
    let mut p = Point { x };
    for _ in 0..4 {
        p.moved(by);
    }
    p.place()
}

#[test]
fn methods_of_traits() {
    let (_, (x, by)) = far::gradient(0.4, 0.3);
    agrees("far", |v| far(v[0], v[1]), &[x, by], &[0.4, 0.3]);
}

/// A marked loop that is never reached.
#[differentiable]
#[allow(unreachable_code)]
fn left_before(x: f64) -> f64 {
    let mut y = x;
    if x > 0.5 {
        return y * y;
    } else {
        return y * 3.0;
    }
    #[checkpoint]
    for _ in 0..3 {
        y *= x;
    }
    y
}

#[test]
fn a_loop_that_is_not_reached() {
    assert_eq!(left_before::gradient(2.0), (4.0, (4.0,)));
    assert_eq!(left_before::gradient(0.25), (0.75, (3.0,)));
}

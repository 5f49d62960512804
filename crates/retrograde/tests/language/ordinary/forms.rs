//! Calls, structures, `match`, iterators, vectors, exchanges.

use super::agrees;
use retrograde::{Differentiable, Real, differentiable};

#[differentiable]
fn square(x: f64) -> f64 {
    let mut y = x;
    y *= x;
    y
}

#[differentiable]
fn calls(x: f64, y: f64) -> f64 {
    let mut s = square(x);
    s = square(s + y) * 0.5;
    let t = square(s) + square(y);
    s = t / (1.0 + s);
    s
}

#[differentiable]
fn step(x: &mut [f64], v: &mut [f64], dt: f64) {
    for i in 0..x.len() {
        x[i] += dt * v[i];
        v[i] = v[i] - dt * x[i].sin();
        v[i] *= 0.99;
    }
}

#[differentiable]
fn simulate(x0: f64, v0: f64, dt: f64) -> f64 {
    let mut x = [x0, 0.5 * x0];
    let mut v = [v0, -v0];
    for _ in 0..10 {
        step(&mut x, &mut v, dt);
    }
    let mut e = 0.0;
    for i in 0..2 {
        e += 0.5 * v[i] * v[i] - x[i].cos();
    }
    e
}

#[differentiable]
fn generic<T: Real>(x: T, n: usize) -> T {
    let mut a = T::one();
    let mut b = x;
    for _ in 0..n {
        let t = a;
        a = (a + b) * T::constant(0.5);
        b = (t * b).sqrt();
    }
    a
}

#[differentiable]
fn pick(kind: u32, x: f64, y: f64) -> f64 {
    let r = match kind {
        0 => x * y,
        1 | 2 => x / y,
        n if n > 10 => x.powi(2),
        _ => {
            let mut t = x;
            t += y;
            t * t
        }
    };
    r * 2.0
}

#[differentiable]
fn swaps(a: f64, b: f64) -> f64 {
    let (mut x, mut y) = (a, b);
    for _ in 0..5 {
        (x, y) = (y, x + y * 0.5);
    }
    std::mem::swap(&mut x, &mut y);
    let z = std::mem::replace(&mut x, 3.0 * a);
    x * y + z
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point<T> {
    x: T,
    y: T,
}

#[differentiable]
fn structs(p: Point<f64>, k: f64) -> f64 {
    let mut q = p;
    for _ in 0..3 {
        q.x = q.x * k + q.y;
        q.y *= k;
        if q.x > 2.0 {
            q = Point { x: q.x * 0.5, y: q.y };
        }
    }
    q.x * q.y
}

#[differentiable]
fn chains(xs: &[f64], w: &[f64]) -> f64 {
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    let var: f64 = xs.iter().map(|x| (x - mean) * (x - mean)).sum();
    let dot: f64 = xs.iter().zip(w).map(|(a, b)| a * b).sum();
    dot / var.sqrt()
}

#[differentiable]
fn pushes(xs: &[f64]) -> f64 {
    let mut kept = Vec::new();
    for &x in xs {
        if x > 1.1 {
            kept.push(x * x);
        }
    }
    let mut s = 1.0;
    while let Some(x) = kept.pop() {
        s = s * 0.5 + x;
    }
    s
}

#[differentiable]
fn maximum(xs: &[f64]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut at = 0;
    for (i, &x) in xs.iter().enumerate() {
        if x > best {
            best = x;
            at = i;
        }
    }
    best * (at as f64 + 1.0)
}

#[differentiable]
fn whole(a: [f64; 3], n: usize) -> f64 {
    let mut v = a;
    for _ in 0..n {
        let u = [v[1], v[2] * 0.5, v[0]];
        v = u;
    }
    let mut w = vec![0.0; 3];
    w = v.to_vec();
    w[0] * w[1] + w[2]
}

#[differentiable]
fn fib(x: f64, n: u32) -> f64 {
    if n < 2 {
        return x;
    }
    let a = fib(x, n - 1);
    a * fib(x, n - 2) + 0.1 * a
}

#[test]
fn forms_have_gradients() {
    let xs = [1.0, 2.0, 1.5, 0.5, 3.0, 0.25];
    let g = calls::gradient(0.8, 0.5).1;
    agrees("calls", |x| calls(x[0], x[1]), &[g.0, g.1], &[0.8, 0.5]);
    let g = simulate::gradient(0.8, 0.5, 0.1).1;
    agrees("simulate", |x| simulate(x[0], x[1], x[2]), &[g.0, g.1, g.2], &[0.8, 0.5, 0.1]);
    let g = generic::gradient(0.8, 5).1;
    agrees("generic", |x| generic(x[0], 5), &[g.0], &[0.8]);
    for k in [0, 1, 2, 5, 20] {
        let g = pick::gradient(k, 0.8, 0.5).1;
        agrees("pick", |x| pick(k, x[0], x[1]), &[g.0, g.1], &[0.8, 0.5]);
    }
    let g = swaps::gradient(0.8, 0.5).1;
    agrees("swaps", |x| swaps(x[0], x[1]), &[g.0, g.1], &[0.8, 0.5]);
    let g = structs::gradient(Point { x: 1.2, y: 0.7 }, 1.3).1;
    agrees("structs", |x| structs(Point { x: x[0], y: x[1] }, x[2]), &[g.0.x, g.0.y, g.1], &[1.2, 0.7, 1.3]);
    let w = [0.1, 0.4, -0.3, 0.9, 1.0, 2.0];
    let g = chains::gradient(&xs, &w).1;
    agrees("chains", |x| chains(&x[..6], &x[6..]), &[g.0, g.1].concat(), &[xs, w].concat());
    let g = pushes::gradient(&xs).1;
    agrees("pushes", pushes, &g.0, &xs);
    let g = maximum::gradient(&xs).1;
    agrees("maximum", maximum, &g.0, &xs);
    let g = whole::gradient([1.0, 2.0, 3.0], 4).1;
    agrees("whole", |x| whole([x[0], x[1], x[2]], 4), &g.0, &[1.0, 2.0, 3.0]);
    let g = fib::gradient(0.9, 6).1;
    agrees("fib", |x| fib(x[0], 6), &[g.0], &[0.9]);
}

#[derive(Clone, Debug, Differentiable)]
struct Polynomial {
    of: Vec<f64>,
}

impl Polynomial {
    /// A count, which needs no mark.
    fn degree(&self) -> usize {
        self.of.len() - 1
    }
}

#[differentiable]
fn lifted_by_degree(p: &Polynomial, x: f64) -> f64 {
    let mut y = 0.0;
    for c in p.of.iter().rev() {
        y = y * x + c;
    }
    y + x * x * p.degree() as f64
}

#[test]
fn what_a_method_counts_is_cast() {
    assert_eq!(lifted_by_degree::check(&Polynomial { of: vec![0.3, 0.5, -0.2] }, 0.7), Ok(()));
}

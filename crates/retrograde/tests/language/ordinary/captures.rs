//! Closures that capture are handed on: what they capture gets its cotangents.

use retrograde::{Differentiable, Real, differentiable};

/// A root by bisection, and a step of Newton's method with a difference as the slope.
#[differentiable]
fn solve<F>(f: F, mut a: f64, mut b: f64) -> Option<f64>
where
    F: Fn(f64) -> f64,
{
    let mut fa = f(a);
    if fa * f(b) > 0.0 {
        return None;
    }
    while b - a > 1e-3 {
        let m = 0.5 * (a + b);
        let fm = f(m);
        if fa * fm > 0.0 {
            (a, fa) = (m, fm);
        } else {
            b = m;
        }
    }
    for _ in 0..8 {
        let fb = f(b);
        let h = 1e-5;
        b -= fb * 2.0 * h / (f(b + h) - f(b - h));
    }
    Some(b)
}

#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / (2 * n) as f64;
    let mut sum = f(a) + f(b);
    for i in 1..2 * n {
        sum += if i % 2 == 1 { 4.0 } else { 2.0 } * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

/// Calls itself.
#[differentiable]
fn adaptive(f: &dyn Fn(f64) -> f64, a: f64, b: f64, depth: usize) -> f64 {
    let whole = simpson(f, a, b, 1);
    let m = 0.5 * (a + b);
    let parts = simpson(f, a, m, 1) + simpson(f, m, b, 1);
    if depth == 0 || (whole - parts).abs() < 1e-4 {
        parts
    } else {
        adaptive(f, a, m, depth - 1) + adaptive(f, m, b, depth - 1)
    }
}

#[differentiable]
fn rk4(f: &dyn Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64], h: f64, steps: usize) -> Vec<f64> {
    let mut y = y0.to_vec();
    let n = y.len();
    for s in 0..steps {
        let t = s as f64 * h;
        let k1 = f(t, &y);
        let y1: Vec<f64> = (0..n).map(|i| y[i] + 0.5 * h * k1[i]).collect();
        let k2 = f(t + 0.5 * h, &y1);
        for i in 0..n {
            y[i] += h * k2[i];
        }
    }
    y
}

/// Changes its argument, and takes a function.
#[differentiable]
fn relax(x: &mut [f64], force: impl Fn(f64) -> f64, rate: f64) {
    for _ in 0..3 {
        for i in 0..x.len() {
            x[i] = x[i] + rate * force(x[i]);
        }
    }
}

/// Changes its argument, and returns what is left.
#[differentiable]
fn relaxed(x: &mut [f64], force: impl Fn(f64) -> f64, rate: f64) -> f64 {
    let mut left = 0.0;
    for x in x.iter_mut() {
        *x += rate * force(*x);
        left += *x * *x;
    }
    left
}

/// The value depends on what is captured alone.
#[differentiable]
fn at_two(f: impl Fn(f64) -> f64) -> f64 {
    f(2.0)
}

#[differentiable]
fn implied_volatility(price: f64, spot: f64, strike: f64, t: f64) -> Option<f64> {
    let k = strike / spot;
    solve(
        |v| {
            let d = (-k.ln() + 0.5 * v * v * t) / (v * t.sqrt());
            let up = 1.0 / (1.0 + (-1.7 * d).exp());
            let down = 1.0 / (1.0 + (-1.7 * (d - v * t.sqrt())).exp());
            spot * up - strike * down - price
        },
        0.01,
        3.0,
    )
}

#[differentiable]
fn gamma_integral(shape: f64, rate: f64, upper: f64) -> f64 {
    let density = |x: f64| x.powf(shape) * (-rate * x).exp();
    simpson(density, 0.5, upper, 8) + adaptive(&density, 0.5, upper * rate, 6)
}

/// A slice is captured, which a loop changes the use of.
#[differentiable]
fn moments(weights: &[f64], a: f64) -> f64 {
    let mut sum = 0.0;
    for n in 0..3usize {
        sum += simpson(
            |x| {
                weights.iter().enumerate().map(|(i, w)| w * x.powi(i as i32)).sum::<f64>()
                    * (a * x).cos().powi(n as i32)
            },
            0.0,
            1.0,
            3,
        );
    }
    sum
}

#[differentiable]
fn epidemic(beta: f64, gamma: f64, i0: f64, steps: usize) -> f64 {
    let y = rk4(
        &|_t, y: &[f64]| {
            let infections = beta * y[0] * y[1];
            vec![-infections, infections - gamma * y[1], gamma * y[1]]
        },
        &[1.0 - i0, i0, 0.0],
        0.1,
        steps,
    );
    y[1] + 2.0 * y[2]
}

#[differentiable]
fn relaxing(k: f64, centre: [f64; 2], x0: f64) -> f64 {
    let mut x = [x0, 2.0 * x0];
    relax(&mut x, |x| -k * (x - centre[0]).tanh() + centre[1], 0.1);
    let left = relaxed(&mut x, |x| x.sin() * k, 0.2);
    x[0] * x[1] + left
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
    length: f64,
}

#[differentiable]
fn work(spring: &Spring, by: f64) -> f64 {
    simpson(|x| spring.stiffness * (x - spring.length).powi(3), spring.length, spring.length + by, 4)
}

/// A closure that calls another, and a copy of what changes afterwards.
#[differentiable]
fn composed(a: f64, b: f64) -> f64 {
    let mut scale = a * b;
    let inner = |x: f64| x * x + a;
    let outer = move |x: f64| inner(x) * scale;
    scale += 100.0;
    simpson(outer, 0.0, b, 2) + 1e-3 * scale
}

/// A closure in a closure, each with what it captures.
#[differentiable]
fn double(a: f64, b: f64) -> f64 {
    simpson(|y| simpson(|x| (a * x * y).sin() + b * y, 0.0, y, 3), 0.0, b, 3)
}

#[differentiable]
fn constant_arguments(a: f64, b: f64) -> f64 {
    at_two(|x| a * x + b) * at_two(|_| b.sin())
}

#[differentiable]
fn generic<T: Real>(f: impl Fn(T) -> T, x: T) -> T {
    let mut y = f(x);
    y *= x;
    f(y)
}

#[differentiable]
fn generic_caller<T: Real>(a: T, x: T) -> T {
    generic(|t| t * a + a, x)
}

#[differentiable]
fn exact(a: f64, n: usize, up: bool) -> f64 {
    simpson(
        |x| {
            let mut y = a;
            for _ in 0..n {
                y *= x + a;
            }
            if up { y } else { -y * y }
        },
        0.0,
        1.0,
        2,
    )
}

#[test]
fn roots_and_integrals() {
    assert_eq!(implied_volatility::check(12.0, 100.0, 105.0, 0.75), Ok(()));
    assert_eq!(gamma_integral::check(1.5, 0.7, 2.5), Ok(()));
    assert_eq!(double::check(0.8, 1.2), Ok(()));
    assert_eq!(constant_arguments::check(0.8, 1.2), Ok(()));
}

#[test]
fn slices_structures_and_exact_values() {
    assert_eq!(moments::check(&[0.3, -0.8, 0.5], 0.9), Ok(()));
    assert_eq!(work::check(&Spring { stiffness: 2.0, length: 0.4 }, 0.7), Ok(()));
    assert_eq!(exact::check(0.7, 3, true), Ok(()));
    assert_eq!(exact::check(0.7, 2, false), Ok(()));
}

#[test]
fn states_and_vectors() {
    assert_eq!(epidemic::check(0.8, 0.3, 0.05, 7), Ok(()));
    assert_eq!(relaxing::check(0.8, [0.3, 0.2], 0.6), Ok(()));
    assert_eq!(composed::check(0.8, 1.3), Ok(()));
}

#[test]
fn at_other_numbers() {
    use retrograde::Dual;
    let (value, (a, x)) = generic_caller::gradient(1.3, 0.7);
    assert_eq!(value, generic_caller(1.3, 0.7));
    super::agrees("generic", |x| generic_caller(x[0], x[1]), &[a, x], &[1.3, 0.7]);
    let (_, (a, _)) = generic_caller::gradient(Dual::new(1.3, 1.0), Dual::new(0.7, 0.0));
    super::agrees("second", |x| generic_caller::gradient(x[0], 0.7).1.0, &[a.tangent], &[1.3]);
}

//! Functions as arguments: they are differentiated through, whichever way the parameter is written.

use super::agrees;
use retrograde::{Real, differentiable};

#[differentiable]
fn wave(x: f64) -> f64 {
    let mut y = x.sin();
    y *= x;
    y + 0.3
}

#[differentiable]
fn spring(t: f64, y: f64) -> f64 {
    (0.3 * t).cos() - 0.7 * y * y
}

#[differentiable]
fn pair(t: f64, y: &[f64]) -> Vec<f64> {
    vec![y[1] + 0.1 * t, -y[0] * y[1].cos()]
}

#[differentiable]
fn midpoints(f: &dyn Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = 0.0;
    for i in 0..n {
        sum += f(a + (i as f64 + 0.5) * h);
    }
    sum * h
}

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, x0: f64, steps: usize) -> Option<f64> {
    let mut x = x0;
    for _ in 0..steps {
        let slope = df(x);
        if slope.abs() < 1e-12 {
            return None;
        }
        x -= f(x) / slope;
    }
    Some(x)
}

#[differentiable]
fn euler<F: Fn(f64, f64) -> f64>(f: F, t: f64, y: f64, dt: f64) -> f64 {
    let mut y = y;
    for i in 0..5 {
        y += dt * f(t + i as f64 * dt, y);
    }
    y
}

#[differentiable]
fn bisect<F>(f: &F, mut a: f64, mut b: f64) -> Result<f64, &'static str>
where
    F: Fn(f64) -> f64,
{
    if f(a) * f(b) > 0.0 {
        return Err("no change of sign");
    }
    for _ in 0..4 {
        let middle = 0.5 * (a + b);
        if f(middle) * f(a) > 0.0 {
            a = middle;
        } else {
            b = middle;
        }
    }
    // A step of the secant.
    Ok(a - f(a) * (b - a) / (f(b) - f(a)))
}

#[differentiable]
fn step(f: &dyn Fn(f64, &[f64]) -> Vec<f64>, t: f64, y: &[f64], dt: f64) -> Vec<f64> {
    let k1 = f(t, y);
    let y2: Vec<f64> = (0..y.len()).map(|i| y[i] + 0.5 * dt * k1[i]).collect();
    let k2 = f(t + 0.5 * dt, &y2);
    (0..y.len()).map(|i| y[i] + dt * k2[i]).collect()
}

#[differentiable]
fn kick(acc: &dyn Fn(&[f64]) -> Vec<f64>, x: &mut [f64], v: &mut [f64], dt: f64) {
    let a = acc(x);
    for i in 0..x.len() {
        v[i] += dt * a[i];
        x[i] += dt * v[i];
    }
    let a = acc(x);
    for i in 0..x.len() {
        v[i] *= 1.0 + dt * a[i];
    }
}

#[differentiable]
fn pull(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| -x * x).collect()
}

/// Names, parameters, and chains.
#[differentiable]
fn all(f: &dyn Fn(f64) -> f64, x: f64, y: f64) -> f64 {
    let mut z = midpoints(&wave, x, y, 3) + midpoints(f, 0.0, x * y, 4);
    z += euler(spring, x, y, 0.1) + euler(self::spring, y, z, 0.2);
    let mut at = vec![x, y];
    let mut v = vec![z, 0.5];
    kick(&pull, &mut at, &mut v, 0.1);
    let many: f64 = at.iter().map(|&x| f(x)).sum();
    let moved = step(&pair, x, &v, 0.1);
    if f(z) > 0.0 { z + many * moved[0] } else { z * moved[1] - many }
}

#[differentiable]
fn generic<T: Real, F: Fn(T) -> T>(f: F, x: T) -> T {
    let mut y = x;
    y *= f(x);
    f(y)
}

#[differentiable]
fn square<T: Real>(x: T) -> T {
    x * x + x
}

#[differentiable]
fn changing(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    let mut y = f(x);
    y *= x;
    f(y)
}

#[differentiable]
fn lent(f: &mut dyn FnMut(f64) -> f64, x: f64) -> f64 {
    let mut y = f(x);
    y *= x;
    f(y)
}

/// A function that is held constant.
#[differentiable]
fn weighted(#[inactive] weight: &dyn Fn(usize) -> f64, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += weight(i) * x[i] * x[i];
    }
    sum
}

#[test]
fn a_function_is_differentiated_through() {
    let (value, (a, b)) = midpoints::gradient(&wave {}, 0.2, 1.7, 6);
    assert_eq!(value, midpoints(&wave, 0.2, 1.7, 6));
    agrees("midpoints", |x| midpoints(&wave, x[0], x[1], 6), &[a, b], &[0.2, 1.7]);
    let (mut a, mut b) = (2.0, -1.0);
    midpoints::pull(-1.5, &wave {}, 0.2, &mut a, 1.7, &mut b, 6);
    agrees("midpoints", |x| -1.5 * midpoints(&wave, x[0], x[1], 6), &[a - 2.0, b + 1.0], &[0.2, 1.7]);

    let (value, (t, y, dt)) = euler::gradient(&spring {}, 0.3, 0.9, 0.1);
    assert_eq!(value, euler(spring, 0.3, 0.9, 0.1));
    agrees("euler", |x| euler(spring, x[0], x[1], x[2]), &[t, y, dt], &[0.3, 0.9, 0.1]);
    assert_eq!(euler::check(&spring {}, 0.3, 0.9, 0.1), Ok(()));
}

#[test]
fn what_may_fail_fails_as_the_function_does() {
    let slope = |x: f64| 0.5 + x;
    let (value, (x,)) = newton::gradient(&wave {}, &square {}, 0.8, 3).unwrap();
    assert_eq!(Some(value), newton(wave, square, 0.8, 3));
    agrees("newton", |x| newton(wave, square, x[0], 3).unwrap(), &[x], &[0.8]);
    assert_eq!(newton(slope, |_| 0.0, 0.8, 3), None);

    let (value, (a, b)) = bisect::gradient(&spring_at {}, 0.1, 1.9).unwrap();
    assert_eq!(Ok(value), bisect(&spring_at, 0.1, 1.9));
    agrees("bisect", |x| bisect(&spring_at, x[0], x[1]).unwrap(), &[a, b], &[0.1, 1.9]);
    assert_eq!(bisect::gradient(&spring_at {}, 1.5, 1.9), Err("no change of sign"));
}

#[differentiable]
fn spring_at(y: f64) -> f64 {
    spring(0.5, y)
}

#[test]
fn vectors_are_differentiated_through() {
    let y = [0.4, -0.8];
    let (mut t_bar, mut y_bar, mut dt_bar) = (0.0, [0.0; 2], 0.0);
    let value = step::pull(vec![1.5, -0.5], &pair {}, 0.2, &mut t_bar, &y, &mut y_bar, 0.1, &mut dt_bar);
    assert_eq!(value, step(&pair, 0.2, &y, 0.1));
    let of = |x: &[f64]| {
        let value = step(&pair, x[0], &x[1..3], x[3]);
        1.5 * value[0] - 0.5 * value[1]
    };
    agrees("step", of, &[t_bar, y_bar[0], y_bar[1], dt_bar], &[0.2, 0.4, -0.8, 0.1]);

    let (mut x, mut v, mut x_bar, mut v_bar, mut dt_bar) = (y, [0.3, 0.5], [1.0, -2.0], [0.5, 1.5], 0.0);
    kick::sweep(&pull {}, &mut x, &mut x_bar, &mut v, &mut v_bar, 0.1, &mut dt_bar);
    let run = |x: &[f64]| {
        let (mut p, mut v) = ([x[0], x[1]], [x[2], x[3]]);
        kick(&pull, &mut p, &mut v, x[4]);
        (p, v)
    };
    assert_eq!((x, v), run(&[0.4, -0.8, 0.3, 0.5, 0.1]));
    let of = |x: &[f64]| {
        let (p, v) = run(x);
        p[0] - 2.0 * p[1] + 0.5 * v[0] + 1.5 * v[1]
    };
    agrees("kick", of, &[x_bar[0], x_bar[1], v_bar[0], v_bar[1], dt_bar], &[0.4, -0.8, 0.3, 0.5, 0.1]);
    assert_eq!(kick::check(&pull {}, &mut [0.4, -0.8], &mut [0.3, 0.5], 0.1), Ok(()));
}

#[test]
fn functions_are_handed_on() {
    for at in [[0.3, 0.9], [1.1, -0.4]] {
        let (value, (x, y)) = all::gradient(&wave {}, at[0], at[1]);
        assert_eq!(value, all(&wave, at[0], at[1]));
        agrees("all", |x| all(&wave, x[0], x[1]), &[x, y], &at);
    }
}

#[test]
fn generic_changing_and_constant_functions() {
    let (value, (x,)) = generic::gradient(&square {}, 0.7);
    assert_eq!(value, generic(square, 0.7));
    agrees("generic", |x| generic(square, x[0]), &[x], &[0.7]);
    let (value, (x,)) = changing::gradient(&wave {}, 0.7);
    assert_eq!(value, changing(wave, 0.7));
    agrees("changing", |x| changing(wave, x[0]), &[x], &[0.7]);
    let (_, (x,)) = lent::gradient(&wave {}, 0.7);
    agrees("lent", |x| lent(&mut wave.clone(), x[0]), &[x], &[0.7]);

    let weight = |i: usize| 1.0 + i as f64;
    let (value, (x,)) = weighted::gradient(&weight, &[0.5, -2.0]);
    assert_eq!((value, x), (8.25, vec![1.0, -8.0]));
}

/// Parts of a tuple as parameters.
#[differentiable]
fn area((w, h): (f64, f64), _: usize) -> f64 {
    let mut a = w;
    a *= h;
    a * a
}

#[test]
fn patterns_are_parameters() {
    let (value, (of,)) = area::gradient((2.0, 3.0), 1);
    assert_eq!((value, of), (36.0, (36.0, 24.0)));
}

/// The secant method, with what its function asks for.
#[differentiable]
fn secant(f: impl Fn(f64, &[f64]) -> f64, p: &[f64], mut a: f64, mut b: f64) -> f64 {
    for _ in 0..5 {
        let (fa, fb) = (f(a, p), f(b, p));
        if (fb - fa).abs() < 1e-12 {
            break;
        }
        (a, b) = (b, b - fb * (b - a) / (fb - fa));
    }
    b
}

#[differentiable]
fn stepped<F: Fn(f64, &[f64]) -> Vec<f64>>(f: F, y0: &[f64], h: f64) -> f64 {
    let mut y = y0.to_vec();
    for n in 0..4 {
        let slope = f(h * n as f64, &y);
        for k in 0..y.len() {
            y[k] += h * slope[k];
        }
    }
    y[0] * y[1]
}

/// Closures that capture nothing are handed on, by a name or where they stand.
#[differentiable]
fn closed(a: f64, h: f64) -> f64 {
    const TWO: f64 = 2.0;
    let g = |x: f64, p: &[f64]| x * x * x - TWO * x * p[0];
    let roots = secant(|x, p: &[f64]| x * x - p[0] * TWO, &[a], 1.0, a) * secant(g, &[1.1], 1.2, a);
    let swung = stepped(|t, y: &[f64]| vec![y[1], -y[0].sin() + t], &[a, 0.5], h);
    let turned = |_t: f64, y: &[f64]| -> Vec<f64> {
        let k = 2.0;
        vec![y[1] * k, -y[0]]
    };
    roots + swung * stepped(&turned, &[a, 0.5], h)
}

#[test]
fn closures_that_capture_nothing() {
    assert_eq!(closed::check(1.7, 0.1), Ok(()));
}

/// A function at every number that takes a function.
#[differentiable(generic)]
fn applied_twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let y = 0.5 * x;
    f(f(y)) + 2.0 * y.max(0.1)
}

#[differentiable(generic)]
fn rippled(x: f64) -> f64 {
    x * x.sin()
}

#[differentiable(generic)]
fn rippled_twice(x: f64) -> f64 {
    applied_twice(rippled, x)
}

#[test]
fn generic_functions_take_functions() {
    assert_eq!(rippled_twice::check(0.3), Ok(()));
    let (_, (along,)) = rippled_twice::gradient(retrograde::Dual::new(0.3, 1.0));
    let slope = |x: f64| rippled_twice::gradient(x).1.0;
    assert!((along.tangent - (slope(0.3001) - slope(0.2999)) / 2e-4).abs() < 1e-6);
    assert_eq!(applied_twice(|x: f64| x + 1.0, 0.5), 2.75);
}

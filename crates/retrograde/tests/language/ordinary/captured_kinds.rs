//! Kinds of values that closures capture and hand on: numbers, arrays, fields, integers, elements of loops.

use super::agrees;
use retrograde::{Differentiable, differentiable};

#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / (2 * n) as f64;
    let mut sum = f(a) + f(b);
    for i in 1..2 * n {
        sum += if i % 2 == 1 { 4.0 } else { 2.0 } * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

#[differentiable]
#[checkpoint]
fn marched(f: impl Fn(f64) -> f64, a: f64, n: usize) -> f64 {
    let mut x = a;
    for _ in 0..n {
        x += 0.1 * f(x);
    }
    x
}

#[differentiable]
fn far(a: f64, b: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += marched(|x| a * x.sin() - b * k as f64, a * b, 5);
    }
    sum
}

#[differentiable]
fn mutable(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x + 1.0)
}
#[differentiable]
fn lent(f: &mut dyn FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(x + 1.0)
}
#[differentiable]
fn uses_mut(a: f64) -> f64 {
    mutable(|x| a * x, a) + lent(&mut |x| a.sin() * x, a)
}

#[differentiable]
fn has_root(f: impl Fn(f64) -> f64, a: f64, b: f64) -> bool {
    f(a) * f(b) < 0.0
}
#[differentiable]
fn chosen(a: f64) -> f64 {
    if has_root(|x| x - a, 0.0, 1.0) { a * a } else { a }
}
#[differentiable]
fn chosen_in_a_loop(a: f64) -> f64 {
    let yes = has_root(|x| x - a, 0.0, 1.0);
    let mut y = a;
    while has_root(|x| x - y, 0.0, 1.0) {
        y += 0.3;
    }
    if yes { y * a } else { a }
}

#[derive(Clone, Differentiable)]
struct Model {
    k: f64,
    w: [f64; 2],
    offsets: Vec<f64>,
}

#[differentiable]
impl Model {
    fn area(&self, to: f64) -> f64 {
        simpson(|x| self.k * x + self.w[1] * x * x + self.offsets[0], 0.0, to, 2)
    }
    fn apply(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * self.k
    }
    fn twice(&self, a: f64) -> f64 {
        self.apply(|x| x * a + self.k, a)
    }
}

#[differentiable]
fn of_models(models: &[Model], a: f64) -> f64 {
    let mut sum = 0.0;
    for m in models {
        sum += simpson(|x| m.k * x * a, 0.0, 1.0, 2);
    }
    sum + models[0].area(a)
}

#[differentiable]
fn grouped(data: &[f64], a: f64) -> f64 {
    let squares: Vec<f64> = data.iter().map(|x| x * x).collect();
    let n = data.len();
    let mean = data.iter().sum::<f64>() / n as f64;
    simpson(
        |x| {
            let mut s = 0.0;
            for i in 0..n {
                s += (data[i] - mean * x).powi(2) + squares[i] * a;
            }
            s / n as f64
        },
        0.0,
        a,
        2,
    )
}

#[differentiable]
fn kernel(data: &[f64], a: f64) -> f64 {
    data.iter().map(|&d| simpson(|x| (-(x - d) * (x - d) / a).exp(), -1.0, 1.0, 2)).sum()
}
#[differentiable]
fn kernel_in_loops(data: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for d in data.iter() {
        s += simpson(|x| (-(x - *d) * (x - d) / a).exp(), -1.0, 1.0, 2);
    }
    for (i, d) in data.iter().enumerate() {
        s += simpson(|x| (x + d) * i as f64, -1.0, 1.0, 2);
    }
    s
}
#[differentiable]
fn optional(a: f64, b: Option<f64>) -> f64 {
    match b {
        Some(b) => simpson(|x| a * x * b, 0.0, 1.0, 2),
        None => simpson(|x| a * x, 0.0, 1.0, 2),
    }
}
#[differentiable]
fn tupled((a, b): (f64, f64)) -> f64 {
    let (c, d) = (a * b, a + b);
    let p = (c, d);
    simpson(|x| a * x * d + p.0 * p.1, 0.0, c, 2)
}
#[differentiable]
fn returns(a: f64) -> f64 {
    simpson(
        |x| {
            if x > 0.5 {
                return a * x;
            }
            let y = x * x;
            y + a
        },
        0.0,
        1.0,
        2,
    )
}

#[differentiable]
fn nested(a: f64, m: &[[f64; 2]; 2], t: (f64, f64)) -> f64 {
    simpson(|x| x * m[0][1] * t.0 + t.1 * m[1][0], a, 1.0, 2)
}
#[differentiable]
fn integers(a: f64) -> f64 {
    let n = 3;
    let k = if a > 1.0 { 2 } else { 3 };
    simpson(|x| x * n as f64 * x.powi(k), a, 1.0, 2)
}
#[test]
fn callees_take_closures_in_every_way() {
    assert_eq!(far::check(0.7, 0.4), Ok(()));
    assert_eq!(uses_mut::check(0.7), Ok(()));
    assert_eq!(chosen::check(0.7), Ok(()));
    assert_eq!(chosen_in_a_loop::check(0.65), Ok(()));
    let m = Model { k: 0.3, w: [0.2, 0.9], offsets: vec![0.4] };
    assert_eq!(of_models::check(&[m.clone(), m.clone()], 0.65), Ok(()));
    let (_, (m_bar, a_bar)) = m.twice_gradient(0.6);
    let twice = |x: &[f64]| Model { k: x[0], w: [0.2, 0.9], offsets: vec![0.4] }.twice(x[1]);
    agrees("twice", twice, &[m_bar.k, a_bar], &[0.3, 0.6]);
}

#[test]
fn arrays_elements_and_parts() {
    assert_eq!(grouped::check(&[0.3, 0.9, -0.4], 0.65), Ok(()));
    assert_eq!(kernel::check(&[0.3, 0.9, -0.4], 0.65), Ok(()));
    assert_eq!(kernel_in_loops::check(&[0.3, 0.9, -0.4], 0.65), Ok(()));
    assert_eq!(optional::check(0.3, Some(0.65)), Ok(()));
    assert_eq!(tupled::check((0.3, 0.65)), Ok(()));
    assert_eq!(returns::check(0.65), Ok(()));
    assert_eq!(nested::check(0.65, &[[0.3, 0.2], [0.8, 1.1]], (0.3, 0.7)), Ok(()));
    assert_eq!(integers::check(0.65), Ok(()));
}

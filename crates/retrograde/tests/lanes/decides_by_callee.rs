//! Callers that decide by what a callee's loop computed: all programs take the side that the function takes, also at ties.

use retrograde::prelude::*;

/// The least number of numbers whose sum has another last digit in lanes.
const COUNT: usize = 45;

/// The sum of the roots is exactly 9 in the order of the text.
fn tie() -> Vec<f64> {
    vec![0.04; COUNT]
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].sqrt();
    }
    s
}

/// Runs in lanes in all builds.
#[differentiable]
fn total_together(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += x[i].sqrt();
    }
    s
}

#[differentiable]
fn add_total(s: &mut f64, x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        *s += x[i].sqrt();
    }
}

#[derive(Clone, Differentiable)]
struct Weighted {
    weight: f64,
}

#[differentiable]
impl Weighted {
    fn total(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        #[parallel]
        for i in 0..x.len() {
            s += x[i].sqrt() * self.weight;
        }
        s
    }
}

#[differentiable]
fn of_function(x: &[f64]) -> f64 {
    let t = total(x);
    if t >= 9.0 { 100.0 * t } else { t }
}

#[differentiable]
fn of_marked_loop(x: &[f64]) -> f64 {
    let t = total_together(x);
    let half = t * 0.5;
    if half >= 4.5 { 100.0 * t } else { t }
}

#[differentiable]
fn of_place(x: &[f64]) -> f64 {
    let mut s = 0.0;
    add_total(&mut s, x);
    if s >= 9.0 { 100.0 * s } else { s }
}

#[differentiable]
fn of_method(x: &[f64]) -> f64 {
    let w = Weighted { weight: 1.0 };
    let t = w.total(x);
    if t >= 9.0 { 100.0 * t } else { t }
}

#[differentiable]
fn of_inner(x: &[f64]) -> f64 {
    2.0 * total_together(x)
}

#[differentiable]
fn of_nested(x: &[f64]) -> f64 {
    let t = of_inner(x);
    match t as i32 {
        18 => 100.0 * t,
        _ => t,
    }
}

#[differentiable]
fn of_value(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    let t = f(x);
    if t >= 9.0 { 100.0 * t } else { t }
}

#[differentiable]
fn of_argument(x: &[f64]) -> f64 {
    of_value(total_together, x)
}

#[differentiable]
fn of_checkpoints(x: &[f64], w: &[f64]) -> f64 {
    let mut e = 0.0;
    #[checkpoint]
    for k in 0..4_usize {
        let s = total_together(x) * w[k];
        if s >= 9.0 {
            e += 100.0 * s;
        } else {
            e += s;
        }
    }
    e
}

#[differentiable]
fn found(x: &[f64]) -> Option<f64> {
    let t = total_together(x);
    if t >= 9.0 { Some(t) } else { None }
}

/// The gradient has the value and the side of the function.
macro_rules! agree {
    ($($name:ident)*) => { $({
        let x = tie();
        let (value, (slope,)) = $name::gradient(&x);
        assert_eq!(value.to_bits(), $name(&x).to_bits(), stringify!($name));
        let step = value / 9.0 * 2.5;
        assert!(slope.iter().all(|s| (s - step).abs() < 1e-9), "{}: {slope:?}, not {step}", stringify!($name));
    })* };
}

#[test]
fn ordinary_callers_take_the_side_of_the_function() {
    agree! { of_function of_marked_loop of_place of_method of_nested of_argument }
    let (x, w) = (tie(), vec![1.0; 4]);
    let (value, (slope, _)) = of_checkpoints::gradient(&x, &w);
    assert_eq!(value, of_checkpoints(&x, &w));
    assert!(slope.iter().all(|s| (s - 1000.0).abs() < 1e-9), "{slope:?}");
    assert_eq!(found::gradient(&x).map(|(value, _)| value), found(&x));
}

#[reversible]
fn roots(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].sqrt();
    }
    s
}

/// A marked loop runs in lanes in the function, too.
#[reversible]
fn roots_together(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += x[i].sqrt();
    }
    s
}

#[reversible]
fn kept(y: &mut f64, x: &[f64]) {
    let t = roots(x);
    #[keep]
    if t >= 9.0 {
        *y += 100.0 * x[0];
    } else {
        *y += x[0];
    }
}

#[reversible]
fn kept_together(y: &mut f64, x: &[f64]) {
    let t = roots_together(x);
    #[keep]
    if t >= 9.0 {
        *y += 100.0 * x[0];
    } else {
        *y += x[0];
    }
}

#[reversible]
fn rounded(y: &mut f64, x: &[f64]) {
    let t = roots(x);
    *y += t.floor() * x[0];
}

#[test]
fn reversible_callers_take_the_side_of_the_function() {
    let x = tie();
    for (name, f, gradient) in [
        ("kept", kept as fn(&mut f64, &[f64]), kept::gradient(&x)),
        ("kept_together", kept_together, kept_together::gradient(&x)),
        ("rounded", rounded, rounded::gradient(&x)),
    ] {
        let mut y = 0.0;
        f(&mut y, &x);
        let (value, (slope,)) = gradient;
        assert_eq!(value, y, "{name}");
        assert!((slope[0] - y / 0.04).abs() < 1e-9, "{name}: {}", slope[0]);
    }
}

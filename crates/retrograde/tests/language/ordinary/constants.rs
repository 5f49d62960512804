//! Constants: with a suffix, by name, as arrays that are lent whole or in part; ranges that are asked, remainders, signs.

use super::agrees;
use retrograde::differentiable;

const EPS: f64 = 1e-3;
const TABLE: [f64; 4] = [0.5, -1.5, 2.0, 0.25];

#[differentiable]
fn suffixes(x: f64) -> f64 {
    let mut s = 0f64;
    s += x;
    let mut d = 1f64 - x * 2f64;
    d = 1f64 / d;
    if d.abs() < EPS {
        d = EPS;
    }
    s * d
}

#[differentiable]
fn clipped(x: f64) -> f64 {
    let mut d = x;
    let mut c = -EPS;
    for _ in 0..3 {
        d = 1.0 + c / d;
        if d.abs() < EPS {
            d = EPS * 2.0;
        }
        c = 1.0 + x / c;
        if c < -1.0 {
            c = -1.0 + EPS;
        }
    }
    d * c
}

#[differentiable]
fn polynomial(x: f64, c: &[f64]) -> f64 {
    let mut y = 0.0;
    for v in c.iter().rev() {
        y = y * x + v;
    }
    y
}

#[differentiable]
fn tables(x: f64) -> f64 {
    const INNER: [f64; 3] = [1.0, 0.5, 0.125];
    let mut sum = polynomial(x, &TABLE) + polynomial(x, &TABLE[1..]) * polynomial(x, &INNER);
    let mut o = 0;
    for i in 0..2 {
        sum *= polynomial(x, &TABLE[o..o + 2]);
        sum += x * polynomial(x, &INNER[..=i]);
        o += 1;
    }
    sum
}

#[differentiable]
fn remainders(x: f64, y: f64, n: i32) -> f64 {
    let mut z = x % y;
    if !(0.0..=1.0).contains(&z) && !(5..).contains(&n) && (..7).contains(&n) {
        z = z.copysign(x - y);
    }
    z * (n % 4) as f64 + z.rem_euclid(y)
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3], c: &mut [f64; 3]) {
    let product = &mut [0.0; 3];
    for i in 0..3 {
        product[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
    copied(product, c);
}

#[differentiable]
fn copied(a: &[f64; 3], b: &mut [f64; 3]) {
    b[0] = a[0];
    b[1] = a[1];
    b[2] = a[2];
}

#[differentiable]
fn lent(x: f64, y: f64) -> f64 {
    let mut c = [x, y, 1.0];
    cross(&[x, 2.0, y], &[y, x, x], &mut c);
    c[0] * c[1] + f64::midpoint(c[2], x.fract()) * y.midpoint(x)
}

#[test]
fn constants_have_gradients() {
    for x in [0.3, -0.7, 900.0] {
        agrees("suffixes", |x| suffixes(x[0]), &[suffixes::gradient(x).1.0], &[x]);
        agrees("clipped", |x| clipped(x[0]), &[clipped::gradient(x).1.0], &[x]);
        let (value, (bar,)) = tables::gradient(x.clamp(-2.0, 2.0));
        assert_eq!(value, tables(x.clamp(-2.0, 2.0)));
        agrees("tables", |x| tables(x[0]), &[bar], &[x.clamp(-2.0, 2.0)]);
    }
    let g = lent::gradient(1.3, 0.7).1;
    agrees("lent", |x| lent(x[0], x[1]), &[g.0, g.1], &[1.3, 0.7]);
    for (x, y, n) in [(5.3, 1.7, 3), (-5.3, 1.7, 6), (5.3, -1.7, 9), (0.3, 2.0, 2)] {
        let (value, g) = remainders::gradient(x, y, n);
        assert_eq!(value, remainders(x, y, n));
        agrees("remainders", |x| remainders(x[0], x[1], n), &[g.0, g.1], &[x, y]);
    }
}

/// Neighbours in a constant, in a loop and in a chain, counted and taken apart; a pattern of patterns.
#[differentiable]
fn neighbours(x: f64) -> f64 {
    let mut sum = 0.0;
    for w in TABLE.windows(2) {
        sum += (w[1] - w[0]) * x * x;
    }
    for (i, w) in TABLE.windows(3).enumerate() {
        let ((a, b), c) = ((w[0] * x, w[1] + x), w[2]);
        sum += i as f64 * a * b * c;
    }
    sum + TABLE[1..].windows(2).map(|w| w[0] * (w[1] * x).sin()).sum::<f64>()
}

/// Nodes and weights of a rule, side by side, and a constant beside an argument.
#[differentiable]
fn quadrature(a: f64, x: &[f64]) -> f64 {
    const WEIGHTS: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
    let mut sum = 0.0;
    for (node, weight) in TABLE.iter().zip(WEIGHTS.iter()) {
        sum += weight * (a * node).sin();
    }
    for (i, (&weight, v)) in WEIGHTS.iter().zip(x).enumerate() {
        sum += weight * v * v * i as f64;
    }
    sum + TABLE.iter().zip(x.iter()).zip(&WEIGHTS).map(|((t, v), w)| t * v * w * a).sum::<f64>()
}

#[test]
fn constants_are_visited_side_by_side() {
    assert_eq!(quadrature::check(0.7, &[0.3, -0.5, 0.2]), Ok(()));
    assert_eq!(quadrature::check(0.7, &[0.3, -0.5, 0.2, 1.0, 2.0]), Ok(()));
}

#[test]
fn neighbours_in_a_constant_are_visited() {
    assert_eq!(neighbours::check(0.7), Ok(()));
    assert_eq!(TABLE.windows(9).count(), 0);
}

struct Fluid {
    name: &'static str,
    density: f64,
}

const FLUIDS: [Fluid; 2] = [Fluid { name: "water", density: 1.0 }, Fluid { name: "ether", density: 0.7 }];

/// A search of a constant finds the element there.
#[differentiable]
fn weight(name: &str, volume: f64) -> Option<f64> {
    let fluid = FLUIDS.iter().find(|fluid| fluid.name == name)?;
    let lightest = FLUIDS.iter().find(|fluid| fluid.density < volume).unwrap();
    Some(volume * volume * fluid.density - volume * lightest.density)
}

/// A text is compared with one that is written.
#[differentiable]
fn scaled_by(kind: &str, t: f64) -> f64 {
    if kind == "linear" || "flat" == kind {
        t
    } else if kind != "square" {
        2.0 * t + weight(kind, t).unwrap_or(0.0)
    } else {
        t * t
    }
}

#[test]
fn found_by_texts() {
    assert_eq!(weight("steam", 1.3), None);
    for name in ["water", "ether"] {
        assert_eq!(weight::check(name, 1.3), Ok(()));
    }
    for kind in ["linear", "flat", "square", "ether", "steam"] {
        assert_eq!(scaled_by::check(kind, 1.3), Ok(()));
    }
}

const WEIGHTS: [[f64; 3]; 2] = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]];
/// The tables of a rule have names of one letter.
const A: [&[f64]; 3] = [&[], &[0.5], &[-1.0, 2.0]];
const B: [f64; 3] = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0];
const PATHS: [&[(usize, f64)]; 2] = [&[(0, 1.0), (2, -1.0)], &[(1, 0.5)]];

/// Rows of a table are visited, named and indexed.
#[differentiable]
fn rows(x: &[f64; 3]) -> f64 {
    let mut s: f64 =
        WEIGHTS.iter().map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>().tanh()).sum();
    for i in 0..2 {
        s += WEIGHTS[i].iter().zip(x).map(|(w, x)| w * x * x).sum::<f64>().tanh();
    }
    for row in &WEIGHTS {
        for j in 0..row.len() {
            s += row[j] * x[j].sin();
        }
    }
    for path in PATHS.iter() {
        for &(at, sign) in path.iter() {
            s += sign * x[at] * x[at];
        }
    }
    s
}

/// The index of a row is evaluated once, before its elements are visited.
#[differentiable]
fn rows_by_count(x: &[f64; 3]) -> f64 {
    let mut s = 0.0;
    let mut i = 0;
    while i < 2 {
        let row = &WEIGHTS[i];
        for w in row {
            s += w * x[0];
        }
        for (j, w) in row.iter().enumerate() {
            s += w * x[j];
        }
        for w in WEIGHTS[i].iter() {
            s = s * w + x[1];
            i = 1;
        }
        i += 1;
    }
    s
}

/// A step of Kutta's rule of the third order.
#[differentiable]
fn kutta(y: f64, h: f64) -> f64 {
    let mut k = [0.0; 3];
    for i in 0..3 {
        let inner: f64 = A[i].iter().zip(&k).map(|(a, k)| a * k).sum();
        k[i] = (y + h * inner).sin();
    }
    y + h * B.iter().zip(&k).map(|(b, k)| b * k).sum::<f64>()
}

#[test]
fn rows_of_constants_are_visited() {
    assert_eq!(rows::check(&[0.3, 0.4, 0.7]), Ok(()));
    assert_eq!(rows_by_count::check(&[0.3, 0.4, 0.7]), Ok(()));
    assert_eq!(kutta::check(0.4, 0.3), Ok(()));
}

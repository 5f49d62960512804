//! Copies of constants that change: arrays, rows, vectors, structures and tuples, whose types the constant alone tells.

use retrograde::prelude::*;

mod tables {
    pub const ROW: [f64; 3] = [0.1, 0.2, 0.3];
    pub static GRID: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
}

const OTHER: [f64; 3] = [1.1, 1.2, 1.3];
const PAIR: (f64, f64) = (0.4, 1.4);
const ORDER: [usize; 3] = [2, 0, 1];
const MASK: [bool; 3] = [true, false, true];
const SINGLE: [f32; 3] = [0.1, 0.2, 0.3];

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    q: f64,
    v: f64,
}

const BODY: Body = Body { q: 0.3, v: 0.2 };
const BODIES: [Body; 2] = [BODY, Body { q: 0.7, v: 0.1 }];

struct Model;

impl Model {
    const TABLE: [f64; 3] = [0.5, 0.6, 0.7];
}

#[differentiable]
fn chosen(x: f64, n: usize) -> f64 {
    let mut own = if n > 3 { tables::ROW } else { OTHER };
    own[0] += x;
    own[1] = own[0] * x;
    own[1] + own[2]
}

#[differentiable]
fn replaced(x: f64, n: usize) -> f64 {
    let mut own = Model::TABLE;
    for k in 0..n {
        own[k % 3] *= x;
        if own[0] < 0.01 {
            break;
        }
    }
    let before = own[0];
    own = OTHER;
    own[1] = own[0] * x;
    own[1] + own[2] * before
}

#[differentiable]
fn exact(x: f64, n: usize) -> f64 {
    let mut order = ORDER;
    let mut mask = MASK;
    order.swap(0, n % 3);
    mask[1] = x > 0.2;
    let mut t = 0.0;
    for (i, k) in order.iter().enumerate() {
        if mask[*k] {
            t += x * i as f64;
        }
    }
    t
}

#[differentiable]
fn single(x: f32, n: usize) -> f32 {
    let mut own = SINGLE;
    for k in 0..n {
        own[k % 3] = own[(k + 1) % 3] * x;
    }
    own[0] + own[1]
}

#[differentiable]
fn body(x: f64, n: usize) -> f64 {
    let mut b = BODY;
    for _ in 0..n {
        b.v -= x * b.q;
        b.q += 0.1 * b.v;
        if b.q < 0.0 {
            break;
        }
    }
    b.q * b.v
}

#[differentiable]
fn bodies(x: f64, n: usize) -> f64 {
    let mut bodies = BODIES;
    for k in 0..n {
        let b = &mut bodies[k % 2];
        b.v -= x * b.q;
        b.q += 0.1 * b.v;
    }
    bodies[0].q * bodies[1].v
}

#[differentiable]
fn parts(x: f64, n: usize) -> f64 {
    let (mut p, mut q) = PAIR;
    let mut r = PAIR.0;
    p *= x;
    q = q * p + x * n as f64;
    r = p * r + q;
    p + q * r
}

/// The rounds run again in the reverse pass; a row is recorded as the array that it is.
#[differentiable]
fn grid(x: f64, n: usize) -> f64 {
    let mut grid = tables::GRID;
    #[checkpoint]
    for k in 0..n {
        let old = grid[0];
        grid[0][0] = x * old[1];
        grid[0][1] = grid[1][k % 2] * 0.1 + old[0];
    }
    grid[0][0]
}

#[differentiable]
fn rows(x: f64, n: usize) -> f64 {
    let mut state = tables::GRID;
    let mut total = 0.0;
    for k in 0..n {
        let mut own = tables::GRID[k % 2];
        for v in own.iter_mut() {
            *v = v.sin() * x;
        }
        let row = state[k % 2];
        state[(k + 1) % 2][0] = row[1] * x + row[0];
        state[k % 2][1] -= x * own[0];
        total += own[1] * state[0][0];
        if total > 8.0 {
            break;
        }
    }
    total
}

#[differentiable]
fn normalised(x: &[f64]) -> f64 {
    let mut w = OTHER;
    for (w, x) in w.iter_mut().zip(x) {
        *w += x * x;
    }
    let total: f64 = w.iter().sum();
    for w in &mut w {
        *w /= total;
    }
    w.iter().zip(OTHER).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn vector(x: f64, n: usize) -> f64 {
    let mut v = OTHER.to_vec();
    v.push(x);
    v.extend(tables::ROW);
    v[n % 7] *= x;
    let mut rows = tables::GRID.to_vec();
    for k in 0..n {
        rows[k % 2][1] *= x;
    }
    v.iter().map(|a| a * a).sum::<f64>() + rows.iter().map(|r| r[0] * r[1]).sum::<f64>()
}

#[differentiable]
fn generic<T: Real>(x: T, n: usize) -> T {
    let mut own = OTHER.map(T::constant);
    for k in 0..n {
        own[k % 3] = own[(k + 1) % 3] * x + own[k % 3];
    }
    own[0] + own[1]
}

#[differentiable]
fn scaled(own: &mut [f64; 3], x: f64) {
    own[0] *= x;
    own[1] += own[0] * own[2];
    own[2] = x;
}

#[differentiable]
fn lent(x: f64, n: usize) -> f64 {
    let mut own = tables::ROW;
    scaled(&mut own, x);
    let kept = |k: usize| {
        let mut own = OTHER;
        own[0] = x * own[1];
        own[k % 3]
    };
    own[n % 3] + kept(n) * kept(n + 1)
}

#[differentiable]
fn returned(x: f64, n: usize) -> [f64; 3] {
    let mut own = OTHER;
    own[n % 3] *= x;
    own
}

#[test]
fn copies_of_constants_change() {
    for n in [0, 1, 2, 5] {
        assert_eq!(chosen::check(0.3, n), Ok(()));
        assert_eq!(replaced::check(0.3, n), Ok(()));
        assert_eq!(exact::check(0.3, n), Ok(()));
        assert_eq!(single::check(0.3, n), Ok(()));
        assert_eq!(body::check(0.3, n), Ok(()));
        assert_eq!(bodies::check(0.3, n), Ok(()));
        assert_eq!(parts::check(0.3, n), Ok(()));
        assert_eq!(grid::check(0.3, n), Ok(()));
        assert_eq!(rows::check(0.3, n), Ok(()));
        assert_eq!(vector::check(0.3, n), Ok(()));
        assert_eq!(generic::check(0.3, n), Ok(()));
        assert_eq!(lent::check(0.3, n), Ok(()));
        assert_eq!(returned::check(0.3, n), Ok(()));
    }
    assert_eq!(normalised::check(&[0.3, 0.2, 0.1]), Ok(()));
    assert_eq!(tables::GRID, [[1.0, 2.0], [3.0, 4.0]]);
}

//! Changes deep inside of structures, of items that a vector lends.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Inner {
    k: [f64; 2],
    z: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Mid {
    a: Inner,
    w: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Whole {
    mids: Vec<Mid>,
    s: f64,
}

#[differentiable]
fn total(o: &Whole) -> f64 {
    let mut s = o.s;
    for m in &o.mids {
        s += m.w * m.a.k[0] * m.a.k[1] + m.a.z;
    }
    s
}

#[differentiable]
fn scaled(x: &[f64]) -> f64 {
    let mut o = Whole {
        mids: vec![
            Mid { a: Inner { k: [x[0], x[1]], z: x[2] }, w: x[3] },
            Mid { a: Inner { k: [x[3], x[1]], z: x[0] }, w: 0.5 },
        ],
        s: x[1],
    };
    o.mids[0].a.k[1] *= 2.0;
    o.mids[1].a.k[0] += x[1] * x[2];
    o.mids[1].a.z -= 0.1;
    o.s *= x[0];
    total(&o)
}

#[differentiable]
fn last(x: &[f64]) -> f64 {
    let mut v = vec![Mid { a: Inner { k: [x[0], x[1]], z: x[2] }, w: x[3] }];
    v.push(Mid { a: Inner { k: [x[0], x[1]], z: x[2] }, w: x[3] });
    v.last_mut().unwrap().a.k[1] += x[0];
    v.last_mut().unwrap().w *= x[1];
    v.first_mut().unwrap().a.k[0] *= 2.0;
    if let Some(m) = v.last_mut() {
        m.a.k[0] *= x[2];
        m.a.z += 1.0;
    }
    for m in v.iter_mut() {
        m.a.k[1] *= m.w;
        m.a.z *= 2.0;
    }
    for m in &mut v {
        m.a.k[0] += 1.0;
    }
    v.get_mut(1).unwrap().a.z += x[3];
    let o = Whole { mids: v, s: 1.0 };
    total(&o)
}

#[differentiable]
fn change(o: &mut Whole, t: f64) {
    o.mids[0].a.k[1] *= t;
    let n = o.mids.len();
    o.mids[n - 1].a.k[0] *= t;
    for m in o.mids.iter_mut() {
        m.a.k[0] -= t;
        m.w += t;
    }
    o.mids.last_mut().unwrap().a.k[1] += t;
    let m = &mut o.mids[0];
    m.a.k[0] *= 3.0;
    m.a.z *= t;
}

#[differentiable]
fn changed(x: &[f64]) -> f64 {
    let mut o = Whole {
        mids: vec![
            Mid { a: Inner { k: [x[0], x[1]], z: x[2] }, w: x[3] },
            Mid { a: Inner { k: [x[3], x[1]], z: x[0] }, w: 0.5 },
        ],
        s: x[1],
    };
    change(&mut o, x[2]);
    total(&o)
}

#[test]
fn items_change_deep_inside() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("scaled", scaled, &scaled::gradient(&x).1.0, &x);
        agrees("last", last, &last::gradient(&x).1.0, &x);
        agrees("changed", changed, &changed::gradient(&x).1.0, &x);
    }
}

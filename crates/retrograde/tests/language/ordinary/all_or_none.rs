//! Options of structures that have no default, and chains that are collected whole or not at all.

use super::agrees;
use retrograde::prelude::*;

/// A structure without a default.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Hit {
    at: f64,
    weight: f64,
}

#[differentiable]
fn hit(v: f64) -> Option<Hit> {
    if v > 0.0 { Some(Hit { at: v, weight: v * v }) } else { None }
}

#[differentiable]
fn checked(v: f64) -> Result<Hit, String> {
    if v > -0.45 { Ok(Hit { at: v * v, weight: v }) } else { Err("too low".to_string()) }
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Scene {
    all: Vec<f64>,
    n: f64,
}

#[differentiable]
impl Scene {
    fn first_above(&self, w: f64) -> Option<Hit> {
        for v in &self.all {
            if *v > w {
                return Some(Hit { at: *v, weight: v * self.n });
            }
        }
        None
    }
    fn of(w: f64) -> Option<Hit> {
        if w > 0.3 { Some(Hit { at: w, weight: 2.0 }) } else { None }
    }
}

#[differentiable]
fn by_functions(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if let Some(h) = hit(*v) {
            s += h.at * h.weight;
        }
        match checked(*v) {
            Ok(h) => s += h.at * h.weight * x[0],
            Err(_) => s *= 1.5,
        }
    }
    s + hit(x[0]).map_or(x[1], |h| h.at * h.weight)
}

#[differentiable]
fn by_methods(x: &[f64]) -> f64 {
    let scene = Scene { all: x.to_vec(), n: x[3] };
    let a = match scene.first_above(0.5) {
        Some(h) => h.at * h.weight,
        None => x[0],
    };
    let b = match Scene::of(x[0]) {
        Some(h) => h.at * h.weight,
        None => x[1],
    };
    a + b
}

#[differentiable]
fn asked(x: &[f64]) -> Option<f64> {
    let h = hit(x[0])?;
    Some(h.at * h.weight)
}

#[differentiable]
fn root(v: f64) -> Option<f64> {
    if v > -0.55 { Some(v * v) } else { None }
}

#[differentiable]
fn tried(v: f64) -> Result<f64, String> {
    if v > -0.55 { Ok(v * v) } else { Err("low".to_string()) }
}

#[differentiable]
fn by_turbofish(x: &[f64]) -> f64 {
    match x.iter().map(|v| root(*v)).collect::<Option<Vec<f64>>>() {
        Some(all) => all.iter().sum::<f64>() * x[0],
        None => x[1],
    }
}

#[differentiable]
fn by_type(x: &[f64]) -> Option<f64> {
    let all: Option<Vec<f64>> = x.iter().map(|v| root(*v)).collect();
    let all = all?;
    Some(all[0] * all[1])
}

#[differentiable]
fn at_once(x: &[f64]) -> Option<f64> {
    let all = x.iter().map(|v| root(*v)).collect::<Option<Vec<_>>>()?;
    Some(all[0] * all[1])
}

#[differentiable]
fn results(x: &[f64]) -> f64 {
    match x.iter().map(|v| tried(*v)).collect::<Result<Vec<_>, _>>() {
        Ok(all) => all[0] * all[2] + all.len() as f64 * x[1],
        Err(_) => x[3],
    }
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    by_type(x).unwrap_or(x[0]) + at_once(x).unwrap_or(x[1]) + asked(x).unwrap_or(x[2])
}

#[differentiable]
fn reduced(x: &[f64]) -> f64 {
    let all: Vec<Hit> = x.iter().map(|v| Hit { at: *v, weight: v * v }).collect();
    let best = all.iter().copied().reduce(|p, q| if p.at > q.at { p } else { q });
    let sum = all.into_iter().reduce(|p, q| Hit { at: p.at + q.at, weight: p.weight * q.weight }).unwrap();
    let best = match best {
        Some(h) => h.at * h.weight,
        None => 0.0,
    };
    best + sum.at * sum.weight
}

#[test]
fn options_of_structures_and_of_lists() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1]] {
        agrees("by_functions", by_functions, &by_functions::gradient(&x).1.0, &x);
        agrees("by_methods", by_methods, &by_methods::gradient(&x).1.0, &x);
        agrees("by_turbofish", by_turbofish, &by_turbofish::gradient(&x).1.0, &x);
        agrees("results", results, &results::gradient(&x).1.0, &x);
        agrees("both", both, &both::gradient(&x).1.0, &x);
        agrees("reduced", reduced, &reduced::gradient(&x).1.0, &x);
    }
}

//! Plain enums and constants of the file: in tables, in tuples and lists that functions return, and in options.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Copy, PartialEq)]
pub enum BandedBand {
    Lo,
    Hi,
}
const BANDED_TABLE: [(&str, BandedBand, f64); 3] =
    [("a", BandedBand::Lo, 1.5), ("b", BandedBand::Hi, 2.5), ("c", BandedBand::Lo, 0.5)];
#[differentiable]
fn banded_rate(b: BandedBand, h: f64) -> f64 {
    match b {
        BandedBand::Lo => h * 2.0,
        BandedBand::Hi => h * h,
    }
}
#[differentiable]
pub fn banded(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, (_, b, w)) in BANDED_TABLE.iter().enumerate() {
        s += banded_rate(*b, x[i]) * w;
    }
    for &(_, b, w) in BANDED_TABLE.iter() {
        s *= banded_rate(b, s) * w;
    }
    s
}

#[derive(Clone, Copy, PartialEq)]
pub enum ReturnedK {
    Lo,
    Hi,
}
#[differentiable]
fn returned_rate(b: ReturnedK, h: f64) -> f64 {
    match b {
        ReturnedK::Lo => h * 2.0,
        ReturnedK::Hi => h * h,
    }
}
#[differentiable]
fn returned_best(a: f64, b: f64) -> (ReturnedK, f64) {
    if a > b { (ReturnedK::Lo, a * b) } else { (ReturnedK::Hi, b) }
}
#[differentiable]
pub fn returned(x: &[f64]) -> f64 {
    let (k, v) = returned_best(x[0], x[1]);
    let r = returned_best(x[1], x[2]);
    returned_rate(k, v) + returned_rate(r.0, r.1)
}

#[derive(Clone, Copy, PartialEq)]
pub enum MappedAction {
    Up,
    Down,
}
const MAPPED_ALL: [MappedAction; 2] = [MappedAction::Up, MappedAction::Down];
#[differentiable]
fn mapped_q(a: MappedAction, r: f64) -> f64 {
    if a == MappedAction::Up { r } else { r * r }
}
#[differentiable]
pub fn mapped(x: &[f64]) -> f64 {
    let v: Vec<f64> = MAPPED_ALL.iter().map(|&a| mapped_q(a, x[0])).collect();
    v[0] * v[1] * x[1]
}

const FILTERED_K: [f64; 3] = [0.5, 1.5, 2.0];
#[differentiable]
pub fn filtered(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for (i, k) in FILTERED_K.iter().enumerate().filter(|(i, _)| i % 2 == 0) {
        s += k * x[i] * s;
    }
    s
}

#[derive(Clone, Copy, PartialEq)]
pub enum ListedKind {
    Hi,
}
#[differentiable]
fn listed_g(a: f64) -> Vec<ListedKind> {
    if a > 1.0 { vec![ListedKind::Hi] } else { vec![] }
}
#[differentiable]
pub fn listed(x: &[f64]) -> f64 {
    let w = listed_g(x[0]);
    if !w.is_empty() && w[0] == ListedKind::Hi { x[1] * x[0] } else { x[2].sin() }
}

#[derive(Clone, Copy, PartialEq)]
pub enum FixedKind {
    Hi,
}
#[differentiable]
fn fixed_g(a: f64) -> [FixedKind; 1] {
    [FixedKind::Hi]
}
#[differentiable]
pub fn fixed(x: &[f64]) -> f64 {
    let w = fixed_g(x[0]);
    if w[0] == FixedKind::Hi { x[1] * x[0] } else { x[2].sin() }
}

#[derive(Clone, Copy, PartialEq)]
pub enum PushedKind {
    Lo,
    Hi,
}
#[differentiable]
fn pushed_g(a: f64) -> Vec<PushedKind> {
    let mut v = vec![];
    if a > 1.0 {
        v.push(PushedKind::Lo);
    }
    v.push(PushedKind::Hi);
    v
}
#[differentiable]
pub fn pushed(x: &[f64]) -> f64 {
    let w = pushed_g(x[0]);
    if w[0] == PushedKind::Hi { x[1] * x[0] } else { x[2].sin() }
}

#[derive(Clone, Copy, PartialEq)]
pub enum HeldKind {
    Lo,
    Mid,
}
#[differentiable]
fn held_g(a: f64) -> Option<HeldKind> {
    if a > 1.0 {
        Some(HeldKind::Lo)
    } else if a > 0.5 {
        Some(HeldKind::Mid)
    } else {
        None
    }
}
#[differentiable]
fn held_h(a: f64) -> Result<(HeldKind, f64), String> {
    if a > 1.8 {
        return Err(format!("bad {a}"));
    }
    Ok((HeldKind::Lo, a * 2.0))
}
#[differentiable]
pub fn held(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        s += match held_g(x[i]) {
            Some(HeldKind::Lo) => x[i] * 2.0,
            Some(k) if k == HeldKind::Mid => x[i] * x[0],
            _ => 0.5,
        };
        if let Ok((k, v)) = held_h(x[i]) {
            if k == HeldKind::Lo {
                s += v * v;
            }
        }
    }
    s
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

fn agrees(name: &str, f: fn(&[f64]) -> f64, found: &[f64]) {
    for (i, (a, b)) in found.iter().zip(finite_difference::gradient(f, &AT)).enumerate() {
        assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{name}: cotangent {i} is {a}, the difference {b}");
    }
}

#[test]
fn plain_enums_stand_in_what_is_returned() {
    agrees("banded", banded, &banded::gradient(&AT).1.0);
    agrees("returned", returned, &returned::gradient(&AT).1.0);
    agrees("mapped", mapped, &mapped::gradient(&AT).1.0);
    agrees("filtered", filtered, &filtered::gradient(&AT).1.0);
    agrees("listed", listed, &listed::gradient(&AT).1.0);
    agrees("fixed", fixed, &fixed::gradient(&AT).1.0);
    agrees("pushed", pushed, &pushed::gradient(&AT).1.0);
    agrees("held", held, &held::gradient(&AT).1.0);
}

const GASES: [(&str, f64); 3] = [("a", 1.0), ("b", 2.0), ("c", 3.0)];

#[differentiable]
fn weight(name: &str, e: f64) -> Option<f64> {
    let (_, w) = GASES.iter().find(|(n, _)| *n == name)?;
    Some(w * e)
}

#[differentiable]
fn weighed(x: &[f64]) -> f64 {
    weight("b", x[0]).unwrap_or(0.0) * weight("c", x[1]).unwrap_or(0.0) + weight("d", x[2]).unwrap_or(x[3])
}

#[test]
fn tables_of_texts_are_searched() {
    agrees("weighed", weighed, &weighed::gradient(&AT).1.0);
}

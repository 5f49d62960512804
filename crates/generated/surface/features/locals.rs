//! Locals, views, copies and freed variables.

use super::{local, used};
use crate::draw::Draw;

pub(super) fn bind(d: &mut Draw) {
    let value = d.value();
    // The type of a constant alone is a constant float; beside a number it is a number.
    let value = format!("{value} + {}", d.stable());
    let name = local(d, &value);
    used(d, &name);
}

pub(super) fn tuple(d: &mut Draw) {
    let (a, b) = (d.name("a"), d.name("b"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let ({a}, {b}) = ({x} * 2.0, {y} * {x});"));
    used(d, &format!("{a} * {b}"));
    let (p, q, r) = (d.name("p"), d.name("q"), d.name("r"));
    d.line(format!("let ({p}, {q}, {r}) = three({x});"));
    used(d, &format!("({p} + {r} * {q})"));
}

pub(super) fn open_tuple(d: &mut Draw) {
    let (p, q) = (d.name("p"), d.name("q"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let ({p}, ..) = three({x});"));
    d.line(format!("let (_, {q}, ..) = three({y});"));
    used(d, &format!("({p} + {q})"));
}

pub(super) fn closed_tuple(d: &mut Draw) {
    let (p, q, r) = (d.name("p"), d.name("q"), d.name("r"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let ({p}, .., {q}): (T, T, T) = three({x});"));
    d.line(format!("let {r}: (T, T, T) = ({x} * 2.0, 1.0, {y});"));
    d.line(format!("let (.., {r}) = {r};"));
    used(d, &format!("({p} * {q} + {r})"));
}

/// A local of a part that changes, beside changes of other parts by it.
pub(super) fn parts(d: &mut Draw) {
    let all = d.scope.changing.clone();
    let (v, g, x) = (d.one(&all).clone(), d.name("g"), d.stable());
    let (i, j, k) = [(0, 1, 2), (1, 2, 0), (2, 0, 1)][d.rng.below(3)];
    d.block("", "", |d| {
        d.line(format!("let {g} = {v}[{i}].sin() * {x};"));
        d.line(format!("{v}[{i}] += {x};"));
        d.line(format!("{v}[{j}] += {g} * {g};"));
        if d.rng.coin() {
            d.line(format!("{v}[{k}] -= {g} * {v}[{j}];"));
        }
    });
}

pub(super) fn array(d: &mut Draw) {
    let (a, b) = (d.name("a"), d.name("b"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let [{a}, {b}] = polar({x}, {y});"));
    used(d, &format!("({a} - {b})"));
}

pub(super) fn structure(d: &mut Draw) {
    let Some(p) = d.structure("Particle") else { return array(d) };
    let (m, at) = (d.name("m"), d.name("at"));
    d.line(format!("let Particle {{ mass: {m}, at: {at}, .. }} = {p};"));
    used(d, &format!("{m}.powi(2) * {at}[1]"));
}

pub(super) fn ancilla(d: &mut Draw) {
    let (name, start) = (d.name("s"), d.stable());
    let first = d.value();
    let start = ["0.0", "1.5", &start][d.rng.below(3)].to_string();
    d.line(format!("let mut {name} = {start};"));
    d.line(format!("{name} += {first};"));
    if d.rng.coin() {
        let second = d.value();
        d.line(format!("{name} -= {second};"));
    }
    used(d, &format!("{name} * {name}"));
}

pub(super) fn storage(d: &mut Draw) {
    let (v, i) = (d.name("v"), d.name("i"));
    let (x, a) = (d.value(), d.array());
    let made = ["[0.0; 3]", "vec![0.0; 3]", "[[0.0; 2]; 3]"][d.rng.below(3)];
    let at = if made.starts_with("[[") { format!("{v}[{i}][1]") } else { format!("{v}[{i}]") };
    d.line(format!("let mut {v} = {made};"));
    d.block(&format!("for {i} in 0..3 "), "", |d| d.line(format!("{at} += {a}[{i}] * {x};")));
    used(d, &at.replace(&i, "2"));
}

pub(super) fn copy(d: &mut Draw) {
    let (v, a) = (d.name("v"), d.array());
    let x = d.value();
    d.line(format!("let mut {v} = {a}[0..3].to_vec();"));
    d.line(format!("{v}[1] += {x};"));
    d.line(format!("swap(&mut {v}[0], &mut {v}[1]);"));
    used(d, &format!("{v}[0] * {v}[2]"));
}

pub(super) fn copy_of_structure(d: &mut Draw) {
    let Some(p) = d.structure("Particle") else { return copy(d) };
    let (q, x) = (d.name("q"), d.stable());
    d.line(format!("let mut {q} = {p}.clone();"));
    d.line(format!("{q}.mass += {x} * {x};"));
    d.line(format!("{q}.drift({x}, 2);"));
    used(d, &format!("{q}.at[0] * {q}.mass"));
}

pub(super) fn moved(d: &mut Draw) {
    let (v, w, x) = (d.name("v"), d.name("w"), d.value());
    d.line(format!("let mut {v} = vec![0.0; 3];"));
    d.line(format!("{v}[1] += {x};"));
    d.line(format!("let mut {w} = {v};"));
    d.line(format!("{w}[2] += {w}[1] * 2.0;"));
    used(d, &format!("{w}[2]"));
}

pub(super) fn view(d: &mut Draw) {
    let (v, a) = (d.name("v"), d.array());
    d.line(format!("let {v} = &{a}[1..3];"));
    used(d, &format!("{v}[0] * dot2({v}, {v})"));
}

pub(super) fn split(d: &mut Draw) {
    let all = d.scope.changing.clone();
    let (v, a, b) = (d.one(&all).clone(), d.name("a"), d.name("b"));
    let n = d.rng.below(2) + 1;
    d.block("", "", |d| {
        d.line(format!("let ({a}, {b}) = {v}.split_at_mut({n});"));
        let x = d.stable();
        d.line(format!("{a}[0] += {b}[0] * {x};"));
        match d.rng.below(4) {
            0 => d.line(format!("swap(&mut {a}[0], &mut {b}[0]);")),
            1 => d.line(format!("{a}[0] += dot2({b}, {b});")),
            2 => d.line(format!("coupled(&mut {a}[0], &mut {b}[0], {x});")),
            _ => d.line(format!("{b}[0] -= {a}[0].sin();")),
        }
    });
}

pub(super) fn split_shared(d: &mut Draw) {
    let (v, a, b) = (d.array(), d.name("a"), d.name("b"));
    d.line(format!("let ({a}, {b}) = {v}.split_at(1);"));
    used(d, &format!("{a}[0] * {b}[1]"));
}

pub(super) fn each(d: &mut Draw) {
    let all = d.scope.changing.clone();
    let (v, a) = (d.one(&all).clone(), d.array());
    let x = d.stable();
    let form = [
        format!("each!({v}[0..3] += {a}[0..3] * {x});"),
        format!("each!({v}[0..2] -= {a}[1..3] * {a}[0..2] + {x});"),
        format!("each!({v}[0..3] += softsign({a}[0..3]) * {x});"),
        format!("each!(neg(&mut {v}[0..2]));"),
    ];
    let form = d.one(&form).clone();
    d.line(form);
}

pub(super) fn whole(d: &mut Draw) {
    let (w, x, y) = (d.name("w"), d.stable(), d.value());
    d.line(format!("let mut {w} = [0.0; 2];"));
    d.line(format!("{w} += polar({x}, {y});"));
    d.line(format!("{w} -= [{y}, {x}];"));
    used(d, &format!("{w}[0] * {w}[1]"));
}

pub(super) fn free(d: &mut Draw) {
    let (s, x) = (d.name("s"), d.value());
    d.block("", "", |d| {
        d.line(format!("let mut {s} = 0.0;"));
        d.line(format!("{s} += {x};"));
        used(d, &s);
        d.line(format!("{s} -= {x};"));
        d.line(format!("free!({s} = 0.0);"));
    });
}

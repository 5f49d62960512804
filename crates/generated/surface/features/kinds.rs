//! Stacks, maps, number types, and attributes of statements.

use super::{inner, update, used};
use crate::draw::Draw;

pub(super) fn stack(d: &mut Draw) {
    let (s, t) = (d.name("stack"), d.target());
    let x = d.stable();
    d.block("", "", |d| {
        d.line(format!("let mut {s}: Vec<T> = Vec::new();"));
        d.line("let mut u = 0.0;");
        d.line(format!("u += {x};"));
        d.line(format!("push!({s}, u);"));
        d.line(format!("{} += {s}[0] * {x};", t.place));
        d.line(format!("pop!({s}, u);"));
        d.line(format!("u -= {x};"));
        d.line("free!(u = 0.0);");
        d.line(format!("free!({s});"));
    });
}

pub(super) fn map(d: &mut Draw) {
    let (m, x, y) = (d.name("map"), d.stable(), d.name("v"));
    let value = d.value();
    d.line(format!("let {y} = {value} * {x};"));
    let ty = ["BTreeMap", "std::collections::HashMap"][d.rng.below(2)];
    d.line(format!("let mut {m}: {ty}<i64, T> = {ty}::new();"));
    d.line(format!("insert!({m}, 1, {x});"));
    d.line(format!("insert!({m}, -4, {y});"));
    d.line(format!("{m}[&1] += {m}[&-4] * {x};"));
    used(d, &format!("{m}[&1]"));
    if d.rng.coin() {
        d.line(format!("{m}[&1] -= {m}[&-4] * {x};"));
        d.line(format!("remove!({m}, 1, {x});"));
    }
}

pub(super) fn equal_keys(d: &mut Draw) {
    let (m, a, x) = (d.name("map"), d.name("i"), d.array());
    d.line(format!("let mut {m}: BTreeMap<usize, T> = BTreeMap::new();"));
    d.block(&format!("for {a} in 0..3 "), "", |d| {
        d.line(format!(
            "if {a} == 1 {{ {m}[&({a} / 2)] += {x}[{a}]; }} else {{ insert!({m}, {a} / 2, {x}[{a}]); }}"
        ));
    });
    used(d, &format!("{m}[&0] * {m}[&1]"));
}

pub(super) fn small(d: &mut Draw) {
    let (k, n) = (d.name("k"), d.count());
    let ty = ["i8", "u8", "i64", "i32"][d.rng.below(4)];
    d.line(format!("let mut {k}: {ty} = 100;"));
    d.line(format!("{k} += 20;"));
    d.line(format!("{k} -= ({n}) as {ty};"));
    d.line(format!("{k} ^= 5;"));
    used(d, &format!("{k} as T * 0.01"));
}

pub(super) fn wrapping(d: &mut Draw) {
    let (k, x) = (d.name("k"), d.stable());
    d.line(format!("let mut {k} = Wrapping(250u8);"));
    d.line(format!("{k} += Wrapping(7);"));
    let c = format!("{k}.0 == 1");
    d.block(&format!("if {c} "), "", |d| used(d, &x));
}

pub(super) fn exact(d: &mut Draw) {
    let Some(k) = d.scope.counters.first().cloned() else { return small(d) };
    let n = d.count();
    d.line(format!("*{k} += {n} * 2;"));
    used(d, &format!("*{k} as T"));
    d.line(format!("*{k} ^= 3;"));
}

pub(super) fn store(d: &mut Draw) {
    let (t, x, y) = (d.name("t"), d.value(), d.stable());
    d.line("#[store]");
    d.line(format!("let {t} = {x} * {y};"));
    used(d, &format!("{t}.sin()"));
    let (i, u) = (d.name("i"), d.name("u"));
    d.line("#[store]");
    d.block(&format!("for {i} in 0..2 "), "", |d| {
        d.line(format!("let {u} = {t} * {y} * ({i} as T);"));
        used(d, &format!("{u} * {u}"));
    });
}

pub(super) fn inactive(d: &mut Draw) {
    let (t, x) = (d.name("t"), d.stable());
    d.line(format!("#[inactive]\nlet {t} = 0.5 * {x};"));
    d.line(format!("if {t} > 100.0 {{ y0[0] += 1.0; }}"));
}

pub(super) fn safe(d: &mut Draw) {
    let n = d.count();
    d.line(format!("safe! {{ if {n} > 100 {{ println!(\"{{}}\", {n}); }} }}"));
    update(d);
}

pub(super) fn assertion(d: &mut Draw) {
    let n = d.count();
    // Assertions are ordinary Rust, where complex numbers of a generic type have no methods.
    let reals: Vec<String> = d.scope.reals.iter().filter(|x| !x.contains('(')).cloned().collect();
    let x = d.one(&reals).clone();
    d.line(format!("assert!({n} < 100);"));
    d.line(format!("debug_assert!({x} < 100.0 || {n} < 100, \"large\");"));
    update(d);
}

pub(super) fn complex(d: &mut Draw) {
    let (z, w) = (d.name("z"), d.name("w"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let {z} = Complex::new({x}, {y});"));
    d.line(format!("let mut {w} = {z} * {z}.conj();"));
    d.line(format!("{w} += {z} * {x};"));
    d.line(format!("{w}.im -= {z}.norm_sqr();"));
    used(d, &format!("({w}.re + {w}.im)"));
}

pub(super) fn logarithm(d: &mut Draw) {
    let (g, h) = (d.name("g"), d.name("h"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let mut {g} = Log::from_value(1.5 + ({x}).sin());"));
    d.line(format!("let {h} = Log::from_ln({y});"));
    d.line(format!("{g} *= {h} + {h};"));
    d.line(format!("{g} /= {h}.sqrt();"));
    used(d, &format!("{g}.ln()"));
}

pub(super) fn views(d: &mut Draw) {
    let t = d.target();
    let x = d.stable();
    let place = t.place.clone();
    d.line(format!("-{place} += {x};"));
}

pub(super) fn host(d: &mut Draw) {
    let (j, n) = (d.name("j"), d.count());
    d.line(format!("let {j}: usize = usize::min({n}, 2);"));
    let a = d.array();
    used(d, &format!("{a}[{j}]"));
}

pub(super) fn nested(d: &mut Draw) {
    let (x, y) = (d.stable(), d.value());
    let all = [
        format!("dot2(&polar({x}, {y}), &[{y}, {x}])"),
        format!("particle({x}, {y}).moved({x}).twice()[0]"),
        format!("softsign(dot2(&powers({x}, 3)[1..3], &polar({x}, 0.5)))"),
        format!("Particle::spread(&particle({y}, {x}).at)"),
        format!("three({x}).1"),
    ];
    let one = d.one(&all).clone();
    used(d, &one);
}

pub(super) fn literals(d: &mut Draw) {
    let (x, y) = (d.value(), d.stable());
    used(d, &format!("dot2(&[{x}, {y}, 1.0], &[{y}, 0.5, {x}])"));
}

pub(super) fn block(d: &mut Draw) {
    d.block("", "", inner);
}

pub(super) fn rounded(d: &mut Draw) {
    let t = d.target();
    let x = d.stable();
    d.line("#[rounded]");
    d.block(&format!("if {} > 50.0 ", t.place), "", |d| {
        let other = if t.root == "y0" { "y0[3]" } else { "y0[0]" };
        if t.place != other {
            d.line(format!("{other} += {x};"));
        }
    });
}

//! Loops, branches, kept decisions and routines.

use super::{condition, inner, used};
use crate::draw::Draw;

pub(super) fn range(d: &mut Draw) {
    let (i, a) = (d.name("i"), d.array());
    let head = ["0..3", "(0..3).rev()", "1..=2", "(0..3).step_by(2)"][d.rng.below(4)];
    d.block(&format!("for {i} in {head} "), "", |d| {
        d.scope.counts.push(i.clone());
        let t = d.target();
        d.line(format!("{} += {a}[{i}];", t.place));
        inner(d);
    });
}

pub(super) fn elements(d: &mut Draw) {
    let (e, a) = (d.name("e"), d.array());
    let (head, read) = match d.rng.below(5) {
        0 => (format!("for {e} in {a}.iter() "), format!("*{e}")),
        1 => (format!("for &{e} in {a}.iter().rev() "), e.clone()),
        2 => (format!("for {e} in &{a}[0..2] "), format!("*{e}")),
        3 => (format!("for (i, {e}) in {a}.iter().enumerate().skip(1) "), format!("*{e} * i as T")),
        _ => (format!("for {e} in {a}.iter().take(2) "), format!("*{e} * *{e}")),
    };
    d.block(&head, "", |d| {
        used(d, &read);
        inner(d);
    });
}

pub(super) fn pairs(d: &mut Draw) {
    let all = d.scope.changing.clone();
    let (v, a) = (d.one(&all).clone(), d.array());
    let x = d.stable();
    let all = [
        format!("for (u, w) in {v}.iter_mut().zip({a}.iter()) {{ *u += *w * {x}; }}"),
        format!("for (u, &w) in {v}[0..2].iter_mut().zip(&{a}[1..3]) {{ *u -= w.sin() * {x}; }}"),
        format!("for (i, u) in {v}.iter_mut().enumerate() {{ *u += {x} * i as T; }}"),
        format!("for (u, w) in {v}.iter_mut().zip({a}.iter().rev()) {{ *u += *w; }}"),
    ];
    let one = d.one(&all).clone();
    d.line(one);
}

pub(super) fn over_constant(d: &mut Draw) {
    let (w, e, a) = (d.name("w"), d.name("e"), d.array());
    let (half, weights) = d.constants();
    let heads = [
        (format!("for {w} in {weights}.iter() "), format!("*{w}")),
        (format!("for &{w} in {weights}.iter().rev() "), w.clone()),
        (format!("for ({e}, {w}) in {a}[0..3].iter().zip(&{weights}) "), format!("*{w} * *{e}")),
        (format!("for (&{w}, &{e}) in {weights}.iter().zip({a}.iter()) "), format!("{w} * {half} * {e}")),
        (format!("for ({e}, &{w}) in {weights}.iter().enumerate() "), format!("{w} * {a}[{e}]")),
    ];
    let (head, read) = d.one(&heads).clone();
    d.block(&head, "", |d| {
        used(d, &read);
        inner(d);
    });
}

pub(super) fn over_halves(d: &mut Draw) {
    let all = d.scope.changing.clone();
    let (v, l, r) = (d.one(&all).clone(), d.name("l"), d.name("r"));
    let n = d.rng.below(2) + 1;
    d.block("", "", |d| {
        let x = d.stable();
        d.line(format!("let ({l}, {r}) = {v}.split_at_mut({n});"));
        let all = [
            format!("for (u, w) in {l}.iter_mut().zip({r}.iter()) {{ *u += *w * {x}; }}"),
            format!("for (u, &w) in {r}.iter_mut().zip({l}.iter()) {{ *u -= w.sin(); }}"),
            format!("for (u, w) in {l}.iter().zip({r}.iter_mut()).rev() {{ *w += u * u; }}"),
            format!("{l}[0] += dot2({r}, {r}); {r}[0] -= {l}[0] * {x};"),
        ];
        let one = d.one(&all).clone();
        d.line(one);
    });
}

pub(super) fn windows(d: &mut Draw) {
    let (w, a) = (d.name("w"), d.array());
    let head = ["windows(2)", "chunks_exact(2)", "windows(2).rev()"][d.rng.below(3)];
    d.block(&format!("for {w} in {a}.{head} "), "", |d| used(d, &format!("{w}[0] * {w}[1]")));
}

pub(super) fn over_structures(d: &mut Draw) {
    let all: Vec<String> = d.scope.reals.iter().filter(|r| r.ends_with("[1].mass")).cloned().collect();
    let Some(all) = all.first().map(|r| r.replace("[1].mass", "")) else { return elements(d) };
    let (p, m) = (d.name("p"), d.name("m"));
    let x = d.stable();
    match d.rng.below(2) {
        0 => d.block(&format!("for {p} in {all}.iter() "), "", |d| {
            used(d, &format!("{p}.square({x}, {p}.mass)"));
        }),
        _ => {
            d.block(&format!("for Particle {{ mass: {m}, .. }} in {all} "), "", |d| used(d, &format!("*{m}")))
        }
    }
}

pub(super) fn over_map(d: &mut Draw) {
    let all: Vec<String> = d.scope.reals.iter().filter(|r| r.ends_with("[&5]")).cloned().collect();
    let Some(map) = all.first().map(|r| r.replace("[&5]", "")) else { return elements(d) };
    let k = d.name("k");
    d.block(&format!("for {k} in {map}.keys() "), "", |d| used(d, &format!("{map}[{k}]")));
}

pub(super) fn decision(d: &mut Draw) {
    let c = condition(d);
    d.block(&format!("if {c} "), "", inner);
    if d.rng.coin() {
        let c = condition(d);
        d.block(&format!("if {c} "), "", inner);
        d.block("else ", "", inner);
    }
}

pub(super) fn chain(d: &mut Draw) {
    let arms = 2 + d.rng.below(3);
    for i in 0..arms {
        let c = condition(d);
        d.block(&format!("{}if {c} ", if i == 0 { "" } else { "else " }), "", inner);
    }
    d.block("else ", "", inner);
}

pub(super) fn postcondition(d: &mut Draw) {
    let Some(k) = d.scope.counters.first().cloned() else { return decision(d) };
    d.block(&format!("if (*{k} < 3, *{k} >= 10) "), "", |d| {
        d.line(format!("*{k} += 10;"));
        inner(d);
    });
    d.line(format!("*{k} -= 10;"));
}

pub(super) fn repeat(d: &mut Draw) {
    let k = d.name("k");
    d.line(format!("let mut {k} = 0usize;"));
    d.block(&format!("while ({k} < 3, {k} > 0) "), "", |d| {
        d.line(format!("{k} += 1;"));
        let t = d.target();
        let x = d.stable();
        d.line(format!("{} += {x};", t.place));
    });
}

pub(super) fn kept(d: &mut Draw) {
    let (s, x, y) = (d.name("s"), d.value(), d.stable());
    d.line(format!("let mut {s} = {x} + {y};"));
    d.line("#[keep]");
    d.block(&format!("if {s} > 0.3 "), "", |d| d.line(format!("{s} -= {y} * 0.25;")));
    used(d, &s);
}

pub(super) fn kept_loop(d: &mut Draw) {
    let (s, y) = (d.name("s"), d.stable());
    d.line(format!("let mut {s} = 3.0 + {y};"));
    d.line("#[keep]");
    d.block(&format!("while {s} > 1.5 "), "", |d| d.line(format!("{s} -= 0.7 + {y} * {y} * 0.1;")));
    used(d, &format!("{s} * {s}"));
}

pub(super) fn choice(d: &mut Draw) {
    let (t, x, y) = (d.name("t"), d.stable(), d.value());
    let c = condition(d);
    d.line(format!("let {t} = if {c} {{ {x} * {x} }} else {{ {y} - {x} }};"));
    d.scope.reals.push(t.clone());
    used(d, &t);
}

pub(super) fn array_choice(d: &mut Draw) {
    let (r, x, y) = (d.name("r"), d.stable(), d.value());
    let (c, e) = (condition(d), condition(d));
    let all = [
        format!("let {r} = if {c} {{ [{x}, {y}] }} else {{ [{y}, {x} * 2.0] }};"),
        format!("let {r} = if {c} {{ [{x}, {y}] }} else if {e} {{ [{x}, 0.5] }} else {{ [{y}, {x}] }};"),
        format!("let {r}: [T; 2] = if {c} {{ [{x}, 1.0] }} else {{ [0.25, {x}] }};"),
    ];
    let one = d.one(&all).clone();
    d.line(one);
    used(d, &format!("({r}[0] - {r}[1] * {r}[1])"));
}

pub(super) fn routine(d: &mut Draw) {
    let (r, s, x) = (d.name("r"), d.name("s"), d.value());
    d.line(format!("let mut {s} = 0.0;"));
    d.block(&format!("'{r}: "), "", |d| d.line(format!("{s} += {x};")));
    used(d, &s);
    d.line(format!("undo!('{r});"));
}

pub(super) fn undone(d: &mut Draw) {
    let (t, x) = (d.target(), d.stable());
    d.block("undo! ", "", |d| d.line(format!("{} += {x} * 0.5;", t.place)));
}

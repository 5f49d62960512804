//! The table of features: the constructs of docs/language.md, each with a correct use.

#[path = "features/calls.rs"]
mod calls;
#[path = "features/control.rs"]
mod control;
#[path = "features/kinds.rs"]
mod kinds;
#[path = "features/locals.rs"]
mod locals;

use crate::draw::{Draw, Target};
use calls::*;
use control::*;
use kinds::*;
use locals::*;

/// A feature: its name, and the function that writes a use of it.
pub(crate) type Feature = (&'static str, fn(&mut Draw));

/// All features. Program number `n` uses the one in row `n` modulo their number.
pub(crate) const FEATURES: &[Feature] = &[
    ("update", update),
    ("let", bind),
    ("let of a tuple", tuple),
    ("let of an array", array),
    ("let of a structure", structure),
    ("ancilla", ancilla),
    ("storage", storage),
    ("copy of an array", copy),
    ("copy of a structure", copy_of_structure),
    ("move of a vector", moved),
    ("view", view),
    ("split_at_mut", split),
    ("split_at", split_shared),
    ("each", each),
    ("update of arrays", whole),
    ("free", free),
    ("swap, neg, rot", instructions),
    ("instruction of the user's", own_instruction),
    ("call", call),
    ("uncall", uncall),
    ("call of a value", call_of_value),
    ("method", method),
    ("method that changes", changing_method),
    ("trait", by_trait),
    ("associated function", associated),
    ("constants among generics", constants),
    ("function as an argument", function),
    ("scratch", scratch),
    ("float of the host's", host_float),
    ("for over a range", range),
    ("for over elements", elements),
    ("for over pairs", pairs),
    ("for over windows", windows),
    ("for over structures", over_structures),
    ("for over a map", over_map),
    ("if", decision),
    ("else if", chain),
    ("if with a postcondition", postcondition),
    ("while", repeat),
    ("kept decision", kept),
    ("kept loop", kept_loop),
    ("if as a value", choice),
    ("if as an array", array_choice),
    ("routine", routine),
    ("undo block", undone),
    ("stack", stack),
    ("map", map),
    ("map with equal keys", equal_keys),
    ("small integers", small),
    ("wrapping integers", wrapping),
    ("exact state", exact),
    ("store", store),
    ("inactive local", inactive),
    ("safe", safe),
    ("assert", assertion),
    ("complex numbers", complex),
    ("logarithmic numbers", logarithm),
    ("views of numbers", views),
    ("host functions", host),
    ("nested calls", nested),
    ("returned structure", returned),
    ("array literals as arguments", literals),
    ("block", block),
    ("tuple without its end", open_tuple),
    ("tuple without its middle", closed_tuple),
    ("parts with constant indices", parts),
    ("for over a constant", over_constant),
    ("for over halves", over_halves),
    ("rounded decision", rounded),
];

/// Writes some statement inside a block.
fn inner(d: &mut Draw) {
    let small: [fn(&mut Draw); 8] = [update, bind, ancilla, call, method, view, choice, update];
    for _ in 0..1 + d.rng.below(2) {
        (small[d.rng.below(small.len())])(d);
    }
}

fn update(d: &mut Draw) {
    let t = d.target();
    let (value, sign) = (d.value_for(&t), d.rng.coin());
    d.line(format!("{} {} {value};", t.place, if sign { "+=" } else { "-=" }));
}

/// Adds the values of bound names to some state.
fn used(d: &mut Draw, what: &str) {
    let (t, x) = (d.target(), d.stable());
    d.line(format!("{} += {what} * {x};", t.place));
}

/// Declares a local that never changes.
fn local(d: &mut Draw, value: &str) -> String {
    let name = d.name("t");
    d.line(format!("let {name} = {value};"));
    d.scope.reals.push(name.clone());
    name
}

/// Returns two distinct places of state.
fn two(d: &mut Draw) -> (Target, Target) {
    let all = d.scope.targets.clone();
    let first = d.target();
    let others: Vec<Target> = all.into_iter().filter(|t| t.root != first.root).collect();
    let second = if others.is_empty() {
        Target { root: first.root.clone(), place: "y0[3]".into() }
    } else {
        d.one(&others).clone()
    };
    (first, second)
}

/// Writes a place as a mutable argument.
fn lent(t: &Target) -> String {
    match t.place.strip_prefix('*') {
        Some(name) => format!("&mut *{name}"),
        None if t.place.contains("[&") => t.place.replacen(&t.root, &format!("&mut {}", t.root), 1),
        None => format!("&mut {}", t.place),
    }
}

fn condition(d: &mut Draw) -> String {
    let (n, m, x) = (d.count(), d.count(), d.stable());
    let all = [
        format!("{n} > {m}"),
        format!("{n} % 2 == 0"),
        format!("{x} > 0.1"),
        format!("{n} < 2 && {x} < 0.2"),
        format!("!({n} == 1) || {m} == 0"),
    ];
    d.one(&all).clone()
}

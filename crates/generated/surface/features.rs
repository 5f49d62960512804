//! The table of features: what docs/language.md names, each with a correct use.

use crate::draw::{Draw, Target};

/// A feature: its name, and what writes a use of it.
pub(crate) type Feature = (&'static str, fn(&mut Draw));

/// All features. A program with the number `n` has the one in row `n` modulo their number.
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
    ("rounded decision", rounded),
];

/// Draws some statement inside a block.
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

/// Adds what has been bound to some state.
fn used(d: &mut Draw, what: &str) {
    let (t, x) = (d.target(), d.stable());
    d.line(format!("{} += {what} * {x};", t.place));
}

/// A local that never changes.
fn local(d: &mut Draw, value: &str) -> String {
    let name = d.name("t");
    d.line(format!("let {name} = {value};"));
    d.scope.reals.push(name.clone());
    name
}

fn bind(d: &mut Draw) {
    let value = d.value();
    // The type of a constant alone is the host's; beside a number it is a number.
    let value = format!("{value} + {}", d.stable());
    let name = local(d, &value);
    used(d, &name);
}

fn tuple(d: &mut Draw) {
    let (a, b) = (d.name("a"), d.name("b"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let ({a}, {b}) = ({x} * 2.0, {y} * {x});"));
    used(d, &format!("{a} * {b}"));
    let (p, q, r) = (d.name("p"), d.name("q"), d.name("r"));
    d.line(format!("let ({p}, {q}, {r}) = three({x});"));
    used(d, &format!("({p} + {r} * {q})"));
}

fn open_tuple(d: &mut Draw) {
    let (p, q) = (d.name("p"), d.name("q"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let ({p}, ..) = three({x});"));
    d.line(format!("let (_, {q}, ..) = three({y});"));
    used(d, &format!("({p} + {q})"));
}

fn array(d: &mut Draw) {
    let (a, b) = (d.name("a"), d.name("b"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let [{a}, {b}] = polar({x}, {y});"));
    used(d, &format!("({a} - {b})"));
}

fn structure(d: &mut Draw) {
    let Some(p) = d.structure("Particle") else { return array(d) };
    let (m, at) = (d.name("m"), d.name("at"));
    d.line(format!("let Particle {{ mass: {m}, at: {at}, .. }} = {p};"));
    used(d, &format!("{m}.powi(2) * {at}[1]"));
}

fn ancilla(d: &mut Draw) {
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

fn storage(d: &mut Draw) {
    let (v, i) = (d.name("v"), d.name("i"));
    let (x, a) = (d.value(), d.array());
    let made = ["[0.0; 3]", "vec![0.0; 3]", "[[0.0; 2]; 3]"][d.rng.below(3)];
    let at = if made.starts_with("[[") { format!("{v}[{i}][1]") } else { format!("{v}[{i}]") };
    d.line(format!("let mut {v} = {made};"));
    d.block(&format!("for {i} in 0..3 "), "", |d| d.line(format!("{at} += {a}[{i}] * {x};")));
    used(d, &at.replace(&i, "2"));
}

fn copy(d: &mut Draw) {
    let (v, a) = (d.name("v"), d.array());
    let x = d.value();
    d.line(format!("let mut {v} = {a}[0..3].to_vec();"));
    d.line(format!("{v}[1] += {x};"));
    d.line(format!("swap(&mut {v}[0], &mut {v}[1]);"));
    used(d, &format!("{v}[0] * {v}[2]"));
}

fn copy_of_structure(d: &mut Draw) {
    let Some(p) = d.structure("Particle") else { return copy(d) };
    let (q, x) = (d.name("q"), d.stable());
    d.line(format!("let mut {q} = {p}.clone();"));
    d.line(format!("{q}.mass += {x} * {x};"));
    d.line(format!("{q}.drift({x}, 2);"));
    used(d, &format!("{q}.at[0] * {q}.mass"));
}

fn moved(d: &mut Draw) {
    let (v, w, x) = (d.name("v"), d.name("w"), d.value());
    d.line(format!("let mut {v} = vec![0.0; 3];"));
    d.line(format!("{v}[1] += {x};"));
    d.line(format!("let mut {w} = {v};"));
    d.line(format!("{w}[2] += {w}[1] * 2.0;"));
    used(d, &format!("{w}[2]"));
}

fn view(d: &mut Draw) {
    let (v, a) = (d.name("v"), d.array());
    d.line(format!("let {v} = &{a}[1..3];"));
    used(d, &format!("{v}[0] * dot2({v}, {v})"));
}

fn split(d: &mut Draw) {
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

fn split_shared(d: &mut Draw) {
    let (v, a, b) = (d.array(), d.name("a"), d.name("b"));
    d.line(format!("let ({a}, {b}) = {v}.split_at(1);"));
    used(d, &format!("{a}[0] * {b}[1]"));
}

fn each(d: &mut Draw) {
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

fn whole(d: &mut Draw) {
    let (w, x, y) = (d.name("w"), d.stable(), d.value());
    d.line(format!("let mut {w} = [0.0; 2];"));
    d.line(format!("{w} += polar({x}, {y});"));
    d.line(format!("{w} -= [{y}, {x}];"));
    used(d, &format!("{w}[0] * {w}[1]"));
}

fn free(d: &mut Draw) {
    let (s, x) = (d.name("s"), d.value());
    d.block("", "", |d| {
        d.line(format!("let mut {s} = 0.0;"));
        d.line(format!("{s} += {x};"));
        used(d, &s);
        d.line(format!("{s} -= {x};"));
        d.line(format!("free!({s} = 0.0);"));
    });
}

/// Two places of state, apart from one another.
fn two(d: &mut Draw) -> (Target, Target) {
    let all = d.scope.targets.clone();
    let first = d.target();
    let others: Vec<Target> = all.into_iter().filter(|t| t.root != first.root).collect();
    let second = match others.is_empty() {
        true => Target { root: first.root.clone(), place: "y0[3]".into() },
        false => d.one(&others).clone(),
    };
    (first, second)
}

/// A place that is handed over to be changed.
fn lent(t: &Target) -> String {
    match t.place.strip_prefix('*') {
        Some(name) => format!("&mut *{name}"),
        None if t.place.contains("[&") => t.place.replacen(&t.root, &format!("&mut {}", t.root), 1),
        None => format!("&mut {}", t.place),
    }
}

fn instructions(d: &mut Draw) {
    let (a, b) = two(d);
    let (a, b, x) = (lent(&a), lent(&b), d.stable());
    let all = [
        format!("swap({a}, {b});"),
        format!("neg({a});"),
        format!("rot({a}, {b}, {x});"),
        format!("irot({a}, {b}, {x});"),
        format!("hadamard({a}, {b});"),
    ];
    let one = d.one(&all).clone();
    d.line(one);
}

fn own_instruction(d: &mut Draw) {
    let (a, b) = two(d);
    let (a, b, x) = (lent(&a), lent(&b), d.stable());
    d.line(format!("shear({a}, {b}, {x});"));
    if d.rng.coin() {
        d.line(format!("unshear({b}, {a}, {x} * {x});"));
    }
}

fn call(d: &mut Draw) {
    let (a, b) = two(d);
    let x = d.value_for(&a);
    let x = if x.contains(&b.place) || x.contains(&a.root) || x.contains(&b.root) { d.stable() } else { x };
    d.line(format!("coupled({}, {}, {x});", lent(&a), lent(&b)));
}

fn uncall(d: &mut Draw) {
    let (a, b) = two(d);
    let x = d.stable();
    d.line(format!("coupled::inverse({}, {}, {x});", lent(&a), lent(&b)));
}

fn call_of_value(d: &mut Draw) {
    let (v, x, y) = (d.name("v"), d.value(), d.stable());
    d.line(format!("let {v} = powers({x}, 4);"));
    used(d, &format!("dot2(&{v}[1..3], &[{y}, {v}[2]])"));
}

fn method(d: &mut Draw) {
    let (x, y) = (d.value(), d.stable());
    let Some(p) = d.structure("Particle") else { return call_of_value(d) };
    let t = d.target();
    let all = [
        format!("{} += {p}.square({x}, {y});", t.place).replace(&x, &y),
        format!("{p}.push({}, {y});", lent(&t)),
        format!("{p}.push_inverse({}, {y} * {y});", lent(&t)),
        format!("{} -= {p}.energy({y});", t.place),
        format!("{} -= {p}.moved({y}).square({y}, 0.5);", t.place),
        format!("{} -= {p}.twice()[1];", t.place),
    ];
    let one = d.one(&all).clone();
    d.line(one);
}

fn changing_method(d: &mut Draw) {
    let (x, n) = (d.stable(), d.count());
    let of = ["Particle", "Layer"][d.rng.below(2)];
    let body = d.body(of);
    match (body, of) {
        (Some(p), "Particle") => {
            d.line(format!("{p}.drift({x}, {n});"));
            d.line(format!("{p}.cool({x});"));
            d.line(format!("{p}.drift_inverse({x} * 0.5, 1);"));
        }
        (Some(l), _) => d.line(format!("{l}.cool({x});")),
        (None, _) => {
            let q = d.name("q");
            d.line(format!("let mut {q} = particle({x}, 0.5);"));
            d.line(format!("{q}.drift({x}, {n});"));
            used(d, &format!("{q}.at[0]"));
        }
    }
}

fn by_trait(d: &mut Draw) {
    let x = d.stable();
    match (d.structure("Layer"), d.body("Layer"), d.body("Particle")) {
        (Some(l), ..) => used(d, &format!("total(&{l}, {x})").replace("&&", "&")),
        (_, Some(l), _) | (_, _, Some(l)) => {
            let l = if l.contains('[') { format!("&mut {l}") } else { format!("&mut *{l}") };
            d.line(format!("cooled({l}, {x});"));
        }
        _ => {
            let q = d.name("q");
            d.line(format!("let {q} = particle({x}, 0.75);"));
            used(d, &format!("total(&{q}, {x})"));
        }
    }
}

fn associated(d: &mut Draw) {
    let (x, y) = (d.value(), d.stable());
    used(d, &format!("Particle::spread(&[{x}, {y}])"));
}

fn constants(d: &mut Draw) {
    let (t, x, y) = (d.target(), d.stable(), d.stable());
    d.line(format!("spread::<T, 2, 3>({}, &[{x}, {y}]);", lent(&t)));
}

fn function(d: &mut Draw) {
    let (w, x, y) = (d.name("w"), d.value(), d.stable());
    d.line(format!("let mut {w} = [0.0; 2];"));
    d.line(format!("thrice(&mut {w}, &pair {{}}, &[{x}, {y}]);"));
    used(d, &format!("{w}[1]"));
}

fn scratch(d: &mut Draw) {
    let (w, s, a) = (d.name("w"), d.name("s"), d.array());
    d.line(format!("let mut {w} = vec![0.0; 3];"));
    d.line(format!("let mut {s} = 0.0;"));
    d.line(format!("prefix(&mut {s}, &{a}[0..3], &mut {w});"));
    used(d, &s);
}

fn host_float(d: &mut Draw) {
    let (t, h, n) = (d.target(), d.name("h"), d.count());
    let x = d.stable();
    d.line(format!("let {h}: f64 = 1.0 / (2 + {n}) as f64;"));
    d.line(format!("stepped({}, {h}, 2, {x});", lent(&t)));
}

fn range(d: &mut Draw) {
    let (i, a) = (d.name("i"), d.array());
    let head = ["0..3", "(0..3).rev()", "1..=2", "(0..3).step_by(2)"][d.rng.below(4)];
    d.block(&format!("for {i} in {head} "), "", |d| {
        d.scope.counts.push(i.clone());
        let t = d.target();
        d.line(format!("{} += {a}[{i}];", t.place));
        inner(d);
    });
}

fn elements(d: &mut Draw) {
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

fn pairs(d: &mut Draw) {
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

fn windows(d: &mut Draw) {
    let (w, a) = (d.name("w"), d.array());
    let head = ["windows(2)", "chunks_exact(2)", "windows(2).rev()"][d.rng.below(3)];
    d.block(&format!("for {w} in {a}.{head} "), "", |d| used(d, &format!("{w}[0] * {w}[1]")));
}

fn over_structures(d: &mut Draw) {
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

fn over_map(d: &mut Draw) {
    let all: Vec<String> = d.scope.reals.iter().filter(|r| r.ends_with("[&5]")).cloned().collect();
    let Some(map) = all.first().map(|r| r.replace("[&5]", "")) else { return elements(d) };
    let k = d.name("k");
    d.block(&format!("for {k} in {map}.keys() "), "", |d| used(d, &format!("{map}[{k}]")));
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

fn decision(d: &mut Draw) {
    let c = condition(d);
    d.block(&format!("if {c} "), "", inner);
    if d.rng.coin() {
        let c = condition(d);
        d.block(&format!("if {c} "), " else {", inner);
        inner(d);
        d.line("}");
    }
}

fn chain(d: &mut Draw) {
    let arms = 2 + d.rng.below(3);
    for i in 0..arms {
        let c = condition(d);
        d.block(&format!("{}if {c} ", if i == 0 { "" } else { "else " }), "", inner);
    }
    d.block("else ", "", inner);
}

fn postcondition(d: &mut Draw) {
    let Some(k) = d.scope.counters.first().cloned() else { return decision(d) };
    d.block(&format!("if (*{k} < 3, *{k} >= 10) "), "", |d| {
        d.line(format!("*{k} += 10;"));
        inner(d);
    });
    d.line(format!("*{k} -= 10;"));
}

fn repeat(d: &mut Draw) {
    let k = d.name("k");
    d.line(format!("let mut {k} = 0usize;"));
    d.block(&format!("while ({k} < 3, {k} > 0) "), "", |d| {
        d.line(format!("{k} += 1;"));
        let t = d.target();
        let x = d.stable();
        d.line(format!("{} += {x};", t.place));
    });
}

fn kept(d: &mut Draw) {
    let (s, x, y) = (d.name("s"), d.value(), d.stable());
    d.line(format!("let mut {s} = {x} + {y};"));
    d.line("#[keep]");
    d.block(&format!("if {s} > 0.3 "), "", |d| d.line(format!("{s} -= {y} * 0.25;")));
    used(d, &s);
}

fn kept_loop(d: &mut Draw) {
    let (s, y) = (d.name("s"), d.stable());
    d.line(format!("let mut {s} = 3.0 + {y};"));
    d.line("#[keep]");
    d.block(&format!("while {s} > 1.5 "), "", |d| d.line(format!("{s} -= 0.7 + {y} * {y} * 0.1;")));
    used(d, &format!("{s} * {s}"));
}

fn choice(d: &mut Draw) {
    let (t, x, y) = (d.name("t"), d.stable(), d.value());
    let c = condition(d);
    d.line(format!("let {t} = if {c} {{ {x} * {x} }} else {{ {y} - {x} }};"));
    d.scope.reals.push(t.clone());
    used(d, &t);
}

fn array_choice(d: &mut Draw) {
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

fn routine(d: &mut Draw) {
    let (r, s, x) = (d.name("r"), d.name("s"), d.value());
    d.line(format!("let mut {s} = 0.0;"));
    d.block(&format!("'{r}: "), "", |d| d.line(format!("{s} += {x};")));
    used(d, &s);
    d.line(format!("undo!('{r});"));
}

fn undone(d: &mut Draw) {
    let (t, x) = (d.target(), d.stable());
    d.block("undo! ", "", |d| d.line(format!("{} += {x} * 0.5;", t.place)));
}

fn stack(d: &mut Draw) {
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

fn map(d: &mut Draw) {
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

fn equal_keys(d: &mut Draw) {
    let (m, a, x) = (d.name("map"), d.name("i"), d.array());
    d.line(format!("let mut {m}: BTreeMap<usize, T> = BTreeMap::new();"));
    d.block(&format!("for {a} in 0..3 "), "", |d| {
        d.line(format!(
            "if {a} == 1 {{ {m}[&({a} / 2)] += {x}[{a}]; }} else {{ insert!({m}, {a} / 2, {x}[{a}]); }}"
        ));
    });
    used(d, &format!("{m}[&0] * {m}[&1]"));
}

fn small(d: &mut Draw) {
    let (k, n) = (d.name("k"), d.count());
    let ty = ["i8", "u8", "i64", "i32"][d.rng.below(4)];
    d.line(format!("let mut {k}: {ty} = 100;"));
    d.line(format!("{k} += 20;"));
    d.line(format!("{k} -= ({n}) as {ty};"));
    d.line(format!("{k} ^= 5;"));
    used(d, &format!("{k} as T * 0.01"));
}

fn wrapping(d: &mut Draw) {
    let (k, x) = (d.name("k"), d.stable());
    d.line(format!("let mut {k} = Wrapping(250u8);"));
    d.line(format!("{k} += Wrapping(7);"));
    let c = format!("{k}.0 == 1");
    d.block(&format!("if {c} "), "", |d| used(d, &x));
}

fn exact(d: &mut Draw) {
    let Some(k) = d.scope.counters.first().cloned() else { return small(d) };
    let n = d.count();
    d.line(format!("*{k} += {n} * 2;"));
    used(d, &format!("*{k} as T"));
    d.line(format!("*{k} ^= 3;"));
}

fn store(d: &mut Draw) {
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

fn inactive(d: &mut Draw) {
    let (t, x) = (d.name("t"), d.stable());
    d.line(format!("#[inactive]\nlet {t} = 0.5 * {x};"));
    d.line(format!("if {t} > 100.0 {{ y0[0] += 1.0; }}"));
}

fn safe(d: &mut Draw) {
    let n = d.count();
    d.line(format!("safe! {{ if {n} > 100 {{ println!(\"{{}}\", {n}); }} }}"));
    update(d);
}

fn assertion(d: &mut Draw) {
    let (n, x) = (d.count(), d.stable());
    d.line(format!("assert!({n} < 100);"));
    d.line(format!("debug_assert!({x} < 100.0 || {n} < 100, \"large\");"));
    update(d);
}

fn complex(d: &mut Draw) {
    let (z, w) = (d.name("z"), d.name("w"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let {z} = Complex::new({x}, {y});"));
    d.line(format!("let mut {w} = {z} * {z}.conj();"));
    d.line(format!("{w} += {z} * {x};"));
    d.line(format!("{w}.im -= {z}.norm_sqr();"));
    used(d, &format!("({w}.re + {w}.im)"));
}

fn logarithm(d: &mut Draw) {
    let (g, h) = (d.name("g"), d.name("h"));
    let (x, y) = (d.stable(), d.value());
    d.line(format!("let mut {g} = Log::from_value(1.5 + ({x}).sin());"));
    d.line(format!("let {h} = Log::from_ln({y});"));
    d.line(format!("{g} *= {h} + {h};"));
    d.line(format!("{g} /= {h}.sqrt();"));
    used(d, &format!("{g}.ln()"));
}

fn views(d: &mut Draw) {
    let t = d.target();
    let x = d.stable();
    let place = t.place.clone();
    d.line(format!("-{place} += {x};"));
}

fn host(d: &mut Draw) {
    let (j, n) = (d.name("j"), d.count());
    d.line(format!("let {j}: usize = usize::min({n}, 2);"));
    let a = d.array();
    used(d, &format!("{a}[{j}]"));
}

fn nested(d: &mut Draw) {
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

fn returned(d: &mut Draw) {
    let (q, x, y) = (d.name("q"), d.stable(), d.value());
    d.line(format!("let {q} = particle({x}, {y});"));
    used(d, &format!("{q}.at[1] * {q}.mass"));
    d.scope.structures.push((q, "Particle".into()));
    method(d);
}

fn literals(d: &mut Draw) {
    let (x, y) = (d.value(), d.stable());
    used(d, &format!("dot2(&[{x}, {y}, 1.0], &[{y}, 0.5, {x}])"));
}

fn block(d: &mut Draw) {
    d.block("", "", inner);
}

fn rounded(d: &mut Draw) {
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

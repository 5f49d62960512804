//! Instructions, calls, methods and functions as arguments.

use super::{lent, two, used};
use crate::draw::Draw;

pub(super) fn instructions(d: &mut Draw) {
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

pub(super) fn own_instruction(d: &mut Draw) {
    let (a, b) = two(d);
    let (a, b, x) = (lent(&a), lent(&b), d.stable());
    d.line(format!("shear({a}, {b}, {x});"));
    if d.rng.coin() {
        d.line(format!("unshear({b}, {a}, {x} * {x});"));
    }
}

pub(super) fn call(d: &mut Draw) {
    let (a, b) = two(d);
    let x = d.value_for(&a);
    let x = if x.contains(&b.place) || x.contains(&a.root) || x.contains(&b.root) { d.stable() } else { x };
    d.line(format!("coupled({}, {}, {x});", lent(&a), lent(&b)));
}

pub(super) fn uncall(d: &mut Draw) {
    let (a, b) = two(d);
    let x = d.stable();
    d.line(format!("coupled::inverse({}, {}, {x});", lent(&a), lent(&b)));
}

pub(super) fn call_of_value(d: &mut Draw) {
    let (v, x, y) = (d.name("v"), d.value(), d.stable());
    d.line(format!("let {v} = powers({x}, 4);"));
    used(d, &format!("dot2(&{v}[1..3], &[{y}, {v}[2]])"));
}

pub(super) fn method(d: &mut Draw) {
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

pub(super) fn changing_method(d: &mut Draw) {
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

pub(super) fn by_trait(d: &mut Draw) {
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

pub(super) fn associated(d: &mut Draw) {
    let (x, y) = (d.value(), d.stable());
    used(d, &format!("Particle::spread(&[{x}, {y}])"));
}

pub(super) fn constants(d: &mut Draw) {
    let (t, x, y) = (d.target(), d.stable(), d.stable());
    d.line(format!("spread::<T, 2, 3>({}, &[{x}, {y}]);", lent(&t)));
}

pub(super) fn function(d: &mut Draw) {
    let (w, x, y) = (d.name("w"), d.value(), d.stable());
    d.line(format!("let mut {w} = [0.0; 2];"));
    d.line(format!("thrice(&mut {w}, &pair {{}}, &[{x}, {y}]);"));
    used(d, &format!("{w}[1]"));
}

pub(super) fn scratch(d: &mut Draw) {
    let (w, s, a) = (d.name("w"), d.name("s"), d.array());
    d.line(format!("let mut {w} = vec![0.0; 3];"));
    d.line(format!("let mut {s} = 0.0;"));
    d.line(format!("prefix(&mut {s}, &{a}[0..3], &mut {w});"));
    used(d, &s);
}

pub(super) fn host_float(d: &mut Draw) {
    let (t, h, n) = (d.target(), d.name("h"), d.count());
    let x = d.stable();
    d.line(format!("let {h}: f64 = 1.0 / (2 + {n}) as f64;"));
    d.line(format!("stepped({}, {h}, 2, {x});", lent(&t)));
}

pub(super) fn returned(d: &mut Draw) {
    let (q, x, y) = (d.name("q"), d.stable(), d.value());
    d.line(format!("let {q} = particle({x}, {y});"));
    used(d, &format!("{q}.at[1] * {q}.mass"));
    d.scope.structures.push((q, "Particle".into()));
    method(d);
}

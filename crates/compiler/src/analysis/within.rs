//! Indices into parts of arrays: checked against the bounds of the part, unless loops prove that they lie inside.
//!
//! `let v = &x[a..b];` makes `v[i]` an index into `x`, and `x` may have an element where `v` has none. So `lower`
//! writes [`Host::Within`] for the user's index. Law: it becomes a sum only if every index that the surrounding loops
//! visit lies in the part; two of them for different parts are different, whatever their values.

use crate::analysis::region::Polynomial;
use crate::ir::reach::{is_held, is_open, sum, taken_apart};
use crate::ir::visit::each_expression;
use crate::ir::*;

/// Replaces each index by a sum that is proven to lie inside its part.
pub fn settled(block: &Block, vars: &Variables) -> Block {
    each_expression(block, &mut |e| settle(e, vars))
}

fn settle(e: &Expr, vars: &Variables) -> Expr {
    let e = e.map(&mut |part| settle(part, vars));
    match taken_apart(&e) {
        Some(parts @ [start, at, _, _]) if is_inside(parts, is_open(&e), vars) => {
            sum(start.clone(), at.clone())
        }
        _ => e,
    }
}

/// True if `0 ≤ at` and `at + count ≤ end - start` for all indices of loops. If the part ends with its array, whose
/// bounds are checked anyway, it suffices that the sum does not overflow.
fn is_inside(parts: [&Expr; 4], open: bool, vars: &Variables) -> bool {
    if open && is_counted(parts[1], vars) {
        return true;
    }
    let [start, at, end, count] = parts.map(|e| Polynomial::of(e, vars));
    let room = end.plus(&start, -1).plus(&count, -1);
    at.is_never_negative(vars) && room.plus(&at, -1).is_never_negative(vars)
}

/// True if a number is a sum of a small number and of loop indices.
fn is_counted(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Constant(number) => number.as_usize().is_some_and(|number| u32::try_from(number).is_ok()),
        Expr::Exact(Operator::Add, args) => args.iter().all(|arg| is_counted(arg, vars)),
        Expr::Read(place) if place.is_whole() => vars
            .indices()
            .find(|(index, _)| *index == place.base)
            .is_some_and(|(_, range)| is_counted(&range.start, vars)),
        _ => false,
    }
}

/// True if two indices of one element are checked against the same bounds.
pub fn held_alike(a: &Expr, b: &Expr) -> bool {
    a == b || (!is_held(a) && !is_held(b))
}

//! Going further into a place, and the sums of indices that this takes.
//!
//! Law: a range is never followed by another projection: a step into it counts from the start of the whole.

use super::{Expr, Operator, Place, Projection};

/// `a + b`, without a zero in it.
pub(crate) fn sum(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Constant(zero), _) if zero.to_string() == "0" => b,
        (_, Expr::Constant(zero)) if zero.to_string() == "0" => a,
        _ => Expr::Exact(Operator::Add, vec![a, b]),
    }
}

/// `a - b`, without a zero in it.
pub(crate) fn difference(a: Expr, b: Expr) -> Expr {
    match &b {
        Expr::Constant(zero) if zero.to_string() == "0" => a,
        _ => Expr::Exact(Operator::Sub, vec![a, b]),
    }
}

/// Goes one step further into a place; a step into a range counts from the start of the range. Its span stays that
/// of the name.
pub(crate) fn extend(mut place: Place, projection: Projection) -> Place {
    let projection = match (place.path.last().cloned(), projection) {
        (Some(Projection::Range(start, _)), Projection::Index(i)) => {
            place.path.pop();
            Projection::Index(sum(start, i))
        }
        (Some(Projection::Range(start, _)), Projection::Range(a, b)) => {
            place.path.pop();
            Projection::Range(sum(start.clone(), a), sum(start, b))
        }
        (_, projection) => projection,
    };
    place.path.push(projection);
    place
}

/// How many elements a place has.
pub(crate) fn length(place: &Place) -> Expr {
    match place.path.last() {
        Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
        _ => Expr::Length(place.clone()),
    }
}

//! Extends places by projections, and computes the sums of indices that this requires.
//!
//! Law: a range is never followed by another projection: an index into it is converted to an index into the whole.

use super::{Argument, Expr, Host, Operator, Part, Place, Projection};

/// Returns `a + b`, simplified if one of them is zero.
pub(crate) fn sum(a: Expr, b: Expr) -> Expr {
    if a.is_zero() {
        b
    } else if b.is_zero() {
        a
    } else {
        Expr::Exact(Operator::Add, vec![a, b])
    }
}

/// Returns `a - b`, simplified if `b` is zero.
pub(crate) fn difference(a: Expr, b: Expr) -> Expr {
    if b.is_zero() { a } else { Expr::Exact(Operator::Sub, vec![a, b]) }
}

/// Extends a place by one projection; an index into a range counts from the start of the range. Its span stays that
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

/// Extends a place by one projection that the user wrote: only the elements of a part of an array are reached through
/// its name.
pub(crate) fn reached(mut place: Place, projection: Projection, of: &str) -> Place {
    let Some(Projection::Range(start, end)) = place.path.last().cloned() else {
        return extend(place, projection);
    };
    place.path.pop();
    let open = matches!(&end, Expr::Length(all) if all.is_whole() && place.path.is_empty() && all.base == place.base);
    let part = Part { of: of.to_string(), open, span: place.span };
    place.path.push(match projection {
        Projection::Index(i) => Projection::Index(within(start, i, end, 1, part)),
        Projection::Range(a, b) => Projection::Range(sum(start.clone(), a), within(start, b, end, 0, part)),
    });
    place
}

/// Returns `start + at`, an index that `count` elements before `end` may follow.
fn within(start: Expr, at: Expr, end: Expr, count: usize, part: Part) -> Expr {
    let args = [start, at, end, Expr::integer(count)];
    Expr::Host(Host::Within(part), args.into_iter().map(Argument::Value).collect())
}

/// Returns the number of elements of a place.
pub(crate) fn length(place: &Place) -> Expr {
    match place.path.last() {
        Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
        _ => Expr::Length(place.clone()),
    }
}

/// True if a part ends where its array does.
pub fn is_open(e: &Expr) -> bool {
    matches!(e, Expr::Host(Host::Within(part), _) if part.open)
}

/// Returns the start of a part, the index into it, its end, and the number of elements.
pub fn taken_apart(e: &Expr) -> Option<[&Expr; 4]> {
    match e {
        Expr::Host(Host::Within(_), args) => match &args[..] {
            [Argument::Value(start), Argument::Value(at), Argument::Value(end), Argument::Value(count)] => {
                Some([start, at, end, count])
            }
            _ => None,
        },
        _ => None,
    }
}

/// True if an index, or one inside it, is checked against the bounds of a part.
pub fn is_held(e: &Expr) -> bool {
    let mut found = taken_apart(e).is_some();
    e.each_part(&mut |part| found |= is_held(part));
    found
}

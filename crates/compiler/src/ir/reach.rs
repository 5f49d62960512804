//! Going further into a place, and the sums of indices that this takes.
//!
//! Law: a range is never followed by another projection: a step into it counts from the start of the whole.

use super::{Argument, Expr, Host, Operator, Part, Place, Projection};

/// `a + b`, without a zero in it.
pub(crate) fn sum(a: Expr, b: Expr) -> Expr {
    if a.is_zero() {
        b
    } else if b.is_zero() {
        a
    } else {
        Expr::Exact(Operator::Add, vec![a, b])
    }
}

/// `a - b`, without a zero in it.
pub(crate) fn difference(a: Expr, b: Expr) -> Expr {
    if b.is_zero() { a } else { Expr::Exact(Operator::Sub, vec![a, b]) }
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

/// One step further into a place, as the writer takes it: a part of an array is all that is reached through its name.
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

/// `start + at`, which `count` elements below `end` follow.
fn within(start: Expr, at: Expr, end: Expr, count: usize, part: Part) -> Expr {
    let args = [start, at, end, Expr::integer(count)];
    Expr::Host(Host::Within(part), args.into_iter().map(Argument::Value).collect())
}

/// How many elements a place has.
pub(crate) fn length(place: &Place) -> Expr {
    match place.path.last() {
        Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
        _ => Expr::Length(place.clone()),
    }
}

/// Whether a part ends where its array does.
pub fn is_open(e: &Expr) -> bool {
    matches!(e, Expr::Host(Host::Within(part), _) if part.open)
}

/// Where a part starts, what is reached in it, where it ends, and how many elements are taken.
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

/// Whether an index, or one inside it, is held against the bounds of a part.
pub fn is_held(e: &Expr) -> bool {
    let mut found = taken_apart(e).is_some();
    e.each_part(&mut |part| found |= is_held(part));
    found
}

//! Methods of reals that are no rules of the table: roundings, questions, and what only exact values are made of.

use crate::interpret::fault::{Fault, Kind};
use crate::interpret::value::{Integer, Value, Width};
use retrograde_compiler::ir::Primitive;
use std::cmp::Ordering;

/// Of one real.
pub(super) fn of_one(name: &str, x: f64) -> Option<Value> {
    let asked = match name {
        "is_nan" => Some(x.is_nan()),
        "is_finite" => Some(x.is_finite()),
        "is_infinite" => Some(x.is_infinite()),
        "is_normal" => Some(x.is_normal()),
        "is_sign_negative" => Some(x.is_sign_negative()),
        "is_sign_positive" => Some(x.is_sign_positive()),
        _ => None,
    };
    if let Some(asked) = asked {
        return Some(Value::Bool(asked));
    }
    Some(Value::Real(match name {
        "to_bits" => {
            let value = i128::from(x.to_bits());
            return Some(Value::Integer(Integer { value, width: Some(Width::U64) }));
        }
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "round_ties_even" => x.round_ties_even(),
        "trunc" => x.trunc(),
        "fract" => x.fract(),
        "abs" => x.abs(),
        "signum" => x.signum(),
        "to_radians" => x.to_radians(),
        "to_degrees" => x.to_degrees(),
        // A number of a generic real type is the number itself here, and so is a cotangent.
        "primal" | "constant" => x,
        "negated" => -x,
        _ => return rule(name, &[x], 0),
    }))
}

/// Of two reals.
pub(super) fn of_two(name: &str, a: f64, b: f64) -> Option<Value> {
    Some(Value::Real(match name {
        "min" => a.min(b),
        "max" => a.max(b),
        "copysign" => a.copysign(b),
        "rem_euclid" => a.rem_euclid(b),
        "div_euclid" => a.div_euclid(b),
        "plus" => a + b,
        "minus" => a - b,
        "scaled" => a * b,
        _ => return rule(name, &[a, b], 0),
    }))
}

/// A method that the table has.
pub(super) fn rule(name: &str, values: &[f64], exponent: i32) -> Option<Value> {
    let rule = Primitive::by_name(name).filter(|rule| rule.arity() == values.len())?;
    Some(Value::Real(rule.value(values, exponent)))
}

/// The test of an order; nothing if it has another name.
pub(super) fn of_order(test: &str, order: Ordering) -> Option<Value> {
    Some(Value::Bool(match test {
        "lt" => order.is_lt(),
        "le" => order.is_le(),
        "gt" => order.is_gt(),
        "ge" => order.is_ge(),
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        _ => return None,
    }))
}

/// The places of sorted elements, as `retrograde::library::ascending` and its relatives return them.
pub(super) fn places(name: &str, items: &[Value]) -> Result<Option<Vec<usize>>, Fault> {
    let (by, descends) = match name.split_once('_') {
        Some((by, direction)) => (by, direction == "descending"),
        None => ("", name == "descending"),
    };
    let instead = match by {
        "" | "total" | "checked" => Ordering::Equal,
        "less" => Ordering::Less,
        "greater" => Ordering::Greater,
        _ => return Ok(None),
    };
    let mut unordered = false;
    let mut compare = |a: &Value, b: &Value| match (a, b) {
        (Value::Real(a), Value::Real(b)) if by == "total" => a.total_cmp(b),
        (a, b) => order(a, b).unwrap_or_else(|| {
            unordered = true;
            instead
        }),
    };
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by(
        |a, b| {
            if descends { compare(&items[*b], &items[*a]) } else { compare(&items[*a], &items[*b]) }
        },
    );
    if by == "checked" && unordered {
        return Err(Fault::new(Kind::Arithmetic, "two numbers of which one is NaN have no order"));
    }
    Ok(Some(places))
}

/// Returns the order of two numbers, if they have one.
fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => a.partial_cmp(b),
        (Value::Integer(a), Value::Integer(b)) => a.value.partial_cmp(&b.value),
        _ => None,
    }
}

/// The first of the extreme elements; not-a-number never is one.
pub(super) fn extreme(items: &[Value], wanted: Ordering) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (i, item) in items.iter().enumerate() {
        let Value::Real(x) = *item else { return None };
        if best.is_none_or(|(_, y)| x.partial_cmp(&y) == Some(wanted)) {
            best = Some((i, x));
        }
    }
    best
}

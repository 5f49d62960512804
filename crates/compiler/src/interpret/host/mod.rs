//! The few host functions whose results the interpreter knows.

use super::expr::{binary, usize_value};
use super::fault::{Fault, Kind};
use super::value::{Integer, Value};
use crate::ir::{Host, Operator, Primitive};
use std::cmp::Ordering;

/// Applies host code to values; an unknown head is a fault.
pub(super) fn evaluate(head: &Host, args: &[Value]) -> Result<Value, Fault> {
    let tokens = match head {
        Host::Function(path) | Host::Element(path) => path.to_string(),
        Host::Method(name) => name.to_string(),
        Host::Constant => match args {
            [constant] => return Ok(constant.clone()),
            _ => "constant".to_string(),
        },
        // The parts of a key are compared one by one, as those of a tuple are.
        Host::Tuple => return Ok(Value::Array(args.to_vec())),
        Host::HasKey => "contains_key".to_string(),
        Host::Keys | Host::KeysNow => "keys".to_string(),
    };
    if let Some(value) = of_map(&tokens, args) {
        return Ok(value);
    }
    let name = tokens.split("::<").next().unwrap_or_default();
    let name = name.rsplit(':').next().unwrap_or_default().trim();
    match args {
        [Value::Array(items)] => of_array(name, items),
        [Value::Real(x)] => of_real(name, *x),
        [Value::Integer(a)] => of_integer(name, *a),
        [a, b] => of_two(name, a, b)?,
        [Value::Real(a), Value::Real(b), Value::Real(c)] => rule(name, &[*a, *b, *c], 0),
        _ => None,
    }
    .ok_or_else(|| Fault::new(Kind::Unknown, format!("`{tokens}` is no function that the interpreter knows")))
}

/// `HashMap::new()` and what is asked of a map.
fn of_map(tokens: &str, args: &[Value]) -> Option<Value> {
    let names: Vec<&str> = tokens.split("::").map(str::trim).collect();
    match (&names[..], args) {
        ([.., "HashMap" | "BTreeMap", "new" | "default"], []) => Some(Value::Map(Vec::new())),
        (["contains_key"], [map @ Value::Map(_), key]) => {
            map.entry(key).map(|found| Value::Bool(found.is_ok()))
        }
        ([.., "keys"], [Value::Map(entries)]) => {
            Some(Value::Array(entries.iter().map(|(key, _)| key.clone()).collect()))
        }
        (["len"], [Value::Map(entries)]) => Some(usize_value(entries.len())),
        (["is_empty"], [Value::Map(entries)]) => Some(Value::Bool(entries.is_empty())),
        _ => None,
    }
}

fn of_array(name: &str, items: &[Value]) -> Option<Value> {
    // Of equal extremes the first is taken, and not-a-number never is.
    let extreme = |wanted: Ordering| {
        let mut best: Option<(usize, f64)> = None;
        for (i, item) in items.iter().enumerate() {
            let Value::Real(x) = *item else { return None };
            if best.is_none_or(|(_, y)| x.partial_cmp(&y) == Some(wanted)) {
                best = Some((i, x));
            }
        }
        best
    };
    match name {
        "len" => Some(usize_value(items.len())),
        "argmax" => extreme(Ordering::Greater).map(|(i, _)| usize_value(i)),
        "argmin" => extreme(Ordering::Less).map(|(i, _)| usize_value(i)),
        "max" => extreme(Ordering::Greater).map(|(_, x)| Value::Real(x)),
        "min" => extreme(Ordering::Less).map(|(_, x)| Value::Real(x)),
        _ => None,
    }
}

fn of_real(name: &str, x: f64) -> Option<Value> {
    Some(Value::Bool(match name {
        "is_nan" => x.is_nan(),
        "is_finite" => x.is_finite(),
        "is_infinite" => x.is_infinite(),
        "is_sign_negative" => x.is_sign_negative(),
        "is_sign_positive" => x.is_sign_positive(),
        _ => return rule(name, &[x], 0),
    }))
}

/// A method of floats that the table has.
fn rule(name: &str, values: &[f64], exponent: i32) -> Option<Value> {
    let rule = Primitive::by_name(name).filter(|rule| rule.arity() == values.len())?;
    Some(Value::Real(rule.value(values, exponent)))
}

fn of_integer(name: &str, a: Integer) -> Option<Value> {
    let value = match name {
        "abs" => a.value.checked_abs()?,
        "signum" => a.value.signum(),
        _ => return None,
    };
    Integer { value, ..a }.into_width(a.width).ok().map(Value::Integer)
}

fn of_two(name: &str, a: &Value, b: &Value) -> Result<Option<Value>, Fault> {
    if let (Value::Integer(base), Value::Integer(exponent), "pow") = (a, b, name) {
        let value = u32::try_from(exponent.value).ok().and_then(|e| base.value.checked_pow(e));
        let value = value.ok_or_else(|| Fault::new(Kind::Arithmetic, "integer overflow in `pow`"))?;
        return Integer { value, ..*base }.into_width(base.width).map(|n| Some(Value::Integer(n)));
    }
    let first = |operator| {
        Ok(Some(if binary(operator, a.clone(), b.clone())?.truth()? { a.clone() } else { b.clone() }))
    };
    match (name, a, b) {
        ("min", Value::Real(a), Value::Real(b)) => Ok(Some(Value::Real(a.min(*b)))),
        ("max", Value::Real(a), Value::Real(b)) => Ok(Some(Value::Real(a.max(*b)))),
        ("min", ..) => first(Operator::Le),
        ("max", ..) => first(Operator::Ge),
        ("abs_diff", Value::Integer(x), Value::Integer(y)) => {
            Ok(Some(Value::Integer(Integer { value: (x.value - y.value).abs(), width: x.width.or(y.width) })))
        }
        (_, Value::Real(a), Value::Real(b)) => Ok(rule(name, &[*a, *b], 0)),
        ("powi", Value::Real(x), Value::Integer(n)) => {
            let exponent = i32::try_from(n.value).ok();
            Ok(exponent.map(|exponent| Value::Real(Primitive::Powi.value(&[*x], exponent))))
        }
        ("saturating_sub", Value::Integer(x), Value::Integer(y)) => {
            let width = x.width.or(y.width);
            let (least, largest) = width.map_or((i128::MIN, i128::MAX), |w| w.bounds());
            let value = x.value.saturating_sub(y.value).clamp(least, largest);
            Ok(Some(Value::Integer(Integer { value, width })))
        }
        _ => Ok(None),
    }
}

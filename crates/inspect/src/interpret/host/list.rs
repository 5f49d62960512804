//! Methods of arrays, slices, vectors and of `Option`, which is a list of one element or none here.

use super::{integer, real, some};
use crate::interpret::fault::{Fault, Kind};
use crate::interpret::value::Value;
use std::cmp::Ordering;

/// Applies a method to a list and what follows it.
pub(super) fn evaluate(name: &str, items: &[Value], rest: &[Value]) -> Result<Option<Value>, Fault> {
    let whole = || Value::Array(items.to_vec());
    let index = |value: &Value| value.clone().exact().ok().and_then(|n| usize::try_from(n.value).ok());
    Ok(Some(match (name, rest) {
        ("len" | "count", []) => integer::count(items.len()),
        ("is_empty" | "is_none", []) => Value::Bool(items.is_empty()),
        ("is_some", []) => Value::Bool(!items.is_empty()),
        ("iter" | "into_iter" | "to_vec" | "as_slice" | "collect" | "as_deref", []) => whole(),
        ("rev", []) => Value::Array(items.iter().rev().cloned().collect()),
        ("enumerate", []) => {
            let pair = |(i, item): (usize, &Value)| Value::Array(vec![integer::count(i), item.clone()]);
            Value::Array(items.iter().enumerate().map(pair).collect())
        }
        ("zip", [Value::Array(others)]) => {
            let pair = |(a, b): (&Value, &Value)| Value::Array(vec![a.clone(), b.clone()]);
            Value::Array(items.iter().zip(others).map(pair).collect())
        }
        ("first", []) => some(items.first().cloned()),
        ("last", []) => some(items.last().cloned()),
        ("get", [at]) => some(index(at).and_then(|at| items.get(at)).cloned()),
        ("contains", [wanted]) => Value::Bool(items.contains(wanted)),
        ("unwrap", []) | ("expect", [_]) => match items {
            [value] => value.clone(),
            _ => return Err(Fault::new(Kind::Arithmetic, format!("`{name}` of nothing"))),
        },
        ("unwrap_or", [other]) => items.first().unwrap_or(other).clone(),
        ("step_by", [by]) => match index(by) {
            Some(by) if by > 0 => Value::Array(items.iter().step_by(by).cloned().collect()),
            _ => return Ok(None),
        },
        ("skip", [n]) => Value::Array(items.iter().skip(index(n).unwrap_or(0)).cloned().collect()),
        ("take", [n]) => Value::Array(items.iter().take(index(n).unwrap_or(0)).cloned().collect()),
        ("argmax", []) => return Ok(real::extreme(items, Ordering::Greater).map(|(i, _)| integer::count(i))),
        ("argmin", []) => return Ok(real::extreme(items, Ordering::Less).map(|(i, _)| integer::count(i))),
        ("max", []) => return Ok(real::extreme(items, Ordering::Greater).map(|(_, x)| Value::Real(x))),
        ("min", []) => return Ok(real::extreme(items, Ordering::Less).map(|(_, x)| Value::Real(x))),
        (name, []) if name.ends_with("ascending") || name.ends_with("descending") => {
            let Some(places) = real::places(name, items)? else { return Ok(None) };
            Value::Array(places.into_iter().map(integer::count).collect())
        }
        ("sum", []) | ("product", []) => {
            let plain = if name == "sum" { "add" } else { "mul" };
            let Some((first, others)) = items.split_first() else { return Ok(None) };
            let mut total = first.clone();
            for item in others {
                total = match (total, item) {
                    (Value::Real(a), Value::Real(b)) => {
                        Value::Real(if plain == "add" { a + b } else { a * b })
                    }
                    (Value::Integer(a), Value::Integer(b)) => match integer::of_two(plain, a, *b)? {
                        Some(total) => total,
                        None => return Ok(None),
                    },
                    _ => return Ok(None),
                };
            }
            total
        }
        _ => return Ok(None),
    }))
}

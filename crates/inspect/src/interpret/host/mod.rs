//! The functions and methods of the standard library that the interpreter knows.
//!
//! Takes the head of an expression in ordinary Rust, and values. Law: a known function means the same as in the
//! standard library; an `Option` is a list of one element or none.

mod integer;
mod list;
mod real;
#[cfg(test)]
mod tests;
pub(super) mod variant;

use super::expr::{binary, usize_value};
use super::fault::{Fault, Kind};
use super::value::{Integer, Value, Width};
use quote::ToTokens;
use retrograde_compiler::ir::{Host, Operator, Part};

/// Returns an `Option`.
pub(super) fn some(value: Option<Value>) -> Value {
    Value::Array(value.into_iter().collect())
}

/// Applies ordinary Rust to values; an unknown head is a fault.
pub(super) fn evaluate(head: &Host, args: &[Value]) -> Result<Value, Fault> {
    match head {
        Host::Function(path) => match (&path.path, args) {
            (path, [value]) if path.segments.last().is_some_and(|last| last.ident == "identity") => {
                identity(path, value)
            }
            (path, args) => function(&path.to_token_stream().to_string(), args),
        },
        Host::Element(of) => Err(unknown(&of.path.to_token_stream().to_string())),
        Host::Method(name) => method(&name.to_token_stream().to_string(), args),
        Host::Constant => match args {
            [constant] => Ok(constant.clone()),
            _ => Err(unknown("constant")),
        },
        // The parts of a key are compared one by one, as those of a tuple are.
        Host::Tuple => Ok(Value::Array(args.to_vec())),
        // A value is lent as it is.
        Host::Lent => args.first().cloned().ok_or_else(|| unknown("&")),
        Host::Field(field) => {
            let part = args.first().cloned().and_then(|of| super::expr::part(of, field));
            part.ok_or_else(|| unknown(&field.to_token_stream().to_string()))
        }
        Host::HasKey => method("contains_key", args),
        Host::Keys | Host::KeysNow => method("keys", args),
        Host::Within(part) => within(part, args),
        Host::Macro(of) => {
            let known = variant::matches(of, args);
            known.ok_or_else(|| unknown(&of.path.to_token_stream().to_string()))
        }
    }
}

/// Converts an index into a part of an array to an index into the whole array.
fn within(part: &Part, args: &[Value]) -> Result<Value, Fault> {
    let fault = |kind, message| Err(Fault::new(kind, message).at(*part.span));
    let [Value::Integer(start), Value::Integer(at), Value::Integer(end), Value::Integer(count)] = args else {
        return fault(Kind::Type, format!("no index into a part of `{}`", part.of));
    };
    let length = (end.value - start.value).max(0);
    if at.value < 0 || at.value + count.value > length {
        let message =
            format!("{} is outside this part of `{}`, which has {length} elements", at.value, part.of);
        return fault(Kind::Bounds, message);
    }
    let value = start.value + at.value;
    Ok(Value::Integer(Integer { value, width: at.width.or(start.width) }))
}

fn unknown(text: &str) -> Fault {
    let text = text.replace(' ', "");
    Fault::new(
        Kind::Unknown,
        format!(
            "`{text}` is not a function that the stepper knows; a plain function in the same file can be stepped over, \
             or its value handed over as a parameter"
        ),
    )
}

/// Returns the value of `core::convert::identity::<T>`: an integer has the type from then on.
fn identity(path: &syn::Path, value: &Value) -> Result<Value, Fault> {
    let ty =
        path.segments.last().map(|last| last.arguments.to_token_stream().to_string()).unwrap_or_default();
    let width = Width::by_name(ty.rsplit("::").next().unwrap_or_default().trim_matches(['<', '>', ' ']));
    match value {
        Value::Integer(of) => of.into_width(width).map(Value::Integer),
        other => Ok(other.clone()),
    }
}

/// Calls a function by its path.
pub(super) fn function(path: &str, args: &[Value]) -> Result<Value, Fault> {
    let names: Vec<&str> = path.split("::").map(str::trim).filter(|name| !name.starts_with('<')).collect();
    let known = match (&names[..], args) {
        ([.., "HashMap" | "BTreeMap", "new" | "default"], []) => Some(Value::Map(Vec::new())),
        ([.., "Vec", "new"], []) => Some(Value::Array(Vec::new())),
        ([.., "mem", "size_of"], _) => None,
        ([.., owner, "from"], [value]) => integer::from(owner, value)?,
        ([.., "zero"], []) => Some(Value::Real(0.0)),
        ([.., "one"], []) => Some(Value::Real(1.0)),
        ([.., "Some"], [value]) => Some(some(Some(value.clone()))),
        ([.., name], args) => by_name(name, args)?,
        ([], _) => None,
    };
    known.ok_or_else(|| unknown(path))
}

/// Calls a method; its receiver is the first argument.
pub(super) fn method(name: &str, args: &[Value]) -> Result<Value, Fault> {
    let name = name.split("::").next().unwrap_or_default().trim();
    by_name(name, args)?.ok_or_else(|| unknown(name))
}

fn by_name(name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
    match (name, args) {
        ("clone" | "to_owned" | "into" | "as_ref" | "borrow" | "copied" | "cloned", [value]) => {
            Ok(Some(value.clone()))
        }
        ("contains_key", [map @ Value::Map(_), key]) => {
            Ok(map.entry(key).map(|found| Value::Bool(found.is_ok())))
        }
        ("keys", [Value::Map(entries)]) => {
            Ok(Some(Value::Array(entries.iter().map(|(key, _)| key.clone()).collect())))
        }
        ("len", [Value::Map(entries)]) => Ok(Some(usize_value(entries.len()))),
        ("is_empty", [Value::Map(entries)]) => Ok(Some(Value::Bool(entries.is_empty()))),
        (_, [Value::Real(a), Value::Real(b)]) if name.starts_with("total_") => {
            Ok(real::of_order(&name["total_".len()..], a.total_cmp(b)))
        }
        (_, [Value::Array(items), rest @ ..]) => list::evaluate(name, items, rest),
        (_, [Value::Real(x)]) => Ok(real::of_one(name, *x)),
        (_, [Value::Integer(a)]) => integer::of_one(name, *a),
        (_, [Value::Real(a), Value::Real(b)]) => Ok(real::of_two(name, *a, *b)),
        ("powi", [Value::Real(x), Value::Integer(n)]) => {
            Ok(i32::try_from(n.value).ok().and_then(|n| real::rule(name, &[*x], n)))
        }
        (_, [Value::Integer(a), Value::Integer(b)]) => match integer::of_two(name, *a, *b)? {
            Some(value) => Ok(Some(value)),
            None => compared(name, &args[0], &args[1]),
        },
        (_, [a, b]) => compared(name, a, b),
        ("clamp", [Value::Real(x), Value::Real(a), Value::Real(b)]) if a <= b => {
            Ok(Some(Value::Real(x.clamp(*a, *b))))
        }
        (_, [Value::Real(a), Value::Real(b), Value::Real(c)]) => Ok(real::rule(name, &[*a, *b, *c], 0)),
        ("clamp", [x, least, largest]) => {
            let above = by_name("max", &[x.clone(), least.clone()])?;
            above.map_or(Ok(None), |above| by_name("min", &[above, largest.clone()]))
        }
        _ => Ok(None),
    }
}

/// Evaluates a comparison of any two values of one type.
fn compared(name: &str, a: &Value, b: &Value) -> Result<Option<Value>, Fault> {
    let asked = |operator| binary(operator, a.clone(), b.clone());
    Ok(Some(match name {
        "eq" => asked(Operator::Eq)?,
        "ne" => asked(Operator::Ne)?,
        "lt" => asked(Operator::Lt)?,
        "le" => asked(Operator::Le)?,
        "gt" => asked(Operator::Gt)?,
        "ge" => asked(Operator::Ge)?,
        "min" => {
            if asked(Operator::Le)?.truth()? {
                a.clone()
            } else {
                b.clone()
            }
        }
        "max" => {
            if asked(Operator::Gt)?.truth()? {
                a.clone()
            } else {
                b.clone()
            }
        }
        _ => return Ok(None),
    }))
}

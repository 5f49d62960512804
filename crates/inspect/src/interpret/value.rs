//! The values of a running program.
//!
//! Law: an integer never leaves the range of its type. An integer of unknown type (a literal without a suffix) takes
//! the type of the integer with which it is combined.

use super::entry::order;
use super::fault::{Fault, Kind};
pub use retrograde_compiler::ir::IntegerType as Width;
use retrograde_compiler::ir::{Named, Number, Type};
use std::cmp::Ordering;
use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A real, or a cotangent.
    Real(f64),
    /// An integer.
    Integer(Integer),
    /// A truth value.
    Bool(bool),
    /// The elements of an array, a slice or a vector.
    Array(Vec<Value>),
    /// The fields of a structure, by name.
    Record(Vec<(String, Value)>),
    /// The entries of a map, by key in rising order.
    Map(Vec<(Value, Value)>),
}

/// An integer with its type, if known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The number.
    pub value: i128,
    /// Its type, if it is known yet.
    pub width: Option<Width>,
}

impl Integer {
    /// An integer whose type follows from its context.
    pub fn untyped(value: i128) -> Integer {
        Integer { value, width: None }
    }

    /// Returns the number in a type, if it fits.
    pub fn into_width(self, width: Option<Width>) -> Result<Integer, Fault> {
        let width = match (self.width, width) {
            (Some(have), Some(want)) if have != want => {
                let message = format!("`{}` stands where `{}` is needed", have.name(), want.name());
                return Err(Fault::new(Kind::Type, message));
            }
            (have, want) => want.or(have),
        };
        match width.map(Width::bounds) {
            Some((least, largest)) if self.value < least || self.value > largest => {
                let name = width.map_or("", Width::name);
                Err(Fault::new(Kind::Arithmetic, format!("{} is outside `{name}`", self.value)))
            }
            _ => Ok(Integer { value: self.value, width }),
        }
    }
}

impl Value {
    /// An array of reals.
    pub fn reals(values: &[f64]) -> Value {
        Value::Array(values.iter().map(|&v| Value::Real(v)).collect())
    }

    /// A number with these parts.
    pub fn number(number: Number, parts: Vec<Value>) -> Value {
        Value::Record(number.parts().iter().map(|part| (*part).to_string()).zip(parts).collect())
    }

    /// An integer whose type follows from the variable that it is assigned to.
    pub fn integer(value: i128) -> Value {
        Value::Integer(Integer::untyped(value))
    }

    /// Returns zero in the shape of this value. Exact values have no cotangent.
    pub fn zero(&self) -> Result<Value, Fault> {
        match self {
            Value::Real(_) => Ok(Value::Real(0.0)),
            Value::Array(items) => items.iter().map(Value::zero).collect::<Result<_, _>>().map(Value::Array),
            // A structure has exact fields besides real ones.
            Value::Record(fields) => {
                let shadow = |(name, value): &(String, Value)| {
                    (name.clone(), value.zero().unwrap_or_else(|_| Value::Record(Vec::new())))
                };
                Ok(Value::Record(fields.iter().map(shadow).collect()))
            }
            Value::Map(entries) => {
                let shadow = |(key, value): &(Value, Value)| Ok((key.clone(), value.zero()?));
                entries.iter().map(shadow).collect::<Result<_, _>>().map(Value::Map)
            }
            Value::Integer(_) | Value::Bool(_) => {
                Err(Fault::new(Kind::Type, "an exact value has no cotangent".to_string()))
            }
        }
    }

    /// True if this value equals the other bit by bit.
    pub(super) fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
            }
            (Value::Record(a), Value::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((n, a), (m, b))| n == m && a.is_same(b))
            }
            (Value::Map(a), Value::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k.is_same(l) && a.is_same(b))
            }
            (a, b) => a == b,
        }
    }

    /// Returns the value that `push!` leaves in the place: zero of the same type and shape.
    pub fn nothing(&self) -> Value {
        match self {
            Value::Real(_) => Value::Real(0.0),
            Value::Integer(n) => Value::Integer(Integer { value: 0, ..*n }),
            Value::Bool(_) => Value::Bool(false),
            Value::Array(items) => Value::Array(items.iter().map(Value::nothing).collect()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, value)| (name.clone(), value.nothing())).collect())
            }
            Value::Map(_) => Value::Map(Vec::new()),
        }
    }

    /// Pushes a value on a stack.
    pub fn push(&mut self, number: Value) -> Result<(), Fault> {
        match self {
            Value::Array(stack) => {
                stack.push(number);
                Ok(())
            }
            other => Err(Fault::new(Kind::Type, format!("{other} is not a stack"))),
        }
    }

    /// Pops the last value from a stack.
    pub fn pop(&mut self) -> Result<Value, Fault> {
        match self {
            Value::Array(stack) => {
                stack.pop().ok_or_else(|| Fault::new(Kind::Bounds, "there is nothing left on this stack"))
            }
            other => Err(Fault::new(Kind::Type, format!("{other} is not a stack"))),
        }
    }

    /// Adds a value of the same shape, real by real.
    pub fn accumulate(&mut self, other: &Value) -> Result<(), Fault> {
        match (self, other) {
            (Value::Real(a), Value::Real(b)) => {
                *a += b;
                Ok(())
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                a.iter_mut().zip(b).try_for_each(|(a, b)| a.accumulate(b))
            }
            (Value::Record(a), Value::Record(b)) if a.len() == b.len() => {
                a.iter_mut().zip(b).try_for_each(|((_, a), (_, b))| a.accumulate(b))
            }
            (Value::Map(a), Value::Map(b)) if a.len() == b.len() => {
                a.iter_mut().zip(b).try_for_each(|((_, a), (_, b))| a.accumulate(b))
            }
            (a, b) => Err(Fault::new(Kind::Type, format!("{b} cannot be accumulated into {a}"))),
        }
    }

    /// True if this value equals a known value: exactly, or up to rounding for reals. NaN equals nothing.
    pub fn is_known(&self, known: &Value) -> bool {
        match (self, known) {
            (Value::Real(a), Value::Real(b)) => a == b || (a - b).abs() <= 1e-8 * b.abs().max(1.0),
            (Value::Integer(a), Value::Integer(b)) => a.value == b.value,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_known(b))
            }
            (Value::Record(a), Value::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((n, a), (m, b))| n == m && a.is_known(b))
            }
            (Value::Map(a), Value::Map(b)) => {
                let same = |((k, a), (l, b)): (&(Value, Value), &(Value, Value))| {
                    order(k, l) == Ordering::Equal && a.is_known(b)
                };
                a.len() == b.len() && a.iter().zip(b).all(same)
            }
            (Value::Real(_) | Value::Integer(_) | Value::Bool(_), _) => false,
            (Value::Array(_) | Value::Record(_) | Value::Map(_), _) => false,
        }
    }

    /// Returns all reals in order.
    pub fn leaves(&self) -> Vec<f64> {
        match self {
            Value::Real(x) => vec![*x],
            Value::Array(items) => items.iter().flat_map(Value::leaves).collect(),
            Value::Record(fields) => fields.iter().flat_map(|(_, value)| value.leaves()).collect(),
            Value::Map(entries) => entries.iter().flat_map(|(_, value)| value.leaves()).collect(),
            Value::Integer(_) | Value::Bool(_) => Vec::new(),
        }
    }

    /// Returns all reals in order, mutably.
    pub fn leaves_mut(&mut self) -> Vec<&mut f64> {
        match self {
            Value::Real(x) => vec![x],
            Value::Array(items) => items.iter_mut().flat_map(Value::leaves_mut).collect(),
            Value::Record(fields) => fields.iter_mut().flat_map(|(_, value)| value.leaves_mut()).collect(),
            Value::Map(entries) => entries.iter_mut().flat_map(|(_, value)| value.leaves_mut()).collect(),
            Value::Integer(_) | Value::Bool(_) => Vec::new(),
        }
    }

    pub(super) fn real(self) -> Result<f64, Fault> {
        match self {
            Value::Real(x) => Ok(x),
            other => Err(mismatch("a real", &other)),
        }
    }

    pub(super) fn exact(self) -> Result<Integer, Fault> {
        match self {
            Value::Integer(n) => Ok(n),
            other => Err(mismatch("an integer", &other)),
        }
    }

    pub(super) fn truth(self) -> Result<bool, Fault> {
        match self {
            Value::Bool(b) => Ok(b),
            other => Err(mismatch("a bool", &other)),
        }
    }

    /// Checks the value against a declared type and gives untyped integers their type.
    pub(super) fn fit(self, ty: &Type, width: Option<Width>) -> Result<Value, Fault> {
        match (ty, self) {
            (Type::Real, Value::Real(x)) => Ok(Value::Real(x)),
            (Type::Exact(_), Value::Integer(n)) => n.into_width(width).map(Value::Integer),
            (Type::Exact(_), Value::Bool(_)) if width.is_some() => {
                Err(Fault::new(Kind::Type, "a bool stands where an integer is needed".to_string()))
            }
            (Type::Exact(_), value @ (Value::Bool(_) | Value::Real(_) | Value::Array(_))) => Ok(value),
            (Type::Array(item, _) | Type::Slice(item) | Type::Vec(item), Value::Array(items)) => {
                let items: Result<Vec<_>, _> = items.into_iter().map(|v| v.fit(item, width)).collect();
                items.map(Value::Array)
            }
            (Type::Structure(Named::Number(number)), Value::Array(parts))
                if parts.len() == number.parts().len() =>
            {
                let parts: Result<Vec<_>, _> = parts.into_iter().map(|v| v.fit(&Type::Real, None)).collect();
                Ok(Value::number(*number, parts?))
            }
            (Type::Structure(Named::Number(_)), value @ Value::Record(_)) => Ok(value),
            (Type::Structure(Named::Number(number)), value) => {
                Err(mismatch(&format!("a {}", number.noun()), &value))
            }
            (Type::Map(item, _), Value::Map(entries)) => {
                let fit = |(key, value): (Value, Value)| Ok((key, value.fit(item, width)?));
                entries.into_iter().map(fit).collect::<Result<_, _>>().map(Value::Map)
            }
            (Type::Map(..), value) => Err(mismatch("a map", &value)),
            (Type::Structure(_) | Type::Unknown, value) => Ok(value),
            (Type::Exact(_), value @ (Value::Record(_) | Value::Map(_))) => Ok(value),
            (Type::Real, value) => Err(mismatch("a real", &value)),
            (Type::Array(..) | Type::Slice(_) | Type::Vec(_), value) => Err(mismatch("an array", &value)),
        }
    }
}

fn mismatch(wanted: &str, found: &Value) -> Fault {
    Fault::new(Kind::Type, format!("{wanted} is needed where {found} stands"))
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Real(x)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(x) => write!(f, "{x:?}"),
            Value::Integer(n) => write!(f, "{}", n.value),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Array(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Record(fields) => {
                f.write_str("{")?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{} {name}: {value}", if i > 0 { "," } else { "" })?;
                }
                f.write_str(" }")
            }
            Value::Map(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

//! The content of a map of a running program: values by keys, in rising order of the keys.
//!
//! Law: a key occurs once. Keys are integers, booleans and tuples of them; integers are compared by value, whatever
//! their types.

use super::fault::{Fault, Kind};
use super::value::Value;
use std::cmp::Ordering;

/// Compares two keys.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.value.cmp(&b.value),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Array(a), Value::Array(b)) => {
            let parts = a.iter().zip(b).map(|(a, b)| order(a, b));
            parts.chain([a.len().cmp(&b.len())]).find(|part| part.is_ne()).unwrap_or(Ordering::Equal)
        }
        // Keys of one map have one type.
        (Value::Integer(_) | Value::Bool(_) | Value::Array(_), _) => Ordering::Less,
        (Value::Real(_) | Value::Record(_) | Value::Map(_), _) => Ordering::Less,
    }
}

impl Value {
    /// Returns a map of entries in any order, or a fault if a key occurs twice.
    pub fn map(mut entries: Vec<(Value, Value)>) -> Result<Value, Fault> {
        entries.sort_by(|(a, _), (b, _)| order(a, b));
        match entries.windows(2).find(|pair| order(&pair[0].0, &pair[1].0).is_eq()) {
            Some(twice) => Err(Fault::new(Kind::Type, format!("the key {} occurs twice", twice[0].0))),
            None => Ok(Value::Map(entries)),
        }
    }

    /// Returns the position of a key, or the position where it would be; nothing if this is not a map.
    pub(super) fn entry(&self, key: &Value) -> Option<Result<usize, usize>> {
        match self {
            Value::Map(entries) => Some(entries.binary_search_by(|(other, _)| order(other, key))),
            Value::Real(_) | Value::Integer(_) | Value::Bool(_) | Value::Array(_) | Value::Record(_) => None,
        }
    }

    /// Inserts a key that is not present.
    pub(super) fn insert(&mut self, key: Value, value: Value) -> Result<(), Fault> {
        match (self.entry(&key), self) {
            (Some(Err(at)), Value::Map(entries)) => {
                entries.insert(at, (key, value));
                Ok(())
            }
            (Some(_), _) => Err(Fault::new(Kind::Bounds, format!("the key {key} is in the map already"))),
            (None, other) => Err(Fault::new(Kind::Type, format!("{other} is not a map"))),
        }
    }

    /// Removes a key that is present.
    pub(super) fn remove(&mut self, key: &Value) -> Result<(), Fault> {
        match (self.entry(key), self) {
            (Some(Ok(at)), Value::Map(entries)) => {
                entries.remove(at);
                Ok(())
            }
            (Some(_), _) => Err(Fault::new(Kind::Bounds, format!("the key {key} is not in the map"))),
            (None, other) => Err(Fault::new(Kind::Type, format!("{other} is not a map"))),
        }
    }
}

//! Limits the memory of a run.
//!
//! The caller counts the bytes in use, and a run asks before it takes many more. Law: to exceed the limit is a fault
//! that reports the bytes needed, never a failed allocation.

use super::fault::{Fault, Kind};
use super::value::Value;

/// A limit, and a function that returns the bytes in use.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    limit: u64,
    held: fn() -> u64,
}

/// The most that one value may take if nobody counts.
const LARGEST: u64 = 1 << 29;

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(LARGEST, || 0)
    }
}

impl Memory {
    /// At most `limit` bytes, of which `held` returns how many are in use.
    pub fn new(limit: u64, held: fn() -> u64) -> Memory {
        Memory { limit, held }
    }

    /// Checks the bytes in use.
    pub(super) fn check(&self) -> Result<(), Fault> {
        if (self.held)() <= self.limit {
            return Ok(());
        }
        Err(Fault::new(Kind::Memory, format!("all values together take more than {}", sized(self.limit))))
    }

    /// Checks that more bytes fit.
    pub(super) fn admit(&self, bytes: u64) -> Result<(), Fault> {
        let held = (self.held)();
        if held.checked_add(bytes).is_some_and(|total| total <= self.limit) {
            return Ok(());
        }
        let beside =
            if held > 0 { format!(" beside the {} that are held", sized(held)) } else { String::new() };
        let message = format!("this takes {}{beside}, and {} are allowed", sized(bytes), sized(self.limit));
        Err(Fault::new(Kind::Memory, message))
    }
}

/// Returns the bytes of a copy of a value.
pub(super) fn bytes(value: &Value) -> u64 {
    SLOT.saturating_add(inside(value))
}

/// Returns the bytes of many copies.
pub(super) fn of_many(value: &Value, length: usize) -> u64 {
    bytes(value).saturating_mul(length as u64)
}

const SLOT: u64 = size_of::<Value>() as u64;

fn inside(value: &Value) -> u64 {
    match value {
        Value::Real(_) | Value::Integer(_) | Value::Bool(_) => 0,
        // The elements of a list have one type.
        Value::Array(items) => match items.first() {
            None => 0,
            Some(Value::Real(_) | Value::Integer(_) | Value::Bool(_)) => SLOT * items.len() as u64,
            Some(_) => items.iter().map(bytes).sum(),
        },
        Value::Record(fields) => {
            let field = |(name, value): &(String, Value)| {
                size_of::<String>() as u64 + name.len() as u64 + bytes(value)
            };
            fields.iter().map(field).sum()
        }
        Value::Map(entries) => entries.iter().map(|(key, value)| bytes(key) + bytes(value)).sum(),
    }
}

/// Formats a number of bytes for people.
fn sized(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    let digits = if unit == 0 || size >= 100.0 { 0 } else { 1 };
    format!("{size:.digits$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_copies() {
        let row = Value::reals(&[0.0; 3]);
        assert_eq!(bytes(&row), 4 * SLOT);
        assert_eq!(bytes(&Value::Array(vec![row.clone(), row.clone()])), 9 * SLOT);
        assert_eq!(of_many(&row, usize::MAX), u64::MAX);
        assert_eq!([sized(12), sized(1536), sized(3 << 40)], ["12 bytes", "1.5 KiB", "3.0 TiB"]);
    }

    #[test]
    fn what_is_held_counts() {
        let memory = Memory::new(100, || 90);
        assert!(memory.admit(10).is_ok());
        let fault = memory.admit(11).expect_err("too much");
        assert_eq!(fault.kind, Kind::Memory);
        let says = "this takes 11 bytes beside the 90 bytes that are held, and 100 bytes are allowed";
        assert_eq!(fault.to_string(), says);
    }
}

//! Prints results row by row: a table for people, or one JSON object per line for programs.

use serde_json::{Map, Value};

use crate::console::print;
use crate::failure::Failure;

/// The format of a number in a table. JSON contains it as measured, times in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Words, left-aligned.
    Text,
    /// Seconds, shown as milliseconds.
    Milliseconds,
    /// Seconds, shown as microseconds.
    Microseconds,
    /// Two digits after the point.
    Ratio,
    /// A whole number.
    Count,
    /// A rate, shown in thousands of millions.
    Giga,
    /// Two digits and an exponent.
    Exponent,
}

/// A column of a table.
pub(super) struct Column {
    heading: String,
    key: String,
    width: usize,
    unit: Unit,
}

impl Column {
    /// Makes a column of the values under `key`; it is `width` characters wide, or as wide as its heading.
    pub(super) fn new(heading: &str, key: &str, width: usize, unit: Unit) -> Self {
        Self {
            heading: heading.to_owned(),
            key: key.to_owned(),
            width: width.max(heading.chars().count()),
            unit,
        }
    }

    /// True if the column shows the values under `key`.
    pub(super) fn is(&self, key: &str) -> bool {
        self.key == key
    }

    fn cell(&self, text: &str) -> String {
        match self.unit {
            Unit::Text => format!("{text:<width$}", width = self.width),
            Unit::Milliseconds
            | Unit::Microseconds
            | Unit::Ratio
            | Unit::Count
            | Unit::Giga
            | Unit::Exponent => {
                format!("  {text:>width$}", width = self.width)
            }
        }
    }

    fn show(&self, value: &Value) -> String {
        let number = value.as_f64();
        match (self.unit, number) {
            (Unit::Text, _) => value.as_str().unwrap_or_default().to_owned(),
            (_, None) => String::new(),
            (Unit::Milliseconds, Some(seconds)) => digits(1e3 * seconds),
            (Unit::Microseconds, Some(seconds)) => digits(1e6 * seconds),
            (Unit::Ratio, Some(ratio)) => format!("{ratio:.2}"),
            (Unit::Count, Some(count)) => grouped(count),
            (Unit::Giga, Some(rate)) => digits(1e-9 * rate),
            (Unit::Exponent, Some(number)) => format!("{number:.1e}"),
        }
    }
}

/// Formats a number with four digits and without exponent.
fn digits(value: f64) -> String {
    let whole = if value.abs() >= 1.0 { value.abs().log10().floor() as i32 } else { 0 };
    format!("{value:.*}", (3 - whole).max(0) as usize)
}

/// Formats an integer with commas between thousands.
fn grouped(value: f64) -> String {
    let plain = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in plain.chars().enumerate() {
        if i > 0 && (plain.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A table that is printed row by row.
pub(super) struct Table {
    columns: Vec<Column>,
    json: bool,
    begun: bool,
}

impl Table {
    /// Starts a table; in JSON the rows have all keys, and the columns are not used.
    pub(super) fn new(columns: Vec<Column>, json: bool) -> Self {
        Self { columns, json, begun: false }
    }

    /// Prints a line above the table; nothing in JSON.
    pub(super) fn title(&self, text: &str) -> Result<(), Failure> {
        if self.json { Ok(()) } else { print(text) }
    }

    /// Prints a row.
    pub(super) fn row(&mut self, row: &Map<String, Value>) -> Result<(), Failure> {
        if self.json {
            return print(&Value::Object(row.clone()).to_string());
        }
        if !self.begun {
            self.begun = true;
            self.line(|column| column.heading.clone())?;
        }
        self.line(|column| row.get(&column.key).map(|value| column.show(value)).unwrap_or_default())
    }

    fn line(&self, text: impl Fn(&Column) -> String) -> Result<(), Failure> {
        let cells: String = self.columns.iter().map(|column| column.cell(&text(column))).collect();
        print(cells.trim_end())
    }
}

/// Returns the object that `json!({…})` made.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_short() {
        let show = |unit, value: f64| Column::new("", "", 0, unit).show(&Value::from(value));
        assert_eq!(show(Unit::Milliseconds, 0.012_345_6), "12.35");
        assert_eq!(show(Unit::Microseconds, 1.5e-9), "0.002");
        assert_eq!(show(Unit::Milliseconds, 123.456_7), "123457");
        assert_eq!(show(Unit::Ratio, 2.891), "2.89");
        assert_eq!(show(Unit::Count, 1_234_567.0), "1,234,567");
        assert_eq!(show(Unit::Count, 0.0), "0");
        assert_eq!(Column::new("", "", 0, Unit::Ratio).show(&Value::Null), "");
    }
}

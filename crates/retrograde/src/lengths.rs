//! Lengths and keys of cotangents, held against those of what they belong to: a run ends where they differ, or an error is returned.
//!
//! Law: an error says where the caller of the program stands, so all of these track their callers.

use crate::Irreversible;
use core::fmt;

/// Ends the run where a cotangent has another length than what it belongs to.
#[inline(always)]
#[track_caller]
pub fn same_length(name: &str, length: usize, bar: &str, bar_length: usize) {
    if length != bar_length {
        unequal(name, length, bar, bar_length)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal(name: &str, length: usize, bar: &str, bar_length: usize) -> ! {
    panic!("`{bar}` has length {bar_length}, and `{name}`, whose cotangent it is, has length {length}")
}

/// Ends a run where a cotangent has other lengths inside than what it belongs to.
#[cold]
#[inline(never)]
#[track_caller]
pub fn unlike_lengths(name: &str, bar: &str) -> ! {
    panic!("a vector in `{bar}` has another length than that in `{name}`, whose cotangent it is")
}

/// Returns an error where a cotangent has another length than what it belongs to: `("x_bar.len() == x.len()", 3, 4)`.
#[inline]
#[track_caller]
pub fn same(function: &'static str, lengths: &[(&'static str, usize, usize)]) -> Result<(), Irreversible> {
    match lengths.iter().find(|(_, bar, value)| bar != value) {
        None => Ok(()),
        Some(&(expected, bar_length, length)) => {
            let (bar, value) = expected.split_once(" == ").unwrap_or((expected, expected));
            Err(unlike(function, expected, format_args!("{bar} = {bar_length}, {value} = {length}")))
        }
    }
}

/// Returns an error where lengths inside differ.
#[inline]
#[track_caller]
pub fn same_inside(function: &'static str, expected: &'static str, differ: bool) -> Result<(), Irreversible> {
    if differ { Err(unlike(function, expected, format_args!("another length inside"))) } else { Ok(()) }
}

#[cold]
#[track_caller]
fn unlike(function: &'static str, expected: &'static str, found: fmt::Arguments<'_>) -> Irreversible {
    Irreversible::new("a cotangent has another length than what it belongs to", function, expected, found)
}

/// Returns an error where keys differ, which says how.
#[inline]
#[track_caller]
pub fn same_keys(
    function: &'static str,
    expected: &'static str,
    how: Option<impl fmt::Display>,
) -> Result<(), Irreversible> {
    match how {
        None => Ok(()),
        Some(how) => {
            let reason = "a cotangent has other keys than what it belongs to";
            Err(Irreversible::new(reason, function, expected, format_args!("{how}")))
        }
    }
}

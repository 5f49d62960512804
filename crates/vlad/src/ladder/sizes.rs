//! [`input`]: inputs of any size for a function.
//!
//! A companion function decides: for `dot`, a function `dot-input` of a number n. Without one, a few shapes are tried
//! in order, and the first for which the function returns a number is used: a list of n numbers, a list of n pairs of
//! numbers, the number n. The numbers are between 1/2 and 3/2 and are the same in every run.

use super::data::Data;
use super::function::Function;
use super::machine::Limits;
use crate::error::{Error, ErrorKind, Result};

/// Returns an input of size `n`.
///
/// # Errors
///
/// If the companion fails; without a companion, if the function accepts none of the shapes.
pub fn input(function: &Function, n: usize, limits: Limits) -> Result<Data> {
    let companion = format!("{}-input", function.name());
    if function.has_sibling(&companion) {
        let (data, _) = function.sibling(&companion)?.value(&Data::real(n as f64), limits)?;
        return Ok(data);
    }
    let numbers = Data::reals_list((0..n).map(number));
    let pairs =
        Data::list((0..n).map(|i| Data::pair(Data::real(number(2 * i)), Data::real(number(2 * i + 1)))));
    let mut last = None;
    for data in [numbers, pairs, Data::real(n as f64)] {
        match function.value(&data, limits) {
            Ok((value, _)) if value.as_real().is_some() => return Ok(data),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Limit => return Err(error),
            Err(error) => last = Some(error),
        }
    }
    let name = function.name();
    let why = last.as_ref().map_or(String::new(), |error| format!("; at {n} it fails with: {error}"));
    let message = format!("`{name}` makes no number of a list of {n} numbers, of {n} pairs, or of {n}{why}");
    let mut error = Error::new(ErrorKind::Runtime, message)
        .hint(format!("say what an input of size n is: (define ({companion} n) …)"));
    error.0.span = last.and_then(|error| error.0.span);
    Err(error)
}

/// Returns the `i`-th number of generated inputs: multiples of the golden ratio modulo 1.
fn number(i: usize) -> f64 {
    0.5 + (i as f64 * 0.618_033_988_749_895).fract()
}

//! Readers of problem files. Each takes the text of a whole file and returns a valid problem or the first fault.
//!
//! Laws: a reader never panics, whatever the bytes; every number that it returns is finite and every index in range;
//! the memory that it reserves before reading is bounded by the length of the text or by a fixed limit, never by the
//! header alone.

mod adbench;
mod bal;
mod fields;
mod gmm;

use std::path::Path;

use crate::bundle::AnyBundle;
use crate::failure::{Fault, InputError};
use crate::mixture::Mixture;
use fields::Fields;

pub(crate) use adbench::{Instance, replicate};
pub(crate) use bal::write_bal;

/// Reads a bundle adjustment problem in the BAL or the ADBench format.
pub(crate) fn read_bundle(path: &Path) -> Result<AnyBundle, InputError> {
    read(path, parse_bundle)
}

/// Reads a Gaussian mixture problem in the ADBench format.
pub(crate) fn read_mixture(path: &Path) -> Result<Mixture, InputError> {
    read(path, gmm::parse)
}

pub(crate) fn read<T>(path: &Path, parse: impl Fn(&str) -> Result<T, Fault>) -> Result<T, InputError> {
    let faulty = |fault| InputError { path: path.to_owned(), fault };
    let bytes = std::fs::read(path).map_err(|error| faulty(Fault::whole(format!("cannot read: {error}"))))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        faulty(Fault::at(line, "not a text file").hint("problem files are plain text; is it compressed?"))
    })?;
    parse(&text).map_err(faulty)
}

/// Distinguishes the two formats and reads the problem.
///
/// Both start with a line of three counts. The next line decides: an observation of the BAL format has four fields,
/// the camera of an ADBench instance eleven.
pub(crate) fn parse_bundle(text: &str) -> Result<AnyBundle, Fault> {
    let mut fields = Fields::new(text);
    let header = fields.counts(&["cameras", "points", "observations"])?;
    let Some((line, first)) = fields.peek_line() else {
        return Err(Fault::at(fields.last_line(), "the file ends after the header"));
    };
    match first.split_ascii_whitespace().count() {
        4 => bal::parse(header, &mut fields).map(AnyBundle::Bal),
        11 => adbench::parse(header, &mut fields).map(AnyBundle::AdBench),
        count => {
            let fault = Fault::at(line, format!("expected 4 fields or 11, found {count}"));
            Err(fault.hint(if count == 1 {
                "this looks like a mixture problem, which `retrograde gmm` reads"
            } else {
                "a BAL observation is `camera point x y`; an ADBench camera has 11 numbers"
            }))
        }
    }
}

#[cfg(test)]
mod tests;

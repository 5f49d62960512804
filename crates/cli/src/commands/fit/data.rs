//! Data to fit: a table with named columns, or a data set of the NIST StRD with its starts and certified values.

use std::path::Path;

use super::{strd, table};
use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// Observations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    /// The name of the response.
    pub(crate) response: String,
    /// The names of the predictors.
    pub(crate) predictors: Vec<String>,
    /// The response of each observation.
    pub(crate) y: Vec<f64>,
    /// The predictors: for each, a column as long as `y`.
    pub(crate) x: Vec<Vec<f64>>,
    /// The number of rows that were skipped because a value is missing.
    pub(crate) skipped: usize,
    /// Starts and certified values of a StRD file.
    pub(crate) certified: Option<Certified>,
}

/// Starts and results of a StRD data set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Certified {
    pub(crate) starts: [Vec<f64>; 2],
    pub(crate) values: Vec<f64>,
    pub(crate) deviations: Vec<f64>,
    pub(crate) rss: f64,
}

/// The treatment of missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Missing {
    /// A missing value is an error.
    Error,
    /// Its row is skipped.
    Skip,
}

/// The choice of columns of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    /// The response; the last column if not given.
    pub(crate) response: Option<&'a str>,
    /// The predictors; all other columns if not given.
    pub(crate) predictors: &'a [String],
    pub(crate) missing: Missing,
}

/// Reads data in either format.
pub(crate) fn read(path: &Path, choice: &Choice<'_>) -> Result<Data, Failure> {
    let data = input::read(path, |text| {
        // Editors and spreadsheets start a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with("NIST/ITL StRD") {
            strd::parse(text)
        } else {
            table::parse(text, choice)
        }
    })?;
    if data.certified.is_some() && (choice.response.is_some() || !choice.predictors.is_empty()) {
        return Err(Failure::Usage("a StRD file has no columns to choose from".to_string()));
    }
    if data.y.is_empty() {
        let fault = match data.skipped {
            0 => Fault::whole("the file has no observations"),
            _ => Fault::whole("every row of the file lacks a value")
                .hint("--response and --predictors choose columns; the others are not looked at"),
        };
        return Err(Failure::Input(InputError { path: path.to_owned(), fault }));
    }
    Ok(data)
}

//! Data to fit: a table with named columns, or a data set of the NIST StRD with its starts and certified values.

use std::path::Path;

use super::{strd, table};
use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// Observations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    /// What is fitted is called.
    pub(crate) response: String,
    /// What the model gets is called.
    pub(crate) predictors: Vec<String>,
    /// What is fitted, of each observation.
    pub(crate) y: Vec<f64>,
    /// What the model gets: for each predictor, a column as long as `y`.
    pub(crate) x: Vec<Vec<f64>>,
    /// The number of rows that were left out because a value is missing.
    pub(crate) skipped: usize,
    /// What a StRD file says besides.
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

/// What to do about a value that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Missing {
    /// It is an error.
    Error,
    /// Its row is left out.
    Skip,
}

/// Which columns of a table are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    /// What is fitted; otherwise the last column.
    pub(crate) response: Option<&'a str>,
    /// What the model gets; otherwise all other columns.
    pub(crate) predictors: &'a [String],
    pub(crate) missing: Missing,
}

/// Reads data in either format.
pub(crate) fn read(path: &Path, choice: &Choice<'_>) -> Result<Data, Failure> {
    let data = input::read(path, |text| {
        // Editors and spreadsheets mark their files.
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

//! Data to fit: CSV with a header, or a data set of the NIST StRD with its starts and certified values.

use std::path::Path;

use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// Observations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    /// What is fitted is called.
    pub(crate) response: String,
    /// What the model gets is called.
    pub(crate) predictors: Vec<String>,
    /// The response and the predictors of each observation.
    pub(crate) rows: Vec<(f64, Vec<f64>)>,
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

/// Reads data in either format.
pub(crate) fn read(path: &Path, response: Option<&str>, predictors: &[String]) -> Result<Data, Failure> {
    let data = input::read(path, |text| {
        if text.trim_start().starts_with("NIST/ITL StRD") {
            strd(text)
        } else {
            csv(text, response, predictors)
        }
    })?;
    if data.certified.is_some() && (response.is_some() || !predictors.is_empty()) {
        return Err(Failure::Usage("a StRD file has no columns to choose from".to_string()));
    }
    if data.rows.is_empty() {
        let fault = Fault::whole("the file has no observations");
        return Err(Failure::Input(InputError { path: path.to_owned(), fault }));
    }
    Ok(data)
}

fn number(line: usize, text: &str) -> Result<f64, Fault> {
    match text.trim().parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(Fault::at(line, format!("`{}` is no finite number", text.trim()))),
    }
}

/// A table with names on its first line, separated by commas, semicolons or tabs.
pub(super) fn csv(text: &str, response: Option<&str>, predictors: &[String]) -> Result<Data, Fault> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let Some((first, header)) = lines.next() else { return Err(Fault::whole("the file is empty")) };
    let separator = [',', ';', '\t'].into_iter().max_by_key(|c| header.matches(*c).count()).unwrap_or(',');
    let names: Vec<String> =
        header.split(separator).map(|name| name.trim().trim_matches('"').to_string()).collect();
    if names.len() < 2 || names.iter().any(|name| name.parse::<f64>().is_ok()) {
        return Err(Fault::at(first, "the first line must name at least two columns")
            .hint("for example `x,y`; the last column is fitted unless --response says otherwise"));
    }
    let column = |name: &str| {
        names.iter().position(|n| n == name).ok_or_else(|| {
            Fault::at(first, format!("there is no column `{name}`"))
                .hint(format!("there are {}", names.join(", ")))
        })
    };
    let y = match response {
        Some(name) => column(name)?,
        None => names.len() - 1,
    };
    let x = match predictors {
        [] => (0..names.len()).filter(|i| *i != y).collect(),
        chosen => chosen.iter().map(|name| column(name.trim())).collect::<Result<Vec<_>, _>>()?,
    };
    let mut rows = Vec::new();
    for (i, line) in lines {
        let fields: Vec<&str> = line.split(separator).collect();
        if fields.len() != names.len() {
            return Err(Fault::at(i, format!("expected {} fields, found {}", names.len(), fields.len())));
        }
        let at = |column: usize| number(i, fields[column]);
        rows.push((at(y)?, x.iter().map(|column| at(*column)).collect::<Result<_, _>>()?));
    }
    let predictors = x.iter().map(|i| names[*i].clone()).collect();
    Ok(Data { response: names[y].clone(), predictors, rows, certified: None })
}

/// A data set of the NIST StRD for nonlinear regression.
pub(super) fn strd(text: &str) -> Result<Data, Fault> {
    let (mut starts, mut values, mut deviations) = ([Vec::new(), Vec::new()], Vec::new(), Vec::new());
    let (mut rss, mut names, mut rows) = (None, Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            _ if !names.is_empty() => {
                if words.is_empty() {
                    continue;
                }
                if words.len() != names.len() {
                    return Err(Fault::at(
                        i,
                        format!("expected {} numbers, found {}", names.len(), words.len()),
                    ));
                }
                let numbers = words.iter().map(|word| number(i, word)).collect::<Result<Vec<_>, _>>()?;
                rows.push((numbers[0], numbers[1..].to_vec()));
            }
            // b1 =  start 1  start 2  certified value  standard deviation
            [name, "=", a, b, value, deviation] if name.starts_with('b') => {
                starts[0].push(number(i, a)?);
                starts[1].push(number(i, b)?);
                values.push(number(i, value)?);
                deviations.push(number(i, deviation)?);
            }
            ["Residual", "Sum", "of", "Squares:", value] => rss = Some(number(i, value)?),
            ["Data:", columns @ ..] if columns.len() >= 2 && columns.first() == Some(&"y") => {
                names = columns.iter().map(ToString::to_string).collect();
            }
            _ => {}
        }
    }
    let (Some(rss), false, false) = (rss, values.is_empty(), names.is_empty()) else {
        return Err(Fault::whole("this is no data set for nonlinear regression").hint(
            "expected starts and certified values (`b1 = …`), a residual sum of squares, and `Data: y x`",
        ));
    };
    let response = names.remove(0);
    let certified = Some(Certified { starts, values, deviations, rss });
    Ok(Data { response, predictors: names, rows, certified })
}

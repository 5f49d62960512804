//! Data sets of the NIST StRD for nonlinear regression.

use super::data::{Certified, Data};
use crate::failure::Fault;

/// Reads a data set with its starts and certified values.
pub(super) fn parse(text: &str) -> Result<Data, Fault> {
    let (mut starts, mut values, mut deviations) = ([Vec::new(), Vec::new()], Vec::new(), Vec::new());
    let (mut rss, mut names) = (None, Vec::new());
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for (i, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] if !names.is_empty() => {}
            _ if !names.is_empty() => {
                if words.len() != names.len() {
                    return Err(Fault::at(
                        i,
                        format!("expected {} numbers, found {}", names.len(), words.len()),
                    ));
                }
                for (column, word) in columns.iter_mut().zip(&words) {
                    column.push(number(i, word)?);
                }
            }
            // b1 =  start 1  start 2  certified value  standard deviation
            [name, "=", a, b, value, deviation] if name.starts_with('b') => {
                starts[0].push(number(i, a)?);
                starts[1].push(number(i, b)?);
                values.push(number(i, value)?);
                deviations.push(number(i, deviation)?);
            }
            ["Residual", "Sum", "of", "Squares:", value] => rss = Some(number(i, value)?),
            ["Data:", found @ ..] if found.len() >= 2 && found.first() == Some(&"y") => {
                names = found.iter().map(ToString::to_string).collect();
                columns = vec![Vec::new(); names.len()];
            }
            _ => {}
        }
    }
    let (Some(rss), false, false) = (rss, values.is_empty(), names.is_empty()) else {
        return Err(Fault::whole("this is not a data set for nonlinear regression").hint(
            "expected starts and certified values (`b1 = …`), a residual sum of squares, and `Data: y x`",
        ));
    };
    let (response, y) = (names.remove(0), columns.remove(0));
    let certified = Some(Certified { starts, values, deviations, rss });
    Ok(Data { response, predictors: names, y, x: columns, skipped: 0, certified })
}

fn number(line: usize, text: &str) -> Result<f64, Fault> {
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(Fault::at(line, format!("`{text}` is not a finite number"))),
    }
}

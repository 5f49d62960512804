//! `retrograde fit MODEL.vlad DATA`: nonlinear least squares of a model that the user wrote in VLAD.
//!
//! The model is a function of a list of parameters and the predictor (or a list of predictors); VLAD differentiates it, so
//! the Jacobian is exact. A NIST StRD file brings two starts and certified values: both are run and must agree.

mod data;
mod model;
mod picture;
mod solver;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::vlad::Bounds;
use crate::console;
use crate::failure::Failure;
use crate::output::Output;
use data::Data;
use model::Model;
use solver::{Fit, fit};

/// Fits a model written in VLAD to data: nonlinear least squares with exact derivatives.
///
/// The file defines `(define (model (list a b …) x) …)`, with as many predictors as the data have, and `(define (response y) …)` where the model is of something
/// other than the response itself, such as its logarithm.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The model.
    #[arg(value_name = "MODEL.vlad")]
    model: PathBuf,
    /// The data: CSV with a header, or a data set of the NIST StRD.
    #[arg(value_name = "DATA")]
    data: PathBuf,
    /// Where to start: `2,0.5`, or by name `a=2,b=0.5`. A StRD file has starts of its own.
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    start: Option<String>,
    /// The column of a CSV file that is fitted; otherwise the last one.
    #[arg(long, value_name = "COLUMN")]
    response: Option<String>,
    /// The columns that the model gets, separated by commas; otherwise all others.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    predictors: Vec<String>,
    /// At most so many iterations from each start.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Draw data, fit and residuals.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    bounds: Bounds,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let picture = arguments.plot.as_deref().map(Output::create).transpose()?;
    let data = data::read(&arguments.data, arguments.response.as_deref(), &arguments.predictors)?;
    let model = Model::load(&arguments.model, &data, arguments.bounds.limits())?;
    let starts = starts(arguments, &model, &data)?;
    let mut fits = Vec::new();
    for start in &starts {
        fits.push(fit(&model, start, arguments.iterations)?);
    }
    if let [first, second] = fits.as_slice() {
        let apart = solver::agreement(&first.parameters, &second.parameters);
        if apart < 5.0 {
            report(arguments, &model, &data, &fits)?;
            return Err(Failure::Solve(format!(
                "the two starts lead to different parameters: they agree to {apart:.1} digits"
            )));
        }
    }
    report(arguments, &model, &data, &fits)?;
    let Some(best) = best(&fits) else { return Ok(()) };
    if let Some(output) = picture {
        output.commit(&picture::draw(&model, &data, best).map_err(Failure::Solve)?)?;
    }
    match undetermined(&model, best).as_slice() {
        [] => Ok(()),
        [one] => Err(Failure::Solve(format!(
            "the data do not determine `{one}`: values of the model do not depend on it"
        ))),
        many => Err(Failure::Solve(format!(
            "the data do not determine {}: changed together, they leave the values of the model as they are",
            many.join(", ")
        ))),
    }
}

/// The names of the parameters that the data leave open.
fn undetermined(model: &Model, fit: &Fit) -> Vec<String> {
    fit.undetermined.iter().map(|i| model.names()[*i].clone()).collect()
}

/// The fit with the smallest sum of squares.
fn best(fits: &[Fit]) -> Option<&Fit> {
    fits.iter().min_by(|a, b| a.rss.total_cmp(&b.rss))
}

fn starts(arguments: &Arguments, model: &Model, data: &Data) -> Result<Vec<Vec<f64>>, Failure> {
    let names = model.names();
    let Some(text) = &arguments.start else {
        return match &data.certified {
            Some(certified) if certified.starts[0].len() == names.len() => Ok(certified.starts.to_vec()),
            Some(certified) => Err(Failure::Usage(format!(
                "the model has {} parameters, the data set {}",
                names.len(),
                certified.starts[0].len()
            ))),
            None => Err(Failure::Usage(format!(
                "where should the fit start? --start {}",
                names.iter().map(|name| format!("{name}=1")).collect::<Vec<_>>().join(",")
            ))),
        };
    };
    let mut values = vec![None; names.len()];
    let refuse = |reason: String| Failure::Usage(format!("--start {text}: {reason}"));
    for (i, part) in text.split(',').enumerate() {
        let (at, number) = match part.split_once('=') {
            Some((name, number)) => (names.iter().position(|n| n == name.trim()), number),
            None => ((i < names.len()).then_some(i), part),
        };
        let at = at.ok_or_else(|| refuse(format!("the model has the parameters {}", names.join(", "))))?;
        let number: f64 = number.trim().parse().map_err(|_| refuse(format!("`{number}` is no number")))?;
        if values[at].replace(number).is_some() {
            return Err(refuse(format!("`{}` has two starts", names[at])));
        }
    }
    match values.iter().position(Option::is_none) {
        Some(missing) => Err(refuse(format!("`{}` has no start", names[missing]))),
        None => Ok(vec![values.into_iter().flatten().collect()]),
    }
}

fn report(arguments: &Arguments, model: &Model, data: &Data, fits: &[Fit]) -> Result<(), Failure> {
    let Some(best) = best(fits) else { return Ok(()) };
    let digits = |fit: &Fit| data.certified.as_ref().map(|c| solver::agreement(&fit.parameters, &c.values));
    if arguments.json {
        return console::print(&as_json(arguments, model, data, fits, best).to_string());
    }
    console::print(&format!("{:<14} {:>22} {:>22}", "parameter", "value", "standard deviation"))?;
    for (i, name) in model.names().iter().enumerate() {
        let (value, std) = (best.parameters[i], best.deviations[i]);
        // What has none is no number: too few observations, or not determined by them.
        let std = if std.is_finite() { format!("{std:.12e}") } else { "unknown".to_string() };
        console::print(&format!("{name:<14} {value:>22.12e} {std:>22}"))?;
    }
    console::print(&format!(
        "residual sum of squares {:.10e}, residual standard deviation {}, {} degrees of freedom",
        best.rss,
        if best.sigma.is_finite() { format!("{:.10e}", best.sigma) } else { "unknown".to_string() },
        best.freedom
    ))?;
    for (i, fit) in fits.iter().enumerate() {
        let certified =
            digits(fit).map_or(String::new(), |d| format!(", {d:.1} digits of the certified values"));
        let start = if fits.len() > 1 { format!("start {}: ", i + 1) } else { String::new() };
        console::print(&format!("{start}{} iterations, {}{certified}", fit.iterations, fit.end))?;
    }
    Ok(())
}

fn as_json(arguments: &Arguments, model: &Model, data: &Data, fits: &[Fit], best: &Fit) -> Value {
    let mut out = Map::new();
    let names = model.names();
    let parameters: Vec<Value> = (0..names.len())
        .map(|i| json!({"name": names[i], "value": best.parameters[i], "std": best.deviations[i]}))
        .collect();
    out.insert("model".into(), json!(arguments.model.display().to_string()));
    out.insert("data".into(), json!(arguments.data.display().to_string()));
    out.insert("parameters".into(), json!(parameters));
    out.insert("undetermined".into(), json!(undetermined(model, best)));
    out.insert("rss".into(), json!(best.rss));
    out.insert("residual_std".into(), json!(best.sigma));
    out.insert("degrees_of_freedom".into(), json!(best.freedom));
    out.insert("observations".into(), json!(data.rows.len()));
    let runs: Vec<Value> = fits
        .iter()
        .map(|fit| {
            let mut run = json!({"start": fit.start, "parameters": fit.parameters, "rss": fit.rss,
                "iterations": fit.iterations, "end": fit.end.to_string()});
            if let Some(certified) = &data.certified {
                run["certified_digits"] = json!(solver::agreement(&fit.parameters, &certified.values));
                run["certified_std_digits"] =
                    json!(solver::agreement(&fit.deviations, &certified.deviations));
                run["certified_rss_digits"] = json!(solver::agreement(&[fit.rss], &[certified.rss]));
            }
            run
        })
        .collect();
    out.insert("starts".into(), json!(runs));
    Value::Object(out)
}

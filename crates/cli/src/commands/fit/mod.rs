//! `retrograde fit MODEL.vlad DATA`: nonlinear least squares for a model that the user wrote in VLAD.
//!
//! The model is a function of a list of parameters and the predictor (or a list of predictors); VLAD differentiates
//! it, so the Jacobian is exact. A NIST StRD file contains two starts and certified values: both are run and must
//! agree.

mod data;
mod model;
mod picture;
mod progress;
mod report;
mod strd;
mod table;
#[cfg(test)]
mod tests;
mod thin;

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::vlad::Bounds;
use crate::console;
use crate::failure::Failure;
use crate::output::Output;
use data::{Choice, Data, Missing};
use model::Model;
use progress::{Line, Stage};
use report::Findings;
use retrograde_optimise::LevenbergMarquardt;
use retrograde_optimise::dense::Error;

/// Fits a model written in VLAD to data: nonlinear least squares with exact derivatives.
///
/// The file defines `(define (model (list a b …) x) …)`, with as many predictors as the data have, and `(define
/// (response y) …)` if the model describes a function of the response, such as its logarithm.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The model.
    #[arg(value_name = "MODEL.vlad")]
    model: PathBuf,
    /// The data: a table that names its columns on the first line, or a data set of the NIST StRD.
    #[arg(value_name = "DATA")]
    data: PathBuf,
    /// The start: `2,0.5`, or by name `a=2,b=0.5`. A StRD file has its own starts.
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    start: Option<String>,
    /// The column to fit; the last one if not given.
    #[arg(long, value_name = "COLUMN")]
    response: Option<String>,
    /// The columns of the predictors, separated by commas; all others if not given.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    predictors: Vec<String>,
    /// Treatment of rows without a value in one of these columns.
    #[arg(long, value_enum, default_value_t = Missing::Error)]
    missing: Missing,
    /// The maximal number of iterations from each start.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Print JSON instead of a table, including errors.
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
    let mut found = Map::new();
    let done = work(arguments, &mut found);
    if !arguments.json {
        return done;
    }
    if let Err(failure) = &done {
        found.insert("error".into(), failure.json());
    }
    console::print(&Value::Object(found).to_string())?;
    done.map_err(|failure| Failure::Reported(failure.exit_code()))
}

/// Fits and reports: prints a table, or fills `found` for JSON.
fn work(arguments: &Arguments, found: &mut Map<String, Value>) -> Result<(), Failure> {
    let picture = arguments.plot.as_deref().map(Output::create).transpose()?;
    let line = Line::new();
    line.set(Stage::reading(&arguments.data));
    let choice = Choice {
        response: arguments.response.as_deref(),
        predictors: &arguments.predictors,
        missing: arguments.missing,
    };
    let data = data::read(&arguments.data, &choice)?;
    let model = Model::load(&arguments.model, &data, arguments.bounds.limits())?;
    let starts = starts(arguments, &model, &data)?;
    let mut fits = Vec::new();
    for (i, start) in starts.iter().enumerate() {
        let mut watch = |at| {
            line.set(Stage::descending(i, starts.len(), &at));
            ControlFlow::Continue(())
        };
        let solver = LevenbergMarquardt::new().iterations(arguments.iterations);
        fits.push(solver.solve_observed(&model, start, &mut watch).map_err(stopped)?);
    }
    drop(line);
    let Some(best) = fits.iter().min_by(|a, b| a.rss.total_cmp(&b.rss)) else { return Ok(()) };
    let findings = Findings { arguments, names: model.names(), data: &data, fits: &fits, best };
    if arguments.json {
        *found = findings.json();
    } else {
        findings.print()?;
    }
    if let [first, second] = fits.as_slice() {
        let apart = report::agreement(&first.parameters, &second.parameters);
        if apart < 5.0 {
            return Err(Failure::Solve(format!(
                "the two starts lead to different parameters: they agree to {apart:.1} digits"
            )));
        }
    }
    if let Some(output) = picture {
        output.commit(&picture::draw(&model, &data, best).map_err(Failure::Solve)?)?;
    }
    match findings.undetermined().as_slice() {
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

/// Converts an error of the solver to a failure of the command.
fn stopped(error: Error<Failure>) -> Failure {
    match error {
        Error::TooFew { residuals, parameters } => Failure::Usage(format!(
            "{} cannot determine {}",
            report::counted(residuals, "observation"),
            report::counted(parameters, "parameter"),
        )),
        Error::Residual(_) | Error::Derivative { .. } | Error::Overflow => Failure::Start(
            "the sum of squares or its gradient is not finite at the start; choose another".into(),
        ),
        Error::Evaluation(failure) => failure,
        other => Failure::Usage(other.to_string()),
    }
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
        let number = number.trim();
        let finite = number.parse().ok().filter(|x: &f64| x.is_finite());
        let number = finite.ok_or_else(|| refuse(format!("`{number}` is not a finite number")))?;
        if values[at].replace(number).is_some() {
            return Err(refuse(format!("`{}` has two starts", names[at])));
        }
    }
    match values.iter().position(Option::is_none) {
        Some(missing) => Err(refuse(format!("`{}` has no start", names[missing]))),
        None => Ok(vec![values.into_iter().flatten().collect()]),
    }
}

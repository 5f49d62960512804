//! The user's model: a VLAD function of parameters and predictors, with its exact gradient.
//!
//! Most models are arithmetic. They become flat programs, which run over whole columns on all cores. Other models,
//! for example with recursion that depends on the data, are interpreted row by row.

use std::path::Path;

use rayon::prelude::*;
use retrograde_optimise::{Evaluation, Residuals};
use retrograde_vlad::core::{Const, Pattern, PatternKind};
use retrograde_vlad::flat::Program;
use retrograde_vlad::{Error, Function, Limits, Nested, Session};

use super::data::Data;
use super::report::counted;
use crate::commands::vlad::{load, refuse};
use crate::failure::Failure;

/// A model and the observations to which it is fitted.
pub(crate) struct Model<'a> {
    session: Session,
    function: Function,
    flat: Option<Programs>,
    names: Vec<String>,
    form: Form,
    data: &'a Data,
    /// The values that the model should have at the observations.
    targets: Vec<f64>,
}

/// The form in which a model takes its predictors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A number.
    Number,
    /// Several numbers, each a parameter.
    Tuple,
    /// A list of numbers.
    List,
}

/// The flat programs of a model.
struct Programs {
    value: Program,
    value_and_gradient: Program,
}

/// The number of rows that one core computes at a time.
const ROWS: usize = 4096;

impl<'a> Model<'a> {
    /// Reads a file that defines `model`, and optionally `response`.
    pub(crate) fn load(path: &Path, data: &'a Data, limits: Limits) -> Result<Self, Failure> {
        let session = Session::new();
        session.set_limits(limits);
        load(&session, path, &[])?;
        let stop = |error: Error| refuse(&session, &error);
        let Signature { names, predictors, is_list } = signature(&session, path)?;
        let given = data.predictors.len();
        let form = match predictors {
            // A single name may denote a list of any length.
            Some(1) if !is_list && given > 1 => Form::List,
            Some(1) if !is_list => Form::Number,
            _ if is_list => Form::List,
            _ => Form::Tuple,
        };
        if predictors.is_some_and(|n| n != given && (n, is_list) != (1, false)) {
            return Err(Failure::Usage(format!(
                "`model` takes {}, and the data have {given}: {}{}",
                counted(predictors.unwrap_or(0), "predictor"),
                data.predictors.join(", "),
                if predictors < Some(given) { "; --predictors chooses some" } else { "" }
            )));
        }
        let function = session.function("model").map_err(stop)?;
        let response = session.defined_names().iter().any(|name| name == "response");
        let targets = if !response {
            data.y.clone()
        } else {
            targets(&session.function("response").map_err(stop)?, &data.y).map_err(stop)?
        };
        let shape = (vec![0.0; names.len()], input(&vec![0.0; given], form));
        let flat = function.flat(&shape).map(|flat| Programs {
            value: flat.value(names.len()),
            value_and_gradient: flat.value_and_gradient(names.len()),
        });
        Ok(Self { session, function, flat, names, form, data, targets })
    }

    /// Returns the names of the parameters.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// True if the model runs as a flat program.
    #[cfg(test)]
    pub(crate) fn is_flat(&self) -> bool {
        self.flat.is_some()
    }

    /// Makes the model run in the interpreter.
    #[cfg(test)]
    pub(crate) fn interpreted(mut self) -> Self {
        self.flat = None;
        self
    }

    /// Returns the values of the model at these predictors, given column by column.
    pub(crate) fn at(&self, parameters: &[f64], columns: &[Vec<f64>]) -> Result<Vec<f64>, Failure> {
        let rows = columns.first().map_or(0, Vec::len);
        let Some(flat) = &self.flat else {
            return (0..rows).map(|i| self.value(parameters, &row(columns, i))).collect();
        };
        let prepared = flat.value.at(parameters);
        let mut values = vec![0.0; rows];
        values.par_chunks_mut(ROWS).enumerate().for_each(|(k, values)| {
            prepared.run(&part(columns, k * ROWS, values.len()), &mut [values]);
        });
        Ok(values)
    }

    fn value(&self, parameters: &[f64], x: &[f64]) -> Result<f64, Failure> {
        let argument = (parameters.to_vec(), input(x, self.form));
        self.function.value(&argument).map_err(|error| self.refuse(&error, parameters, x))
    }

    /// Returns the failure for an error of the model at an observation.
    fn refuse(&self, error: &Error, parameters: &[f64], x: &[f64]) -> Failure {
        // A model of one number got a list of several.
        let is_meant = |x: &f64| self.function.value(&(parameters.to_vec(), *x)).is_ok();
        if self.form == Form::List && x.len() > 1 && x.iter().any(is_meant) {
            return Failure::Usage(format!(
                "`model` takes one number as predictor, and the data have {}: {}; choose one with --predictors {}",
                x.len(),
                self.data.predictors.join(", "),
                self.data.predictors[0]
            ));
        }
        refuse(&self.session, error)
    }
}

impl Model<'_> {
    /// Returns the values that the model should have at the observations.
    pub(crate) fn targets(&self) -> &[f64] {
        &self.targets
    }

    /// Returns the values of the model at the observations.
    pub(crate) fn values(&self, parameters: &[f64]) -> Result<Vec<f64>, Failure> {
        self.at(parameters, &self.data.x)
    }

    /// Writes the residuals, and their derivatives if requested, row by row.
    fn interpret(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), Failure> {
        for (i, target) in self.targets.iter().enumerate() {
            let x = row(&self.data.x, i);
            if !out.wants_jacobian() {
                out.residuals()[i] = self.value(parameters, &x)? - target;
                continue;
            }
            let argument = (parameters.to_vec(), input(&x, self.form));
            let done = self.function.value_and_gradient(&argument).or_else(|error| {
                // An error of the model itself is reported from a run without derivatives.
                self.value(parameters, &x)?;
                Err(self.refuse(&error, parameters, &x))
            });
            let (value, (gradient, _)): (f64, (Vec<f64>, _)) = done?;
            out.set(i, value - target, &gradient);
        }
        Ok(())
    }
}

impl Residuals for Model<'_> {
    type Error = Failure;

    fn count(&self) -> usize {
        self.targets.len()
    }

    /// Writes the differences between the model and its targets.
    fn evaluate(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), Failure> {
        let Some(flat) = &self.flat else { return self.interpret(parameters, out) };
        let program = if out.wants_jacobian() { &flat.value_and_gradient } else { &flat.value };
        let prepared = program.at(parameters);
        let (targets, x) = (&self.targets, &self.data.x);
        out.by_blocks(|mut block| {
            let rows = block.rows();
            let (residuals, gradients) = block.split();
            let mut outputs: Vec<&mut [f64]> = vec![&mut *residuals];
            outputs.extend(gradients);
            prepared.run(&part(x, rows.start, rows.len()), &mut outputs);
            residuals.iter_mut().zip(&targets[rows]).for_each(|(value, target)| *value -= target);
            Ok(())
        })
    }
}

/// Returns the targets for a model of a function of the response.
fn targets(response: &Function, y: &[f64]) -> retrograde_vlad::Result<Vec<f64>> {
    match response.flat(&0.0) {
        Some(flat) => {
            let mut targets = vec![0.0; y.len()];
            flat.value(0).at(&[]).run(&[y], &mut [&mut targets]);
            Ok(targets)
        }
        None => y.iter().map(|y| response.value(y)).collect(),
    }
}

/// Returns some rows of columns.
fn part(columns: &[Vec<f64>], start: usize, rows: usize) -> Vec<&[f64]> {
    columns.iter().map(|column| &column[start..start + rows]).collect()
}

/// Returns one row of columns.
fn row(columns: &[Vec<f64>], i: usize) -> Vec<f64> {
    columns.iter().map(|column| column[i]).collect()
}

/// Converts predictors to the form that the model takes.
fn input(x: &[f64], form: Form) -> Nested {
    let numbers = |x: &[f64]| x.iter().copied().map(Nested::Real).collect();
    match (form, x) {
        (Form::Number | Form::Tuple, [one]) => Nested::Real(*one),
        (Form::Tuple, [first @ .., last]) => Nested::Pairs(numbers(first), Box::new(Nested::Real(*last))),
        (Form::Number | Form::Tuple | Form::List, many) => Nested::List(numbers(many)),
    }
}

/// The parameters of a model.
struct Signature {
    /// The names of its parameters.
    names: Vec<String>,
    /// The number of predictors; `None` if any number is accepted.
    predictors: Option<usize>,
    /// True if they are a list.
    is_list: bool,
}

/// Reads the signature of `(define (model (list a b …) x …) …)`.
fn signature(session: &Session, path: &Path) -> Result<Signature, Failure> {
    let program = session.program();
    let refuse = || {
        Failure::Usage(format!(
            "{} must define (define (model (list a b …) x …) …): a function of a list of parameters and the predictors",
            path.display()
        ))
    };
    let global = program.global("model").ok_or_else(refuse)?;
    let lambda = program.globals[global.0 as usize].lambda.as_ref().ok_or_else(refuse)?;
    let PatternKind::Cons(parts) = &lambda.param.kind else { return Err(refuse()) };
    let [Pattern { kind: PatternKind::Cons(parameters), .. }, predictors @ ..] = parts.as_slice() else {
        return Err(refuse());
    };
    let (_, variables) = parameters.split_last().ok_or_else(refuse)?;
    let name = |pattern: &Pattern| match pattern.kind {
        PatternKind::Var(variable) => Some(program.names.name(variable).to_string()),
        PatternKind::Const(_) | PatternKind::Cons(_) => None,
    };
    let names: Option<Vec<String>> = variables.iter().map(name).collect();
    let names = names.ok_or_else(refuse)?;
    Ok(match predictors {
        [Pattern { kind: PatternKind::Cons(parts), .. }] => {
            // `(list x y)` ends with the empty list, `(cons x rest)` with any list.
            let is_whole =
                parts.last().is_some_and(|last| matches!(last.kind, PatternKind::Const(Const::Nil)));
            Signature { names, predictors: is_whole.then(|| parts.len() - 1), is_list: true }
        }
        _ => Signature { names, predictors: Some(predictors.len()), is_list: false },
    })
}

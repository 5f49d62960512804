//! The user's model: a VLAD function of parameters and predictors, with its exact gradient.
//!
//! Most models are arithmetic, and become flat programs that run over whole columns on all cores. The others, whose
//! recursion depends on the data, say, are interpreted row by row.

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

/// A model and the observations that it is fitted to.
pub(crate) struct Model<'a> {
    session: Session,
    function: Function,
    flat: Option<Programs>,
    names: Vec<String>,
    form: Form,
    data: &'a Data,
    /// What the model is to give for each.
    targets: Vec<f64>,
}

/// How a model takes its predictors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A number.
    Number,
    /// As many numbers, each a parameter.
    Tuple,
    /// A list of numbers.
    List,
}

/// The flat programs of a model.
struct Programs {
    value: Program,
    value_and_gradient: Program,
}

/// So many rows are computed by one core at a time.
const ROWS: usize = 4096;

impl<'a> Model<'a> {
    /// Reads the file that defines `model`, and perhaps `response`.
    pub(crate) fn load(path: &Path, data: &'a Data, limits: Limits) -> Result<Self, Failure> {
        let session = Session::new();
        session.set_limits(limits);
        load(&session, path, &[])?;
        let stop = |error: Error| refuse(&session, &error);
        let Signature { names, predictors, is_list } = signature(&session, path)?;
        let given = data.predictors.len();
        let form = match predictors {
            // One name may stand for a list of any length.
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
        let targets = match response {
            false => data.y.clone(),
            true => targets(&session.function("response").map_err(stop)?, &data.y).map_err(stop)?,
        };
        let shape = (vec![0.0; names.len()], input(&vec![0.0; given], form));
        let flat = function.flat(&shape).map(|flat| Programs {
            value: flat.value(names.len()),
            value_and_gradient: flat.value_and_gradient(names.len()),
        });
        Ok(Self { session, function, flat, names, form, data, targets })
    }

    /// The names of the parameters.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// True if the model runs as a flat program.
    #[cfg(test)]
    pub(crate) fn is_flat(&self) -> bool {
        self.flat.is_some()
    }

    /// Leaves the model to the interpreter.
    #[cfg(test)]
    pub(crate) fn interpreted(mut self) -> Self {
        self.flat = None;
        self
    }

    /// The values of the model where its predictors have these values, column by column.
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

    /// The failure of the model at an observation.
    fn refuse(&self, error: &Error, parameters: &[f64], x: &[f64]) -> Failure {
        // A model of one number that is given a list of several.
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
    /// Returns what the model is to give.
    pub(crate) fn targets(&self) -> &[f64] {
        &self.targets
    }

    /// Returns the values of the model at the observations.
    pub(crate) fn values(&self, parameters: &[f64]) -> Result<Vec<f64>, Failure> {
        self.at(parameters, &self.data.x)
    }

    /// Writes the residuals, and their derivatives if they are wanted, row by row.
    fn interpret(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), Failure> {
        for (i, target) in self.targets.iter().enumerate() {
            let x = row(&self.data.x, i);
            if !out.wants_jacobian() {
                out.residuals()[i] = self.value(parameters, &x)? - target;
                continue;
            }
            let argument = (parameters.to_vec(), input(&x, self.form));
            let done = self.function.value_and_gradient(&argument).or_else(|error| {
                // A fault of the model itself is told without derivatives.
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

    /// Writes the values of the model less what it is to give.
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

/// What a model of another quantity than the response is to give.
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

/// Some rows of columns.
fn part(columns: &[Vec<f64>], start: usize, rows: usize) -> Vec<&[f64]> {
    columns.iter().map(|column| &column[start..start + rows]).collect()
}

/// A row of columns.
fn row(columns: &[Vec<f64>], i: usize) -> Vec<f64> {
    columns.iter().map(|column| column[i]).collect()
}

/// Predictors as the model takes them.
fn input(x: &[f64], form: Form) -> Nested {
    let numbers = |x: &[f64]| x.iter().copied().map(Nested::Real).collect();
    match (form, x) {
        (Form::Number | Form::Tuple, [one]) => Nested::Real(*one),
        (Form::Tuple, [first @ .., last]) => Nested::Pairs(numbers(first), Box::new(Nested::Real(*last))),
        (Form::Number | Form::Tuple | Form::List, many) => Nested::List(numbers(many)),
    }
}

/// What a model takes.
struct Signature {
    /// The names of its parameters.
    names: Vec<String>,
    /// How many predictors it takes; none if any number of them.
    predictors: Option<usize>,
    /// True if they are a list.
    is_list: bool,
}

/// What `(define (model (list a b …) x …) …)` says.
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
            // `(list x y)` ends with the empty list, `(cons x rest)` with any.
            let is_whole =
                parts.last().is_some_and(|last| matches!(last.kind, PatternKind::Const(Const::Nil)));
            Signature { names, predictors: is_whole.then(|| parts.len() - 1), is_list: true }
        }
        _ => Signature { names, predictors: Some(predictors.len()), is_list: false },
    })
}

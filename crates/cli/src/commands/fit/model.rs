//! The user's model: a VLAD function of parameters and predictors, with its exact gradient.

use std::path::Path;

use retrograde_vlad::core::{Pattern, PatternKind};
use retrograde_vlad::{Error, Function, Limits, Nested, Session};

use super::data::Data;
use crate::commands::vlad::{load, refuse};
use crate::failure::Failure;

/// A model and the observations that it is fitted to.
pub(crate) struct Model {
    session: Session,
    function: Function,
    names: Vec<String>,
    /// Whether several predictors are as many parameters of the function, rather than one list.
    is_tuple: bool,
    /// The predictors of each observation, as the model takes them.
    inputs: Vec<Nested>,
    /// What the model is to give for each.
    targets: Vec<f64>,
}

impl Model {
    /// Reads the file that defines `model`, and perhaps `response`.
    pub(crate) fn load(path: &Path, data: &Data, limits: Limits) -> Result<Self, Failure> {
        let session = Session::new();
        session.set_limits(limits);
        load(&session, path, &[])?;
        let stop = |error: Error| refuse(&session, &error);
        let Signature { names, predictors } = signature(&session, path)?;
        let given = data.predictors.len();
        if predictors != given && predictors != 1 {
            return Err(Failure::Usage(format!(
                "`model` takes {predictors} predictors, and the data have {given}: {}; --predictors chooses some",
                data.predictors.join(", ")
            )));
        }
        let is_tuple = predictors > 1;
        let function = session.function("model").map_err(stop)?;
        let mut targets = Vec::new();
        let response = session.defined_names().iter().any(|name| name == "response");
        let response = response.then(|| session.function("response")).transpose().map_err(stop)?;
        for (y, _) in &data.rows {
            targets.push(match &response {
                Some(response) => response.value(y).map_err(stop)?,
                None => *y,
            });
        }
        let inputs = data.rows.iter().map(|(_, x)| input(x, is_tuple)).collect();
        Ok(Self { session, function, names, is_tuple, inputs, targets })
    }

    /// The names of the parameters.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// What the model is to give.
    pub(crate) fn targets(&self) -> &[f64] {
        &self.targets
    }

    /// The values of the model at all observations.
    pub(crate) fn values(&self, parameters: &[f64]) -> Result<Vec<f64>, Failure> {
        self.inputs.iter().map(|x| self.value(parameters, x)).collect()
    }

    /// The value of the model at a predictor.
    pub(crate) fn at(&self, parameters: &[f64], x: &[f64]) -> Result<f64, Failure> {
        self.value(parameters, &input(x, self.is_tuple))
    }

    fn value(&self, parameters: &[f64], x: &Nested) -> Result<f64, Failure> {
        let argument = (parameters.to_vec(), x.clone());
        self.function.value(&argument).map_err(|error| refuse(&self.session, &error))
    }

    /// The values of the model at all observations, and their gradients by the parameters, one after the other.
    pub(crate) fn jacobian(&self, parameters: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Failure> {
        let (mut values, mut rows) = (Vec::new(), Vec::new());
        for x in &self.inputs {
            let argument = (parameters.to_vec(), x.clone());
            let done = self.function.value_and_gradient(&argument);
            let (value, (gradient, _)) = done.map_err(|error| refuse(&self.session, &error))?;
            values.push(value);
            rows.extend(gradient);
        }
        Ok((values, rows))
    }
}

/// One predictor is a number, several are a list or a tuple.
fn input(x: &[f64], is_tuple: bool) -> Nested {
    let numbers = |x: &[f64]| x.iter().copied().map(Nested::Real).collect();
    match x {
        [one] => Nested::Real(*one),
        [first @ .., last] if is_tuple => Nested::Pairs(numbers(first), Box::new(Nested::Real(*last))),
        many => Nested::List(numbers(many)),
    }
}

/// What a model takes.
struct Signature {
    /// The names of its parameters.
    names: Vec<String>,
    /// How many predictors it takes; one may be a list of them.
    predictors: usize,
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
    Ok(Signature { names: names.ok_or_else(refuse)?, predictors: predictors.len() })
}

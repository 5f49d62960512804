//! Runs transformed programs: values, gradients, and their cost.

use super::data::{Data, Piece};
use super::function::not_first_order;
use super::machine::{Counts, Limits, Machine, Value, from_data, to_data};
use super::stage::Stage;
use super::target::Program;
use crate::error::{Error, ErrorKind, Result};

/// The result of a run, and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The function's value.
    pub value: Data,
    /// The cotangent of the input: the gradient, if the value is a number and its cotangent 1. It has the shape of
    /// the input, and repeats the input's booleans and empty lists.
    pub gradient: Data,
    /// The cost of the run.
    pub counts: Counts,
    /// The cost of the function alone.
    pub primal: Counts,
}

/// Runs a program at `x` with cotangent 1 of the function's value, which must be a number.
///
/// Forward mode runs once for every number in `x`; the counts are the sum over all runs.
///
/// # Errors
///
/// If the function fails; if its value is not a number; if a limit is reached.
pub fn run(program: &Program, x: &Data, limits: Limits) -> Result<Run> {
    let (value, primal) = program.function.value(x, limits)?;
    if value.as_real().is_none() {
        return Err(Error::new(
            ErrorKind::Runtime,
            format!("the value of `{}` is not a number", program.function.name()),
        )
        .hint("give a cotangent of its shape, or differentiate a function that returns a number"));
    }
    continued(program, x, &Data::real(1.0), limits, primal)
}

/// Runs a program at `x` with a cotangent of the function's value.
///
/// # Errors
///
/// If the function fails; if the cotangent and the value have different shapes; if a limit is reached.
pub fn pull(program: &Program, x: &Data, y_bar: &Data, limits: Limits) -> Result<Run> {
    let (value, primal) = program.function.value(x, limits)?;
    if !same_shape(&value, y_bar) {
        return Err(Error::new(ErrorKind::Runtime, "the cotangent has not the shape of the value")
            .hint(format!("the value is {value}")));
    }
    continued(program, x, y_bar, limits, primal)
}

fn continued(program: &Program, x: &Data, y_bar: &Data, limits: Limits, primal: Counts) -> Result<Run> {
    let (value, gradient, counts) = match program.stage() {
        Stage::Forward => forward(program, x, y_bar, limits),
        Stage::D1 | Stage::D2 | Stage::D3 | Stage::Sparse | Stage::D4 | Stage::Dropped => {
            reverse(program, x, y_bar, limits)
        }
        Stage::Defunctionalised | Stage::Taped => reverse(program, x, y_bar, limits),
    }
    .map_err(unplaced)?;
    Ok(Run { value, gradient, counts, primal })
}

fn reverse(program: &Program, x: &Data, y_bar: &Data, limits: Limits) -> Result<(Data, Data, Counts)> {
    let code = program.code();
    let mut machine = Machine::<f64>::new(&code, limits);
    let result = machine.call(machine.main(), from_data(x, &mut |x| x))?;
    let (value, pullback, _) = opened(&result)?;
    let y_bar = from_data(y_bar, &mut |x| x);
    let x_bar = machine.call(pullback, y_bar)?;
    Ok((first_order(&value)?, first_order(&x_bar)?, machine.counts))
}

/// Runs once for every number of the input, with tangent 1 of that number and 0 of all others.
fn forward(program: &Program, x: &Data, y_bar: &Data, limits: Limits) -> Result<(Data, Data, Counts)> {
    let code = program.code();
    let mut machine = Machine::<f64>::new(&code, limits);
    let (mut value, mut partials) = (Data::nil(), Vec::new());
    // An input without numbers needs one run for the value.
    for i in 0..x.reals().count().max(1) {
        let tangent = x.with_reals(|k| if k == i { 1.0 } else { 0.0 });
        let both = from_data(&Data::pair(x.clone(), tangent), &mut |x| x);
        let result = machine.call(machine.main(), both)?;
        let (y, t, _) = opened(&result)?;
        value = first_order(&y)?;
        partials.push(first_order(&t)?.reals().zip(y_bar.reals()).map(|(t, y)| t * y).sum());
    }
    Ok((value, x.with_reals(|k| partials[k]), machine.counts))
}

/// Returns the rows of the tape that a program of the last stage writes: for the number of each identifier its
/// contributions, pairs of a partial and an identifier. The rows of the input's numbers come first; like those of
/// constants they are empty.
///
/// # Errors
///
/// See [`run`]; also if the program is not of the last stage.
pub fn rows(program: &Program, x: &Data, limits: Limits) -> Result<Vec<Vec<(f64, usize)>>> {
    if program.stage() != Stage::Taped {
        let message = format!("a program of stage {} writes no tape", program.stage());
        return Err(Error::new(ErrorKind::Runtime, message));
    }
    program.function.value(x, limits)?;
    let code = program.code();
    let mut machine = Machine::<f64>::new(&code, limits);
    let result = machine.call(machine.main(), from_data(x, &mut |x| x)).map_err(unplaced)?;
    match opened(&result)?.2 {
        Some(Value::Frozen(tape)) => Ok(tape.iter().map(contributions).collect()),
        _ => Err(broken()),
    }
}

fn contributions(row: &Value<f64>) -> Vec<(f64, usize)> {
    let mut found = Vec::new();
    let mut rest = row;
    while let Value::Pair(pair) = rest {
        if let Value::Pair(item) = &pair.head {
            if let (Value::Real(partial), Value::Index(i)) = (&item.head, &item.tail) {
                found.push((*partial, *i as usize));
            }
        }
        rest = &pair.tail;
    }
    found
}

type Opened = (Value<f64>, Value<f64>, Option<Value<f64>>);

/// Splits a result into the value, the pullback or tangent, and the tape if there is one.
fn opened(result: &Value<f64>) -> Result<Opened> {
    let Value::Pair(pair) = result else { return Err(broken()) };
    match &pair.tail {
        Value::Pair(more) if matches!(more.tail, Value::Frozen(_)) => {
            Ok((pair.head.clone(), more.head.clone(), Some(more.tail.clone())))
        }
        tail => Ok((pair.head.clone(), tail.clone(), None)),
    }
}

fn broken() -> Error {
    Error::new(
        ErrorKind::Runtime,
        "the transformed program does not return what it should; this is a fault of the ladder",
    )
}

fn first_order(value: &Value<f64>) -> Result<Data> {
    to_data(value).map(|(data, _)| data).map_err(not_first_order)
}

/// Removes the places: those of a transformed program are not in the user's text.
fn unplaced(mut error: Error) -> Error {
    error.0.span = None;
    error.0.trace.clear();
    error
}

fn same_shape(a: &Data, b: &Data) -> bool {
    let same = |(a, b): (&Piece, &Piece)| match (a, b) {
        (Piece::Real(_), Piece::Real(_)) | (Piece::Pair, Piece::Pair) | (Piece::Nil, Piece::Nil) => true,
        (Piece::Boolean(a), Piece::Boolean(b)) => a == b,
        (_, _) => false,
    };
    a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(same)
}

//! Running transformed programs: values with gradients, and what they cost.

use super::data::{Data, Piece};
use super::function::not_first_order;
use super::machine::{Counts, Limits, Machine, Value, from_data, to_data};
use super::stage::Stage;
use super::target::Program;
use crate::error::{Error, ErrorKind, Result};

/// What a run gave, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The function's value.
    pub value: Data,
    /// The cotangent of the input: the gradient, where the value is a number and its cotangent 1. It has the shape of the
    /// input, whose booleans and empty lists it repeats.
    pub gradient: Data,
    /// What it cost.
    pub counts: Counts,
    /// What the function alone cost.
    pub primal: Counts,
}

/// Runs a program at `x`, with cotangent 1 for the function's value, which must be a number.
///
/// Forward mode runs once for every number in `x`; the counts are those of all these runs.
///
/// # Errors
///
/// What goes wrong when the function itself runs, with its place; if its value is no number; if a limit is reached.
pub fn run(program: &Program, x: &Data, limits: Limits) -> Result<Run> {
    let (value, primal) = program.function.value(x, limits)?;
    if value.as_real().is_none() {
        return Err(Error::new(
            ErrorKind::Runtime,
            format!("the value of `{}` is no number", program.function.name()),
        )
        .hint("give a cotangent of its shape, or differentiate a function that returns a number"));
    }
    continued(program, x, &Data::real(1.0), limits, primal)
}

/// Runs a program at `x` with a cotangent of the function's value.
///
/// # Errors
///
/// What goes wrong when the function itself runs, with its place; if the cotangent has another shape than the value; if a
/// limit is reached.
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

/// One run for every number of the input, its tangent 1 and all others 0.
fn forward(program: &Program, x: &Data, y_bar: &Data, limits: Limits) -> Result<(Data, Data, Counts)> {
    let code = program.code();
    let mut machine = Machine::<f64>::new(&code, limits);
    let (mut value, mut partials) = (Data::nil(), Vec::new());
    // Also without numbers in the input there is a value.
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

/// The rows of the tape that a program of the last stage writes: for each identifier the contributions of the number that
/// has it, partials and identifiers. The first rows are those of the input's numbers and without contributions, as are
/// those of constants.
///
/// # Errors
///
/// As [`run`]; and if the program is not of that stage.
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

/// A value with a pullback or tangent, and a tape where there is one.
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

/// Places of a transformed program are not those of the user's text.
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

//! [`table`]: the cost of every stage at growing sizes, which is the paper's argument in numbers.

use super::data::Data;
use super::function::Function;
use super::machine::{Counts, Limits};
use super::run::{Run, run};
use super::sizes::input;
use super::stage::Stage;
use super::transform::transform;
use crate::error::{Error, ErrorKind, Result};

/// The cost of one stage.
#[derive(Clone, Debug)]
pub struct Row {
    /// The stage.
    pub stage: Stage,
    /// One cell for every size.
    pub cells: Vec<Cell>,
}

/// The cost of a stage at one size.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The requested size.
    pub size: usize,
    /// The number of pairs and leaves of the input.
    pub input: usize,
    /// The cost of the function alone.
    pub primal: Counts,
    /// The cost of the stage; `None` if it exceeds the limit.
    pub counts: Option<Counts>,
}

/// Runs every stage of reverse mode at every size.
///
/// A stage that reaches a limit at one size is not run at larger ones. Stages must agree on the derivative.
///
/// # Errors
///
/// If no input can be made, the function fails on it, its value is not a number, or two stages disagree.
pub fn table(function: &Function, sizes: &[usize], limits: Limits) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Stage::reverse().map(|stage| Row { stage, cells: Vec::new() }).collect();
    let programs: Vec<_> = Stage::reverse().map(|stage| transform(function, stage)).collect();
    for size in sizes {
        let x = input(function, *size, limits)?;
        let (_, primal) = function.value(&x, limits)?;
        // The last stage is the cheapest, so if another stage reaches the limit, this one has usually been run.
        let mut first: Option<(Stage, Run)> = None;
        for (row, program) in rows.iter_mut().zip(&programs).rev() {
            let given_up = row.cells.iter().any(|cell| cell.counts.is_none());
            let counts = if given_up {
                None
            } else {
                match run(program, &x, limits) {
                    Err(error) if error.kind() == ErrorKind::Limit => None,
                    Err(error) => return Err(error),
                    Ok(run) => {
                        let counts = run.counts.clone();
                        match &first {
                            None => first = Some((row.stage, run)),
                            Some((stage, other)) => agree(&x, (*stage, other), (row.stage, &run))?,
                        }
                        Some(counts)
                    }
                }
            };
            row.cells.push(Cell { size: *size, input: x.size(), primal: primal.clone(), counts });
        }
    }
    Ok(rows)
}

/// Compares two stages up to rounding, since they add in different orders.
fn agree(x: &Data, a: (Stage, &Run), b: (Stage, &Run)) -> Result<()> {
    let largest = a.1.gradient.reals().filter(|g| g.is_finite()).fold(1e-300, |m: f64, g| m.max(g.abs()));
    let same = |(p, q): (f64, f64)| p == q || (p.is_nan() && q.is_nan()) || (p - q).abs() <= 1e-9 * largest;
    if a.1.gradient.reals().zip(b.1.gradient.reals()).all(same) {
        Ok(())
    } else {
        let message = format!("stages {} and {} disagree: this is a fault of the ladder", a.0, b.0);
        let mut error = Error::new(ErrorKind::Runtime, message);
        error.0.values = vec![x.to_string(), a.1.gradient.to_string(), b.1.gradient.to_string()];
        Err(error)
    }
}

/// Returns the exponent of growth between two sizes: 1 for a linear cost, 2 for a quadratic one.
pub fn growth(from: (usize, u64), to: (usize, u64)) -> Option<f64> {
    let ratio = |a: f64, b: f64| (a > 0.0 && b > 0.0).then(|| (b / a).ln());
    let sizes = ratio(from.0 as f64, to.0 as f64).filter(|s| *s != 0.0)?;
    ratio(from.1 as f64, to.1 as f64).map(|costs| costs / sizes)
}

//! The functions of users: at any number, and as an instruction of marked functions.

use super::problems::{FixedPoint, Minimum, Problem, Root, Unsolved};
use super::rule::Solved;
use super::{Equation, Map, Objective};
use crate::arrays::{self, instructions};
use retrograde::{Cotangent, Real};

/// Returns the solution of a problem at `x` that is found from a start.
///
/// # Errors
///
/// If none is found.
pub fn solution<T: Real, P: Problem>(problem: P, start: &[f64], x: &[T]) -> Result<Vec<T>, Unsolved> {
    let solved = at(&problem, start, x)?;
    Ok(arrays::value(solved, &[x], start.len()))
}

/// Returns the root `y` of `F(y, x) = 0` that is found from a start.
///
/// # Errors
///
/// If none is found.
pub fn root<T: Real>(equation: impl Equation, start: &[f64], x: &[T]) -> Result<Vec<T>, Unsolved> {
    solution(Root(equation), start, x)
}

/// Returns the fixed point `y = g(y, x)` to which the iteration from a start leads.
///
/// # Errors
///
/// If it leads to none.
pub fn fixed_point<T: Real>(map: impl Map, start: &[f64], x: &[T]) -> Result<Vec<T>, Unsolved> {
    solution(FixedPoint(map), start, x)
}

/// Returns the `y` at which `φ(y, x)` is least near a start.
///
/// # Errors
///
/// If none is found.
pub fn minimum<T: Real>(objective: impl Objective, start: &[f64], x: &[T]) -> Result<Vec<T>, Unsolved> {
    solution(Minimum(objective), start, x)
}

instructions! {
    /// `y += y(x)`, where `y(x)` is the solution of a problem that is found from a start: an instruction for reversible and ordinary functions.
    ///
    /// If none is found, `y` becomes not-a-number.
    add_solution, take_solution, add_solution_adjoint, take_solution_adjoint[P: Problem](x x_bar; #[inactive] problem [&P]; #[inactive] start [&[f64]])
        [start.len()] => found(problem, start, x), |y_bar| pulled(problem, start, x, y_bar);
}

fn at<T: Real, P: Problem>(problem: &P, start: &[f64], x: &[T]) -> Result<Solved<P>, Unsolved> {
    if start.is_empty() {
        return Err(Unsolved::Nothing);
    }
    let floats: Vec<f64> = x.iter().map(|x| x.primal()).collect();
    let solution = problem.solve(start, &floats)?;
    Ok(Solved { problem: problem.clone(), solution })
}

/// Returns the solution, or not-a-number.
fn found<T: Real, P: Problem>(problem: &P, start: &[f64], x: &[T]) -> Vec<T> {
    solution(problem.clone(), start, x).unwrap_or_else(|_| vec![T::constant(f64::NAN); start.len()])
}

/// Returns the cotangents of the arguments, or not-a-number.
fn pulled<T: Real, P: Problem, C: Cotangent<T>>(problem: &P, start: &[f64], x: &[T], y_bar: &[C]) -> Vec<C> {
    match at(problem, start, x) {
        Ok(solved) => arrays::pulled(&solved, &[x], y_bar),
        Err(_) => vec![C::of_rows(|_| T::constant(f64::NAN)); x.len()],
    }
}

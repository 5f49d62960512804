//! The functions of users: at any number, and as an instruction of marked functions.

use super::problems::{FixedPoint, Minimum, Problem, Root, Unsolved};
use super::rule::Solved;
use super::{Equation, Map, Objective};
use crate::arrays;
use retrograde::{Cotangent, Real, Shadow};

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

/// `y += y(x)`, where `y(x)` is the solution of a problem that is found from a start: an instruction for reversible and ordinary functions.
///
/// If none is found, `y` becomes not-a-number.
///
/// # Panics
///
/// If the place has not as many numbers as the start.
#[retrograde::instruction(inverse = take_solution, adjoint = add_solution_adjoint)]
pub fn add_solution<T: Real, P: Problem>(
    y: &mut [T],
    x: &[T],
    #[inactive] problem: &P,
    #[inactive] start: &[f64],
) {
    arrays::results("add_solution", y.len(), start.len());
    y.iter_mut().zip(found(problem, start, x)).for_each(|(y, found)| *y += found);
}

/// `y -= y(x)`, the inverse of [`add_solution()`].
///
/// # Panics
///
/// If the place has not as many numbers as the start.
#[retrograde::instruction(inverse = add_solution, adjoint = take_solution_adjoint)]
pub fn take_solution<T: Real, P: Problem>(
    y: &mut [T],
    x: &[T],
    #[inactive] problem: &P,
    #[inactive] start: &[f64],
) {
    arrays::results("take_solution", y.len(), start.len());
    y.iter_mut().zip(found(problem, start, x)).for_each(|(y, found)| *y -= found);
}

#[doc(hidden)]
pub fn add_solution_adjoint<T: Real, P: Problem, C: Cotangent<T>>(
    y: &mut [T],
    y_bar: &mut [C],
    x: &[T],
    mut x_bar: impl Shadow<T, C>,
    problem: &P,
    start: &[f64],
) {
    take_solution(y, x, problem, start);
    pulled(problem, start, x, y_bar, |i, bar| x_bar.add(i, bar));
}

#[doc(hidden)]
pub fn take_solution_adjoint<T: Real, P: Problem, C: Cotangent<T>>(
    y: &mut [T],
    y_bar: &mut [C],
    x: &[T],
    mut x_bar: impl Shadow<T, C>,
    problem: &P,
    start: &[f64],
) {
    add_solution(y, x, problem, start);
    pulled(problem, start, x, y_bar, |i, bar| x_bar.add(i, bar.negated()));
}

fn at<T: Real, P: Problem>(problem: &P, start: &[f64], x: &[T]) -> Result<Solved<P>, Unsolved> {
    let floats: Vec<f64> = x.iter().map(|x| x.primal()).collect();
    let solution = problem.solve(start, &floats)?;
    Ok(Solved { problem: problem.clone(), solution })
}

/// Returns the solution, or not-a-number.
fn found<T: Real, P: Problem>(problem: &P, start: &[f64], x: &[T]) -> Vec<T> {
    solution(problem.clone(), start, x).unwrap_or_else(|_| vec![T::constant(f64::NAN); start.len()])
}

fn pulled<T: Real, P: Problem, C: Cotangent<T>>(
    problem: &P,
    start: &[f64],
    x: &[T],
    y_bar: &[C],
    mut add: impl FnMut(usize, C),
) {
    let nan = || C::of_rows(|_| T::constant(f64::NAN));
    let bars = at(problem, start, x).map(|solved| arrays::pulled(&solved, &[x], y_bar));
    let bars = bars.unwrap_or_else(|_| x.iter().map(|_| nan()).collect());
    bars.into_iter().enumerate().for_each(|(i, bar)| add(i, bar));
}

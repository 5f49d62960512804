//! [`LeastSquares`]: residuals and their Jacobian, with the parameters at which a solver starts.

use crate::Error;
use crate::source::{Closure, Functions, Reversible, Source};
use retrograde::engine::Engine;
use retrograde::tape::Structure;
use retrograde::{Dual, Operator};

/// A function of any number of values as a problem of least squares.
///
/// It is a problem of the crate `levenberg-marquardt` (feature `levenberg-marquardt`), whose state is the parameters, and one of
/// `retrograde-optimise` (feature `optimise`).
#[derive(Clone, Debug)]
pub struct LeastSquares<S> {
    pub(crate) source: S,
    pub(crate) parameters: Vec<f64>,
    pub(crate) count: usize,
}

impl<S: Source> LeastSquares<S> {
    fn of(source: S, start: &[f64]) -> Result<Self, Error> {
        let count = source.values(start)?.len();
        Ok(LeastSquares { source, parameters: start.to_vec(), count })
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[f64] {
        &self.parameters
    }
}

impl<O: Operator> LeastSquares<Reversible<O>> {
    /// Makes a problem of a reversible function `f {}` or another [`Operator`], with the parameters from which the solver starts.
    /// A Jacobian takes a pull for each residual.
    ///
    /// # Errors
    ///
    /// [`Error::Arguments`] if the function takes another number of arguments.
    pub fn new(function: O, start: &[f64]) -> Result<Self, Error> {
        Self::of(Reversible::by_rows(function), start)
    }

    /// Likewise for a function that is generic over `T: Real`. A Jacobian takes a run on dual numbers for each parameter, which is
    /// faster if there are fewer parameters than residuals.
    ///
    /// # Errors
    ///
    /// [`Error::Arguments`] if the function takes another number of arguments.
    pub fn forward(function: O, start: &[f64]) -> Result<Self, Error>
    where
        O: Operator<Dual<f64>>,
    {
        Self::of(Reversible::by_columns(function), start)
    }
}

impl<E: Engine, F: Fn(&[E::Number]) -> Y, Y: Structure<E::Number>> LeastSquares<Closure<E, F, Y>> {
    /// Makes a problem of a closure, which may capture data, and the engine that differentiates it.
    ///
    /// # Errors
    ///
    /// [`Error::Tape`] if a structure is nested too deeply.
    pub fn closure(engine: E, function: F, start: &[f64]) -> Result<Self, Error> {
        Self::of(Closure::new(engine, function), start)
    }
}

impl<V: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Vec<Vec<f64>>> LeastSquares<Functions<V, J>> {
    /// Makes a problem of two functions that may capture data: the residuals, and the rows of their Jacobian. So a marked function
    /// of parameters and data has the speed of its own programs.
    ///
    /// ```
    /// # #[cfg(feature = "optimise")] {
    /// use retrograde::differentiable;
    /// use retrograde_bridges::LeastSquares;
    ///
    /// #[differentiable]
    /// fn residuals(p: &[f64], #[inactive] data: &[(f64, f64)]) -> Vec<f64> {
    ///     data.iter().map(|(t, y)| p[0] * (-p[1] * t).exp() - y).collect()
    /// }
    ///
    /// let data: Vec<(f64, f64)> = (0..20).map(|i| 0.2 * f64::from(i)).map(|t| (t, 3.0 * (-0.5 * t).exp())).collect();
    /// let rows = |p: &[f64]| residuals::jacobian((p, &data[..])).rows;
    /// let problem = LeastSquares::functions(|p| residuals(p, &data), rows, &[1.0, 1.0]).unwrap();
    /// let fit = retrograde_optimise::LevenbergMarquardt::new().solve(&problem, &[1.0, 1.0]).unwrap();
    /// assert!((fit.parameters[0] - 3.0).abs() < 1e-8 && (fit.parameters[1] - 0.5).abs() < 1e-8);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// None here. Solvers report a row that has another number of entries than there are parameters.
    pub fn functions(residuals: V, jacobian: J, start: &[f64]) -> Result<Self, Error> {
        Self::of(Functions::new(residuals, jacobian), start)
    }
}

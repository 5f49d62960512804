//! [`LeastSquares`]: residuals and their Jacobian, with the parameters at which a solver starts.

use crate::Error;
use crate::source::{Closure, Reversible, Source};
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

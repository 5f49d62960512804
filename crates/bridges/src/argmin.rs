//! [`Problem`]: cost, gradient, Hessian, residuals and Jacobian of one function for the solvers of `argmin`.

use crate::source::{self, Closure, Functions, Reversible, Source};
use argmin::core::{CostFunction, Error, Gradient, Hessian, Jacobian, Operator as Residuals};
use retrograde::engine::Engine;
use retrograde::tape::Structure;
use retrograde::{Dual, Operator};
use std::marker::PhantomData;

/// A function as a problem of `argmin`.
///
/// | trait of `argmin` | of a function | is |
/// |---|---|---|
/// | [`CostFunction`] | of one value | the value |
/// | [`Gradient`] | of one value | one pull |
/// | [`Hessian`] | of one value, reversible and generic over `T: Real` | a pull on dual numbers for each parameter |
/// | [`argmin::core::Operator`] | of any number of values | the values, such as residuals |
/// | [`Jacobian`] | of any number of values | a pull for each, or with [`forward`](Self::forward) a run for each parameter |
///
/// `P` is the type of parameters, gradients and residuals: `Vec<f64>`, or another that is made of a vector and lends its numbers.
/// A Hessian or Jacobian is a vector of rows. A function that does not fit is an [`Error`](crate::Error) of the solver.
///
/// ```
/// use argmin::core::{Executor, State};
/// use argmin::solver::{linesearch::MoreThuenteLineSearch, quasinewton::LBFGS};
/// use retrograde::prelude::*;
/// use retrograde_bridges::argmin::Problem;
///
/// #[reversible]
/// fn rosenbrock<T: Real>(x: &[T]) -> T {
///     let mut sum = 0.0;
///     for i in 1..x.len() {
///         sum += (1.0 - x[i - 1]).powi(2) + 100.0 * (x[i] - x[i - 1].powi(2)).powi(2);
///     }
///     sum
/// }
///
/// let solver: LBFGS<_, Vec<f64>, Vec<f64>, f64> = LBFGS::new(MoreThuenteLineSearch::new(), 7);
/// let problem = Problem::new(rosenbrock {});
/// let result = Executor::new(problem, solver).configure(|state| state.param(vec![-1.2; 6]).max_iters(200)).run()?;
/// assert!(result.state().get_best_param().unwrap().iter().all(|x| (x - 1.0).abs() < 1e-6));
/// # Ok::<(), argmin::core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem<S, P = Vec<f64>> {
    source: S,
    parameters: PhantomData<fn() -> P>,
}

impl<O: Operator, P> Problem<Reversible<O>, P> {
    /// Makes a problem of a reversible function `f {}`, a primitive, or another [`Operator`].
    pub fn new(function: O) -> Self {
        Problem { source: Reversible::by_rows(function), parameters: PhantomData }
    }

    /// Likewise, with Jacobians by columns, which is faster if there are fewer parameters than values. The function is generic over
    /// `T: Real`.
    pub fn forward(function: O) -> Self
    where
        O: Operator<Dual<f64>>,
    {
        Problem { source: Reversible::by_columns(function), parameters: PhantomData }
    }
}

impl<E: Engine, F: Fn(&[E::Number]) -> Y, Y: Structure<E::Number>, P> Problem<Closure<E, F, Y>, P> {
    /// Makes a problem of a closure, which may capture data, and the engine that differentiates it.
    pub fn closure(engine: E, function: F) -> Self {
        Problem { source: Closure::new(engine, function), parameters: PhantomData }
    }
}

impl<V: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Vec<Vec<f64>>, P> Problem<Functions<V, J>, P> {
    /// Makes a problem of two functions that may capture data: the values, and the rows of their Jacobian. A cost is one value, and
    /// its gradient one row.
    pub fn functions(values: V, jacobian: J) -> Self {
        Problem { source: Functions::new(values, jacobian), parameters: PhantomData }
    }
}

impl<S: Source, P: AsRef<[f64]>> CostFunction for Problem<S, P> {
    type Param = P;
    type Output = f64;

    fn cost(&self, x: &P) -> Result<f64, Error> {
        Ok(self.source.cost(x.as_ref())?)
    }
}

impl<S: Source, P: AsRef<[f64]> + From<Vec<f64>>> Gradient for Problem<S, P> {
    type Param = P;
    type Gradient = P;

    fn gradient(&self, x: &P) -> Result<P, Error> {
        Ok(self.source.gradient(x.as_ref())?.into())
    }
}

impl<O: Operator<Dual<f64>>, P: AsRef<[f64]>> Hessian for Problem<Reversible<O>, P> {
    type Param = P;
    type Hessian = Vec<Vec<f64>>;

    fn hessian(&self, x: &P) -> Result<Vec<Vec<f64>>, Error> {
        Ok(source::hessian(&self.source.function, x.as_ref())?)
    }
}

impl<S: Source, P: AsRef<[f64]> + From<Vec<f64>>> Residuals for Problem<S, P> {
    type Param = P;
    type Output = P;

    fn apply(&self, x: &P) -> Result<P, Error> {
        Ok(self.source.values(x.as_ref())?.into())
    }
}

impl<S: Source, P: AsRef<[f64]>> Jacobian for Problem<S, P> {
    type Param = P;
    type Jacobian = Vec<Vec<f64>>;

    fn jacobian(&self, x: &P) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.source.jacobian(x.as_ref())?)
    }
}

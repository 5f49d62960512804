//! [`Residuals`]: a least squares problem, and [`Evaluation`]: the buffers for residuals and Jacobian.

use std::convert::Infallible;

use super::matrix::{Matrix, height};
use crate::parallel;

/// Residuals as functions of parameters: the least squares problem min Σ rᵢ(p)².
///
/// [`from_fn`] and [`try_from_fn`] make one from a closure.
pub trait Residuals {
    /// The error of an evaluation; [`Infallible`] if there is none.
    type Error;

    /// Returns the number of residuals.
    fn count(&self) -> usize;

    /// Writes all residuals at `parameters` and, if `out` [wants](Evaluation::wants_jacobian) it, their Jacobian.
    ///
    /// A residual that is not finite means that the function has no value there: the solver then takes a shorter
    /// step. Residuals that are not written are NaN; derivatives that are not written are zero.
    ///
    /// # Errors
    ///
    /// Any error ends the fit, so return one only for a fault that other parameters would not avoid.
    fn evaluate(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), Self::Error>;
}

/// Residuals by a closure; see [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F> {
    count: usize,
    evaluate: F,
}

/// Returns `count` residuals that a closure writes, which cannot fail.
pub fn from_fn<F: Fn(&[f64], &mut Evaluation<'_>)>(
    count: usize,
    evaluate: F,
) -> impl Residuals<Error = Infallible> {
    try_from_fn(count, move |parameters: &[f64], out: &mut Evaluation<'_>| {
        evaluate(parameters, out);
        Ok(())
    })
}

/// Returns `count` residuals that a closure writes, or says why it cannot.
pub fn try_from_fn<E, F: Fn(&[f64], &mut Evaluation<'_>) -> Result<(), E>>(
    count: usize,
    evaluate: F,
) -> FromFn<F> {
    FromFn { count, evaluate }
}

impl<E, F: Fn(&[f64], &mut Evaluation<'_>) -> Result<(), E>> Residuals for FromFn<F> {
    type Error = E;

    fn count(&self) -> usize {
        self.count
    }

    fn evaluate(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), E> {
        (self.evaluate)(parameters, out)
    }
}

/// Buffers for residuals and, if requested, for their Jacobian.
#[derive(Debug)]
pub struct Evaluation<'a> {
    columns: usize,
    residuals: &'a mut [f64],
    jacobian: Option<&'a mut Matrix>,
}

impl<'a> Evaluation<'a> {
    /// Returns buffers for the residuals alone, for `columns` parameters.
    pub fn of_residuals(residuals: &'a mut [f64], columns: usize) -> Self {
        residuals.fill(f64::NAN);
        Evaluation { columns, residuals, jacobian: None }
    }

    /// Returns buffers for residuals and Jacobian.
    ///
    /// # Panics
    ///
    /// If the matrix does not have a row for each residual.
    pub fn of_jacobian(residuals: &'a mut [f64], jacobian: &'a mut Matrix) -> Self {
        assert_eq!(residuals.len(), jacobian.rows(), "one row a residual");
        residuals.fill(f64::NAN);
        Evaluation { columns: jacobian.columns(), residuals, jacobian: Some(jacobian) }
    }

    /// True if derivatives are requested; otherwise derivatives that are written are ignored.
    pub fn wants_jacobian(&self) -> bool {
        self.jacobian.is_some()
    }

    /// Returns the residuals.
    pub fn residuals(&mut self) -> &mut [f64] {
        self.residuals
    }

    /// Returns the Jacobian, if it is requested.
    pub fn jacobian(&mut self) -> Option<&mut Matrix> {
        self.jacobian.as_deref_mut()
    }

    /// Writes a residual and its derivatives, one for each parameter.
    ///
    /// # Panics
    ///
    /// If there is no such residual, or if the number of derivatives differs from the number of parameters.
    pub fn set(&mut self, row: usize, residual: f64, gradient: &[f64]) {
        assert_eq!(gradient.len(), self.columns, "one derivative a parameter");
        self.residuals[row] = residual;
        if let Some(jacobian) = &mut self.jacobian {
            gradient.iter().enumerate().for_each(|(j, derivative)| jacobian.set(row, j, *derivative));
        }
    }

    /// Writes block by block: on all cores with the feature `rayon`, otherwise in order.
    ///
    /// # Errors
    ///
    /// The error of the first block that has one.
    pub fn by_blocks<E: Send>(
        &mut self,
        write: impl Fn(Block<'_>) -> Result<(), E> + Send + Sync,
    ) -> Result<(), E> {
        let (columns, height) = (self.columns, height(self.columns));
        let residuals = self.residuals.chunks_mut(height).enumerate();
        let block = |(k, residuals), jacobian| Block { first: k * height, columns, residuals, jacobian };
        let blocks: Vec<Block<'_>> = match &mut self.jacobian {
            Some(jacobian) if columns > 0 => {
                residuals.zip(jacobian.blocks_mut()).map(|(part, rows)| block(part, Some(rows))).collect()
            }
            _ => residuals.map(|part| block(part, None)).collect(),
        };
        parallel::map(blocks, write).into_iter().collect()
    }
}

/// Some consecutive residuals and their rows of the Jacobian.
#[derive(Debug)]
pub struct Block<'a> {
    first: usize,
    columns: usize,
    residuals: &'a mut [f64],
    jacobian: Option<&'a mut [f64]>,
}

impl Block<'_> {
    /// Returns the indices of the residuals.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.residuals.len()
    }

    /// True if derivatives are requested; otherwise derivatives that are written are ignored.
    pub fn wants_jacobian(&self) -> bool {
        self.jacobian.is_some()
    }

    /// Writes a residual, by its index among all, and its derivatives, one for each parameter.
    ///
    /// # Panics
    ///
    /// If the residual is not in the block, or if the number of derivatives differs from the number of parameters.
    pub fn set(&mut self, row: usize, residual: f64, gradient: &[f64]) {
        assert_eq!(gradient.len(), self.columns, "one derivative a parameter");
        let (i, rows) = (row - self.first, self.residuals.len());
        self.residuals[i] = residual;
        if let Some(jacobian) = &mut self.jacobian {
            gradient.iter().enumerate().for_each(|(j, derivative)| jacobian[j * rows + i] = *derivative);
        }
    }

    /// Returns the residuals, and the columns of the Jacobian, or no columns if it is not requested.
    pub fn split(&mut self) -> (&mut [f64], Vec<&mut [f64]>) {
        let rows = self.residuals.len();
        let columns = self.jacobian.as_deref_mut().map_or(Vec::new(), |data| data.chunks_mut(rows).collect());
        (self.residuals, columns)
    }
}

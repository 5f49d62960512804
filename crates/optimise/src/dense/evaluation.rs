//! [`Residuals`]: what is made small, and [`Evaluation`]: where it writes residuals and Jacobian.

use std::convert::Infallible;

use super::matrix::{Matrix, height};
use crate::parallel;

/// Residuals as functions of parameters: the least squares problem min Σ rᵢ(p)².
///
/// [`from_fn`] and [`try_from_fn`] make one of a closure.
pub trait Residuals {
    /// Why residuals cannot be evaluated; [`Infallible`] where they always can.
    type Error;

    /// Returns the number of residuals.
    fn count(&self) -> usize;

    /// Writes all residuals at `parameters` and, if `out` [wants](Evaluation::wants_jacobian) it, their Jacobian.
    ///
    /// A value that is not finite says that the function has no value there: the solver then takes a shorter step.
    /// Residuals that are not written are not numbers; derivatives that are not written are zero.
    ///
    /// # Errors
    ///
    /// What ends the fit: a fault that other parameters would not mend.
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

/// Room for residuals and, where it is wanted, for their Jacobian.
#[derive(Debug)]
pub struct Evaluation<'a> {
    columns: usize,
    residuals: &'a mut [f64],
    jacobian: Option<&'a mut Matrix>,
}

impl<'a> Evaluation<'a> {
    /// Returns room for the residuals alone, for `columns` parameters.
    pub fn of_residuals(residuals: &'a mut [f64], columns: usize) -> Self {
        residuals.fill(f64::NAN);
        Evaluation { columns, residuals, jacobian: None }
    }

    /// Returns room for residuals and Jacobian.
    ///
    /// # Panics
    ///
    /// If the matrix does not have a row for each residual.
    pub fn of_jacobian(residuals: &'a mut [f64], jacobian: &'a mut Matrix) -> Self {
        assert_eq!(residuals.len(), jacobian.rows(), "one row a residual");
        residuals.fill(f64::NAN);
        Evaluation { columns: jacobian.columns(), residuals, jacobian: Some(jacobian) }
    }

    /// True if derivatives are wanted; otherwise those that are given are passed over.
    pub fn wants_jacobian(&self) -> bool {
        self.jacobian.is_some()
    }

    /// Returns the residuals.
    pub fn residuals(&mut self) -> &mut [f64] {
        self.residuals
    }

    /// Returns the Jacobian, if it is wanted.
    pub fn jacobian(&mut self) -> Option<&mut Matrix> {
        self.jacobian.as_deref_mut()
    }

    /// Writes a residual and its derivatives, one for each parameter.
    ///
    /// # Panics
    ///
    /// If there is no such residual, or not one derivative for each parameter.
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
    /// That of the first block that has one.
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
    /// Returns the numbers of the residuals.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.residuals.len()
    }

    /// True if derivatives are wanted; otherwise those that are given are passed over.
    pub fn wants_jacobian(&self) -> bool {
        self.jacobian.is_some()
    }

    /// Writes a residual, by its number among all, and its derivatives, one for each parameter.
    ///
    /// # Panics
    ///
    /// If the residual is not in the block, or there is not one derivative for each parameter.
    pub fn set(&mut self, row: usize, residual: f64, gradient: &[f64]) {
        assert_eq!(gradient.len(), self.columns, "one derivative a parameter");
        let (i, rows) = (row - self.first, self.residuals.len());
        self.residuals[i] = residual;
        if let Some(jacobian) = &mut self.jacobian {
            gradient.iter().enumerate().for_each(|(j, derivative)| jacobian[j * rows + i] = *derivative);
        }
    }

    /// Returns the residuals, and the columns of the Jacobian: none if it is not wanted.
    pub fn split(&mut self) -> (&mut [f64], Vec<&mut [f64]>) {
        let rows = self.residuals.len();
        let columns = self.jacobian.as_deref_mut().map_or(Vec::new(), |data| data.chunks_mut(rows).collect());
        (self.residuals, columns)
    }
}

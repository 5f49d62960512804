//! [`LeastSquares`] for the solver of `levenberg-marquardt`.
//!
//! Where an evaluation fails, the solver is told that there are no residuals, and ends.

use crate::LeastSquares;
use crate::source::Source;
use levenberg_marquardt::LeastSquaresProblem;
use nalgebra_of_levenberg_marquardt::storage::Owned;
use nalgebra_of_levenberg_marquardt::{DMatrix, DVector, Dyn};

impl<S: Source> LeastSquaresProblem<f64, Dyn, Dyn> for LeastSquares<S> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        self.parameters.copy_from_slice(x.as_slice());
    }

    fn params(&self) -> DVector<f64> {
        DVector::from_column_slice(&self.parameters)
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.source.values(&self.parameters).ok().map(DVector::from)
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let rows = self.source.jacobian(&self.parameters).ok()?;
        Some(DMatrix::from_row_iterator(self.count, self.parameters.len(), rows.into_iter().flatten()))
    }
}

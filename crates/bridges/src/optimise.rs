//! [`LeastSquares`] for the solvers of `retrograde-optimise`.

use crate::source::Source;
use crate::{Error, LeastSquares};
use retrograde_optimise::{Evaluation, Residuals};

impl<S: Source> Residuals for LeastSquares<S> {
    type Error = Error;

    fn count(&self) -> usize {
        self.count
    }

    fn evaluate(&self, parameters: &[f64], out: &mut Evaluation<'_>) -> Result<(), Error> {
        let values = self.source.values(parameters)?;
        if out.wants_jacobian() {
            let rows = self.source.jacobian(parameters)?;
            values.iter().zip(&rows).enumerate().for_each(|(i, (value, row))| out.set(i, *value, row));
        } else {
            out.residuals().copy_from_slice(&values);
        }
        Ok(())
    }
}

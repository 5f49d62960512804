//! Arrays of the crate `ndarray`, of any number of dimensions and any layout.
//!
//! Numbers are visited in the logical order, by rows; what `map` builds is in standard layout.

use super::{Map, Structure};
use crate::depth::deeper;
use crate::{Error, Scalar};
use ndarray::{Array, Dimension};

impl<R: Scalar, P: Structure<R>, D: Dimension> Structure<R> for Array<P, D> {
    type With<U: Scalar> = Array<P::With<U>, D>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        deeper(|| {
            let mapped = match self.as_slice() {
                Some(slice) => P::map_slice(slice, map)?,
                None => self.iter().map(|item| item.map(map)).collect::<Result<_, _>>()?,
            };
            Ok(Array::from_shape_vec(self.raw_dim(), mapped).expect("there is a result for each element"))
        })
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        deeper(|| {
            if self.shape() != other.shape() {
                return Err(Error::mismatch(shape(self.shape()), shape(other.shape())));
            }
            for ((place, a), b) in self.indexed_iter().zip(other) {
                a.zip(b, visit).map_err(|e| e.at(format_args!("[{place:?}]")))?;
            }
            Ok(())
        })
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        deeper(|| self.iter().try_for_each(|item| item.visit(visit)))
    }
}

/// Formats a shape.
fn shape(shape: &[usize]) -> String {
    format!("an array of shape {shape:?}")
}

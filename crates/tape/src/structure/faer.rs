//! Matrices, columns and rows of the crate `faer` that own their numbers, of dynamic sizes.
//!
//! Numbers are visited column by column, as they are stored. Those with derivatives are no field of `faer`, whose kernels run on
//! registers: its decompositions take plain numbers, within a rule of the user.

use super::{Map, Structure};
use crate::{Error, Scalar};
use faer::{Col, Mat, Row};

impl<R: Scalar> Structure<R> for Mat<R> {
    type With<U: Scalar> = Mat<U>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Mat<U>, Error> {
        let mut mapped = Vec::with_capacity(self.nrows() * self.ncols());
        self.visit(&mut |x| mapped.push(map.number(&x)))?;
        Ok(Mat::from_fn(self.nrows(), self.ncols(), |i, j| mapped[j * self.nrows() + i]))
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Mat<U>, visit: &mut F) -> Result<(), Error> {
        if (self.nrows(), self.ncols()) != (other.nrows(), other.ncols()) {
            let shape = |rows, columns| format!("a {rows} × {columns} matrix");
            return Err(Error::mismatch(
                shape(self.nrows(), self.ncols()),
                shape(other.nrows(), other.ncols()),
            ));
        }
        for j in 0..self.ncols() {
            for i in 0..self.nrows() {
                visit(self[(i, j)], other[(i, j)]);
            }
        }
        Ok(())
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        for j in 0..self.ncols() {
            for i in 0..self.nrows() {
                visit(self[(i, j)]);
            }
        }
        Ok(())
    }
}

/// Implements it for a matrix of one column or row.
macro_rules! lines {
    ($($Line:ident $length:ident $what:literal;)*) => { $(
        impl<R: Scalar> Structure<R> for $Line<R> {
            type With<U: Scalar> = $Line<U>;

            fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<$Line<U>, Error> {
                Ok($Line::from_fn(self.$length(), |i| map.number(&self[i])))
            }

            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &$Line<U>, visit: &mut F) -> Result<(), Error> {
                if self.$length() != other.$length() {
                    let shape = |length| format!("a {} of {length}", $what);
                    return Err(Error::mismatch(shape(self.$length()), shape(other.$length())));
                }
                (0..self.$length()).for_each(|i| visit(self[i], other[i]));
                Ok(())
            }

            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                (0..self.$length()).for_each(|i| visit(self[i]));
                Ok(())
            }
        }
    )* };
}
lines! {
    Col nrows "column";
    Row ncols "row";
}

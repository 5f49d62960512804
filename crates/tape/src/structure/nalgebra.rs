//! Vectors, matrices, points and quaternions of the crate `nalgebra` that own their numbers, of static and dynamic sizes.
//!
//! Numbers are visited in the order of `nalgebra`, by columns. A matrix holds numbers: one of structures would have to know that
//! their results are scalars of `nalgebra`, too.

use super::{Map, Structure};
use crate::{Error, Scalar};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimName, OMatrix, OPoint, Quaternion};

impl<R: Scalar, Rows: Dim, Columns: Dim> Structure<R> for OMatrix<R, Rows, Columns>
where
    DefaultAllocator: Allocator<Rows, Columns>,
{
    type With<U: Scalar> = OMatrix<U, Rows, Columns>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        let (rows, columns) = self.shape_generic();
        Ok(OMatrix::from_iterator_generic(rows, columns, self.iter().map(|x| map.number(x))))
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        if self.shape() != other.shape() {
            return Err(Error::mismatch(shape(self.shape()), shape(other.shape())));
        }
        self.iter().zip(other.iter()).for_each(|(a, b)| visit(*a, *b));
        Ok(())
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        self.iter().for_each(|x| visit(*x));
        Ok(())
    }
}

/// Implements it for what has its numbers in a vector of coordinates.
macro_rules! coordinates {
    ($Type:ident $(<$D:ident>)?) => {
        impl<R: Scalar $(, $D: DimName)?> Structure<R> for $Type<R $(, $D)?>
        $(where
            DefaultAllocator: Allocator<$D>)?
        {
            type With<U: Scalar> = $Type<U $(, $D)?>;

            fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
                Ok($Type { coords: Structure::map(&self.coords, map)? })
            }

            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
                Structure::zip(&self.coords, &other.coords, visit)
            }

            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                Structure::visit(&self.coords, visit)
            }
        }
    };
}
coordinates!(OPoint<D>);
coordinates!(Quaternion);

/// Formats a shape.
fn shape((rows, columns): (usize, usize)) -> String {
    format!("a {rows} × {columns} matrix")
}

//! Tuples and arrays.

use super::{Map, Structure, zip_slice};
use crate::{Error, Scalar};

macro_rules! tuple {
    ($($P:ident $i:tt),+) => {
        impl<R: Scalar, $($P: Structure<R>),+> Structure<R> for ($($P,)+) {
            type With<U: Scalar> = ($($P::With<U>,)+);

            #[inline]
            fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
                Ok(($(self.$i.map(map)?,)+))
            }

            #[inline]
            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
                $(self.$i.zip(&other.$i, visit).map_err(|e| e.at(concat!(".", $i)))?;)+
                Ok(())
            }

            #[inline]
            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                $(self.$i.visit(visit)?;)+
                Ok(())
            }
        }
    };
}
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F_ 5, G 6, H 7, I 8, J 9, K 10, L 11);

impl<R: Scalar, P: Structure<R>, const N: usize> Structure<R> for [P; N] {
    type With<U: Scalar> = [P::With<U>; N];

    // Does not allocate: after the first failure the rest of the array stays empty.
    #[inline]
    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        let mut failure = None;
        let mapped: [Option<P::With<U>>; N] = std::array::from_fn(|i| match failure {
            Some(_) => None,
            None => self[i].map(map).map_err(|e| failure = Some(e)).ok(),
        });
        match failure {
            Some(failure) => Err(failure),
            None => Ok(mapped.map(|item| item.expect("no element failed"))),
        }
    }

    #[inline]
    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        zip_slice(self, other, visit)
    }

    #[inline]
    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        self.iter().try_for_each(|item| item.visit(visit))
    }
}

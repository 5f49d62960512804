//! Containers of structures: lists, options, results and pointers.

use super::{Map, Structure, elements, zip_slice};
use crate::depth::deeper;
use crate::{Error, Scalar};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

impl<R: Scalar, P: Structure<R>> Structure<R> for Vec<P> {
    type With<U: Scalar> = Vec<P::With<U>>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        deeper(|| P::map_slice(self, map))
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        deeper(|| zip_slice(self, other, visit))
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        deeper(|| self.iter().try_for_each(|item| item.visit(visit)))
    }
}

impl<R: Scalar, P: Structure<R>> Structure<R> for Box<[P]> {
    type With<U: Scalar> = Box<[P::With<U>]>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        deeper(|| Ok(P::map_slice(self, map)?.into_boxed_slice()))
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        deeper(|| zip_slice(self, other, visit))
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        deeper(|| self.iter().try_for_each(|item| item.visit(visit)))
    }
}

impl<R: Scalar, P: Structure<R>> Structure<R> for VecDeque<P> {
    type With<U: Scalar> = VecDeque<P::With<U>>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        deeper(|| self.iter().map(|item| item.map(map)).collect())
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        deeper(|| {
            if self.len() != other.len() {
                return Err(Error::mismatch(elements(self.len()), elements(other.len())));
            }
            for (i, (a, b)) in self.iter().zip(other).enumerate() {
                a.zip(b, visit).map_err(|e| e.at(format_args!("[{i}]")))?;
            }
            Ok(())
        })
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        deeper(|| self.iter().try_for_each(|item| item.visit(visit)))
    }
}

impl<R: Scalar, P: Structure<R>> Structure<R> for Option<P> {
    type With<U: Scalar> = Option<P::With<U>>;

    #[inline]
    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        self.as_ref().map(|item| item.map(map)).transpose()
    }

    #[inline]
    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        match (self, other) {
            (Some(a), Some(b)) => a.zip(b, visit).map_err(|e| e.at(".0")),
            (None, None) => Ok(()),
            (Some(_), None) => Err(Error::mismatch("Some", "None")),
            (None, Some(_)) => Err(Error::mismatch("None", "Some")),
        }
    }

    #[inline]
    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        self.iter().try_for_each(|item| item.visit(visit))
    }
}

impl<R: Scalar, P: Structure<R>, Q: Structure<R>> Structure<R> for Result<P, Q> {
    type With<U: Scalar> = Result<P::With<U>, Q::With<U>>;

    #[inline]
    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        Ok(match self {
            Ok(item) => Ok(item.map(map)?),
            Err(item) => Err(item.map(map)?),
        })
    }

    #[inline]
    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        match (self, other) {
            (Ok(a), Ok(b)) => a.zip(b, visit).map_err(|e| e.at(".0")),
            (Err(a), Err(b)) => a.zip(b, visit).map_err(|e| e.at(".0")),
            (Ok(_), Err(_)) => Err(Error::mismatch("Ok", "Err")),
            (Err(_), Ok(_)) => Err(Error::mismatch("Err", "Ok")),
        }
    }

    #[inline]
    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        match self {
            Ok(item) => item.visit(visit),
            Err(item) => item.visit(visit),
        }
    }
}

macro_rules! pointer {
    ($($Pointer:ident),*) => {$(
        impl<R: Scalar, P: Structure<R>> Structure<R> for $Pointer<P> {
            type With<U: Scalar> = $Pointer<P::With<U>>;

            fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
                deeper(|| Ok($Pointer::new((**self).map(map)?)))
            }

            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
                deeper(|| (**self).zip(&**other, visit))
            }

            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                deeper(|| (**self).visit(visit))
            }
        }
    )*};
}
pointer!(Box, Rc, Arc);

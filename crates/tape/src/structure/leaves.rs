//! The leaves of structures: numbers, and types without numbers.

use super::{Map, Structure};
use crate::{Active, Dual, Error, Scalar};
use std::marker::PhantomData;

macro_rules! number {
    ($Number:ty $(, $T:ident)?) => {
        impl$(<$T: Scalar>)? Structure<$Number> for $Number {
            type With<U: Scalar> = U;

            #[inline]
            fn map<U: Scalar, M: Map<$Number, U>>(&self, map: &mut M) -> Result<U, Error> {
                Ok(map.number(self))
            }

            #[inline]
            fn zip<U: Scalar, F: FnMut($Number, U)>(&self, other: &U, visit: &mut F) -> Result<(), Error> {
                visit(*self, *other);
                Ok(())
            }

            #[inline]
            fn visit<F: FnMut($Number)>(&self, visit: &mut F) -> Result<(), Error> {
                visit(*self);
                Ok(())
            }

            #[inline]
            fn map_slice<U: Scalar, M: Map<$Number, U>>(slice: &[Self], map: &mut M) -> Result<Vec<U>, Error> {
                Ok(map.numbers(slice))
            }
        }
    };
}
number!(f64);
number!(f32);
number!(Dual<T>, T);
number!(Active<T>, T);

macro_rules! discrete {
    ($($Discrete:ty),*) => {$(
        impl<R: Scalar> Structure<R> for $Discrete {
            type With<U: Scalar> = $Discrete;

            #[inline]
            fn map<U: Scalar, M: Map<R, U>>(&self, _: &mut M) -> Result<Self, Error> {
                Ok(self.clone())
            }

            #[inline]
            fn zip<U: Scalar, F: FnMut(R, U)>(&self, _: &Self, _: &mut F) -> Result<(), Error> {
                Ok(())
            }

            #[inline]
            fn visit<F: FnMut(R)>(&self, _: &mut F) -> Result<(), Error> {
                Ok(())
            }
        }
    )*};
}
discrete!(
    (),
    bool,
    char,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    String,
    &'static str
);

impl<R: Scalar, P: Structure<R>> Structure<R> for PhantomData<P> {
    type With<U: Scalar> = PhantomData<P::With<U>>;

    fn map<U: Scalar, M: Map<R, U>>(&self, _: &mut M) -> Result<Self::With<U>, Error> {
        Ok(PhantomData)
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, _: &Self::With<U>, _: &mut F) -> Result<(), Error> {
        Ok(())
    }

    fn visit<F: FnMut(R)>(&self, _: &mut F) -> Result<(), Error> {
        Ok(())
    }
}

//! Numbers with components: complex, logarithmic and tropical ones.

use super::{Map, Structure};
use crate::{Error, Scalar};
#[cfg(feature = "complex")]
use retrograde_numbers::Complex;
use retrograde_numbers::{Log, MaxPlus, MinPlus};

macro_rules! parts {
    ($Number:ident { $($part:ident),+ }) => {
        impl<R: Scalar, P: Structure<R>> Structure<R> for $Number<P> {
            type With<U: Scalar> = $Number<P::With<U>>;

            #[inline]
            fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
                Ok($Number { $($part: self.$part.map(map)?),+ })
            }

            #[inline]
            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
                $(self.$part.zip(&other.$part, visit).map_err(|e| e.at(concat!(".", stringify!($part))))?;)+
                Ok(())
            }

            #[inline]
            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                $(self.$part.visit(visit)?;)+
                Ok(())
            }
        }
    };
}
parts!(Log { ln });
parts!(MaxPlus { value });
parts!(MinPlus { value });
#[cfg(feature = "complex")]
parts!(Complex { re, im });

//! Shadows of numbers that are made of parts: complex numbers of two, logarithmic and tropical ones of one.
//!
//! Such a number over `T` has the same number over `C` for a shadow, each part of which holds the cotangent of that part:
//! the shadow of a `Complex<T>` is a `Complex<C>` of the derivatives by its real and by its imaginary part.

use crate::{Differentiable, Log, MaxPlus, MinPlus};

macro_rules! parts {
    ($Number:ident { $($part:ident),+ }) => {
        // Its parts are real numbers, whatever the type parameter of a generic structure.
        impl<V> Differentiable for $Number<V> {
            type Shadow<C: Copy> = $Number<C>;
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, c: C) -> $Number<C> {
                $Number { $($part: c),+ }
            }
            #[inline(always)]
            fn absorb<C: Copy>(into: &mut $Number<C>, from: &$Number<C>, plus: &impl Fn(C, C) -> C) {
                $(into.$part = plus(into.$part, from.$part);)+
            }
        }
    };
}

parts!(Log { ln });
parts!(MaxPlus { value });
parts!(MinPlus { value });
#[cfg(feature = "complex")]
use num_complex::Complex;
#[cfg(feature = "complex")]
parts!(Complex { re, im });

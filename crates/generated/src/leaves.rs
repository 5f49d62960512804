//! The numbers inside arguments and their cotangents, in one order for values and shadows.
//!
//! Law: a value and its shadow have equally many leaves, in the same order; [`Still`] has none.

use crate::items::{Layer, LayerShadow, Particle, ParticleShadow};
use retrograde::prelude::*;
use retrograde::{Complex, Dual};
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::num::Wrapping;

/// A real type at which programs are run.
pub trait Number: Real + Debug {
    /// The tolerance of differences.
    const DIFFERENCE: f64;
    /// The tolerance of restored values and other derivatives.
    const ROUNDING: f64;
    /// The step of a difference.
    const STEP: f64;

    /// Converts to a float.
    fn float(self) -> f64;
}

impl Number for f64 {
    const DIFFERENCE: f64 = 1e-5;
    const ROUNDING: f64 = 1e-9;
    const STEP: f64 = 1e-5;

    fn float(self) -> f64 {
        self
    }
}

impl Number for f32 {
    const DIFFERENCE: f64 = 0.05;
    const ROUNDING: f64 = 1e-3;
    const STEP: f64 = 1e-2;

    fn float(self) -> f64 {
        f64::from(self)
    }
}

/// Types that contain numbers of the type `L`.
pub trait Leaves<L> {
    /// Visits each number.
    fn each(&mut self, visit: &mut dyn FnMut(&mut L));

    /// Writes the parts that are not numbers.
    fn exact(&self, out: &mut String);
}

/// An argument that carries no cotangent.
#[derive(Clone, Copy, Debug)]
pub struct Still<X>(pub X);

impl<L, X: Debug> Leaves<L> for Still<X> {
    fn each(&mut self, _: &mut dyn FnMut(&mut L)) {}
    fn exact(&self, out: &mut String) {
        let _ = write!(out, "{:?} ", self.0);
    }
}

macro_rules! numbers {
    ($($Number:ty),*) => { $(
        impl Leaves<$Number> for $Number {
            fn each(&mut self, visit: &mut dyn FnMut(&mut $Number)) {
                visit(self);
            }
            fn exact(&self, _: &mut String) {}
        }

        impl Leaves<$Number> for Complex<$Number> {
            fn each(&mut self, visit: &mut dyn FnMut(&mut $Number)) {
                visit(&mut self.re);
                visit(&mut self.im);
            }
            fn exact(&self, _: &mut String) {}
        }
    )* };
}
numbers!(f64, f32, Dual<f64>);

macro_rules! exact {
    ($($Exact:ty),*) => { $(
        impl<L> Leaves<L> for $Exact {
            fn each(&mut self, _: &mut dyn FnMut(&mut L)) {}
            fn exact(&self, out: &mut String) {
                let _ = write!(out, "{self:?} ");
            }
        }
    )* };
}
exact!(usize, i8, u8, i32, i64, bool, Wrapping<u8>, ());

impl<L, A: Leaves<L>> Leaves<L> for Vec<A> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
        self.iter_mut().for_each(|item| item.each(visit));
    }
    fn exact(&self, out: &mut String) {
        let _ = write!(out, "{} ", self.len());
        self.iter().for_each(|item| item.exact(out));
    }
}

impl<L, A: Leaves<L>, const N: usize> Leaves<L> for [A; N] {
    fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
        self.iter_mut().for_each(|item| item.each(visit));
    }
    fn exact(&self, out: &mut String) {
        self.iter().for_each(|item| item.exact(out));
    }
}

impl<L, K: Debug, A: Leaves<L>> Leaves<L> for BTreeMap<K, A> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
        self.values_mut().for_each(|item| item.each(visit));
    }
    fn exact(&self, out: &mut String) {
        for (key, item) in self {
            let _ = write!(out, "{key:?}: ");
            item.exact(out);
        }
    }
}

macro_rules! tuples {
    ($($($T:ident $i:tt),+;)*) => { $(
        impl<L, $($T: Leaves<L>),+> Leaves<L> for ($($T,)+) {
            fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
                $(self.$i.each(visit);)+
            }
            fn exact(&self, out: &mut String) {
                $(self.$i.exact(out);)+
            }
        }
    )* };
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, M 11;
}

/// Implements `Leaves` for the fields of a structure and of its shadow.
macro_rules! structures {
    ($($Value:ident, $Shadow:ident: $($field:ident)+, $($exact:ident)*;)*) => { $(
        impl<L: Leaves<L>> Leaves<L> for $Value<L> {
            fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
                $(self.$field.each(visit);)+
            }
            fn exact(&self, out: &mut String) {
                $(Leaves::<L>::exact(&self.$exact, out);)*
            }
        }

        impl<L: Leaves<L> + Copy> Leaves<L> for $Shadow<L> {
            fn each(&mut self, visit: &mut dyn FnMut(&mut L)) {
                $(self.$field.each(visit);)+
            }
            fn exact(&self, _: &mut String) {}
        }
    )* };
}
structures! {
    Particle, ParticleShadow: at mass, tag;
    Layer, LayerShadow: weights shift, steps;
}

//! [`Kind`]: how the numbers of a value are found, and those of its cotangent, as the text of its type tells it.
//!
//! The type as it was written tells what is real, before another takes the place of a generic one: beside it, an `f64` is a
//! constant float. So the macro writes the kind, `Each<Parts<(Number, Nothing)>>` of `&[(T, usize)]`, and everything else is
//! done here. Law: numbers and cotangents come in the same order, and as many of either.

use super::numbers::{InOrder, Numbers, shown, taken};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;
use retrograde_numbers::{Differentiable, Inactive};
use retrograde_rules::Real;
#[cfg(feature = "std")]
use {core::hash::BuildHasher, core::hash::Hash, std::collections::HashMap};

/// A kind of values, whose cotangents are made of `C`.
pub trait Kind<V, C> {
    /// The cotangent of a value.
    type Bar;
    /// Appends all numbers.
    fn append(value: &V, to: &mut Vec<f64>);
    /// Takes as many as there are.
    fn load(value: &mut V, from: &mut &[f64]);
    /// Makes a cotangent of the shape of a value.
    fn shaped(like: &V) -> Self::Bar;
    /// Appends all cotangents.
    fn show(bar: &Self::Bar, to: &mut Vec<f64>);
    /// Takes as many as there are.
    fn fill(bar: &mut Self::Bar, from: &mut &[f64]);
}

/// Numbers and arrays of them: the cotangent is of the same type.
#[derive(Debug)]
pub struct Plain;

/// A real number within a tuple, or beside structures.
#[derive(Debug)]
pub struct Number;

/// Carries no cotangent.
#[derive(Debug)]
pub struct Nothing;

/// Arrays and vectors of a kind.
#[derive(Debug)]
pub struct Each<K>(PhantomData<K>);

/// Maps with values of a kind.
#[derive(Debug)]
pub struct Values<K>(PhantomData<K>);

/// A tuple whose parts have these kinds.
#[derive(Debug)]
pub struct Parts<L>(PhantomData<L>);

/// A structure, whose shadow is its own affair.
#[derive(Debug)]
pub struct Structure;

impl<V: Numbers + Clone, C> Kind<V, C> for Plain {
    type Bar = V;
    fn append(value: &V, to: &mut Vec<f64>) {
        value.append(to);
    }
    fn load(value: &mut V, from: &mut &[f64]) {
        value.load(from);
    }
    fn shaped(like: &V) -> V {
        like.clone()
    }
    fn show(bar: &V, to: &mut Vec<f64>) {
        bar.append(to);
    }
    fn fill(bar: &mut V, from: &mut &[f64]) {
        bar.load(from);
    }
}

impl<V: Numbers, C: Real + Numbers> Kind<V, C> for Number {
    type Bar = C;
    fn append(value: &V, to: &mut Vec<f64>) {
        value.append(to);
    }
    fn load(value: &mut V, from: &mut &[f64]) {
        value.load(from);
    }
    fn shaped(_: &V) -> C {
        C::constant(0.0)
    }
    fn show(bar: &C, to: &mut Vec<f64>) {
        bar.append(to);
    }
    fn fill(bar: &mut C, from: &mut &[f64]) {
        bar.load(from);
    }
}

impl<V, C> Kind<V, C> for Nothing {
    type Bar = Inactive<C>;
    fn append(_: &V, _: &mut Vec<f64>) {}
    fn load(_: &mut V, _: &mut &[f64]) {}
    fn shaped(_: &V) -> Inactive<C> {
        Inactive::new()
    }
    fn show(_: &Inactive<C>, _: &mut Vec<f64>) {}
    fn fill(_: &mut Inactive<C>, _: &mut &[f64]) {}
}

/// Implements it for arrays and vectors: in brackets a constant that the type needs, then the sequence of a type, and how one
/// is made in the shape of another.
macro_rules! each {
    ($([$(const $n:ident)?] $V:ident => $Sequence:ty, $Bars:ty, |$like:ident| $shaped:expr;)*) => { $(
        impl<$V, C, K: Kind<$V, C> $(, const $n: usize)?> Kind<$Sequence, C> for Each<K> {
            type Bar = $Bars;
            fn append(value: &$Sequence, to: &mut Vec<f64>) {
                value.iter().for_each(|item| K::append(item, to));
            }
            fn load(value: &mut $Sequence, from: &mut &[f64]) {
                value.iter_mut().for_each(|item| K::load(item, from));
            }
            fn shaped($like: &$Sequence) -> $Bars {
                $shaped
            }
            fn show(bar: &$Bars, to: &mut Vec<f64>) {
                bar.iter().for_each(|item| K::show(item, to));
            }
            fn fill(bar: &mut $Bars, from: &mut &[f64]) {
                bar.iter_mut().for_each(|item| K::fill(item, from));
            }
        }
    )* };
}
each! {
    [] V => Vec<V>, Vec<K::Bar>, |like| like.iter().map(K::shaped).collect();
    [const N] V => [V; N], [K::Bar; N], |like| core::array::from_fn(|i| K::shaped(&like[i]));
}

/// Implements it for maps, which are gone through in the order of their keys.
macro_rules! values {
    ($($Map:ident<Q: $bound:path $(, $S:ident: $of:path)*>;)*) => { $(
        impl<Q: Clone + $bound, V, C, K: Kind<V, C> $(, $S: $of + Default)*> Kind<$Map<Q, V $(, $S)*>, C> for Values<K> {
            type Bar = $Map<Q, K::Bar $(, $S)*>;
            fn append(value: &$Map<Q, V $(, $S)*>, to: &mut Vec<f64>) {
                value.in_order().into_iter().for_each(|item| K::append(item, to));
            }
            fn load(value: &mut $Map<Q, V $(, $S)*>, from: &mut &[f64]) {
                value.in_order_mut().into_iter().for_each(|item| K::load(item, from));
            }
            fn shaped(like: &$Map<Q, V $(, $S)*>) -> Self::Bar {
                like.iter().map(|(key, item)| (key.clone(), K::shaped(item))).collect()
            }
            fn show(bar: &Self::Bar, to: &mut Vec<f64>) {
                bar.in_order().into_iter().for_each(|item| K::show(item, to));
            }
            fn fill(bar: &mut Self::Bar, from: &mut &[f64]) {
                bar.in_order_mut().into_iter().for_each(|item| K::fill(item, from));
            }
        }
    )* };
}
values! { BTreeMap<Q: Ord>; }
#[cfg(feature = "std")]
values! { HashMap<Q: HashKey, S: BuildHasher>; }

/// A key of a hash map.
#[cfg(feature = "std")]
pub trait HashKey: Hash + Eq {}
#[cfg(feature = "std")]
impl<Q: Hash + Eq> HashKey for Q {}

macro_rules! parts {
    ($(($($V:ident $K:ident $i:tt),*);)*) => { $(
        #[allow(unused_variables, clippy::unused_unit)]
        impl<C, $($V, $K: Kind<$V, C>),*> Kind<($($V,)*), C> for Parts<($($K,)*)> {
            type Bar = ($($K::Bar,)*);
            fn append(value: &($($V,)*), to: &mut Vec<f64>) {
                $($K::append(&value.$i, to);)*
            }
            fn load(value: &mut ($($V,)*), from: &mut &[f64]) {
                $($K::load(&mut value.$i, from);)*
            }
            fn shaped(like: &($($V,)*)) -> Self::Bar {
                ($($K::shaped(&like.$i),)*)
            }
            fn show(bar: &Self::Bar, to: &mut Vec<f64>) {
                $($K::show(&bar.$i, to);)*
            }
            fn fill(bar: &mut Self::Bar, from: &mut &[f64]) {
                $($K::fill(&mut bar.$i, from);)*
            }
        }
    )* };
}
parts! {
    ();
    (V0 K0 0);
    (V0 K0 0, V1 K1 1);
    (V0 K0 0, V1 K1 1, V2 K2 2);
    (V0 K0 0, V1 K1 1, V2 K2 2, V3 K3 3);
    (V0 K0 0, V1 K1 1, V2 K2 2, V3 K3 3, V4 K4 4);
    (V0 K0 0, V1 K1 1, V2 K2 2, V3 K3 3, V4 K4 4, V5 K5 5);
}

impl<V: Differentiable + Numbers, C: Copy + Real + Numbers> Kind<V, C> for Structure {
    type Bar = V::Shadow<C>;
    fn append(value: &V, to: &mut Vec<f64>) {
        value.append(to);
    }
    fn load(value: &mut V, from: &mut &[f64]) {
        value.load(from);
    }
    fn shaped(like: &V) -> V::Shadow<C> {
        like.shadow_of(C::constant(0.0))
    }
    fn show(bar: &V::Shadow<C>, to: &mut Vec<f64>) {
        let (mut copy, to) = (bar.clone(), RefCell::new(to));
        V::absorb(&mut copy, bar, &|c, _| shown(c, &to));
    }
    fn fill(bar: &mut V::Shadow<C>, from: &mut &[f64]) {
        let (shape, from) = (bar.clone(), RefCell::new(from));
        V::absorb(bar, &shape, &|c, _| taken(c, &from));
    }
}

//! [`Copied`]: the arguments of a function under check as a list, of which copies are made and numbers moved.
//!
//! The macro writes the list once, `(state::<Plain, _>(y), (input::<Plain, _>(&a), ()))`, beside closures that hand copies and
//! cotangents to the programs. Law: the arguments themselves stay as they are.

use super::kinds::{Kind, Plain};
use super::numbers::Numbers;
use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// An argument that the function changes.
#[derive(Debug)]
pub struct State<'v, K, V: ?Sized>(&'v V, PhantomData<K>);

/// An argument that is read.
#[derive(Debug)]
pub struct Input<'v, K, V: ?Sized>(&'v V, PhantomData<K>);

/// Storage that is lent: what it holds means nothing.
#[derive(Debug)]
pub struct Scratch<'v, K, V: ?Sized>(&'v V, PhantomData<K>);

/// Lists an argument that the function changes.
pub fn state<K, V: ?Sized>(value: &V) -> State<'_, K, V> {
    State(value, PhantomData)
}

/// Lists an argument that is read.
pub fn input<K, V: ?Sized>(value: &V) -> Input<'_, K, V> {
    Input(value, PhantomData)
}

/// Lists numbers or arrays of them that the function changes.
pub fn plain_state<V: ?Sized>(value: &V) -> State<'_, Plain, V> {
    state(value)
}

/// Lists numbers or arrays of them that are read.
pub fn plain_input<V: ?Sized>(value: &V) -> Input<'_, Plain, V> {
    input(value)
}

/// Lists storage that is lent.
pub fn scratch<K, V: ?Sized>(value: &V) -> Scratch<'_, K, V> {
    Scratch(value, PhantomData)
}

/// An argument, or a list of them, with cotangents that are made of `C`.
pub trait Copied<C> {
    /// A copy of the arguments.
    type Copy: Clone;
    /// Their cotangents.
    type Bar;
    /// Copies the arguments. What a run has changed, and what it holds beside numbers, is as one has left it, where that is given.
    fn copy(&self, after: Option<&Self::Copy>) -> Self::Copy;
    /// Takes the numbers of a copy.
    fn load(copy: &mut Self::Copy, from: &mut &[f64]);
    /// Appends the numbers of a copy.
    fn append(copy: &Self::Copy, to: &mut Vec<f64>);
    /// Appends for each number of a copy whether the function changes it.
    fn changed(copy: &Self::Copy, to: &mut Vec<bool>);
    /// Appends what of a copy has to come back to the bit.
    fn exact(copy: &Self::Copy, to: &mut Vec<u64>);
    /// Makes cotangents in the shape of a copy; those of what is changed are in the shape that a run has left, where that is given.
    fn bars(copy: &Self::Copy, after: Option<&Self::Copy>) -> Self::Bar;
    /// Takes the cotangents.
    fn fill(bars: &mut Self::Bar, from: &mut &[f64]);
    /// Appends the cotangents.
    fn show(bars: &Self::Bar, to: &mut Vec<f64>);
    /// Sets the cotangents of what the function changes to these numbers, again and again, and the others to zero.
    fn seed(bars: &mut Self::Bar, with: &[f64]);
}

impl<C> Copied<C> for () {
    type Copy = ();
    type Bar = ();
    fn copy(&self, _: Option<&()>) {}
    fn load((): &mut (), _: &mut &[f64]) {}
    fn append((): &(), _: &mut Vec<f64>) {}
    fn changed((): &(), _: &mut Vec<bool>) {}
    fn exact((): &(), _: &mut Vec<u64>) {}
    fn bars((): &(), _: Option<&()>) {}
    fn fill((): &mut (), _: &mut &[f64]) {}
    fn show((): &(), _: &mut Vec<f64>) {}
    fn seed((): &mut (), _: &[f64]) {}
}

impl<C, A: Copied<C>, B: Copied<C>> Copied<C> for (A, B) {
    type Copy = (A::Copy, B::Copy);
    type Bar = (A::Bar, B::Bar);
    fn copy(&self, after: Option<&Self::Copy>) -> Self::Copy {
        (self.0.copy(after.map(|(a, _)| a)), self.1.copy(after.map(|(_, b)| b)))
    }
    fn load((a, b): &mut Self::Copy, from: &mut &[f64]) {
        A::load(a, from);
        B::load(b, from);
    }
    fn append((a, b): &Self::Copy, to: &mut Vec<f64>) {
        A::append(a, to);
        B::append(b, to);
    }
    fn changed((a, b): &Self::Copy, to: &mut Vec<bool>) {
        A::changed(a, to);
        B::changed(b, to);
    }
    fn exact((a, b): &Self::Copy, to: &mut Vec<u64>) {
        A::exact(a, to);
        B::exact(b, to);
    }
    fn bars((a, b): &Self::Copy, after: Option<&Self::Copy>) -> Self::Bar {
        (A::bars(a, after.map(|(a, _)| a)), B::bars(b, after.map(|(_, b)| b)))
    }
    fn fill((a, b): &mut Self::Bar, from: &mut &[f64]) {
        A::fill(a, from);
        B::fill(b, from);
    }
    fn show((a, b): &Self::Bar, to: &mut Vec<f64>) {
        A::show(a, to);
        B::show(b, to);
    }
    fn seed((a, b): &mut Self::Bar, with: &[f64]) {
        A::seed(a, with);
        B::seed(b, with);
    }
}

/// Implements it for one argument: whether a copy starts from what a run has left, whether the function changes it, and whether its
/// numbers are compared.
macro_rules! copied {
    ($($Passed:ident: starts $start:expr, changes $changes:literal, $compared:tt;)*) => { $(
        impl<C, V, K> Copied<C> for $Passed<'_, K, V>
        where
            V: ToOwned<Owned: Clone + Numbers> + ?Sized,
            K: Kind<V::Owned, C>,
        {
            type Copy = V::Owned;
            type Bar = K::Bar;
            fn copy(&self, after: Option<&V::Owned>) -> V::Owned {
                let of: for<'a> fn(Option<&'a V::Owned>) -> Option<&'a V::Owned> = $start;
                of(after).cloned().unwrap_or_else(|| self.0.to_owned())
            }
            fn bars(copy: &V::Owned, after: Option<&V::Owned>) -> K::Bar {
                let of: for<'a> fn(Option<&'a V::Owned>) -> Option<&'a V::Owned> = $start;
                K::shaped(of(after).unwrap_or(copy))
            }
            copied! { @ $compared $changes }
        }
    )* };
    (@ compared $changes:literal) => {
        fn load(copy: &mut V::Owned, from: &mut &[f64]) {
            K::load(copy, from);
        }
        fn append(copy: &V::Owned, to: &mut Vec<f64>) {
            K::append(copy, to);
        }
        fn changed(copy: &V::Owned, to: &mut Vec<bool>) {
            let mut numbers = Vec::new();
            K::append(copy, &mut numbers);
            to.resize(to.len() + numbers.len(), $changes);
        }
        fn exact(copy: &V::Owned, to: &mut Vec<u64>) {
            copy.exact(to);
        }
        fn fill(bars: &mut K::Bar, from: &mut &[f64]) {
            K::fill(bars, from);
        }
        fn show(bars: &K::Bar, to: &mut Vec<f64>) {
            K::show(bars, to);
        }
        fn seed(bars: &mut K::Bar, with: &[f64]) {
            let mut numbers = Vec::new();
            K::show(bars, &mut numbers);
            let seeds = with.iter().map(|seed| if $changes { *seed } else { 0.0 });
            numbers.iter_mut().zip(seeds.cycle()).for_each(|(number, seed)| *number = seed);
            K::fill(bars, &mut &numbers[..]);
        }
    };
    (@ ignored $changes:literal) => {
        fn load(_: &mut V::Owned, _: &mut &[f64]) {}
        fn append(_: &V::Owned, _: &mut Vec<f64>) {}
        fn changed(_: &V::Owned, _: &mut Vec<bool>) {}
        fn exact(_: &V::Owned, _: &mut Vec<u64>) {}
        fn fill(_: &mut K::Bar, _: &mut &[f64]) {}
        fn show(_: &K::Bar, _: &mut Vec<f64>) {}
        fn seed(_: &mut K::Bar, _: &[f64]) {}
    };
}
copied! {
    State: starts |after| after, changes true, compared;
    Input: starts |_| None, changes false, compared;
    Scratch: starts |_| None, changes false, ignored;
}

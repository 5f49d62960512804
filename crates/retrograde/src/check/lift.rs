//! [`Lift`]: values at dual numbers, and back, as the text of their type tells it.
//!
//! The macro writes the kind of a type, `Each<Parts<(Number, Nothing)>>` of `&[(T, usize)]`, in which a type that does not mention the
//! number of the function is [`Nothing`]: it is the same at dual numbers. Law: a direction is listed in the order in which numbers are
//! lifted.

use super::kinds::{Each, Nothing, Number, Parts, Structure, Values};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use retrograde_numbers::Dual;
use retrograde_rules::Real;
use retrograde_tape::{Scalar, structure};
use std::collections::HashMap;

/// The next tangent.
pub type Next<'n, R> = &'n mut dyn FnMut() -> R;

/// A part of a dual number: its value, or its tangent.
pub type Part<R> = fn(&Dual<R>) -> R;

/// A kind of values `V` over numbers `R`, which are `D` over dual numbers.
pub trait Lift<V, D, R> {
    /// Appends the numbers of a direction, in the order of those of a value.
    fn paired(value: &V, along: &V, to: &mut Vec<R>);
    /// Returns a value at dual numbers.
    fn lifted(value: &V, next: Next<'_, R>) -> D;
    /// Returns one part of all numbers.
    fn lowered(value: &D, part: Part<R>) -> V;
}

impl<R: Real> Lift<R, Dual<R>, R> for Number {
    fn paired(_: &R, along: &R, to: &mut Vec<R>) {
        to.push(*along);
    }
    fn lifted(value: &R, next: Next<'_, R>) -> Dual<R> {
        Dual::new(*value, next())
    }
    fn lowered(value: &Dual<R>, part: Part<R>) -> R {
        part(value)
    }
}

impl<V: Clone, R> Lift<V, V, R> for Nothing {
    fn paired(_: &V, _: &V, _: &mut Vec<R>) {}
    fn lifted(value: &V, _: Next<'_, R>) -> V {
        value.clone()
    }
    fn lowered(value: &V, _: Part<R>) -> V {
        value.clone()
    }
}

#[track_caller]
fn same_length(value: usize, along: usize) {
    assert!(value == along, "a direction has {along} elements where the argument has {value}");
}

impl<V, D, R, K: Lift<V, D, R>> Lift<Vec<V>, Vec<D>, R> for Each<K> {
    fn paired(value: &Vec<V>, along: &Vec<V>, to: &mut Vec<R>) {
        same_length(value.len(), along.len());
        value.iter().zip(along).for_each(|(value, along)| K::paired(value, along, to));
    }
    fn lifted(value: &Vec<V>, next: Next<'_, R>) -> Vec<D> {
        value.iter().map(|item| K::lifted(item, next)).collect()
    }
    fn lowered(value: &Vec<D>, part: Part<R>) -> Vec<V> {
        value.iter().map(|item| K::lowered(item, part)).collect()
    }
}

impl<V, D, R, K: Lift<V, D, R>, const N: usize> Lift<[V; N], [D; N], R> for Each<K> {
    fn paired(value: &[V; N], along: &[V; N], to: &mut Vec<R>) {
        value.iter().zip(along).for_each(|(value, along)| K::paired(value, along, to));
    }
    fn lifted(value: &[V; N], next: Next<'_, R>) -> [D; N] {
        core::array::from_fn(|i| K::lifted(&value[i], next))
    }
    fn lowered(value: &[D; N], part: Part<R>) -> [V; N] {
        core::array::from_fn(|i| K::lowered(&value[i], part))
    }
}

/// Implements it for maps, whose values are lifted in the order of the map.
macro_rules! maps {
    ($($Map:ident<Q: $bound:path $(, $with:path; $S:ident: $of:path)?>;)*) => { $(
        impl<Q: Clone + $bound $(+ $with)?, V, D, R, K: Lift<V, D, R> $(, $S: $of + Default)?>
            Lift<$Map<Q, V $(, $S)?>, $Map<Q, D $(, $S)?>, R> for Values<K>
        {
            fn paired(value: &$Map<Q, V $(, $S)?>, along: &$Map<Q, V $(, $S)?>, to: &mut Vec<R>) {
                same_length(value.len(), along.len());
                for (key, value) in value {
                    let Some(along) = along.get(key) else { panic!("a direction has another key than the argument") };
                    K::paired(value, along, to);
                }
            }
            fn lifted(value: &$Map<Q, V $(, $S)?>, next: Next<'_, R>) -> $Map<Q, D $(, $S)?> {
                value.iter().map(|(key, item)| (key.clone(), K::lifted(item, next))).collect()
            }
            fn lowered(value: &$Map<Q, D $(, $S)?>, part: Part<R>) -> $Map<Q, V $(, $S)?> {
                value.iter().map(|(key, item)| (key.clone(), K::lowered(item, part))).collect()
            }
        }
    )* };
}
maps! { BTreeMap<Q: Ord>; HashMap<Q: Hash, Eq; S: BuildHasher>; }

macro_rules! parts {
    ($(($($V:ident $D:ident $K:ident $i:tt),*);)*) => { $(
        #[allow(unused_variables, clippy::unused_unit)]
        impl<R, $($V, $D, $K: Lift<$V, $D, R>),*> Lift<($($V,)*), ($($D,)*), R> for Parts<($($K,)*)> {
            fn paired(value: &($($V,)*), along: &($($V,)*), to: &mut Vec<R>) {
                $($K::paired(&value.$i, &along.$i, to);)*
            }
            fn lifted(value: &($($V,)*), next: Next<'_, R>) -> ($($D,)*) {
                ($($K::lifted(&value.$i, next),)*)
            }
            fn lowered(value: &($($D,)*), part: Part<R>) -> ($($V,)*) {
                ($($K::lowered(&value.$i, part),)*)
            }
        }
    )* };
}
parts! {
    (V0 D0 K0 0);
    (V0 D0 K0 0, V1 D1 K1 1);
    (V0 D0 K0 0, V1 D1 K1 1, V2 D2 K2 2);
    (V0 D0 K0 0, V1 D1 K1 1, V2 D2 K2 2, V3 D3 K3 3);
    (V0 D0 K0 0, V1 D1 K1 1, V2 D2 K2 2, V3 D3 K3 3, V4 D4 K4 4);
    (V0 D0 K0 0, V1 D1 K1 1, V2 D2 K2 2, V3 D3 K3 3, V4 D4 K4 4, V5 D5 K5 5);
}

/// A structure that has dual numbers, `D`, in the place of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold dual numbers: there are no second derivatives",
    label = "tangents have no place in this type",
    note = "`#[derive(Differentiable)]` makes place in a structure that is generic over its number: `struct Point<T> {{ x: T, y: T }}`, of \
            which `Point<f64>` is what it was before"
)]
pub trait Lifted<R, D>: Sized {
    /// Appends the numbers of a direction.
    fn paired(&self, along: &Self, to: &mut Vec<R>);
    /// Returns the structure at dual numbers.
    fn lifted(&self, next: Next<'_, R>) -> D;
    /// Returns one part of all numbers.
    fn lowered(value: &D, part: Part<R>) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V, R, D> Lifted<R, D> for V
where
    R: Scalar,
    V: structure::Structure<R, With<R> = V>,
    V: structure::Structure<R, With<Dual<R>> = D>,
    D: structure::Structure<Dual<R>, With<R> = V>,
{
    fn paired(&self, along: &V, to: &mut Vec<R>) {
        done(self.zip(along, &mut |_, tangent: R| to.push(tangent)));
    }
    fn lifted(&self, next: Next<'_, R>) -> D {
        done(self.map(&mut Along(next)))
    }
    fn lowered(value: &D, part: Part<R>) -> V {
        done(value.map(&mut Lowered(part)))
    }
}

/// Returns what a traversal has made; another shape, or a depth beyond the stack, is the caller's.
#[track_caller]
fn done<T>(result: Result<T, retrograde_tape::Error>) -> T {
    match result {
        Ok(done) => done,
        Err(error) => panic!("a direction has another shape than its argument: {error}"),
    }
}

struct Along<'n, R>(Next<'n, R>);

impl<R: Real> structure::Map<R, Dual<R>> for Along<'_, R> {
    fn number(&mut self, x: &R) -> Dual<R> {
        Dual::new(*x, (self.0)())
    }
    fn constant(&mut self, x: &R) -> Dual<R> {
        Dual::new(*x, R::constant(0.0))
    }
}

struct Lowered<R>(Part<R>);

impl<R: Real> structure::Map<Dual<R>, R> for Lowered<R> {
    fn number(&mut self, x: &Dual<R>) -> R {
        (self.0)(x)
    }
    fn constant(&mut self, x: &Dual<R>) -> R {
        x.value
    }
}

impl<V: Lifted<R, D>, D, R> Lift<V, D, R> for Structure {
    fn paired(value: &V, along: &V, to: &mut Vec<R>) {
        value.paired(along, to);
    }
    fn lifted(value: &V, next: Next<'_, R>) -> D {
        value.lifted(next)
    }
    fn lowered(value: &D, part: Part<R>) -> V {
        V::lowered(value, part)
    }
}

/// Returns an argument at dual numbers.
pub fn lifted<K: Lift<V::Owned, D, R>, V: ToOwned + ?Sized, D, R>(value: &V, next: Next<'_, R>) -> D {
    K::lifted(&value.to_owned(), next)
}

/// Returns an argument at dual numbers, by which no derivative is taken.
pub fn constant<K: Lift<V::Owned, D, R>, V: ToOwned + ?Sized, D, R: Real>(value: &V, _: Next<'_, R>) -> D {
    K::lifted(&value.to_owned(), &mut || R::constant(0.0))
}

/// Appends the numbers of the direction of an argument.
pub fn paired<K: Lift<V::Owned, D, R>, V: ToOwned + ?Sized, D, R>(value: &V, along: &V, to: &mut Vec<R>) {
    K::paired(&value.to_owned(), &along.to_owned(), to);
}

/// Returns one part of the numbers of a value.
pub fn lowered<K: Lift<V, D, R>, V, D, R>(value: &D, part: Part<R>) -> V {
    K::lowered(value, part)
}

/// A trait that nothing implements, so that a call of a program that a function has only at dual numbers is an error.
#[diagnostic::on_unimplemented(
    message = "this function is not known at dual numbers",
    label = "second derivatives need the function at numbers that carry a tangent",
    note = "a function written at `f64` is there at dual numbers if it says so: `#[reversible(generic)]`, `#[differentiable(generic)]`; \
            or write it for every number: `fn f<T: Real>(x: T) -> T`",
    note = "its structures are generic over the number, too: `struct Point<T> {{ x: T, y: T }}`; a method stands in `impl<T: Real> Point<T>`, \
            and no argument is `impl Fn(T) -> T`"
)]
pub trait Generic {}

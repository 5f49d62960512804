//! The numbers of arguments, listed in the order of the cotangents in their shadows.
//!
//! In addition the exact values are listed as words: integers, lengths, keys and fixed-point numbers. Law: the order
//! depends on the value only, so a map is visited in the order of its keys, or of their hashes.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::num::Wrapping;
use retrograde_numbers::{Dual, Fixed, Log, MaxPlus, MinPlus};
#[cfg(feature = "std")]
use {
    core::hash::Hash, core::hash::Hasher, std::collections::HashMap,
    std::collections::hash_map::DefaultHasher,
};

/// A list of numbers.
#[diagnostic::on_unimplemented(
    message = "the numbers of `{Self}` cannot be taken apart for a check",
    label = "`check` moves each number of this type by itself",
    note = "`#[derive(Differentiable)]` before a structure takes it apart; real numbers are checked at `f64`, `f32` and in \
            fixed point"
)]
pub trait Numbers {
    /// Appends all numbers.
    fn append(&self, to: &mut Vec<f64>);
    /// Reads as many numbers as it contains.
    fn load(&mut self, from: &mut &[f64]);
    /// Appends the exact values.
    fn exact(&self, to: &mut Vec<u64>);
}

impl Numbers for f64 {
    fn append(&self, to: &mut Vec<f64>) {
        to.push(*self);
    }
    fn load(&mut self, from: &mut &[f64]) {
        if let Some((first, rest)) = from.split_first() {
            (*self, *from) = (*first, rest);
        }
    }
    fn exact(&self, _: &mut Vec<u64>) {}
}

impl Numbers for f32 {
    fn append(&self, to: &mut Vec<f64>) {
        to.push(f64::from(*self));
    }
    fn load(&mut self, from: &mut &[f64]) {
        let mut number = f64::from(*self);
        number.load(from);
        *self = number as f32;
    }
    fn exact(&self, _: &mut Vec<u64>) {}
}

impl<const FRAC: u32> Numbers for Fixed<FRAC> {
    fn append(&self, to: &mut Vec<f64>) {
        to.push(self.to_f64());
    }
    fn load(&mut self, from: &mut &[f64]) {
        let mut number = self.to_f64();
        number.load(from);
        // A number out of range becomes the closest one.
        let last = if number < 0.0 { Self::MIN } else { Self::MAX };
        *self = Self::nearest(number).unwrap_or(last);
    }
    fn exact(&self, to: &mut Vec<u64>) {
        to.push(self.to_bits() as u64);
    }
}

/// Implements the trait for numbers that consist of others, in this order.
macro_rules! parted {
    ($($Number:ident { $($part:ident),+ })*) => { $(
        impl<N: Numbers> Numbers for $Number<N> {
            fn append(&self, to: &mut Vec<f64>) {
                $(self.$part.append(to);)+
            }
            fn load(&mut self, from: &mut &[f64]) {
                $(self.$part.load(from);)+
            }
            fn exact(&self, to: &mut Vec<u64>) {
                $(self.$part.exact(to);)+
            }
        }
    )* };
}
parted! { Dual { value, tangent } Log { ln } MaxPlus { value } MinPlus { value } }
#[cfg(feature = "complex")]
use retrograde_numbers::Complex;
#[cfg(feature = "complex")]
parted! { Complex { re, im } }

impl<N: Numbers> Numbers for [N] {
    fn append(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|number| number.append(to));
    }
    fn load(&mut self, from: &mut &[f64]) {
        self.iter_mut().for_each(|number| number.load(from));
    }
    fn exact(&self, to: &mut Vec<u64>) {
        self.iter().for_each(|number| number.exact(to));
    }
}

impl<N: Numbers, const L: usize> Numbers for [N; L] {
    fn append(&self, to: &mut Vec<f64>) {
        self[..].append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        self[..].load(from);
    }
    fn exact(&self, to: &mut Vec<u64>) {
        self[..].exact(to);
    }
}

impl<N: Numbers> Numbers for Vec<N> {
    fn append(&self, to: &mut Vec<f64>) {
        self[..].append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        self[..].load(from);
    }
    fn exact(&self, to: &mut Vec<u64>) {
        self.len().exact(to);
        self[..].exact(to);
    }
}

impl<N: Numbers> Numbers for Option<N> {
    fn append(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|number| number.append(to));
    }
    fn load(&mut self, from: &mut &[f64]) {
        self.iter_mut().for_each(|number| number.load(from));
    }
    fn exact(&self, to: &mut Vec<u64>) {
        self.is_some().exact(to);
        self.iter().for_each(|number| number.exact(to));
    }
}

impl<N: Numbers> Numbers for Box<N> {
    fn append(&self, to: &mut Vec<f64>) {
        (**self).append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        (**self).load(from);
    }
    fn exact(&self, to: &mut Vec<u64>) {
        (**self).exact(to);
    }
}

/// A trait that no argument of a function without a check implements, so that a call of `check` is an error.
#[diagnostic::on_unimplemented(
    message = "this function has no check: an argument of it cannot be copied",
    label = "state, scratch and numbers behind `impl` and `dyn` types have no copies that `check` could move",
    note = "give the argument a type with a name, or hold the programs against `check_gradient` in a test of your own"
)]
pub trait Copyable {}

/// The values of a map, in an order that its keys alone tell.
pub(super) trait InOrder {
    /// The values of the map.
    type Value;
    /// The values.
    fn in_order(&self) -> Vec<&Self::Value>;
    /// The values, to be changed.
    fn in_order_mut(&mut self) -> Vec<&mut Self::Value>;
}

impl<K, V> InOrder for BTreeMap<K, V> {
    type Value = V;
    fn in_order(&self) -> Vec<&V> {
        self.values().collect()
    }
    fn in_order_mut(&mut self) -> Vec<&mut V> {
        self.values_mut().collect()
    }
}

/// Returns a hash of a key that is the same in every run and every map.
#[cfg(feature = "std")]
fn place_of(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(feature = "std")]
impl<K: Hash, V, S> InOrder for HashMap<K, V, S> {
    type Value = V;
    fn in_order(&self) -> Vec<&V> {
        let mut entries: Vec<_> = self.iter().map(|(key, value)| (place_of(key), value)).collect();
        entries.sort_by_key(|(place, _)| *place);
        entries.into_iter().map(|(_, value)| value).collect()
    }
    fn in_order_mut(&mut self) -> Vec<&mut V> {
        let mut entries: Vec<_> = self.iter_mut().map(|(key, value)| (place_of(key), value)).collect();
        entries.sort_by_key(|(place, _)| *place);
        entries.into_iter().map(|(_, value)| value).collect()
    }
}

macro_rules! maps {
    ($($Map:ident<K $(: $bound:path)?, V $(, $S:ident)?>, $keys:expr;)*) => { $(
        impl<K $(: $bound)?, V: Numbers $(, $S)?> Numbers for $Map<K, V $(, $S)?> {
            fn append(&self, to: &mut Vec<f64>) {
                self.in_order().into_iter().for_each(|value| value.append(to));
            }
            fn load(&mut self, from: &mut &[f64]) {
                self.in_order_mut().into_iter().for_each(|value| value.load(from));
            }
            fn exact(&self, to: &mut Vec<u64>) {
                self.len().exact(to);
                let keys: fn(&Self, &mut Vec<u64>) = $keys;
                keys(self, to);
                self.in_order().into_iter().for_each(|value| value.exact(to));
            }
        }
    )* };
}
// Keys of a `BTreeMap` are known only by their order, so their number is compared.
maps! { BTreeMap<K, V>, |_, _| (); }
#[cfg(feature = "std")]
maps! {
    HashMap<K: Hash, V, S>, |map, to| {
        let mut places: Vec<u64> = map.keys().map(place_of).collect();
        places.sort_unstable();
        to.extend(places);
    };
}

/// Implements the trait for exact types.
macro_rules! words {
    ($($Exact:ty: $to:expr;)*) => { $(
        impl Numbers for $Exact {
            fn append(&self, _: &mut Vec<f64>) {}
            fn load(&mut self, _: &mut &[f64]) {}
            fn exact(&self, to: &mut Vec<u64>) {
                let word: fn($Exact) -> u64 = $to;
                to.push(word(*self));
            }
        }
    )* };
}
words! {
    u8: u64::from; u16: u64::from; u32: u64::from; u64: |n| n; usize: |n| n as u64;
    i8: |n| n as u64; i16: |n| n as u64; i32: |n| n as u64; i64: |n| n as u64; isize: |n| n as u64;
    bool: u64::from; char: u64::from;
}

macro_rules! long {
    ($($Long:ty)*) => { $(
        impl Numbers for $Long {
            fn append(&self, _: &mut Vec<f64>) {}
            fn load(&mut self, _: &mut &[f64]) {}
            fn exact(&self, to: &mut Vec<u64>) {
                to.extend([*self as u64, (*self >> 64) as u64]);
            }
        }
    )* };
}
long! { u128 i128 }

impl<N: Numbers> Numbers for Wrapping<N> {
    fn append(&self, _: &mut Vec<f64>) {}
    fn load(&mut self, _: &mut &[f64]) {}
    fn exact(&self, to: &mut Vec<u64>) {
        self.0.exact(to);
    }
}

impl Numbers for alloc::string::String {
    fn append(&self, _: &mut Vec<f64>) {}
    fn load(&mut self, _: &mut &[f64]) {}
    fn exact(&self, to: &mut Vec<u64>) {
        to.extend(self.bytes().map(u64::from));
    }
}

/// Implements the trait for types without numbers.
macro_rules! nothing {
    ($($Empty:ty $(, $T:ident)?;)*) => { $(
        impl$(<$T>)? Numbers for $Empty {
            fn append(&self, _: &mut Vec<f64>) {}
            fn load(&mut self, _: &mut &[f64]) {}
            fn exact(&self, _: &mut Vec<u64>) {}
        }
    )* };
}
nothing! { (); core::marker::PhantomData<T>, T; }

macro_rules! tuples {
    ($(($($N:ident $i:tt),+);)*) => { $(
        impl<$($N: Numbers),+> Numbers for ($($N,)+) {
            fn append(&self, to: &mut Vec<f64>) {
                $(self.$i.append(to);)+
            }
            fn load(&mut self, from: &mut &[f64]) {
                $(self.$i.load(from);)+
            }
            fn exact(&self, to: &mut Vec<u64>) {
                $(self.$i.exact(to);)+
            }
        }
    )* };
}
tuples! {
    (N0 0);
    (N0 0, N1 1);
    (N0 0, N1 1, N2 2);
    (N0 0, N1 1, N2 2, N3 3);
    (N0 0, N1 1, N2 2, N3 3, N4 4);
    (N0 0, N1 1, N2 2, N3 3, N4 4, N5 5);
}

/// Shows a cotangent on the way through a shadow, which [`Differentiable::absorb`](crate::Differentiable::absorb) goes in the
/// order of the numbers.
pub(super) fn shown<C: Numbers>(cotangent: C, to: &RefCell<&mut Vec<f64>>) -> C {
    cotangent.append(&mut to.borrow_mut());
    cotangent
}

/// Replaces a cotangent on the same way.
pub(super) fn taken<C: Numbers>(mut cotangent: C, from: &RefCell<&mut &[f64]>) -> C {
    cotangent.load(&mut from.borrow_mut());
    cotangent
}

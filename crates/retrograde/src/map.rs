//! Maps of reversible programs: the functions behind `insert!`, `remove!` and `map[&key]`.
//!
//! Laws: `remove` undoes `insert`; an existing key is never overwritten, and a missing one is never added by a read.
//! Both errors end the run, in every build, since nothing could undo them.

use crate::__private::stop;
use crate::Irreversible;
use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, btree_map};
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt::Debug;
use core::ops::{Deref, DerefMut, Index, IndexMut};
#[cfg(feature = "std")]
use {core::hash::BuildHasher, core::hash::Hash, std::collections::HashMap, std::collections::hash_map};

/// A map whose values are found by keys of type `&Q`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map that `{Q}` is a key of",
    label = "keys of this type are asked for here",
    note = "keys are compared and cloned: they implement `Ord` in a `BTreeMap`, `Eq` and `Hash` in a `HashMap`, and `Clone`"
)]
pub trait Values<Q: ?Sized> {
    /// The type of the values.
    type Value;
    /// Returns the value of a key.
    fn value(&self, key: &Q) -> Option<&Self::Value>;
    /// Returns the value of a key, mutably.
    fn value_mut(&mut self, key: &Q) -> Option<&mut Self::Value>;
}

/// A map to which keys of type `&Q` are added.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map that `{Q}` is a key of",
    label = "keys of this type are asked for here",
    note = "keys are compared and cloned: they implement `Ord` in a `BTreeMap`, `Eq` and `Hash` in a `HashMap`, and `Clone`"
)]
pub trait Map<Q: ?Sized>: Values<Q> {
    /// Adds a key; returns true if it was new.
    fn put(&mut self, key: &Q, value: Self::Value) -> bool;
    /// Removes a key; returns true if it was present.
    fn take(&mut self, key: &Q) -> bool;
}

macro_rules! map {
    ($Map:ident<K, V $(, $S:ident)?>, $map:ident, $($bound:path),+ $(; $SB:path)?) => {
        impl<K, V $(, $S: $SB)?, Q> Values<Q> for $Map<K, V $(, $S)?>
        where
            K: Borrow<Q> $(+ $bound)+,
            Q: ?Sized $(+ $bound)+,
        {
            type Value = V;
            #[inline]
            fn value(&self, key: &Q) -> Option<&V> {
                self.get(key)
            }
            #[inline]
            fn value_mut(&mut self, key: &Q) -> Option<&mut V> {
                self.get_mut(key)
            }
        }

        impl<K, V $(, $S: $SB)?, Q> Map<Q> for $Map<K, V $(, $S)?>
        where
            K: Borrow<Q> $(+ $bound)+,
            Q: ToOwned<Owned = K> + ?Sized $(+ $bound)+,
        {
            #[inline]
            fn put(&mut self, key: &Q, value: V) -> bool {
                match self.entry(key.to_owned()) {
                    $map::Entry::Vacant(entry) => {
                        entry.insert(value);
                        true
                    }
                    $map::Entry::Occupied(_) => false,
                }
            }
            #[inline]
            fn take(&mut self, key: &Q) -> bool {
                self.remove(key).is_some()
            }
        }
    };
}
map! { BTreeMap<K, V>, btree_map, Ord }
#[cfg(feature = "std")]
map! { HashMap<K, V, S>, hash_map, Eq, Hash; BuildHasher }

/// A map as a program uses it: `map[&key]` is a place, and the message about a missing key names the map.
#[derive(Debug)]
pub struct Entries<R> {
    map: R,
    name: &'static str,
}

/// Wraps a map.
#[inline(always)]
pub fn entries<R: Deref>(name: &'static str, map: R) -> Entries<R> {
    Entries { map, name }
}

impl<R: Deref> Deref for Entries<R> {
    type Target = R::Target;
    #[inline(always)]
    fn deref(&self) -> &R::Target {
        &self.map
    }
}

impl<R: DerefMut> DerefMut for Entries<R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut R::Target {
        &mut self.map
    }
}

impl<Q: Debug + ?Sized, R: Deref<Target: Values<Q>>> Index<&Q> for Entries<R> {
    type Output = <R::Target as Values<Q>>::Value;
    #[inline]
    #[track_caller]
    fn index(&self, key: &Q) -> &Self::Output {
        match self.map.value(key) {
            Some(value) => value,
            None => missing(self.name, &key),
        }
    }
}

impl<Q: Debug + ?Sized, R: DerefMut<Target: Values<Q>>> IndexMut<&Q> for Entries<R> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, key: &Q) -> &mut Self::Output {
        match self.map.value_mut(key) {
            Some(value) => value,
            None => missing(self.name, &key),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn missing(name: &str, key: &dyn Debug) -> ! {
    panic!("`{name}` has no key {key:?}")
}

/// The message if it fails: the reason, the statement and the expected state.
pub(crate) type Told = (&'static str, &'static str, &'static str);

/// Adds a key.
#[inline]
#[track_caller]
pub fn insert<Q: Debug + ?Sized, M: Map<Q> + ?Sized>(map: &mut M, key: &Q, value: M::Value, told: Told) {
    if !map.put(key, value) {
        fail(told, &key)
    }
}

/// Removes a key.
#[inline]
#[track_caller]
pub fn remove<Q: Debug + ?Sized, M: Map<Q> + ?Sized>(map: &mut M, key: &Q, told: Told) {
    if !map.take(key) {
        fail(told, &key)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn fail((reason, statement, expected): Told, key: &dyn Debug) -> ! {
    stop(Irreversible::new(reason, statement, expected, format_args!("key = {key:?}")))
}

/// A map whose keys are visited in an order of their own: that of a `HashMap` is another one in each map, so they are sorted.
#[diagnostic::on_unimplemented(
    message = "the keys of `{Self}` have no order in which a loop visits them",
    label = "a loop over the keys",
    note = "derive `PartialOrd` and `Ord` for the type of the keys: the programs visit the keys of a `HashMap` sorted"
)]
pub trait Keyed {
    /// The type of the keys.
    type Key;
    /// Returns the keys in order.
    fn keys(&self) -> Vec<Self::Key>;
}

impl<K: Clone, V> Keyed for BTreeMap<K, V> {
    type Key = K;
    fn keys(&self) -> Vec<K> {
        self.keys().cloned().collect()
    }
}

#[cfg(feature = "std")]
impl<K: Clone + Ord, V, S> Keyed for HashMap<K, V, S> {
    type Key = K;
    fn keys(&self) -> Vec<K> {
        let mut keys: Vec<K> = self.keys().cloned().collect();
        keys.sort();
        keys
    }
}

/// Returns the keys of a map, in order.
pub fn keys<M: Keyed>(map: &M) -> Vec<M::Key> {
    map.keys()
}

/// Compares the keys of a cotangent with those of its primal, and returns the difference if there is one.
pub fn unlike<'k, K: Debug + 'k>(
    keys: impl ExactSizeIterator<Item = &'k K>,
    bar_length: usize,
    has: impl Fn(&K) -> bool,
) -> Option<Unlike<'k>> {
    let length = keys.len();
    let mut keys = keys;
    match keys.find(|key| !has(key)) {
        Some(key) => Some(Unlike::Missing(key)),
        None if length != bar_length => Some(Unlike::Longer(length, bar_length)),
        None => None,
    }
}

/// The difference between the keys of a cotangent and those of its primal.
pub enum Unlike<'k> {
    /// A key is missing.
    Missing(&'k dyn Debug),
    /// There are more.
    Longer(usize, usize),
}

impl core::fmt::Display for Unlike<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Unlike::Missing(key) => write!(f, "no key {key:?}"),
            Unlike::Longer(length, bar_length) => write!(f, "{bar_length} keys beside {length}"),
        }
    }
}

impl Debug for Unlike<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// Ends a run whose cotangents do not fit.
#[cold]
#[inline(never)]
#[track_caller]
pub fn unlike_keys(name: &str, bar: &str, how: &Unlike<'_>) -> ! {
    match how {
        Unlike::Missing(key) => {
            panic!("`{bar}` has no key {key:?}, and `{name}`, whose cotangent it is, has")
        }
        Unlike::Longer(length, bar_length) => {
            panic!("`{bar}` has {bar_length} keys, and `{name}`, whose cotangent it is, has {length}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    const TOLD: Told = ("wrong", "insert!(map, key, value)", "right");

    #[test]
    fn what_is_removed_was_inserted() {
        let mut map = BTreeMap::from([(1, 0.5)]);
        insert(&mut map, &2, 1.5, TOLD);
        assert_eq!(map, BTreeMap::from([(1, 0.5), (2, 1.5)]));
        remove(&mut map, &2, TOLD);
        assert_eq!(map, BTreeMap::from([(1, 0.5)]));
    }

    #[test]
    fn texts_are_keys_by_what_they_say() {
        let mut map: BTreeMap<String, f64> = BTreeMap::new();
        insert(&mut map, "a", 1.0, TOLD);
        let mut map = entries("map", &mut map);
        map["a"] += 1.0;
        assert_eq!((map["a"], map.len()), (2.0, 1));
    }

    #[test]
    #[should_panic(expected = "`weights` has no key (1, 2)")]
    fn a_missing_key_is_named_with_its_map() {
        let map: BTreeMap<(i32, i32), f64> = BTreeMap::new();
        let _ = entries("weights", &map)[&(1, 2)];
    }

    #[test]
    #[should_panic(expected = "irreversible: wrong")]
    fn nothing_is_overwritten() {
        insert(&mut BTreeMap::from([(1, 0.5)]), &1, 1.0, TOLD);
    }

    #[test]
    #[should_panic(expected = "found: key = 3")]
    fn nothing_is_made_up() {
        remove(&mut BTreeMap::from([(1, 0.5)]), &3, TOLD);
    }

    #[test]
    fn keys_of_cotangents() {
        let map = BTreeMap::from([(1, 0.5), (2, 0.5)]);
        let with = |bar: &[i32]| {
            unlike(map.keys(), bar.len(), |key| bar.contains(key)).map(|how| alloc::format!("{how}"))
        };
        assert_eq!(with(&[2, 1]), None);
        assert_eq!(with(&[1]).as_deref(), Some("no key 2"));
        assert_eq!(with(&[1, 2, 3]).as_deref(), Some("3 keys beside 2"));
    }
}

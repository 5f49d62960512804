//! [`Map`]: a map, sorted by its keys, with the part of the interface of a `BTreeMap` that the compiler uses.

use std::borrow::Borrow;

/// A map, sorted by its keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Map<K, V> {
        Map::new()
    }
}

/// The items of a map behind `&`.
type Items<'a, K, V> = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

/// The items of a map behind `&mut`.
type ItemsMut<'a, K, V> =
    std::iter::Map<std::slice::IterMut<'a, (K, V)>, fn(&'a mut (K, V)) -> (&'a K, &'a mut V)>;

fn both<K, V>(item: &(K, V)) -> (&K, &V) {
    (&item.0, &item.1)
}

fn both_mut<K, V>(item: &mut (K, V)) -> (&K, &mut V) {
    (&item.0, &mut item.1)
}

impl<K, V> Map<K, V> {
    /// Makes an empty one.
    pub const fn new() -> Map<K, V> {
        Map(Vec::new())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is no item.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The items, in their order.
    pub fn iter(&self) -> Items<'_, K, V> {
        self.0.iter().map(both)
    }

    /// The items, in their order; the values can be changed.
    pub fn iter_mut(&mut self) -> ItemsMut<'_, K, V> {
        self.0.iter_mut().map(both_mut)
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, in the order of their keys; they can be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The keys, in their order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.0.into_iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Keeps some of the items.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| is_kept(key, value));
    }
}

impl<K: Ord, V> Map<K, V> {
    fn at<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        match self.0.last() {
            Some((last, _)) if last.borrow() >= key => {
                self.0.binary_search_by(|(other, _)| other.borrow().cmp(key))
            }
            _ => Err(self.0.len()),
        }
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        Some(&self.0[self.at(key).ok()?].1)
    }

    /// The value of a key, which can be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.at(key).ok()?;
        Some(&mut self.0[at].1)
    }

    /// True if a key is there.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.at(key).is_ok()
    }

    /// Puts a value in; returns the one that it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.at(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key out; returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.at(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// The place of a key, to be filled if it is empty.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { at: self.at(&key), key, map: self }
    }
}

/// The place of a key in a map.
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
    at: Result<usize, usize>,
}

impl<'a, K, V> Entry<'a, K, V> {
    /// Returns the value; puts a computed one in, if there is none.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        let at = match self.at {
            Ok(at) => at,
            Err(at) => {
                self.map.0.insert(at, (self.key, value()));
                at
            }
        };
        &mut self.map.0[at].1
    }

    /// Returns the value; puts one in, if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// Returns the value; puts that of `Default` in, if there is none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Changes the value, if there is one.
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Entry<'a, K, V> {
        if let Ok(at) = self.at {
            change(&mut self.map.0[at].1);
        }
        self
    }
}

impl<K: Ord, V> Map<K, Vec<V>> {
    /// The list of a key, which is empty if there is none.
    pub fn listed(&self, key: &K) -> &[V] {
        self.get(key).map_or(&[], Vec::as_slice)
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> std::ops::Index<&Q> for Map<K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("a key of the map")
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, items: I) {
        for (key, value) in items {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> Map<K, V> {
        let mut map = Map::new();
        map.extend(items);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(items: [(K, V); N]) -> Map<K, V> {
        Map::from_iter(items)
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Items<'a, K, V>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

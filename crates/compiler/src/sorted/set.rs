//! [`Set`]: a set, sorted, with the part of the interface of a `BTreeSet` that the compiler uses.

use std::borrow::Borrow;

/// A set, sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<T>(Vec<T>);

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set::new()
    }
}

impl<T> Set<T> {
    /// Makes an empty one.
    pub const fn new() -> Set<T> {
        Set(Vec::new())
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
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The least item.
    pub fn first(&self) -> Option<&T> {
        self.0.first()
    }

    /// Takes all items out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps some of the items.
    pub fn retain(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.0.retain(is_kept);
    }
}

impl<T: Ord> Set<T> {
    fn at<Q: Ord + ?Sized>(&self, item: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|other| other.borrow().cmp(item))
    }

    /// True if an item is there.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.at(item).is_ok()
    }

    /// Puts an item in; true if it was not there.
    pub fn insert(&mut self, item: T) -> bool {
        if self.0.last().is_none_or(|last| *last < item) {
            self.0.push(item);
            return true;
        }
        match self.at(&item) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, item);
                true
            }
        }
    }

    /// Takes an item out; true if it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.at(item).is_ok_and(|at| {
            self.0.remove(at);
            true
        })
    }

    /// The items that another set lacks.
    pub fn difference<'a>(&'a self, other: &'a Set<T>) -> impl Iterator<Item = &'a T> {
        self.0.iter().filter(|item| !other.contains(*item))
    }

    /// The items that are in both.
    pub fn intersection<'a>(&'a self, other: &'a Set<T>) -> impl Iterator<Item = &'a T> {
        self.0.iter().filter(|item| other.contains(*item))
    }

    /// The items of both.
    pub fn union<'a>(&'a self, other: &'a Set<T>) -> std::vec::IntoIter<&'a T> {
        let mut all = Set(self.iter().collect());
        all.extend(other.iter());
        all.into_iter()
    }

    /// True if all items are in another set.
    pub fn is_subset(&self, of: &Set<T>) -> bool {
        self.0.iter().all(|item| of.contains(item))
    }

    /// True if no item is in another set.
    pub fn is_disjoint(&self, from: &Set<T>) -> bool {
        !self.0.iter().any(|item| from.contains(item))
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for Set<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, items: I) {
        for item in items {
            self.insert(*item);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Set<T> {
        let mut set = Set::new();
        set.extend(items);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for Set<T> {
    fn from(items: [T; N]) -> Set<T> {
        Set::from_iter(items)
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

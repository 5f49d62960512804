//! [`Map`]: a persistent map from identifiers, which counts the nodes that it visits.
//!
//! It is a tree balanced by height, so every operation visits O(log n) nodes and copies as many.

use std::cmp::Ordering;
use std::rc::Rc;

use super::value::Value;

/// A map from identifiers to values.
#[derive(Clone, Debug)]
pub(crate) struct Map<T>(Option<Rc<Node<T>>>);

#[derive(Debug)]
struct Node<T> {
    key: u32,
    value: Value<T>,
    height: u32,
    left: Map<T>,
    right: Map<T>,
}

impl<T: Clone> Map<T> {
    pub(crate) const fn empty() -> Self {
        Map(None)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn height(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.height)
    }

    /// Returns the entry at `key`; counts every node on the path.
    pub(crate) fn get(&self, key: u32, visits: &mut u64) -> Option<&Value<T>> {
        let mut at = self;
        while let Some(node) = &at.0 {
            *visits += 1;
            match key.cmp(&node.key) {
                Ordering::Less => at = &node.left,
                Ordering::Greater => at = &node.right,
                Ordering::Equal => return Some(&node.value),
            }
        }
        None
    }

    /// Returns the highest key.
    pub(crate) fn top(&self, visits: &mut u64) -> Option<u32> {
        let (mut at, mut found) = (self, None);
        while let Some(node) = &at.0 {
            *visits += 1;
            found = Some(node.key);
            at = &node.right;
        }
        found
    }

    /// Returns the map with this entry.
    pub(crate) fn put(&self, key: u32, value: Value<T>, visits: &mut u64) -> Map<T> {
        *visits += 1;
        let Some(node) = &self.0 else {
            return join(Map(None), key, value, Map(None));
        };
        match key.cmp(&node.key) {
            Ordering::Less => {
                let left = node.left.put(key, value, visits);
                balance(left, node.key, node.value.clone(), node.right.clone())
            }
            Ordering::Greater => {
                let right = node.right.put(key, value, visits);
                balance(node.left.clone(), node.key, node.value.clone(), right)
            }
            Ordering::Equal => join(node.left.clone(), key, value, node.right.clone()),
        }
    }

    /// Returns the map without this entry.
    pub(crate) fn remove(&self, key: u32, visits: &mut u64) -> Map<T> {
        let Some(node) = &self.0 else { return Map(None) };
        *visits += 1;
        match key.cmp(&node.key) {
            Ordering::Less => {
                let left = node.left.remove(key, visits);
                balance(left, node.key, node.value.clone(), node.right.clone())
            }
            Ordering::Greater => {
                let right = node.right.remove(key, visits);
                balance(node.left.clone(), node.key, node.value.clone(), right)
            }
            Ordering::Equal => match node.left.last(visits) {
                None => node.right.clone(),
                Some((key, value)) => {
                    let left = node.left.remove(key, visits);
                    balance(left, key, value, node.right.clone())
                }
            },
        }
    }

    fn last(&self, visits: &mut u64) -> Option<(u32, Value<T>)> {
        let key = self.top(visits)?;
        self.get(key, visits).map(|value| (key, value.clone()))
    }

    /// Returns the entries, by key.
    pub(crate) fn entries(&self) -> Vec<(u32, Value<T>)> {
        let (mut found, mut path, mut at) = (Vec::new(), Vec::new(), self);
        loop {
            while let Some(node) = &at.0 {
                path.push(node);
                at = &node.left;
            }
            let Some(node) = path.pop() else { return found };
            found.push((node.key, node.value.clone()));
            at = &node.right;
        }
    }
}

/// Joins two trees whose heights differ by at most one.
fn join<T: Clone>(left: Map<T>, key: u32, value: Value<T>, right: Map<T>) -> Map<T> {
    let height = 1 + left.height().max(right.height());
    Map(Some(Rc::new(Node { key, value, height, left, right })))
}

/// Joins two trees whose heights differ by at most two.
fn balance<T: Clone>(left: Map<T>, key: u32, value: Value<T>, right: Map<T>) -> Map<T> {
    if left.height() > right.height() + 1 {
        if let Some(l) = &left.0 {
            if l.left.height() >= l.right.height() {
                let lower = join(l.right.clone(), key, value, right);
                return join(l.left.clone(), l.key, l.value.clone(), lower);
            }
            if let Some(m) = &l.right.0 {
                let a = join(l.left.clone(), l.key, l.value.clone(), m.left.clone());
                let b = join(m.right.clone(), key, value, right);
                return join(a, m.key, m.value.clone(), b);
            }
        }
    } else if right.height() > left.height() + 1 {
        if let Some(r) = &right.0 {
            if r.right.height() >= r.left.height() {
                let lower = join(left, key, value, r.left.clone());
                return join(lower, r.key, r.value.clone(), r.right.clone());
            }
            if let Some(m) = &r.left.0 {
                let a = join(left, key, value, m.left.clone());
                let b = join(m.right.clone(), r.key, r.value.clone(), r.right.clone());
                return join(a, m.key, m.value.clone(), b);
            }
        }
    }
    join(left, key, value, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_is_a_map_and_stays_balanced() {
        let (mut map, mut model, mut visits) = (Map::<f64>::empty(), BTreeMap::new(), 0);
        let mut random = 12345u64;
        for step in 0..4000u32 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = (random >> 40) as u32 % 300;
            if step % 3 == 0 {
                map = map.remove(key, &mut visits);
                model.remove(&key);
            } else {
                map = map.put(key, Value::Index(step), &mut visits);
                model.insert(key, step);
            }
            assert_eq!(map.top(&mut visits), model.keys().next_back().copied());
            assert!(map.height() <= 12, "1.44 log2(300) and a bit");
        }
        let found: Vec<(u32, u32)> = map
            .entries()
            .into_iter()
            .map(|(k, v)| match v {
                Value::Index(i) => (k, i),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found, model.into_iter().collect::<Vec<_>>());
    }
}

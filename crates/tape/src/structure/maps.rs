//! Maps: their values are structures, their keys are copied.
//!
//! A hash map is traversed in its own order, which may differ from that of a copy; the values of a cotangent are
//! found by key.

use super::{Map, Structure};
use crate::depth::deeper;
use crate::{Error, Scalar};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

macro_rules! map {
    ($Map:ident<K, P $(, $S:ident)?>, [$($bound:tt)*], $self:ident => $new:expr) => {
        impl<R: Scalar, K: Clone + Debug + $($bound)*, P: Structure<R> $(, $S: BuildHasher + Clone)?> Structure<R>
            for $Map<K, P $(, $S)?>
        {
            type With<U: Scalar> = $Map<K, P::With<U> $(, $S)?>;

            fn map<U: Scalar, M: Map<R, U>>(&$self, map: &mut M) -> Result<Self::With<U>, Error> {
                deeper(|| {
                    let mut mapped = $new;
                    for (key, value) in $self {
                        mapped.insert(key.clone(), value.map(map)?);
                    }
                    Ok(mapped)
                })
            }

            fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
                deeper(|| {
                    for (key, value) in self {
                        match other.get(key) {
                            Some(other) => value.zip(other, visit).map_err(|e| e.at(format_args!("[{key:?}]")))?,
                            None => return Err(Error::mismatch("a value", "none").at(format_args!("[{key:?}]"))),
                        }
                    }
                    match other.keys().find(|key| !self.contains_key(key)) {
                        Some(key) => Err(Error::mismatch("no value", "one").at(format_args!("[{key:?}]"))),
                        None => Ok(()),
                    }
                })
            }

            fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
                deeper(|| self.values().try_for_each(|value| value.visit(visit)))
            }
        }
    };
}
map!(BTreeMap<K, P>, [Ord], self => BTreeMap::new());
map!(HashMap<K, P, S>, [Eq + Hash], self => HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone()));

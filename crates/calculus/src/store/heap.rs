//! [`Heap`]: kept states in memory. Storage of forgotten states is used again.

use super::Store;
use crate::Error;
use std::collections::BTreeMap;

/// States in memory.
#[derive(Clone, Debug)]
pub struct Heap<S> {
    kept: BTreeMap<usize, S>,
    /// Forgotten states, whose storage the next ones get.
    spare: Vec<S>,
}

impl<S> Heap<S> {
    /// A store without states.
    pub const fn new() -> Self {
        Heap { kept: BTreeMap::new(), spare: Vec::new() }
    }
}

impl<S> Default for Heap<S> {
    fn default() -> Self {
        Heap::new()
    }
}

impl<S: Clone> Store<S> for Heap<S> {
    fn keep(&mut self, index: usize, state: &S) -> Result<(), Error> {
        let copy = match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(state);
                spare
            }
            None => state.clone(),
        };
        self.kept.insert(index, copy);
        Ok(())
    }

    fn restore(&mut self, index: usize, into: &mut S) -> Result<(), Error> {
        into.clone_from(&self.kept[&index]);
        Ok(())
    }

    fn forget(&mut self, index: usize) {
        self.spare.extend(self.kept.remove(&index));
    }

    fn take(&mut self, index: usize, into: &mut S) -> Result<(), Error> {
        if let Some(state) = self.kept.remove(&index) {
            self.spare.push(std::mem::replace(into, state));
        }
        Ok(())
    }
}

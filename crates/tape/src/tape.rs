//! [`Tape`]: the record of one run of a function, for the sweep.
//!
//! Numbers are identified by *ids*: 0 is every constant, `1 ..= inputs` are the inputs, which have no nodes, and from
//! there on each [`Node`] has the next id. A node has at most two parents. A *fused* rule, with any number of
//! operands or results, is an [`Entry`] in a separate list; it only reserves nodes for its results.
//!
//! Law: a node's parents have smaller ids than the node, or its own if it has fewer than two. (Paper 003, section
//! 8.3: backpropagators with ids, after defunctionalisation and with addresses as ids.)

use crate::fused::Fusion;
use std::ops::Range;

/// One operation: its operands, and the partial with respect to each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<T> {
    pub(crate) parents: [u32; 2],
    pub(crate) partials: [T; 2],
}

/// A fused rule and its results: `results` are the positions of their nodes.
#[derive(Debug)]
pub(crate) struct Entry<T> {
    pub(crate) results: Range<usize>,
    pub(crate) fusion: Fusion<T>,
}

/// The data of fused rules.
#[derive(Debug)]
pub(crate) struct Side<T> {
    pub(crate) entries: Vec<Entry<T>>,
    /// Ids of operands that are not consecutive.
    pub(crate) ids: Vec<u32>,
    /// Values of operands, or partials.
    pub(crate) values: Vec<T>,
    /// Storage for cotangents, with arbitrary contents.
    pub(crate) bars: Vec<T>,
}

impl<T> Side<T> {
    pub(crate) const fn new() -> Self {
        Side { entries: Vec::new(), ids: Vec::new(), values: Vec::new(), bars: Vec::new() }
    }

    fn clear(&mut self) {
        if !self.entries.is_empty() {
            self.entries.clear();
        }
        self.ids.clear();
        self.values.clear();
    }
}

/// The record of one run.
#[derive(Debug)]
pub(crate) struct Tape<T> {
    pub(crate) inputs: usize,
    pub(crate) nodes: Vec<Node<T>>,
    pub(crate) side: Side<T>,
}

impl<T> Tape<T> {
    pub(crate) const fn new() -> Self {
        Tape { inputs: 0, nodes: Vec::new(), side: Side::new() }
    }

    /// Returns the number of ids.
    pub(crate) fn ids(&self) -> usize {
        self.first() + self.nodes.len()
    }

    /// Returns the id of the first node.
    pub(crate) fn first(&self) -> usize {
        self.inputs + 1
    }

    /// Clears the record and keeps the storage.
    pub(crate) fn clear(&mut self) {
        self.inputs = 0;
        self.nodes.clear();
        self.side.clear();
    }
}

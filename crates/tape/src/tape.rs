//! [`Tape`]: what one run of a function leaves for the way back.
//!
//! Numbers are known by *ids*: 0 is every constant, `1 ..= inputs` are the inputs, which have no nodes, and from there on
//! each [`Node`] has the next id. A node has at most two parents; a *fused* rule, of any number of operands or results, is
//! an [`Entry`] in a list of its own, and only holds places among the nodes for its results.
//!
//! Law: a node's parents have smaller ids than the node, or its own where it has fewer than two. (Paper 003, section 8.3:
//! what backpropagators with ids become when they are defunctionalised and their ids are addresses.)

use crate::fused::Fusion;
use std::ops::Range;

/// One operation: what it reads, and its partial by each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<T> {
    pub(crate) parents: [u32; 2],
    pub(crate) partials: [T; 2],
}

/// A fused rule with its results, whose places among the nodes are `results`.
#[derive(Debug)]
pub(crate) struct Entry<T> {
    pub(crate) results: Range<usize>,
    pub(crate) fusion: Fusion<T>,
}

/// The values that fused rules keep.
#[derive(Debug)]
pub(crate) struct Side<T> {
    pub(crate) entries: Vec<Entry<T>>,
    /// Ids of operands that do not lie one after another.
    pub(crate) ids: Vec<u32>,
    /// Values of operands, partials.
    pub(crate) values: Vec<T>,
    /// Storage for cotangents, which holds those of some earlier sweep.
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

    /// One more than the largest id.
    pub(crate) fn ids(&self) -> usize {
        self.first() + self.nodes.len()
    }

    /// The id of the first node.
    pub(crate) fn first(&self) -> usize {
        self.inputs + 1
    }

    /// Forgets the run and keeps the storage.
    pub(crate) fn clear(&mut self) {
        self.inputs = 0;
        self.nodes.clear();
        self.side.clear();
    }
}

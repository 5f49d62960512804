//! [`Arena`]: sets of inputs, and the pairs of inputs that a second derivative may couple.
//!
//! A set is an index: a few inputs are written out and merged at once; more are the union of two sets, which is traversed when it is asked
//! for, so that a sum of a million terms takes a node for each. Law: equal indices are equal sets, and a union with a part of itself is itself.

use std::collections::HashSet;

/// The index of a set.
pub(super) type Set = u32;

/// The set without inputs.
pub(super) const EMPTY: Set = 0;

/// The size up to which a set is written out.
const FEW: usize = 48;

#[derive(Clone, Copy, Debug)]
enum Node {
    /// Inputs in order, a range of `items`.
    Few(u32, u32),
    /// A union.
    Both(Set, Set),
}

/// The sets of a run.
#[derive(Debug)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    items: Vec<u32>,
    /// True if pairs are collected.
    second: bool,
    /// Pairs of inputs, the smaller one first.
    pairs: Vec<(u32, u32)>,
    /// The number of pairs at which doubles are removed.
    full: usize,
    /// Pairs of sets of which one is large.
    products: HashSet<(Set, Set)>,
    last: (Set, Set),
}

impl Arena {
    /// Returns an arena with a set for each input: input `i` is set `i + 1`.
    pub(super) fn new(inputs: usize, second: bool) -> Self {
        let inputs = u32::try_from(inputs).expect("a pattern has fewer than 2³² inputs");
        let mut nodes = vec![Node::Few(0, 0)];
        nodes.extend((0..inputs).map(|i| Node::Few(i, i + 1)));
        Arena {
            nodes,
            items: (0..inputs).collect(),
            second,
            pairs: Vec::new(),
            full: 1 << 20,
            products: HashSet::new(),
            last: (EMPTY, EMPTY),
        }
    }

    /// True if pairs are collected.
    pub(super) fn second(&self) -> bool {
        self.second
    }

    fn few(&self, set: Set) -> Option<&[u32]> {
        match self.nodes[set as usize] {
            Node::Few(start, end) => Some(&self.items[start as usize..end as usize]),
            Node::Both(..) => None,
        }
    }

    fn push(&mut self, node: Node) -> Set {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).expect("a pattern has fewer than 2³² sets")
    }

    /// Returns the union of two sets.
    pub(super) fn union(&mut self, a: Set, b: Set) -> Set {
        if a == b || b == EMPTY {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        if let (Some(few), Some(others)) = (self.few(a), self.few(b)) {
            let merged = merged(few, others);
            if merged.len() == few.len() {
                return a;
            }
            if merged.len() == others.len() {
                return b;
            }
            if merged.len() <= FEW {
                let start = self.items.len() as u32;
                self.items.extend_from_slice(&merged);
                let end =
                    u32::try_from(self.items.len()).expect("a pattern has fewer than 2³² inputs in its sets");
                return self.push(Node::Few(start, end));
            }
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.nodes[whole as usize] {
                Node::Both(left, right) if left == part || right == part => return whole,
                Node::Both(..) | Node::Few(..) => {}
            }
        }
        self.push(Node::Both(a, b))
    }

    /// Notes that each input of one set may be coupled with each of another.
    pub(super) fn couple(&mut self, a: Set, b: Set) {
        let key = (a.min(b), a.max(b));
        if a == EMPTY || b == EMPTY || key == self.last {
            return;
        }
        self.last = key;
        match (self.nodes[a as usize], self.nodes[b as usize]) {
            (Node::Few(start, end), Node::Few(from, to)) => {
                for i in start..end {
                    for j in from..to {
                        let (i, j) = (self.items[i as usize], self.items[j as usize]);
                        self.pairs.push((i.min(j), i.max(j)));
                    }
                }
                if self.pairs.len() > self.full {
                    self.pairs.sort_unstable();
                    self.pairs.dedup();
                    self.full = self.full.max(2 * self.pairs.len());
                }
            }
            (Node::Both(..), _) | (_, Node::Both(..)) => {
                self.products.insert(key);
            }
        }
    }

    /// Returns the coupled pairs in order, the smaller input first.
    pub(super) fn into_pairs(mut self) -> Vec<(u32, u32)> {
        let mut walk = Walk::default();
        for (a, b) in std::mem::take(&mut self.products) {
            let (a, b) = (walk.members(&self, a), walk.members(&self, b));
            for &i in &a {
                self.pairs.extend(b.iter().map(|&j| (i.min(j), i.max(j))));
            }
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.pairs
    }
}

/// Returns the inputs of two sets in order.
fn merged(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut i, mut j) = (0, 0);
    let mut all = Vec::with_capacity(a.len() + b.len());
    while i < a.len() && j < b.len() {
        let least = a[i].min(b[j]);
        i += usize::from(a[i] == least);
        j += usize::from(b[j] == least);
        all.push(least);
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    all
}

/// A traversal of sets, which visits a shared part once.
#[derive(Debug, Default)]
pub(super) struct Walk {
    seen: Vec<u32>,
    round: u32,
    waiting: Vec<Set>,
}

impl Walk {
    /// Returns the inputs of a set in order.
    pub(super) fn members(&mut self, arena: &Arena, set: Set) -> Vec<u32> {
        self.seen.resize(arena.nodes.len(), 0);
        self.round += 1;
        let mut members = Vec::new();
        self.waiting.push(set);
        while let Some(set) = self.waiting.pop() {
            if std::mem::replace(&mut self.seen[set as usize], self.round) == self.round {
                continue;
            }
            match arena.nodes[set as usize] {
                Node::Few(start, end) => {
                    members.extend_from_slice(&arena.items[start as usize..end as usize])
                }
                Node::Both(a, b) => self.waiting.extend([a, b]),
            }
        }
        members.sort_unstable();
        members.dedup();
        members
    }
}

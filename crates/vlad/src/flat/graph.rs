//! The nodes of a flat program. Each is a number that is computed from earlier nodes.
//!
//! A choice becomes a selection: both branches are computed, and the value of one is used.

use std::collections::HashMap;

use retrograde_rules::{Primitive, Tree};

/// A node: its number in its [`Graph`]. Truth values are 1 and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) u32);

/// A comparison of two numbers; false if one of them is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

impl Relation {
    #[inline(always)]
    pub(super) fn holds(self, x: f64, y: f64) -> bool {
        match self {
            Relation::Equal => x == y,
            Relation::Less => x < y,
            Relation::Greater => x > y,
            Relation::AtMost => x <= y,
            Relation::AtLeast => x >= y,
        }
    }
}

/// The operation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// An input of the program.
    Input(u32),
    /// A constant: its bits.
    Constant(u64),
    /// A primitive of the rule table; the integer is the exponent of an integer power.
    Rule(Primitive, i32),
    /// A comparison of the first two operands.
    Compare(Relation),
    /// The second operand if the first is true, otherwise the third.
    Select,
}

impl Op {
    /// The number of operands.
    pub(super) fn arity(self) -> usize {
        match self {
            Op::Input(_) | Op::Constant(_) => 0,
            Op::Rule(rule, _) => rule.arity(),
            Op::Compare(_) => 2,
            Op::Select => 3,
        }
    }

    /// Returns the value at the first [`arity`](Self::arity) numbers; `None` for an input.
    pub(super) fn value(self, x: [f64; 3]) -> Option<f64> {
        match self {
            Op::Input(_) => None,
            Op::Constant(bits) => Some(f64::from_bits(bits)),
            Op::Rule(rule, exponent) => Some(rule.value(&x, exponent)),
            Op::Compare(relation) => Some(f64::from(u8::from(relation.holds(x[0], x[1])))),
            Op::Select => Some(if x[0] != 0.0 { x[1] } else { x[2] }),
        }
    }
}

/// A node. Operands beyond the arity are not read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    operands: [NodeId; 3],
}

impl Node {
    /// The nodes that it reads.
    pub(super) fn operands(&self) -> &[NodeId] {
        &self.operands[..self.op.arity()]
    }
}

/// Nodes in an order in which they can be computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    known: HashMap<(Op, [NodeId; 3]), NodeId>,
}

impl Graph {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// Returns the value of a constant.
    pub(super) fn constant_of(&self, id: NodeId) -> Option<f64> {
        match self.node(id).op {
            Op::Constant(bits) => Some(f64::from_bits(bits)),
            Op::Input(_) | Op::Rule(..) | Op::Compare(_) | Op::Select => None,
        }
    }

    pub(super) fn input(&mut self, i: u32) -> NodeId {
        self.add(Op::Input(i), &[])
    }

    pub(super) fn constant(&mut self, value: f64) -> NodeId {
        self.add(Op::Constant(value.to_bits()), &[])
    }

    pub(super) fn rule(&mut self, rule: Primitive, exponent: i32, operands: &[NodeId]) -> NodeId {
        self.add(Op::Rule(rule, exponent), operands)
    }

    pub(super) fn select(&mut self, condition: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        if let Some(c) = self.constant_of(condition) {
            return if c != 0.0 { then } else { otherwise };
        }
        // A nested selection by the same condition is already decided.
        let (then, otherwise) = (self.arm(condition, then, 1), self.arm(condition, otherwise, 2));
        if then == otherwise { then } else { self.add(Op::Select, &[condition, then, otherwise]) }
    }

    /// Returns the node that equals `id` in the rows in which the condition selects operand `taken`.
    fn arm(&self, condition: NodeId, id: NodeId, taken: usize) -> NodeId {
        match self.node(id) {
            Node { op: Op::Select, operands } if operands[0] == condition => operands[taken],
            _ => id,
        }
    }

    /// Adds the nodes of a partial of a rule at its operands and its result.
    pub(super) fn tree(&mut self, tree: &Tree, operands: &[NodeId], result: NodeId) -> NodeId {
        match tree {
            Tree::Argument(i) => operands[*i],
            Tree::Result => result,
            Tree::Constant(c) => self.constant(*c),
            Tree::Apply(rule, parts) => {
                let parts: Vec<NodeId> = parts.iter().map(|part| self.tree(part, operands, result)).collect();
                self.rule(*rule, 0, &parts)
            }
            Tree::Powi(base, n) => {
                let base = self.tree(base, operands, result);
                self.rule(Primitive::Powi, *n, &[base])
            }
        }
    }

    /// Returns a node that computes this: an existing one, or a new one.
    pub(super) fn add(&mut self, op: Op, operands: &[NodeId]) -> NodeId {
        let all: Option<Vec<f64>> = operands.iter().map(|x| self.constant_of(*x)).collect();
        if let (Some(all), false) = (all, operands.is_empty()) {
            let x = std::array::from_fn(|i| all.get(i).copied().unwrap_or(0.0));
            if let Some(value) = op.value(x) {
                return self.constant(value);
            }
        }
        let operands: [NodeId; 3] = std::array::from_fn(|i| operands.get(i).copied().unwrap_or(NodeId(0)));
        *self.known.entry((op, operands)).or_insert_with(|| {
            self.nodes.push(Node { op, operands });
            NodeId((self.nodes.len() - 1) as u32)
        })
    }
}

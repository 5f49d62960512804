//! The nodes of a flat program: numbers that are computed from numbers, each from nodes before it.
//!
//! A node has the conditions under which the original program would have computed it, its *guard*. It is computed anyway,
//! and a selection takes the value of one branch; but what it adds to a derivative counts only under its guard.

use std::collections::HashMap;

use retrograde_rules::{Primitive, Tree};

/// A node: its number in its [`Graph`]. Truth is 1 and falsehood 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) u32);

/// A guard: its number in its [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GuardId(u32);

impl GuardId {
    /// No condition.
    pub(super) const ALWAYS: GuardId = GuardId(0);
}

/// A comparison of two numbers; false where one is not a number.
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

/// What a node computes from its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// A number that the program is given.
    Input(u32),
    /// A constant: its bits.
    Constant(u64),
    /// An entry of the table of rules, with the exponent of an integer power.
    Rule(Primitive, i32),
    /// A comparison of the first two operands.
    Compare(Relation),
    /// The second operand where the first is true, else the third.
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

    /// The value at numbers, of which the first [`arity`](Self::arity) count; none of an input.
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
    pub(super) guard: GuardId,
}

impl Node {
    /// The nodes that it reads.
    pub(super) fn operands(&self) -> &[NodeId] {
        &self.operands[..self.op.arity()]
    }
}

/// A condition beneath another guard.
#[derive(Clone, Copy, Debug)]
struct Guard {
    outer: GuardId,
    condition: NodeId,
    is_true: bool,
}

/// Nodes in an order in which they can be computed.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    guards: Vec<Guard>,
    known: HashMap<(Op, [NodeId; 3]), Vec<NodeId>>,
    /// The guard of what is added now.
    pub(super) guard: GuardId,
    /// True if a node may be used again whatever its guard: once no more derivatives are taken.
    pub(super) shares_all: bool,
}

impl Graph {
    pub(super) fn new() -> Self {
        let none = Guard { outer: GuardId::ALWAYS, condition: NodeId(0), is_true: true };
        Graph {
            nodes: Vec::new(),
            guards: vec![none],
            known: HashMap::new(),
            guard: GuardId::ALWAYS,
            shares_all: false,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// The value of a constant.
    pub(super) fn constant_of(&self, id: NodeId) -> Option<f64> {
        match self.node(id).op {
            Op::Constant(bits) => Some(f64::from_bits(bits)),
            Op::Input(_) | Op::Rule(..) | Op::Compare(_) | Op::Select => None,
        }
    }

    /// The guard with one more condition.
    pub(super) fn guarded(&mut self, condition: NodeId, is_true: bool) -> GuardId {
        self.guards.push(Guard { outer: self.guard, condition, is_true });
        GuardId((self.guards.len() - 1) as u32)
    }

    /// What the present guard says of a condition.
    pub(super) fn decided(&self, condition: NodeId) -> Option<bool> {
        let guards = std::iter::successors(Some(self.guard), |g| Some(self.guards[g.0 as usize].outer));
        let mut guards = guards.take_while(|g| *g != GuardId::ALWAYS).map(|g| self.guards[g.0 as usize]);
        guards.find(|g| g.condition == condition).map(|g| g.is_true)
    }

    /// True if all conditions of `outer` are among those of `inner`.
    fn contains(&self, outer: GuardId, mut inner: GuardId) -> bool {
        // A guard has a higher number than those that it lies in.
        while inner.0 > outer.0 {
            inner = self.guards[inner.0 as usize].outer;
        }
        inner == outer
    }

    /// The node that is true under a guard; none where that is always so.
    pub(super) fn mask(&mut self, guard: GuardId) -> Option<NodeId> {
        if guard == GuardId::ALWAYS {
            return None;
        }
        let Guard { outer, condition, is_true } = self.guards[guard.0 as usize];
        let outside = match stacker::maybe_grow(64 << 10, 1 << 20, || self.mask(outer)) {
            Some(mask) => mask,
            None => self.constant(1.0),
        };
        let zero = self.constant(0.0);
        Some(if is_true {
            self.select(condition, outside, zero)
        } else {
            self.select(condition, zero, outside)
        })
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
        match self.constant_of(condition) {
            Some(c) => {
                if c != 0.0 {
                    then
                } else {
                    otherwise
                }
            }
            None if then == otherwise => then,
            None => self.add(Op::Select, &[condition, then, otherwise]),
        }
    }

    /// The value of a partial of a rule at its operands and its result.
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

    /// The node that computes this: one that is there, or a new one.
    pub(super) fn add(&mut self, op: Op, operands: &[NodeId]) -> NodeId {
        let all: Option<Vec<f64>> = operands.iter().map(|x| self.constant_of(*x)).collect();
        if let (Some(all), false) = (all, operands.is_empty()) {
            let x = std::array::from_fn(|i| all.get(i).copied().unwrap_or(0.0));
            if let Some(value) = op.value(x) {
                return self.constant(value);
            }
        }
        let operands: [NodeId; 3] = std::array::from_fn(|i| operands.get(i).copied().unwrap_or(NodeId(0)));
        // What needs no computing has no conditions.
        let guard = if op.arity() == 0 { GuardId::ALWAYS } else { self.guard };
        if let Some(known) = self.known.get(&(op, operands)) {
            let fits = |id: &&NodeId| self.shares_all || self.contains(self.node(**id).guard, guard);
            if let Some(id) = known.iter().find(fits) {
                return *id;
            }
        }
        self.nodes.push(Node { op, operands, guard });
        let id = NodeId((self.nodes.len() - 1) as u32);
        self.known.entry((op, operands)).or_default().push(id);
        id
    }
}

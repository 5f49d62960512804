//! Reverse mode on a [`Graph`]: the derivatives of one node by others, as further nodes.
//!
//! Nodes are visited last first, and each adds its cotangent times its partials, which are trees of the table of rules, to
//! those of its operands. A partial that is zero everywhere adds nothing. Where the value of a node was not selected, it has
//! no cotangent, and what it would add is replaced by zero, not multiplied with it: its partials may be infinite there.

use retrograde_rules::{Primitive, Tree, symbolic};

use super::graph::{Graph, NodeId, Op};

/// What the output changes by, for a change of a node.
#[derive(Clone, Copy, Debug)]
struct Cotangent {
    value: NodeId,
    /// The node that is true where there is one; none where that is so in all rows. Elsewhere, the value is zero.
    present: Option<NodeId>,
}

/// The derivative of `output` by each of `by`; none where it does not depend on it.
pub(super) fn gradient(graph: &mut Graph, output: NodeId, by: &[NodeId]) -> Vec<Option<NodeId>> {
    let count = output.0 as usize + 1;
    // Only what depends on `by` has a cotangent.
    let mut depends = vec![false; count];
    for i in 0..count {
        let id = NodeId(i as u32);
        let node = graph.node(id);
        let read = match node.op {
            Op::Compare(_) => &[],
            // The condition is no number.
            Op::Select => &node.operands()[1..],
            Op::Rule(..) | Op::Input(_) | Op::Constant(_) => node.operands(),
        };
        depends[i] = by.contains(&id) || read.iter().any(|operand| depends[operand.0 as usize]);
    }
    let mut cotangents: Vec<Option<Cotangent>> = vec![None; count];
    cotangents[count - 1] = Some(Cotangent { value: graph.constant(1.0), present: None });
    for i in (0..count).rev() {
        let Some(seed) = cotangents[i].filter(|_| depends[i]) else { continue };
        let id = NodeId(i as u32);
        let node = graph.node(id);
        let mut add = |graph: &mut Graph, operand: NodeId, part: Cotangent| {
            let sum = &mut cotangents[operand.0 as usize];
            *sum = Some(sum.map_or(part, |sum| added(graph, sum, part)));
        };
        match node.op {
            Op::Input(_) | Op::Constant(_) | Op::Compare(_) => {}
            Op::Select => {
                let [condition, arms @ ..] = node.operands() else { continue };
                for (arm, is_true) in arms.iter().zip([true, false]) {
                    if depends[arm.0 as usize] {
                        let part = selected(graph, *condition, is_true, seed);
                        add(graph, *arm, part);
                    }
                }
            }
            Op::Rule(rule, exponent) => {
                for (partial, operand) in symbolic::partials(rule, exponent).iter().zip(node.operands()) {
                    // The power 0 is one of many, whose partials are not zero everywhere: 0 · ∞ is no number.
                    let is_zero = *partial == Tree::Constant(0.0) && !rule.takes_exponent();
                    if depends[operand.0 as usize] && !is_zero {
                        let part = times(graph, partial, node.operands(), id, seed);
                        add(graph, *operand, part);
                    }
                }
            }
        }
    }
    by.iter().map(|id| Some(cotangents.get(id.0 as usize)?.as_ref()?.value)).collect()
}

/// A cotangent times a partial.
fn times(
    graph: &mut Graph,
    partial: &Tree,
    operands: &[NodeId],
    result: NodeId,
    seed: Cotangent,
) -> Cotangent {
    let value = match partial {
        Tree::Constant(1.0) => return seed,
        Tree::Constant(-1.0) => graph.rule(Primitive::Neg, 0, &[seed.value]),
        partial => {
            let partial = graph.tree(partial, operands, result);
            let product = match graph.constant_of(seed.value) {
                Some(1.0) => partial,
                _ => graph.rule(Primitive::Mul, 0, &[partial, seed.value]),
            };
            match seed.present {
                None => product,
                Some(present) => {
                    let zero = graph.constant(0.0);
                    graph.select(present, product, zero)
                }
            }
        }
    };
    Cotangent { value, ..seed }
}

/// The cotangent of a branch: that of the choice, where the branch was taken.
fn selected(graph: &mut Graph, condition: NodeId, is_true: bool, seed: Cotangent) -> Cotangent {
    let (zero, one) = (graph.constant(0.0), graph.constant(1.0));
    let mut pick = |x: NodeId| {
        if is_true { graph.select(condition, x, zero) } else { graph.select(condition, zero, x) }
    };
    Cotangent { value: pick(seed.value), present: Some(pick(seed.present.unwrap_or(one))) }
}

/// The sum of two cotangents, each of which may be missing.
fn added(graph: &mut Graph, a: Cotangent, b: Cotangent) -> Cotangent {
    let value = graph.rule(Primitive::Add, 0, &[a.value, b.value]);
    let either = a.present.zip(b.present).map(|(a, b)| {
        let one = graph.constant(1.0);
        graph.select(a, one, b)
    });
    Cotangent { value, present: either.filter(|present| graph.constant_of(*present) != Some(1.0)) }
}

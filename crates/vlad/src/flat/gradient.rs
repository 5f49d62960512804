//! Reverse mode on a [`Graph`]: adds nodes for the derivatives of one node with respect to others.
//!
//! Nodes are visited last to first. Each adds its cotangent times its partials, which are trees of the rule table, to
//! the cotangents of its operands. A partial that is zero everywhere contributes nothing. In rows in which the value
//! of a node was not selected, the node has no cotangent; its contribution is replaced by zero rather than multiplied
//! by zero, since its partials may be infinite there.

use retrograde_rules::{Primitive, Tree, symbolic};

use super::graph::{Graph, NodeId, Op};

/// The derivative of the output with respect to a node.
#[derive(Clone, Copy, Debug)]
struct Cotangent {
    value: NodeId,
    /// A node that is true in the rows in which the cotangent is present; `None` if it is present in all rows. In the
    /// other rows the value is zero.
    present: Option<NodeId>,
}

/// Returns the derivative of `output` with respect to each node of `by`; `None` if it does not depend on it.
pub(super) fn gradient(graph: &mut Graph, output: NodeId, by: &[NodeId]) -> Vec<Option<NodeId>> {
    let count = output.0 as usize + 1;
    // Only nodes that depend on `by` have a cotangent.
    let mut depends = vec![false; count];
    for i in 0..count {
        let id = NodeId(i as u32);
        let node = graph.node(id);
        let read = match node.op {
            Op::Compare(_) => &[],
            // The condition is a truth value and has no cotangent.
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
                    // An exponent of 0 is one of many exponents of the rule, whose partials are not zero everywhere:
                    // 0 · ∞ is NaN.
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

/// Multiplies a cotangent by a partial.
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

/// Returns the cotangent of a branch: the cotangent of the choice in the rows in which the branch was taken.
fn selected(graph: &mut Graph, condition: NodeId, is_true: bool, seed: Cotangent) -> Cotangent {
    let (zero, one) = (graph.constant(0.0), graph.constant(1.0));
    let mut pick = |x: NodeId| {
        if is_true { graph.select(condition, x, zero) } else { graph.select(condition, zero, x) }
    };
    Cotangent { value: pick(seed.value), present: Some(pick(seed.present.unwrap_or(one))) }
}

/// Adds two cotangents, each of which may be absent in some rows.
fn added(graph: &mut Graph, a: Cotangent, b: Cotangent) -> Cotangent {
    let value = graph.rule(Primitive::Add, 0, &[a.value, b.value]);
    let either = a.present.zip(b.present).map(|(a, b)| {
        let one = graph.constant(1.0);
        graph.select(a, one, b)
    });
    Cotangent { value, present: either.filter(|present| graph.constant_of(*present) != Some(1.0)) }
}

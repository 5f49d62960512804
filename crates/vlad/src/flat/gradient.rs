//! Reverse mode on a [`Graph`]: the derivatives of one node by others, as further nodes.
//!
//! Nodes are visited last first, and each adds its cotangent times its partials, which are trees of the table of rules, to
//! those of its operands. A number that is always zero is never added. What a branch adds that was not taken is replaced
//! by zero, not multiplied with it: its partials may be infinite there.

use retrograde_rules::{Primitive, Tree, symbolic};

use super::graph::{Graph, GuardId, NodeId, Op};

/// The derivative of `output` by each of `by`; none where it does not depend on it.
pub(super) fn gradient(graph: &mut Graph, output: NodeId, by: &[NodeId]) -> Vec<Option<NodeId>> {
    (graph.guard, graph.shares_all) = (GuardId::ALWAYS, true);
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
    let mut cotangents: Vec<Option<NodeId>> = vec![None; count];
    cotangents[count - 1] = depends[count - 1].then(|| graph.constant(1.0));
    for i in (0..count).rev() {
        let Some(seed) = cotangents[i] else { continue };
        let id = NodeId(i as u32);
        let node = graph.node(id);
        let parts = match node.op {
            Op::Input(_) | Op::Constant(_) | Op::Compare(_) => Vec::new(),
            Op::Select => {
                let (condition, zero) = (node.operands()[0], graph.constant(0.0));
                vec![
                    None,
                    Some(graph.select(condition, seed, zero)),
                    Some(graph.select(condition, zero, seed)),
                ]
            }
            Op::Rule(rule, exponent) => {
                let mask = graph.mask(node.guard);
                let partials = symbolic::partials(rule, exponent);
                let mut parts = Vec::with_capacity(partials.len());
                for (partial, operand) in partials.iter().zip(node.operands()) {
                    let part = depends[operand.0 as usize]
                        .then(|| contribution(graph, partial, node.operands(), id, seed, mask));
                    parts.push(part.flatten());
                }
                parts
            }
        };
        for (operand, part) in node.operands().iter().zip(parts) {
            let (true, Some(part)) = (depends[operand.0 as usize], part) else { continue };
            let sum = &mut cotangents[operand.0 as usize];
            *sum = Some(match *sum {
                None => part,
                Some(sum) => graph.rule(Primitive::Add, 0, &[sum, part]),
            });
        }
    }
    by.iter().map(|id| cotangents.get(id.0 as usize).copied().flatten()).collect()
}

/// A cotangent times a partial; none where that is zero everywhere.
fn contribution(
    graph: &mut Graph,
    partial: &Tree,
    operands: &[NodeId],
    result: NodeId,
    seed: NodeId,
    mask: Option<NodeId>,
) -> Option<NodeId> {
    let part = match partial {
        Tree::Constant(0.0) => return None,
        Tree::Constant(1.0) => return Some(seed),
        Tree::Constant(-1.0) => return Some(graph.rule(Primitive::Neg, 0, &[seed])),
        partial => {
            let partial = graph.tree(partial, operands, result);
            if graph.constant_of(seed) == Some(1.0) {
                partial
            } else {
                graph.rule(Primitive::Mul, 0, &[partial, seed])
            }
        }
    };
    Some(match mask {
        None => part,
        Some(mask) => {
            let zero = graph.constant(0.0);
            graph.select(mask, part, zero)
        }
    })
}

//! Functions as flat programs over columns of numbers: no structure, no calls, no branches.
//!
//! A [`Flat`] is what a function computes from the numbers of its argument, found by evaluating it once at numbers that are
//! not known. It does the operations of the function, so its values are those of the function bit for bit; its gradient is
//! that of reverse mode by the same table of rules. A [`Program`] runs it for many rows at once, in any thread.
//!
//! | file | what |
//! |---|---|
//! | `trace` | a procedure → nodes |
//! | `graph` | nodes, each computed from nodes before it |
//! | `gradient` | reverse mode: nodes → further nodes |
//! | `run` | nodes → instructions over batches of rows |

mod gradient;
mod graph;
mod run;
mod trace;

use crate::embed::{Argument, Function};
use crate::machine::value::Value;
use graph::{Graph, NodeId};
pub use run::{Prepared, Program};

/// A function of numbers that needs no machine.
#[derive(Clone, Debug)]
pub struct Flat {
    graph: Graph,
    inputs: usize,
    output: NodeId,
}

impl Function {
    /// The function as a flat program, for arguments of the shape of this one: the numbers of the argument, in order, are
    /// its inputs. None if it cannot be one: where recursion depends on those numbers, it takes too many steps, branches
    /// give values of different shapes, or it does something else than arithmetic.
    ///
    /// ```
    /// let session = retrograde_vlad::Program::parse("(define (f (list a b) x) (* a (exp (* b x))))")?;
    /// let flat = session.function("f")?.flat(&([0.0; 2], 0.0)).unwrap();
    /// // Two parameters, which are the same in all rows, and a column.
    /// let program = flat.value_and_gradient(2);
    /// let (mut value, mut by_a, mut by_b) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    /// program.at(&[3.0, 1.0]).run(&[&[0.0, 1.0]], &mut [&mut value, &mut by_a, &mut by_b]);
    /// let e = 1f64.exp();
    /// assert_eq!((value, by_a, by_b), ([3.0, 3.0 * e], [1.0, e], [0.0, 3.0 * e]));
    /// # Ok::<(), retrograde_vlad::Error>(())
    /// ```
    pub fn flat<A: Argument + ?Sized>(&self, argument: &A) -> Option<Flat> {
        self.with_machine(|machine, value| {
            let Value::Closure(_, _, at) = value else { return None };
            let (code, captured) = machine.heap.header(at);
            if captured != 0 {
                return None;
            }
            let (graph, output, inputs) = trace::trace(machine, code, &argument.nested())?;
            Some(Flat { graph, inputs: inputs as usize, output })
        })
    }
}

impl Flat {
    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Computes the value, for rows in which the first `uniform` inputs are the same.
    pub fn value(&self, uniform: usize) -> Program {
        Program::new(&self.graph, self.inputs, uniform, &[self.output])
    }

    /// Computes the value and its derivatives by the first `uniform` inputs, which are the same in all rows.
    pub fn value_and_gradient(&self, uniform: usize) -> Program {
        let mut graph = self.graph.clone();
        let by: Vec<NodeId> = (0..uniform as u32).map(|i| graph.input(i)).collect();
        let gradient = gradient::gradient(&mut graph, self.output, &by);
        let zero = graph.constant(0.0);
        let parts = gradient.into_iter().map(|part| part.unwrap_or(zero));
        let outputs: Vec<NodeId> = std::iter::once(self.output).chain(parts).collect();
        Program::new(&graph, self.inputs, uniform, &outputs)
    }
}

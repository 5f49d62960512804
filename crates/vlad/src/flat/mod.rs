//! Functions as flat programs over columns of numbers: no structures, calls or branches.
//!
//! A [`Flat`] contains the arithmetic by which a function computes its value from the numbers of its argument. It is
//! found by evaluating the function once at unknown numbers. Its values equal those of the function bit for bit; its
//! gradient is that of reverse mode with the same rule table. A [`Program`] runs it for many rows at once, in any
//! thread.
//!
//! | file | purpose |
//! |---|---|
//! | `trace` | procedure → nodes |
//! | `graph` | nodes, each computed from earlier nodes |
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

/// A function of numbers that runs without VLAD's machine.
#[derive(Clone, Debug)]
pub struct Flat {
    graph: Graph,
    inputs: usize,
    output: NodeId,
}

impl Function {
    /// Converts the function to a flat program for arguments of the shape of `argument`, whose numbers, in order, are
    /// the inputs. Returns `None` if that is impossible: recursion depends on those numbers, the evaluation takes too
    /// many steps, branches return values of different shapes, or the function does something other than arithmetic.
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

    /// Returns a program for the value, where the first `uniform` inputs are the same in all rows.
    pub fn value(&self, uniform: usize) -> Program {
        Program::new(&self.graph, self.inputs, uniform, &[self.output])
    }

    /// Returns a program for the value and its derivatives with respect to the first `uniform` inputs, which are the
    /// same in all rows.
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

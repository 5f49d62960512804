//! [`Sym`]: a number that records the operations done with it, so that generic code run on it becomes a [`Tree`].
//!
//! A `Sym` is an index into the nodes recorded by its thread, hence `Copy` like any number. It has no value: it
//! compares with nothing but itself and its primal is not-a-number, so code that branches on data cannot be traced.
//! Nodes live until the outermost [`trace`] ends; a handle kept longer is recognised and panics when used.

use core::cell::RefCell;
use core::cmp::Ordering;
use core::iter::Sum;
use core::marker::PhantomData;
use std::vec::Vec;

use super::Tree;
use crate::{Primitive, Real, Rule};

/// A number without a value that records what is computed from it. See [`trace`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sym {
    index: u32,
    generation: u32,
    // A handle means nothing on another thread.
    not_send: PhantomData<*const ()>,
}

#[derive(Clone, Copy)]
enum Node {
    Argument(usize),
    Result,
    Constant(f64),
    // The primitive has this many operands; the rest repeat the first.
    Apply(Primitive, [Sym; 3]),
    Powi(Sym, i32),
}

#[derive(Default)]
struct Recording {
    nodes: Vec<Node>,
    depth: usize,
    generation: u32,
}

std::thread_local! {
    static RECORDING: RefCell<Recording> = RefCell::default();
}

fn record(node: Node) -> Sym {
    RECORDING.with_borrow_mut(|recording| {
        let index = u32::try_from(recording.nodes.len()).expect("a trace has fewer than 2^32 operations");
        recording.nodes.push(node);
        Sym { index, generation: recording.generation, not_send: PhantomData }
    })
}

fn apply(primitive: Primitive, operands: &[Sym]) -> Sym {
    let first = operands[0];
    let operand = |i: usize| operands.get(i).copied().unwrap_or(first);
    record(Node::Apply(primitive, [first, operand(1), operand(2)]))
}

impl Sym {
    /// Returns the recorded operations of this number as a tree. A number used twice is written twice.
    pub fn tree(self) -> Tree {
        let node = RECORDING.with_borrow(|recording| {
            assert_eq!(
                self.generation, recording.generation,
                "a symbolic number was used after its trace ended"
            );
            recording.nodes[self.index as usize]
        });
        match node {
            Node::Argument(i) => Tree::Argument(i),
            Node::Result => Tree::Result,
            Node::Constant(c) => Tree::Constant(c),
            Node::Apply(primitive, operands) => Tree::apply(
                primitive,
                operands[..primitive.arity()].iter().map(|operand| operand.tree()).collect(),
            ),
            Node::Powi(base, n) => Tree::powi(base.tree(), n),
        }
    }
}

/// Leaves the trace also when the traced code panics.
struct Trace;

impl Trace {
    fn enter() -> Self {
        RECORDING.with_borrow_mut(|recording| recording.depth += 1);
        Trace
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        RECORDING.with_borrow_mut(|recording| {
            recording.depth -= 1;
            if recording.depth == 0 {
                recording.nodes.clear();
                recording.generation = recording.generation.wrapping_add(1);
            }
        });
    }
}

/// Runs generic code on symbols and returns what it computed as trees.
///
/// The code is given as many arguments as asked for and a symbol for the result `y`, which partials may refer to.
///
/// ```
/// use retrograde_rules::{Real, symbolic::trace};
///
/// fn distance<T: Real>(a: T, b: T) -> T {
///     (a * a + b * b).sqrt()
/// }
/// let trees = trace(2, |x, _| vec![distance(x[0], x[1])]);
/// assert_eq!(trees[0].display(&["a", "b"]).to_string(), "sqrt(a * a + b * b)");
/// ```
pub fn trace(arguments: usize, code: impl FnOnce(&[Sym], Sym) -> Vec<Sym>) -> Vec<Tree> {
    let _trace = Trace::enter();
    let x: Vec<Sym> = (0..arguments).map(|i| record(Node::Argument(i))).collect();
    let y = record(Node::Result);
    code(&x, y).into_iter().map(Sym::tree).collect()
}

impl PartialOrd for Sym {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }
}

impl Sum for Sym {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.reduce(|sum, term| sum + term).unwrap_or_else(|| Sym::constant(0.0))
    }
}

impl Real for Sym {
    fn constant(c: f64) -> Self {
        record(Node::Constant(c))
    }

    fn primal(self) -> f64 {
        f64::NAN
    }

    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        match R::entry(others) {
            Some((primitive, exponent)) if primitive.takes_exponent() => record(Node::Powi(x[0], exponent)),
            Some((primitive, _)) => apply(primitive, &x),
            None => R::value(x, others),
        }
    }
}

macro_rules! implement_sym {
    (
        operators { $(
            $(#[$operator_doc:meta])*
            $Operator:ident = $operator:ident($a:ident, $b:ident) -> $operator_y:ident {
                operator($symbol:tt, $Assign:ident, $assign:ident), $($operator_rule:tt)*
            }
        )* }
        negations { $(
            $(#[$negation_doc:meta])*
            $Negation:ident = $negation:ident($n:ident) -> $negation_y:ident { $($negation_rule:tt)* }
        )* }
        functions $functions:tt
        powers $powers:tt
    ) => {
        $(
            impl core::ops::$Operator for Sym {
                type Output = Sym;
                fn $operator(self, $b: Sym) -> Sym {
                    apply(Primitive::$Operator, &[self, $b])
                }
            }

            impl core::ops::$Assign for Sym {
                fn $assign(&mut self, $b: Sym) {
                    *self = apply(Primitive::$Operator, &[*self, $b]);
                }
            }
        )*

        $(
            impl core::ops::$Negation for Sym {
                type Output = Sym;
                fn $negation(self) -> Sym {
                    apply(Primitive::$Negation, &[self])
                }
            }
        )*
    };
}
crate::with_primitives!(implement_sym);

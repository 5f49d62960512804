//! Runs a graph over columns, one instruction after the other, each for a batch of rows.
//!
//! Nodes that depend on no column are computed once and copied to a register. Every row gets the same operations in
//! the same order, so results do not depend on how rows are divided into batches.

use retrograde_rules::Primitive;

use super::graph::{Graph, NodeId, Op, Relation};

/// The number of rows per batch: a few dozen registers of this size fit into the caches next to the core.
const WIDTH: usize = 256;

/// Computes one node for a batch of rows.
#[derive(Clone, Copy, Debug)]
struct Instr {
    op: Op,
    operands: [u32; 3],
    to: u32,
}

/// Computes a number that is the same in all rows.
#[derive(Clone, Copy, Debug)]
struct Uniform {
    op: Op,
    operands: [u32; 3],
}

/// A program that computes some nodes of a graph for many rows.
#[derive(Clone, Debug)]
pub struct Program {
    /// The number of inputs that are the same in all rows; they come first.
    uniform_inputs: usize,
    inputs: usize,
    uniforms: Vec<Uniform>,
    /// Uniform values that instructions read, each with the register that holds a copy for every row.
    spread: Vec<(u32, u32)>,
    instrs: Vec<Instr>,
    outputs: Vec<u32>,
    registers: u32,
}

/// A [`Program`] together with the inputs that are the same in all rows.
#[derive(Clone, Debug)]
pub struct Prepared<'a> {
    program: &'a Program,
    uniforms: Vec<f64>,
}

impl Program {
    /// Compiles a program for these nodes of a graph. Its first `uniform_inputs` inputs are the same in all rows.
    pub(super) fn new(graph: &Graph, inputs: usize, uniform_inputs: usize, outputs: &[NodeId]) -> Self {
        let last = outputs.iter().map(|id| id.0 as usize + 1).max().unwrap_or(0);
        let mut needed = vec![false; last];
        outputs.iter().for_each(|id| needed[id.0 as usize] = true);
        let mut varies = vec![false; last];
        for i in 0..last {
            let node = graph.node(NodeId(i as u32));
            varies[i] = match node.op {
                Op::Input(input) => input as usize >= uniform_inputs,
                _ => node.operands().iter().any(|operand| varies[operand.0 as usize]),
            };
        }
        // A register is free again after the last instruction that reads its node.
        let mut last_read = vec![0; last];
        for i in (0..last).rev() {
            if needed[i] {
                for operand in graph.node(NodeId(i as u32)).operands() {
                    let operand = operand.0 as usize;
                    needed[operand] = true;
                    if varies[i] {
                        last_read[operand] = last_read[operand].max(i);
                    }
                }
            }
        }
        outputs.iter().for_each(|id| last_read[id.0 as usize] = usize::MAX);
        let mut program = Program {
            uniform_inputs,
            inputs,
            uniforms: Vec::new(),
            spread: Vec::new(),
            instrs: Vec::new(),
            outputs: Vec::new(),
            registers: 0,
        };
        let (mut place, mut free) = (vec![0u32; last], Vec::new());
        // Allocate a register for each uniform number that instructions read.
        for i in (0..last).filter(|i| needed[*i] && !varies[*i]) {
            let node = graph.node(NodeId(i as u32));
            let operands = node.operands();
            let operand = |k: usize| operands.get(k).map_or(0, |id| place[id.0 as usize]);
            let operands = [operand(0), operand(1), operand(2)];
            place[i] = program.uniforms.len() as u32;
            program.uniforms.push(Uniform { op: node.op, operands });
        }
        for i in (0..last).filter(|i| needed[*i] && !varies[*i] && last_read[*i] > 0) {
            program.spread.push((place[i], program.registers));
            place[i] = program.registers;
            program.registers += 1;
        }
        for i in (0..last).filter(|i| needed[*i] && varies[*i]) {
            let node = graph.node(NodeId(i as u32));
            let to = free.pop().unwrap_or_else(|| {
                program.registers += 1;
                program.registers - 1
            });
            let operands = node.operands();
            let operand = |k: usize| operands.get(k).map_or(0, |id| place[id.0 as usize]);
            program.instrs.push(Instr { op: node.op, operands: [operand(0), operand(1), operand(2)], to });
            place[i] = to;
            for (k, operand) in operands.iter().enumerate() {
                let operand = operand.0 as usize;
                let again = operands[..k].iter().any(|before| before.0 as usize == operand);
                if varies[operand] && last_read[operand] == i && !again {
                    free.push(place[operand]);
                }
            }
        }
        program.outputs = outputs.iter().map(|id| place[id.0 as usize]).collect();
        program
    }

    /// Returns the number of columns that the program computes.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Computes all values that are the same in all rows.
    ///
    /// # Panics
    ///
    /// Unless the number of inputs equals the number of uniform inputs of the program.
    pub fn at(&self, inputs: &[f64]) -> Prepared<'_> {
        assert_eq!(inputs.len(), self.uniform_inputs);
        let mut uniforms: Vec<f64> = Vec::with_capacity(self.uniforms.len());
        for Uniform { op, operands } in &self.uniforms {
            let value = match op {
                Op::Input(i) => inputs[*i as usize],
                op => {
                    let x = operands.map(|i| uniforms.get(i as usize).copied().unwrap_or(0.0));
                    op.value(x).expect("an input was treated before")
                }
            };
            uniforms.push(value);
        }
        Prepared { program: self, uniforms }
    }
}

impl Prepared<'_> {
    /// Computes all outputs for some rows. `columns` are the inputs that differ between rows.
    ///
    /// # Panics
    ///
    /// Unless there is a column for each of those inputs and one for each output, all of the same length.
    pub fn run(&self, columns: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let Program { uniform_inputs, inputs, instrs, registers, outputs: places, .. } = self.program;
        assert_eq!((columns.len(), outputs.len()), (inputs - uniform_inputs, places.len()));
        let rows = outputs.first().map_or(0, |output| output.len());
        assert!(columns.iter().all(|c| c.len() == rows) && outputs.iter().all(|o| o.len() == rows));
        let mut registers = vec![vec![0.0; WIDTH.min(rows)]; *registers as usize];
        for (from, to) in &self.program.spread {
            registers[*to as usize].fill(self.uniforms[*from as usize]);
        }
        for start in (0..rows).step_by(WIDTH) {
            let n = WIDTH.min(rows - start);
            for instr in instrs {
                let mut out = std::mem::take(&mut registers[instr.to as usize]);
                let x = instr.operands.map(|i| registers.get(i as usize).map_or(&[][..], |r| r));
                match instr.op {
                    Op::Input(i) => {
                        let column = columns[i as usize - uniform_inputs];
                        out[..n].copy_from_slice(&column[start..start + n]);
                    }
                    Op::Constant(bits) => out[..n].fill(f64::from_bits(bits)),
                    Op::Rule(rule, exponent) => apply(rule, exponent, x, &mut out[..n]),
                    Op::Compare(relation) => compare(relation, x, &mut out[..n]),
                    Op::Select => three(x, &mut out[..n], |c, a, b| if c != 0.0 { a } else { b }),
                }
                registers[instr.to as usize] = out;
            }
            for (place, output) in places.iter().zip(outputs.iter_mut()) {
                output[start..start + n].copy_from_slice(&registers[*place as usize][..n]);
            }
        }
    }
}

#[inline(always)]
fn one(x: [&[f64]; 3], out: &mut [f64], f: impl Fn(f64) -> f64) {
    out.iter_mut().zip(x[0]).for_each(|(out, a)| *out = f(*a));
}

#[inline(always)]
fn two(x: [&[f64]; 3], out: &mut [f64], f: impl Fn(f64, f64) -> f64) {
    out.iter_mut().zip(x[0].iter().zip(x[1])).for_each(|(out, (a, b))| *out = f(*a, *b));
}

#[inline(always)]
fn three(x: [&[f64]; 3], out: &mut [f64], f: impl Fn(f64, f64, f64) -> f64) {
    let operands = x[0].iter().zip(x[1]).zip(x[2]);
    out.iter_mut().zip(operands).for_each(|(out, ((a, b), c))| *out = f(*a, *b, *c));
}

fn compare(relation: Relation, x: [&[f64]; 3], out: &mut [f64]) {
    let truth = |holds: bool| f64::from(u8::from(holds));
    match relation {
        Relation::Equal => two(x, out, |a, b| truth(a == b)),
        Relation::Less => two(x, out, |a, b| truth(a < b)),
        Relation::Greater => two(x, out, |a, b| truth(a > b)),
        Relation::AtMost => two(x, out, |a, b| truth(a <= b)),
        Relation::AtLeast => two(x, out, |a, b| truth(a >= b)),
    }
}

macro_rules! lanes {
    (($a:ident) $x:expr, $out:expr, $f:expr) => {
        one($x, $out, |a| $f(&[a]))
    };
    (($a:ident, $b:ident) $x:expr, $out:expr, $f:expr) => {
        two($x, $out, |a, b| $f(&[a, b]))
    };
    (($a:ident, $b:ident, $c:ident) $x:expr, $out:expr, $f:expr) => {
        three($x, $out, |a, b, c| $f(&[a, b, c]))
    };
}

/// Generates one loop for each primitive of the rule table.
macro_rules! loops {
    ($($group:ident { $(
        $(#[$doc:meta])*
        $Variant:ident = $name:ident($($x:ident),+ $(; $n:ident)?) -> $y:ident { $($rest:tt)* }
    )* })*) => {
        fn apply(rule: Primitive, exponent: i32, x: [&[f64]; 3], out: &mut [f64]) {
            match rule { $($(
                Primitive::$Variant => {
                    lanes!(($($x),+) x, out, |operands: &[f64]| Primitive::$Variant.value(operands, exponent))
                }
            )*)* }
        }
    };
}

retrograde_rules::with_primitives!(loops);

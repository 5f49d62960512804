//! Evaluates a procedure at unknown numbers and records the arithmetic that it does.
//!
//! Structures, procedures and calls disappear: the result contains only arithmetic. A choice that depends on an
//! unknown number evaluates both branches and selects numbers from their results. The attempt ends without a result
//! at anything that cannot be recorded in this way: recursion that such a choice should end, branches of different
//! shapes, input and output, derivatives, and faults, which the machine reports better.

use retrograde_rules::Primitive;

use super::graph::{Graph, NodeId, Op as NodeOp, Relation};
use crate::anf::{Atom, Base, Body, Code, CodeId, Constant, Op};
use crate::core::Const;
use crate::embed::Nested;
use crate::machine::Machine;
use crate::prim::Prim;
use crate::tags::Tags;
use crate::transform::rules;

/// The greatest number of statements to evaluate.
const STEPS: usize = 200_000;
/// The greatest depth of calls.
const DEPTH: usize = 5_000;
/// The greatest number of nodes.
const NODES: usize = 20_000;

/// A value whose numbers are nodes. Pairs and captured values are stored in the tracer.
#[derive(Clone, Copy, Debug)]
enum Symbol {
    Real(NodeId),
    Boolean(NodeId),
    Nil,
    Pair(usize),
    Closure(CodeId, usize),
    Prim(Prim),
}

struct Tracer<'a> {
    machine: &'a mut Machine,
    graph: Graph,
    pairs: Vec<(Symbol, Symbol)>,
    captures: Vec<Vec<Symbol>>,
    /// The conditions of the branches under evaluation, each with its truth value there.
    decided: Vec<(NodeId, bool)>,
    steps: usize,
    depth: usize,
}

/// A running procedure.
struct Frame {
    vars: Vec<Option<Symbol>>,
    /// The index of its captured values.
    captures: usize,
}

/// Returns the nodes that a procedure computes from an argument of this shape, the result, and the number of inputs.
pub(super) fn trace(machine: &mut Machine, code: CodeId, argument: &Nested) -> Option<(Graph, NodeId, u32)> {
    let mut tracer = Tracer {
        machine,
        graph: Graph::default(),
        pairs: Vec::new(),
        captures: vec![Vec::new()],
        decided: Vec::new(),
        steps: 0,
        depth: 0,
    };
    let mut inputs = 0;
    let argument = tracer.import(argument, &mut inputs);
    match tracer.enter(code, 0, argument)? {
        Symbol::Real(output) => Some((tracer.graph, output, inputs)),
        _ => None,
    }
}

impl Tracer<'_> {
    fn import(&mut self, data: &Nested, inputs: &mut u32) -> Symbol {
        match data {
            Nested::Real(_) => {
                *inputs += 1;
                Symbol::Real(self.graph.input(*inputs - 1))
            }
            Nested::Boolean(b) => self.boolean(*b),
            Nested::List(items) => self.import_pairs(items, None, inputs),
            Nested::Pairs(items, end) => self.import_pairs(items, Some(end), inputs),
        }
    }

    fn import_pairs(&mut self, items: &[Nested], end: Option<&Nested>, inputs: &mut u32) -> Symbol {
        let items: Vec<Symbol> = items.iter().map(|item| self.import(item, inputs)).collect();
        let end = end.map_or(Symbol::Nil, |end| self.import(end, inputs));
        items.into_iter().rev().fold(end, |tail, head| self.pair(head, tail))
    }

    fn pair(&mut self, head: Symbol, tail: Symbol) -> Symbol {
        self.pairs.push((head, tail));
        Symbol::Pair(self.pairs.len() - 1)
    }

    fn boolean(&mut self, value: bool) -> Symbol {
        Symbol::Boolean(self.graph.constant(f64::from(u8::from(value))))
    }

    fn spend(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= STEPS && self.graph.len() <= NODES).then_some(())
    }

    fn enter(&mut self, id: CodeId, captures: usize, argument: Symbol) -> Option<Symbol> {
        if self.depth >= DEPTH {
            return None;
        }
        self.machine.codes.simplify(id);
        let code = self.machine.codes.get(id).clone();
        if !code.tags.is_none() || self.captures[captures].len() != code.captures.len() {
            return None;
        }
        let mut frame = Frame { vars: vec![None; code.vars.len()], captures };
        for (variable, value) in code.captures.iter().zip(&self.captures[captures]) {
            frame.vars[variable.0 as usize] = Some(*value);
        }
        frame.vars[code.param.0 as usize] = Some(argument);
        self.depth += 1;
        let result = stacker::maybe_grow(64 << 10, 1 << 20, || self.body(&code, &code.body, &mut frame));
        self.depth -= 1;
        result
    }

    fn body(&mut self, code: &Code, body: &Body, frame: &mut Frame) -> Option<Symbol> {
        for statement in &body.statements {
            self.spend()?;
            self.statement(code, &statement.op, frame)?;
        }
        self.atom(body.result, frame)
    }

    fn atom(&mut self, atom: Atom, frame: &Frame) -> Option<Symbol> {
        match atom {
            Atom::Var(v) => frame.vars[v.0 as usize],
            Atom::Const(c) => self.constant(c),
        }
    }

    fn constant(&mut self, constant: Constant) -> Option<Symbol> {
        if !constant.tags.is_none() {
            return None;
        }
        Some(match constant.base {
            Base::Const(Const::Nil) => Symbol::Nil,
            Base::Const(Const::Boolean(b)) => self.boolean(b),
            Base::Const(Const::Real(x)) => Symbol::Real(self.graph.constant(x)),
            Base::Prim(prim) => Symbol::Prim(prim),
            Base::Global(global) => Symbol::Closure(self.machine.code_of_global(global)?, 0),
        })
    }

    fn statement(&mut self, code: &Code, op: &Op, frame: &mut Frame) -> Option<()> {
        let (to, value) = match op {
            Op::Copy { to, from } => (*to, self.constant(*from)?),
            Op::Apply { to, function, argument } => {
                let (function, argument) = (self.atom(*function, frame)?, self.atom(*argument, frame)?);
                (*to, self.apply(function, argument)?)
            }
            Op::Primitive { to, tags, prim, operands } => {
                let mut values = Vec::with_capacity(operands.len());
                for (operand, off) in operands {
                    values.push(self.atom(*operand, frame).filter(|_| off.is_none())?);
                }
                (*to, self.primitive(*prim, &values).filter(|_| tags.is_none())?)
            }
            Op::Cons { to, tags: Tags::NONE, head, tail } => {
                let (head, tail) = (self.atom(*head, frame)?, self.atom(*tail, frame)?);
                (*to, self.pair(head, tail))
            }
            Op::Uncons { head, tail, tags: Tags::NONE, from } => {
                let from = self.atom(*from, frame)?;
                let (a, b) = self.halves(from)?;
                frame.vars[head.0 as usize] = Some(a);
                (*tail, b)
            }
            Op::Close { to, code, captures } => {
                let captures = captures.iter().map(|a| self.atom(*a, frame)).collect::<Option<_>>()?;
                self.captures.push(captures);
                (*to, Symbol::Closure(*code, self.captures.len() - 1))
            }
            Op::Sibling { to, code } => (*to, Symbol::Closure(*code, frame.captures)),
            Op::Check { from, constant } => {
                let (value, constant) = (self.atom(*from, frame)?, self.constant(*constant)?);
                return self.agree(value, constant).filter(|agree| *agree).map(|_| ());
            }
            Op::If { to, tags: Tags::NONE, condition, then, otherwise } => {
                let value = match self.atom(*condition, frame)? {
                    Symbol::Boolean(condition) => self.choice(code, condition, [then, otherwise], frame)?,
                    // Everything but `#f` is true.
                    _ => self.body(code, then, frame)?,
                };
                (*to, value)
            }
            Op::Open { .. } | Op::Cons { .. } | Op::Uncons { .. } | Op::If { .. } => return None,
        };
        frame.vars[to.0 as usize] = Some(value);
        Some(())
    }

    /// Evaluates the branch that is taken, or both if the condition is unknown.
    fn choice(
        &mut self,
        code: &Code,
        condition: NodeId,
        arms: [&Body; 2],
        frame: &mut Frame,
    ) -> Option<Symbol> {
        let decided = || self.decided.iter().find(|(c, _)| *c == condition).map(|(_, holds)| *holds);
        let known = self.graph.constant_of(condition).map(|c| c != 0.0).or_else(decided);
        if let Some(known) = known {
            return self.body(code, arms[usize::from(!known)], frame);
        }
        let mut values = [Symbol::Nil; 2];
        for (value, (arm, is_true)) in values.iter_mut().zip(arms.into_iter().zip([true, false])) {
            self.decided.push((condition, is_true));
            let done = stacker::maybe_grow(64 << 10, 1 << 20, || self.body(code, arm, frame));
            self.decided.pop();
            *value = done?;
        }
        self.merge(condition, values[0], values[1])
    }

    /// Returns the first value where the condition is true, and the second elsewhere.
    fn merge(&mut self, condition: NodeId, a: Symbol, b: Symbol) -> Option<Symbol> {
        self.spend()?;
        stacker::maybe_grow(64 << 10, 1 << 20, || match (a, b) {
            (Symbol::Real(a), Symbol::Real(b)) => Some(Symbol::Real(self.graph.select(condition, a, b))),
            (Symbol::Boolean(a), Symbol::Boolean(b)) => {
                Some(Symbol::Boolean(self.graph.select(condition, a, b)))
            }
            (Symbol::Nil, Symbol::Nil) => Some(Symbol::Nil),
            (Symbol::Prim(p), Symbol::Prim(q)) => (p == q).then_some(a),
            (Symbol::Pair(x), Symbol::Pair(y)) => {
                let ((a, b), (c, d)) = (self.pairs[x], self.pairs[y]);
                let (head, tail) = (self.merge(condition, a, c)?, self.merge(condition, b, d)?);
                Some(self.pair(head, tail))
            }
            (Symbol::Closure(f, x), Symbol::Closure(g, y)) if f == g => {
                let parts: Vec<(Symbol, Symbol)> =
                    self.captures[x].iter().copied().zip(self.captures[y].iter().copied()).collect();
                let merged =
                    parts.into_iter().map(|(a, b)| self.merge(condition, a, b)).collect::<Option<_>>()?;
                self.captures.push(merged);
                Some(Symbol::Closure(f, self.captures.len() - 1))
            }
            _ => None,
        })
    }

    /// True if a value equals a constant of a pattern; `None` if that is unknown.
    fn agree(&self, value: Symbol, constant: Symbol) -> Option<bool> {
        match (value, constant) {
            (Symbol::Real(x), Symbol::Real(y)) | (Symbol::Boolean(x), Symbol::Boolean(y)) => {
                Some(self.graph.constant_of(x)? == self.graph.constant_of(y)?)
            }
            (Symbol::Nil, Symbol::Nil) => Some(true),
            _ => Some(false),
        }
    }

    fn halves(&self, value: Symbol) -> Option<(Symbol, Symbol)> {
        match value {
            Symbol::Pair(at) => Some(self.pairs[at]),
            _ => None,
        }
    }

    fn apply(&mut self, function: Symbol, argument: Symbol) -> Option<Symbol> {
        match function {
            Symbol::Closure(code, captures) => self.enter(code, captures, argument),
            Symbol::Prim(prim) => {
                let operands = match prim {
                    Prim::Rule(rule) => rules::arity(rule),
                    Prim::IfProcedure => 3,
                    _ => prim.operands()?,
                };
                let (mut values, mut rest) = (Vec::with_capacity(operands), argument);
                for _ in 1..operands {
                    let (head, tail) = self.halves(rest)?;
                    values.push(head);
                    rest = tail;
                }
                values.push(rest);
                self.primitive(prim, &values)
            }
            _ => None,
        }
    }

    /// Applies a primitive to its operands.
    fn primitive(&mut self, prim: Prim, operands: &[Symbol]) -> Option<Symbol> {
        let real = |i: usize| match operands.get(i) {
            Some(Symbol::Real(x)) => Some(*x),
            _ => None,
        };
        let is = |holds: bool, tracer: &mut Self| Some(tracer.boolean(holds));
        match prim {
            Prim::Rule(rule) => {
                let numbers = (0..operands.len()).map(real).collect::<Option<Vec<_>>>()?;
                self.rule(rule, &numbers)
            }
            Prim::Equal => self.compare(Relation::Equal, real(0)?, real(1)?),
            Prim::Less => self.compare(Relation::Less, real(0)?, real(1)?),
            Prim::Greater => self.compare(Relation::Greater, real(0)?, real(1)?),
            Prim::AtMost => self.compare(Relation::AtMost, real(0)?, real(1)?),
            Prim::AtLeast => self.compare(Relation::AtLeast, real(0)?, real(1)?),
            Prim::IsZero | Prim::IsPositive | Prim::IsNegative => {
                let relation = match prim {
                    Prim::IsZero => Relation::Equal,
                    Prim::IsPositive => Relation::Greater,
                    _ => Relation::Less,
                };
                let zero = self.graph.constant(0.0);
                self.compare(relation, real(0)?, zero)
            }
            Prim::Real => Some(Symbol::Real(real(0)?)),
            Prim::IsNull => is(matches!(operands[0], Symbol::Nil), self),
            Prim::IsBoolean => is(matches!(operands[0], Symbol::Boolean(_)), self),
            Prim::IsReal => is(matches!(operands[0], Symbol::Real(_)), self),
            Prim::IsPair => is(matches!(operands[0], Symbol::Pair(_)), self),
            Prim::IsProcedure => is(matches!(operands[0], Symbol::Closure(..) | Symbol::Prim(_)), self),
            Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => is(false, self),
            Prim::IfProcedure => match operands[0] {
                Symbol::Boolean(condition) => match self.graph.constant_of(condition) {
                    Some(c) => Some(operands[if c != 0.0 { 1 } else { 2 }]),
                    None => self.merge(condition, operands[1], operands[2]),
                },
                _ => Some(operands[1]),
            },
            Prim::Host(_) | Prim::ReadReal | Prim::WriteReal | Prim::Write => None,
            Prim::Zero | Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent => None,
            Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => None,
            Prim::Bundle | Prim::Plus => None,
        }
    }

    fn compare(&mut self, relation: Relation, x: NodeId, y: NodeId) -> Option<Symbol> {
        Some(Symbol::Boolean(self.graph.add(NodeOp::Compare(relation), &[x, y])))
    }

    fn rule(&mut self, rule: Primitive, operands: &[NodeId]) -> Option<Symbol> {
        if operands.len() != rules::arity(rule) {
            return None;
        }
        let (numbers, exponent) = match operands {
            [numbers @ .., last] if rule.takes_exponent() => {
                let n = self.graph.constant_of(*last)?;
                (numbers, (n.fract() == 0.0 && n.abs() <= f64::from(i32::MAX)).then_some(n as i32)?)
            }
            numbers => (numbers, 0),
        };
        Some(Symbol::Real(self.graph.rule(rule, exponent, numbers)))
    }
}

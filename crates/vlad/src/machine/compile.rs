//! Compiles A-normal form to instructions.
//!
//! A pair that is used only as an argument is not built: the call passes its parts, and a procedure that destructures
//! its argument finds them in its first registers. Applications of known primitives become instructions of their own.

use std::collections::HashMap;

use super::Machine;
use super::instr::{Entry, Instr, Operand, Run};
use crate::anf::{Atom, Base, Body, Code, CodeId, Constant, Op, Statement, Var};
use crate::deep::deep;
use crate::error::Result;
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::Tags;

/// The greatest number of parts that a call passes.
const MOST: usize = 12;

impl Machine {
    /// Returns the entry points of a code; compiles it at its first use.
    #[inline(always)]
    pub(super) fn entry(&mut self, id: CodeId) -> Result<Entry> {
        match self.entries.get(id.0 as usize) {
            Some(Some(entry)) => Ok(*entry),
            _ => self.compile(id),
        }
    }

    #[cold]
    fn compile(&mut self, id: CodeId) -> Result<Entry> {
        self.codes.simplify(id);
        let code = self.codes.get(id).clone();
        let mut reads = vec![0u32; code.vars.len()];
        code.body.visit_reads(&mut |atom| {
            if let Atom::Var(v) = atom {
                reads[v.0 as usize] += 1;
            }
        });
        let mut compiler = Compiler {
            machine: self,
            code: &code,
            reads,
            places: HashMap::new(),
            pairs: HashMap::new(),
            taken: Vec::new(),
            registers: 0,
            most: 0,
        };
        let entry = compiler.procedure()?;
        if self.entries.len() <= id.0 as usize {
            self.entries.resize(id.0 as usize + 1, None);
        }
        self.entries[id.0 as usize] = Some(entry);
        self.due = self.due.min(self.room());
        Ok(entry)
    }

    fn emit(&mut self, instr: Instr, span: Span) -> u32 {
        self.instrs.push(instr);
        self.spans.push(span);
        (self.instrs.len() - 1) as u32
    }

    fn run_of(&mut self, operands: &[Operand]) -> Run {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        Run { start, len: operands.len() as u32 }
    }
}

struct Compiler<'a> {
    machine: &'a mut Machine,
    code: &'a Code,
    reads: Vec<u32>,
    places: HashMap<Var, Operand>,
    /// Pairs that have not been built yet, since so far only calls use them: tags, car, cdr.
    pairs: HashMap<Var, (Tags, Atom, Atom)>,
    /// The pairs of `pairs` that were built or passed since; the end of a branch undoes this for its own.
    taken: Vec<(Var, (Tags, Atom, Atom))>,
    /// The number of registers in use, and its maximum so far.
    registers: u32,
    most: u32,
}

/// The destination of a body's result.
#[derive(Clone, Copy)]
enum Target {
    Return,
    Register(u32),
}

impl Compiler<'_> {
    fn procedure(&mut self) -> Result<Entry> {
        let code = self.code;
        for (i, capture) in code.captures.iter().enumerate() {
            self.places.insert(*capture, Operand::captured(i as u32));
        }
        // The statements that destructure the argument.
        let (spine, pair_tags) = self.spine(code.param, &code.body.statements);
        let pair_tags = if spine.is_empty() { code.tags } else { pair_tags };
        let from = spine.last().map_or(code.param, |(_, tail)| *tail);
        let mut parts: Vec<Var> = spine.iter().map(|(head, _)| *head).collect();
        parts.push(from);
        for part in &parts {
            self.define(*part);
        }
        let argument = if spine.is_empty() { 0 } else { self.define(code.param) };
        let start = self.machine.instrs.len() as u32;
        let mut rest = Operand::register(argument);
        for (i, (_, tail)) in spine.iter().enumerate() {
            let head = i as u32;
            let tail = if i + 1 == spine.len() { head + 1 } else { self.define(*tail) };
            let span = code.body.statements[i].span;
            self.machine.emit(Instr::Uncons { head, tail, tags: pair_tags, from: rest }, span);
            rest = Operand::register(tail);
        }
        let direct = self.machine.instrs.len() as u32;
        self.statements(&code.body, spine.len(), Target::Return)?;
        Ok(Entry {
            start,
            direct,
            arguments: parts.len() as u32,
            pair_tags,
            registers: self.most,
            tags: code.tags,
        })
    }

    /// Allocates a register for a variable.
    fn define(&mut self, variable: Var) -> u32 {
        let register = self.register();
        self.places.insert(variable, Operand::register(register));
        register
    }

    fn register(&mut self) -> u32 {
        self.registers += 1;
        self.most = self.most.max(self.registers);
        self.registers - 1
    }

    fn operand(&mut self, atom: Atom, span: Span) -> Result<Operand> {
        match atom {
            Atom::Var(v) => {
                // The pair is needed as a value. A list may be long, so its pairs are built from its end.
                let (mut spine, mut rest) = (Vec::new(), atom);
                while let Some((pair, parts)) = rest.var().and_then(|v| Some((v, self.take(v)?))) {
                    rest = parts.2;
                    spine.push((pair, parts));
                }
                if !spine.is_empty() {
                    let mut tail = deep(|| self.operand(rest, span))?;
                    for (pair, (tags, head, _)) in spine.into_iter().rev() {
                        let head = deep(|| self.operand(head, span))?;
                        let to = self.define(pair);
                        self.machine.emit(Instr::Cons { to, tags, head, tail }, span);
                        tail = Operand::register(to);
                    }
                }
                Ok(self.places[&v])
            }
            Atom::Const(c) => self.machine.constant(c).map(Operand::constant),
        }
    }

    /// Returns the parts of a pair that was not built. The caller becomes responsible for it.
    fn take(&mut self, pair: Var) -> Option<(Tags, Atom, Atom)> {
        let parts = self.pairs.remove(&pair)?;
        self.taken.push((pair, parts));
        Some(parts)
    }

    fn run(&mut self, atoms: &[Atom], span: Span) -> Result<Run> {
        let operands = atoms.iter().map(|a| self.operand(*a, span)).collect::<Result<Vec<_>>>()?;
        Ok(self.machine.run_of(&operands))
    }

    /// Returns the parts of an argument, as long as they are pairs without other uses, and the pairs' tags.
    fn parts(&mut self, argument: Atom) -> (Vec<Atom>, Tags) {
        let (mut parts, mut rest, mut tags) = (Vec::new(), argument, Tags::NONE);
        while let Atom::Var(v) = rest {
            match self.pairs.get(&v) {
                Some((t, head, tail)) if parts.len() + 2 <= MOST && (parts.is_empty() || *t == tags) => {
                    (tags, rest) = (*t, *tail);
                    parts.push(*head);
                    self.take(v);
                }
                _ => break,
            }
        }
        parts.push(rest);
        (parts, tags)
    }

    fn statements(&mut self, body: &Body, from: usize, target: Target) -> Result<()> {
        let all = &body.statements;
        let mut next = from;
        while next < all.len() {
            let i = next;
            next += 1;
            let span = all[i].span;
            let last = i + 1 == all.len() && matches!(target, Target::Return);
            match &all[i].op {
                Op::Apply { to, function, argument } => {
                    let returns = last && body.result == Atom::Var(*to);
                    if returns {
                        return self.tail_call(*function, *argument, span);
                    }
                    next += self.application(*to, *function, *argument, &all[next..], span)?;
                }
                Op::If { to, condition, then, otherwise, .. } => {
                    let condition = self.operand(*condition, span)?;
                    let returns = last && body.result == Atom::Var(*to);
                    let inner = if returns { Target::Return } else { Target::Register(self.define(*to)) };
                    let branch = self.machine.emit(Instr::Branch { condition, target: 0 }, span);
                    self.arm(then, inner)?;
                    let jump = (!returns).then(|| self.machine.emit(Instr::Jump { target: 0 }, span));
                    let here = self.machine.instrs.len() as u32;
                    self.machine.instrs[branch as usize] = Instr::Branch { condition, target: here };
                    self.arm(otherwise, inner)?;
                    if let Some(jump) = jump {
                        let here = self.machine.instrs.len() as u32;
                        self.machine.instrs[jump as usize] = Instr::Jump { target: here };
                    }
                    if returns {
                        return Ok(());
                    }
                }
                op => self.simple(op, span)?,
            }
        }
        let span = self.code.span;
        let instr = match target {
            Target::Return => match self.parts(body.result) {
                (parts, tags) if parts.len() > 1 => {
                    Instr::ReturnParts { parts: self.run(&parts, span)?, tags }
                }
                _ => Instr::Return { from: self.operand(body.result, span)? },
            },
            Target::Register(to) => Instr::Move { to, from: self.operand(body.result, span)? },
        };
        self.machine.emit(instr, span);
        Ok(())
    }

    /// Compiles a branch. A pair that was not built before may be built inside, so each branch starts with the same
    /// pairs.
    fn arm(&mut self, body: &Body, target: Target) -> Result<()> {
        let (taken, registers) = (self.taken.len(), self.registers);
        deep(|| self.statements(body, 0, target))?;
        // Registers of variables need no such care: variables bound in a branch are not used outside, and pairs are
        // looked up first.
        self.pairs.extend(self.taken.drain(taken..));
        self.registers = registers;
        Ok(())
    }

    fn tail_call(&mut self, function: Atom, argument: Atom, span: Span) -> Result<()> {
        if let Some(prim) = plain_prim(function) {
            let to = self.register();
            self.prim(prim, to, argument, span)?;
            self.machine.emit(Instr::Return { from: Operand::register(to) }, span);
            return Ok(());
        }
        let function = self.operand(function, span)?;
        let (parts, tags) = self.parts(argument);
        let arguments = self.run(&parts, span)?;
        self.machine.emit(Instr::TailCall { function, arguments, tags }, span);
        Ok(())
    }

    fn prim(&mut self, prim: Prim, to: u32, argument: Atom, span: Span) -> Result<()> {
        let (parts, _) = match argument {
            Atom::Var(v) if self.pairs.get(&v).is_some_and(|(tags, ..)| tags.is_none()) => self.two(v),
            _ => (vec![argument], Tags::NONE),
        };
        match parts.as_slice() {
            [a, b] => {
                let (a, b) = (self.operand(*a, span)?, self.operand(*b, span)?);
                self.machine
                    .emit(Instr::Prim2 { prim, to, a, b, off: [Tags::NONE; 2], on: Tags::NONE }, span);
            }
            _ => {
                let a = self.operand(argument, span)?;
                self.machine.emit(Instr::Prim1 { prim, to, a, off: Tags::NONE, on: Tags::NONE }, span);
            }
        }
        Ok(())
    }

    /// Returns the two parts of a pair that was not built.
    fn two(&mut self, pair: Var) -> (Vec<Atom>, Tags) {
        let (tags, head, tail) = self.take(pair).expect("just seen");
        (vec![head, tail], tags)
    }

    /// Compiles an application whose result is used. Returns how many of the following statements it covers as well.
    fn application(
        &mut self,
        to: Var,
        function: Atom,
        argument: Atom,
        following: &[Statement],
        span: Span,
    ) -> Result<usize> {
        if let Some(prim) = plain_prim(function) {
            let register = self.register();
            self.prim(prim, register, argument, span)?;
            self.places.insert(to, Operand::register(register));
            return Ok(0);
        }
        let function = self.operand(function, span)?;
        let (parts, tags) = self.parts(argument);
        let arguments = self.run(&parts, span)?;
        let (spine, pair_tags) = self.spine(to, following);
        if spine.is_empty() {
            let to = self.define(to);
            self.machine.emit(Instr::Call { to, function, arguments, tags }, span);
            return Ok(0);
        }
        let mut whole = self.define(to);
        let call = self.machine.emit(Instr::Jump { target: 0 }, span);
        let mut registers = vec![Operand::register(whole)];
        for ((head, tail), statement) in spine.iter().zip(following) {
            let (head, tail) = (self.define(*head), self.define(*tail));
            registers.push(Operand::register(head));
            let from = Operand::register(whole);
            self.machine.emit(Instr::Uncons { head, tail, tags: pair_tags, from }, statement.span);
            whole = tail;
        }
        registers.push(Operand::register(whole));
        let to = self.machine.run_of(&registers);
        self.machine.instrs[call as usize] = Instr::CallParts { to, pair_tags, function, arguments, tags };
        Ok(spine.len())
    }

    /// Returns the variables into which the next statements destructure a value that has no other use, and the tags
    /// of its pairs.
    fn spine(&self, value: Var, statements: &[Statement]) -> (Vec<(Var, Var)>, Tags) {
        let (mut spine, mut from, mut pair_tags) = (Vec::new(), value, Tags::NONE);
        for statement in statements {
            match &statement.op {
                Op::Uncons { head, tail, tags, from: Atom::Var(v) }
                    if *v == from
                        && self.reads[v.0 as usize] == 1
                        && spine.len() + 2 <= MOST
                        && (spine.is_empty() || pair_tags == *tags) =>
                {
                    pair_tags = *tags;
                    spine.push((*head, *tail));
                    from = *tail;
                }
                _ => break,
            }
        }
        (spine, pair_tags)
    }

    fn simple(&mut self, op: &Op, span: Span) -> Result<()> {
        let unread = |this: &Self, v: Var| this.reads[v.0 as usize] == 0;
        match op {
            Op::Copy { to, from } => {
                let from = Operand::constant(self.machine.constant(*from)?);
                self.places.insert(*to, from);
            }
            Op::Primitive { to, tags, prim, operands } => {
                let (prim, on) = (*prim, *tags);
                let x = operands.iter().map(|(a, _)| self.operand(*a, span)).collect::<Result<Vec<_>>>()?;
                let to = self.define(*to);
                let instr = match (x.as_slice(), operands.as_slice()) {
                    ([a, b], [(_, s), (_, t)]) => Instr::Prim2 { prim, to, a: *a, b: *b, off: [*s, *t], on },
                    ([a], [(_, off)]) => Instr::Prim1 { prim, to, a: *a, off: *off, on },
                    _ => unreachable!("a primitive takes one value or two"),
                };
                self.machine.emit(instr, span);
            }
            Op::Cons { to, tags, head, tail } => {
                if unread(self, *to) {
                    return Ok(());
                }
                if self.reads[to.0 as usize] == 1 {
                    self.pairs.insert(*to, (*tags, *head, *tail));
                    return Ok(());
                }
                let (head, tail) = (self.operand(*head, span)?, self.operand(*tail, span)?);
                let to = self.define(*to);
                self.machine.emit(Instr::Cons { to, tags: *tags, head, tail }, span);
            }
            Op::Uncons { head, tail, tags, from } => {
                let from = self.operand(*from, span)?;
                let (head, tail) = (self.define(*head), self.define(*tail));
                self.machine.emit(Instr::Uncons { head, tail, tags: *tags, from }, span);
            }
            Op::Close { to, code, captures } => {
                if unread(self, *to) {
                    return Ok(());
                }
                let tags = self.machine.codes.get(*code).tags;
                if captures.is_empty() {
                    // A procedure without captures exists once.
                    let closure = self.machine.heap.closure(tags, *code, []);
                    self.machine.constants.push(closure);
                    let constant = Operand::constant((self.machine.constants.len() - 1) as u32);
                    self.places.insert(*to, constant);
                    return Ok(());
                }
                let captures = self.run(captures, span)?;
                let to = self.define(*to);
                self.machine.emit(Instr::Close { to, code: *code, tags, captures }, span);
            }
            Op::Open { to, code, from } => {
                let from = self.operand(*from, span)?;
                let registers: Vec<Operand> = to.iter().map(|v| Operand::register(self.define(*v))).collect();
                let to = self.machine.run_of(&registers);
                self.machine.emit(Instr::Open { to, code: *code, from }, span);
            }
            Op::Sibling { to, code } => {
                if unread(self, *to) {
                    return Ok(());
                }
                let to = self.define(*to);
                let tags = self.code.tags;
                self.machine.emit(Instr::Sibling { to, code: *code, tags }, span);
            }
            Op::Check { from, constant } => {
                let from = self.operand(*from, span)?;
                let constant = Operand::constant(self.machine.constant(*constant)?);
                self.machine.emit(Instr::Check { from, constant }, span);
            }
            Op::Apply { .. } | Op::If { .. } => unreachable!("compiled by `statements`"),
        }
        Ok(())
    }
}

/// Returns the untransformed primitive of an atom, except for primitives of the host.
fn plain_prim(atom: Atom) -> Option<Prim> {
    match atom {
        Atom::Const(Constant { tags: Tags::NONE, base: Base::Prim(prim) }) => {
            (!matches!(prim, Prim::Host(_))).then_some(prim)
        }
        _ => None,
    }
}

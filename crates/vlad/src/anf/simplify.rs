//! Rewrites codes so that they do the same in fewer steps.
//!
//! AD operators transform the result, so each step saved here is saved again in every derivative. A code is
//! simplified once, before it is first run, transformed or compared:
//!
//! - calls of small procedures of the prelude, and applications of known closures, are inlined;
//! - a pair that was built or destructured before is not destructured again;
//! - a primitive that is applied to known values becomes [`Op::Primitive`];
//! - a procedure that builds itself again becomes its own sibling: `((map f) l)` inside `map` is a plain recursion;
//! - a closure that is only called, and captures primitives or definitions, becomes a code that contains them as
//!   constants;
//! - pairs and closures that are never read are not built.
//!
//! The order of calls and all faults are preserved. Definitions of the user are not inlined: they may be redefined,
//! and people look for them in stack traces.

use std::collections::{HashMap, HashSet};

use super::{Atom, Base, Body, Code, CodeId, Codes, Constant, Op, Statement, Var, VarInfo};
use crate::core::GlobalId;
use crate::deep::deep;
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::Tags;

/// A procedure with more statements is not inlined.
const SMALL: usize = 12;
/// The greatest depth of inlined code inside inlined code.
const DEEPEST: u32 = 8;
/// The greatest number of variables that inlining may add to a code.
const MOST: usize = 600;

/// Constants for some captures (`None`: still captured), and the code that was specialised to them.
type Special = (Vec<Option<Constant>>, CodeId);

/// Facts about codes other than the current one.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Definitions that cannot be redefined.
    settled: HashMap<GlobalId, CodeId>,
    started: HashSet<CodeId>,
    done: HashSet<CodeId>,
    /// For each simplified code, true if it is small enough to be inlined.
    small: HashMap<CodeId, bool>,
    /// Codes that were specialised to constant captures.
    special: HashMap<CodeId, Vec<Special>>,
}

impl Codes {
    /// Declares that a definition never changes, so that its calls may be inlined.
    pub fn settle(&mut self, global: GlobalId, code: CodeId) {
        self.simple.settled.insert(global, code);
    }

    /// Simplifies a code and the codes that it builds. Does nothing the second time.
    pub fn simplify(&mut self, id: CodeId) {
        if !self.simple.started.insert(id) {
            return;
        }
        deep(|| {
            let code = self.get(id).clone();
            let mut writer = Simplifier {
                codes: self,
                id,
                captures: &code.captures,
                vars: code.vars.clone(),
                facts: Facts::default(),
            };
            let mut own = Frame { names: HashMap::new(), fresh: false, place: None, depth: 0 };
            let (mut statements, result) = writer.body(&code.body, &mut own);
            let vars = std::mem::take(&mut writer.vars);
            sweep(&mut statements, result, vars.len());
            let mut body = Body { statements, result };
            if code.tags.is_none() {
                self.specialise(&mut body, vars.len());
            }
            self.set(id, Code { vars, body, ..(*code).clone() });
            for inner in built(&self.get(id).body.clone()) {
                self.simplify(inner);
            }
            self.simple.done.insert(id);
        });
    }

    /// Specialises closures that are only called to the primitives and definitions that they capture.
    fn specialise(&mut self, body: &mut Body, vars: usize) {
        let (mut reads, mut calls) = (vec![0; vars], vec![0; vars]);
        count(body, &mut reads, &mut calls);
        self.specialise_in(body, &reads, &calls);
    }

    fn specialise_in(&mut self, body: &mut Body, reads: &[u32], calls: &[u32]) {
        for statement in &mut body.statements {
            match &mut statement.op {
                Op::If { then, otherwise, .. } => {
                    deep(|| self.specialise_in(then, reads, calls));
                    deep(|| self.specialise_in(otherwise, reads, calls));
                }
                Op::Close { to, code, captures } if reads[to.0 as usize] == calls[to.0 as usize] => {
                    let known: Vec<Option<Constant>> = captures.iter().map(|a| settled(*a)).collect();
                    if let Some(special) = self.special(*code, &known) {
                        *code = special;
                        let mut left = known.iter();
                        captures.retain(|_| left.next().is_some_and(Option::is_none));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the code specialised to these captures; `None` if no capture is known, or if the code passes itself
    /// on.
    fn special(&mut self, id: CodeId, known: &[Option<Constant>]) -> Option<CodeId> {
        if known.iter().all(Option::is_none) {
            return None;
        }
        if let Some(made) = self.simple.special.get(&id) {
            if let Some((_, special)) = made.iter().find(|(k, _)| k == known) {
                return Some(*special);
            }
        }
        self.simplify(id);
        let code = (**self.all.get(id.0 as usize)?.as_ref()?).clone();
        if !self.simple.done.contains(&id) || !code.tags.is_none() {
            return None;
        }
        let (mut reads, mut calls) = (vec![0; code.vars.len()], vec![0; code.vars.len()]);
        count(&code.body, &mut reads, &mut calls);
        let mut kept = true;
        siblings(&code.body, &mut |to, sibling| {
            kept &= sibling == id && reads[to.0 as usize] == calls[to.0 as usize];
        });
        if !kept {
            return None;
        }
        let special = self.reserve();
        self.simple.special.entry(id).or_default().push((known.to_vec(), special));
        let constant: HashMap<Var, Constant> =
            code.captures.iter().zip(known).filter_map(|(v, k)| Some((*v, (*k)?))).collect();
        let mut made = code;
        made.captures.retain(|v| !constant.contains_key(v));
        substitute(&mut made.body, &constant, id, special);
        self.set(special, made);
        self.simplify(special);
        Some(special)
    }

    /// Returns the code of a definition that is small enough to be inlined.
    fn inlined(&mut self, function: Atom) -> Option<CodeId> {
        let Atom::Const(Constant { tags: Tags::NONE, base: Base::Global(global) }) = function else {
            return None;
        };
        let id = *self.simple.settled.get(&global)?;
        self.is_small(id).then_some(id)
    }

    /// True if a code is small enough to be inlined. Simplifies it first.
    fn is_small(&mut self, id: CodeId) -> bool {
        if self.all[id.0 as usize].is_none() {
            return false;
        }
        self.simplify(id);
        if !self.simple.done.contains(&id) {
            return false;
        }
        if let Some(small) = self.simple.small.get(&id) {
            return *small;
        }
        let code = self.get(id);
        let mut recurs = false;
        let settled = &self.simple.settled;
        visit(&code.body, &mut |op| {
            recurs |= match op {
                Op::Sibling { .. } => true,
                Op::Apply { function: Atom::Const(Constant { base: Base::Global(g), .. }), .. } => {
                    settled.get(g) == Some(&id)
                }
                _ => false,
            };
        });
        let small = code.tags.is_none() && code.prim.is_none() && !recurs && size(&code.body) <= SMALL;
        self.simple.small.insert(id, small);
        small
    }
}

/// Facts about variables of the code under construction.
#[derive(Default)]
struct Facts {
    /// Pairs: their tags, car and cdr.
    pairs: HashMap<Var, (Tags, Atom, Atom)>,
    closures: HashMap<Var, (CodeId, Vec<Atom>)>,
    /// The variables with facts, in the order in which they were learnt: facts learnt in a branch are dropped at its
    /// end.
    order: Vec<Var>,
}

/// A code whose statements are being copied: the current code, or one that is inlined into it.
struct Frame {
    /// The atoms that replace its variables in the result.
    names: HashMap<Var, Atom>,
    /// True if the variables that it binds get new names.
    fresh: bool,
    /// The span for all its statements, if they do not keep their own.
    place: Option<Span>,
    depth: u32,
}

struct Simplifier<'a> {
    codes: &'a mut Codes,
    id: CodeId,
    captures: &'a [Var],
    vars: Vec<VarInfo>,
    facts: Facts,
}

impl Simplifier<'_> {
    fn name(&self, frame: &Frame, atom: Atom) -> Atom {
        match atom {
            Atom::Var(v) => frame.names.get(&v).copied().unwrap_or(atom),
            Atom::Const(_) => atom,
        }
    }

    /// Returns the variable that replaces one that the frame binds.
    fn bind(&mut self, frame: &mut Frame, from: &[VarInfo], variable: Var) -> Var {
        if !frame.fresh {
            return variable;
        }
        self.vars.push(from[variable.0 as usize].clone());
        let new = Var((self.vars.len() - 1) as u32);
        frame.names.insert(variable, Atom::Var(new));
        new
    }

    fn body(&mut self, body: &Body, frame: &mut Frame) -> (Vec<Statement>, Atom) {
        let infos = self.vars.clone();
        let mut out = Vec::with_capacity(body.statements.len());
        self.statements(body, &infos, frame, &mut out);
        (out, self.name(frame, body.result))
    }

    fn statements(&mut self, body: &Body, infos: &[VarInfo], frame: &mut Frame, out: &mut Vec<Statement>) {
        for statement in &body.statements {
            let span = frame.place.unwrap_or(statement.span);
            self.statement(&statement.op, span, infos, frame, out);
        }
    }

    fn statement(
        &mut self,
        op: &Op,
        span: Span,
        infos: &[VarInfo],
        frame: &mut Frame,
        out: &mut Vec<Statement>,
    ) {
        let mut push = |op: Op| out.push(Statement { op, span });
        match op {
            Op::Copy { to, from } => {
                let to = self.bind(frame, infos, *to);
                push(Op::Copy { to, from: *from });
            }
            Op::Check { from, constant } => {
                push(Op::Check { from: self.name(frame, *from), constant: *constant });
            }
            Op::Sibling { to, code } => {
                let to = self.bind(frame, infos, *to);
                push(Op::Sibling { to, code: *code });
            }
            Op::Primitive { to, tags, prim, operands } => {
                let operands = operands.iter().map(|(a, t)| (self.name(frame, *a), *t)).collect();
                let to = self.bind(frame, infos, *to);
                push(Op::Primitive { to, tags: *tags, prim: *prim, operands });
            }
            Op::Cons { to, tags, head, tail } => {
                let (head, tail) = (self.name(frame, *head), self.name(frame, *tail));
                let to = self.bind(frame, infos, *to);
                self.facts.learn(to, *tags, head, tail);
                push(Op::Cons { to, tags: *tags, head, tail });
            }
            Op::Uncons { head, tail, tags, from } => {
                let from = self.name(frame, *from);
                if let Some((known, a, b)) = from.var().and_then(|v| self.facts.pairs.get(&v)) {
                    if known == tags {
                        let (a, b) = (*a, *b);
                        frame.names.extend([(*head, a), (*tail, b)]);
                        return;
                    }
                }
                let (head, tail) = (self.bind(frame, infos, *head), self.bind(frame, infos, *tail));
                if let Atom::Var(v) = from {
                    self.facts.learn(v, *tags, Atom::Var(head), Atom::Var(tail));
                }
                push(Op::Uncons { head, tail, tags: *tags, from });
            }
            Op::Close { to, code, captures } => {
                let captures: Vec<Atom> = captures.iter().map(|a| self.name(frame, *a)).collect();
                let to = self.bind(frame, infos, *to);
                if *code == self.id
                    && captures.iter().copied().eq(self.captures.iter().map(|v| Atom::Var(*v)))
                {
                    push(Op::Sibling { to, code: *code });
                    return;
                }
                self.facts.closures.insert(to, (*code, captures.clone()));
                push(Op::Close { to, code: *code, captures });
            }
            Op::Open { to, code, from } => {
                let from = self.name(frame, *from);
                if let Some((known, captures)) = from.var().and_then(|v| self.facts.closures.get(&v)) {
                    if known == code {
                        frame.names.extend(to.iter().copied().zip(captures.iter().copied()));
                        return;
                    }
                }
                let to = to.iter().map(|v| self.bind(frame, infos, *v)).collect();
                push(Op::Open { to, code: *code, from });
            }
            Op::If { to, tags, condition, then, otherwise } => {
                let condition = self.name(frame, *condition);
                let then = self.arm(then, infos, frame);
                let otherwise = self.arm(otherwise, infos, frame);
                let to = self.bind(frame, infos, *to);
                push(Op::If { to, tags: *tags, condition, then, otherwise });
            }
            Op::Apply { to, function, argument } => {
                let (function, argument) = (self.name(frame, *function), self.name(frame, *argument));
                if let Some((prim, operands)) = self.primitive(function, argument) {
                    let to = self.bind(frame, infos, *to);
                    push(Op::Primitive { to, tags: Tags::NONE, prim, operands });
                    return;
                }
                if frame.depth < DEEPEST && self.vars.len() < infos.len().max(self.captures.len()) + MOST {
                    if let Some(result) = self.inline(function, argument, span, frame, out) {
                        frame.names.insert(*to, result);
                        return;
                    }
                }
                let to = self.bind(frame, infos, *to);
                out.push(Statement { op: Op::Apply { to, function, argument }, span });
            }
        }
    }

    fn arm(&mut self, body: &Body, infos: &[VarInfo], frame: &mut Frame) -> Body {
        let known = self.facts.order.len();
        let mut statements = Vec::with_capacity(body.statements.len());
        deep(|| {
            self.statements(body, infos, frame, &mut statements);
        });
        let result = self.name(frame, body.result);
        for variable in self.facts.order.drain(known..) {
            self.facts.pairs.remove(&variable);
        }
        Body { statements, result }
    }

    /// Returns a primitive and its operands, if each operand is known.
    fn primitive(&self, function: Atom, argument: Atom) -> Option<(Prim, Vec<(Atom, Tags)>)> {
        let Atom::Const(Constant { tags: Tags::NONE, base: Base::Prim(prim) }) = function else {
            return None;
        };
        let operands = match prim.operands()? {
            1 => vec![argument],
            _ => match self.facts.pairs.get(&argument.var()?)? {
                (Tags::NONE, head, tail) => vec![*head, *tail],
                _ => return None,
            },
        };
        Some((prim, operands.into_iter().map(|a| (a, Tags::NONE)).collect()))
    }

    /// Inlines the code of a call, if it may be inlined; returns the result.
    fn inline(
        &mut self,
        function: Atom,
        argument: Atom,
        span: Span,
        frame: &Frame,
        out: &mut Vec<Statement>,
    ) -> Option<Atom> {
        let (id, captures, place) = match self.codes.inlined(function) {
            // A fault in the prelude is reported where its procedure was called.
            Some(id) => (id, Vec::new(), Some(span)),
            None => {
                let (id, captures) = self.facts.closures.get(&function.var()?)?;
                if !self.codes.is_small(*id) {
                    return None;
                }
                (*id, captures.clone(), frame.place)
            }
        };
        let code = self.codes.get(id).clone();
        let mut inner = Frame { names: HashMap::new(), fresh: true, place, depth: frame.depth + 1 };
        inner.names.extend(code.captures.iter().copied().zip(captures));
        inner.names.insert(code.param, argument);
        deep(|| {
            self.statements(&code.body, &code.vars, &mut inner, out);
        });
        Some(self.name(&inner, code.body.result))
    }
}

impl Facts {
    fn learn(&mut self, pair: Var, tags: Tags, head: Atom, tail: Atom) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.pairs.entry(pair) {
            entry.insert((tags, head, tail));
            self.order.push(pair);
        }
    }
}

/// Returns the constant, if it is a primitive or a definition.
fn settled(atom: Atom) -> Option<Constant> {
    match atom {
        Atom::Const(c @ Constant { tags: Tags::NONE, base: Base::Prim(_) | Base::Global(_) }) => Some(c),
        _ => None,
    }
}

/// Drops pairs and closures that are never read. Other statements stay, since they may fail.
fn sweep(statements: &mut Vec<Statement>, result: Atom, vars: usize) {
    let mut read = vec![false; vars];
    sweep_body(statements, result, &mut read);
}

fn sweep_body(statements: &mut Vec<Statement>, result: Atom, read: &mut [bool]) {
    let mark = |read: &mut [bool], atom: Atom| {
        if let Atom::Var(v) = atom {
            read[v.0 as usize] = true;
        }
    };
    mark(read, result);
    let mut kept = vec![true; statements.len()];
    for (statement, kept) in statements.iter_mut().zip(&mut kept).rev() {
        match &mut statement.op {
            Op::Cons { to, .. } | Op::Close { to, .. } | Op::Sibling { to, .. } | Op::Copy { to, .. }
                if !read[to.0 as usize] =>
            {
                *kept = false;
            }
            Op::If { condition, then, otherwise, .. } => {
                mark(read, *condition);
                for arm in [then, otherwise] {
                    deep(|| {
                        sweep_body(&mut arm.statements, arm.result, read);
                    });
                }
            }
            op => op.visit_reads(&mut |atom| mark(read, atom)),
        }
    }
    let mut kept = kept.into_iter();
    statements.retain(|_| kept.next().unwrap_or(true));
}

/// Counts the statements of a body.
fn size(body: &Body) -> usize {
    let of = |statement: &Statement| match &statement.op {
        Op::If { then, otherwise, .. } => 1 + size(then) + size(otherwise),
        _ => 1,
    };
    deep(|| body.statements.iter().map(of).sum())
}

/// Counts how often each variable is read, and how often it is called.
fn count(body: &Body, reads: &mut [u32], calls: &mut [u32]) {
    body.visit_reads(&mut |atom| {
        if let Atom::Var(v) = atom {
            reads[v.0 as usize] += 1;
        }
    });
    visit(body, &mut |op| {
        if let Op::Apply { function: Atom::Var(v), .. } = op {
            calls[v.0 as usize] += 1;
        }
    });
}

/// Reports the siblings that a body builds.
fn siblings(body: &Body, found: &mut dyn FnMut(Var, CodeId)) {
    visit(body, &mut |op| {
        if let Op::Sibling { to, code } = op {
            found(*to, *code);
        }
    });
}

/// Returns the codes that a body builds or opens.
fn built(body: &Body) -> Vec<CodeId> {
    let mut found = Vec::new();
    visit(body, &mut |op| {
        if let Op::Close { code, .. } | Op::Open { code, .. } | Op::Sibling { code, .. } = op {
            found.push(*code);
        }
    });
    found
}

/// Calls `each` with every operation, including those in branches.
fn visit(body: &Body, each: &mut dyn FnMut(&Op)) {
    deep(|| {
        for statement in &body.statements {
            each(&statement.op);
            if let Op::If { then, otherwise, .. } = &statement.op {
                visit(then, each);
                visit(otherwise, each);
            }
        }
    });
}

/// Replaces variables by constants, and references to one code by references to another.
fn substitute(body: &mut Body, constants: &HashMap<Var, Constant>, old: CodeId, new: CodeId) {
    let put = |atom: &mut Atom| {
        if let Atom::Var(v) = atom {
            if let Some(constant) = constants.get(v) {
                *atom = Atom::Const(*constant);
            }
        }
    };
    put(&mut body.result);
    for statement in &mut body.statements {
        match &mut statement.op {
            Op::Copy { .. } => {}
            Op::Apply { function, argument, .. } => {
                put(function);
                put(argument);
            }
            Op::Primitive { operands, .. } => operands.iter_mut().for_each(|(atom, _)| put(atom)),
            Op::Cons { head, tail, .. } => {
                put(head);
                put(tail);
            }
            Op::Uncons { from, .. } | Op::Open { from, .. } | Op::Check { from, .. } => put(from),
            Op::Close { captures, .. } => captures.iter_mut().for_each(put),
            Op::Sibling { code, .. } => {
                if *code == old {
                    *code = new;
                }
            }
            Op::If { condition, then, otherwise, .. } => {
                put(condition);
                deep(|| substitute(then, constants, old, new));
                deep(|| substitute(otherwise, constants, old, new));
            }
        }
    }
}

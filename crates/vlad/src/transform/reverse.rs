//! `*j` on code: returns a procedure that returns its value and a backpropagator.
//!
//! ```text
//! λx. let xᵢ = … in y    becomes    λx̄. let the same over reverse values, x̄ᵢ, bᵢ = f̄ x̄ⱼ in (ȳ . b)
//!                        with       b = λy̌. let the statements in reverse order, adding to cotangents in (f̌ . x̌)
//! ```
//!
//! Each kind of statement has its reverse: an application calls the backpropagator that it received; a statement that
//! built a pair or a procedure destructures its cotangent, and vice versa. A cotangent starts as the first
//! contribution to it. A zero is made only for a cotangent that is used and got no contribution, and a statement
//! whose results got no contribution passes nothing on. Each branch of a choice returns a backpropagator: at the end
//! of a procedure that of the whole procedure, elsewhere one of its own, for the variables that either branch reads.
//! The result is again A-normal form, so it can be transformed again.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::partials::Applied;
use super::parts::apart;
use super::pointwise::{atom, constant};
use super::{Transforms, pushed};
use crate::anf::{Atom, Base, Body, Code, CodeId, Codes, Constant, Op, Statement, Var, VarInfo};
use crate::core::Const;
use crate::deep::deep;
use crate::error::Result;
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::{Tag, Tags};

pub(super) const R: Tag = Tag::Reverse;
pub(super) const S: Tag = Tag::Sensitivity;

pub(super) fn reverse(id: CodeId, transforms: &mut Transforms, codes: &mut Codes) -> Result<Code> {
    let code = apart(codes.get(id));
    let mut vars = Vec::with_capacity(code.vars.len() * 2);
    for info in &code.vars {
        vars.push(VarInfo { name: info.name.clone(), tags: pushed(info.tags, R)? });
    }
    let mut writer = Reverser { id, code: &code, transforms, codes, vars, reads: HashMap::new() };
    let body = writer.body(&code.body, &[], &Wanted::Procedure)?;
    Ok(Code {
        name: code.name.clone(),
        tags: pushed(code.tags, R)?,
        param: code.param,
        captures: code.captures.clone(),
        vars: writer.vars,
        body,
        prim: code.prim,
        span: code.span,
    })
}

/// A choice at the end of a procedure is treated specially only after at most this many statements, since each branch
/// undoes them again.
const LONGEST: usize = 40;

/// A statement of the original code that a backpropagator undoes.
#[derive(Clone, Copy)]
struct Step<'a> {
    op: &'a Op,
    span: Span,
    /// The backpropagator that the application or choice returned.
    back: Option<Var>,
}

/// The cotangents that a backpropagator returns.
enum Wanted {
    /// Those of the procedure and its argument, as a pair.
    Procedure,
    /// Those of some variables, as pairs nested to the right.
    Variables(Vec<Var>),
}

struct Reverser<'a> {
    id: CodeId,
    code: &'a Code,
    transforms: &'a mut Transforms,
    codes: &'a mut Codes,
    /// The variables of the transformed code: first those of the original code, with one more tag.
    vars: Vec<VarInfo>,
    /// The variables that bodies of the code read.
    reads: HashMap<*const Body, Rc<Reads>>,
}

/// The free variables of a body, in the order of first use.
#[derive(Default)]
struct Reads {
    free: Vec<Var>,
    /// True if it rebuilds a procedure from the captures of the running one.
    sibling: bool,
}

/// A backpropagator under construction.
pub(super) struct Back {
    vars: Vec<VarInfo>,
    statements: Vec<Statement>,
    /// Its captures: variables of the transformed code, and the variables that hold them inside.
    captured: Vec<(Var, Var)>,
    /// `captured` as a map.
    holders: HashMap<Var, Var>,
    /// The cotangents so far, by variable of the original code.
    cotangents: HashMap<Var, Atom>,
}

impl Reverser<'_> {
    fn fresh(&mut self, name: &str, tags: Tags) -> Var {
        self.vars.push(VarInfo { name: name.into(), tags });
        Var((self.vars.len() - 1) as u32)
    }

    fn tags(&self, atom: Atom) -> Tags {
        match atom {
            Atom::Var(v) => self.code.vars[v.0 as usize].tags,
            Atom::Const(c) => c.tags,
        }
    }

    fn name(&self, variable: Var) -> Arc<str> {
        self.code.vars[variable.0 as usize].name.clone()
    }

    /// Writes the statements over reverse values, and a pair of the result and a backpropagator, which also undoes
    /// the steps before, of the enclosing bodies.
    fn body(&mut self, from: &Body, before: &[Step], wanted: &Wanted) -> Result<Body> {
        let mut statements = Vec::with_capacity(from.statements.len() * 2 + 2);
        let mut steps = before.to_vec();
        for Statement { op, span } in &from.statements {
            if let (Op::If { to, tags, condition, then, otherwise }, Wanted::Procedure) = (op, wanted) {
                if from.result == Atom::Var(*to) && steps.len() <= LONGEST {
                    // The choice is last: each branch returns, so its backpropagator is that of the procedure.
                    let then = self.nested(then, &steps, wanted)?;
                    let otherwise = self.nested(otherwise, &steps, wanted)?;
                    let pair = self.fresh("p", Tags::NONE);
                    let (tags, condition) = (pushed(*tags, R)?, atom(R, *condition)?);
                    let choice = Op::If { to: pair, tags, condition, then, otherwise };
                    statements.push(Statement { op: choice, span: *span });
                    return Ok(Body { statements, result: Atom::Var(pair) });
                }
            }
            let mut back = None;
            let mut with_back = |this: &mut Self, to: Var| {
                let pair = this.fresh("p", Tags::NONE);
                let b = this.fresh(&format!("{}-back", this.name(to)), Tags::NONE);
                back = Some(b);
                let split = Op::Uncons { head: to, tail: b, tags: Tags::NONE, from: Atom::Var(pair) };
                (pair, Statement { op: split, span: *span })
            };
            match op {
                Op::Apply { to, function, argument } => {
                    let (pair, split) = with_back(self, *to);
                    let call =
                        Op::Apply { to: pair, function: atom(R, *function)?, argument: atom(R, *argument)? };
                    statements.extend([Statement { op: call, span: *span }, split]);
                }
                Op::If { to, tags, condition, then, otherwise } => {
                    let wanted = Wanted::Variables(self.outside(then, otherwise));
                    let then = self.nested(then, &[], &wanted)?;
                    let otherwise = self.nested(otherwise, &[], &wanted)?;
                    let (pair, split) = with_back(self, *to);
                    let (tags, condition) = (pushed(*tags, R)?, atom(R, *condition)?);
                    let choice = Op::If { to: pair, tags, condition, then, otherwise };
                    statements.extend([Statement { op: choice, span: *span }, split]);
                }
                Op::Primitive { .. } | Op::Cons { .. } | Op::Uncons { .. } | Op::Close { .. } => {
                    statements.push(Statement { op: self.kept(op)?, span: *span });
                }
                Op::Copy { .. } | Op::Open { .. } | Op::Sibling { .. } | Op::Check { .. } => {
                    statements.push(Statement { op: self.kept(op)?, span: *span });
                }
            }
            steps.push(Step { op, span: *span, back });
        }
        let span = self.code.span;
        let (code, captures) = self.back(from, &steps, wanted)?;
        let (closure, pair) = (self.fresh("back", Tags::NONE), self.fresh("p", Tags::NONE));
        let close = Op::Close { to: closure, code, captures: captures.into_iter().map(Atom::Var).collect() };
        let (head, tail) = (atom(R, from.result)?, Atom::Var(closure));
        let cons = Op::Cons { to: pair, tags: Tags::NONE, head, tail };
        statements.extend([Statement { op: close, span }, Statement { op: cons, span }]);
        Ok(Body { statements, result: Atom::Var(pair) })
    }

    fn nested(&mut self, from: &Body, before: &[Step], wanted: &Wanted) -> Result<Body> {
        deep(|| self.body(from, before, wanted))
    }

    /// Writes a statement that does the same over reverse values.
    fn kept(&mut self, op: &Op) -> Result<Op> {
        Ok(match op {
            Op::Copy { to, from } => Op::Copy { to: *to, from: constant(R, *from)? },
            Op::Primitive { to, tags, prim, operands } => Op::Primitive {
                to: *to,
                tags: pushed(*tags, R)?,
                prim: *prim,
                operands: operands
                    .iter()
                    .map(|(a, tags)| Ok((atom(R, *a)?, pushed(*tags, R)?)))
                    .collect::<Result<_>>()?,
            },
            Op::Cons { to, tags, head, tail } => {
                Op::Cons { to: *to, tags: pushed(*tags, R)?, head: atom(R, *head)?, tail: atom(R, *tail)? }
            }
            Op::Uncons { head, tail, tags, from } => {
                Op::Uncons { head: *head, tail: *tail, tags: pushed(*tags, R)?, from: atom(R, *from)? }
            }
            Op::Close { to, code, captures } => Op::Close {
                to: *to,
                code: self.transforms.apply(R, *code, self.codes)?,
                captures: captures.iter().map(|a| atom(R, *a)).collect::<Result<_>>()?,
            },
            Op::Open { to, code, from } => {
                let code = self.transforms.apply(R, *code, self.codes)?;
                Op::Open { to: to.clone(), code, from: atom(R, *from)? }
            }
            Op::Sibling { to, code } => {
                Op::Sibling { to: *to, code: self.transforms.apply(R, *code, self.codes)? }
            }
            Op::Check { from, constant: c } => {
                Op::Check { from: atom(R, *from)?, constant: constant(R, *c)? }
            }
            Op::Apply { .. } | Op::If { .. } => unreachable!("applications and choices get backpropagators"),
        })
    }

    /// Writes the backpropagator of some steps, starting from the result of a body. Returns its code and its
    /// captures.
    fn back(&mut self, from: &Body, steps: &[Step], wanted: &Wanted) -> Result<(CodeId, Vec<Var>)> {
        let span = self.code.span;
        let tags = pushed(self.tags(from.result), S)?;
        let seed = VarInfo { name: from.result.var().map_or_else(|| "y".into(), |v| self.name(v)), tags };
        let mut back = Back {
            vars: vec![seed],
            statements: Vec::new(),
            captured: Vec::new(),
            holders: HashMap::new(),
            cotangents: HashMap::new(),
        };
        if let Atom::Var(result) = from.result {
            back.cotangents.insert(result, Atom::Var(Var(0)));
        }
        for step in steps.iter().rev() {
            self.undo(step.op, step.back, &mut back, step.span)?;
        }
        let result = match wanted {
            Wanted::Procedure => {
                let own = self.own_cotangent(&mut back, span)?;
                let argument = self.cotangent(&mut back, self.code.param, span)?;
                let pair = back.fresh("p".into(), pushed(Tags::NONE, S)?);
                let tags = pushed(Tags::NONE, S)?;
                back.push(Op::Cons { to: pair, tags, head: own, tail: argument }, span);
                Atom::Var(pair)
            }
            Wanted::Variables(variables) => {
                let mut parts = Vec::new();
                for variable in variables {
                    parts.push(self.cotangent(&mut back, *variable, span)?);
                }
                let last = parts.pop().unwrap_or(Atom::constant(Const::Nil));
                parts.into_iter().rev().fold(last, |tail, head| {
                    let to = back.fresh("p".into(), Tags::NONE);
                    back.push(Op::Cons { to, tags: Tags::NONE, head, tail }, span);
                    Atom::Var(to)
                })
            }
        };
        let name = self.code.name.as_ref().map(|name| Arc::from(format!("{name}-back")));
        let id = self.codes.add(Code {
            name,
            tags,
            param: Var(0),
            captures: back.captured.iter().map(|(_, inner)| *inner).collect(),
            vars: back.vars,
            body: Body { statements: back.statements, result },
            prim: None,
            span,
        });
        Ok((id, back.captured.into_iter().map(|(outer, _)| outer).collect()))
    }

    /// Propagates the cotangents of a statement's results to the variables that it read.
    fn undo(&mut self, op: &Op, b: Option<Var>, back: &mut Back, span: Span) -> Result<()> {
        match op {
            Op::Apply { to, function, argument } => {
                let reads = function.var().is_some() || argument.var().is_some();
                if let (Some(seed), true) = (back.cotangents.remove(to), reads) {
                    let answer = self.call_back(b, seed, back, span)?;
                    let tags = pushed(Tags::NONE, S)?;
                    let f = back.fresh("f".into(), tags);
                    let x = back.fresh("x".into(), tags);
                    back.push(Op::Uncons { head: f, tail: x, tags, from: answer }, span);
                    back.add(*function, Atom::Var(f), span);
                    back.add(*argument, Atom::Var(x), span);
                }
            }
            Op::Primitive { to, tags, prim, operands } => {
                if let Some(seed) = back.cotangents.remove(to) {
                    let vars = &self.vars;
                    Applied { to: *to, tags: *tags, prim: *prim, operands, vars, span }.undo(seed, back)?;
                }
            }
            Op::If { to, then, otherwise, .. } => {
                let variables = self.outside(then, otherwise);
                if let (Some(seed), false) = (back.cotangents.remove(to), variables.is_empty()) {
                    let mut rest = self.call_back(b, seed, back, span)?;
                    for (i, variable) in variables.iter().enumerate() {
                        let mut part = rest;
                        if i + 1 < variables.len() {
                            let info = &self.code.vars[variable.0 as usize];
                            let head = back.fresh(info.name.clone(), pushed(info.tags, S)?);
                            let tail = back.fresh("p".into(), Tags::NONE);
                            back.push(Op::Uncons { head, tail, tags: Tags::NONE, from: rest }, span);
                            (part, rest) = (Atom::Var(head), Atom::Var(tail));
                        }
                        back.add(Atom::Var(*variable), part, span);
                    }
                }
            }
            Op::Cons { to, tags, head, tail } => {
                if let Some(seed) = back.cotangents.remove(to) {
                    let tags = pushed(*tags, S)?;
                    let h = back.fresh("h".into(), tags);
                    let t = back.fresh("t".into(), tags);
                    back.push(Op::Uncons { head: h, tail: t, tags, from: seed }, span);
                    back.add(*head, Atom::Var(h), span);
                    back.add(*tail, Atom::Var(t), span);
                }
            }
            Op::Uncons { head, tail, tags, from } => {
                if back.cotangents.contains_key(head) || back.cotangents.contains_key(tail) {
                    let tags = pushed(*tags, S)?;
                    let h = self.cotangent(back, *head, span)?;
                    let t = self.cotangent(back, *tail, span)?;
                    let to = back.fresh("p".into(), tags);
                    back.push(Op::Cons { to, tags, head: h, tail: t }, span);
                    back.add(*from, Atom::Var(to), span);
                }
            }
            Op::Close { to, code, captures } => {
                if let Some(seed) = back.cotangents.remove(to) {
                    let parts = self.open(back, *code, seed, span)?;
                    for (capture, part) in captures.iter().zip(parts) {
                        back.add(*capture, Atom::Var(part), span);
                    }
                }
            }
            Op::Sibling { to, code } => {
                if let Some(seed) = back.cotangents.remove(to) {
                    let parts = self.open(back, *code, seed, span)?;
                    for (capture, part) in self.code.captures.iter().zip(parts) {
                        back.add(Atom::Var(*capture), Atom::Var(part), span);
                    }
                }
            }
            Op::Open { to, code, from } => {
                if to.iter().any(|v| back.cotangents.contains_key(v)) {
                    let mut captures = Vec::new();
                    for variable in to {
                        captures.push(self.cotangent(back, *variable, span)?);
                    }
                    let code = self.transforms.apply(S, *code, self.codes)?;
                    let closure = back.fresh("f".into(), self.codes_tags(*from)?);
                    back.push(Op::Close { to: closure, code, captures }, span);
                    back.add(*from, Atom::Var(closure), span);
                }
            }
            Op::Copy { .. } | Op::Check { .. } => {}
        }
        Ok(())
    }

    /// Returns the variables that either branch reads and neither binds, in the order of first use.
    fn outside(&mut self, then: &Body, otherwise: &Body) -> Vec<Var> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut add = |variables: &[Var]| found.extend(variables.iter().filter(|v| seen.insert(**v)));
        let arms = [self.reads(then), self.reads(otherwise)];
        arms.iter().for_each(|reads| add(&reads.free));
        if arms.iter().any(|reads| reads.sibling) {
            add(&self.code.captures);
        }
        found
    }

    /// Returns the free variables of a body. Bodies are nested, so the result for each is cached.
    fn reads(&mut self, body: &Body) -> Rc<Reads> {
        let place = std::ptr::from_ref(body);
        if let Some(known) = self.reads.get(&place) {
            return known.clone();
        }
        let (mut bound, mut seen) = (HashSet::new(), HashSet::new());
        let mut reads = Reads::default();
        for Statement { op, .. } in &body.statements {
            let mut visit = |atom: Atom| {
                if let Some(v) = atom.var().filter(|v| !bound.contains(v) && seen.insert(*v)) {
                    reads.free.push(v);
                }
            };
            if let Op::If { condition, then, otherwise, .. } = op {
                visit(*condition);
                for arm in [then, otherwise] {
                    let inner = deep(|| self.reads(arm));
                    inner.free.iter().for_each(|v| visit(Atom::Var(*v)));
                    reads.sibling |= inner.sibling;
                }
            } else {
                op.visit_reads(&mut visit);
            }
            reads.sibling |= matches!(op, Op::Sibling { .. });
            bound.extend(op.bound());
        }
        if let Some(v) = body.result.var().filter(|v| !bound.contains(v) && seen.insert(*v)) {
            reads.free.push(v);
        }
        let reads = Rc::new(reads);
        self.reads.insert(place, reads.clone());
        reads
    }

    fn codes_tags(&self, from: Atom) -> Result<Tags> {
        pushed(self.tags(from), S)
    }

    fn call_back(&mut self, b: Option<Var>, seed: Atom, back: &mut Back, span: Span) -> Result<Atom> {
        let b = b.expect("applications and choices have a backpropagator");
        let function = Atom::Var(back.capture(b, &self.vars));
        let to = back.fresh("p".into(), pushed(Tags::NONE, S)?);
        back.push(Op::Apply { to, function, argument: seed }, span);
        Ok(Atom::Var(to))
    }

    /// Splits the cotangent of a procedure into the cotangents of its captures.
    fn open(&mut self, back: &mut Back, code: CodeId, seed: Atom, span: Span) -> Result<Vec<Var>> {
        let mut parts = Vec::new();
        if let Some(infos) = self.captured_by(code)? {
            for info in infos {
                parts.push(back.fresh(info.name, info.tags));
            }
        }
        let code = self.transforms.apply(S, code, self.codes)?;
        if !parts.is_empty() {
            back.push(Op::Open { to: parts.clone(), code, from: seed }, span);
        }
        Ok(parts)
    }

    /// Returns the names and tags of the cotangents of a code's captures.
    fn captured_by(&self, code: CodeId) -> Result<Option<Vec<VarInfo>>> {
        let code = self.codes.get(code);
        let infos = code.captures.iter().map(|v| {
            let info = &code.vars[v.0 as usize];
            Ok(VarInfo { name: info.name.clone(), tags: pushed(info.tags, S)? })
        });
        infos.collect::<Result<Vec<_>>>().map(Some)
    }

    /// Returns the cotangent of a variable: the sum of its contributions, or zero.
    fn cotangent(&mut self, back: &mut Back, variable: Var, span: Span) -> Result<Atom> {
        if let Some(known) = back.cotangents.get(&variable) {
            return Ok(*known);
        }
        let value = Atom::Var(back.capture(variable, &self.vars));
        let info = &self.code.vars[variable.0 as usize];
        let to = back.fresh(info.name.clone(), pushed(info.tags, S)?);
        let (off, tags) = (pushed(Tags::NONE, R)?, pushed(Tags::NONE, S)?);
        back.push(Op::Primitive { to, tags, prim: Prim::Zero, operands: vec![(value, off)] }, span);
        Ok(Atom::Var(to))
    }

    /// Returns the cotangent of the procedure itself: a procedure of cotangents.
    fn own_cotangent(&mut self, back: &mut Back, span: Span) -> Result<Atom> {
        if let Some(prim) = self.code.prim {
            let tags = pushed(self.code.tags, S)?;
            return Ok(Atom::Const(Constant { tags, base: Base::Prim(prim) }));
        }
        let mut captures = Vec::new();
        for variable in self.code.captures.clone() {
            captures.push(self.cotangent(back, variable, span)?);
        }
        let code = self.transforms.apply(S, self.id, self.codes)?;
        let name = self.code.name.clone().unwrap_or_else(|| "f".into());
        let to = back.fresh(name, pushed(self.code.tags, S)?);
        back.push(Op::Close { to, code, captures }, span);
        Ok(Atom::Var(to))
    }
}

impl Back {
    pub(super) fn fresh(&mut self, name: Arc<str>, tags: Tags) -> Var {
        self.vars.push(VarInfo { name, tags });
        Var((self.vars.len() - 1) as u32)
    }

    pub(super) fn push(&mut self, op: Op, span: Span) {
        self.statements.push(Statement { op, span });
    }

    /// Returns the variable that holds `outer`, a variable of the transformed code.
    pub(super) fn capture(&mut self, outer: Var, vars: &[VarInfo]) -> Var {
        if let Some(inner) = self.holders.get(&outer) {
            return *inner;
        }
        let info = &vars[outer.0 as usize];
        let inner = self.fresh(info.name.clone(), info.tags);
        self.captured.push((outer, inner));
        self.holders.insert(outer, inner);
        inner
    }

    /// Adds a contribution to the cotangent of an operand; constants have none.
    pub(super) fn add(&mut self, to: Atom, contribution: Atom, span: Span) {
        let Atom::Var(variable) = to else { return };
        let sum = match self.cotangents.get(&variable).copied() {
            None => contribution,
            Some(before) => {
                let tags = match contribution {
                    Atom::Var(v) => self.vars[v.0 as usize].tags,
                    Atom::Const(c) => c.tags,
                };
                let sum = self.fresh("sum".into(), tags);
                let operands = vec![(before, Tags::NONE), (contribution, Tags::NONE)];
                self.push(Op::Primitive { to: sum, tags: Tags::NONE, prim: Prim::Plus, operands }, span);
                Atom::Var(sum)
            }
        };
        self.cotangents.insert(variable, sum);
    }
}

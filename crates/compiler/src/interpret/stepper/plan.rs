//! A function as a flat list of operations, each of which knows what it does either way.
//!
//! Blocks become gates: an `Enter`, for a branch with two sides an `Else`, and an `Exit`, which know one another's
//! places. A position lies between two operations; running forwards takes the one behind it, backwards the one before.

use crate::adjoint::Pulling;
use crate::footprint::locals;
use crate::invert::{invert, invert_stmt};
use crate::ir::*;
use crate::naming::seen;
use crate::schedule::{self, Checking};
use crate::step::{Procedure, Program, Step};
use crate::{Stages, text};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};

/// One function.
#[derive(Debug)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// Its variables and parameters, without steps.
    pub procedure: Procedure,
    pub(super) ops: Vec<Op>,
    pub(super) body: Body,
    /// The cotangents of active variables.
    pub(super) shadows: BTreeMap<Var, Var>,
}

/// What is shown of an operation.
#[derive(Clone, Debug)]
pub struct Line {
    /// The statement, or the head of one with blocks inside; empty where nothing was written.
    pub text: String,
    /// Where it was written.
    pub span: Option<Span>,
    /// How many blocks are around it.
    pub depth: usize,
}

/// An operation.
#[derive(Debug)]
pub(super) struct Op {
    pub(super) line: Line,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Do(Box<Do>),
    Enter(Box<Gate>),
    /// Between the sides of a branch.
    Else {
        enter: usize,
    },
    Exit {
        enter: usize,
    },
}

/// A statement without blocks inside.
#[derive(Debug)]
pub(super) struct Do {
    pub(super) forwards: Vec<Step>,
    pub(super) backwards: Vec<Step>,
    /// The same with cotangents.
    pub(super) carrying: Vec<Step>,
    /// What is there only behind the statement.
    pub(super) declares: Option<Var>,
    /// What is there only before it.
    pub(super) forgets: Option<Var>,
    pub(super) call: Option<Call>,
    /// The inverse statement in words.
    pub(super) undone: String,
}

/// The head of a block.
#[derive(Debug)]
pub(super) struct Gate {
    pub(super) what: What,
    pub(super) middle: Option<usize>,
    pub(super) exit: usize,
    pub(super) then: Body,
    pub(super) otherwise: Body,
}

#[derive(Debug)]
pub(super) enum What {
    For { index: Var, range: Range },
    If { pre: Expr, post: Expr, kept: Option<Var> },
    While { pre: Expr, post: Expr, kept: Option<Var> },
    Block,
}

/// What it takes to come into a block from either end.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Builds the locals of a block that starts by forgetting them: one that is undone.
    pub(super) from_start: Vec<Step>,
    /// Builds the locals of a block from behind.
    pub(super) from_end: Vec<Step>,
    /// The cotangents of those.
    pub(super) zeros: Vec<Step>,
    /// What is left to do with their cotangents at its start, where the block is one that is undone.
    pub(super) ends: Vec<Step>,
    pub(super) locals: BTreeSet<Var>,
}

struct Planning<'a> {
    pulling: Pulling<'a>,
    ops: Vec<Op>,
    depth: usize,
}

impl Plan {
    pub(super) fn new(name: &str, stages: &Stages, carrying: bool) -> Plan {
        let function = if carrying { &stages.flat } else { &stages.function };
        let function = &Function { vars: seen(function), ..function.clone() };
        let none = BTreeSet::new();
        let mut pulling = Pulling::new(&function.vars, &none);
        let params = function.params.iter().map(|p| (p.var, shadow(&mut pulling, p.var)));
        let params = params.collect();
        let output = function.output.map(|var| (var, Some(pulling.shadow(var))));
        let mut planning = Planning { pulling, ops: Vec::new(), depth: 0 };
        let body = planning.body(&function.body);
        planning.block(&function.body);
        let Planning { mut pulling, ops, .. } = planning;
        let active: Vec<Var> = function.vars.iter().filter(|(_, v)| v.active).map(|(var, _)| var).collect();
        let shadows = active.into_iter().map(|var| (var, pulling.shadow(var))).collect();
        let vars = pulling.vars;
        let procedure =
            Procedure { program: Program::Primal, vars, params, output, trail: None, steps: Vec::new() };
        Plan { name: name.to_string(), procedure, ops, body, shadows }
    }

    /// How many operations there are: the last position.
    pub fn end(&self) -> usize {
        self.ops.len()
    }

    /// The operation behind a position; none at the end.
    pub fn line(&self, position: usize) -> Option<&Line> {
        self.ops.get(position).map(|op| &op.line)
    }
}

fn shadow(pulling: &mut Pulling<'_>, var: Var) -> Option<Var> {
    pulling.vars[var].active.then(|| pulling.shadow(var))
}

impl Planning<'_> {
    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.statement(stmt));
    }

    fn body(&mut self, block: &Block) -> Body {
        let backward = invert(block);
        let vars = &self.pulling.vars;
        let (from_start, from_end) =
            (schedule::lead_steps(block, vars), schedule::lead_steps(&backward, vars));
        let mut all = locals(block);
        for stmt in &block.stmts {
            if let Stmt::Forget(b) | Stmt::Release(b) = stmt {
                all.insert(b.var);
            }
        }
        let (zeros, ends) = (self.pulling.zeros(&backward), self.pulling.ends(&backward));
        Body { from_start, from_end, zeros, ends, locals: all }
    }

    fn push(&mut self, text: String, span: Option<Span>, kind: Kind) -> usize {
        self.ops.push(Op { line: Line { text, span, depth: self.depth }, kind });
        self.ops.len() - 1
    }

    /// A gate with its blocks; the exits are filled in when they are known.
    fn gate(&mut self, text: String, span: Span, what: What, then: &Block, otherwise: Option<&Block>) {
        let bodies = (self.body(then), otherwise.map(|block| self.body(block)).unwrap_or_default());
        let gate = Gate { what, middle: None, exit: 0, then: bodies.0, otherwise: bodies.1 };
        let enter = self.push(text, Some(span), Kind::Enter(Box::new(gate)));
        self.depth += 1;
        self.block(then);
        let middle = otherwise.map(|block| {
            self.depth -= 1;
            let middle = self.push("else".to_string(), None, Kind::Else { enter });
            self.depth += 1;
            self.block(block);
            middle
        });
        self.depth -= 1;
        let exit = self.push(String::new(), None, Kind::Exit { enter });
        if let Kind::Enter(gate) = &mut self.ops[enter].kind {
            (gate.middle, gate.exit) = (middle, exit);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let text = text::statement(stmt, &self.pulling.vars);
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => self.simple(stmt, text, b.span, Some(b.var), None),
            Stmt::Forget(b) | Stmt::Release(b) => self.simple(stmt, text, b.span, None, Some(b.var)),
            Stmt::Update(u) => self.simple(stmt, text, u.span, None, None),
            Stmt::Call(c) => self.simple(stmt, text, c.span, None, None),
            Stmt::Safe(s) => self.simple(stmt, text, s.span, None, None),
            Stmt::For(f) => {
                let what = What::For { index: f.index, range: f.range.clone() };
                self.gate(text, f.span, what, &f.body, None);
            }
            Stmt::If(i) => {
                let post = i.post.clone().unwrap_or_else(|| i.pre.clone());
                let what =
                    What::If { pre: i.pre.clone(), post, kept: i.decision.kept().map(|kept| kept.keeper) };
                self.gate(text, i.span, what, &i.then, Some(&i.otherwise));
            }
            Stmt::While(w) => {
                let kept = w.decision.kept().map(|kept| kept.keeper);
                let what = What::While { pre: w.pre.clone(), post: w.post.clone(), kept };
                self.gate(text, w.span, what, &w.body, None);
            }
            Stmt::Routine(r) | Stmt::Undo(r) => {
                let text = if r.label.is_empty() { String::new() } else { text };
                self.gate(text, r.span, What::Block, &r.body, None);
            }
        }
    }

    fn simple(&mut self, stmt: &Stmt, text: String, span: Span, declares: Option<Var>, forgets: Option<Var>) {
        let inverse = invert_stmt(stmt);
        let vars = &self.pulling.vars;
        // One statement by itself forgets nothing that it did not have.
        let steps = |stmt: &Stmt| match stmt {
            Stmt::Forget(_) | Stmt::Release(_) => Vec::new(),
            // Decisions that are kept are kept on the way there: the way back may start anywhere.
            Stmt::Allocate(b) if vars[b.var].role == Role::Keeper => {
                schedule::steps(&Block { stmts: vec![stmt.clone()] }, vars, Checking::Unchecked)
            }
            _ => schedule::steps(&Block { stmts: vec![stmt.clone()] }, vars, Checking::Checked),
        };
        let (forwards, backwards) = (steps(stmt), steps(&inverse));
        let carrying = self.pulling.statement(&inverse);
        // Host statements have nothing to undo.
        let backwards = if matches!(stmt, Stmt::Safe(_)) { Vec::new() } else { backwards };
        let call = match stmt {
            Stmt::Call(call) => Some(call.clone()),
            _ => None,
        };
        let undone = text::statement(&inverse, &self.pulling.vars);
        let op = Do { undone, forwards, backwards, carrying, declares, forgets, call };
        self.push(text, Some(span), Kind::Do(Box::new(op)));
    }
}

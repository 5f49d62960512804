//! A function as a flat list of operations, each of which knows what it does either way.
//!
//! Blocks become gates: an `Enter`, for a branch with two sides an `Else`, and an `Exit`, which know one another's
//! places. A position lies between two operations; running forwards takes the one behind it, backwards the one before.

use crate::naming::seen;
use proc_macro2::Span;
use retrograde_compiler::analysis::footprint::{freed, locals};
use retrograde_compiler::ir::invert::{invert, invert_if, invert_stmt, invert_while};
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Law, Procedure, Program, Step};
use retrograde_compiler::ir::*;
use retrograde_compiler::reverse::adjoint::Adjoint;
use retrograde_compiler::reverse::schedule::{self, Mode};
use retrograde_compiler::stages::Stages;
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
    /// What counts and holds kept decisions, and cotangents on their way: nobody wrote it.
    hidden: BTreeSet<Var>,
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
    If(Ways),
    While(Ways),
    Block,
}

/// How a branch or loop is decided, forwards and backwards.
#[derive(Debug)]
pub(super) struct Ways {
    pub(super) forwards: Decides,
    pub(super) backwards: Decides,
}

/// How a branch or loop is decided one way.
#[derive(Debug)]
pub(super) struct Decides {
    /// Which side is taken, or if there is another iteration.
    pub(super) condition: Expr,
    /// That the postcondition holds: behind the first side, or after an iteration.
    pub(super) holds: Vec<Step>,
    /// That it does not: behind the second side, or before the first iteration.
    pub(super) fails: Vec<Step>,
    pub(super) kept: Keeping,
}

/// What this way has to do with a stack of decisions.
#[derive(Debug)]
pub(super) enum Keeping {
    /// Nothing.
    Nowhere,
    /// Each decision is put on it, behind the branch or loop.
    Puts(Var),
    /// Each decision is taken from it, after a look whether there is one.
    Takes(Var, Vec<Step>),
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
    /// All that it declares.
    pub(super) locals: BTreeSet<Var>,
    /// Those that are there at either end: the program does not free them itself.
    pub(super) lasting: BTreeSet<Var>,
}

struct Planning<'a> {
    adjoint: Adjoint<'a>,
    ops: Vec<Op>,
    depth: usize,
    numbers: BTreeSet<Var>,
}

impl Plan {
    pub(super) fn new(name: &str, stages: &Stages, carrying: bool) -> Plan {
        let function = if carrying { &stages.flat } else { &stages.function };
        let function = &Function { vars: seen(function), ..function.clone() };
        let none = BTreeSet::new();
        let mut adjoint = Adjoint::new(&function.vars, &none);
        let params = function.params.iter().map(|p| (p.var, shadow(&mut adjoint, p.var)));
        let params = params.collect();
        let output = function.output.map(|var| (var, Some(adjoint.shadow(var))));
        let mut planning = Planning { adjoint, ops: Vec::new(), depth: 0, numbers: BTreeSet::new() };
        let body = planning.body(&function.body);
        planning.block(&function.body);
        let Planning { mut adjoint, ops, numbers, .. } = planning;
        let active: Vec<Var> = function.vars.iter().filter(|(_, v)| v.active).map(|(var, _)| var).collect();
        let shadows: BTreeMap<Var, Var> = active.into_iter().map(|var| (var, adjoint.shadow(var))).collect();
        let vars = adjoint.vars;
        // What a cotangent is computed by on the way is none of a variable.
        let known: BTreeSet<Var> = shadows.values().flat_map(|var| [*var, vars.root(*var)]).collect();
        let passing = vars.iter().filter(|(var, v)| v.role == Role::Shadow && !known.contains(var));
        let hidden = numbers.into_iter().chain(passing.map(|(var, _)| var)).collect();
        let procedure = Procedure {
            program: Program::Primal,
            vars,
            params,
            output,
            tape: None,
            steps: Vec::new(),
            checked: None,
        };
        Plan { name: name.to_string(), procedure, ops, body, shadows, hidden }
    }

    /// The variables that a person wants to see: not where decisions are kept.
    pub(super) fn shown(&self) -> impl Iterator<Item = Var> {
        let vars = self.procedure.vars.iter().filter(|(_, v)| v.role != Role::DecisionStack);
        vars.map(|(var, _)| var).filter(|var| !self.hidden.contains(var))
    }

    /// How many operations there are: the last position.
    pub fn end(&self) -> usize {
        self.ops.len()
    }

    /// True if nobody wrote the operation behind a position: it is passed in silence.
    pub(super) fn is_silent(&self, at: usize) -> bool {
        let head = match self.ops.get(at).map(|op| &op.kind) {
            Some(Kind::Else { enter } | Kind::Exit { enter }) => *enter,
            Some(Kind::Do(_) | Kind::Enter(_)) | None => at,
        };
        self.ops.get(head).is_some_and(|op| op.line.text.is_empty())
    }

    /// The operation behind a position; none at the end.
    pub fn line(&self, position: usize) -> Option<&Line> {
        self.ops.get(position).map(|op| &op.line)
    }
}

fn shadow(adjoint: &mut Adjoint<'_>, var: Var) -> Option<Var> {
    adjoint.vars[var].active.then(|| adjoint.shadow(var))
}

impl Planning<'_> {
    fn block(&mut self, block: &Block) {
        let freed = freed(block);
        block.stmts.iter().for_each(|stmt| self.statement(stmt, &freed));
    }

    fn body(&mut self, block: &Block) -> Body {
        let backward = invert(block);
        let vars = &self.adjoint.vars;
        let (from_start, from_end) = (
            schedule::recompute_steps(block, vars),
            staying(schedule::recompute_steps(&backward, vars), block),
        );
        let lasting = locals(block);
        let mut all = lasting.clone();
        for stmt in &block.stmts {
            if let Stmt::Forget(b) | Stmt::Release(b) = stmt {
                all.insert(b.var);
            }
        }
        let (zeros, ends) = (self.adjoint.zeros(&backward), self.adjoint.ends(&backward));
        Body { from_start, from_end, zeros, ends, locals: all, lasting }
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

    fn statement(&mut self, stmt: &Stmt, freed: &BTreeSet<Var>) {
        let text = text::statement(stmt, &self.adjoint.vars);
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                self.binding(stmt, b, text, freed.contains(&b.var));
            }
            Stmt::Update(u) => self.simple(stmt, text, u.span),
            Stmt::Call(c) => match c.stored() {
                Some(stored) => self.store(c, stored),
                None => {
                    let op = Do { call: Some(c.clone()), ..self.plain(stmt) };
                    self.push(text, Some(c.span), Kind::Do(Box::new(op)));
                }
            },
            Stmt::Safe(s) => {
                // Host statements have nothing to undo.
                let op = Do { backwards: Vec::new(), ..self.plain(stmt) };
                self.push(text, Some(s.span), Kind::Do(Box::new(op)));
            }
            Stmt::For(f) => {
                let what = What::For { index: f.index, range: f.range.clone() };
                self.gate(text, f.span, what, &f.body, None);
            }
            Stmt::If(i) => {
                self.hide(i.decision);
                let vars = &self.adjoint.vars;
                let (forwards, backwards) = (of_branch(i, vars), of_branch(&invert_if(i), vars));
                let what = What::If(Ways { forwards, backwards });
                self.gate(text, i.span, what, &i.then, Some(&i.otherwise));
            }
            Stmt::While(w) => {
                self.hide(w.decision);
                let vars = &self.adjoint.vars;
                let (forwards, backwards) = (of_loop(w, vars), of_loop(&invert_while(w), vars));
                let what = What::While(Ways { forwards, backwards });
                self.gate(text, w.span, what, &w.body, None);
            }
            Stmt::Routine(r) | Stmt::Undo(r) => {
                let text = if r.label.is_empty() { String::new() } else { text };
                self.gate(text, r.span, What::Block, &r.body, None);
            }
        }
    }

    /// What counts and holds a decision is not shown.
    fn hide(&mut self, decision: Decision) {
        self.numbers.extend(decision.kept().into_iter().flat_map(|kept| [kept.number, kept.index]));
    }

    /// A statement that runs either way by itself.
    fn plain(&mut self, stmt: &Stmt) -> Do {
        let (inverse, vars) = (invert_stmt(stmt), &self.adjoint.vars);
        let steps = |stmt: &Stmt| schedule::steps(&Block { stmts: vec![stmt.clone()] }, vars, Mode::RUN);
        Do {
            forwards: steps(stmt),
            backwards: steps(&inverse),
            undone: text::statement(&inverse, vars),
            declares: None,
            forgets: None,
            call: None,
            carrying: self.adjoint.statement(&inverse),
        }
    }

    fn simple(&mut self, stmt: &Stmt, text: String, span: Span) {
        let op = self.plain(stmt);
        self.push(text, Some(span), Kind::Do(Box::new(op)));
    }

    /// What declares a local, or forgets it: one that the program frees is looked at where it goes.
    fn binding(&mut self, stmt: &Stmt, b: &Binding, text: String, is_freed: bool) {
        // Where decisions are kept nobody wrote.
        let is_written = self.adjoint.vars[b.var].role != Role::DecisionStack;
        let text = if is_written { text } else { String::new() };
        let (inverse, vars) = (invert_stmt(stmt), &self.adjoint.vars);
        let steps = |stmt: &Stmt| match stmt {
            Stmt::Release(_) if is_freed => schedule::release_checks(stmt, b, vars),
            // By itself it forgets nothing that it did not have.
            Stmt::Forget(_) | Stmt::Release(_) => Vec::new(),
            // What is kept is kept on the way there: the way back may start anywhere.
            _ => schedule::steps(&Block { stmts: vec![stmt.clone()] }, vars, Mode::REBUILD),
        };
        let is_declared = matches!(stmt, Stmt::Bind(_) | Stmt::Allocate(_));
        let op = Do {
            forwards: steps(stmt),
            backwards: steps(&inverse),
            undone: text::statement(&inverse, vars),
            declares: is_declared.then_some(b.var),
            forgets: (!is_declared).then_some(b.var),
            call: None,
            carrying: self.adjoint.statement(&inverse),
        };
        self.push(text, Some(b.span), Kind::Do(Box::new(op)));
    }

    /// What is stored lies on its stack behind the statement, and nowhere else: see [`staying`].
    fn store(&mut self, c: &Call, (stack, number): (Var, Var)) {
        let (put, taken) = (Step::Push { stack, number }, Step::Pop { stack, number, like: None });
        let (forwards, backwards) = match c.direction {
            Direction::Call => (put, taken),
            Direction::Uncall => (taken, put),
        };
        let (backwards, carrying) = (vec![backwards.clone()], vec![backwards]);
        let op = Do {
            forwards: vec![forwards],
            backwards,
            carrying,
            declares: None,
            forgets: None,
            call: None,
            undone: String::new(),
        };
        self.push(String::new(), Some(c.span), Kind::Do(Box::new(op)));
    }
}

/// What a block does first that is entered from its end, where what was stored stays until its own statement is undone.
fn staying(recompute: Vec<Step>, block: &Block) -> Vec<Step> {
    let stored = |stack: Var| {
        block.stmts.iter().any(|stmt| match stmt {
            Stmt::Call(c) => c.stored().is_some_and(|(on, _)| on == stack),
            _ => false,
        })
    };
    let again = |step: Step| match step {
        Step::Pop { stack, number, .. } if stored(stack) => vec![step, Step::Push { stack, number }],
        _ => vec![step],
    };
    recompute.into_iter().flat_map(again).collect()
}

/// How a branch is decided, run as it stands.
fn of_branch(i: &If, vars: &Variables) -> Decides {
    let stmt = Stmt::If(i.clone());
    let post = |expected| {
        let law = Law::BranchPostcondition;
        let post = i.post.iter();
        post.flat_map(|post| schedule::condition_checks(post, expected, law, &stmt, i.span, vars)).collect()
    };
    let kept = keeping(&stmt, i.decision, i.span, vars);
    Decides { condition: i.pre.clone(), holds: post(true), fails: post(false), kept }
}

/// How a loop is decided, run as it stands. What is kept needs no postcondition.
fn of_loop(w: &While, vars: &Variables) -> Decides {
    let stmt = Stmt::While(w.clone());
    let post = |expected, law| match w.decision.kept() {
        None => schedule::condition_checks(&w.post, expected, law, &stmt, w.span, vars),
        Some(_) => Vec::new(),
    };
    let kept = keeping(&stmt, w.decision, w.span, vars);
    let (holds, fails) = (post(true, Law::LoopPostcondition), post(false, Law::LoopEntry));
    Decides { condition: w.pre.clone(), holds, fails, kept }
}

fn keeping(stmt: &Stmt, decision: Decision, span: Span, vars: &Variables) -> Keeping {
    match decision.kept() {
        None => Keeping::Nowhere,
        Some(kept) if kept.taken => {
            let check = schedule::log_check(stmt, decision, span, vars);
            Keeping::Takes(kept.stack, check.into_iter().collect())
        }
        Some(kept) => Keeping::Puts(kept.stack),
    }
}

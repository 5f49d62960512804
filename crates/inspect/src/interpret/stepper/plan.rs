//! A function as a flat list of operations, each of which can run in both directions.
//!
//! A block becomes two operations that know each other's positions, an `Enter` and an `Exit`, with an `Else` between
//! them for a branch with two sides. A position lies between two operations; a step forwards runs the one after it, a
//! step backwards the one before it.

use crate::naming::seen;
use proc_macro2::Span;
use retrograde_compiler::analysis::footprint::{freed, locals};
use retrograde_compiler::ir::invert::{invert, invert_if, invert_stmt, invert_while};
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Law, Procedure, Program, Step};
use retrograde_compiler::ir::*;
use retrograde_compiler::reverse::adjoint::Adjoint;
use retrograde_compiler::reverse::schedule::{self, Mode};
use retrograde_compiler::sorted::{Map, Set};
use retrograde_compiler::stages::Stages;

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
    pub(super) shadows: Map<Var, Var>,
    /// Variables that the user did not write: counters, recorded decisions, and intermediate cotangents.
    hidden: Set<Var>,
}

/// The text of an operation.
#[derive(Clone, Debug)]
pub struct Line {
    /// The statement, or the head of one with blocks inside; empty if the user did not write the operation.
    pub text: String,
    /// The place where it was written.
    pub span: Option<Span>,
    /// The number of blocks around it.
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
    /// The inverse steps, with the propagation of cotangents.
    pub(super) carrying: Vec<Step>,
    /// The variable that exists only after the statement.
    pub(super) declares: Option<Var>,
    /// The variable that exists only before it.
    pub(super) forgets: Option<Var>,
    pub(super) call: Option<Call>,
    /// The inverse statement as text.
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
    For(Counted),
    If(Ways),
    While(Ways),
    Block,
}

/// The head of a counted loop.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) index: Var,
    pub(super) range: Range,
    /// Checks that the arrays that the loop visits have the same length.
    pub(super) lengths: Vec<Step>,
}

/// The decision of a branch or loop, in both directions.
#[derive(Debug)]
pub(super) struct Ways {
    pub(super) forwards: Decides,
    pub(super) backwards: Decides,
}

/// The decision of a branch or loop in one direction.
#[derive(Debug)]
pub(super) struct Decides {
    /// True for the first side, or for another iteration.
    pub(super) condition: Expr,
    /// Checks that the postcondition holds: after the first side, or after an iteration.
    pub(super) holds: Vec<Step>,
    /// Checks that it does not hold: after the second side, or before the first iteration.
    pub(super) fails: Vec<Step>,
    pub(super) kept: Keeping,
}

/// The use of a decision stack in one direction.
#[derive(Debug)]
pub(super) enum Keeping {
    /// None.
    Nowhere,
    /// Each decision is pushed after the branch or loop.
    Puts(Var),
    /// Each decision is popped, after a check that there is one.
    Takes(Var, Vec<Step>),
}

/// The steps that enter a block from either end.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Recomputes the locals of an undone block, which starts by releasing them.
    pub(super) from_start: Vec<Step>,
    /// Recomputes the locals of a block that is entered from its end.
    pub(super) from_end: Vec<Step>,
    /// Declares their cotangents.
    pub(super) zeros: Vec<Step>,
    /// Propagates their cotangents at the start of an undone block.
    pub(super) ends: Vec<Step>,
    /// All variables that it declares.
    pub(super) locals: Set<Var>,
    /// Those that exist at either end: the program does not free them itself.
    pub(super) lasting: Set<Var>,
}

struct Planning<'a> {
    adjoint: Adjoint<'a>,
    ops: Vec<Op>,
    depth: usize,
    numbers: Set<Var>,
}

impl Plan {
    pub(super) fn new(name: &str, stages: &Stages, carrying: bool) -> Plan {
        let function = if carrying { &stages.flat } else { &stages.function };
        let function = &Function { vars: seen(function), ..function.clone() };
        let none = Set::new();
        let mut adjoint = Adjoint::new(&function.vars, &none);
        let params = function.params.iter().map(|p| (p.var, shadow(&mut adjoint, p.var)));
        let params = params.collect();
        let output = function.output.map(|var| (var, Some(adjoint.shadow(var))));
        let mut planning = Planning { adjoint, ops: Vec::new(), depth: 0, numbers: Set::new() };
        let body = planning.body(&function.body);
        planning.block(&function.body);
        let Planning { mut adjoint, ops, numbers, .. } = planning;
        let active: Vec<Var> = function.vars.iter().filter(|(_, v)| v.active).map(|(var, _)| var).collect();
        let shadows: Map<Var, Var> = active.into_iter().map(|var| (var, adjoint.shadow(var))).collect();
        let vars = adjoint.vars;
        // An intermediate cotangent does not belong to a variable of the user.
        let known: Set<Var> = shadows.values().flat_map(|var| [*var, vars.root(*var)]).collect();
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
            ahead: None,
        };
        Plan { name: name.to_string(), procedure, ops, body, shadows, hidden }
    }

    /// Returns the variables to show: decision stacks are not among them.
    pub(super) fn shown(&self) -> impl Iterator<Item = Var> {
        let vars = self.procedure.vars.iter().filter(|(_, v)| v.role != Role::DecisionStack);
        vars.map(|(var, _)| var).filter(|var| !self.hidden.contains(var))
    }

    /// Returns the number of operations, which is the last position.
    pub fn end(&self) -> usize {
        self.ops.len()
    }

    /// True if the user did not write the operation after a position: it is run without being shown.
    pub(super) fn is_silent(&self, at: usize) -> bool {
        let head = match self.ops.get(at).map(|op| &op.kind) {
            Some(Kind::Else { enter } | Kind::Exit { enter }) => *enter,
            Some(Kind::Do(_) | Kind::Enter(_)) | None => at,
        };
        self.ops.get(head).is_some_and(|op| op.line.text.is_empty())
    }

    /// Returns the operation after a position, or nothing at the end.
    pub fn line(&self, position: usize) -> Option<&Line> {
        self.ops.get(position).map(|op| &op.line)
    }
}

fn shadow(adjoint: &mut Adjoint<'_>, var: Var) -> Option<Var> {
    adjoint.vars[var].active.then(|| adjoint.shadow(var))
}

impl Planning<'_> {
    fn block(&mut self, block: &Block) {
        let freed = freed(block, &self.adjoint.vars);
        block.stmts.iter().for_each(|stmt| self.statement(stmt, &freed));
    }

    fn body(&mut self, block: &Block) -> Body {
        let backward = invert(block);
        let vars = &self.adjoint.vars;
        let (from_start, from_end) = (
            schedule::recompute_steps(block, vars),
            staying(schedule::recompute_steps(&backward, vars), block),
        );
        let lasting = locals(block, vars);
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

    /// Adds a block or a branch; the positions of the exits are filled in when they are known.
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

    fn statement(&mut self, stmt: &Stmt, freed: &Set<Var>) {
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
                // Statements of ordinary Rust have no inverse.
                let op = Do { backwards: Vec::new(), ..self.plain(stmt) };
                self.push(text, Some(s.span), Kind::Do(Box::new(op)));
            }
            Stmt::For(f) => {
                let lengths = schedule::checks_before(stmt, freed, &self.adjoint.vars, true);
                let counted = Counted { index: f.index, range: f.range.clone(), lengths };
                self.gate(text, f.span, What::For(counted), &f.body, None);
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

    /// Hides the variables that count iterations and hold decisions.
    fn hide(&mut self, decision: Decision) {
        self.numbers.extend(decision.kept().into_iter().flat_map(|kept| [kept.number, kept.index]));
    }

    /// Returns the operation of a statement that runs in both directions without further state.
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

    /// Adds a declaration or the release of a local. A local that the program frees is checked at the release.
    fn binding(&mut self, stmt: &Stmt, b: &Binding, text: String, is_freed: bool) {
        // The compiler declared the decision stacks.
        let is_written = self.adjoint.vars[b.var].role != Role::DecisionStack;
        let text = if is_written { text } else { String::new() };
        let (inverse, vars) = (invert_stmt(stmt), &self.adjoint.vars);
        let steps = |stmt: &Stmt| match stmt {
            Stmt::Release(_) if is_freed => schedule::release_checks(stmt, b, vars),
            // The inverse of a release recomputes nothing.
            Stmt::Forget(_) | Stmt::Release(_) => Vec::new(),
            // A run backwards may start anywhere, so decisions are recorded when the run forwards makes them.
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

    /// Adds a statement that stores a local: its value is on the stack after the statement, and nowhere else; see
    /// [`staying`].
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

/// Returns the first steps of a block that is entered from its end, in which stored values stay on their stacks until
/// their own statements are undone.
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

/// Returns the decision of a branch as it is written.
fn of_branch(i: &If, vars: &Variables) -> Decides {
    let stmt = Stmt::If(i.clone());
    let post = |expected| {
        let law = Law::BranchPostcondition;
        let post = i.post.iter();
        post.flat_map(|post| {
            schedule::condition_checks(post, expected, law, &stmt, (i.span, i.direction), vars)
        })
        .collect()
    };
    let kept = keeping(&stmt, i.decision, i.span, vars);
    Decides { condition: i.pre.clone(), holds: post(true), fails: post(false), kept }
}

/// Returns the decision of a loop as it is written. A recorded decision needs no postcondition.
fn of_loop(w: &While, vars: &Variables) -> Decides {
    let stmt = Stmt::While(w.clone());
    let post = |expected, law| match w.decision.kept() {
        None => schedule::condition_checks(&w.post, expected, law, &stmt, (w.span, w.direction), vars),
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

//! Where the way back runs host statements: `safe! { … }` and assertions.
//!
//! A host statement looks at values that the program had when it came there. A way back has those values where it runs the
//! program forwards, in the recompute slices of its blocks, and only if nothing that they are built from has been restored to
//! rounding: `assert!(s >= 0.0)` must not fail because `s` has come back as `-1e-17`. So each host statement is given to one
//! block, whose recompute slice runs it:
//!
//! - to the outermost one whose recompute slice builds what the statement looks at and runs what stands around it;
//! - to the function's own block, whose recompute slice is made to build what is missing, where the program is not run forwards before;
//! - to none otherwise, as the function itself has run it.
//!
//! Law: nothing that a statement looks at, and nothing that this is built from, is restored before the recompute slice that runs it.

use crate::analysis::footprint::Footprint;
use crate::analysis::slice::{self, Recompute};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Which block's recompute slice runs which host statement, with all that it has to build for it.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// By the number of the statement; a block is named by how many blocks there are around it.
    placed: BTreeMap<u32, (usize, Looks)>,
    /// How deep the block at hand lies.
    depth: usize,
}

impl Hosts {
    /// Of the body of a function. Nothing if `all` are to be run and one of them cannot.
    pub fn of(body: &Block, vars: &Variables, all: bool) -> Option<Hosts> {
        let mut found = BTreeMap::new();
        collect(body, &Looks::default(), &mut found);
        if found.is_empty() {
            return Some(Hosts::default());
        }
        let growing = growing(body, vars);
        for looks in found.values_mut() {
            looks.settle(vars, &growing);
        }
        let mut placing = Placing { vars, restored: restored(body, vars), found, levels: BTreeMap::new() };
        placing.block(body, 0);
        let mut placed = BTreeMap::new();
        for (number, looks) in &placing.found {
            let level = match placing.levels.get(number) {
                Some(level) => *level,
                None if !all => continue,
                None if placing.is_exact(body, &looks.reads) => 0,
                None => return None,
            };
            placed.insert(*number, (level, looks.clone()));
        }
        Some(Hosts { placed, depth: 0 })
    }

    /// Goes into a block.
    pub fn enter(&mut self) {
        self.depth += 1;
    }

    /// Goes out of a block.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The host statements that the recompute slice of a forward block at this depth runs.
    pub fn here(&self, forward: &Block) -> BTreeMap<u32, Looks> {
        let mut found = BTreeMap::new();
        if !self.placed.is_empty() {
            collect(forward, &Looks::default(), &mut found);
        }
        let placed = self
            .placed
            .iter()
            .filter(|(number, (level, _))| *level == self.depth && found.contains_key(number));
        placed.map(|(number, (_, looks))| (*number, looks.clone())).collect()
    }
}

impl Looks {
    /// Adds what belongs to a structure that is looked at, and takes the length of what grows for a value.
    fn settle(&mut self, vars: &Variables, growing: &BTreeSet<Var>) {
        let within = |var: &Var| {
            let all = vars.iter().map(|(other, _)| other);
            all.filter(|other| vars.are_related(*other, *var)).collect::<Vec<_>>()
        };
        let grown = self.measures.iter().filter(|var| within(var).iter().any(|part| growing.contains(part)));
        self.reads.extend(grown.copied().collect::<Vec<_>>());
        let related: Vec<Var> = self.reads.iter().flat_map(within).collect();
        self.reads.extend(related);
    }
}

/// The host statements of a block that run forwards, with what they, and the heads around them, look at.
fn collect(block: &Block, around: &Looks, found: &mut BTreeMap<u32, Looks>) {
    let with = |heads: &[&Expr]| {
        let mut around = around.clone();
        heads.iter().for_each(|head| around.note(head));
        around
    };
    for stmt in &block.stmts {
        match stmt {
            Stmt::Safe(s) => {
                let mut looks = around.clone();
                looks.reads.extend(&s.looks.reads);
                looks.measures.extend(&s.looks.measures);
                found.insert(s.number, looks);
            }
            Stmt::For(f) => {
                let heads = [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()];
                let heads: Vec<&Expr> = heads.into_iter().flatten().collect();
                collect(&f.body, &with(&heads), found);
            }
            Stmt::If(i) => {
                let heads: Vec<&Expr> = std::iter::once(&i.pre).chain(&i.post).collect();
                collect(&i.then, &with(&heads), found);
                collect(&i.otherwise, &with(&heads), found);
            }
            Stmt::While(w) => collect(&w.body, &with(&[&w.pre, &w.post]), found),
            Stmt::Routine(r) => collect(&r.body, around, found),
            Stmt::Undo(_) | Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
            Stmt::Update(_) | Stmt::Call(_) => {}
        }
    }
}

/// Vectors and maps that a callee is handed, which may make them longer.
fn growing(body: &Block, vars: &Variables) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    crate::ir::visit::each(body, &mut |stmt| {
        if let Stmt::Call(c) = stmt {
            c.args.iter().for_each(|arg| arg.changes(&mut |place| _ = found.insert(place.base)));
        }
    });
    found.retain(|var| match vars[*var].ty {
        Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => true,
        Type::Array(..) | Type::Slice(_) | Type::Number(_) | Type::Real | Type::Exact(_) => false,
    });
    found
}

/// The variables that a way back restores to rounding only, and those that are computed from them.
fn restored(body: &Block, vars: &Variables) -> BTreeSet<Var> {
    let mut found: BTreeSet<Var> = Footprint::of(&body.stmts).writes;
    found.retain(|var| crate::ir::is_rounded(&vars[*var].ty) || vars[*var].ty.is_map());
    loop {
        let before = found.len();
        spread(body, false, &mut found);
        if found.len() == before {
            return found;
        }
    }
}

/// Adds what is computed from, or decided by, what is restored.
fn spread(block: &Block, decided: bool, found: &mut BTreeSet<Var>) {
    let asks = |e: &Expr, found: &BTreeSet<Var>| e.reads_any(|place| found.contains(&place.base));
    for stmt in &block.stmts {
        let touched = Footprint::of_stmt(stmt);
        match stmt {
            Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Release(_) => {
                if decided || !touched.reads.is_disjoint(found) {
                    found.extend(touched.declares);
                }
            }
            Stmt::Update(_) | Stmt::Call(_) => {
                if decided || !touched.reads.is_disjoint(found) {
                    found.extend(touched.writes);
                }
            }
            Stmt::For(f) => {
                let bounds = [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()];
                let by = bounds.into_iter().flatten().any(|bound| asks(bound, found));
                if by {
                    found.insert(f.index);
                }
                spread(&f.body, decided || by, found);
            }
            Stmt::If(i) => {
                let by = asks(&i.pre, found) || i.post.as_ref().is_some_and(|post| asks(post, found));
                spread(&i.then, decided || by, found);
                spread(&i.otherwise, decided || by, found);
            }
            Stmt::While(w) => {
                let by = asks(&w.pre, found) || asks(&w.post, found);
                spread(&w.body, decided || by, found);
            }
            Stmt::Routine(r) | Stmt::Undo(r) => spread(&r.body, decided, found),
            Stmt::Safe(_) => {}
        }
    }
}

struct Placing<'a> {
    vars: &'a Variables,
    restored: BTreeSet<Var>,
    found: BTreeMap<u32, Looks>,
    levels: BTreeMap<u32, usize>,
}

impl Placing<'_> {
    /// Gives a block, and then those in it, the host statements that their recompute slices can run as they are.
    fn block(&mut self, block: &Block, depth: usize) {
        let recompute = Recompute::of_checked(block, self.vars);
        let built = Footprint::of(&recompute.build.stmts);
        let all = Footprint::of(&block.stmts);
        let built: BTreeSet<Var> = built.declares.union(&built.writes).copied().collect();
        self.reached(block, block, &all, &built, depth);
        for stmt in &block.stmts {
            match stmt {
                Stmt::For(f) => self.block(&f.body, depth + 1),
                Stmt::If(i) => {
                    self.block(&i.then, depth + 1);
                    self.block(&i.otherwise, depth + 1);
                }
                Stmt::While(w) => self.block(&w.body, depth + 1),
                Stmt::Routine(r) => self.block(&r.body, depth + 1),
                Stmt::Undo(_) | Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
                Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => {}
            }
        }
    }

    /// The host statements that stand where the recompute slice of `whole` comes by.
    fn reached(&mut self, whole: &Block, at: &Block, all: &Footprint, built: &BTreeSet<Var>, depth: usize) {
        let comes_by = |inner: &Block| {
            let touched = Footprint::of(&inner.stmts);
            touched.writes.union(&touched.declares).any(|var| built.contains(var))
        };
        for stmt in &at.stmts {
            match stmt {
                Stmt::Safe(s) => {
                    let looks = &self.found[&s.number];
                    let declared = |var: &Var| !all.declares.contains(var) || built.contains(var);
                    let valued =
                        |var: &Var| declared(var) && (!all.writes.contains(var) || built.contains(var));
                    let needed = slice::closure(whole, looks.reads.clone(), &BTreeSet::new());
                    let fits = needed.iter().all(valued) && looks.measures.iter().all(declared);
                    if fits && !self.levels.contains_key(&s.number) && self.is_exact(whole, &looks.reads) {
                        self.levels.insert(s.number, depth);
                    }
                }
                Stmt::For(For { body, .. })
                | Stmt::While(While { body, .. })
                | Stmt::Routine(Routine { body, .. }) => {
                    if comes_by(body) {
                        self.reached(whole, body, all, built, depth);
                    }
                }
                Stmt::If(i) => {
                    for side in [&i.then, &i.otherwise] {
                        if comes_by(&i.then) || comes_by(&i.otherwise) {
                            self.reached(whole, side, all, built, depth);
                        }
                    }
                }
                Stmt::Undo(_) | Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
                Stmt::Update(_) | Stmt::Call(_) => {}
            }
        }
    }

    /// True if a recompute slice of a block builds these variables from what is not restored before.
    fn is_exact(&self, block: &Block, values: &BTreeSet<Var>) -> bool {
        let all = Footprint::of(&block.stmts);
        slice::sources(block, values.clone())
            .iter()
            .all(|var| all.declares.contains(var) || !self.restored.contains(var))
    }
}

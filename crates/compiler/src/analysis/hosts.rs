//! Decides where a reverse pass runs ordinary Rust: `safe! { … }` and assertions.
//!
//! Such a statement reads values that the program had when it ran. A reverse pass has those values where it runs the
//! program forwards, in the recompute slices of its blocks, and only if none of the variables from which they are
//! computed has been restored with rounding: `assert!(s >= 0.0)` must not fail because `s` has been restored as
//! `-1e-17`. So each statement is assigned to one block, whose recompute slice runs it:
//!
//! - to the outermost block whose recompute slice computes the values that the statement reads and runs the
//!   statements around it;
//! - to the function's own block, whose recompute slice is extended to compute what is missing, if the program does
//!   not run forwards before;
//! - otherwise to none, since the function itself has run it.
//!
//! Law: neither a value that a statement reads, nor a variable from which it is computed, is restored before the
//! recompute slice that runs it.

use crate::analysis::flow::{Source, forward};
use crate::analysis::footprint::Footprint;
use crate::analysis::slice::{self, Recompute};
use crate::analysis::stable::Spared;
use crate::ir::*;
use crate::sorted::{Map, Set};

/// The blocks whose recompute slices run statements of ordinary Rust, with all variables that they have to compute
/// for them.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// By the number of the statement; a block is identified by the number of blocks around it.
    placed: Map<u32, (usize, Looks)>,
    /// The depth of the current block.
    depth: usize,
}

impl Hosts {
    /// Returns the assignment for the body of a function. Returns nothing if `all` statements must run and one of
    /// them cannot.
    pub fn of(body: &Block, vars: &Variables, all: bool) -> Option<Hosts> {
        let mut found = Map::new();
        collect(body, &Looks::default(), &mut found);
        if found.is_empty() {
            return Some(Hosts::default());
        }
        let growing = growing(body, vars);
        for looks in found.values_mut() {
            looks.settle(vars, &growing);
        }
        let mut placing = Placing { vars, restored: restored(body, vars), found, levels: Map::new() };
        placing.block(body, 0);
        let mut placed = Map::new();
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

    /// Enters a block.
    pub fn enter(&mut self) {
        self.depth += 1;
    }

    /// Leaves a block.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns the statements of ordinary Rust that the recompute slice of a forward block at this depth runs.
    pub fn here(&self, forward: &Block) -> Map<u32, Looks> {
        let mut found = Map::new();
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
    /// Adds the parts of structures that are read, and treats the lengths of growing vectors as values.
    fn settle(&mut self, vars: &Variables, growing: &Set<Var>) {
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

/// Collects the statements of ordinary Rust in a block that run forwards, with the variables that they, and the heads
/// around them, read.
fn collect(block: &Block, around: &Looks, found: &mut Map<u32, Looks>) {
    for stmt in &block.stmts {
        let mut looks = around.clone();
        stmt.heads().into_iter().for_each(|head| looks.note(head));
        stmt.forward_blocks().into_iter().for_each(|inner| collect(inner, &looks, found));
        if let Stmt::Safe(s) = stmt {
            looks.reads.extend(&s.looks.reads);
            looks.measures.extend(&s.looks.measures);
            found.insert(s.number, looks);
        }
    }
}

/// Returns the vectors and maps that are passed to callees, which may make them longer.
fn growing(body: &Block, vars: &Variables) -> Set<Var> {
    let mut found = Set::new();
    crate::ir::visit::each(body, &mut |stmt| {
        if let Stmt::Call(c) = stmt {
            c.args.iter().for_each(|arg| arg.changes_within(vars, &mut |place| _ = found.insert(place.base)));
        }
    });
    found.retain(|var| {
        let ty = &vars[*var].ty;
        ty.is_foreign() || matches!(ty, Type::Vec(_) | Type::Map(..))
    });
    found
}

/// Returns the variables that a reverse pass restores with rounding, and those that are computed from them.
fn restored(body: &Block, vars: &Variables) -> Set<Var> {
    let mut found: Set<Var> = Footprint::of(&body.stmts, vars).writes;
    found.retain(|var| crate::ir::is_rounded(&vars[*var].ty) || vars[*var].ty.is_map());
    forward(body, vars, &mut |flow| {
        let asks = |e: &Expr| e.reads_one_of(&found, vars);
        let restored = match flow.source {
            Source::Value(_) | Source::Arguments(_) => {
                !Footprint::of_stmt(flow.stmt, vars).reads.is_disjoint(&found)
            }
            Source::Bounds => flow.stmt.heads().into_iter().any(asks),
        };
        let before = found.len();
        if restored || flow.around.iter().any(|head| asks(head)) {
            found.extend(&flow.targets);
        }
        found.len() > before
    });
    found
}

struct Placing<'a> {
    vars: &'a Variables,
    restored: Set<Var>,
    found: Map<u32, Looks>,
    levels: Map<u32, usize>,
}

impl Placing<'_> {
    /// Assigns to a block, and then to those in it, the statements that their recompute slices can run.
    fn block(&mut self, block: &Block, depth: usize) {
        let recompute = Recompute::of_checked(block, self.vars);
        let built = Footprint::of(&recompute.build.stmts, self.vars);
        let all = Footprint::of(&block.stmts, self.vars);
        let built: Set<Var> = built.declares.union(&built.writes).copied().collect();
        self.reached(block, block, &all, &built, depth);
        for stmt in &block.stmts {
            stmt.forward_blocks().into_iter().for_each(|inner| self.block(inner, depth + 1));
        }
    }

    /// Collects the statements that the recompute slice of `whole` reaches.
    fn reached(&mut self, whole: &Block, at: &Block, all: &Footprint, built: &Set<Var>, depth: usize) {
        let comes_by = |inner: &Block| {
            let touched = Footprint::of(&inner.stmts, self.vars);
            touched.writes.union(&touched.declares).any(|var| built.contains(var))
        };
        for stmt in &at.stmts {
            if let Stmt::Safe(s) = stmt {
                let looks = &self.found[&s.number];
                let declared = |var: &Var| !all.declares.contains(var) || built.contains(var);
                let valued = |var: &Var| declared(var) && (!all.writes.contains(var) || built.contains(var));
                let needed = slice::closure(whole, looks.reads.clone(), &Spared::default(), self.vars);
                let fits = needed.iter().all(valued) && looks.measures.iter().all(declared);
                if fits && !self.levels.contains_key(&s.number) && self.is_exact(whole, &looks.reads) {
                    self.levels.insert(s.number, depth);
                }
            }
            let inside = stmt.forward_blocks();
            if inside.iter().any(|inner| comes_by(inner)) {
                inside.into_iter().for_each(|inner| self.reached(whole, inner, all, built, depth));
            }
        }
    }

    /// True if the recompute slice of a block computes these variables from values that are not restored before.
    fn is_exact(&self, block: &Block, values: &Set<Var>) -> bool {
        let all = Footprint::of(&block.stmts, self.vars);
        slice::sources(block, values.clone(), self.vars)
            .iter()
            .all(|var| all.declares.contains(var) || !self.restored.contains(var))
    }
}

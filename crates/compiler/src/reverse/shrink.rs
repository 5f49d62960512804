//! Reduces the scope of a local to the statements that use it.
//!
//! `let a = f(x); v += a * h; x += v * h;` reads `x`, which changes before the block ends, so the inverse of the
//! block could not recompute `a`. But `a` is not used after the second statement. Wrapping a value and its uses into
//! a block of their own makes the inverse undo `x += v * h` first, and then recompute `a` from the old `x`. The same
//! applies to places that change before the value is computed: inside its own block they are stable and need no
//! rewinding.
//!
//! Law: the program means the same; only blocks whose locals cannot be recomputed otherwise are changed.

use crate::analysis::footprint::Footprint;
use crate::analysis::slice::Recompute;
use crate::ir::*;

/// Reduces scopes if that gives a block its recompute slice.
pub fn shrink(block: &Block, vars: &Variables) -> Block {
    let stmts: Vec<Stmt> = block.stmts.iter().map(|stmt| shrink_stmt(stmt, vars)).collect();
    shrunk(Block { stmts }, vars).0
}

/// Returns the block with reduced scopes, if fewer places must be rewound then, and the number of those places.
fn shrunk(whole: Block, vars: &Variables) -> (Block, usize) {
    let before = burden(&whole, vars);
    if before == 0 {
        return (whole, 0);
    }
    let Some((enclosed, inside)) = enclosed(&whole.stmts, vars) else { return (whole, before) };
    let after = burden(&enclosed, vars).saturating_add(inside);
    if after < before { (enclosed, after) } else { (whole, before) }
}

/// Returns the number of places that must be rewound before the block's locals are recomputed, or `IMPOSSIBLE` if
/// they cannot be.
fn burden(block: &Block, vars: &Variables) -> usize {
    Recompute::of(block, vars).map_or(IMPOSSIBLE, |recompute| recompute.advanced.len())
}

/// More than all places of a program, and small enough that a sum does not overflow.
const IMPOSSIBLE: usize = usize::MAX / 4;

fn shrink_stmt(stmt: &Stmt, vars: &Variables) -> Stmt {
    match stmt {
        // The inverse of a routine that was shrunk itself: `lower` made it from the same statements.
        Stmt::Undo(r) => {
            let forward = shrink(&crate::ir::invert::invert(&r.body), vars);
            Stmt::Undo(r.with(crate::ir::invert::invert(&forward)))
        }
        other => other.with_blocks(&mut |block| shrink(block, vars)),
    }
}

/// Wraps each local, in order, with the statements up to its last use, and reduces scopes inside; a local that is
/// declared in between and used later extends the block. A local that is used to the end stays, and the statements
/// after it are wrapped instead. Returns the number of places to rewind in the new blocks.
fn enclosed(stmts: &[Stmt], vars: &Variables) -> Option<(Block, usize)> {
    let (mut out, mut inside, mut wrapped) = (Vec::new(), 0_usize, false);
    let mut at = 0;
    while at < stmts.len() {
        let Some(span) = stmts[at].declaration().map(|b| b.span) else {
            out.push(stmts[at].clone());
            at += 1;
            continue;
        };
        let end = last_use(stmts, at, vars);
        let first = out.iter().all(|stmt| matches!(stmt, Stmt::Bind(_) | Stmt::Allocate(_)));
        if (first && end + 1 == stmts.len()) || frees_from_outside(&stmts[at..=end]) {
            out.push(stmts[at].clone());
            at += 1;
            continue;
        }
        let (body, burden) = shrunk(Block { stmts: stmts[at..=end].to_vec() }, vars);
        inside = inside.saturating_add(burden).min(IMPOSSIBLE);
        out.push(Stmt::Routine(Routine { label: String::new(), body, span }));
        wrapped = true;
        at = end + 1;
    }
    wrapped.then_some((Block { stmts: out }, inside))
}

/// True if statements free a local that is declared before them: its declaration and `free!` must be in one block.
fn frees_from_outside(stmts: &[Stmt]) -> bool {
    let made = |var: &Var| stmts.iter().filter_map(Stmt::declaration).any(|b| b.var == *var);
    stmts.iter().filter_map(Stmt::dropped).any(|b| !made(&b.var))
}

/// Returns the index of the last statement that uses a local declared between `start` and itself.
fn last_use(stmts: &[Stmt], start: usize, vars: &Variables) -> usize {
    let mut end = start;
    let mut at = start;
    while at <= end {
        if let Stmt::Bind(b) | Stmt::Allocate(b) = &stmts[at] {
            let last = (at + 1..stmts.len()).rev().find(|&i| {
                let footprint = Footprint::of_stmt(&stmts[i], vars);
                [footprint.reads, footprint.writes, footprint.measures, footprint.declares]
                    .iter()
                    .any(|touched| b.declared(vars).any(|var| touched.contains(&var)))
            });
            end = end.max(last.unwrap_or(at));
        }
        at += 1;
    }
    end
}

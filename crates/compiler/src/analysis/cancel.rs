//! Removes computations that a recompute slice undoes again.
//!
//! A routine that the program undoes has no effect in the end. The recompute slice of its block, which only
//! recomputes values at the end, need neither run nor undo it.
//!
//! Law: no statement between the two accesses the variables that the routine changes, nor changes those that it
//! reads.

use crate::analysis::footprint::Footprint;
use crate::ir::*;

/// Returns the block without routines that it undoes again, as far as no statement of it reads their values.
pub fn cancelled(mut block: Block, vars: &Variables) -> Block {
    while let Some((run, undo)) = pair(&block.stmts, vars) {
        block.stmts.remove(undo);
        block.stmts.remove(run);
    }
    block
}

fn pair(stmts: &[Stmt], vars: &Variables) -> Option<(usize, usize)> {
    stmts.iter().enumerate().find_map(|(run, stmt)| {
        let Stmt::Routine(routine) = stmt else { return None };
        let undo = (run + 1..stmts.len()).find(|&i| match &stmts[i] {
            Stmt::Undo(undo) => undo.label == routine.label && !undo.label.is_empty(),
            _ => false,
        })?;
        let own = Footprint::of_stmt(stmt, vars);
        let between = Footprint::of(&stmts[run + 1..undo], vars);
        let apart = between.reads.is_disjoint(&own.writes)
            && between.writes.is_disjoint(&own.writes)
            && between.writes.is_disjoint(&own.reads)
            && !looks(stmt, &|_| true)
            && !stmts[run + 1..undo].iter().any(|stmt| looks(stmt, &|var| own.writes.contains(&var)));
        apart.then_some((run, undo))
    })
}

/// True if statements of ordinary Rust read a variable with this property.
fn looks(stmt: &Stmt, property: &dyn Fn(Var) -> bool) -> bool {
    let looks_at = |s: &Safe| s.looks.reads.is_empty() || s.looks.reads.iter().any(|var| property(*var));
    matches!(stmt, Stmt::Safe(s) if looks_at(s))
        || stmt.blocks().into_iter().flat_map(|block| &block.stmts).any(|stmt| looks(stmt, property))
}

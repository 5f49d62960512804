//! The place where the stacks of kept decisions are declared: `#[keep]`.
//!
//! Takes the body of a function and the stack of each kept decision; returns the body with the declarations in it.
//!
//! A stack belongs to the body of the function, whose recompute slice fills it once. A block whose own locals depend on the
//! decision decides it again while its recompute slice builds them. There the stack is a local like the others: it is
//! filled beside them and emptied by the inverse of the block.
//!
//! Law: a stack is declared in the innermost block whose locals depend on its decision, so no slice fills it twice.

use crate::analysis::footprint::locals;
use crate::analysis::slice::closure;
use crate::analysis::stable::Spared;
use crate::ir::*;

/// Declares each stack in the block that it belongs to.
pub(super) fn declared(stacks: Vec<Stmt>, mut body: Vec<Stmt>, vars: &Variables) -> Vec<Stmt> {
    let mut own = Vec::new();
    for declaration in stacks {
        let stack = match &declaration {
            Stmt::Allocate(b) if is_undone(&body, b.var, vars) => None,
            Stmt::Allocate(b) => Some(b.var),
            _ => None,
        };
        let placed = stack.is_some_and(|stack| {
            blocks(&mut body).into_iter().any(|block| is_placed(block, stack, &declaration, vars))
        });
        if !placed {
            own.push(declaration);
        }
    }
    own.append(&mut body);
    own
}

/// Declares a stack in the innermost block whose locals depend on its decision; false if there is none.
fn is_placed(block: &mut Block, stack: Var, declaration: &Stmt, vars: &Variables) -> bool {
    if blocks(&mut block.stmts).into_iter().any(|inner| is_placed(inner, stack, declaration, vars)) {
        return true;
    }
    let own = locals(block, vars);
    let depends = !own.is_empty() && closure(block, own, &Spared::default(), vars).contains(&stack);
    if depends {
        block.stmts.insert(0, declaration.clone());
    }
    depends
}

/// True if the program undoes the decision by hand: the inverse of its routine names the same stack.
fn is_undone(stmts: &[Stmt], stack: Var, vars: &Variables) -> bool {
    let mut undone = false;
    crate::ir::visit::each(&Block { stmts: stmts.to_vec() }, &mut |stmt| {
        if let Stmt::Undo(r) = stmt {
            undone |= crate::analysis::footprint::Footprint::of(&r.body.stmts, vars).writes.contains(&stack);
        }
    });
    undone
}

/// The blocks right inside statements that run forwards.
fn blocks(stmts: &mut [Stmt]) -> Vec<&mut Block> {
    stmts.iter_mut().filter(|stmt| !matches!(stmt, Stmt::Undo(_))).flat_map(Stmt::blocks_mut).collect()
}

//! Rewriting: what to put where an expression or a statement stands.
//!
//! Takes what to do at each of them, returns a visitor that does it. Law: items among the statements stay as they are.

use super::read::is_name;
use super::visit_mut::{self, VisitMut, each_stmt};
use std::collections::VecDeque;
use syn::{Block, Expr, Ident, Stmt};

struct Outer<F>(F);

impl<F: FnMut(&mut Expr) -> bool> VisitMut for Outer<F> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if !(self.0)(e) {
            visit_mut::visit_expr_mut(self, e);
        }
    }
}

/// Rewrites each expression; afterwards its parts, unless `f` says that it is done.
pub(crate) fn outer(f: impl FnMut(&mut Expr) -> bool) -> impl VisitMut {
    Outer(f)
}

struct Inner<F>(F);

impl<F: FnMut(&mut Expr)> VisitMut for Inner<F> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        (self.0)(e);
    }
}

/// Rewrites the parts of each expression, and then itself.
pub(crate) fn inner(f: impl FnMut(&mut Expr)) -> impl VisitMut {
    Inner(f)
}

/// Puts an expression where a name stands.
pub(crate) fn substitute(name: &Ident, by: &Expr) -> impl VisitMut {
    outer(move |e| {
        let is_one = is_name(e, name);
        if is_one {
            *e = by.clone();
        }
        is_one
    })
}

/// Rewrites statements one after the other.
pub(crate) fn within<'s>(stmts: impl IntoIterator<Item = &'s mut Stmt>, visitor: &mut dyn VisitMut) {
    stmts.into_iter().for_each(|stmt| visitor.visit_stmt_mut(stmt));
}

struct Blocks<F>(F);

impl<F: FnMut(Stmt, &mut VecDeque<Stmt>, &mut Vec<Stmt>)> VisitMut for Blocks<F> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        each_stmt(block, &mut self.0);
        visit_mut::visit_block_mut(self, block);
    }
}

/// Rewrites the statements of a block, and then those of the blocks in it: `f` takes each, those behind it, and what stands in its place.
pub(crate) fn blocks(block: &mut Block, f: impl FnMut(Stmt, &mut VecDeque<Stmt>, &mut Vec<Stmt>)) {
    Blocks(f).visit_block_mut(block);
}

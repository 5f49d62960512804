//! Marks of loops: each `#[checkpoint]` of the writer is still there when a function has been rewritten.

use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::checkpoint::{is_checkpoint, marks};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr};

/// Returns the marks of the loops in a block.
pub(super) fn of_loops(block: &syn::Block) -> Vec<Attribute> {
    let mut found = Found(Vec::new());
    found.visit_block_mut(&mut block.clone());
    found.0
}

/// Reports marks that a rewritten block has lost: the loops there are not those that were marked.
pub(super) fn kept(written: &[Attribute], block: &syn::Block, errors: &mut Diagnostics) {
    if let Some(attr) = written.first().filter(|_| of_loops(block).len() < written.len()) {
        let help = "write the loop as a `for` over a range, or mark a function that is called in it";
        let message = "this loop is rewritten, and its state cannot be kept";
        errors.report(Law::OutsideLanguage, Extent::of(attr), message, help);
    }
}

struct Found(Vec<Attribute>);

impl VisitMut for Found {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let attrs = marks(e).into_iter().flatten();
        self.0.extend(attrs.filter(|attr| is_checkpoint(attr)).map(|attr| attr.clone()));
        visit_mut::visit_expr_mut(self, e);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

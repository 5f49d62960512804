//! Searches: is there an expression that …
//!
//! Takes a node and what to do at each expression in it, says if one was found. Law: items among the statements are no part of a node.

use super::visit::{self, Visit};
use syn::Expr;

/// The way of a search at an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    /// It is one.
    Found,
    /// Its parts may be.
    Inside,
    /// Nothing in it is.
    Past,
}

impl At {
    /// Found, or the parts are asked.
    pub(crate) fn found(is_one: bool) -> At {
        if is_one { At::Found } else { At::Inside }
    }
}

/// True if a search finds an expression in what `visit` visits.
pub(crate) fn seek<'ast>(
    mut at: impl FnMut(&'ast Expr) -> At,
    visit: impl FnOnce(&mut dyn Visit<'ast>),
) -> bool {
    let mut seek = Seek { at: &mut at, found: false };
    visit(&mut seek);
    seek.found
}

struct Seek<'f, 'ast> {
    at: &'f mut dyn FnMut(&'ast Expr) -> At,
    found: bool,
}

impl<'ast> Visit<'ast> for Seek<'_, 'ast> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match if self.found { At::Past } else { (self.at)(e) } {
            At::Found => self.found = true,
            At::Inside => visit::visit_expr(self, e),
            At::Past => {}
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

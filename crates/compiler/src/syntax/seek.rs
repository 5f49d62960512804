//! Searches: is there an expression that …; and what to do at each expression, name or `let`.
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
}

/// Does something at each expression in what `visit` visits.
pub(crate) fn each<'ast>(mut f: impl FnMut(&'ast Expr), visit: impl FnOnce(&mut dyn Visit<'ast>)) {
    let at = |e| {
        f(e);
        At::Inside
    };
    seek(at, visit);
}

/// Does something at each name that a pattern binds or compares with.
pub(crate) fn each_name<'ast>(
    mut f: impl FnMut(&'ast syn::PatIdent),
    visit: impl FnOnce(&mut dyn Visit<'ast>),
) {
    visit(&mut Names(&mut f));
}

/// Visits the parameters and the body of a function.
pub(crate) fn parts<'ast>(item: &'ast syn::ItemFn) -> impl FnOnce(&mut dyn Visit<'ast>) {
    move |visitor| {
        item.sig.inputs.iter().for_each(|input| visitor.visit_fn_arg(input));
        visitor.visit_block(&item.block);
    }
}

struct Names<'f, 'ast>(&'f mut dyn FnMut(&'ast syn::PatIdent));

impl<'ast> Visit<'ast> for Names<'_, 'ast> {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        (self.0)(name);
        visit::visit_pat_ident(self, name);
    }
}

/// Does something at each `let`.
pub(crate) fn each_local<'ast>(
    mut f: impl FnMut(&'ast syn::Local),
    visit: impl FnOnce(&mut dyn Visit<'ast>),
) {
    visit(&mut Locals(&mut f));
}

struct Locals<'f, 'ast>(&'f mut dyn FnMut(&'ast syn::Local));

impl<'ast> Visit<'ast> for Locals<'_, 'ast> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        (self.0)(local);
        visit::visit_local(self, local);
    }
}

//! Returns of closures: `|v| { if v > 1.0 { return v; } v * v }` is a block that is left with its value.
//!
//! Takes a block, returns it without such `return`s, and without `?` in closures. Law: those of the function itself, of closures in a
//! closure and of items stay what they mean.

use super::fresh::Fresh;
use crate::syntax::rewrite::outer;
use crate::syntax::seek::{At, seek};
use crate::syntax::visit_mut::{self, VisitMut};
use syn::spanned::Spanned;
use syn::{Expr, Lifetime, parse_quote, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn left(block: &mut syn::Block, fresh: &mut Fresh) {
    Closures { fresh }.visit_block_mut(block);
}

struct Closures<'a> {
    fresh: &'a mut Fresh,
}

impl VisitMut for Closures<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Closure(closure) = e {
            asked(&mut closure.body);
        }
        visit_mut::visit_expr_mut(self, e);
        let Expr::Closure(closure) = e else { return };
        if !returns(&closure.body) {
            return;
        }
        let name = self.fresh.name("closure", proc_macro2::Span::call_site());
        let label = Lifetime::new(&format!("'{name}"), name.span());
        Leaving { label: &label }.visit_expr_mut(&mut closure.body);
        let body = &closure.body;
        let body: syn::Block = match &**body {
            Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => block.block.clone(),
            body => parse_quote!({ #body }),
        };
        closure.body = parse_quote!(#label: #body);
    }
}

/// True if the body of a closure has a `return`: those of closures in it are gone by now.
fn returns(body: &Expr) -> bool {
    seek(|e| At::found(matches!(e, Expr::Return(_))), |visitor| visitor.visit_expr(body))
}

struct Leaving<'a> {
    label: &'a Lifetime,
}

impl VisitMut for Leaving<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::Return(leaving) = e {
            let (label, value) = (self.label, &leaving.expr);
            *e = parse_quote!(break #label #value);
        }
    }
}

/// Writes `e?` in the body of a closure as the `return` that it is. What an error says is computed by the function itself.
fn asked(body: &mut Expr) {
    outer(|e| match e {
        Expr::Closure(_) => true,
        Expr::Try(of) => {
            asked(&mut of.expr);
            let (span, of) = (of.span(), &of.expr);
            *e = parse_quote_spanned!(span=> match #of { Some(found) => found, None => return None });
            true
        }
        _ => false,
    })
    .visit_expr_mut(body);
}

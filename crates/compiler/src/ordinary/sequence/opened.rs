//! An `Option` or a `Result` that is there whole, in parts.

use super::Sequence;
use super::sums::Sum;
use crate::syntax::read::{lent, name_of};
use proc_macro2::{Ident, Span};
use syn::{Expr, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// Notes whether a local is a place by another name.
    pub(super) fn name_of_place(&mut self, name: &Ident, e: &Expr) {
        let of = lent(e);
        let is_place = matches!(of, Expr::Index(_) | Expr::Field(_))
            || name_of(of).is_some_and(|of| self.elements.contains(&of));
        if is_place {
            self.elements.insert(name.to_string());
        } else {
            self.elements.remove(&name.to_string());
        }
    }

    /// A sum at a place. What it holds has a cotangent in the shadow of the place.
    pub(super) fn at_place(&mut self, place: &Expr, span: Span, out: &mut Vec<Stmt>) -> Sum {
        let is = self.fresh.name("is_some", span);
        out.push(parse_quote_spanned!(span=> let #is: bool = matches!(#place, Some(_));));
        let part = crate::ir::payload::payload(&Ident::new("Some", span), &syn::Member::from(0), span);
        Sum::of(parse_quote_spanned!(span=> #is), parse_quote_spanned!(span=> #place.#part))
    }

    /// An `Option` that another `Option` holds.
    pub(super) fn unwrapped_sum(
        &mut self,
        call: syn::ExprMethodCall,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Sum> {
        let place = match self.value(Expr::MethodCall(call), out)? {
            Expr::Reference(lent) => *lent.expr,
            other => other,
        };
        Some(match place {
            // A place, or a local that holds what was taken from one.
            Expr::Field(_) | Expr::Index(_) | Expr::Path(_) => self.at_place(&place, span, out),
            other => self.opened(other, span, out),
        })
    }

    /// A sum that a call returns, in parts.
    pub(super) fn opened(&mut self, call: Expr, span: Span, out: &mut Vec<Stmt>) -> Sum {
        self.taken_apart(parse_quote_spanned!(span=> ::retrograde::__private::opened(#call)), span, out)
    }
}

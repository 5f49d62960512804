//! Macros of ordinary Rust inside expressions: `matches!`, and those that only they themselves understand.
//!
//! Their values are exact, and `matches!` tries a pattern as a `match` does. Law: what stands in a condition is a truth value.

use super::Sequence;
use crate::syntax::read::invoked;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// A truth value: a macro gets a name with its type.
    pub(super) fn truth(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = e.span();
        match e {
            Expr::Paren(mut inner) if matches!(*inner.expr, Expr::Macro(_)) => {
                inner.expr = Box::new(self.truth(*inner.expr, out)?);
                Some(Expr::Paren(inner))
            }
            Expr::Macro(mac) if !mac.mac.path.is_ident("matches") && !mac.mac.path.is_ident("cfg") => {
                let value = self.value(Expr::Macro(mac), out)?;
                let name = self.fresh.name("holds", span);
                out.push(parse_quote_spanned!(span=> let #name: bool = #value;));
                Some(parse_quote_spanned!(span=> #name))
            }
            other => self.value(other, out),
        }
    }

    /// `matches!(e, pattern if guard)` as tests of the value.
    pub(super) fn matches(&mut self, mac: syn::ExprMacro, out: &mut Vec<Stmt>) -> Option<Expr> {
        let parsed = mac.mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
            let value: Expr = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            let pat = syn::Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<syn::Token![if]>>()? {
                Some(_) => Some(input.parse::<Expr>()?),
                None => None,
            };
            input.parse::<Option<syn::Token![,]>>()?;
            Ok((value, pat, guard))
        });
        let Ok((value, pat, guard)) = parsed else { return Some(Expr::Macro(mac)) };
        let scrutinee = self.scrutinee(value, &[&pat], out)?;
        let (mut tests, mut bound) = (Vec::new(), Vec::new());
        if !self.tests(&pat, &scrutinee, &mut tests, &mut bound) {
            return None;
        }
        let Some(guard) = guard else {
            let all = super::patterns::all(&tests);
            return Some(parse_quote!((#all)));
        };
        tests.push(super::patterns::guarded(guard, &bound));
        self.truth(super::patterns::all(&tests), out)
    }

    /// A macro that only itself understands: its values are evaluated before it.
    pub(super) fn invoked(&mut self, mut mac: syn::ExprMacro, out: &mut Vec<Stmt>) -> Option<Expr> {
        let Some((values, _)) = invoked(&mac.mac) else { return Some(Expr::Macro(mac)) };
        let (names, mut values): (Vec<_>, Vec<Expr>) = values.into_iter().unzip();
        self.operands(values.iter_mut().collect(), out)?;
        let parts = names.iter().zip(&values).map(|(name, value)| {
            let name = name.iter();
            quote::quote!(#(#name =)* #value)
        });
        mac.mac.tokens = quote::quote!(#(#parts),*);
        Some(Expr::Macro(mac))
    }
}

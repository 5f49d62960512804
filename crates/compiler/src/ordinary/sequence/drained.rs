//! Ranges of vectors: `v.drain(a..b)`, a copy of what is taken out and the vector without it, and `v.get(a..b)`.
//!
//! Law: what is taken out is gone before the first of its items is visited.

use super::Sequence;
use super::sums::Sum;
use crate::syntax::read::end_of;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, Ident, Stmt, parse_quote_spanned};

/// The range of `v.drain(a..b)`, with or without ends.
pub(super) fn drained_range(call: &syn::ExprMethodCall) -> Option<&ExprRange> {
    match call.args.first() {
        Some(Expr::Range(range)) if call.method == "drain" && call.args.len() == 1 => Some(range),
        _ => None,
    }
}

impl Sequence<'_> {
    /// The name of a copy of what `v.drain(a..b)` takes out, and the statements before it.
    pub(super) fn drained(
        &mut self,
        call: &syn::ExprMethodCall,
        range: &ExprRange,
        before: &mut Vec<Stmt>,
    ) -> Expr {
        let (span, name) = (call.span(), self.fresh.name("drained", call.span()));
        before.extend(self.taken_out(&call.receiver, range, Some(&name), span));
        parse_quote_spanned!(span=> #name.iter())
    }

    /// The statements that leave a vector without a range, which is copied under a name before.
    pub(super) fn taken_out(
        &mut self,
        v: &Expr,
        range: &ExprRange,
        name: Option<&Ident>,
        span: Span,
    ) -> Vec<Stmt> {
        let copied = |of: Expr| -> Option<Stmt> {
            name.map(|name| parse_quote_spanned!(span=> let #name = #of.to_vec();))
        };
        if range.start.is_none() && range.end.is_none() {
            let mut out = Vec::from_iter(copied(v.clone()));
            out.push(parse_quote_spanned!(span=> #v.clear();));
            return out;
        }
        let from = self.fresh.name("from", span);
        let start = match &range.start {
            Some(start) => (**start).clone(),
            None => parse_quote_spanned!(span=> 0usize),
        };
        let mut out: Vec<Stmt> = vec![parse_quote_spanned!(span=> let #from: usize = #start;)];
        let Some(end) = end_of(range) else {
            out.extend(copied(parse_quote_spanned!(span=> #v[#from..])));
            out.push(parse_quote_spanned!(span=> #v.truncate(#from);));
            return out;
        };
        let (to, rest) = (self.fresh.name("to", span), self.fresh.name("rest", span));
        out.push(parse_quote_spanned!(span=> let #to: usize = #end;));
        out.extend(copied(parse_quote_spanned!(span=> #v[#from..#to])));
        out.push(parse_quote_spanned!(span=> let #rest = #v[#to..].to_vec();));
        out.push(parse_quote_spanned!(span=> #v.truncate(#from);));
        out.push(parse_quote_spanned!(span=> #v.extend_from_slice(&#rest);));
        out
    }

    /// The part of a slice in a range, if the slice has as many items: `v.get(a..b)`.
    pub(super) fn part(
        &mut self,
        v: Expr,
        range: &ExprRange,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Sum> {
        let v = self.value(v, out)?;
        let start = range.start.as_deref().map_or_else(|| parse_quote_spanned!(span=> 0), Expr::clone);
        let end = end_of(range).unwrap_or_else(|| parse_quote_spanned!(span=> #v.len()));
        let [start, end] = [self.value(start, out)?, self.value(end, out)?];
        let (start, end) = (self.named(start, "start", out), self.named(end, "end", out));
        let has = parse_quote_spanned!(span=> #start <= #end && #end <= #v.len());
        let has = self.named(has, "has", out);
        let held = parse_quote_spanned!(span=> #v[#start..#end]);
        Some(Sum::of(has, held))
    }
}

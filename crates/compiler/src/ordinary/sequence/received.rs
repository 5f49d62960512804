//! Methods that have a value and change their receiver or an argument: `let y = self.process(x);`.
//!
//! The text tells it of a method of the same block, and where `&mut` is written. Any other method is taken to change nothing; if it does,
//! its programs refuse the call.

use super::Sequence;
use super::sums::Sum;
use crate::ir::{Methods, is_in};
use syn::{Expr, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// The value of a method that changes its receiver or an argument; nothing if it is another call.
    pub(super) fn received(
        &mut self,
        call: &syn::ExprMethodCall,
        out: &mut Vec<Stmt>,
    ) -> Option<Option<Expr>> {
        if !self.changes_something(call) {
            return None;
        }
        let start = parse_quote_spanned!(call.method.span()=> Default::default());
        Some(self.received_from(call, start, out))
    }

    /// The parts of the `Option` or `Result` that such a method returns.
    pub(super) fn received_parts(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Sum> {
        let span = call.method.span();
        let start = parse_quote_spanned!(span=> (false, Default::default()));
        let parts = self.received_from(call, start, out)?;
        Some(self.taken_apart(parts, span, out))
    }

    fn received_from(
        &mut self,
        call: &syn::ExprMethodCall,
        start: Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let (span, mut call) = (call.method.span(), call.clone());
        if !self.place(&mut call.receiver, out) || !self.operands(call.args.iter_mut().collect(), out) {
            return None;
        }
        self.lent(&mut call.args, out);
        let place = self.fresh.name("value", span);
        out.push(parse_quote_spanned!(span=> let mut #place = #start;));
        call.args.push(parse_quote_spanned!(span=> &mut #place));
        out.push(parse_quote_spanned!(span=> #[beside] #call;));
        Some(parse_quote_spanned!(span=> #place))
    }

    pub(super) fn changes_something(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let is_of_rust = is_in(&name, Methods::Changes) || super::vectors::changes(&name);
        let lends = |e: &Expr| matches!(e, Expr::Reference(lent) if lent.mutability.is_some());
        self.is_received(call) || !is_of_rust && call.args.iter().any(lends)
    }

    /// True for a method of the same block that has a value and changes something as well.
    pub(super) fn is_received(&self, call: &syn::ExprMethodCall) -> bool {
        is_self(&call.receiver) && self.methods.contains(&call.method.to_string())
    }
}

fn is_self(e: &Expr) -> bool {
    matches!(e, Expr::Path(path) if path.path.is_ident("self"))
}

//! Methods of floats that the table of rules lacks, written with those that it has.
//!
//! Takes a block, returns it with `x.clamp(a, b)` as `x.max(a).min(b)`, and with calls of the library where the value would
//! differ in a bit: the record computes what the function computes.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn known(block: &mut syn::Block) {
    Methods.visit_block_mut(block);
}

struct Methods;

impl VisitMut for Methods {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::MethodCall(call) = &*e else { return };
        let (span, x) = (call.span(), &call.receiver);
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let known: Expr = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("clamp", [low, high]) => parse_quote_spanned!(span=> #x.max(#low).min(#high)),
            ("to_radians", []) => parse_quote_spanned!(span=> (#x * 0.017453292519943295)),
            ("to_degrees", []) => parse_quote_spanned!(span=> (#x * 57.29577951308232)),
            ("rem_euclid", [m]) => parse_quote_spanned!(span=> ::retrograde::library::rem_euclid(#x, #m)),
            _ => return,
        };
        *e = known;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

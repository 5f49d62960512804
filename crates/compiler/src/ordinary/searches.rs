//! Searches of sorted numbers: `xs.partition_point(f)` and `xs.binary_search_by(f)` as loops.
//!
//! Takes a block whose locals have unique names; returns it with a loop in place of a search. The value of `binary_search_by` is read where
//! a `match` or `unwrap_or_else` takes both of its sides. Law: the same elements are compared, in the order of the standard library.

use super::fresh::Fresh;
use super::sequence::{Comparison, Test, changes_captured};
use crate::syntax::rewrite::inner;
use crate::syntax::visit_mut::VisitMut;
use syn::spanned::Spanned;
use syn::{Expr, Pat, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn looped(block: &mut syn::Block, fresh: &mut Fresh) {
    let mut searches = Searches { fresh };
    inner(|e| searches.replaced(e)).visit_block_mut(block);
}

struct Searches<'a> {
    fresh: &'a mut Fresh,
}

impl Searches<'_> {
    fn replaced(&mut self, e: &mut Expr) {
        let new = match e {
            Expr::Match(on) => match (both_sides(on), &*on.expr) {
                (Some(arms), Expr::MethodCall(call)) => self.searched(call, |value| {
                    parse_quote_spanned!(call.span()=> match #value { #(#arms)* })
                }),
                _ => None,
            },
            Expr::MethodCall(call) => match (&*call.receiver, call.args.first()) {
                (Expr::MethodCall(search), Some(f @ Expr::Closure(_))) if call.method == "unwrap_or_else" => self
                    .searched(search, |value| {
                        parse_quote_spanned!(call.span()=> match #value { (true, at) => at, (false, at) => (#f)(at) })
                    }),
                (of, Some(f @ Expr::Closure(_))) if call.method == "partition_point" && !changes_captured(f) => {
                    Some(self.partitioned(of, f))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(new) = new {
            *e = new;
        }
    }

    /// The number of elements before the first for which the test fails.
    fn partitioned(&mut self, of: &Expr, f: &Expr) -> Expr {
        let span = f.span();
        let [low, high, middle] = ["low", "high", "middle"].map(|name| self.fresh.name(name, span));
        parse_quote_spanned!(span=> {
            let mut #low: usize = 0;
            let mut #high: usize = #of.len();
            while #low < #high {
                let #middle = #low + (#high - #low) / 2;
                if (#f)(#of[#middle]) { #low = #middle + 1; } else { #high = #middle; }
            }
            #low
        })
    }

    /// The value that a function makes of a truth value and a place: whether an element is equal, and where it is or would be.
    fn searched(&mut self, call: &syn::ExprMethodCall, value: impl FnOnce(Expr) -> Expr) -> Option<Expr> {
        let (of, Some(Expr::Closure(f))) = (&call.receiver, call.args.first()) else { return None };
        if call.method != "binary_search_by" {
            return None;
        }
        let comparison = Comparison::of(&f.body)?;
        let (span, inputs) = (call.method.span(), &f.inputs);
        let is_there = comparison.is_there(span);
        let [le, eq, lt] = [Test::Le, Test::Eq, Test::Lt].map(|test| comparison.test(test, span));
        let [size, base, half, middle, found, at] =
            ["size", "base", "half", "middle", "found", "at"].map(|name| self.fresh.name(name, span));
        let value = value(parse_quote_spanned!(span=> (#found, #at)));
        Some(parse_quote_spanned!(span=> {
            let mut #size: usize = #of.len();
            let mut #base: usize = 0;
            while #size > 1 {
                let #half = #size / 2;
                let #middle = #base + #half;
                if (|#inputs| { #is_there #le })(#of[#middle]) { #base = #middle; }
                #size -= #half;
            }
            let mut #found: bool = false;
            let mut #at: usize = #base;
            if #size > 0 {
                if (|#inputs| { #is_there #eq })(#of[#base]) { #found = true; }
                else if (|#inputs| #lt)(#of[#base]) { #at = #base + 1; }
            }
            #value
        }))
    }
}

/// The arms of a match on `Ok` and `Err`, as those of one on a truth value and a place.
fn both_sides(on: &syn::ExprMatch) -> Option<Vec<syn::Arm>> {
    let arm = |arm: &syn::Arm| {
        let Pat::TupleStruct(of) = &arm.pat else {
            return matches!(arm.pat, Pat::Wild(_)).then(|| arm.clone());
        };
        let is_there = match of.path.get_ident()?.to_string().as_str() {
            "Ok" => true,
            "Err" => false,
            _ => return None,
        };
        let place = of.elems.first()?;
        Some(syn::Arm { pat: parse_quote_spanned!(of.span()=> (#is_there, #place)), ..arm.clone() })
    };
    on.arms.iter().map(arm).collect()
}

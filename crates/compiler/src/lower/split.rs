//! `let (before, after) = path.split_at_mut(k);`: two names for the two parts of an array.
//!
//! Takes the pattern and the call; binds views, as `let before = &mut path[..k];` does. Law: the run asserts that the array has as
//! many elements as the first part takes.

use super::Lowering;
use super::place::extend;
use crate::ir::print::shown;
use crate::ir::reach::length;
use crate::ir::*;
use crate::law::Extent;
use quote::quote;
use std::collections::BTreeSet;

/// What splits which array where.
pub(crate) struct Split<'a> {
    /// The array.
    pub(crate) array: &'a syn::Expr,
    /// How many elements the first part has.
    pub(crate) at: &'a syn::Expr,
    /// What the parts are bound to.
    pub(crate) parts: [&'a syn::Pat; 2],
    passing: Passing,
}

impl<'a> Split<'a> {
    /// A pair that is bound to the parts of something.
    pub(crate) fn of(pat: &'a syn::Pat, value: &'a syn::Expr) -> Option<Split<'a>> {
        let (syn::Pat::Tuple(pair), syn::Expr::MethodCall(call)) = (untyped(pat), value) else { return None };
        let passing = match call.method.to_string().as_str() {
            "split_at" => Passing::Shared,
            "split_at_mut" => Passing::Mutable,
            _ => return None,
        };
        let mut parts = pair.elems.iter();
        match (parts.next(), parts.next(), parts.next(), call.args.first(), call.args.len()) {
            (Some(before), Some(after), None, Some(at), 1) => {
                Some(Split { array: &call.receiver, at, parts: [before, after], passing })
            }
            _ => None,
        }
    }
}

fn untyped(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(typed) => untyped(&typed.pat),
        syn::Pat::Paren(inner) => untyped(&inner.pat),
        other => other,
    }
}

impl Lowering {
    /// Whether a `let` splits an array; then its parts are bound.
    pub(crate) fn split(&mut self, pat: &syn::Pat, value: &syn::Expr) -> bool {
        let Some(split) = Split::of(pat, value) else { return false };
        let Some(mut array) = self.quiet_place(split.array) else { return false };
        let ty = self.type_of(&array);
        if ty.depth() == 0 || ty.is_map() {
            return false;
        }
        let span = Extent::of(value).start;
        let mut at = self.whole(split.at);
        self.pin_all(&mut array, span);
        self.pin(&mut at, span);
        let end = length(&array);
        let printer =
            crate::ir::print::Printer { vars: &self.vars, real: None, readable: true, fallible: false };
        let (first, all) = (printer.expr(&at), printer.expr(&end));
        let message = format!("`{}` splits what has fewer elements", shown(value));
        let message = message.replace('{', "{{").replace('}', "}}");
        let tokens = quote!({
            ::core::assert!(#first <= #all, #message);
        });
        let mut looks = Looks::default();
        looks.note(&at);
        looks.note(&end);
        let safe = self.aside(tokens, BTreeSet::new(), looks, span);
        self.pending.push(Stmt::Safe(safe));
        let ranges = [(Expr::Constant(quote!(0)), at.clone()), (at, end)];
        for (part, (start, end)) in split.parts.into_iter().zip(ranges) {
            self.part(part, extend(array.clone(), Projection::Range(start, end)), split.passing);
        }
        true
    }
}

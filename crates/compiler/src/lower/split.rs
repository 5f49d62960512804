//! `let (before, after) = path.split_at_mut(k);`: two names for the two parts of an array.
//!
//! Takes the pattern and the call; binds views, as `let before = &mut path[..k];` does. Law: a run checks that the
//! array has as many elements as the first part.

use super::Lowering;
use super::place::extend;
use crate::ir::print::shown;
use crate::ir::reach::length;
use crate::ir::*;
use crate::law::Extent;
use crate::sorted::Set;
use crate::syntax::view::Split;
use quote::quote;

impl Lowering {
    /// True if a `let` splits an array; then its parts are bound.
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
        let printer = crate::ir::print::Printer::of_text(&self.vars);
        let (first, all) = (printer.expr(&at), printer.expr(&end));
        let message = format!("`{}` splits an array with fewer elements", shown(value));
        let message = message.replace('{', "{{").replace('}', "}}");
        let tokens = quote!({
            ::core::assert!(#first <= #all, #message);
        });
        let mut looks = Looks::default();
        looks.note(&at);
        looks.note(&end);
        let safe = self.aside(tokens, Set::new(), looks, span);
        self.pending.push(Stmt::Safe(Safe { only_checks: true, ..safe }));
        let ranges = [(Expr::integer(0), at.clone()), (at, end)];
        for (part, (start, end)) in split.parts.into_iter().zip(ranges) {
            self.part(part, extend(array.clone(), Projection::Range(start, end)), split.passing);
        }
        true
    }
}

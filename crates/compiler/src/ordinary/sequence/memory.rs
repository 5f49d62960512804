//! Other ways to write over a place: `(a, b) = (b, a + b)`, `mem::swap`, `mem::replace`, `mem::take`.
//!
//! The values of a tuple are computed before any place changes.

use super::Sequence;
use crate::syntax::paths::{called, ends};
use crate::syntax::read::name_of;
use crate::syntax::signatures;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// `(a, b) = e;`
    pub(super) fn tuple_assigned(
        &mut self,
        mut left: syn::ExprTuple,
        right: Expr,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let span = left.span();
        let count = match &right {
            Expr::Tuple(right) => Some(right.elems.len()),
            _ => None,
        };
        if !self.without_rest(&mut left.elems, count) {
            return false;
        }
        let names: Vec<syn::Ident> = left.elems.iter().map(|_| self.fresh.name("value", span)).collect();
        match right {
            Expr::Tuple(right) if right.elems.len() == left.elems.len() => {
                for (name, value) in names.iter().zip(right.elems) {
                    let Some(value) = self.value(value, out) else { return false };
                    out.push(parse_quote_spanned!(span=> let #name = #value;));
                }
            }
            other => {
                let Some(value) = self.value(other, out) else { return false };
                out.push(parse_quote_spanned!(span=> let (#(#names),*) = #value;));
            }
        }
        left.elems.into_iter().zip(&names).all(|(place, name)| match place {
            Expr::Infer(_) => true,
            Expr::Tuple(inner) => self.tuple_assigned(inner, parse_quote_spanned!(span=> #name), out),
            mut place => {
                let goes_on = self.place(&mut place, out);
                out.push(parse_quote_spanned!(span=> #place = #name;));
                goes_on
            }
        })
    }

    /// `[a, b] = [b, a];`, as a tuple of the same parts; another array is bound first.
    pub(super) fn array_assigned(&mut self, left: syn::ExprArray, right: Expr, out: &mut Vec<Stmt>) -> bool {
        let (span, mut places) = (left.span(), left.elems);
        let count = match &right {
            Expr::Array(right) => Some(right.elems.len()),
            _ => None,
        };
        if !self.without_rest(&mut places, count) {
            return false;
        }
        let parts: Vec<Expr> = match right {
            Expr::Array(right) if right.elems.len() == places.len() => right.elems.into_iter().collect(),
            other => {
                let Some(array) = self.held_in("array", other, out) else { return false };
                (0..places.len()).map(|at| parse_quote_spanned!(span=> #array[#at])).collect()
            }
        };
        let places = places.iter();
        self.tuple_assigned(
            parse_quote_spanned!(span=> (#(#places,)*)),
            parse_quote_spanned!(span=> (#(#parts,)*)),
            out,
        )
    }

    /// Writes `..` among the places of an assignment as `_` for each part that it leaves out. False, with a message, where that is not known.
    fn without_rest(
        &mut self,
        places: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        count: Option<usize>,
    ) -> bool {
        let is_rest =
            |place: &Expr| matches!(place, Expr::Range(of) if of.start.is_none() && of.end.is_none());
        let Some(at) = places.iter().position(is_rest) else { return true };
        let Some(left_out) = count.and_then(|count| (count + 1).checked_sub(places.len())) else {
            let help = "write `_` for each part that stays: `(a, _, _) = e;`";
            self.refuse(&places[at], "nothing shows how many parts `..` leaves out", help);
            return false;
        };
        let (span, all) = (places.span(), std::mem::take(places));
        for (i, place) in all.into_iter().enumerate() {
            match i == at {
                true => places.extend((0..left_out).map(|_| -> Expr { parse_quote_spanned!(span=> _) })),
                false => places.push(place),
            }
        }
        true
    }

    /// `mem::take(&mut o)` and `mem::replace(&mut o, Some(v))` of an `Option` as its methods.
    pub(super) fn of_option(&self, e: &Expr) -> Option<Expr> {
        let Expr::Call(call) = e else { return None };
        of_memory(&call.func).filter(|name| *name != "swap")?;
        let Expr::Reference(lent) = call.args.first()? else { return None };
        let (span, place) = (e.span(), &lent.expr);
        if !self.is_sum(place) && !self.is_option_part(place) {
            return None;
        }
        let taken = Some(parse_quote_spanned!(span=> #place.take()));
        match call.args.get(1) {
            None => taken,
            Some(Expr::Path(none)) if none.path.is_ident("None") => taken,
            Some(value) => {
                let (_, some) = called(value).filter(|(path, _)| ends(path, &["Some"]))?;
                let value = some.args.first()?;
                Some(parse_quote_spanned!(span=> #place.replace(#value)))
            }
        }
    }

    /// `mem::replace(place, value)` and `mem::take(place)`.
    pub(super) fn replaced(&mut self, call: syn::ExprCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = call.span();
        let takes = of_memory(&call.func) == Some("take");
        let mut args = call.args.into_iter();
        let place = args.next()?;
        let is_vector = match &place {
            Expr::Reference(lent) => name_of(&lent.expr).is_some_and(|name| self.vectors.contains(&name)),
            _ => false,
        };
        let value = match args.next() {
            Some(value) if !takes => self.value(value, out)?,
            _ if is_vector => parse_quote_spanned!(span=> Vec::new()),
            _ => parse_quote_spanned!(span=> Default::default()),
        };
        let old = self.fresh.name("replaced", span);
        self.vectors.extend(is_vector.then(|| old.to_string()));
        out.push(parse_quote_spanned!(span=> let mut #old = #value;));
        out.push(parse_quote_spanned!(span=> ::retrograde::__private::exchange(#place, &mut #old);));
        Some(parse_quote_spanned!(span=> #old))
    }
}

/// The function of `std::mem` that is called.
pub(super) fn of_memory(func: &Expr) -> Option<&'static str> {
    let Expr::Path(path) = func else { return None };
    let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let (last, before) = segments.split_last()?;
    let qualified = before.last().is_some_and(|module| module == "mem");
    ["swap", "replace", "take"].into_iter().find(|name| {
        last == name && (qualified || (*name == "swap" && before.is_empty() && !signatures::has_own(name)))
    })
}

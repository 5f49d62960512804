//! An `Option` that is there whole: what a structure, a variant, an argument and a place hold.
//!
//! It is an enum as others are. One whose variant the text tells is written as a literal of it; any other one, which the programs have in
//! parts, gets a place that starts at `None`. Law: a part that is no `Option` is lowered as any other value.

use super::Sequence;
use super::places::Dest;
use super::sums::{Sum, Value};
use super::types::is_option;
use crate::syntax::paths::{called, owner};
use crate::syntax::read::name_of;
use crate::syntax::{signatures, structures};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Stmt, parse_quote_spanned};

/// Writes `Some(e)` and `None` as the literals of variants.
pub(super) fn as_variant(e: &mut Expr) {
    let literal = match &*e {
        Expr::Call(call) => match (called(e), call.args.first()) {
            (Some((path, _)), Some(held)) if path.is_ident("Some") => {
                crate::syntax::made::variant(path, vec![(syn::Member::from(0), held.clone())])
            }
            _ => return,
        },
        Expr::Path(path) if path.path.is_ident("None") => {
            crate::syntax::made::variant(&path.path, Vec::new())
        }
        _ => return,
    };
    *e = literal;
}

/// True for a call of a function that is known to return an `Option`.
fn returns_option(e: &Expr) -> bool {
    called(e).and_then(|(path, _)| signatures::returned_at(path)).is_some_and(|ty| is_option(&ty))
}

impl Sequence<'_> {
    /// Lowers what a structure, a variant or a place holds: an `Option` is there whole.
    pub(super) fn member(&mut self, mut e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        as_variant(&mut e);
        if !(self.is_sum(&e) || returns_option(&e)) || self.is_there_whole(&e) {
            return self.value(e, out);
        }
        let (span, place) = (e.span(), self.fresh.name("whole", e.span()));
        out.push(parse_quote_spanned!(span=> let mut #place = None {};));
        self.put(e, &Dest::Whole(place.clone()), out).then(|| parse_quote_spanned!(span=> #place))
    }

    /// Lowers an argument of a function: an `Option` is handed over whole, and has a name, and so has a vector that is copied for it.
    pub(super) fn argument(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        match e {
            Expr::Reference(mut lent) if lent.mutability.is_none() && self.is_sum(&lent.expr) => {
                let whole = self.member(*lent.expr, out)?;
                lent.expr = Box::new(self.named(whole, "some", out));
                Some(Expr::Reference(lent))
            }
            // A variant is a value, which has a name where it is lent.
            Expr::Reference(lent) if lent.mutability.is_none() && is_plain_variant(&lent.expr) => {
                let (span, value) = (lent.span(), &lent.expr);
                let name = self.fresh.name("variant", span);
                out.push(parse_quote_spanned!(span=> let #name = #value;));
                Some(parse_quote_spanned!(span=> &#name))
            }
            Expr::Path(none) if none.path.is_ident("None") => self.value(Expr::Path(none), out),
            e if self.is_sum(&e) || returns_option(&e) => {
                let whole = self.member(e, out)?;
                Some(self.named(whole, "some", out))
            }
            e => {
                let value = self.value(e, out)?;
                let is_made = copies_slice(&value) || matches!(value, Expr::Struct(_));
                Some(if is_made { self.named(value, "lent", out) } else { value })
            }
        }
    }

    /// True for a field, or an element of a list, that is known to be an `Option`.
    pub(super) fn is_option_part(&self, e: &Expr) -> bool {
        self.option_part(e).is_some()
    }

    /// The type of a field, or of an element of a list, that is known to be an `Option`.
    pub(super) fn option_part(&self, e: &Expr) -> Option<syn::Type> {
        let field = |field: &syn::ExprField| {
            let of = self.type_of_place(&field.base)?;
            structures::written_field(&of, &crate::ir::payload::text(&field.member))
        };
        let ty = match e {
            Expr::Field(of) => field(of),
            Expr::Index(index) => match &*index.expr {
                Expr::Field(list) => super::types::item_of(&field(list)?).cloned(),
                list => self.item_in(list),
            },
            _ => None,
        };
        ty.filter(is_option)
    }

    /// The type of the items of a list in a field, as it is written.
    pub(super) fn item_of_field(&self, list: &Expr) -> Option<syn::Type> {
        let Expr::Field(field) = list else { return None };
        let of = self.type_of_place(&field.base)?;
        let list = structures::written_field(&of, &crate::ir::payload::text(&field.member))?;
        super::types::item_of(&list).cloned()
    }

    /// True for a parameter that is an `Option`: the programs have its parts, and the whole as well.
    fn is_there_whole(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.wholes.contains(&name))
    }

    /// Puts an `Option` into a place that holds it whole.
    pub(super) fn put_whole(&mut self, e: Expr, place: &Ident, out: &mut Vec<Stmt>) -> bool {
        let span = e.span();
        let mut written = e.clone();
        as_variant(&mut written);
        if let Expr::Struct(_) = written {
            let Some(value) = self.value(written, out) else { return false };
            out.push(parse_quote_spanned!(span=> #place = #value;));
            return true;
        }
        let Some(sum) = self.sum(e, out) else { return false };
        self.put_whole_sum(sum, place, out);
        true
    }

    /// Puts an `Option` in parts into such a place, which holds `None`.
    pub(super) fn put_whole_sum(&mut self, sum: Sum, place: &Ident, out: &mut Vec<Stmt>) {
        let Sum { is, held: Some(held) } = sum else { return };
        let span = is.span();
        let is = self.named(is, "is_some", out);
        let mut inner = Vec::new();
        let held = match *held {
            Value::Plain(held) => Some(held),
            Value::Sum(sum) => {
                let part = self.fresh.name("whole", span);
                inner.push(parse_quote_spanned!(span=> let mut #part = None {};));
                self.put_whole_sum(sum, &part, &mut inner);
                Some(parse_quote_spanned!(span=> #part))
            }
        };
        let some = parse_quote_spanned!(span=> Some);
        let parts = held.into_iter().map(|held| (syn::Member::from(0), held)).collect();
        let literal = crate::syntax::made::variant(&some, parts);
        inner.push(parse_quote_spanned!(span=> #place = #literal;));
        out.push(parse_quote_spanned!(span=> if #is { #(#inner)* }));
    }
}

/// True for `x.to_vec()` and `x.to_owned()`.
fn copies_slice(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(call) if call.args.is_empty() && (call.method == "to_vec" || call.method == "to_owned"))
}

/// True for a variant of an enum of the file whose variants hold nothing.
fn is_plain_variant(e: &Expr) -> bool {
    matches!(e, Expr::Path(path) if owner(&path.path).is_some_and(|of| crate::ir::is_plain_enum(of.as_str())))
}

//! Emits run-time checks, and the code after a failure: the run ends, or the program returns the error.

use super::lengths::unlike;
use super::steps::Emitter;
use crate::ir::print::text;
use crate::ir::step::*;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

impl Emitter<'_> {
    pub(super) fn check(&self, check: &Check) -> TokenStream {
        let fallible = self.fallible;
        let always = match self.checks {
            Checks::Always => TokenStream::new(),
            Checks::Debug | Checks::Never if fallible || check.law.is_always_checked() => TokenStream::new(),
            Checks::Debug => quote!(::core::cfg!(debug_assertions) &&),
            Checks::Never => return TokenStream::new(),
        };
        let p = &self.printer;
        if let (true, Claim::Lengths(both)) = (p.readable, &check.claim) {
            let (length, other) = (p.expr(&both.length), p.expr(&both.other));
            return quote!(assert_eq!(#other, #length););
        }
        let broken = match &check.claim {
            Claim::Truth(e, true) => p.expr(&Expr::Exact(Operator::Not, vec![e.clone()])),
            Claim::Truth(e, false) => p.expr(e),
            Claim::Restored(e, expected, ties) => {
                let broken =
                    if *expected { p.expr(&Expr::Exact(Operator::Not, vec![e.clone()])) } else { p.expr(e) };
                let ties = ties.iter().map(|tie| {
                    let guard = tie.guard.as_ref().map(|guard| {
                        let guard = p.expr(guard);
                        quote!((#guard) &&)
                    });
                    let [a, b] = tie.sides.each_ref().map(|e| p.expr(e));
                    quote!((#guard ::retrograde::__private::is_known::<::retrograde::__private::Rounded, _>(&(#a), &(#b))))
                });
                quote!((#broken) && !(#(#ties)||*))
            }
            Claim::Number(e) => {
                let e = p.expr(e);
                quote!(::retrograde::__private::Real::primal(#e).is_nan())
            }
            Claim::Known(place, value) => {
                let kind = self.kind(place);
                let slice = matches!(p.vars.type_of(place), Type::Slice(_)).then(|| quote!([..]));
                let (place, value) = (p.place(place), p.expr(value));
                quote!(!::retrograde::__private::is_known::<#kind, _>(&#place #slice, &(#value) #slice))
            }
            Claim::Whole(place, known) => {
                let real = p.real.map_or(quote!(_), |real| real.ident().to_token_stream());
                let known = if let Expr::Read(known) = known { p.place(known) } else { p.expr(known) };
                let place = p.place(place);
                quote! {{
                    #[allow(unused_imports)]
                    use ::retrograde::__private::whole::{Comparable as _, Incomparable as _};
                    !(&&::retrograde::__private::whole::Whole::<_, #real>::new(&#place)).is_at(&#known)
                }}
            }
            Claim::Key(map, key, true) => p.expr(&Expr::Exact(Operator::Not, vec![has_key(map, key)])),
            Claim::Key(map, key, false) => p.expr(&has_key(map, key)),
            Claim::Lengths(both) => {
                let (length, other) = (p.expr(&both.length), p.expr(&both.other));
                quote!(#length != #other)
            }
            Claim::Fits(value, shadow) => match self.unlike(value.base, shadow.base) {
                Some(differ) => differ,
                None => return TokenStream::new(),
            },
        };
        let error = self.error(check);
        if fallible {
            quote!(if #broken { return ::core::result::Result::Err(#error); })
        } else {
            quote!(if #always (#broken) { ::retrograde::__private::stop(#error) })
        }
    }

    /// Returns the error of a failed check, with the place of the statement, so that it knows its line.
    fn error(&self, check: &Check) -> TokenStream {
        let (reason, statement) = (check.law.broken(), &check.statement);
        let expected = check.claim.expected(self.printer.vars);
        let witnesses = check.claim.witnesses(self.printer.vars);
        let found = match (witnesses.is_empty(), &check.claim) {
            (true, Claim::Key(_, key, _)) => self.found_key(key),
            (true, Claim::Fits(..)) => quote!(::core::format_args!("another length")),
            (true, Claim::Whole(..)) => quote!(::core::format_args!("another value in some field")),
            (true, Claim::Lengths(both)) => {
                let (length, other) = (self.printer.expr(&both.length), self.printer.expr(&both.other));
                quote!(::core::format_args!("{} and {} elements", #other, #length))
            }
            (true, _) => {
                let found =
                    matches!(check.claim, Claim::Truth(_, false) | Claim::Restored(_, false, _)).to_string();
                quote!(::core::format_args!(#found))
            }
            (false, _) => {
                let names = witnesses.iter().map(|place| text::place(place, self.printer.vars));
                let format: Vec<String> = names.map(|name| format!("{} = {{:?}}", escaped(&name))).collect();
                let (format, values) =
                    (format.join(", "), witnesses.iter().map(|place| self.printer.place(place)));
                quote!(::core::format_args!(#format #(, #values)*))
            }
        };
        quote_spanned! { check.span=>
            ::retrograde::__private::Irreversible::new(#reason, #statement, #expected, #found)
        }
    }

    /// Returns a test that the shadow of a value has other lengths; nothing if their types exclude that.
    fn unlike(&self, value: Var, shadow: Var) -> Option<TokenStream> {
        if self.printer.readable {
            return None;
        }
        let real = self.printer.real.map_or(quote!(_), |real| real.ident().to_token_stream());
        let ty = &self.printer.vars[value].ty;
        let (value, shadow) = (self.name(value), self.name(shadow));
        unlike_arrays(ty, &quote!(#value), &quote!(#shadow), &real)
    }

    /// Returns a key and its value, for the message.
    fn found_key(&self, key: &Expr) -> TokenStream {
        let format = format!("{} = {{:?}}", escaped(&text::expression(key, self.printer.vars)));
        let key = self.printer.key(key);
        quote!(::core::format_args!(#format, #key))
    }

    /// Returns the kind of comparison of a place with its known value.
    fn kind(&self, place: &Place) -> TokenStream {
        let ty = &self.printer.vars[place.base].ty;
        let indexed = place.path.iter().filter(|p| matches!(p, Projection::Index(_))).count();
        let leaf = match (ty.is_real(), ty.number()) {
            (_, Some(_)) if indexed <= ty.depth() => quote!(::retrograde::__private::Parted),
            (true, _) => quote!(::retrograde::__private::Rounded),
            (false, _) => quote!(::retrograde::__private::Exact),
        };
        (indexed..ty.depth()).fold(leaf, |kind, _| quote!(::retrograde::__private::Each<#kind>))
    }
}

/// Escapes a text for a format string.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Returns a test that the lengths of arrays differ, as far as the compiler knows them; the types of structures test
/// the rest.
fn unlike_arrays(
    ty: &Type,
    value: &TokenStream,
    shadow: &TokenStream,
    real: &TokenStream,
) -> Option<TokenStream> {
    let items = |item: &Type| {
        let differ = unlike_arrays(item, &quote!((*value)), &quote!((*shadow)), real)?;
        Some(quote!(#value.iter().zip(#shadow.iter()).any(|(value, shadow)| #differ)))
    };
    match ty {
        Type::Array(item, _) => items(item),
        Type::Slice(item) | Type::Vec(item) => {
            let items = items(item).map(|items| quote!(|| #items));
            Some(quote!((#value.len() != #shadow.len() #items)))
        }
        Type::Structure(Named::Written(ty)) => unlike(ty, value, shadow, real),
        Type::Structure(Named::Unknown | Named::Number(_)) | Type::Unknown | Type::Map(..) => None,
        Type::Real | Type::Exact(_) => None,
    }
}

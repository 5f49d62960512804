//! The word `generic`: a function that is written at `f64` is made for every number.
//!
//! Takes the options of an attribute and the function; returns the options without the word, and the function over a type parameter in
//! place of `f64`. Law: at `f64` the new function computes what the written one does; casts, paths and the items in a body keep their
//! `f64`, which is a constant float there. Whether every callee is generic, too, rustc decides: it reports one that is not by its name.

use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::{Ident, ItemFn, Type};

/// Takes a word out of the options of an attribute.
pub(super) fn taken(wanted: &str, options: TokenStream) -> (Option<Extent>, TokenStream) {
    let parts: Vec<TokenTree> = options.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let mut word = None;
    let mut kept = Vec::new();
    for option in parts.split(is_comma) {
        match option {
            [TokenTree::Ident(name)] if name == wanted => word = Some(Extent::of(name)),
            _ if option.is_empty() => {}
            _ => kept.push(option.iter().cloned().collect::<TokenStream>()),
        }
    }
    (word, quote!(#(#kept),*))
}

/// Reports the word before anything but a free function.
pub(super) fn refused(word: Option<Extent>, errors: &mut Diagnostics) {
    if let Some(at) = word {
        let message = "methods, operators and traits are not made generic";
        let help = "write the type for every number, `impl<T: Real> Body<T>`, or write a function beside it";
        errors.report(Law::OutsideLanguage, at, message, help);
    }
}

/// Makes the function generic, if the word is there.
pub(super) fn applied(word: Option<Extent>, function: &mut ItemFn, errors: &mut Diagnostics) {
    let Some(at) = word else { return };
    if function.sig.generics.type_params().next().is_some() {
        let help = "leave the word away, or write `f64` in place of the parameter";
        errors.report(Law::Signature, at, "this function has a type parameter already", help);
        return;
    }
    let names = tokens::names(&*function);
    let name = ["T".to_string()].into_iter().chain((1..).map(|i| format!("T{i}")));
    let name = name.into_iter().find(|name| !names.contains(name)).unwrap_or_default();
    let real = Ident::new(&name, Span::call_site());
    let mut over = Over { real: &real, found: false };
    over.visit_signature_mut(&mut function.sig);
    if !over.found {
        let help = "leave the word away";
        errors.report(Law::Signature, at, "no `f64` stands in the signature of this function", help);
        return;
    }
    over.visit_block_mut(&mut function.block);
    function.sig.generics.params.push(syn::parse_quote!(#real: ::retrograde::Real));
}

/// Writes the parameter in place of `f64`.
struct Over<'a> {
    real: &'a Ident,
    found: bool,
}

impl VisitMut for Over<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("f64") => {
                let real = Ident::new(&self.real.to_string(), path.path.segments[0].ident.span());
                *ty = syn::parse_quote!(#real);
                self.found = true;
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }

    // `n as f64` is a constant.
    fn visit_expr_cast_mut(&mut self, cast: &mut syn::ExprCast) {
        self.visit_expr_mut(&mut cast.expr);
    }
}

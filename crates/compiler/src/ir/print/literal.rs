//! Literals of structures, tuples and numbers.

use super::Printer;
use crate::ir::{Constructor, Expr, Number, Shape, payload};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

impl Printer<'_> {
    /// Prints the literal of a structure.
    pub(super) fn structure(&self, shape: &Shape, fields: &[Expr]) -> TokenStream {
        let is_named = matches!(shape.of, Constructor::Named(_));
        let values = fields.iter().enumerate().map(|(at, field)| {
            let value = match field {
                Expr::Read(place) if is_named && self.may_be_of_host(place) => self.as_asked(place),
                field => self.owned(field),
            };
            match (shape.boxed.contains(&at), self.readable) {
                (false, _) => value,
                (true, true) => quote!(Box::new(#value)),
                (true, false) => quote!(::retrograde::__private::Box::new(#value)),
            }
        });
        match (&shape.of, shape.fields.first()) {
            (Constructor::Tuple, _) => quote!((#(#values,)*)),
            (Constructor::Number(number), _) if self.readable => {
                let (name, names) = (Ident::new(number.name(), Span::call_site()), &shape.fields);
                quote!(#name { #(#names: #values),* })
            }
            (Constructor::Number(number), _) => constructed(*number, &values.collect::<Vec<_>>()),
            (Constructor::Named(path), Some(syn::Member::Unnamed(_))) => quote!(#path(#(#values),*)),
            (Constructor::Named(path), _) => {
                let names = shape.fields.iter().map(|name| payload::member_of(path, name));
                quote!(#path { #(#names: #values),* })
            }
        }
    }
}

/// Prints a number that is constructed from its parts.
pub fn constructed(number: Number, parts: &[TokenStream]) -> TokenStream {
    let span = proc_macro2::Span::call_site();
    let name = Ident::new(number.name(), span);
    let names = number.parts().iter().map(|part| Ident::new(part, span));
    quote!(::retrograde::__private::#name { #(#names: #parts),* })
}

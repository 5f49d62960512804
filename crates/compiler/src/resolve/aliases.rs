//! Other names of the real type: `type Height = f64;`.
//!
//! Takes syntax and the written types whose values stand beside reals, and returns the syntax with the real type in their places. Law:
//! that a name is that of the real type is taken for granted here, and emitted code asks rustc.

use crate::ir::Alias;
use crate::sorted::Set;
use crate::syntax::visit_mut::{self, VisitMut};
use proc_macro2::Ident;
use quote::ToTokens;

/// Writes types in the places of their other names, in the signature and in the body. Returns those that were found.
pub(crate) fn replaced(item: &mut syn::ItemFn, names: &Set<&str>, of: &Ident) -> Vec<Alias> {
    let mut replacing = Replacing { names, of, found: Vec::new() };
    replacing.visit_signature_mut(&mut item.sig);
    replacing.visit_block_mut(&mut item.block);
    replacing.found
}

struct Replacing<'a> {
    names: &'a Set<&'a str>,
    of: &'a Ident,
    found: Vec<Alias>,
}

impl VisitMut for Replacing<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        let text = ty.to_token_stream().to_string();
        if !self.names.contains(text.as_str()) {
            return visit_mut::visit_type_mut(self, ty);
        }
        let of = Ident::new(&self.of.to_string(), syn::spanned::Spanned::span(ty));
        let written = std::mem::replace(ty, syn::parse_quote!(#of));
        if !self.found.iter().any(|alias| alias.written.to_token_stream().to_string() == text) {
            self.found.push(Alias { written, of });
        }
    }

    // What stands in an item is rustc's.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

//! Names for locals of our own, which the writer uses for nothing.

use crate::resolve::identifiers;
use proc_macro2::Span;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;

/// The names that are taken.
pub(super) struct Fresh(BTreeSet<String>);

impl Fresh {
    /// Takes all names of a function.
    pub(super) fn of(item: &syn::ItemFn) -> Fresh {
        let mut taken = BTreeSet::new();
        identifiers(item.to_token_stream(), &mut taken);
        Fresh(taken)
    }

    /// Returns a name that is like the one wanted.
    pub(super) fn name(&mut self, wanted: &str, span: Span) -> syn::Ident {
        let numbered =
            (1..).map(|number| if number == 1 { wanted.to_string() } else { format!("{wanted}_{number}") });
        let free = numbered.into_iter().find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        syn::Ident::new(&free, span)
    }
}

/// The names that a block binds for itself, in any block in it.
pub(super) fn bound_in(block: &syn::Block) -> Vec<syn::Ident> {
    struct Bound(Vec<syn::Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            if !self.0.contains(&name.ident) {
                self.0.push(name.ident.clone());
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut bound = Bound(Vec::new());
    syn::visit::Visit::visit_block(&mut bound, block);
    bound.0
}

/// Another name in place of one that a piece of text binds and uses.
pub(super) struct Rename<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a syn::Ident,
}

impl VisitMut for Rename<'_> {
    fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
        if name.ident == self.from {
            name.ident = self.to.clone();
        }
    }
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.is_ident(self.from) {
            path.path.segments[0].ident = self.to.clone();
        }
    }
}

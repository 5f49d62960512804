//! Names for locals of our own, which the writer uses for nothing.

use crate::resolve::identifiers;
use proc_macro2::Span;
use quote::ToTokens;
use std::collections::BTreeSet;

/// The names that are taken, and those of them that were made here.
pub(super) struct Fresh {
    taken: BTreeSet<String>,
    made: BTreeSet<String>,
}

impl Fresh {
    /// Takes all names of a function.
    pub(super) fn of(item: &syn::ItemFn) -> Fresh {
        let mut taken = BTreeSet::new();
        identifiers(item.to_token_stream(), &mut taken);
        Fresh { taken, made: BTreeSet::new() }
    }

    /// Returns a name that is like the one wanted.
    pub(super) fn name(&mut self, wanted: &str, span: Span) -> syn::Ident {
        let numbered =
            (1..).map(|number| if number == 1 { wanted.to_string() } else { format!("{wanted}_{number}") });
        let free = numbered.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(free.clone());
        self.made.insert(free.clone());
        syn::Ident::new(&free, span)
    }

    /// True for a name that was made here.
    pub(super) fn is_made(&self, name: &str) -> bool {
        self.made.contains(name)
    }
}

//! Names for locals of our own, which the writer uses for nothing.

use crate::sorted::Set;
use crate::tokens;
use proc_macro2::Span;

/// The names that are taken, and those of them that were made here.
pub(crate) struct Fresh {
    taken: Set<String>,
    made: Set<String>,
}

impl Fresh {
    /// Takes all names of a function.
    pub(super) fn of(item: &syn::ItemFn) -> Fresh {
        Fresh { taken: tokens::names(item), made: Set::new() }
    }

    /// Takes all names of some expressions.
    pub(crate) fn beside<const N: usize>(expressions: [&syn::Expr; N]) -> Fresh {
        let taken = expressions.into_iter().flat_map(tokens::names).collect();
        Fresh { taken, made: Set::new() }
    }

    /// The names that are taken.
    pub(super) fn taken(&mut self) -> &mut Set<String> {
        &mut self.taken
    }

    /// Returns a name that is like the one wanted.
    pub(crate) fn name(&mut self, wanted: &str, span: Span) -> syn::Ident {
        // `type_` is like `r#type`.
        let plain = wanted.strip_prefix("r#").map(|keyword| format!("{keyword}_"));
        let wanted = plain.as_deref().unwrap_or(wanted);
        let numbered =
            (1..).map(|number| if number == 1 { wanted.to_string() } else { format!("{wanted}_{number}") });
        let free = numbered.into_iter().find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(free.clone());
        self.made.insert(free.clone());
        syn::Ident::new(&free, span)
    }

    /// Returns names that are like those wanted.
    pub(super) fn names<const N: usize>(&mut self, wanted: [&str; N], span: Span) -> [syn::Ident; N] {
        wanted.map(|name| self.name(name, span))
    }

    /// The names that were made here.
    pub(super) fn into_made(self) -> Set<String> {
        self.made
    }

    /// True for a name that was made here.
    pub(super) fn is_made(&self, name: &str) -> bool {
        self.made.contains(name)
    }
}

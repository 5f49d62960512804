//! Whether cotangents are as long as what they belong to, asked where a person hands both over.
//!
//! Within programs shadows are made to fit. The comparison is one for each array at each call from outside, so it is
//! made in every build, unless the attribute says that nothing is checked.

use super::item::Item;
use super::params::Param;
use super::types::stripped;
use crate::ir::{Checks, Role, entry_types};
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    /// Ends the run where a cotangent has another length than its primal.
    pub(super) fn lengths(&self) -> TokenStream {
        self.lengths_where(|_| true)
    }

    /// The same before a run forwards, where cotangents have the keys that state has only afterwards. What is fused leaves the
    /// keys as they are.
    pub(super) fn lengths_of_sweep(&self) -> TokenStream {
        self.lengths_where(|p| p.role != Role::State || self.stages.sweep.is_some())
    }

    fn lengths_where(&self, has_keys: impl Fn(&Param) -> bool) -> TokenStream {
        let keys = self.each_map(has_keys, |name, bar, how| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(if let Some(how) = #how { ::retrograde::__private::unlike_keys(#text, #bar_text, &how) })
        });
        let lengths = self.each_length(|name, bar| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(::retrograde::__private::same_length(#text, #name.len(), #bar_text, #bar.len());)
        });
        quote!(#lengths #keys)
    }

    /// The same, returned.
    pub(super) fn fallible_lengths(&self) -> TokenStream {
        let function = self.stages.function.item.sig.ident.to_string();
        let keys = self.each_map(
            |_| true,
            |name, bar, how| {
                let expected = format!("`{bar}` has the keys of `{name}`");
                quote! {
                    if let Some(how) = #how {
                        return ::core::result::Result::Err(::retrograde::__private::Irreversible::new(
                            "a cotangent has other keys than what it belongs to",
                            #function,
                            #expected,
                            ::core::format_args!("{how}"),
                        ));
                    }
                }
            },
        );
        let lengths = self.each_length(|name, bar| {
            let expected = format!("{bar}.len() == {name}.len()");
            let found = format!("{bar}.len() = {{}}, {name}.len() = {{}}");
            quote! {
                if #name.len() != #bar.len() {
                    return ::core::result::Result::Err(::retrograde::__private::Irreversible::new(
                        "a cotangent has another length than what it belongs to",
                        #function,
                        #expected,
                        ::core::format_args!(#found, #bar.len(), #name.len()),
                    ));
                }
            }
        });
        quote!(#lengths #keys)
    }

    /// What differs between the keys of a map and those of its cotangent.
    fn each_map(
        &self,
        has_keys: impl Fn(&Param) -> bool,
        check: impl Fn(&syn::Ident, &syn::Ident, TokenStream) -> TokenStream,
    ) -> TokenStream {
        if self.stages.function.options.checks == Checks::Never || self.hollow {
            return TokenStream::new();
        }
        let maps = self.params.iter().filter(|p| p.real && entry_types(&stripped(&p.written).0).is_some());
        let checks = maps.filter(|p| has_keys(p)).map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            let how = quote!(::retrograde::__private::unlike(#name.keys(), #bar.len(), |key| #bar.contains_key(key)));
            check(name, bar, how)
        });
        checks.collect()
    }

    fn each_length(&self, check: impl Fn(&syn::Ident, &syn::Ident) -> TokenStream) -> TokenStream {
        if self.stages.function.options.checks == Checks::Never || self.hollow {
            return TokenStream::new();
        }
        self.params.iter().filter(|p| is_measured(p)).map(|p| check(&p.name, &p.bar)).collect()
    }
}

/// Whether a parameter and its cotangent have lengths of their own: fixed arrays are held together by their types.
fn is_measured(p: &Param) -> bool {
    let (inner, _) = stripped(&p.written);
    let own = match inner {
        syn::Type::Slice(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|s| s.ident == "Vec"),
        _ => false,
    };
    let slice = p.cotangent.as_ref().is_some_and(|bar| matches!(stripped(bar).0, syn::Type::Slice(_)));
    own && slice && p.real
}

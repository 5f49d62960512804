//! Whether cotangents are as long as what they belong to, asked where a person hands both over.
//!
//! Within programs shadows are made to fit. The comparison is one for each array at each call from outside, so it is
//! made in every build, unless the attribute says that nothing is checked.

use super::item::{Item, Param};
use super::types::stripped;
use crate::ir::Checks;
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    /// Ends the run where a cotangent has another length than its primal.
    pub(super) fn lengths(&self) -> TokenStream {
        self.each_length(|name, bar| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(::retrograde::__private::same_length(#text, #name.len(), #bar_text, #bar.len());)
        })
    }

    /// The same, returned.
    pub(super) fn fallible_lengths(&self) -> TokenStream {
        let function = self.stages.function.item.sig.ident.to_string();
        self.each_length(|name, bar| {
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
        })
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

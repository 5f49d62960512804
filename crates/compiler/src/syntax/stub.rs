//! Emits a function whose body never runs, in place of a function with errors, so that its callers still compile.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Returns the function with a body that never runs.
pub fn stub(written: &syn::ItemFn) -> TokenStream {
    let mut item = written.clone();
    for input in &mut item.sig.inputs {
        if let syn::FnArg::Typed(t) = input {
            t.attrs.clear();
        }
    }
    let (attrs, vis, sig, quiet) = (&item.attrs, &item.vis, &item.sig, quiet());
    let name = &sig.ident;
    // A type cannot be declared among the methods of a type.
    let of_type = sig.receiver().is_some() || sig.to_token_stream().to_string().contains("Self");
    let programs = (!of_type).then(|| {
        quote! {
            #[allow(non_camel_case_types, dead_code, missing_docs)]
            #vis struct #name {}
        }
    });
    quote! {
        #(#attrs)*
        #quiet
        #vis #sig { ::core::unimplemented!() }
        #programs
    }
}

/// Lints that generated code does not obey.
pub fn quiet() -> TokenStream {
    quote! {
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, deprecated, missing_docs)]
        #[allow(unused_parens, unused_mut, unused_variables, unused_imports, unused_assignments)]
        #[allow(dead_code, non_snake_case, non_camel_case_types, let_underscore_drop)]
    }
}

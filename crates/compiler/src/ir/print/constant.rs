//! Constants by their types: a type whose shadow only rustc knows, and methods of it without programs.

use super::call::applied;
use crate::ir::Callee;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Returns a type as one that has a shadow, or is a constant.
pub(crate) fn shape(of: &syn::Type, span: Span) -> TokenStream {
    with_trait(of, "Shape", span)
}

/// Returns a type as a check copies it.
pub(crate) fn checked(of: &syn::Type) -> TokenStream {
    with_trait(of, "Checked", Span::call_site())
}

/// Returns the item that asks rustc whether a type has a shadow, or is a constant: the only place where it is refused.
pub(crate) fn asked(of: &syn::Type, span: Span) -> TokenStream {
    quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use ::retrograde::__private::constant::Otherwise as _;
            ::retrograde::__private::constant::is_known::<
                #of,
                ::retrograde::__private::constant::Proof<{ ::retrograde::__private::constant::Of::<#of>::IS_KNOWN }>,
            >()
        };
    }
}

fn with_trait(of: &syn::Type, name: &str, span: Span) -> TokenStream {
    let name = syn::Ident::new(name, span);
    quote_spanned! {span=>
        <::retrograde::__private::constant::Shadowed<#of, {
            #[allow(unused_imports)]
            use ::retrograde::__private::constant::Otherwise as _;
            ::retrograde::__private::constant::Of::<#of>::HAS_SHADOW
        }> as ::retrograde::__private::constant::#name>
    }
}

/// Returns a call of the program of a method whose receiver may be a constant: a trait offers such a receiver the programs that the
/// method lacks.
pub(super) fn program(
    callee: &Callee,
    of: &syn::Type,
    program: &syn::Ident,
    args: &[TokenStream],
    span: Span,
) -> TokenStream {
    let own = Callee { constant: None, ..callee.clone() };
    let Some((receiver, rest)) = args.split_first() else { return TokenStream::new() };
    let shape = shape(of, span);
    let constant = quote_spanned!(span=> ::retrograde::__private::constant::Constant<'_, V>);
    match rest {
        [record] => {
            let with = quote_spanned!(span=> ::retrograde::__private::constant::With);
            let run = applied(&own, "", false, std::slice::from_ref(receiver), span);
            let head = quote_spanned! {span=>
                fn #program<R, W, F: FnOnce() -> W>(self, with: &mut #with<'_, R, F>) -> W
            };
            quote_spanned! {span=> {
                trait Constantly { #head; }
                impl<V> Constantly for #constant { #head { with.run() } }
                #shape::receiver(#receiver).#program(&mut #with::new(#record, || #run))
            }}
        }
        rest => {
            let types: Vec<syn::Ident> =
                (0..rest.len()).map(|at| quote::format_ident!("A{at}", span = span)).collect();
            let head = quote_spanned!(span=> fn #program<#(#types),*>(self, #(_: #types),*));
            quote_spanned! {span=> {
                trait Constantly { #head; }
                impl<V> Constantly for #constant { #head {} }
                #shape::receiver(#receiver).#program(#(#rest),*)
            }}
        }
    }
}

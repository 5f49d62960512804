//! The programs of an ordinary function whose value holds no number: the function, and nothing to pull back.

use super::item::Item;
use super::sums::parts_of;
use crate::ordinary::layout::Layout;
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    pub(super) fn exact_programs(&self) -> TokenStream {
        let Some(syn::ReturnType::Type(_, ty)) = self.written_output() else { return TokenStream::new() };
        let (layout, t, trail) = (Layout::of(ty), &self.t, self.own("trail"));
        let (run, said, names) = (self.at(""), self.said(false), self.names());
        let call = quote!(#run #said (#names));
        // As `opened` takes what holds nothing.
        let (parts, value) = match &layout {
            Layout::Sum(held) if **held == Layout::Unit => {
                (syn::parse_quote!((bool, ())), quote!(::retrograde::__private::opened(#call)))
            }
            Layout::Unit | Layout::Plain(_) | Layout::Sum(_) | Layout::Tuple(_) => {
                (layout.ty(), parts_of(&layout, ty, &call, t))
            }
        };
        let taped = quote!(#trail: &mut ::retrograde::__private::Trail<#t>);
        let (generics, plain) = (&self.stages.function.item.sig.generics, self.plain());
        let record = self.function("", "__record", generics, quote!(#plain #taped), quote!(-> #parts), value);
        let list = self.params.iter().map(|p| {
            let (taken, bar) = (p.taken(), &p.bar);
            quote!(#taken, #bar: impl ::core::marker::Sized,)
        });
        let bar = self.own("result_bar");
        let shadowed = self.with(quote!(#bar: impl ::core::marker::Sized,), quote!(#(#list)*));
        let replay = self.function("", "__replay", generics, quote!(#shadowed #taped), quote!(), quote!());
        quote!(::retrograde::__private::when_alloc! { #record #replay })
    }
}

//! Emits the text of a function for devices, `#[reversible(kernels)]`: a constant that the library reads, and the function `on`.

use super::item::Item;
use crate::kernels::{Argument, Printed, Text, word};
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    pub(super) fn kernels(&self, text: &Text) -> TokenStream {
        let name = &self.stages.function.item.sig.ident;
        let Text { real, parameters, returns, programs, callees, constants, sites } = text;
        let real = real.as_str();
        let parameters = parameters.iter().map(|Argument { name, leaf, count, inner, changes, active }| {
            let leaf = leaf.name();
            let count = match count {
                Some(count) => quote!(::core::option::Option::Some(#count)),
                None => quote!(::core::option::Option::None),
            };
            quote! {
                ::retrograde::kernels::Parameter {
                    name: #name, leaf: #leaf, count: #count, inner: #inner, changes: #changes, active: #active,
                }
            }
        });
        let programs = programs.iter().map(|Printed { program, function, entry }| {
            let name = word(*program);
            let entry = match entry {
                Some(entry) => {
                    let (text, loops, words) = (&entry.text, entry.loops, entry.words);
                    quote!(::core::option::Option::Some(::retrograde::kernels::Entry {
                        text: #text, loops: #loops, words: #words,
                    }))
                }
                None => quote!(::core::option::Option::None),
            };
            quote!(::retrograde::kernels::Program { name: #name, function: #function, entry: #entry })
        });
        let constants = constants.iter().map(|of| quote!(|| ::retrograde::kernels::Constant::from(#of)));
        let doc = format!(
            "The programs of [`{name}`]({name}()) on a device, such as `retrograde_kernels::Device::best()`."
        );
        let callees = quote!(&[#({
            #[allow(unused_imports)]
            use ::retrograde::kernels::Unmarked as _;
            &#callees::__KERNELS
        }),*]);
        let vis = self.visibility();
        quote! {
            #[doc(hidden)]
            pub const __KERNELS: ::retrograde::kernels::Function = ::retrograde::kernels::Function {
                name: ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name)),
                real: #real,
                returns: #returns,
                parameters: &[#(#parameters),*],
                programs: &[#(#programs),*],
                callees: #callees,
                constants: &[#(#constants),*],
                sites: &[#(#sites),*],
            };
            #[doc = #doc]
            #vis fn on<D: ::retrograde::kernels::Target>(device: &D) -> D::Of<'_> {
                device.of(&Self::__KERNELS)
            }
        }
    }
}

//! `impl Reversible for f`: the function as a value, over a flat state and flat inputs.
//!
//! Takes the same signature as [`super::operator`]. State stays where it is, so it is split and lent; inputs are read from
//! their slice. Nothing is emitted where a split cannot say what the arguments are.

use super::operator::{Flat, Signature, Use, own_generics};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// The implementation with these attributes, or nothing.
pub(crate) fn value(attributes: &TokenStream, signature: &Signature<'_>) -> TokenStream {
    let Some(generics) = own_generics(signature.generics) else { return TokenStream::new() };
    let (state, inputs): (Vec<_>, Vec<_>) =
        signature.arguments.iter().enumerate().partition(|(_, a)| a.role != Use::Input);
    let slices = |arguments: &[(usize, &Flat)]| arguments.iter().filter(|(_, a)| a.ty.is_none()).count();
    let deep = |ty: &syn::Type| matches!(ty, syn::Type::Array(a) if matches!(*a.elem, syn::Type::Array(_)));
    let too_deep = signature.arguments.iter().filter_map(|a| a.ty.as_ref()).any(deep)
        || signature.value.as_ref().is_some_and(deep);
    if slices(&state) > 1 || slices(&inputs) > 1 || too_deep {
        return TokenStream::new();
    }
    let map = Map { signature, state, inputs };
    let Signature { name, real, .. } = signature;
    let [y, y_bar, x, x_bar] = ["y", "y_bar", "x", "x_bar"].map(own);
    let c = map.cotangent();
    let plain = quote!(&self, #y: &mut [#real], #x: &[#real]);
    let carrying = quote! {
        <#c: ::retrograde::__private::Cotangent<#real>>(
            &self,
            #y: &mut [#real],
            #y_bar: &mut [#c],
            #x: &[#real],
            mut #x_bar: impl ::retrograde::__private::Shadow<#real, #c>,
        )
    };
    let [call, uncall, adjoint, coadjoint, sweep] = match &signature.value {
        None => [
            map.plain(quote!(#name)),
            map.plain(quote!(Self::inverse)),
            map.carrying("__adjoint"),
            map.carrying("__coadjoint"),
            map.carrying("__sweep"),
        ],
        Some(ty) => [
            map.added(ty, quote!(+=), None),
            map.added(ty, quote!(-=), None),
            map.added(ty, quote!(-=), Some(false)),
            map.added(ty, quote!(+=), Some(true)),
            map.added(ty, quote!(+=), Some(false)),
        ],
    };
    let fallible = map.fallible();
    let (state_length, inputs_length) = map.lengths();
    let (params, _, clause) = generics.split_for_impl();
    quote! {
        #attributes
        impl #params ::retrograde::__private::Reversible<#real> for #name #clause {
            const __STATE: ::retrograde::__private::Length = #state_length;
            const __INPUTS: ::retrograde::__private::Length = #inputs_length;
            #[inline]
            fn call(#plain) { #call }
            #[inline]
            fn uncall(#plain) { #uncall }
            #[inline]
            fn __adjoint #carrying { #adjoint }
            #[inline]
            fn __coadjoint #carrying { #coadjoint }
            #[inline]
            fn __sweep #carrying { #sweep }
            #fallible
        }
    }
}

fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

struct Map<'a> {
    signature: &'a Signature<'a>,
    /// Arguments with their places in the signature.
    state: Vec<(usize, &'a Flat)>,
    inputs: Vec<(usize, &'a Flat)>,
}

impl Map<'_> {
    /// The cotangent type's name.
    fn cotangent(&self) -> Ident {
        own(if self.signature.real.to_string() == "C" { "CotangentOf" } else { "C" })
    }

    fn length(&self, argument: &Flat) -> TokenStream {
        let real = &self.signature.real;
        match &argument.ty {
            Some(ty) => quote!(<#ty as ::retrograde::__private::Packed<#real>>::LENGTH),
            None => quote!(0),
        }
    }

    fn fixed(&self, arguments: &[(usize, &Flat)]) -> TokenStream {
        let lengths = arguments.iter().map(|(_, a)| self.length(a));
        quote!((0 #(+ #lengths)*))
    }

    /// How many numbers the state has, and how many the inputs.
    fn lengths(&self) -> (TokenStream, TokenStream) {
        let length = |fixed: TokenStream, open: bool| quote!(::retrograde::__private::Length { fixed: #fixed, open: #open });
        let of = |arguments: &[(usize, &Flat)]| {
            length(self.fixed(arguments), arguments.iter().any(|(_, a)| a.ty.is_none()))
        };
        let real = &self.signature.real;
        let state = match &self.signature.value {
            Some(ty) => length(quote!(<#ty as ::retrograde::__private::Packed<#real>>::LENGTH), false),
            None => of(&self.state),
        };
        (state, of(&self.inputs))
    }

    /// A slice in parts: `let (part, rest) = rest.split_at(…);` for each argument.
    fn split(&self, of: &str, what: &str, arguments: &[(usize, &Flat)], mutable: bool) -> TokenStream {
        let (of, rest, name) = (own(of), own("rest"), self.signature.name.to_string());
        let fixed = self.fixed(arguments);
        let open = arguments.iter().any(|(_, a)| a.ty.is_none());
        let split = if mutable { own("split_at_mut") } else { own("split_at") };
        let parts = arguments.iter().map(|(i, a)| {
            let part = format_ident!("{of}_{i}", span = Span::mixed_site());
            let length = match a.ty {
                Some(_) => self.length(a),
                None => quote!((#of - #fixed)),
            };
            quote!(let (#part, #rest) = #rest.#split(#length);)
        });
        let start = if mutable { quote!(&mut *#of) } else { quote!(#of) };
        quote! {
            let (#rest, #of) = { let length = #of.len(); (#start, length) };
            ::retrograde::__private::takes(#name, #what, #fixed, #open, #of);
            #(#parts)*
        }
    }

    /// A part of the state, or of its cotangents, as the function takes it.
    fn lent(&self, of: &str, i: usize, argument: &Flat) -> TokenStream {
        let part = format_ident!("{of}_{i}", span = Span::mixed_site());
        match &argument.ty {
            None => quote!(#part),
            Some(syn::Type::Array(_)) => quote!(::retrograde::__private::array(#part)),
            Some(_) => quote!(&mut #part[0]),
        }
    }

    fn input(&self, i: usize, argument: &Flat) -> TokenStream {
        let (real, lent) = (&self.signature.real, &argument.lent);
        let part = format_ident!("x_{i}", span = Span::mixed_site());
        match &argument.ty {
            None => quote!(#part),
            Some(ty) => quote!(#lent <#ty as ::retrograde::__private::Packed<#real>>::unpacked(#part)),
        }
    }

    /// The shadow of an input: the one there is, or shared with the others.
    fn shadow(&self, i: usize) -> TokenStream {
        let x_bar = own("x_bar");
        let shadow = format_ident!("shadow_{i}", span = Span::mixed_site());
        let position = self.inputs.iter().position(|(j, _)| *j == i).unwrap_or_default();
        let argument = self.inputs[position].1;
        let shadow = if self.inputs.len() == 1 { quote!(#x_bar) } else { quote!(#shadow) };
        let before = self.fixed(&self.inputs[..position]);
        let slice_before = self.inputs[..position].iter().any(|(_, a)| a.ty.is_none());
        let x = own("x");
        let start = match slice_before {
            true => {
                let after = self.fixed(&self.inputs[position..]);
                quote!((#x - #after))
            }
            false => before,
        };
        match &argument.ty {
            Some(syn::Type::Array(_)) | None => {
                let part = format_ident!("x_{i}", span = Span::mixed_site());
                quote!(#shadow.part(#start..#start + #part.len()))
            }
            Some(_) => quote!(#shadow.item(#start)),
        }
    }

    /// Shadows that share their storage, where there is more than one.
    fn shared(&self) -> TokenStream {
        if self.inputs.len() < 2 {
            return TokenStream::new();
        }
        let (x_bar, all) = (own("x_bar"), own("all"));
        let each = self.inputs.iter().map(|(i, _)| {
            let shadow = format_ident!("shadow_{i}", span = Span::mixed_site());
            quote!(let mut #shadow = #all;)
        });
        quote!(let #all = #x_bar.shared(); #(#each)*)
    }

    /// The programs that return what a check finds; a function that returns a value is added, and checks as it always does.
    fn fallible(&self) -> TokenStream {
        if self.signature.value.is_some() {
            return TokenStream::new();
        }
        let real = &self.signature.real;
        let [y, x] = ["y", "x"].map(own);
        let program = |name: &str| {
            let name = Ident::new(name, Span::call_site());
            let body = self.through(|arguments| quote!(Self::#name(#arguments)));
            quote! {
                #[inline]
                fn #name(
                    &self,
                    #y: &mut [#real],
                    #x: &[#real],
                ) -> ::core::result::Result<(), ::retrograde::Irreversible> { #body }
            }
        };
        let (call, uncall) = (program("try_call"), program("try_inverse"));
        quote!(#call #uncall)
    }

    fn plain(&self, program: TokenStream) -> TokenStream {
        self.through(|arguments| quote!(#program(#arguments);))
    }

    /// Something done with the arguments of the function, taken from the two slices.
    fn through(&self, done: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let (y, x) =
            (self.split("y", "state", &self.state, true), self.split("x", "inputs", &self.inputs, false));
        let arguments = self.signature.arguments.iter().enumerate().map(|(i, a)| match a.role {
            Use::Input => self.input(i, a),
            Use::Output | Use::State => self.lent("y", i, a),
        });
        let body = done(quote!(#(#arguments),*));
        self.body(quote!(#y #x #body))
    }

    fn carrying(&self, program: &str) -> TokenStream {
        let program = own_program(program);
        let (y, x) =
            (self.split("y", "state", &self.state, true), self.split("x", "inputs", &self.inputs, false));
        let (bars, shared) = (self.split("y_bar", "state", &self.state, true), self.shared());
        let arguments = self.signature.arguments.iter().enumerate().map(|(i, a)| match a.role {
            Use::Input => {
                let (input, shadow) = (self.input(i, a), self.shadow(i));
                quote!(#input, #shadow)
            }
            Use::Output | Use::State => {
                let (primal, bar) = (self.lent("y", i, a), self.lent("y_bar", i, a));
                quote!(#primal, #bar)
            }
        });
        self.body(quote!(#y #bars #x #shared Self::#program(#(#arguments),*);))
    }

    /// `y += f(x)`, with cotangents where they are carried: of the sum, or of its inverse.
    fn added(&self, ty: &syn::Type, op: TokenStream, carries: Option<bool>) -> TokenStream {
        let (name, real) = (self.signature.name, &self.signature.real);
        let (y, y_bar, c) = (own("y"), own("y_bar"), self.cotangent());
        let x = self.split("x", "inputs", &self.inputs, false);
        let length = quote!(<#ty as ::retrograde::__private::Packed<#real>>::LENGTH);
        let text = name.to_string();
        let check = quote!(::retrograde::__private::takes(#text, "state", #length, false, #y.len()););
        let is_array = matches!(ty, syn::Type::Array(_));
        let value = match carries {
            None => {
                let inputs = self.inputs.iter().map(|(i, a)| self.input(*i, a));
                quote!(#name(#(#inputs),*))
            }
            Some(inverse) => {
                let shared = self.shared();
                let inputs = self.inputs.iter().map(|(i, a)| {
                    let (input, shadow) = (self.input(*i, a), self.shadow(*i));
                    quote!(#input, #shadow)
                });
                let bar = |i: TokenStream| match inverse {
                    true => quote!(<#c as ::retrograde::__private::Cotangent<#real>>::negated(#y_bar[#i])),
                    false => quote!(#y_bar[#i]),
                };
                let (each, one) = (bar(quote!(i)), bar(quote!(0)));
                let seed = match is_array {
                    true => quote!(::core::array::from_fn(|i| #each)),
                    false => one,
                };
                quote!({ let seed = #seed; #shared Self::__pull(seed, #(#inputs),*) })
            }
        };
        let update = match is_array {
            true => quote!(for (y, value) in #y.iter_mut().zip(#value) { *y #op value; }),
            false => quote!(#y[0] #op #value;),
        };
        self.body(quote!(#check #x #update))
    }

    fn body(&self, body: TokenStream) -> TokenStream {
        if self.signature.hollow {
            return quote!(::core::unimplemented!());
        }
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::{Cotangent as _, Shadow as _};
            #body
        }
    }
}

/// A program's name, which is the type's and no local.
fn own_program(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

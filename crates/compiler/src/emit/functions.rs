//! Functions as arguments: the call of a function with the functions that its programs take, and the programs of a function as an
//! argument of others.

use super::item::Item;
use crate::ir::{CalleeKind, Passing, Type, identifier};
use crate::ordinary::functions::{Given, Held, is_array, is_number, is_value};
use crate::ordinary::layout::returns_receiver;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Ident};

/// The largest number of arguments of a function that is an argument, or computes a closure and takes what that captures.
const MOST: usize = 7;

/// The kind of an argument of a function that others take: they give it slices.
#[derive(Clone, Copy)]
enum Input {
    Number,
    Slice,
    Array,
}

impl Item<'_> {
    /// The signature as it is written, where programs take other parameters.
    fn signature(&self) -> Option<&syn::Signature> {
        self.declared.and_then(|declared| declared.signature.as_ref())
    }

    /// True if programs take other parameters than the function itself.
    pub(super) fn takes_otherwise(&self) -> bool {
        self.signature().is_some()
    }

    /// Returns the program that calls the function itself, where it takes other parameters than its programs.
    pub(super) fn run_program(&self) -> TokenStream {
        let Some(written) = self.signature() else { return TokenStream::new() };
        let beside = self.declared.is_some_and(|declared| declared.beside);
        let shown = self.params.len() - usize::from(beside);
        let params = self.params.iter().take(shown);
        let (taken, args): (Vec<TokenStream>, Vec<TokenStream>) = params
            .zip(&written.inputs)
            .map(|(p, input)| {
                let (taken, name) = (p.taken(), &p.name);
                let given = match input {
                    syn::FnArg::Typed(param) => Given::of(&param.ty, &written.generics),
                    syn::FnArg::Receiver(_) => None,
                };
                let is_rewritten = p.written.to_token_stream().to_string().contains("__private :: Function");
                let arg = match given.filter(|_| is_rewritten) {
                    Some(given) => self.closure(name, &given),
                    None => name.to_token_stream(),
                };
                (quote!(#taken,), arg)
            })
            .unzip();
        let own = &written.ident;
        let path = match self.place {
            CalleeKind::Free => own.to_token_stream(),
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => quote!(Self::#own),
        };
        let generics = &self.stages.function.item.sig.generics;
        let (output, body) = match returns_receiver(written) {
            true => (TokenStream::new(), quote!(#path(#(#args),*);)),
            false => (written.output.to_token_stream(), quote!(#path(#(#args),*))),
        };
        self.function("", "__run", generics, quote!(#(#taken)*), output, body)
    }

    /// Binds the numbers that the functions capture, which the programs take.
    pub(super) fn captured(&self) -> TokenStream {
        let (function, t) = (&self.stages.function, &self.t);
        let of = |p: &crate::ir::Parameter| {
            let (of, by) = (&function.vars[p.var], &function.vars[p.captured_by?]);
            let (of, by) = (identifier(&of.name, of.span), identifier(&by.name, by.span));
            Some(quote!(let #of: &[#t] = ::retrograde::__private::Captures::<#t>::captured(#by);))
        };
        function.params.iter().filter_map(of).collect()
    }

    /// A closure that runs a function which the programs take, as the function itself takes it.
    fn closure(&self, name: &Ident, given: &Given) -> TokenStream {
        let (function, value, real) = (given.name(), &given.value, self.stages.function.real.ident());
        let names: Vec<Ident> =
            (0..given.inputs.len()).map(|at| format_ident!("a{at}", span = Span::mixed_site())).collect();
        let inputs = &given.inputs;
        let args = names.iter().zip(inputs).map(|(name, ty)| match ty {
            ty if is_number(ty, real) => quote!(&[#name]),
            ty if is_array(ty, real) => quote!(&#name[..]),
            _ => name.to_token_stream(),
        });
        let sign = match given.held {
            Held::Owned => quote!(),
            Held::Shared => quote!(&),
            Held::Mutable => quote!(&mut),
        };
        quote!(#sign |#(#names: #inputs),*| -> #value {
            ::retrograde::__private::#function::<#real, #value>::__run(
                #name,
                #(#args,)*
                ::retrograde::__private::Captures::<#real>::captured(#name),
            )
        })
    }

    /// Returns the implementation by which an ordinary function is an argument of others; nothing where its arguments or its value
    /// are other than numbers, slices and vectors of them.
    pub(super) fn as_argument(&self) -> TokenStream {
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let count = self.params.len();
        let own = |param: &GenericParam| match param {
            GenericParam::Type(param) => param.ident == *function.real.ident(),
            GenericParam::Lifetime(_) | GenericParam::Const(_) => false,
        };
        let value = match &sig.output {
            syn::ReturnType::Type(_, ty) if function.output.is_some() => &**ty,
            _ => return TokenStream::new(),
        };
        let is_value = is_value(value, function.real.ident());
        let asked = function.options.language.is_ordinary() && self.place == CalleeKind::Free && self.carries;
        let plain = !self.takes_otherwise() && self.written_output().is_none();
        if !asked
            || !plain
            || !is_value
            || !(1..=MOST).contains(&count)
            || !sig.generics.params.iter().all(own)
        {
            return TokenStream::new();
        }
        let inputs: Option<Vec<Input>> = self
            .params
            .iter()
            .zip(function.taken())
            .map(|(p, of)| match (&function.vars[of.var].ty, function.vars[of.var].passing) {
                (Type::Real, Passing::Value) if p.real => Some(Input::Number),
                (Type::Slice(item), Passing::Shared)
                    if p.real && !p.is_named_array && **item == Type::Real =>
                {
                    Some(Input::Slice)
                }
                (Type::Array(item, _), Passing::Value | Passing::Shared)
                    if p.real && !p.is_named_array && **item == Type::Real =>
                {
                    Some(Input::Array)
                }
                _ => None,
            })
            .collect();
        let Some(inputs) = inputs else { return TokenStream::new() };
        let (name, t, c) = (&sig.ident, &self.t, &self.c);
        let (args, bars): (Vec<Ident>, Vec<Ident>) = (0..count)
            .map(|at| {
                let own = |name: &str| format_ident!("{name}{at}", span = Span::mixed_site());
                (own("a"), own("b"))
            })
            .unzip();
        let given = args.iter().zip(&inputs).map(|(arg, input)| match input {
            Input::Number => quote!(#arg[0]),
            Input::Slice => quote!(#arg),
            Input::Array => quote!(::core::convert::TryInto::try_into(#arg).unwrap()),
        });
        let given: Vec<TokenStream> = given.collect();
        let lent = bars.iter().zip(&inputs).map(|(bar, input)| match input {
            Input::Number => quote!(::retrograde::__private::Shadow::<#t, #c>::item(&mut #bar, 0)),
            Input::Slice | Input::Array => quote!(#bar),
        });
        let (record, seed) =
            (Ident::new("record", Span::mixed_site()), Ident::new("seed", Span::mixed_site()));
        let (trait_name, generics, clause) = (
            format_ident!("Function{count}"),
            super::types::generics_params(&sig.generics),
            &sig.generics.where_clause,
        );
        let attrs = &function.item.attrs;
        let switches: Vec<_> = attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
        quote! {
            ::retrograde::__private::when_alloc! {
                #(#switches)*
                #[allow(warnings, clippy::all)]
                impl #generics ::retrograde::__private::Captures<#t> for #name #clause {}
                #(#switches)*
                #[allow(warnings, clippy::all)]
                impl #generics ::retrograde::__private::#trait_name<#t, #value> for #name #clause {
                    #[inline]
                    fn __run(&self, #(#args: &[#t],)* _: &[#t]) -> #value {
                        #name(#(#given),*)
                    }
                    #[inline]
                    fn __record(
                        &self,
                        #(#args: &[#t],)*
                        _: &[#t],
                        #record: &mut ::retrograde::__private::Trail<#t>,
                    ) -> #value {
                        #name::__record(#(#given,)* #record)
                    }
                    #[inline]
                    fn __replay<#c: ::retrograde::__private::Cotangent<#t>>(
                        &self,
                        #seed: <#value as ::retrograde::__private::Valued<#t>>::Seed<#c>,
                        #(#args: &[#t], mut #bars: impl ::retrograde::__private::Shadow<#t, #c>,)*
                        _: &[#t],
                        _: impl ::retrograde::__private::Shadow<#t, #c>,
                        #record: &mut ::retrograde::__private::Trail<#t>,
                    ) {
                        #name::__replay(#seed, #(#given, #lent,)* #record)
                    }
                }
            }
        }
    }
}

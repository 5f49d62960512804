//! `impl Operator for f`: the function over flat slices, for systems that know it by its value and its pullback only.
//!
//! Takes what `#[reversible]` and `#[primitive]` know of a signature; gives the implementation, or nothing where a flat
//! slice does not say what the arguments are: an exact argument, two slices, a generic that is no number.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// What an argument is to the flat slices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Read: among the inputs.
    Input,
    /// State that is only added to: starts at zero, among the outputs.
    Output,
    /// Other state: among both.
    State,
}

/// One argument of the function.
pub(crate) struct Flat {
    /// The type without a reference; `None` for a slice of numbers.
    pub(crate) ty: Option<syn::Type>,
    /// What stands before it in a call: nothing, `&` or `&mut`.
    pub(crate) lent: TokenStream,
    pub(crate) role: Use,
}

/// The signature of a function whose arguments are all numbers.
pub(crate) struct Signature<'a> {
    pub(crate) name: &'a Ident,
    /// The real type.
    pub(crate) real: TokenStream,
    /// The function's generics.
    pub(crate) generics: &'a syn::Generics,
    pub(crate) arguments: Vec<Flat>,
    /// The type that is returned, where one is.
    pub(crate) value: Option<syn::Type>,
    /// The function broke a law, so nothing runs.
    pub(crate) hollow: bool,
}

/// The generics of the implementation: those of the real type, where the function has no other type or constant.
pub(super) fn own_generics(generics: &syn::Generics) -> Option<syn::Generics> {
    let mut own = generics.clone();
    let lifetime = |p: &syn::GenericParam| matches!(p, syn::GenericParam::Lifetime(_));
    own.params = own.params.into_iter().filter(|p| !lifetime(p)).collect();
    if let Some(clause) = &mut own.where_clause {
        let types = |p: &syn::WherePredicate| matches!(p, syn::WherePredicate::Type(_));
        clause.predicates = clause.predicates.clone().into_iter().filter(types).collect();
    }
    let constants = own.const_params().count();
    (constants == 0 && own.type_params().count() <= 1).then_some(own)
}

/// The implementation with these attributes, or nothing.
pub(crate) fn operator(attributes: &TokenStream, signature: &Signature<'_>) -> TokenStream {
    let Signature { name, real, arguments, value, hollow, .. } = signature;
    let slices = arguments.iter().filter(|a| a.ty.is_none()).count();
    let (Some(generics), true) = (own_generics(signature.generics), slices <= 1) else {
        return TokenStream::new();
    };
    let flat = Layout::of(signature);
    let text = name.to_string();
    let inputs = flat.total(|role| role != Use::Output);
    let inputs = match arguments.iter().any(|a| a.ty.is_none()) {
        true => quote!(AtLeast(#inputs)),
        false => quote!(Exactly(#inputs)),
    };
    let (values, pulls) = match (hollow, value) {
        (true, _) => (quote!(::core::unimplemented!()), quote!(::core::unimplemented!())),
        (false, Some(ty)) => (flat.value(ty), flat.pull(ty)),
        (false, None) => (flat.run(), flat.sweep()),
    };
    let Names { x, y, x_bar, y_bar, count, inputs: all, outputs: changed } = Names::new();
    let outputs = match value {
        Some(ty) => quote!(<#ty as ::retrograde::__private::Packed<#real>>::LENGTH),
        None => flat.outputs(&count),
    };
    let (params, _, clause) = generics.split_for_impl();
    let implementation = quote! {
        #attributes
        impl #params ::retrograde::__private::Operator<#real> for #name #clause {
            fn name(&self) -> &str {
                #text
            }
            fn inputs(&self) -> ::retrograde::__private::Inputs {
                ::retrograde::__private::Inputs::#inputs
            }
            fn outputs(&self, #count: usize) -> usize {
                #outputs
            }
            fn value(&self, #x: &[#real], #y: &mut [#real]) {
                let (#all, #changed) = (#x.len(), #y.len());
                ::retrograde::__private::fits::<#real>(self, #all, #changed);
                #values
            }
            fn pull(&self, #x: &[#real], #y_bar: &[#real], #x_bar: &mut [#real]) {
                let (#all, #changed) = (#x.len(), #y_bar.len());
                ::retrograde::__private::fits::<#real>(self, #all, #changed);
                ::retrograde::__private::beside(#all, #x_bar.len());
                #pulls
            }
        }
    };
    // A slice that is changed is copied, so that the state at hand stays as it is.
    match arguments.iter().any(|a| a.ty.is_none() && a.role == Use::State) {
        true => quote!(::retrograde::__private::when_alloc! { #implementation }),
        false => implementation,
    }
}

/// Names that no item of the user's can hide.
struct Names {
    x: Ident,
    y: Ident,
    x_bar: Ident,
    y_bar: Ident,
    count: Ident,
    /// The lengths of the slices.
    inputs: Ident,
    outputs: Ident,
}

impl Names {
    fn new() -> Names {
        let own = |name: &str| Ident::new(name, Span::mixed_site());
        Names {
            x: own("x"),
            y: own("y"),
            x_bar: own("x_bar"),
            y_bar: own("y_bar"),
            count: own("count"),
            inputs: own("inputs"),
            outputs: own("outputs"),
        }
    }
}

/// Where the arguments lie.
struct Layout<'a> {
    signature: &'a Signature<'a>,
    names: Names,
}

impl<'a> Layout<'a> {
    fn of(signature: &'a Signature<'a>) -> Layout<'a> {
        Layout { signature, names: Names::new() }
    }

    /// The numbers that one argument takes, where it is no slice.
    fn length(&self, argument: &Flat) -> TokenStream {
        let real = &self.signature.real;
        match &argument.ty {
            Some(ty) => quote!(<#ty as ::retrograde::__private::Packed<#real>>::LENGTH),
            None => quote!(0),
        }
    }

    fn sum(&self, arguments: &[&Flat]) -> TokenStream {
        let lengths = arguments.iter().filter(|a| a.ty.is_some()).map(|a| self.length(a));
        quote!((0 #(+ #lengths)*))
    }

    /// The numbers of all arguments in such a role, without the slice.
    fn total(&self, counts: impl Fn(Use) -> bool) -> TokenStream {
        let counted: Vec<&Flat> = self.signature.arguments.iter().filter(|a| counts(a.role)).collect();
        self.sum(&counted)
    }

    /// How many numbers come out for so many that go in.
    fn outputs(&self, count: &Ident) -> TokenStream {
        let changed = self.total(|role| role != Use::Input);
        let grows = self.signature.arguments.iter().any(|a| a.ty.is_none() && a.role == Use::State);
        let inputs = self.total(|role| role != Use::Output);
        match grows {
            true => quote!(#changed + (#count - #inputs)),
            false => changed,
        }
    }

    /// The part of a flat slice that belongs to an argument, among those in the same roles.
    fn part(&self, i: usize, of: &Ident, length: &Ident, counts: impl Fn(Use) -> bool) -> TokenStream {
        let arguments = &self.signature.arguments;
        let counted = |range: &'a [Flat]| range.iter().filter(|a| counts(a.role)).collect::<Vec<_>>();
        let (before, after) = (counted(&arguments[..i]), counted(&arguments[i + 1..]));
        let is_slice = |a: &&Flat| a.ty.is_none();
        let (front, back) = (self.sum(&before), self.sum(&after));
        let start = match before.iter().any(is_slice) {
            true => {
                let own = self.length(&arguments[i]);
                quote!(#length - (#own + #back))
            }
            false => front,
        };
        match arguments[i].ty {
            Some(_) => quote!(#of[#start..]),
            None => quote!(#of[#start..#length - #back]),
        }
    }

    fn input(&self, i: usize, of: &Ident) -> TokenStream {
        self.part(i, of, &self.names.inputs, |role| role != Use::Output)
    }

    fn output(&self, i: usize, of: &Ident) -> TokenStream {
        self.part(i, of, &self.names.outputs, |role| role != Use::Input)
    }

    fn primal(i: usize) -> Ident {
        format_ident!("primal_{i}", span = Span::mixed_site())
    }

    fn bar(i: usize) -> Ident {
        format_ident!("bar_{i}", span = Span::mixed_site())
    }

    /// `let mut primal = …;` for every argument that is not lent from a slice.
    fn primals(&self) -> TokenStream {
        let (real, x) = (&self.signature.real, &self.names.x);
        let all = self.signature.arguments.iter().enumerate().map(|(i, a)| {
            let primal = Self::primal(i);
            match (&a.ty, a.role) {
                (Some(ty), Use::Output) => {
                    quote!(let mut #primal = <#ty as ::retrograde::__private::Packed<#real>>::zeros();)
                }
                (Some(ty), Use::Input | Use::State) => {
                    let part = self.input(i, x);
                    quote!(let mut #primal = <#ty as ::retrograde::__private::Packed<#real>>::unpacked(&#part);)
                }
                (None, _) => TokenStream::new(),
            }
        });
        quote!(#(#all)*)
    }

    /// The arguments of the function itself.
    fn arguments(&self) -> Vec<TokenStream> {
        let Names { x, y, .. } = &self.names;
        let all = self.signature.arguments.iter().enumerate().map(|(i, a)| {
            let (lent, primal) = (&a.lent, Self::primal(i));
            match (&a.ty, a.role) {
                (Some(_), _) => quote!(#lent #primal),
                (None, Use::Input) => {
                    let part = self.input(i, x);
                    quote!(&#part)
                }
                (None, Use::State | Use::Output) => {
                    let part = self.output(i, y);
                    quote!(&mut #part)
                }
            }
        });
        all.collect()
    }

    fn value(&self, ty: &syn::Type) -> TokenStream {
        let (name, real, y) = (self.signature.name, &self.signature.real, &self.names.y);
        let (primals, arguments) = (self.primals(), self.arguments());
        quote! {
            #primals
            <#ty as ::retrograde::__private::Packed<#real>>::pack(#name(#(#arguments),*), #y);
        }
    }

    fn run(&self) -> TokenStream {
        let (name, real) = (self.signature.name, &self.signature.real);
        let Names { x, y, .. } = &self.names;
        let (primals, arguments) = (self.primals(), self.arguments());
        let (mut start, mut end) = (TokenStream::new(), TokenStream::new());
        for (i, a) in self.signature.arguments.iter().enumerate().filter(|(_, a)| a.role != Use::Input) {
            let (to, primal) = (self.output(i, y), Self::primal(i));
            match &a.ty {
                Some(ty) => end.extend(
                    quote!(<#ty as ::retrograde::__private::Packed<#real>>::pack(#primal, &mut #to);),
                ),
                None => {
                    let from = self.input(i, x);
                    start.extend(quote!(#to.copy_from_slice(&#from);));
                }
            }
        }
        quote!(#start #primals #name(#(#arguments),*); #end)
    }

    fn pull(&self, ty: &syn::Type) -> TokenStream {
        let (real, y_bar) = (&self.signature.real, &self.names.y_bar);
        let seed = quote!(<#ty as ::retrograde::__private::Packed<#real>>::unpacked(#y_bar));
        let (before, arguments, after) = self.carried();
        quote!(#before Self::__pull(#seed, #(#arguments),*); #after)
    }

    fn sweep(&self) -> TokenStream {
        let (before, arguments, after) = self.carried();
        quote!(#before Self::__sweep(#(#arguments),*); #after)
    }

    /// Primals and cotangents, how they are handed over, and how cotangents are given back.
    fn carried(&self) -> (TokenStream, Vec<TokenStream>, TokenStream) {
        let real = &self.signature.real;
        let Names { x, y_bar, x_bar, .. } = &self.names;
        let (mut before, mut arguments, mut after) = (self.primals(), vec![], TokenStream::new());
        for (i, a) in self.signature.arguments.iter().enumerate() {
            let (primal, bar, lent) = (Self::primal(i), Self::bar(i), &a.lent);
            let back = self.input(i, x_bar);
            match (&a.ty, a.role) {
                (Some(ty), role) => {
                    let start = match role {
                        Use::Input => quote!(zeros()),
                        Use::Output | Use::State => {
                            let seed = self.output(i, y_bar);
                            quote!(unpacked(&#seed))
                        }
                    };
                    before.extend(quote!(
                        let mut #bar = <#ty as ::retrograde::__private::Packed<#real>>::#start;
                    ));
                    arguments.push(quote!(#lent #primal, &mut #bar));
                    if role != Use::Output {
                        after.extend(quote!(
                            <#ty as ::retrograde::__private::Packed<#real>>::accumulate(#bar, &mut #back);
                        ));
                    }
                }
                (None, Use::Input) => {
                    let part = self.input(i, x);
                    arguments.push(quote!(&#part, &mut #back));
                }
                (None, Use::State | Use::Output) => {
                    let (part, seed) = (self.input(i, x), self.output(i, y_bar));
                    before.extend(quote! {
                        let mut #primal = ::retrograde::__private::Vec::from(&#part);
                        let mut #bar = ::retrograde::__private::Vec::from(&#seed);
                    });
                    arguments.push(quote!(&mut #primal[..], &mut #bar[..]));
                    after.extend(quote! {
                        for (to, from) in #back.iter_mut().zip(#bar) {
                            *to += from;
                        }
                    });
                }
            }
        }
        (before, arguments, after)
    }
}

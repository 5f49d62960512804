//! Calls with numbers that record operations (`Var`): the tape records the whole call as one operation instead of
//! each operation in the body, see `retrograde_rules::Whole`.
//!
//! Takes a function that is generic over `T: Real` and whose arguments are numbers, arrays and slices of them, and
//! plain discrete values. Returns the test at the start of its body, `if T::WHOLE`, which costs a plain number
//! nothing, and `f::__whole`, which copies the arguments into a flat slice. Nothing is emitted for other functions:
//! those are recorded operation by operation.

use super::item::{Item, is_packed};
use super::types::stripped;
use crate::ir::CalleeKind;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Ident, TypeParamBound, WherePredicate};

/// Traits that every `Real` implements, so that a bound by one of them adds no condition.
const IMPLIED: [&str; 7] = ["Real", "Copy", "Clone", "Debug", "PartialEq", "PartialOrd", "Sized"];

/// The kind of an argument of a recorded call.
enum Kind {
    /// A number, or arrays of them.
    Packed(syn::Type),
    /// A slice of numbers.
    Numbers,
    /// A slice of arrays of numbers.
    Arrays(syn::Type),
    /// A discrete value, or an array of them.
    Discrete(syn::Type),
    /// A slice of discrete values.
    Indices(syn::Type),
}

struct Argument {
    kind: Kind,
    /// True if the function changes it.
    state: bool,
    /// The tokens before it in a call.
    lent: TokenStream,
}

/// Returns an identifier that no item of the user can hide.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn numbered(name: &str, i: usize) -> Ident {
    format_ident!("{name}_{i}", span = Span::mixed_site())
}

impl Item<'_> {
    /// Returns the first statement of the body.
    pub(super) fn handing_over(&self) -> TokenStream {
        if self.wholly().is_none() {
            return TokenStream::new();
        }
        let (real, name) = (&self.t, &self.stages.function.item.sig.ident);
        let (said, names) = (self.said(false), self.names());
        quote! {
            ::retrograde::__private::when_tape! {
                if <#real as ::retrograde::__private::Real>::WHOLE {
                    return #name::__whole #said (#names);
                }
            }
        }
    }

    /// Returns `f::__whole`: the call with its arguments in a flat slice.
    pub(super) fn whole(&self) -> TokenStream {
        let Some(arguments) = self.wholly() else { return TokenStream::new() };
        let sig = &self.stages.function.item.sig;
        let (params, output, real) = (self.plain(), &sig.output, &self.t);
        let (generics, clause) = (super::types::generics_params(&sig.generics), &sig.generics.where_clause);
        let call = Call { item: self, arguments, value: self.returned() };
        let (of_type, of_call) = call.generics();
        let (fields, kept) = (call.fields(), call.kept());
        let (value, pull) = (call.value(), call.pull());
        let (inputs, outputs) = (call.count(|_| true), call.outputs());
        let (laid_out, taken_back) = (call.laid_out(), call.taken_back());
        let [x, y, call] = ["x", "y", "call"].map(own);
        let [from, to, y_bar, x_bar] = ["from", "to", "y_bar", "x_bar"].map(own);
        quote! {
            ::retrograde::__private::when_tape! {
                #[doc(hidden)]
                #[inline(never)]
                fn __whole #generics (#params) #output #clause {
                    struct __Call #of_type { #fields }
                    impl #of_type ::retrograde::__private::Whole for __Call #of_call {
                        fn value<#real: ::retrograde::__private::Real>(&self, #from: &[#real], #to: &mut [#real]) {
                            #value
                        }
                        fn pull<#real: ::retrograde::__private::Real>(
                            &self,
                            #from: &[#real],
                            #y_bar: &[#real],
                            #x_bar: &mut [#real],
                        ) {
                            #pull
                        }
                    }
                    let #call = __Call::#of_call { #kept };
                    ::retrograde::__private::tape::room(#inputs, |#x: &mut [#real]| {
                        ::retrograde::__private::tape::room(#outputs, |#y: &mut [#real]| {
                            #laid_out
                            <#real as ::retrograde::__private::Real>::whole(#call, #x, #y);
                            #taken_back
                        })
                    })
                }
            }
        }
    }

    /// Returns the type of the value.
    fn returned(&self) -> Option<syn::Type> {
        match &self.stages.function.item.sig.output {
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
            syn::ReturnType::Default => None,
        }
    }

    /// Returns the arguments, if a call can be recorded as a whole.
    fn wholly(&self) -> Option<Vec<Argument>> {
        let function = &self.stages.function;
        let RealType::Generic(real) = &function.real else { return None };
        let packed = function.output.is_none_or(|var| is_packed(&function.vars[var].ty));
        let free = self.place == CalleeKind::Free && self.has_body && !self.hollow && self.carries;
        if !(packed && free && is_any_real(&function.item.sig.generics, real)) {
            return None;
        }
        let argument = |(p, of): (&super::params::Param, &Parameter)| {
            let v = &function.vars[of.var];
            let state = v.passing == Passing::Mutable;
            let ty = stripped(&p.written).0;
            let kind = match (p.real && !p.structure && p.role != Role::Scratch, &v.ty) {
                (true, ty_of) if is_packed(ty_of) => Kind::Packed(ty),
                (true, Type::Slice(item)) if matches!(**item, Type::Real) => Kind::Numbers,
                (true, Type::Slice(item)) if is_packed(item) => Kind::Arrays(element(&ty)?),
                (false, Type::Slice(item)) if !state && is_discrete(item) => Kind::Indices(element(&ty)?),
                (false, ty_of) if !state && is_discrete(ty_of) => Kind::Discrete(ty),
                _ => return None,
            };
            let lent = match v.passing {
                Passing::Mutable => quote!(&mut),
                Passing::Shared => quote!(&),
                Passing::Value => quote!(),
            };
            Some(Argument { kind, state, lent })
        };
        self.params.iter().zip(&function.params).map(argument).collect()
    }
}

/// Returns the type of the items of a slice.
fn element(ty: &syn::Type) -> Option<syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some((*slice.elem).clone()),
        _ => None,
    }
}

/// True if a type is a discrete one, or an array of them.
fn is_discrete(ty: &Type) -> bool {
    match ty {
        Type::Exact(Some(ty)) => ty.is_own() && ty.scalar() != Some(Scalar::Str),
        Type::Array(item, _) => is_discrete(item),
        Type::Exact(None)
        | Type::Real
        | Type::Number(_)
        | Type::Slice(_)
        | Type::Vec(_)
        | Type::Map(..)
        | Type::Structure(_)
        | Type::Unknown => false,
    }
}

/// True if the function accepts every `Real`, and is generic over nothing else but constants.
fn is_any_real(generics: &syn::Generics, real: &Ident) -> bool {
    let implied = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| IMPLIED.iter().any(|name| last.ident == name))
        }
        _ => false,
    };
    let params = generics.params.iter().all(|param| match param {
        GenericParam::Type(t) => t.ident == *real && t.bounds.iter().all(implied),
        GenericParam::Const(_) | GenericParam::Lifetime(_) => true,
    });
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates).all(|p| match p {
        WherePredicate::Type(p) => {
            p.bounded_ty.to_token_stream().to_string() == *real.to_string() && p.bounds.iter().all(implied)
        }
        _ => false,
    });
    // The real type may also be one of the library's types instead of a parameter.
    params && clauses && generics.type_params().count() == 1
}

/// The context in which `f::__whole` is emitted.
struct Call<'a> {
    item: &'a Item<'a>,
    arguments: Vec<Argument>,
    value: Option<syn::Type>,
}

impl Call<'_> {
    /// Returns the constants over which the function is generic: their declarations, and the arguments that pass them
    /// on.
    fn generics(&self) -> (TokenStream, TokenStream) {
        let constants = || self.item.stages.function.item.sig.generics.const_params();
        let declared = constants().map(|c| {
            let (name, ty) = (&c.ident, &c.ty);
            quote!(const #name: #ty)
        });
        let names = constants().map(|c| &c.ident);
        (quote!(<#(#declared),*>), quote!(<#(#names),*>))
    }

    fn each(&self, part: impl Fn(usize, &Argument) -> TokenStream) -> TokenStream {
        let parts = self.arguments.iter().enumerate().map(|(i, argument)| part(i, argument));
        quote!(#(#parts)*)
    }

    /// Returns the fields that are stored besides numbers: discrete values, and the lengths of slices.
    fn fields(&self) -> TokenStream {
        self.each(|i, argument| {
            let field = numbered("kept", i);
            match &argument.kind {
                Kind::Packed(_) => TokenStream::new(),
                Kind::Numbers | Kind::Arrays(_) => quote!(#field: usize,),
                Kind::Discrete(ty) => quote!(#field: #ty,),
                Kind::Indices(item) => quote!(#field: ::retrograde::__private::Vec<#item>,),
            }
        })
    }

    fn kept(&self) -> TokenStream {
        self.each(|i, argument| {
            let (field, name) = (numbered("kept", i), &self.item.params[i].name);
            match (&argument.kind, argument.lent.is_empty()) {
                (Kind::Packed(_), _) => TokenStream::new(),
                (Kind::Numbers | Kind::Arrays(_), _) => quote!(#field: #name.len(),),
                (Kind::Discrete(_), true) => quote!(#field: #name,),
                (Kind::Discrete(_), false) => quote!(#field: *#name,),
                (Kind::Indices(_), _) => quote!(#field: ::retrograde::__private::Vec::from(#name),),
            }
        })
    }

    fn packed(&self, ty: &syn::Type) -> TokenStream {
        let real = &self.item.t;
        quote!(<#ty as ::retrograde::__private::Packed<#real>>)
    }

    /// Returns the number of numbers in an argument, given the length of a slice.
    fn length(&self, argument: &Argument, slice: TokenStream) -> TokenStream {
        match &argument.kind {
            Kind::Packed(ty) => {
                let packed = self.packed(ty);
                quote!(#packed::LENGTH)
            }
            Kind::Numbers => slice,
            Kind::Arrays(item) => {
                let packed = self.packed(item);
                quote!(#slice * #packed::LENGTH)
            }
            Kind::Discrete(_) | Kind::Indices(_) => quote!(0),
        }
    }

    /// Returns the number of numbers in some arguments, within `f::__whole`.
    fn count(&self, counts: impl Fn(&Argument) -> bool) -> TokenStream {
        let counted = self.arguments.iter().enumerate().filter(|(_, argument)| counts(argument));
        let lengths = counted.map(|(i, argument)| {
            let name = &self.item.params[i].name;
            self.length(argument, quote!(#name.len()))
        });
        quote!(0 #(+ #lengths)*)
    }

    fn outputs(&self) -> TokenStream {
        let state = self.count(|argument| argument.state);
        let value = self.value.as_ref().map(|ty| {
            let packed = self.packed(ty);
            quote!(#packed::LENGTH +)
        });
        quote!(#value #state)
    }

    /// Copies the arguments to a flat slice, within `f::__whole`.
    fn laid_out(&self) -> TokenStream {
        let flat = own("flat");
        let x = own("x");
        let puts = self.each(|i, argument| {
            let name = &self.item.params[i].name;
            let star = if argument.lent.is_empty() { quote!() } else { quote!(*) };
            match &argument.kind {
                Kind::Packed(_) => quote!(#flat.put(#star #name);),
                Kind::Numbers | Kind::Arrays(_) => quote!(#flat.put_all(&#name[..]);),
                Kind::Discrete(_) | Kind::Indices(_) => TokenStream::new(),
            }
        });
        quote!(let mut #flat = ::retrograde::__private::FlatMut(&mut *#x); #puts)
    }

    /// Copies the state back and returns the value, within `f::__whole`.
    fn taken_back(&self) -> TokenStream {
        let [flat, y, value] = ["flat", "y", "value"].map(own);
        let first = self.value.as_ref().map(|ty| quote!(let #value: #ty = #flat.take();));
        let state = self.each(|i, argument| {
            let name = &self.item.params[i].name;
            match (&argument.kind, argument.state) {
                (Kind::Packed(_), true) => quote!(*#name = #flat.take();),
                (Kind::Numbers | Kind::Arrays(_), true) => quote!(#flat.take_all(&mut #name[..]);),
                _ => TokenStream::new(),
            }
        });
        let value = self.value.as_ref().map(|_| value);
        quote!(let mut #flat = ::retrograde::__private::Flat(&*#y); #first #state #value)
    }

    /// Returns `let primal = …;` for every argument, from a flat slice.
    fn primals(&self) -> TokenStream {
        let (flat, from) = (own("flat"), own("from"));
        let primals = self.each(|i, argument| {
            let (primal, kept) = (numbered("primal", i), numbered("kept", i));
            match &argument.kind {
                Kind::Packed(ty) => quote!(let mut #primal: #ty = #flat.take();),
                Kind::Numbers if !argument.state => quote!(let #primal = #flat.slice(self.#kept);),
                Kind::Numbers => {
                    let real = &self.item.t;
                    quote!(let mut #primal = #flat.items::<#real>(self.#kept);)
                }
                Kind::Arrays(item) => quote!(let mut #primal = #flat.items::<#item>(self.#kept);),
                Kind::Discrete(_) | Kind::Indices(_) => TokenStream::new(),
            }
        });
        quote!(let mut #flat = ::retrograde::__private::Flat(#from); #primals)
    }

    /// Returns an argument of the function, made from those.
    fn handed(&self, i: usize, argument: &Argument) -> TokenStream {
        let (primal, kept, lent) = (numbered("primal", i), numbered("kept", i), &argument.lent);
        match &argument.kind {
            Kind::Packed(_) => quote!(#lent #primal),
            Kind::Numbers | Kind::Arrays(_) => quote!(#lent #primal[..]),
            Kind::Discrete(_) => quote!(#lent self.#kept),
            Kind::Indices(_) => quote!(&self.#kept[..]),
        }
    }

    fn value(&self) -> TokenStream {
        let [flat, to, value] = ["flat", "to", "value"].map(own);
        let (name, said) = (&self.item.stages.function.item.sig.ident, self.item.said(false));
        let arguments = self.arguments.iter().enumerate().map(|(i, argument)| self.handed(i, argument));
        let first = self.value.as_ref().map(|_| quote!(#flat.put(#value);));
        let state = self.each(|i, argument| {
            let primal = numbered("primal", i);
            match (&argument.kind, argument.state) {
                (Kind::Packed(_), true) => quote!(#flat.put(#primal);),
                (Kind::Numbers | Kind::Arrays(_), true) => quote!(#flat.put_all(&#primal[..]);),
                _ => TokenStream::new(),
            }
        });
        let primals = self.primals();
        quote! {
            #primals
            let #value = #name #said (#(#arguments),*);
            let mut #flat = ::retrograde::__private::FlatMut(#to);
            #first
            #state
        }
    }

    fn pull(&self) -> TokenStream {
        let real = &self.item.t;
        let [seeds, back, y_bar, x_bar, seed] = ["seeds", "back", "y_bar", "x_bar", "seed"].map(own);
        let first = self.value.as_ref().map(|ty| quote!(let #seed: #ty = #seeds.take();));
        let bars = self.each(|i, argument| {
            let (bar, part, kept) = (numbered("bar", i), numbered("part", i), numbered("kept", i));
            let length = self.length(argument, quote!(self.#kept));
            let item = match &argument.kind {
                Kind::Numbers => quote!(#real),
                Kind::Arrays(item) => quote!(#item),
                Kind::Packed(_) | Kind::Discrete(_) | Kind::Indices(_) => TokenStream::new(),
            };
            let start = match (&argument.kind, argument.state) {
                (Kind::Packed(ty), true) => quote!(let mut #bar: #ty = #seeds.take();),
                (Kind::Packed(ty), false) => {
                    let packed = self.packed(ty);
                    quote!(let mut #bar = #packed::zeros();)
                }
                (Kind::Numbers | Kind::Arrays(_), true) => {
                    quote!(let mut #bar = #seeds.items::<#item>(self.#kept);)
                }
                (Kind::Arrays(_), false) => {
                    let packed = quote!(<#item as ::retrograde::__private::Packed<#real>>);
                    quote!(let mut #bar = ::retrograde::__private::vec![#packed::zeros(); self.#kept];)
                }
                (Kind::Numbers, false) => TokenStream::new(),
                (Kind::Discrete(_) | Kind::Indices(_), _) => return TokenStream::new(),
            };
            quote!(let #part = #back.slice(#length); #start)
        });
        let arguments = self.arguments.iter().enumerate().map(|(i, argument)| {
            let (bar, part, handed) = (numbered("bar", i), numbered("part", i), self.handed(i, argument));
            match (&argument.kind, argument.state) {
                (Kind::Packed(_), _) => quote!(#handed, &mut #bar),
                (Kind::Numbers, false) => quote!(#handed, &mut #part[..]),
                (Kind::Numbers | Kind::Arrays(_), _) => quote!(#handed, &mut #bar[..]),
                (Kind::Discrete(_) | Kind::Indices(_), _) => {
                    quote!(#handed, ::retrograde::__private::Discard)
                }
            }
        });
        let added = self.each(|i, argument| {
            let (bar, part) = (numbered("bar", i), numbered("part", i));
            match (&argument.kind, argument.state) {
                (Kind::Packed(_), _) => quote!(::retrograde::__private::FlatMut(#part).add(#bar);),
                (Kind::Numbers, false) | (Kind::Discrete(_) | Kind::Indices(_), _) => TokenStream::new(),
                (Kind::Numbers | Kind::Arrays(_), _) => {
                    quote!(::retrograde::__private::FlatMut(#part).add_all(&#bar[..]);)
                }
            }
        });
        let (name, said) =
            (&self.item.stages.function.item.sig.ident, self.item.said_with(Some(quote!(#real))));
        let (program, seed) = match &self.value {
            Some(_) => (quote!(__pull), quote!(#seed,)),
            None => (quote!(__sweep), quote!()),
        };
        let primals = self.primals();
        quote! {
            #primals
            let mut #seeds = ::retrograde::__private::Flat(#y_bar);
            let mut #back = ::retrograde::__private::FlatMut(#x_bar);
            #first
            #bars
            #name::#program #said (#seed #(#arguments),*);
            #added
        }
    }
}

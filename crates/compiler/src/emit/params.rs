//! Parameters of a function's programs: as they are declared, with cotangents beside them, with shadows, and handed on.
//!
//! Takes the parameters of the function, returns lists of parameters and of arguments. Law: all programs that carry cotangents have
//! them in one order, each behind its primal; what is inactive has a place for a shadow only where callers hand shadows over.

use super::item::Item;
use super::spans::type_span;
use super::structure::{Names, vector_item};
use super::types::{cotangent_type, stripped};
use crate::ir::CalleeKind;
use crate::ir::*;
use crate::stages::Stages;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Ident, parse_quote};

/// A parameter's name, types and shadow.
pub(super) struct Param {
    pub(super) name: Ident,
    pub(super) bar: Ident,
    pub(super) written: syn::Type,
    pub(super) cotangent: Option<syn::Type>,
    pub(super) role: Role,
    pub(super) depth: usize,
    /// The numbers with parts that it is made of.
    pub(super) number: Option<Number>,
    pub(super) real: bool,
    /// Whether it is a structure, made of structures or a map, and carries cotangents.
    pub(super) structure: bool,
    /// True for an array of numbers whose type is a name of the user's: rustc alone knows its shape.
    pub(super) is_named_array: bool,
    /// Whether it is made of floats of the host's, and nobody has said that they carry none.
    pub(super) host_float: bool,
}

impl Param {
    /// Those of a function: `t` is its real type, `c` that of cotangents.
    pub(super) fn all(stages: &Stages, t: &TokenStream, c: &Ident) -> Vec<Param> {
        let (function, names) = (&stages.function, Names { real: t, cotangent: c });
        let real = function.real.ident();
        function
            .params
            .iter()
            .zip(&stages.adjoint.params)
            .map(|(p, (_, bar))| {
                let v = &function.vars[p.var];
                // The name that the body of the adjoint knows the cotangent by.
                let bar = match bar {
                    Some(bar) => stages.adjoint.vars[*bar].name.clone(),
                    None => stages.adjoint.vars.fresh(&format!("{}_bar", v.name)),
                };
                let of_numbers = v.active && !v.ty.is_closed() && v.ty.depth() > 0;
                let named = of_numbers.then(|| named_array(&p.written)).flatten();
                Param {
                    name: identifier(&v.name, v.span),
                    // That a structure has no shadow is said once, at its type.
                    bar: match v.ty.is_closed() {
                        true => identifier(&bar, type_span(&p.written)),
                        false => identifier(&bar, v.span),
                    },
                    written: p.written.clone(),
                    cotangent: v.active.then(|| match v.ty.is_closed() {
                        true => {
                            let lent = names.lent(&p.written);
                            let tokens = quote_spanned!(type_span(&p.written)=> &mut #lent);
                            parse_quote!(#tokens)
                        }
                        false => match &named {
                            Some(array) => {
                                let depth = v.ty.depth();
                                parse_quote!(&mut <#array as ::retrograde::__private::ZerosLike<#c, #depth>>::Lent)
                            }
                            None => cotangent_type(&p.written, real, c),
                        },
                    }),
                    is_named_array: named.is_some(),
                    role: v.role,
                    depth: v.ty.depth(),
                    number: v.ty.number(),
                    real: v.active,
                    structure: v.active && v.ty.is_closed(),
                    host_float: p.keeps_floats,
                }
            })
            .collect()
    }

    /// The parameter as it is declared; `self` has a way of its own.
    pub(super) fn taken(&self) -> TokenStream {
        let (name, ty) = (&self.name, &self.written);
        match ty {
            syn::Type::Reference(r) if name == "self" => {
                let (and, lifetime, mutable) = (&r.and_token, &r.lifetime, &r.mutability);
                quote!(#and #lifetime #mutable #name)
            }
            _ => quote!(#name: #ty),
        }
    }
}

/// The name that an array has for a type, as an alias or an associated type is one.
fn named_array(written: &syn::Type) -> Option<syn::Type> {
    let (inner, _) = stripped(written);
    let is_name =
        matches!(inner, syn::Type::Path(_)) && vector_item(&inner).is_none() && entry_types(&inner).is_none();
    is_name.then_some(inner)
}

impl Item<'_> {
    /// State and scratch that is real has a plain mutable reference for a shadow, everything else a generic one.
    pub(super) fn is_generic(&self, p: &Param) -> bool {
        !p.real || p.role == Role::Input
    }

    /// Parameters as in the signature.
    pub(super) fn plain(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let taken = p.taken();
            quote!(#taken,)
        });
        quote!(#(#list)*)
    }

    /// Each primal followed by its cotangent, as a user hands them over.
    pub(super) fn beside(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (taken, bar) = (p.taken(), &p.bar);
            let shadow = p.cotangent.as_ref().map(|c| quote!(#bar: #c,));
            quote!(#taken, #shadow)
        });
        quote!(#(#list)*)
    }

    /// Each primal followed by a shadow, as a caller's adjoint hands them over.
    pub(super) fn shadowed(&self) -> TokenStream {
        self.with_shadows_of(quote!(::retrograde::__private::NoneAsked))
    }

    /// The same where another program says that the cotangent of a float would be lost: whoever calls this one calls that one
    /// too. What hands its shadows on, or may in the `impl` of a trait, asks what that asks.
    pub(super) fn shadowed_again(&self) -> TokenStream {
        let derived = self.declared.is_none_or(|d| d.inverse.is_none());
        match self.place {
            CalleeKind::Free | CalleeKind::Method if derived => {
                self.with_shadows_of(quote!(::core::marker::Sized))
            }
            CalleeKind::Free | CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => {
                self.shadowed()
            }
        }
    }

    /// The same, where `float` is asked of the shadow of a float that carries no cotangent.
    fn with_shadows_of(&self, float: TokenStream) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (taken, bar, c, t) = (p.taken(), &p.bar, &self.c, &self.t);
            let shadow = match p.depth + usize::from(p.number.is_some()) {
                _ if p.structure => self.structure_names().bound(&p.written),
                0 => quote!(::retrograde::__private::Slot<#t, #c>),
                1 => quote!(::retrograde::__private::Shadow<#t, #c>),
                2 => quote!(::retrograde::__private::Grid<#t, #c>),
                _ => quote!(::retrograde::__private::Cube<#t, #c>),
            };
            // Patterns stand only where there are bodies.
            let mutable = self.has_body.then(|| quote!(mut));
            match (&p.cotangent, self.is_generic(p)) {
                (Some(c), false) => quote!(#taken, #bar: #c,),
                (Some(_), true) if p.structure => {
                    let at = type_span(&p.written);
                    quote_spanned!(at=> #taken, #mutable #bar: impl #shadow,)
                }
                (Some(_), true) => quote!(#taken, #mutable #bar: impl #shadow,),
                (None, _) if p.host_float => quote!(#taken, #bar: impl #float,),
                (None, _) => quote!(#taken, #bar: impl ::core::marker::Sized,),
            }
        });
        quote!(#(#list)*)
    }

    /// The arguments of a call of a shadowed program from one that has `beside`.
    pub(super) fn forwarded(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            match p.real {
                true => quote!(#name, #bar,),
                false => quote!(#name, ::retrograde::__private::Discard,),
            }
        });
        quote!(#(#list)*)
    }

    pub(super) fn names(&self) -> TokenStream {
        let list = self.params.iter().map(|p| &p.name);
        quote!(#(#list),*)
    }

    /// The arguments reborrowed, for a body that calls more than once.
    pub(super) fn again(&self, bars: bool) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
            let primal = if mutable { quote!(&mut *#name) } else { quote!(#name) };
            match (bars, p.real) {
                (false, _) => quote!(#primal,),
                (true, true) if self.is_generic(p) => quote!(#primal, #bar,),
                (true, true) => quote!(#primal, &mut *#bar,),
                (true, false) => quote!(#primal, #bar,),
            }
        });
        quote!(#(#list)*)
    }
}

//! Parameters of a function's programs: as they are declared, with cotangents, with shadows, and as arguments of
//! further calls.
//!
//! Takes the parameters of the function, returns lists of parameters and of arguments. Law: all programs that
//! propagate cotangents have them in one order, each after its primal; an inactive parameter is followed by a shadow
//! only in programs that callers call with shadows.

use super::item::Item;
use super::spans::type_span;
use super::structure::{Names, vector_item};
use super::types::{cotangent_type, stripped};
use crate::ir::CalleeKind;
use crate::ir::print::owns;
use crate::ir::*;
use crate::ordinary::constants;
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
    pub(super) real: bool,
    /// True if it is a structure, contains structures or is a map, and carries cotangents.
    pub(super) structure: bool,
    /// True if it may be a constant by its type: it is of a named type, and no field of it is read.
    pub(super) by_type: bool,
    /// True for an array of numbers whose type is an alias or a name of the user: only rustc knows its shape.
    pub(super) is_named_array: bool,
    /// True for a value that may own memory: each program takes one.
    pub(super) given: bool,
    /// True for a function, whose shadow is that of what it captures.
    pub(super) captures: bool,
    /// True if it contains `f64` or `f32` in a function over another real type, and is not declared inactive.
    pub(super) host_float: bool,
}

impl Param {
    /// Returns the parameters of a function: `t` is its real type, `c` the type of cotangents.
    pub(super) fn all(stages: &Stages, t: &TokenStream, c: &Ident) -> Vec<Param> {
        let (function, names) = (&stages.function, Names { real: t, cotangent: c, by_type: false });
        let real = function.real.ident();
        let captured = function.params.iter().zip(&stages.adjoint.params);
        let captured: Vec<_> = captured.filter_map(|(p, (_, bar))| Some((p.captured_by?, *bar))).collect();
        function
            .params
            .iter()
            .zip(&stages.adjoint.params)
            .filter(|(p, _)| p.captured_by.is_none())
            .map(|(p, (_, bar))| {
                let v = &function.vars[p.var];
                let captures = captured.iter().find(|(by, _)| *by == p.var);
                let bar = captures.map_or(bar, |(_, bar)| bar);
                // The name of the cotangent in the body of the adjoint.
                let bar = match bar {
                    Some(bar) => stages.adjoint.vars[*bar].name.clone(),
                    None => stages.adjoint.vars.fresh(&format!("{}_bar", v.name)),
                };
                let of_rows = v.ty.of_foreign() || v.ty.is_map();
                let of_numbers = v.active && !of_rows && v.ty.depth() > 0;
                let by_type = stages.kind == CalleeKind::Free && is_by_type(function, p);
                let names = Names { by_type, ..names };
                let named = of_numbers.then(|| named_array(&p.written)).flatten();
                Param {
                    name: identifier(&v.name, v.span),
                    // That a structure has no shadow is reported once, at its type.
                    bar: if v.ty.is_closed() { identifier(&bar, type_span(&p.written)) } else { identifier(&bar, v.span) },
                    written: p.written.clone(),
                    cotangent: v.active.then(|| if of_rows {
                            let lent = names.lent(&p.written);
                            let tokens = quote_spanned!(type_span(&p.written)=> &mut #lent);
                            parse_quote!(#tokens)
                        } else { match &named {
                            Some(array) => {
                                let depth = v.ty.depth();
                                parse_quote!(&mut <#array as ::retrograde::__private::ZerosLike<#c, #depth>>::Lent)
                            }
                            None => cotangent_type(&p.written, real, c),
                        } }),
                    by_type,
                    is_named_array: named.is_some(),
                    role: v.role,
                    depth: v.ty.depth(),
                    real: v.active,
                    structure: v.active && v.ty.is_closed(),
                    given: function.options.language.is_ordinary()
                        && v.passing == Passing::Value
                        && (owns(&v.ty) || is_text(&v.ty)),
                    captures: captures.is_some(),
                    host_float: p.keeps_floats,
                }
            })
            .collect()
    }

    /// Returns the parameter as an argument of another program, where more than one program takes it.
    pub(super) fn given_again(&self) -> TokenStream {
        let name = &self.name;
        if self.given { quote!(::core::clone::Clone::clone(&#name)) } else { quote!(#name) }
    }

    /// Returns the declaration of the parameter; `self` has its own syntax.
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

/// True for a parameter of a named type of which an ordinary function reads no field.
fn is_by_type(function: &Function, param: &Parameter) -> bool {
    let is_field = |(var, _): (Var, &Variable)| {
        function.vars.root(var) == param.var && function.vars.field_path(var).is_some()
    };
    let v = &function.vars[param.var];
    function.options.language.is_ordinary()
        && (v.active, v.role) == (true, Role::Input)
        && matches!(v.ty, Type::Structure(Named::Written(_)))
        && constants::named(&param.written, &function.item.sig.generics).is_some()
        && !function.vars.iter().any(is_field)
}

/// Returns the name of an array type, if it is an alias or an associated type.
fn named_array(written: &syn::Type) -> Option<syn::Type> {
    let (inner, _) = stripped(written);
    let is_name =
        matches!(inner, syn::Type::Path(_)) && vector_item(&inner).is_none() && entry_types(&inner).is_none();
    is_name.then_some(inner)
}

/// Returns the level of a shadow with so many indices.
pub(super) fn level(depth: usize) -> TokenStream {
    let leaf = quote!(::retrograde::__private::Leaf);
    (0..depth).fold(leaf, |below, _| quote!(::retrograde::__private::Over<#below>))
}

impl Item<'_> {
    /// True if the shadow is generic; only state and scratch of the real type have a plain mutable reference.
    pub(super) fn is_generic(&self, p: &Param) -> bool {
        !p.real || p.role == Role::Input
    }

    /// Returns the parameters of the signature.
    pub(super) fn plain(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let taken = p.taken();
            quote!(#taken,)
        });
        quote!(#(#list)*)
    }

    /// Returns each primal followed by its cotangent, as a user passes them.
    pub(super) fn beside(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (taken, bar) = (p.taken(), &p.bar);
            let shadow = p.cotangent.as_ref().map(|c| quote!(#bar: #c,));
            quote!(#taken, #shadow)
        });
        quote!(#(#list)*)
    }

    /// Returns each primal followed by a shadow, as the adjoint of a caller passes them.
    pub(super) fn shadowed(&self) -> TokenStream {
        self.with_shadows_of(quote!(::retrograde::__private::NoneAsked))
    }

    /// Returns the same, if another program reports that the cotangent of a float would be lost: every caller of this
    /// program also calls that one. A function that passes its shadows on, or may do so in the `impl` of a trait, has
    /// the bounds of that program.
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

    /// Returns the same, with the bound `float` on the shadow of a float without cotangent.
    fn with_shadows_of(&self, float: TokenStream) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (taken, bar, c, t) = (p.taken(), &p.bar, &self.c, &self.t);
            let shadow = match p.depth {
                _ if p.structure => self.names_of(p).bound(&p.written),
                _ if p.captures => quote!(::retrograde::__private::Shadow<#t, #c>),
                0 => quote!(::retrograde::__private::Slot<#t, #c>),
                // That of a slice is understood.
                1 => quote!(::retrograde::__private::Shadow<#t, #c>),
                depth => {
                    let level = level(depth);
                    quote!(::retrograde::__private::Shadow<#t, #c, #level>)
                }
            };
            // Patterns are allowed only in functions with bodies.
            let mutable = self.has_body.then(|| quote!(mut));
            match (&p.cotangent, self.is_generic(p)) {
                (Some(c), false) => quote!(#taken, #bar: #c,),
                (Some(_), true) if p.structure => {
                    let at = type_span(&p.written);
                    quote_spanned!(at=> #taken, #mutable #bar: impl #shadow,)
                }
                (Some(_), true) => quote!(#taken, #mutable #bar: impl #shadow,),
                (None, _) if p.captures && self.carries => quote!(#taken, #mutable #bar: impl #shadow,),
                (None, _) if p.host_float => quote!(#taken, #bar: impl #float,),
                (None, _) => quote!(#taken, #bar: impl ::core::marker::Sized,),
            }
        });
        quote!(#(#list)*)
    }

    /// Returns the arguments of a call of a shadowed program from one whose parameters are `beside`.
    pub(super) fn forwarded(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (p.given_again(), &p.bar);
            if p.real { quote!(#name, #bar,) } else { quote!(#name, ::retrograde::__private::Discard,) }
        });
        quote!(#(#list)*)
    }

    pub(super) fn names(&self) -> TokenStream {
        let list = self.params.iter().map(Param::given_again);
        quote!(#(#list),*)
    }

    /// Returns the arguments reborrowed, for a body with several calls.
    pub(super) fn again(&self, bars: bool) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (p.given_again(), &p.bar);
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

/// True for a text that is not lent.
fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Exact(Exact::Written(ty)) if ty.scalar() == Some(Scalar::Text))
}

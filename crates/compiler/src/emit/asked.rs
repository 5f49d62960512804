//! Emits checks of the types of fields, which only rustc knows.
//!
//! The code never runs, and compiles only if fields have the assumed types: fields that are used as numbers must be
//! numbers. A field that is used as an exact value, and from which a real is computed
//! ([`crate::check::hidden::asked`]), must have no cotangent in the shadow of its structure. In a generic function a
//! number in a field may be an `f64` or `f32`, which only rustc knows: it is converted to the real type where it is
//! read.

use super::item::Item;
use super::spans::type_span;
use super::steps::Emitter;
use crate::ir::print::Printer;
use crate::ir::*;
use crate::sorted::Map;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// Fields without a cotangent, with the places where one would be lost.
pub(super) type Asked = Map<Var, Span>;

impl Item<'_> {
    /// Emits checks that fields that are used as numbers are numbers, with the places in the user's text.
    pub(super) fn kinds_of_fields(&self) -> TokenStream {
        let (function, t) = (&self.stages.function, &self.t);
        let printer = self.printer();
        let fields = function.vars.iter().filter_map(|(var, v)| {
            // If it is converted, rustc reports the error at each use.
            let is_lifted = matches!(function.real, RealType::Generic(_))
                && function.vars[function.vars.root(var)].role == Role::Input;
            let is_number = matches!(v.ty.leaf(), Type::Real)
                && function.vars.is_foreign_field(var)
                && !is_lifted
                && !function.vars.is_in_local_structure(var);
            let first = Projection::Index(Expr::integer(0));
            let path = vec![first; v.ty.depth()];
            is_number.then(|| (v.span, printer.place_path(&Place { path, ..Place::whole(var, v.span) })))
        });
        let checks: Vec<_> = fields
            .map(|(span, place)| match function.real {
                RealType::Generic(_) => {
                    quote_spanned!(span=> ::retrograde::__private::fields::number::<#t, _, _>(&#place);)
                }
                RealType::Concrete(_) => quote_spanned!(span=> let _: &#t = &#place;),
            })
            .collect();
        if checks.is_empty() || self.hollow { TokenStream::new() } else { quote!(if false { #(#checks)* }) }
    }

    /// The claim that other names of the real type and of arrays are such, said where they are written.
    pub(super) fn names_of_reals(&self) -> TokenStream {
        let each = self.stages.function.aliases.iter().map(|Alias { written, of }| {
            let is = match of {
                syn::Type::Path(of) if of.path.get_ident().is_some() => quote!(is),
                _ => quote!(is_array),
            };
            quote_spanned!(type_span(written)=> ::retrograde::__private::fields::#is::<#written, #of>();)
        });
        let real = match &self.stages.function.real {
            RealType::Concrete(real) if real != "f64" && real != "f32" => {
                quote_spanned!(real.span()=> ::retrograde::__private::fields::is_real::<#real>();)
            }
            RealType::Concrete(_) | RealType::Generic(_) => TokenStream::new(),
        };
        if self.hollow { TokenStream::new() } else { each.chain([real]).collect() }
    }

    /// The claim that fields which are taken for exact carry no cotangent.
    pub(super) fn asked_of_fields(&self) -> TokenStream {
        let function = &self.stages.function;
        let printer = self.printer();
        let params = function.params.iter().map(|param| param.var);
        params.map(|root| printer.asked(root, &self.asked)).collect()
    }
}

impl Emitter<'_> {
    /// Returns the cotangent of a field of a generic structure that the function makes; only rustc knows whether
    /// there is one.
    pub(super) fn held(&self, seed: &Place) -> Option<TokenStream> {
        let (t, c, of) = (self.of_field(seed)?, self.cotangent, self.printer.place_path(seed));
        Some(quote!(::retrograde::__private::fields::cotangent::<#t, #c, _>(#of)))
    }

    /// Returns the generic real type of the function, if a shadow belongs to a number in a field; only rustc knows
    /// whether the field has that type.
    pub(super) fn of_field(&self, shadow: &Place) -> Option<&syn::Ident> {
        let p = &self.printer;
        let Some(RealType::Generic(t)) = p.real.filter(|_| !p.readable && !self.is_by_hand()) else {
            return None;
        };
        let ty = &p.vars[shadow.base].ty;
        let is_number = p.vars.is_foreign_field(shadow.base)
            && matches!(ty.leaf(), Type::Real)
            && ty.depth() == shadow.path.len();
        is_number.then_some(t)
    }
}

impl Printer<'_> {
    /// Emits the checks of the fields of one variable, where it is in scope.
    pub(super) fn asked(&self, root: Var, asked: &Asked) -> TokenStream {
        let of_root = asked.iter().filter(|(field, _)| self.vars.root(**field) == root);
        let questions: Vec<_> = of_root.map(|(field, span)| self.question(root, *field, *span)).collect();
        if questions.is_empty() || self.readable {
            TokenStream::new()
        } else {
            quote! {
                if false {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::fields::{Behind as _, Plain as _, Shadowed as _};
                    #(#questions)*
                }
            }
        }
    }

    fn question(&self, root: Var, field: Var, span: Span) -> TokenStream {
        let first = Projection::Index(Expr::integer(0));
        let path = vec![first; self.vars[field].ty.depth()];
        let place = Place { path, ..Place::whole(field, span) };
        let layout = self.vars.layout(field);
        let elements = layout.iter().take_while(|segment| **segment == Segment::Element).count();
        let structure = match elements {
            // Otherwise the method of the reference would be called.
            0 if self.vars[root].passing != Passing::Value => {
                let name = self.ident(root, span);
                quote!(*#name)
            }
            _ => self.start_of(&place, elements),
        };
        let (value, way) = (self.place_path(&place), quote!(shadow));
        let way = self.steps_of(&place, way, elements, usize::MAX);
        quote_spanned! {span=>
            (&&&::retrograde::__private::fields::Fields::of(&#structure)).none_kept(&#value, |shadow| &#way);
        }
    }
}

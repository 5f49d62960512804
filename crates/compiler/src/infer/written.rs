//! Written types: the facts that follow from the tokens of a type.
//!
//! Law: all places with one written type share one row, so a fact about a field of `Camera<T>` at one place holds for
//! every `Camera<T>`.

use super::terms::{Holder, Row, Term, Ty, Written};
use super::unify::Unifier;
use crate::ir::is_exact_type;
use crate::ir::{RealType, entry_types};
use crate::sorted::Map;
use crate::syntax::paths::of_arguments;
use crate::syntax::read::is_function;
use crate::syntax::structures;
use crate::tokens::mentions;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use std::rc::Rc;

/// The context of a function that determines types.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The real type.
    pub real: RealType,
    /// The type parameters, including those of the block around a method.
    pub generics: syn::Generics,
    /// The meaning of `Self`.
    pub of: Option<syn::Type>,
    /// True if `self` has cotangents.
    pub active: bool,
    /// True if a trait declares the parameters of the function.
    pub of_trait: bool,
}

impl Setting {
    /// True if `f64` is a type besides the real type.
    pub fn is_generic(&self) -> bool {
        matches!(self.real, RealType::Generic(_))
    }

    /// True if a type contains no real: it names none of the type parameters, of which the real type is one.
    pub fn holds_no_reals(&self, ty: &syn::Type) -> bool {
        let RealType::Generic(real) = &self.real else { return false };
        let tokens = ty.to_token_stream();
        let itself = |tokens: &TokenStream| mentions(tokens, &format_ident!("Self"));
        let of = match (itself(&tokens), &self.of) {
            _ if self.of_trait => return false,
            (false, _) => TokenStream::new(),
            (true, Some(of)) if !self.active => of.to_token_stream(),
            (true, _) => return false,
        };
        let hides = |name: &str| mentions(&tokens, &format_ident!("{name}"));
        let params = || self.generics.type_params();
        params().any(|param| param.ident == *real)
            && !params().any(|param| mentions(&tokens, &param.ident) || mentions(&of, &param.ident))
            && !["impl", "dyn", "_"].into_iter().any(hides)
            && !itself(&of)
    }
}

/// The types in the source so far.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) rows: Map<String, Ty>,
    /// True while types are read that stand elsewhere in the crate: the function may know no name of them.
    is_elsewhere: bool,
}

impl Named {
    /// Returns the type of a type in the source.
    pub(super) fn ty(&mut self, ty: &syn::Type, setting: &Setting, types: &mut Unifier) -> Ty {
        let sequence = |this: &mut Named, holder: Holder, item: &syn::Type, types: &mut Unifier| {
            let item = this.ty(item, setting, types);
            types.add(Term::Sequence(holder, item))
        };
        match ty {
            syn::Type::Infer(_) => types.fresh(),
            syn::Type::Paren(p) => self.ty(&p.elem, setting, types),
            syn::Type::Group(g) => self.ty(&g.elem, setting, types),
            syn::Type::Reference(r) => self.ty(&r.elem, setting, types),
            syn::Type::Array(a) => {
                sequence(self, Holder::Array(Written::new(a.len.to_token_stream())), &a.elem, types)
            }
            syn::Type::Slice(s) => sequence(self, Holder::Slice, &s.elem, types),
            syn::Type::Tuple(t) => {
                let fields: Map<String, Ty> = t
                    .elems
                    .iter()
                    .enumerate()
                    .map(|(i, part)| (i.to_string(), self.ty(part, setting, types)))
                    .collect();
                types.add(Term::Row(Row { fields, is_tuple: true, ..Row::default() }))
            }
            other if is_function(other, &setting.generics) => types.add(Term::Function),
            syn::Type::Path(p) => {
                if p.path.is_ident(setting.real.ident()) {
                    return types.add(Term::Real);
                }
                if let Some(number) = crate::syntax::numbers::number_over(&setting.real, &p.path) {
                    return types.add(Term::Number(number));
                }
                if let (true, Some(of)) = (p.path.is_ident("Self"), &setting.of) {
                    return self.ty(of, &Setting { of: None, ..setting.clone() }, types);
                }
                let tokens = ty.to_token_stream();
                if is_exact_type(ty) || p.path.is_ident("String") {
                    return types.add(Term::Exact(Some(Written::new(tokens))));
                }
                if let Some((key, item)) = entry_types(ty) {
                    let (key, item) = (self.ty(key, setting, types), self.ty(item, setting, types));
                    return types.add(Term::Map(key, item, Rc::new(ty.clone())));
                }
                match item_of_vector(p) {
                    Some(item) => sequence(self, Holder::Vec, item, types),
                    None => {
                        let named = self.named(tokens, types);
                        if setting.is_generic() && mentions(ty, setting.real.ident()) {
                            types.note(named, |uses| uses.structure = true);
                        }
                        named
                    }
                }
            }
            other => self.named(other.to_token_stream(), types),
        }
    }

    fn named(&mut self, tokens: proc_macro2::TokenStream, types: &mut Unifier) -> Ty {
        let written = Written::new(tokens);
        let text = written.text().to_string();
        // Spaces are those of the source, and what stands elsewhere has others.
        let is_it = |(known, _): &(&String, &Ty)| {
            known.chars().filter(|c| *c != ' ').eq(text.chars().filter(|c| *c != ' '))
        };
        let before = self.rows.get(&text).or_else(|| Some(self.rows.iter().find(is_it)?.1)).copied();
        if before.is_some() && self.is_elsewhere {
            return before.unwrap_or_else(|| types.fresh());
        }
        let is_known = structures::is_known_name(&text);
        let is_meant = is_known && structures::is_meant(&text);
        let (known, path) = (is_known.then(|| text.clone()), (!self.is_elsewhere).then_some(written));
        let ty = types.add(Term::Row(Row { path, known, ..Row::default() }));
        types.note(ty, |uses| uses.structure = is_meant);
        match before {
            Some(before) => types.unify(before, ty),
            None => drop(self.rows.insert(text, ty)),
        }
        ty
    }

    /// The type of a type that is written elsewhere in the crate.
    pub(super) fn elsewhere(&mut self, ty: &syn::Type, setting: &Setting, types: &mut Unifier) -> Ty {
        let outer = std::mem::replace(&mut self.is_elsewhere, true);
        let ty = self.ty(ty, setting, types);
        self.is_elsewhere = outer;
        ty
    }
}

fn item_of_vector(p: &syn::TypePath) -> Option<&syn::Type> {
    of_arguments(&p.path.segments.last().filter(|last| last.ident == "Vec")?.arguments)
}

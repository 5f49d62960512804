//! Kinds of what a closure captures: a number or some numbers, an integer, an array.
//!
//! The kind is that of the written type; where none is written, that of the uses. Law: the function that computes the closure binds
//! it with its type, so rustc refuses what was taken for another kind.

use super::uses::Use;
use crate::ordinary::functions::is_number;
use crate::ordinary::sequence::Sequence;
use crate::ordinary::sequence::heads::number_of;
use crate::sorted::{Map, Set};
use crate::syntax::paths::{argument_of, called};
use crate::syntax::read::{behind, name_of};
use crate::syntax::seek::each_local;
use crate::syntax::structures;
use crate::syntax::visit::{self, Visit};
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::{Expr, Pat, Type, parse_quote, parse_quote_spanned};

/// The largest count of numbers of an array or a tuple that is captured number by number.
const SHORT: usize = 16;

/// The kind of what is captured.
pub(super) enum Kind {
    /// A number, or an array or tuple of so many, by reference or not.
    Parts { ty: Type, lent: bool },
    /// An integer or a truth value.
    Exact(Type),
    /// Numbers, owned or lent.
    Items { owned: bool },
}

/// The reason why something is not captured.
pub(in super::super) enum Kept {
    /// Nothing tells how it consists of numbers.
    Unknown,
    /// It is a function.
    Function,
    /// It is an integer that no float holds.
    Large,
}

/// The count of the numbers of which a type consists, as far as text tells.
fn length_of(ty: &Type, real: &Ident) -> Option<usize> {
    match ty {
        ty if is_number(ty, real) => Some(1),
        Type::Array(array) => Some(number_of(&array.len)? * length_of(&array.elem, real)?),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            tuple.elems.iter().map(|ty| length_of(ty, real)).sum()
        }
        _ => None,
    }
}

/// Takes a value apart, and makes it again of what is captured.
pub(super) struct Parts<'a> {
    pub(super) captured: &'a Ident,
    pub(super) at: usize,
    pub(super) numbers: &'a mut Vec<Expr>,
}

impl Parts<'_> {
    /// Adds the numbers of a value; returns the expression that makes it of what is captured.
    pub(super) fn of(&mut self, ty: &Type, path: TokenStream) -> TokenStream {
        let (captured, span) = (self.captured, self.captured.span());
        match ty {
            Type::Array(array) => {
                let parts = (0..number_of(&array.len).unwrap_or(0))
                    .map(|i| self.of(&array.elem, quote_spanned!(span=> #path[#i])));
                let parts: Vec<TokenStream> = parts.collect();
                quote_spanned!(span=> [#(#parts),*])
            }
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate().map(|(i, ty)| {
                    let i = syn::Index::from(i);
                    self.of(ty, quote_spanned!(span=> #path.#i))
                });
                let parts: Vec<TokenStream> = parts.collect();
                quote_spanned!(span=> (#(#parts,)*))
            }
            _ => {
                let at = self.at;
                self.numbers.push(parse_quote_spanned!(span=> #path));
                self.at += 1;
                quote_spanned!(span=> #captured[#at])
            }
        }
    }
}

/// Returns the types that parameters and locals are declared with.
pub(in super::super) fn declared(item: &syn::ItemFn) -> Map<String, Type> {
    struct Declared(Map<String, Type>);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
            if let Pat::Ident(name) = &*typed.pat {
                self.0.insert(name.ident.to_string(), (*typed.ty).clone());
            }
            visit::visit_pat_type(self, typed);
        }
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
                let ty: Option<Type> = match &*init.expr {
                    Expr::MethodCall(call) if call.method == "len" => Some(parse_quote!(usize)),
                    Expr::MethodCall(copy) if copy.method == "clone" => {
                        let of = name_of(&copy.receiver).and_then(|of| self.0.get(&of));
                        of.map(|ty| behind(ty).clone()).filter(structures::is_known)
                    }
                    Expr::Cast(cast) => Some((*cast.ty).clone()),
                    Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(_), .. }) => Some(parse_quote!(bool)),
                    Expr::Struct(syn::ExprStruct { path, .. }) => Some(parse_quote!(#path)),
                    made => called(made).and_then(|(path, _)| structures::value_at(path)),
                };
                self.0.extend(ty.map(|ty| (name.ident.to_string(), ty)));
            }
            visit::visit_local(self, local);
        }
        fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
            if let (Pat::Ident(name), Expr::Range(_)) = (&*each.pat, &*each.expr) {
                self.0.insert(name.ident.to_string(), parse_quote!(usize));
            }
            visit::visit_expr_for_loop(self, each);
        }
    }
    let mut declared = Declared(Map::new());
    item.sig.inputs.iter().for_each(|input| declared.visit_fn_arg(input));
    declared.visit_block(&item.block);
    declared.0
}

/// Returns the locals that start at an integer without a type.
pub(in super::super) fn integers(item: &syn::ItemFn) -> Set<String> {
    let mut integers = Set::new();
    let at = |local: &syn::Local| {
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return };
        let value = crate::ordinary::sequence::statements::first_value(&init.expr);
        let start = crate::ordinary::sequence::places::start_like(&value);
        if matches!(&start, Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(_), .. })) {
            integers.insert(name.ident.to_string());
        }
    };
    each_local(at, |visitor| visitor.visit_block(&item.block));
    integers
}

impl Sequence<'_> {
    /// The kind of what is captured, by its type or else by its uses; the reason if it is no number and no array of them.
    pub(super) fn kind_of(&self, name: &str, of: &Use) -> Result<Kind, Kept> {
        let real = &self.real;
        let exact = |ty: Type| if real == "f64" { Ok(Kind::Exact(ty)) } else { Err(Kept::Large) };
        if self.functions.iter().any(|function| function.name == name) {
            return Err(Kept::Function);
        }
        let ty = if of.fields.is_empty() { self.declared.get(name) } else { None };
        let Some(ty) = ty.filter(|ty| !matches!(ty, Type::Infer(_))) else {
            if name == "self" {
                return Err(Kept::Unknown);
            }
            if of.is_array || self.vectors.contains(name) {
                return Ok(Kind::Items { owned: !of.is_reference });
            }
            let is_whole =
                self.whole.contains(name) || self.cast.contains(name) || self.integers.contains(name);
            return match (of.fields.is_empty(), of.is_power, is_whole) {
                (_, true, _) => exact(parse_quote!(i32)),
                (true, false, true) if self.integers.contains(name) && !self.whole.contains(name) => {
                    exact(parse_quote!(i32))
                }
                (true, false, true) => exact(parse_quote!(usize)),
                _ => Ok(Kind::Parts { ty: parse_quote!(#real), lent: of.is_reference }),
            };
        };
        let (inner, lent) = match ty {
            Type::Reference(lent) => (&*lent.elem, true),
            other => (other, false),
        };
        if length_of(inner, real).is_some_and(|length| length <= SHORT) {
            return Ok(Kind::Parts { ty: inner.clone(), lent });
        }
        match inner {
            Type::Slice(syn::TypeSlice { elem, .. }) | Type::Array(syn::TypeArray { elem, .. })
                if is_number(elem, real) =>
            {
                Ok(Kind::Items { owned: false })
            }
            Type::Path(path) => {
                const EXACT: [&str; 9] = ["usize", "isize", "u8", "u16", "u32", "i8", "i16", "i32", "bool"];
                const LARGE: [&str; 4] = ["u64", "i64", "u128", "i128"];
                let is_one = |of: &[&str]| of.iter().any(|name| path.path.is_ident(name));
                match argument_of(inner, &["Vec"]) {
                    Some(item) => {
                        let known = is_number(item, real) || matches!(item, Type::Infer(_)) && of.is_array;
                        if known { Ok(Kind::Items { owned: !lent }) } else { Err(Kept::Unknown) }
                    }
                    _ if is_one(&EXACT) && !lent => exact(inner.clone()),
                    _ if is_one(&LARGE) => Err(Kept::Large),
                    _ => Err(Kept::Unknown),
                }
            }
            _ => Err(Kept::Unknown),
        }
    }
}

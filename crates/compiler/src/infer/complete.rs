//! Written types with a part that is left out, `Vec<_>`: the type that the uses of the local tell.
//!
//! Law: what is written here is what rustc would infer; a part of which nothing tells the type is of the real type.

use super::report::Table;
use super::terms::{Holder, Term, Ty};
use crate::ir::{RealType, entry_types, with_entries};
use crate::sorted::{Map, Set};
use crate::syntax::read::is_empty_vector;
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use syn::{Type, parse_quote};

/// Completes the types of locals; true if there was one that was not complete.
pub(crate) fn completed(item: &mut syn::ItemFn, table: &Table, real: &RealType) -> bool {
    let has_witness = super::witness::add(&mut item.block, &item.sig, table);
    let mut complete = Complete { table, real, any: has_witness };
    complete.visit_block_mut(&mut item.block);
    complete.any
}

struct Complete<'a> {
    table: &'a Table,
    real: &'a RealType,
    any: bool,
}

impl VisitMut for Complete<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            let ty = self.table.of(&crate::resolve::key(name));
            let ty = ty.filter(|ty| {
                let (is_default, is_vector) = (is_default(&init.expr), self.table.is_vector(*ty));
                match is_vector {
                    true if crate::resolve::is_unknown(&init.expr) => true,
                    true if name.mutability.is_some() && copies(&init.expr) => {
                        matches!(self.table.term(self.table.leaf(*ty)), Term::Exact(Some(_)))
                    }
                    true => {
                        let is_grid = is_empty_vector(&init.expr) && self.table.holds_grids(*ty);
                        is_default || is_grid || holds_empty(&init.expr)
                    }
                    false => is_default && self.table.is_told(*ty),
                }
            });
            if let Some(ty) = ty.and_then(|ty| self.table.as_written(ty, self.real, DEPTH)) {
                (local.pat, self.any) = (syn::Pat::Type(parse_quote!(#name: #ty)), true);
            }
            return;
        }
        let syn::Pat::Type(typed) = &mut local.pat else { return };
        let syn::Pat::Ident(name) = &*typed.pat else { return };
        if !is_open(&typed.ty) {
            return;
        }
        let ty = self.table.of(&crate::resolve::key(name));
        if let Some(ty) = ty.and_then(|ty| self.table.as_written(ty, self.real, DEPTH)) {
            (*typed.ty, self.any) = (ty, true);
        }
    }
}

/// The largest depth of a type: one that contains itself is not a type of Rust.
const DEPTH: usize = 16;

impl Table {
    /// Returns a type as it is written; nothing where only a place of it is known.
    fn as_written(&self, ty: Ty, real: &RealType, depth: usize) -> Option<Type> {
        let depth = depth.checked_sub(1)?;
        Some(match self.term(ty) {
            Term::Unknown if self.uses(ty).discrete || self.uses(ty).receiver => return None,
            Term::Unknown | Term::Float | Term::Real => {
                let real = real.ident();
                parse_quote!(#real)
            }
            Term::Integer | Term::Exact(None) => parse_quote!(_),
            Term::Exact(Some(written)) if written.text() == "str" => parse_quote!(&str),
            Term::Exact(Some(written)) => syn::parse2(written.tokens.clone()).ok()?,
            Term::Sequence(Holder::Vec, item) => {
                let item = self.as_written(*item, real, depth)?;
                parse_quote!(Vec<#item>)
            }
            Term::Sequence(Holder::Array(length), item) => {
                let (item, length) = (self.as_written(*item, real, depth)?, &length.tokens);
                parse_quote!([#item; #length])
            }
            Term::Sequence(Holder::Slice | Holder::Open, _) | Term::Function => return None,
            Term::Map(key, item, written) => self.map_written(*key, *item, written, real, depth),
            Term::Number(_) => return None,
            Term::Row(row) if row.is_tuple => {
                let parts = (0..row.fields.len()).map(|at| row.fields.get(&at.to_string()));
                // No program but the function has all uses of a part, so that it says the type that rustc takes where none shows one.
                let parts = parts.map(|part| match self.term(*part?) {
                    Term::Integer => Some(parse_quote!(i32)),
                    _ => self.as_written(*part?, real, depth),
                });
                let parts = parts.collect::<Option<Vec<Type>>>()?;
                parse_quote!((#(#parts),*))
            }
            Term::Row(row) => {
                let written = row.path.as_ref().or(row.made.as_ref());
                match (written, &row.known) {
                    (Some(written), _) => syn::parse2(written.tokens.clone()).ok()?,
                    (None, known) => syn::parse_str(known.as_ref()?).ok()?,
                }
            }
        })
    }

    /// The type of a map, with those of its keys and values that are left out.
    fn map_written(&self, key: Ty, item: Ty, written: &Type, real: &RealType, depth: usize) -> Type {
        let part = |ty: Ty, written: &Type| match (is_open(written), self.term(ty)) {
            (false, _) => written.clone(),
            // The type that rustc takes where nothing shows another one.
            (true, Term::Integer) => parse_quote!(i32),
            (true, _) => self.as_written(ty, real, depth).unwrap_or_else(|| written.clone()),
        };
        let Some((of_key, of_item)) = entry_types(written) else { return written.clone() };
        // A key is no number of the real type.
        let key = match self.term(key) {
            Term::Unknown | Term::Real | Term::Float => of_key.clone(),
            _ => part(key, of_key),
        };
        with_entries(written, key, part(item, of_item))
    }

    /// True for a tuple of which all parts are known.
    fn is_known_tuple(&self, ty: Ty) -> bool {
        let is_known = |part: &Ty| !matches!(self.term(self.leaf(*part)), Term::Unknown | Term::Exact(None));
        matches!(self.term(ty), Term::Row(row) if row.is_tuple && row.fields.values().all(is_known))
    }

    /// True for a type that is known as a whole: of integers and the like, of a tuple, or of a structure whose name is written.
    fn is_told(&self, ty: Ty) -> bool {
        let is_exact = matches!(self.term(ty), Term::Exact(Some(_)));
        is_exact || self.is_known_tuple(ty) || self.is_named(ty)
    }

    /// True for a structure of which a part is named, and whose name is written in the function.
    fn is_named(&self, ty: Ty) -> bool {
        matches!(self.term(ty), Term::Row(row) if !row.is_tuple && !row.fields.is_empty() && row.path.is_some())
    }

    /// True for a vector whose items are arrays or vectors of such.
    fn holds_grids(&self, ty: Ty) -> bool {
        let item = |ty: Ty| match self.term(ty) {
            Term::Sequence(_, item) => Some(*item),
            _ => None,
        };
        item(ty).and_then(item).and_then(item).is_some()
    }

    /// True for a vector, and for an array of a known length.
    fn is_vector(&self, ty: Ty) -> bool {
        matches!(self.term(ty), Term::Sequence(Holder::Vec | Holder::Array(_), _))
    }
}

impl Table {
    /// Returns the written types that are names of arrays or vectors, and these as they are written out: their values are indexed, and
    /// the function makes or holds one, or hands its items on. Of a length and of items that nothing tells rustc is asked.
    pub(crate) fn names_of_arrays(
        &self,
        owned: &Set<String>,
        real: &RealType,
        is_ordinary: bool,
    ) -> Map<String, Type> {
        let named = self.named.iter().filter_map(|(text, ty)| {
            let Term::Row(row) = self.term(*ty) else { return None };
            let item = row.item.filter(|_| row.fields.is_empty())?;
            if row.holder.is_none() && !owned.contains(text) && !self.is_open(self.leaf(item)) {
                return None;
            }
            // A reversible function takes arrays of numbers by their names.
            if !is_ordinary && !matches!(self.term(self.leaf(item)), Term::Integer | Term::Exact(_)) {
                return None;
            }
            let name: Type = syn::parse_str(text).ok()?;
            Some((text.clone(), self.array_written(&name, row.holder.as_ref(), item, real, DEPTH)?))
        });
        named.collect()
    }

    /// True for a type of which nothing tells that it is a number.
    fn is_open(&self, ty: Ty) -> bool {
        let uses = self.uses(ty);
        matches!(self.term(ty), Term::Unknown | Term::Row(_)) && !uses.real && !uses.number && !uses.discrete
    }

    /// An array or a vector as it is written, by a name that it has.
    fn array_written(
        &self,
        name: &Type,
        holder: Option<&Holder>,
        item: Ty,
        real: &RealType,
        depth: usize,
    ) -> Option<Type> {
        let depth = depth.checked_sub(1)?;
        let of: Type = parse_quote!(<#name as ::retrograde::__private::fields::Items>::Item);
        let is_vector = matches!(holder, Some(Holder::Vec));
        let written = match self.term(item) {
            // A vector may hold arrays or vectors.
            Term::Sequence(Holder::Open | Holder::Slice, _) if is_vector => of,
            Term::Sequence(inner, item) => self.array_written(&of, Some(inner), *item, real, depth)?,
            Term::Integer | Term::Exact(None) => of,
            _ if self.is_open(item) && self.uses(item).handed => of,
            _ => self.as_written(item, real, depth).unwrap_or(of),
        };
        Some(match holder {
            Some(Holder::Vec) => parse_quote!(Vec<#written>),
            Some(Holder::Array(length)) => {
                let length = &length.tokens;
                parse_quote!([#written; #length])
            }
            Some(Holder::Open | Holder::Slice) | None => {
                parse_quote!([#written; <#name as ::retrograde::__private::fields::Counted>::COUNT])
            }
        })
    }
}

/// True for `v.clone()` and `v.to_vec()`.
fn copies(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::MethodCall(call) if crate::ir::is_of(&call.method, crate::ir::Methods::Copies))
}

/// True for an array with a vector in it that starts empty.
fn holds_empty(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Array(list) if list.elems.iter().any(is_empty_vector))
}

/// True for a type with a part that is left out.
fn is_open(ty: &Type) -> bool {
    tokens::has(ty, &["_"])
}

/// True for `Default::default()`, of which rustc must learn the type.
fn is_default(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Call(call) if quote::ToTokens::to_token_stream(&call.func).to_string() == "Default :: default")
}

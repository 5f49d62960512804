//! Patterns that destructure tuples, structures and arrays: `let (u, v) = (e, f);`, `let Vec3 { x, y, .. } = p;`,
//! `let [x, y] = points[i];`.
//!
//! A tuple of values becomes one `let` for each. The fields of a structure and the elements of an array become names
//! for their places, like the references that Rust binds; a place that is read through `*` or passed by value is
//! copied, so for state that changes it becomes a `let` for each field. Law: no name of the pattern occurs in the
//! values with another meaning.

use super::place::extend;
use super::structure::Made;
use super::{Lowering, Meaning, fields, names};
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::Extent;
use crate::sorted::Set;
use crate::syntax::numbers;
use crate::syntax::paths::last;
use crate::syntax::read::unlent;
use crate::syntax::seek::each_name;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// The parts of a pattern, or the values of a tuple.
type Parts<T> = syn::punctuated::Punctuated<T, syn::Token![,]>;

impl Lowering {
    /// True if a `let` destructures a value that the language knows; its statements are then added to `pending`.
    pub(super) fn taken_apart(&mut self, local: &syn::Local) -> bool {
        let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else { return false };
        if self.split(&local.pat, &init.expr) {
            return true;
        }
        match (&local.pat, &*init.expr) {
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                let one_by_one = self.one_by_one(local, &pats.elems, &values.elems);
                one_by_one || self.returned_apart(&local.pat, None, &init.expr)
            }
            (syn::Pat::Slice(pats), syn::Expr::Array(values)) if pats.elems.len() == values.elems.len() => {
                self.one_by_one(local, &pats.elems, &values.elems)
            }
            (syn::Pat::Slice(_), value) => match self.quiet_place(unlent(value)) {
                Some(place) if self.type_of(&place).depth() > 0 => {
                    let passing = self.held(value, &place);
                    self.part(&local.pat, place, passing);
                    true
                }
                _ => self.called_apart(&local.pat, value),
            },
            (syn::Pat::Tuple(_) | syn::Pat::Struct(_) | syn::Pat::TupleStruct(_), value) => {
                match self.quiet_place(unlent(value)) {
                    Some(place) if self.type_of(&place).is_whole() => {
                        let passing = self.held(value, &place);
                        self.part(&local.pat, place, passing);
                        true
                    }
                    _ => self.number_apart(&local.pat, value) || self.returned_apart(&local.pat, None, value),
                }
            }
            // The array itself determines the type of the elements.
            (syn::Pat::Type(p), _) if matches!(*p.pat, syn::Pat::Slice(_)) => {
                self.taken_apart_as((*p.pat).clone(), local, &init.expr)
            }
            (syn::Pat::Type(p), value) if matches!(*p.pat, syn::Pat::Tuple(_)) => match value {
                syn::Expr::Tuple(_) => self.taken_apart_as(typed_apart(p), local, &init.expr),
                _ => self.returned_apart(&p.pat, Some(&p.ty), value),
            },
            _ => false,
        }
    }

    /// Lowers a `let` with another pattern.
    fn taken_apart_as(&mut self, pat: syn::Pat, local: &syn::Local, value: &syn::Expr) -> bool {
        let local = syn::Local { pat, ..local.clone() };
        let Some(init) = &local.init else { return false };
        self.copy(value, &init.expr, |this| this.taken_apart(&local))
    }

    /// The way in which a destructured place binds: as the name does that stands for it, or as the expression says.
    fn held(&self, e: &syn::Expr, place: &Place) -> Passing {
        match self.meaning(e) {
            Some(super::Meaning::View(_, passing)) if self.language.is_ordinary() => *passing,
            _ => held(e, place, &self.vars),
        }
    }

    /// Lowers one `let` for each value, unless a name of the pattern has another meaning in the values.
    fn one_by_one(&mut self, local: &syn::Local, pats: &Parts<syn::Pat>, values: &Parts<syn::Expr>) -> bool {
        let (mut bound, mut read) = (Set::new(), Set::new());
        names(pats.to_token_stream(), &mut bound, &mut Set::new());
        names(values.to_token_stream(), &mut read, &mut Set::new());
        let apart = bound.is_disjoint(&read);
        for (pat, value) in pats.iter().zip(values).filter(|_| apart) {
            let init =
                local.init.clone().map(|init| syn::LocalInit { expr: Box::new(value.clone()), ..init });
            let one = syn::Local { pat: pat.clone(), init, ..local.clone() };
            let Some(init) = &one.init else { continue };
            let stmt = self.copy(value, &init.expr, |this| this.local(&one));
            self.pending.extend(stmt);
        }
        apart
    }

    /// Binds a new value, and destructures it.
    fn apart(&mut self, pat: &syn::Pat, var: Var, made: Expr, span: Span) -> bool {
        self.pending.push(Stmt::Bind(Binding::new(var, made, span)));
        self.part(pat, Place::whole(var, span), Passing::Value);
        true
    }

    /// Destructures the array that a function returns, with as many elements as there are names.
    fn called_apart(&mut self, pat: &syn::Pat, value: &syn::Expr) -> bool {
        let syn::Pat::Slice(parts) = pat else { return false };
        let is_call = matches!(value, syn::Expr::Call(_) | syn::Expr::MethodCall(_));
        let open = parts.elems.iter().any(is_rest);
        if !is_call || open {
            return false;
        }
        let made = self.real_value(value);
        if !matches!(made, Expr::Call(..)) {
            return false;
        }
        let length = parts.elems.len();
        let ty = Type::Array(Box::new(Type::Real), Constant::typed(length, IntegerType::Usize));
        let var = self.declare("value", pat.span(), ty, Role::Binding);
        self.apart(pat, var, made, value.span())
    }

    /// Destructures a value by the pattern of a number: `let Complex { re, im } = z * w;`.
    fn number_apart(&mut self, pat: &syn::Pat, value: &syn::Expr) -> bool {
        let syn::Pat::Struct(syn::PatStruct { path, .. }) = pat else { return false };
        let Some(number) = numbers::by_name(&last(path)) else { return false };
        let made = self.real_value(value);
        let made = self.as_number(made, number, value);
        let name = first_name(pat).unwrap_or_else(|| "value".to_string());
        let var = self.declare(&name, pat.span(), number.into(), Role::Binding);
        self.apart(pat, var, made, value.span())
    }

    /// Destructures the result of a function, or another new structure.
    fn returned_apart(&mut self, pat: &syn::Pat, written: Option<&syn::Type>, value: &syn::Expr) -> bool {
        let way = fields::of_pattern(pat);
        let made = match self.made(value, written, way.clone()) {
            // A destructured value has parts, whether they are used or not.
            None => self.returned(value, written.map(|ty| self.structure_type(ty)), way),
            made => made,
        };
        let Some(Made { value: made, ty, way }) = made else { return false };
        let ty = match (ty, pat) {
            // After `..`, only rustc knows the number of parts.
            (Type::Unknown, syn::Pat::Tuple(parts)) if !parts.elems.iter().any(is_rest) => {
                let parts = parts.elems.iter().map(|_| quote!(_));
                Type::Structure(Named::Written(Rc::new(syn::parse_quote!((#(#parts,)*)))))
            }
            (ty, _) => ty,
        };
        let name = first_name(pat).unwrap_or_else(|| "value".to_string());
        let var = self.declare(&name, pat.span(), ty, Role::Binding);
        self.structure_declared(var, &made, way);
        let open = matches!(pat, syn::Pat::Tuple(parts) if parts.elems.iter().any(is_rest));
        if open || matches!(pat, syn::Pat::TupleStruct(_)) {
            self.no_tuples.insert(var);
        }
        if let Some(syn::Type::Tuple(types)) = written {
            self.fields_as_written(var, types, value);
        }
        self.apart(pat, var, made, value.span())
    }

    /// Declares the field variables of a tuple whose type is written.
    fn fields_as_written(&mut self, root: Var, types: &syn::TypeTuple, value: &syn::Expr) {
        for (i, ty) in types.elems.iter().enumerate() {
            let layout = vec![Segment::Field(i.to_string())];
            let of = self.vars[root].clone();
            if self.vars.find_field(root, &layout).is_none() && !matches!(ty, syn::Type::Infer(_)) {
                let ty = self.structure_type(ty);
                let variable = Variable { span: value.span(), ty, passing: Passing::Value, ..of };
                self.vars.add_field(FieldPath { root, layout }, variable);
            }
        }
    }

    /// Binds a pattern to a place.
    pub(super) fn part(&mut self, pat: &syn::Pat, place: Place, passing: Passing) {
        match pat {
            syn::Pat::Ident(name) => self.named_part(name, place, passing),
            syn::Pat::Paren(p) => self.part(&p.pat, place, passing),
            syn::Pat::Type(p) => self.part(&p.pat, place, passing),
            syn::Pat::Reference(p) => self.part(&p.pat, place, passing),
            syn::Pat::Struct(p) => {
                for field in &p.fields {
                    self.member(&field.pat, &place, &field.member, passing);
                }
            }
            syn::Pat::Tuple(syn::PatTuple { elems, .. })
            | syn::Pat::TupleStruct(syn::PatTupleStruct { elems, .. }) => {
                let count = match &self.type_of(&place) {
                    Type::Structure(Named::Written(ty)) => parts_of(ty),
                    _ => None,
                };
                let Some(named) = self.positions(pat, elems, count) else { return };
                for (i, inner) in named {
                    let index = syn::Index { index: i as u32, span: inner.span() };
                    self.member(inner, &place, &syn::Member::Unnamed(index), passing);
                }
            }
            syn::Pat::Slice(syn::PatSlice { elems, .. }) => {
                let named = elems.iter().filter(|part| !is_rest(part)).count();
                if !self.has_elements(pat, &place, named, named < elems.len()) {
                    return self.stand_ins(pat);
                }
                let count = match &self.type_of(&place) {
                    Type::Array(_, length) => length.as_usize(),
                    _ => None,
                };
                let Some(named) = self.positions(pat, elems, count) else { return };
                for (i, inner) in named {
                    let index = Projection::Index(super::iterate::number(i));
                    self.part(inner, extend(place.clone(), index), passing);
                }
            }
            syn::Pat::Wild(_) => {}
            other => {
                self.outside(other.span(), "this pattern is not part of the language", "name the field");
                self.stand_ins(other);
            }
        }
    }

    /// Returns the parts that a pattern names, with their positions. Those after `..` are counted from the end, so the number
    /// of all parts must be known.
    fn positions<'p>(
        &mut self,
        pat: &syn::Pat,
        parts: &'p Parts<syn::Pat>,
        count: Option<usize>,
    ) -> Option<Vec<(usize, &'p syn::Pat)>> {
        let Some(rest) = parts.iter().position(is_rest) else {
            return Some(parts.iter().enumerate().collect());
        };
        let after = parts.len() - (rest + 1);
        let skipped = match count {
            Some(count) => count.checked_sub(rest + after),
            None => (after == 0).then_some(0),
        };
        let Some(skipped) = skipped else {
            let help = match pat {
                syn::Pat::Tuple(_) => {
                    "write the type, `let (a, .., c): (f64, f64, f64) = …`, or name all parts: `(a, _, c)`"
                }
                _ => "name all parts: `(a, _, c)`",
            };
            self.outside(pat.span(), "the positions of parts after `..` are unknown", help);
            self.stand_ins(pat);
            return None;
        };
        let named = parts.iter().enumerate().filter(|(_, part)| !is_rest(part));
        Some(named.map(|(i, part)| (if i < rest { i } else { i - 1 + skipped }, part)).collect())
    }

    /// True if an array is known to have as many elements as a pattern binds.
    fn has_elements(&mut self, pat: &syn::Pat, place: &Place, named: usize, more: bool) -> bool {
        let length = match self.type_of(place) {
            Type::Array(_, length) => length,
            // rustc knows the length of a field.
            Type::Slice(_) if self.vars.field_path(place.base).is_some() => return true,
            _ => {
                let message = "the number of elements is not known at compile time";
                self.outside(Extent::of(pat), message, "take them by their indices: `let a = xs[0];`");
                return false;
            }
        };
        match length.as_usize() {
            Some(length) if length == named || (length > named && more) => true,
            Some(length) => {
                let message = format!("this pattern takes {named} elements out of an array of {length}");
                self.outside(
                    Extent::of(pat),
                    message,
                    "name as many as there are, and end it with `..` where some are left",
                );
                false
            }
            None => {
                let length = shown(&length);
                let message =
                    format!("the length `{length}` does not show whether there are {named} elements");
                self.outside(Extent::of(pat), message, "take them by their indices: `let a = xs[0];`");
                false
            }
        }
    }

    fn member(&mut self, pat: &syn::Pat, place: &Place, member: &syn::Member, passing: Passing) {
        if matches!(pat, syn::Pat::Wild(_)) {
            return;
        }
        match self.field(place.clone(), member) {
            Some(field) => self.part(pat, field, passing),
            None => {
                let Segment::Field(name) = Segment::of(member) else { return };
                let message = format!("`{name}` is a field of a value that is not a structure");
                self.outside(pat.span(), message, "destructure a structure");
                self.stand_ins(pat);
            }
        }
    }

    fn named_part(&mut self, name: &syn::PatIdent, mut place: Place, passing: Passing) {
        let (span, ty) = (name.ident.span(), self.type_of(&place));
        self.pin_all(&mut place, span);
        let changes = name.mutability.is_some();
        // A place that never changes need not be copied.
        let stable = matches!(self.vars[self.vars.root(place.base)].role, Role::Input | Role::Binding);
        let copied = passing == Passing::Value && !stable;
        match ty {
            Type::Real | Type::Structure(Named::Number(_)) | Type::Exact(_) if copied || changes => {
                let role = if changes { Role::Ancilla } else { Role::Binding };
                let var = self.declare_written(&name.ident, ty, role);
                let binding = Binding::new(var, Expr::Read(place), span);
                self.pending.push(if changes { Stmt::Allocate(binding) } else { Stmt::Bind(binding) });
            }
            Type::Structure(_) | Type::Unknown | Type::Array(..) | Type::Vec(_) if copied || changes => {
                let role = if changes { Role::Ancilla } else { Role::Binding };
                let way = self.way_to(&place);
                let made = Made { value: Expr::Read(place), ty, way };
                let (var, value) = self.declare_structure(&name.ident, made, role);
                let binding = Binding::new(var, value, span);
                self.pending.push(if changes { Stmt::Allocate(binding) } else { Stmt::Bind(binding) });
            }
            Type::Slice(_) if copied || changes => {
                let message = format!("`{}` would be a copy of a part that changes", name.ident);
                let help = "take the structure apart by reference: `let Camera { focal, .. } = &camera;`";
                self.outside(span, message, help);
                self.stand_ins(&syn::Pat::Ident(name.clone()));
            }
            _ => self.bind(&name.ident.unraw().to_string(), Meaning::View(place, passing)),
        }
    }
}

/// `(a, b): (A, B)` as `(a: A, b: B)`.
fn typed_apart(typed: &syn::PatType) -> syn::Pat {
    let (syn::Pat::Tuple(pats), syn::Type::Tuple(types)) = (&*typed.pat, &*typed.ty) else {
        return (*typed.pat).clone();
    };
    let mut pats = pats.clone();
    for (pat, ty) in pats.elems.iter_mut().zip(&types.elems) {
        let inner = Box::new(pat.clone());
        *pat = syn::Pat::Type(syn::PatType { pat: inner, ty: Box::new(ty.clone()), ..typed.clone() });
    }
    syn::Pat::Tuple(pats)
}

/// Returns the number of parts of a tuple.
fn parts_of(ty: &syn::Type) -> Option<usize> {
    match ty {
        syn::Type::Tuple(ty) => Some(ty.elems.len()),
        syn::Type::Paren(ty) => parts_of(&ty.elem),
        syn::Type::Reference(ty) => parts_of(&ty.elem),
        _ => None,
    }
}

/// True for `..`.
fn is_rest(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Rest(_))
}

/// Returns the first name that a pattern binds.
fn first_name(pat: &syn::Pat) -> Option<String> {
    let mut first = None;
    let at = |name: &'_ syn::PatIdent| {
        first.get_or_insert_with(|| name.ident.unraw().to_string());
    };
    each_name(at, |visitor| visitor.visit_pat(pat));
    first
}

/// Returns whether destructuring a place binds references into it, or copies.
fn held(e: &syn::Expr, place: &Place, vars: &Variables) -> Passing {
    match e {
        syn::Expr::Reference(r) if r.mutability.is_some() => Passing::Mutable,
        syn::Expr::Reference(_) => Passing::Shared,
        syn::Expr::Paren(p) => held(&p.expr, place, vars),
        syn::Expr::Path(_) if place.is_whole() && vars.field_path(place.base).is_none() => {
            vars[place.base].passing
        }
        // A name of an element or a field, bound by a view or a loop.
        syn::Expr::Path(_) => Passing::Shared,
        _ => Passing::Value,
    }
}

//! What the fields of structures are, and what a function does with the names that it binds: the answers of
//! [`crate::infer`] in the words of lowering.
//!
//! The macro sees the name of a structure and not its fields. But `camera.focal * x` needs a number, `mesh.n` bounds a loop,
//! `mesh.index[i]` is an index, and `step(&mut p.position)` hands something on that knows itself. Law: what nothing tells is taken
//! for a number, and the emitted code asks rustc.

mod made;

use crate::infer::{Mention, Setting, Table, Term, Ty};
use crate::ir::{ExactType, Float, Segment, Type};
pub(super) use made::{RETURNED, copies, is_vector, of_local, of_pattern, source_of_copy};
use std::collections::BTreeSet;
use syn::ext::IdentExt;

/// A way into a structure: the name of a variable, and how it goes on.
pub(super) type Way = crate::infer::Way;

/// The fields of a function's structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// The types of all variables and fields.
    pub(super) types: Table,
    /// The parameters that are only read, and in whose structures no real can be: their numbers are floats of the host's.
    of_host: BTreeSet<String>,
    /// The names that are only handed on.
    only_handed: BTreeSet<String>,
    /// The names that are lent, or stand in a macro.
    lent_or_shown: BTreeSet<String>,
    /// The names before the `.` of a field.
    with_fields: BTreeSet<String>,
}

impl Fields {
    /// Looks through a function.
    pub(super) fn of(item: &syn::ItemFn, setting: &Setting) -> Fields {
        let apart = syn::ItemFn { block: Box::new(crate::resolve::apart(&item.block)), ..item.clone() };
        let mut of_host = BTreeSet::new();
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let changes = matches!(&*param.ty, syn::Type::Reference(r) if r.mutability.is_some());
            if !changes && setting.holds_no_reals(&param.ty) {
                of_host.insert(name.ident.unraw().to_string());
            }
        }
        Fields {
            types: crate::infer::infer(&apart, setting),
            of_host,
            only_handed: made::only_handed(&apart.block),
            lent_or_shown: made::lent_or_shown(&apart.block),
            with_fields: made::names_with_fields(&apart.block),
        }
    }

    /// True if fields of a name are asked for.
    pub(super) fn has_fields(&self, name: &syn::PatIdent) -> bool {
        self.with_fields.contains(&crate::resolve::key(name))
    }

    /// True if a local is only handed to functions and methods.
    pub(super) fn is_only_handed(&self, name: &syn::PatIdent) -> bool {
        self.only_handed.contains(&crate::resolve::key(name))
    }

    /// True if a name is lent behind `&`, or stands in a macro.
    pub(super) fn is_lent_or_shown(&self, name: &syn::PatIdent) -> bool {
        self.lent_or_shown.contains(&crate::resolve::key(name))
    }

    /// True if what a call returned to a local bounds, indexes or decides: then the host was called.
    pub(super) fn is_exact(&self, name: &syn::PatIdent) -> bool {
        let ty = self.types.of(&crate::resolve::key(name));
        ty.is_some_and(|ty| self.is_told_exact(self.types.leaf(ty)))
    }

    /// True if a field is a number for sure: one that is computed with.
    pub(super) fn is_computed_with(&self, way: &Way) -> bool {
        self.types.at(&way.0, &way.1).is_some_and(|ty| match self.types.term(ty) {
            Term::Real | Term::Float | Term::Number(_) => true,
            Term::Unknown => self.types.uses(ty).real || self.types.uses(ty).number,
            Term::Integer | Term::Exact(_) => self.types.uses(ty).number,
            Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => false,
        })
    }

    /// True if fields of a variable are named, or it is handed on as a whole.
    pub(super) fn are_named(&self, root: &str) -> bool {
        let is_parameter = !self.types.is_local(root);
        self.types.paths(root).any(|(path, mention)| {
            has_field(path) || (mention.handed && (is_parameter || self.only_handed.contains(root)))
        })
    }

    /// True if a reversible method of a parameter is called.
    pub(super) fn is_receiver(&self, root: &str) -> bool {
        self.types.paths(root).any(|(path, mention)| path.is_empty() && mention.receiver)
    }

    /// True if something in a parameter may carry a cotangent.
    pub(super) fn are_active(&self, root: &str) -> bool {
        !self.is_data(root) && self.may_be_active(root)
    }

    fn may_be_active(&self, root: &str) -> bool {
        self.types.paths(root).any(|(path, mention)| match has_field(path) {
            true => self.may_be_number(root, path, mention),
            false => mention.handed && !mention.host && self.may_be_structure(root),
        })
    }

    /// True for a variable that may be a structure, or an array of such.
    fn may_be_structure(&self, root: &str) -> bool {
        let leaf = self.types.of(root).map(|ty| self.types.leaf(ty));
        leaf.is_some_and(|leaf| matches!(self.types.term(leaf), Term::Row(_) | Term::Unknown))
    }

    /// True if a parameter is only read, and holds no real: whatever it is handed to, it gets no cotangent.
    pub(super) fn is_data(&self, root: &str) -> bool {
        self.of_host.contains(root)
    }

    /// True if a parameter holds numbers that are floats of the host's here, and may be real to a caller.
    pub(super) fn hold_floats(&self, root: &str) -> bool {
        self.is_data(root) && self.may_be_active(root)
    }

    /// True if a number of a parameter is read or changed in the function itself.
    pub(super) fn hold_numbers(&self, root: &str) -> bool {
        let mut paths = self.types.paths(root).filter(|_| !self.is_data(root));
        paths.any(|(path, mention)| has_field(path) && self.may_be_number(root, path, mention))
    }

    /// True if a number may lie at the end of a path. What is only on the way to a field is none.
    fn may_be_number(&self, root: &str, path: &[Segment], mention: Mention) -> bool {
        let Some(ty) = self.types.at(root, path) else { return true };
        let leaf = self.types.leaf(ty);
        match self.types.term(leaf) {
            Term::Row(row) => mention.handed || row.fields.is_empty(),
            _ => !self.is_exact_leaf(leaf),
        }
    }

    /// True for what is no number: what counts or decides, or is asked by the host alone.
    fn is_exact_leaf(&self, leaf: Ty) -> bool {
        let uses = self.types.uses(leaf);
        self.is_told_exact(leaf)
            || (matches!(self.types.term(leaf), Term::Unknown) && uses.discrete && !uses.real)
    }

    fn is_told_exact(&self, leaf: Ty) -> bool {
        match self.types.term(leaf) {
            Term::Integer => true,
            Term::Exact(name) => !name.as_ref().is_some_and(crate::infer::Written::is_float),
            Term::Unknown | Term::Float | Term::Real | Term::Number(_) => false,
            Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => false,
        }
    }

    /// What a call returns to a local without a written type: a number, or arrays of them as deep as it is indexed.
    pub(super) fn array_of(&self, name: &syn::PatIdent) -> Type {
        let depth = self.types.of(&crate::resolve::key(name)).map_or(0, |ty| self.types.depth(ty));
        (0..depth).fold(Type::Real, |item, _| Type::Slice(Box::new(item)))
    }

    /// The type behind a name that is that of an array, such as `Matrix<T>`: what is indexed is one.
    pub(super) fn alias(&self, written: &proc_macro2::TokenStream) -> Option<Type> {
        let item = self.types.item_of_named(written)?;
        let (leaf, depth) = (self.types.leaf(item), self.types.depth(item));
        let uses = self.types.uses(leaf);
        let leaf = match self.types.term(leaf) {
            Term::Integer => Type::Exact(None),
            Term::Exact(name) => Type::Exact(name.as_ref().map(exact)),
            Term::Number(number) => Type::Number(*number),
            Term::Real | Term::Float => Type::Real,
            Term::Unknown if uses.real || uses.number => Type::Real,
            Term::Row(_) | Term::Unknown => Type::Unknown,
            Term::Sequence(..) | Term::Map(..) | Term::Function => return None,
        };
        Some((0..=depth).fold(leaf, |item, _| Type::Slice(Box::new(item))))
    }

    /// The type of the field at the end of a way, without the elements on the way.
    pub(super) fn type_of(&self, root: &str, path: &[Segment]) -> Type {
        let nothing = || match self.of_host.contains(root) {
            true => Type::Exact(Some(Float::Double.into())),
            false => Type::Real,
        };
        let Some(ty) = self.types.at(root, path) else { return nothing() };
        let mention = self.types.mention(root, path);
        let (leaf, depth) = (self.types.leaf(ty), self.types.depth(ty));
        let uses = self.types.uses(leaf);
        let is_number = uses.real || uses.number;
        let leaf = match self.types.term(leaf) {
            // A float that is computed with here may carry a cotangent of a caller's.
            Term::Exact(Some(name)) if name.is_float() && is_number => nothing(),
            Term::Exact(Some(name)) if !name.is_float() => Type::Exact(Some(exact(name))),
            Term::Integer | Term::Exact(_) | Term::Function => Type::Exact(None),
            Term::Number(number) => Type::Number(*number),
            Term::Row(_) => Type::Structure(None),
            Term::Unknown if uses.discrete && !uses.real => Type::Exact(None),
            Term::Unknown if !is_number && (uses.handed || mention.handed) => Type::Structure(None),
            // An array that is asked for its length alone may be of anything.
            Term::Unknown if !is_number && depth > 0 && !mention.stack => Type::Exact(None),
            Term::Unknown | Term::Real | Term::Float | Term::Sequence(..) | Term::Map(..) => nothing(),
        };
        (0..depth).fold(leaf, |item, level| match mention.stack && level + 1 == depth {
            true => Type::Vec(Box::new(item)),
            false => Type::Slice(Box::new(item)),
        })
    }
}

fn has_field(path: &[Segment]) -> bool {
    path.iter().any(|segment| *segment != Segment::Element)
}

fn exact(written: &crate::infer::Written) -> ExactType {
    let tokens = &written.tokens;
    ExactType::of(&syn::parse2(tokens.clone()).unwrap_or_else(|_| syn::Type::Verbatim(tokens.clone())))
}

//! The types of the fields of structures, and the uses of names in a function: the results of [`crate::infer`] for
//! lowering.
//!
//! The macro sees the name of a structure and not its fields. But `camera.focal * x` needs a number, `mesh.n` bounds
//! a loop, `mesh.index[i]` is an index, and `step(&mut p.position)` passes a value of any type on. Law: a field
//! without evidence is taken as a number, and the emitted code lets rustc check that.

mod made;

use crate::infer::{Mention, Setting, Table, Term, Ty, Uses};
use crate::ir::{Exact, ExactType, Float, Named, Scalar, Segment, Type};
use crate::sorted::Set;
pub(super) use made::{RETURNED, copies, is_vector, of_local, of_pattern, source_of_copy};
use quote::ToTokens;
use syn::ext::IdentExt;

/// A path into a structure: the name of a variable, and the steps from there.
pub(super) type Way = crate::infer::Way;

/// The fields of a function's structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// The types of all variables and fields.
    pub(super) types: Table,
    /// The parameters that are only read, and whose types contain no real: their numbers are exact floats.
    of_host: Set<String>,
    /// The names that are only passed on.
    only_handed: Set<String>,
    /// The names that are passed behind `&` or occur in a macro.
    lent_or_shown: Set<String>,
    /// The names before the `.` of a field.
    with_fields: Set<String>,
    /// The places that are copied or moved as a whole.
    moved: Set<Way>,
    /// Those that are moved into fields of structures.
    in_structures: Set<Way>,
    /// The types that the type of the value names.
    result: Set<String>,
}

impl Fields {
    /// Analyses a function.
    pub(super) fn of(item: &syn::ItemFn, setting: &Setting) -> Fields {
        let apart = syn::ItemFn { block: Box::new(crate::resolve::apart(&item.block)), ..item.clone() };
        let mut of_host = Set::new();
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let changes = matches!(&*param.ty, syn::Type::Reference(r) if r.mutability.is_some());
            if !changes && setting.holds_no_reals(&param.ty) {
                of_host.insert(name.ident.unraw().to_string());
            }
        }
        let types = crate::infer::infer(&apart, setting);
        let resolved = |ways: Set<Way>| ways.into_iter().map(|way| types.resolved(way)).collect();
        let (moved, in_structures) = made::moved(&apart.block);
        let (moved, in_structures) = (resolved(moved), resolved(in_structures));
        let mut result = made::types_in(&item.sig.output);
        if let Some(of) = setting.of.as_ref().filter(|_| result.contains("Self")) {
            result.insert(of.to_token_stream().to_string());
        }
        Fields {
            types,
            of_host,
            only_handed: made::only_handed(&apart.block),
            lent_or_shown: made::lent_or_shown(&apart.block),
            with_fields: made::names_with_fields(&apart.block),
            moved,
            in_structures,
            result,
        }
    }

    /// True if fields of a name are used.
    pub(super) fn has_fields(&self, name: &syn::PatIdent) -> bool {
        self.with_fields.contains(&crate::resolve::key(name))
    }

    /// True if a local is only passed to functions and methods.
    pub(super) fn is_only_handed(&self, name: &syn::PatIdent) -> bool {
        self.only_handed.contains(&crate::resolve::key(name))
    }

    /// True if a name is passed behind `&` or occurs in a macro.
    pub(super) fn is_lent_or_shown(&self, name: &syn::PatIdent) -> bool {
        self.lent_or_shown.contains(&crate::resolve::key(name))
    }

    /// True if the result of a call that is bound to a local is used as a bound, index or condition: then the call is
    /// ordinary Rust.
    pub(super) fn is_exact(&self, name: &syn::PatIdent) -> bool {
        let ty = self.types.of(&crate::resolve::key(name));
        ty.is_some_and(|ty| self.is_told_exact(self.types.leaf(ty)))
    }

    /// True if nothing computes with a local that is asked for its variant.
    pub(super) fn is_no_number(&self, name: &syn::PatIdent) -> bool {
        let Some(ty) = self.types.of(&crate::resolve::key(name)) else { return false };
        let uses = self.types.uses(ty);
        let is_asked = matches!(self.types.term(ty), Term::Unknown) && uses.discrete;
        is_asked && !(uses.real || uses.number || uses.handed || uses.receiver || uses.returned)
    }

    /// True if a field is certainly a number, because it is an operand.
    pub(super) fn is_computed_with(&self, way: &Way) -> bool {
        self.types.at(&way.0, &way.1).is_some_and(|ty| match self.types.term(ty) {
            Term::Real | Term::Float | Term::Number(_) => true,
            Term::Unknown => self.types.uses(ty).real || self.types.uses(ty).number,
            Term::Integer | Term::Exact(_) => self.types.uses(ty).number,
            Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => false,
        })
    }

    /// True if fields of a variable are named, or it is passed on as a whole.
    pub(super) fn are_named(&self, root: &str) -> bool {
        let is_parameter = !self.types.is_local(root);
        self.types.paths(root).any(|(path, mention)| {
            has_field(path) || (mention.handed && (is_parameter || self.only_handed.contains(root)))
        })
    }

    /// True for a local of a type that is known elsewhere to be that of a structure or a tuple: a function returns it, or a literal of it is
    /// exchanged with the local.
    pub(super) fn is_named_structure(&self, root: &str) -> bool {
        let ty = self.types.of(root).filter(|_| self.types.is_local(root));
        let is_tuple =
            |ty| matches!(self.types.term(ty), Term::Row(row) if row.is_tuple && !row.fields.is_empty());
        ty.is_some_and(|ty| self.is_structure(ty) || is_tuple(ty))
    }

    fn is_structure(&self, ty: Ty) -> bool {
        matches!(self.types.term(ty), Term::Row(_)) && self.types.types.is_structure(ty)
    }

    /// True for a local vector or array of such structures.
    pub(super) fn holds_named_structures(&self, root: &str) -> bool {
        let ty = self.types.of(root).filter(|_| self.types.is_local(root));
        ty.is_some_and(|ty| self.is_structure(self.types.leaf(ty)))
    }

    /// True if a reversible method of a parameter is called.
    pub(super) fn is_receiver(&self, root: &str) -> bool {
        self.types.paths(root).any(|(path, mention)| path.is_empty() && mention.receiver)
    }

    /// True if reversible methods of items are called, or a part of what the function returns has their type.
    pub(super) fn are_of_structure(&self, root: &str, ty: &syn::Type) -> bool {
        let Some(leaf) = self.types.of(root).map(|ty| self.types.leaf(ty)) else { return false };
        let is_moved = self.moved.iter().any(|(name, path)| name == root && !has_field(path));
        self.types.types.uses(leaf).receiver
            || is_moved && self.result.contains(&ty.to_token_stream().to_string())
    }

    /// True for a structure, or an array of such, whose numbers count though none of them is named: a parameter of the type that the
    /// function returns, or one of which a part is moved as a whole that holds numbers. `is_known` says that the crate has such a structure.
    pub(super) fn may_move_on(&self, root: &str, is_known: bool) -> bool {
        let leaf = self.types.of(root).map(|ty| self.types.leaf(ty)).filter(|_| !self.is_data(root));
        let moves_on = || {
            let mut paths = self.moved.iter().filter(|(name, _)| name == root).map(|(_, path)| path);
            paths.any(|path| match self.types.at(root, path) {
                _ if !has_field(path) && is_known => true,
                Some(of) if self.may_be_other_name(self.types.leaf(of)) => {
                    self.in_structures.contains(&(root.to_string(), path.clone())) || self.is_in_result(of)
                }
                of => of.is_some_and(|of| self.names_number_of(self.types.leaf(of))),
            })
        };
        leaf.is_some_and(|leaf| self.types.types.uses(leaf).returned && self.is_structure(leaf) || moves_on())
    }

    /// True for a type of which only the name is known: it may be another name of an array or of a number.
    fn may_be_other_name(&self, leaf: Ty) -> bool {
        matches!(self.types.term(leaf), Term::Row(row) if !row.is_tuple && row.fields.is_empty() && row.path.is_some())
    }

    /// True if the type that the function returns names the type, alone or in another one.
    fn is_in_result(&self, of: Ty) -> bool {
        match self.types.term(self.types.leaf(of)) {
            Term::Row(row) => row.path.as_ref().is_some_and(|path| self.result.contains(path.text())),
            _ => false,
        }
    }

    /// True for a structure of which the function names a number, anywhere.
    fn names_number_of(&self, leaf: Ty) -> bool {
        let is_number = |field: &Ty| !self.is_exact_leaf(self.types.leaf(*field));
        matches!(self.types.term(leaf), Term::Row(row) if !row.is_tuple && row.fields.values().any(is_number))
    }

    /// True if a part of a parameter may have a cotangent.
    pub(super) fn are_active(&self, root: &str) -> bool {
        !self.is_data(root) && self.may_be_active(root)
    }

    fn may_be_active(&self, root: &str) -> bool {
        self.types.paths(root).any(|(path, mention)| {
            if has_field(path) {
                self.may_be_number(root, path, mention)
            } else {
                mention.handed && self.may_be_structure(root)
            }
        })
    }

    /// True for a variable that may be a structure, or an array of such.
    fn may_be_structure(&self, root: &str) -> bool {
        let leaf = self.types.of(root).map(|ty| self.types.leaf(ty));
        leaf.is_some_and(|leaf| matches!(self.types.term(leaf), Term::Row(_) | Term::Unknown))
    }

    /// True if a parameter is only read, and contains no real: it has no cotangent in any call.
    pub(super) fn is_data(&self, root: &str) -> bool {
        self.of_host.contains(root)
    }

    /// True if a parameter contains numbers that are exact floats here, but may be real for a caller.
    pub(super) fn hold_floats(&self, root: &str) -> bool {
        self.is_data(root) && self.may_be_active(root)
    }

    /// True if a number of a parameter is read or changed in the function itself.
    pub(super) fn hold_numbers(&self, root: &str) -> bool {
        let leaf = self.types.of(root).map(|ty| self.types.leaf(ty));
        let whole = leaf.is_some_and(|leaf| matches!(self.types.term(leaf), Term::Row(_)));
        let mut paths = self.types.paths(root).filter(|_| !self.is_data(root));
        paths.any(|(path, mention)| {
            if has_field(path) { self.may_be_number(root, path, mention) } else { whole && mention.passed }
        })
    }

    /// True if a number may be at the end of a path. A path that continues to a field ends at no number.
    fn may_be_number(&self, root: &str, path: &[Segment], mention: Mention) -> bool {
        let Some(ty) = self.types.at(root, path) else { return true };
        let leaf = self.types.leaf(ty);
        match self.types.term(leaf) {
            Term::Row(row) => mention.handed || row.fields.is_empty(),
            _ => !self.is_exact_leaf(leaf),
        }
    }

    /// True for a value that is not a number: a counter, a condition, or an argument of ordinary Rust only.
    fn is_exact_leaf(&self, leaf: Ty) -> bool {
        let uses = self.types.uses(leaf);
        self.is_told_exact(leaf) || (matches!(self.types.term(leaf), Term::Unknown) && is_only_asked(uses))
    }

    fn is_told_exact(&self, leaf: Ty) -> bool {
        match self.types.term(leaf) {
            Term::Integer => true,
            Term::Exact(name) => !name.as_ref().is_some_and(crate::infer::Written::is_float),
            Term::Unknown | Term::Float | Term::Real | Term::Number(_) => false,
            Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => false,
        }
    }

    /// Returns the type of the result of a call that is bound to a local without a type: a number, or arrays of
    /// numbers with as many levels as it is indexed.
    pub(super) fn array_of(&self, name: &syn::PatIdent) -> Type {
        let depth = self.types.of(&crate::resolve::key(name)).map_or(0, |ty| self.types.depth(ty));
        (0..depth).fold(Type::Real, |item, _| Type::Slice(Box::new(item)))
    }

    /// Returns the type of a local that starts at a constant, which tells nothing, from its uses: reals, or arrays of numbers.
    pub(super) fn started(&self, name: &syn::PatIdent) -> Option<Type> {
        let ty = self.types.of(&crate::resolve::key(name))?;
        let (leaf, depth) = (self.types.leaf(ty), self.types.depth(ty));
        let is_shown = depth > 0 || matches!(self.types.term(leaf), Term::Real);
        let leaf = self.number(leaf).filter(|_| is_shown)?;
        Some((0..depth).fold(leaf, |item, _| Type::Slice(Box::new(item))))
    }

    /// Returns the type of an integer, a truth or a letter, or of those in an array, which the uses of a local show.
    pub(super) fn shown(&self, name: &syn::PatIdent) -> Option<ExactType> {
        let leaf = self.types.leaf(self.types.of(&crate::resolve::key(name))?);
        let shown = match self.types.term(leaf) {
            Term::Exact(Some(written)) => exact_type(written),
            _ => return None,
        };
        matches!(shown.scalar(), Some(Scalar::Integer(_) | Scalar::Bool | Scalar::Char | Scalar::Plain))
            .then_some(shown)
    }

    /// True for a local that is no array.
    pub(super) fn is_alone(&self, name: &syn::PatIdent) -> bool {
        self.types.of(&crate::resolve::key(name)).is_some_and(|ty| self.types.depth(ty) == 0)
    }

    /// Returns the type of a named array, such as `Matrix<T>`: its values are indexed.
    pub(super) fn alias(&self, written: &proc_macro2::TokenStream) -> Option<Type> {
        let item = self.types.item_of_named(written)?;
        let (leaf, depth) = (self.types.leaf(item), self.types.depth(item));
        let uses = self.types.uses(leaf);
        let leaf = match self.types.term(leaf) {
            Term::Unknown if uses.real || uses.number => Type::Real,
            Term::Row(_) | Term::Unknown => Type::Unknown,
            _ => self.number(leaf)?,
        };
        Some((0..=depth).fold(leaf, |item, _| Type::Slice(Box::new(item))))
    }

    /// Returns the type of a number that inference knows.
    fn number(&self, leaf: Ty) -> Option<Type> {
        match self.types.term(leaf) {
            Term::Integer => Some(Type::Exact(Exact::Discrete)),
            Term::Exact(name) => Some(Type::Exact(name.as_ref().map_or(Exact::Unknown, exact))),
            Term::Number(number) => Some((*number).into()),
            Term::Real | Term::Float => Some(Type::Real),
            Term::Row(_) | Term::Unknown | Term::Sequence(..) | Term::Map(..) | Term::Function => None,
        }
    }

    /// Returns the type of the field at the end of a path, without the elements on the path.
    pub(super) fn type_of(&self, root: &str, path: &[Segment]) -> Type {
        let nothing =
            || if self.of_host.contains(root) { Type::Exact(Float::Double.into()) } else { Type::Real };
        let Some(ty) = self.types.at(root, path) else { return nothing() };
        let mention = self.types.mention(root, path);
        let (leaf, depth) = (self.types.leaf(ty), self.types.depth(ty));
        let uses = self.types.uses(leaf);
        let is_number = uses.real || uses.number;
        let leaf = match self.types.term(leaf) {
            // A float that is an operand here may have a cotangent of a caller.
            Term::Exact(Some(name)) if name.is_float() && is_number => nothing(),
            Term::Exact(Some(name)) if !name.is_float() => Type::Exact(exact(name)),
            Term::Integer => Type::Exact(Exact::Discrete),
            Term::Exact(_) | Term::Function => Type::Exact(Exact::Unknown),
            Term::Number(number) => (*number).into(),
            Term::Row(_) => Type::Structure(Named::Unknown),
            Term::Unknown if is_only_asked(uses) => Type::Exact(Exact::Unknown),
            Term::Unknown if !is_number && (uses.handed || mention.handed) => Type::Structure(Named::Unknown),
            // An array of which only the length is read may have elements of any type.
            Term::Unknown if !is_number && depth > 0 && !mention.stack => Type::Exact(Exact::Unknown),
            Term::Unknown | Term::Real | Term::Float | Term::Sequence(..) | Term::Map(..) => nothing(),
        };
        // The field may grow, or the lists in it.
        let grows = |level: usize| {
            let inner = path.iter().cloned().chain((level + 1..depth).map(|_| Segment::Element));
            self.types.mention(root, &inner.collect::<Vec<_>>()).stack
        };
        (0..depth).fold(leaf, |item, level| {
            if grows(level) { Type::Vec(Box::new(item)) } else { Type::Slice(Box::new(item)) }
        })
    }
}

/// True for a value that stands in conditions, bounds and casts, and is neither a number nor handed on.
fn is_only_asked(uses: Uses) -> bool {
    uses.discrete && !uses.real && !uses.handed && !uses.receiver
}

fn has_field(path: &[Segment]) -> bool {
    path.iter().any(|segment| *segment != Segment::Element)
}

fn exact(written: &crate::infer::Written) -> Exact {
    exact_type(written).into()
}

fn exact_type(written: &crate::infer::Written) -> ExactType {
    let tokens = &written.tokens;
    if written.text() == "str" {
        return ExactType::lent(&syn::parse_quote!(&str));
    }
    let ty = syn::parse2(tokens.clone()).unwrap_or_else(|_| syn::Type::Verbatim(tokens.clone()));
    ExactType::of(&ty)
}

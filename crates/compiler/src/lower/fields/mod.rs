//! What the fields of structures are: told by how the function uses them.
//!
//! The macro sees the name of a structure's type and not its fields. But `camera.focal * x` needs a number, `mesh.n` bounds a
//! loop, `mesh.index[i]` is an index, and `step(&mut p.position)` hands something on that knows itself. This looks through the
//! whole function before it is lowered and notes for each way into a structure how deep it is indexed and what it is combined
//! with; what is combined with each other is of one kind.
//!
//! Law: a note is never taken back, so the order of statements does not matter. What nothing tells is a number; where that
//! is wrong, rustc says so at the user's text.

mod depths;
mod made;
mod namesakes;
mod scan;
mod tuples;
mod walk;

use super::host::Float;
use crate::ir::{Segment, Type};
pub(crate) use made::filled;
pub(super) use made::{RETURNED, copies, is_vector, is_written_out, of_local, of_pattern, source_of_copy};
pub(super) use namesakes::{apart, mark};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use syn::ext::IdentExt;

/// A way into a structure: the name of a parameter, and how it goes on.
pub(super) type Way = (String, Vec<Segment>);

/// What the uses of one way, or one local, tell of it.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// How many indices come after it, at most.
    indices: usize,
    /// It bounds, indexes, or decides.
    exact: bool,
    /// It stands beside an integer literal or is asked by host code: exact, unless it is a number elsewhere.
    discrete: bool,
    /// It is an operand of real arithmetic.
    real: bool,
    /// It is an operand: a number of either kind.
    number: bool,
    /// It is an argument of a reversible function.
    handed: bool,
    /// A reversible method of it is called.
    receiver: bool,
    /// It grows and shrinks.
    stack: bool,
}

/// The fields of a function's structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    uses: BTreeMap<Way, Uses>,
    /// What the written types of tuples tell of their parts.
    told: BTreeMap<Way, Type>,
    /// The parameters that are only read, and in whose structures no real can be: their numbers are floats of the host's.
    of_host: BTreeSet<String>,
    /// The names that are only handed on.
    only_handed: BTreeSet<String>,
    /// The names that are lent, or stand in a macro.
    lent_or_shown: BTreeSet<String>,
    /// The names before the `.` of a field.
    with_fields: BTreeSet<String>,
    /// How deep names are indexed: what a call returns is an array if its name is.
    depths: BTreeMap<String, usize>,
    /// What they are added to as a whole, and how deep that is indexed there.
    added_to: BTreeMap<String, (String, usize)>,
}

impl Fields {
    /// Looks through a function. `kind` tells what the tokens of a type tell.
    ///
    /// A type parameter may be that of a structure, if reversible methods of it are called: so this looks twice.
    pub(super) fn of(
        item: &syn::ItemFn,
        generics: &syn::Generics,
        kind: &dyn Fn(&syn::Type) -> Type,
        is_of_host: &dyn Fn(&syn::Type) -> bool,
    ) -> Fields {
        let open = |ty: &syn::Type| {
            let inner = match ty {
                syn::Type::Reference(r) => &*r.elem,
                other => other,
            };
            let name = match inner {
                syn::Type::Path(p) => p.path.get_ident(),
                _ => None,
            };
            name.is_some_and(|name| generics.type_params().any(|p| p.ident == *name))
                && !super::function::is_function(inner, generics)
        };
        let all = Fields::looked(item, kind, &|_, ty| open(ty));
        let mut fields =
            Fields::looked(item, kind, &|name, ty| open(ty) && all.is_receiver(&name.unraw().to_string()));
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let name = name.ident.unraw().to_string();
            let changes = matches!(&*param.ty, syn::Type::Reference(r) if r.mutability.is_some());
            if !changes && is_of_host(&param.ty) {
                fields.of_host.insert(name);
            }
        }
        fields
    }

    fn looked(
        item: &syn::ItemFn,
        kind: &dyn Fn(&syn::Type) -> Type,
        is_open: &dyn Fn(&syn::Ident, &syn::Type) -> bool,
    ) -> Fields {
        let apart = namesakes::apart(&item.block);
        let mut scan = Scan {
            kind,
            nodes: Vec::new(),
            ways: BTreeMap::new(),
            scopes: vec![HashMap::new()],
            deciding: 0,
            arrays: HashMap::new(),
            for_each: false,
            with_fields: made::names_with_fields(&apart),
            only_handed: made::only_handed(&apart),
            depths: depths::depths(&apart),
        };
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let open = is_open(&name.ident, &param.ty);
            let known = scan.known(&param.ty).filter(|term| !open || matches!(term, Term::Real));
            let inner = match &*param.ty {
                syn::Type::Reference(r) => &*r.elem,
                other => other,
            };
            scan.arrays.insert(name.ident.unraw().to_string(), kind(inner).depth());
            let meaning = match known {
                Some(term) => Meaning::Term(scan.beside(&param.ty, term)),
                None => Meaning::Way((name.ident.unraw().to_string(), Vec::new()), 0),
            };
            scan.bind(name, meaning);
        }
        let value = scan.block(&item.block);
        if let syn::ReturnType::Type(_, ty) = &item.sig.output {
            if let Some(term) = scan.known(ty) {
                scan.unify(value, term);
            }
        }
        let told = scan.tuples(item);
        let ways = scan.ways.clone();
        let uses = ways.into_iter().map(|(way, node)| (way, scan.uses(node))).collect();
        let (depths, added_to) = (scan.depths, made::added_to(&apart));
        Fields {
            uses,
            lent_or_shown: made::lent_or_shown(&apart),
            told,
            only_handed: scan.only_handed,
            with_fields: scan.with_fields,
            depths,
            added_to,
            ..Fields::default()
        }
    }

    /// Whether fields of a name are asked for.
    pub(super) fn has_fields(&self, name: &syn::PatIdent) -> bool {
        self.with_fields.contains(&namesakes::key(name))
    }

    /// Whether a local is only handed to functions and methods.
    pub(super) fn is_only_handed(&self, name: &syn::PatIdent) -> bool {
        self.only_handed.contains(&namesakes::key(name))
    }

    /// Whether a name is lent behind `&`, or stands in a macro.
    pub(super) fn is_lent_or_shown(&self, name: &syn::PatIdent) -> bool {
        self.lent_or_shown.contains(&namesakes::key(name))
    }

    /// Whether what a call returned to a local bounds, indexes or decides: then the host was called.
    pub(super) fn is_exact(&self, name: &syn::PatIdent) -> bool {
        let (root, layout) = of_local(name);
        self.uses.get(&(root, layout)).is_some_and(|uses| uses.exact && !uses.real)
    }

    /// Whether a field is a number for sure: one that is computed with.
    pub(super) fn is_computed_with(&self, way: &Way) -> bool {
        self.uses.get(way).is_some_and(|uses| uses.indices == 0 && (uses.real || uses.number))
    }

    /// Whether fields of a parameter are named, or it is handed on as a whole.
    pub(super) fn are_named(&self, root: &str) -> bool {
        self.of_root(root)
            .any(|(layout, uses)| layout.contains(&Segment::Element) || !layout.is_empty() || uses.handed)
    }

    /// Whether a reversible method of a parameter is called.
    pub(super) fn is_receiver(&self, root: &str) -> bool {
        self.of_root(root).any(|(layout, uses)| layout.is_empty() && uses.receiver)
    }

    /// Whether something in a parameter may carry a cotangent.
    pub(super) fn are_active(&self, root: &str) -> bool {
        !self.is_data(root) && self.may_be_active(root)
    }

    fn may_be_active(&self, root: &str) -> bool {
        self.of_root(root).any(|(layout, uses)| match layout {
            [] | [Segment::Element] => uses.handed && !uses.discrete,
            _ => !is_exact(uses),
        })
    }

    /// Whether a parameter is only read, and holds no real: whatever it is handed to, it gets no cotangent.
    pub(super) fn is_data(&self, root: &str) -> bool {
        self.of_host.contains(root)
    }

    /// Whether a parameter holds numbers that are floats of the host's here, and may be real to a caller.
    pub(super) fn hold_floats(&self, root: &str) -> bool {
        self.is_data(root) && self.may_be_active(root)
    }

    /// Whether a number of a parameter is read or changed in the function itself.
    pub(super) fn hold_numbers(&self, root: &str) -> bool {
        let mut all = self.of_root(root).filter(|_| !self.is_data(root));
        all.any(|(layout, uses)| layout.iter().any(|segment| *segment != Segment::Element) && !is_exact(uses))
    }

    fn of_root<'a>(&'a self, root: &'a str) -> impl Iterator<Item = (&'a [Segment], &'a Uses)> {
        self.uses
            .iter()
            .filter(move |((name, _), _)| name == root)
            .map(|((_, layout), uses)| (&layout[..], uses))
    }

    /// What a call returns to a local without a written type: a number, or arrays of them as deep as it is indexed.
    /// What it is added to is as deep, of which `deep` tells.
    pub(super) fn array_of(&self, name: &syn::PatIdent, deep: impl Fn(&str) -> usize) -> Type {
        let name = namesakes::key(name);
        let added = self.added_to.get(&name);
        let added = added.map(|(target, indices)| deep(namesakes::written(target)).saturating_sub(*indices));
        let depth = self.depths.get(&name).copied().max(added).unwrap_or(0);
        (0..depth).fold(Type::Real, |item, _| Type::Slice(Box::new(item)))
    }

    /// The type of the field at the end of a way, without the elements on the way.
    pub(super) fn type_of(&self, root: &str, layout: &[Segment]) -> Type {
        let way = (root.to_string(), layout.to_vec());
        let uses = self.uses.get(&way).copied().unwrap_or_default();
        let deeper =
            self.of_root(root).any(|(other, _)| other.len() > layout.len() && other.starts_with(layout));
        let leaf = match (self.told.get(&way), &uses) {
            (Some(told), _) => told.leaf().clone(),
            (None, uses) if is_exact(uses) => Type::Exact(None),
            (None, Uses { real: false, number: false, handed: true, .. }) => Type::Structure(None),
            (None, _) if deeper => Type::Structure(None),
            // An array that is asked for its length alone may be of anything.
            (None, Uses { real: false, number: false, handed: false, stack: false, .. })
                if uses.indices > 0 =>
            {
                Type::Exact(None)
            }
            (None, _) if self.of_host.contains(root) => Type::Exact(Some(Float::Double.tokens())),
            (None, _) => Type::Real,
        };
        (0..uses.indices).fold(leaf, |item, level| match uses.stack && level + 1 == uses.indices {
            true => Type::Vec(Box::new(item)),
            false => Type::Slice(Box::new(item)),
        })
    }
}

fn is_exact(uses: &Uses) -> bool {
    uses.exact || (uses.discrete && !uses.real)
}

/// What an expression is made of.
#[derive(Clone, Copy, Debug)]
enum Term {
    Exact,
    Real,
    /// A field or local.
    Node(usize),
    /// An integer literal.
    Integer,
    /// Nothing is known.
    Free,
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Term(Term),
    /// A way into a structure, with so many indices after it.
    Way(Way, usize),
}

/// What a name stands for in a scope, and the key of its local.
#[derive(Clone, Debug)]
struct Named {
    key: String,
    meaning: Meaning,
}

struct Node {
    /// The node that it is of one kind with; itself at the end.
    same: usize,
    uses: Uses,
}

struct Scan<'a> {
    kind: &'a dyn Fn(&syn::Type) -> Type,
    nodes: Vec<Node>,
    ways: BTreeMap<Way, usize>,
    scopes: Vec<HashMap<String, Named>>,
    /// Inside how many conditions, bounds and indices: there methods are the host's.
    deciding: usize,
    /// How many levels of elements each parameter has.
    arrays: HashMap<String, usize>,
    /// Whether arrays stand for their elements here.
    for_each: bool,
    /// The names before the `.` of a field.
    with_fields: BTreeSet<String>,
    /// The names that are only handed on.
    only_handed: BTreeSet<String>,
    /// How deep names are indexed.
    depths: BTreeMap<String, usize>,
}

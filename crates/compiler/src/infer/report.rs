//! The table: the type of each local, and of each path into a structure.
//!
//! Law: a type without evidence is unknown here, whatever later passes assume; so is a contradictory one.

use super::terms::{Holder, Term, Ty, Uses};
use super::unify::Unifier;
use super::walk::{Local, Mention, Way};
use crate::ir::Segment;
use crate::sorted::{Map, Set};
use std::fmt::Write;

/// The inferred types of a function.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub(crate) types: Unifier,
    pub(super) named: Map<String, Ty>,
    pub(super) locals: Map<String, Local>,
    pub(super) mentions: Map<Way, Mention>,
    pub(super) expressions: Map<usize, Ty>,
    /// The locals that start as a whole number of the standard library.
    pub(super) wrapped: Set<String>,
}

impl Table {
    /// Returns the names of all variables, with the place of their declaration and whether they change.
    pub fn names(&self) -> impl Iterator<Item = (&str, proc_macro2::Span, bool)> {
        self.locals.iter().map(|(name, local)| (name.as_str(), local.span, local.mutable))
    }

    /// Returns a path into a variable as one into the variable of which it is a part: `p.x` as `q[].x`, where `p` visits the elements of `q`.
    pub fn resolved(&self, (name, path): Way) -> Way {
        match self.locals.get(&name).and_then(|local| local.place.as_ref()) {
            Some((root, before)) if *root != name => {
                self.resolved((root.clone(), before.iter().cloned().chain(path).collect()))
            }
            _ => (name, path),
        }
    }

    /// Returns the type of the items of a written type that is indexed: its name is that of an array.
    pub fn item_of_named(&self, written: &proc_macro2::TokenStream) -> Option<Ty> {
        match self.term(*self.named.get(&written.to_string())?) {
            Term::Row(row) => row.item.filter(|_| row.fields.is_empty()),
            _ => None,
        }
    }

    /// Returns the names of written types whose values are operands, and whose fields are not named: those of
    /// numbers.
    pub fn names_of_numbers(&self) -> impl Iterator<Item = &str> {
        self.names_where(|uses| uses.real)
    }

    /// Those of them that are used as no structure is.
    pub fn names_of_scalars(&self) -> impl Iterator<Item = &str> {
        self.names_where(|uses| uses.real && uses.scalar)
    }

    fn names_where(&self, is_number: impl Fn(Uses) -> bool) -> impl Iterator<Item = &str> {
        let is_open =
            |ty: &Ty| matches!(self.term(*ty), Term::Row(row) if row.fields.is_empty() && row.item.is_none());
        let is_number = move |ty: Ty| {
            is_open(&ty) && !(self.is_known(ty) && self.uses(ty).structure) && is_number(self.uses(ty))
        };
        let named = self.named.iter().filter(move |(_, ty)| is_number(**ty));
        named.map(|(name, _)| name.as_str())
    }

    /// True for a name that is not a parameter.
    pub fn is_local(&self, name: &str) -> bool {
        self.locals.get(name).is_none_or(|local| local.is_local)
    }

    /// Returns the uses of one path in the function.
    pub fn mention(&self, root: &str, path: &[Segment]) -> Mention {
        self.mentions.get(&(root.to_string(), path.to_vec())).copied().unwrap_or_default()
    }

    /// Returns the type of a variable.
    pub fn of(&self, name: &str) -> Option<Ty> {
        self.locals.get(name).map(|local| local.ty)
    }

    /// Returns the type of the expression with this number among the positions of the body.
    pub fn expression(&self, number: usize) -> Option<Ty> {
        self.expressions.get(&number).copied()
    }

    /// Returns the knowledge of a type.
    pub fn term(&self, ty: Ty) -> &Term {
        self.types.term(ty)
    }

    /// True for a number of the real type.
    pub(crate) fn is_real(&self, ty: Ty) -> bool {
        matches!(self.term(ty), Term::Real)
    }

    /// True for a structure that the crate knows.
    pub(crate) fn is_known(&self, ty: Ty) -> bool {
        matches!(self.term(ty), Term::Row(row) if row.known.is_some())
    }

    /// Returns the uses of the values of a type.
    pub fn uses(&self, ty: Ty) -> Uses {
        self.types.uses(ty)
    }

    /// Returns the type under all levels of sequences.
    pub fn leaf(&self, ty: Ty) -> Ty {
        self.types.leaf(ty)
    }

    /// Returns the number of levels of sequences.
    pub fn depth(&self, ty: Ty) -> usize {
        self.types.depth(ty)
    }

    /// Returns the type at the end of a path; nothing if the function does not use the path.
    pub fn at(&self, root: &str, path: &[Segment]) -> Option<Ty> {
        path.iter().try_fold(self.of(root)?, |ty, segment| match (segment, self.types.term(ty)) {
            (Segment::Field(name), Term::Row(row)) => row.fields.get(name).copied(),
            (Segment::Element, Term::Row(row)) => row.item,
            (Segment::Element, Term::Sequence(_, item) | Term::Map(_, item, _)) => Some(*item),
            _ => None,
        })
    }

    /// Returns the paths from a variable that the function uses.
    pub fn paths<'a>(&'a self, root: &'a str) -> impl Iterator<Item = (&'a [Segment], Mention)> {
        self.mentions
            .iter()
            .filter(move |((name, _), _)| name == root)
            .map(|((_, path), mention)| (&path[..], *mention))
    }

    /// Describes a type in words.
    pub fn shown(&self, ty: Ty) -> String {
        self.shown_to(ty, 8)
    }

    fn shown_to(&self, ty: Ty, levels: usize) -> String {
        if levels == 0 {
            return "…".into();
        }
        let inner = |ty: &Ty| self.shown_to(*ty, levels - 1);
        let mut text = match self.types.term(ty) {
            Term::Unknown => "?".to_string(),
            Term::Integer => "integer".into(),
            Term::Float => "float".into(),
            Term::Real => "real".into(),
            Term::Exact(None) => "exact".into(),
            Term::Exact(Some(name)) => name.text().into(),
            Term::Number(number) => number.name().into(),
            Term::Sequence(Holder::Array(n), item) => format!("[{}; {}]", inner(item), n.text()),
            Term::Sequence(Holder::Slice, item) => format!("[{}]", inner(item)),
            Term::Sequence(Holder::Vec, item) => format!("Vec<{}>", inner(item)),
            Term::Sequence(Holder::Open, item) => format!("[{}; ?]", inner(item)),
            Term::Map(key, item, _) => format!("map<{}, {}>", inner(key), inner(item)),
            Term::Row(row) => {
                let path = row.path.as_ref().map_or("", |path| path.text());
                let fields = row.fields.iter().map(|(name, ty)| format!("{name}: {}", inner(ty)));
                let mut all: Vec<String> = fields.collect();
                all.extend(row.item.as_ref().map(|item| format!("[]: {}", inner(item))));
                all.extend((!row.is_tuple).then(|| "..".to_string()));
                format!("{path}{{{}}}", all.join(", "))
            }
            Term::Function => "function".into(),
        };
        let uses = self.types.uses(ty);
        let flags = [
            (uses.number && matches!(self.types.term(ty), Term::Unknown | Term::Row(_)), "number"),
            (uses.real && !matches!(self.types.term(ty), Term::Real), "beside a real"),
            (uses.discrete && matches!(self.types.term(ty), Term::Unknown | Term::Row(_)), "cast"),
            (uses.handed && matches!(self.types.term(ty), Term::Unknown), "handed on"),
            (uses.receiver, "receiver"),
            (uses.conflict, "CONFLICT"),
        ];
        for (_, flag) in flags.iter().filter(|(is, _)| *is) {
            let _ = write!(text, " ({flag})");
        }
        text
    }

    /// Prints the whole table, one variable per line.
    pub fn print(&self) -> String {
        let mut lines: Vec<String> =
            self.locals.iter().map(|(name, local)| format!("{name}: {}", self.shown(local.ty))).collect();
        lines.sort();
        lines.join("\n")
    }
}

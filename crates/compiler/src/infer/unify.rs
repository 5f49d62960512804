//! Unification: makes two types one, with the knowledge of both.
//!
//! Law: knowledge is never lost. A contradiction is recorded and ignored, since rustc reports it.

use super::terms::{Holder, Row, Term, Ty, Uses, Written};

/// All types of a function.
#[derive(Clone, Debug, Default)]
pub struct Unifier {
    nodes: Vec<Node>,
    /// The number of facts learnt.
    pub(super) learnt: usize,
}

#[derive(Clone, Debug)]
struct Node {
    /// The node with which it has been unified, or itself.
    same: usize,
    term: Term,
    uses: Uses,
    /// The number of nodes unified with it: small sets are merged into large ones.
    size: usize,
}

impl Unifier {
    /// Adds a type.
    pub(super) fn add(&mut self, term: Term) -> Ty {
        self.nodes.push(Node { same: self.nodes.len(), term, uses: Uses::default(), size: 1 });
        Ty(self.nodes.len() - 1)
    }

    /// Adds an unknown type.
    pub(super) fn fresh(&mut self) -> Ty {
        self.add(Term::Unknown)
    }

    /// Adds one of Rust's own types.
    pub(super) fn exact(&mut self, name: &str) -> Ty {
        self.add(Term::named(name))
    }

    /// Unifies a type with one of which this is known.
    pub(super) fn known_as(&mut self, ty: Ty, term: Term) {
        let other = self.add(term);
        self.unify(ty, other);
    }

    fn find(&self, ty: Ty) -> usize {
        let mut at = ty.0;
        while self.nodes[at].same != at {
            at = self.nodes[at].same;
        }
        at
    }

    /// True if both have been unified.
    pub(super) fn are_same(&self, a: Ty, b: Ty) -> bool {
        self.find(a) == self.find(b)
    }

    /// Returns the knowledge of a type.
    pub fn term(&self, ty: Ty) -> &Term {
        &self.nodes[self.find(ty)].term
    }

    /// Returns the uses of its values.
    pub fn uses(&self, ty: Ty) -> Uses {
        self.nodes[self.find(ty)].uses
    }

    /// Records a use.
    pub(super) fn note(&mut self, ty: Ty, change: impl FnOnce(&mut Uses)) {
        let at = self.find(ty);
        let before = self.nodes[at].uses;
        change(&mut self.nodes[at].uses);
        self.learnt += usize::from(before != self.nodes[at].uses);
    }

    fn set(&mut self, ty: Ty, term: Term) {
        let at = self.find(ty);
        self.nodes[at].term = term;
        self.learnt += 1;
    }

    /// The number of types.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// True if nothing is known of a type.
    pub(super) fn is_unknown(&self, ty: Ty) -> bool {
        matches!(self.term(ty), Term::Unknown)
    }

    /// True for what is a structure with fields and methods of its own: no name of a number, an array or a tuple.
    pub fn is_structure(&self, ty: Ty) -> bool {
        let uses = self.uses(ty);
        match self.term(ty) {
            Term::Row(row) => {
                let told = uses.structure || uses.returned || uses.receiver || !row.fields.is_empty();
                told && !row.is_tuple && row.item.is_none()
            }
            Term::Unknown => uses.receiver,
            Term::Integer | Term::Float | Term::Real | Term::Exact(_) | Term::Number(_) => false,
            Term::Sequence(..) | Term::Map(..) | Term::Function => false,
        }
    }

    fn union(&mut self, a: Ty, b: Ty, term: Term) {
        let (a, b) = (self.find(a), self.find(b));
        let (a, b) = if self.nodes[a].size < self.nodes[b].size { (b, a) } else { (a, b) };
        self.nodes[b].same = a;
        self.nodes[a].size += self.nodes[b].size;
        self.nodes[a].uses = self.nodes[a].uses.and(self.nodes[b].uses);
        self.nodes[a].term = term;
        self.learnt += 1;
    }

    fn conflict(&mut self, a: Ty, b: Ty) {
        self.note(a, |uses| uses.conflict = true);
        self.note(b, |uses| uses.conflict = true);
    }

    /// Unifies two types.
    pub(super) fn unify(&mut self, a: Ty, b: Ty) {
        if self.are_same(a, b) {
            return;
        }
        match (self.term(a).clone(), self.term(b).clone()) {
            (Term::Unknown, term) | (term, Term::Unknown) => self.union(a, b, term),
            (Term::Integer, Term::Integer) => self.union(a, b, Term::Integer),
            (Term::Integer | Term::Exact(None), term @ Term::Exact(_))
            | (term @ Term::Exact(_), Term::Integer | Term::Exact(None)) => self.union(a, b, term),
            (Term::Float, Term::Float) => self.union(a, b, Term::Float),
            (Term::Float, term @ (Term::Real | Term::Exact(_)))
            | (term @ (Term::Real | Term::Exact(_)), Term::Float) => match &term {
                Term::Exact(Some(name)) if !name.is_float() => self.conflict(a, b),
                _ => self.union(a, b, term),
            },
            (Term::Exact(Some(one)), Term::Exact(Some(other))) => {
                // A text is compared with a text, whoever owns it.
                let is_text = |name: &Written| ["str", "String"].contains(&name.text());
                if is_text(&one) && is_text(&other) && one != other {
                    return;
                }
                if one == other { self.union(a, b, Term::Exact(Some(one))) } else { self.conflict(a, b) }
            }
            (Term::Real, Term::Real) => self.union(a, b, Term::Real),
            (Term::Function, Term::Function) => self.union(a, b, Term::Function),
            (Term::Number(one), Term::Number(other)) if one == other => self.union(a, b, Term::Number(one)),
            (Term::Sequence(one, item), Term::Sequence(other, of)) => {
                // A slice may be borrowed from a vector or an array, so only their items have one type.
                let holder = match (&one, &other) {
                    (Holder::Open, known) | (known, Holder::Open) => Some(known.clone()),
                    _ => (one == other).then(|| one.clone()),
                };
                if let Some(holder) = holder {
                    self.union(a, b, Term::Sequence(holder, item));
                }
                self.unify(item, of);
            }
            (Term::Map(key, item, written), Term::Map(other, of, _)) => {
                self.union(a, b, Term::Map(key, item, written));
                self.unify(key, other);
                self.unify(item, of);
            }
            (Term::Row(one), Term::Row(other)) => self.rows(a, b, one, other),
            // The parts of a number are fields as well.
            (Term::Row(row), Term::Number(number)) | (Term::Number(number), Term::Row(row))
                if row.path.is_none()
                    && row.fields.keys().all(|name| number.parts().contains(&name.as_str())) =>
            {
                self.union(a, b, Term::Number(number));
                for field in row.fields.into_values() {
                    self.known_as(field, Term::Real);
                }
            }
            // The name may be that of an array, or of a number.
            (Term::Row(row), Term::Sequence(holder, item))
            | (Term::Sequence(holder, item), Term::Row(row))
                if row.path.is_some() =>
            {
                let named = if matches!(self.term(a), Term::Row(_)) { a } else { b };
                if row.holder.is_none() && matches!(holder, Holder::Array(_) | Holder::Vec) {
                    self.set(named, Term::Row(Row { holder: Some(holder), ..row }));
                }
                let of = self.item_of(named);
                self.unify(item, of);
            }
            (Term::Row(row), Term::Real) | (Term::Real, Term::Row(row)) if row.path.is_some() => {
                let named = if matches!(self.term(a), Term::Row(_)) { a } else { b };
                self.note(named, |uses| uses.real = true);
            }
            (Term::Row(row), Term::Integer | Term::Exact(_) | Term::Float)
            | (Term::Integer | Term::Exact(_) | Term::Float, Term::Row(row))
                if row.path.is_some() =>
            {
                let named = if matches!(self.term(a), Term::Row(_)) { a } else { b };
                self.note(named, |uses| uses.discrete = true);
            }
            (
                Term::Integer
                | Term::Float
                | Term::Real
                | Term::Exact(_)
                | Term::Number(_)
                | Term::Sequence(..)
                | Term::Map(..)
                | Term::Row(_)
                | Term::Function,
                _,
            ) => self.conflict(a, b),
        }
    }

    fn rows(&mut self, a: Ty, b: Ty, one: Row, other: Row) {
        let path = match (&one.path, &other.path) {
            (Some(one), Some(other)) if one != other => return self.conflict(a, b),
            (Some(path), _) | (None, Some(path)) => Some(path.clone()),
            (None, None) => None,
        };
        let made = one.made.or(other.made);
        let holder = one.holder.or(other.holder);
        let known = one.known.or(other.known);
        let mut row = Row { path, known, made, holder, is_tuple: one.is_tuple || other.is_tuple, ..one };
        let mut pairs = Vec::new();
        for (name, ty) in other.fields {
            match row.fields.get(&name) {
                Some(known) => pairs.push((*known, ty)),
                None => drop(row.fields.insert(name, ty)),
            }
        }
        match (row.item, other.item) {
            (Some(item), Some(of)) => pairs.push((item, of)),
            (None, of) => row.item = of,
            (Some(_), None) => {}
        }
        self.union(a, b, Term::Row(row));
        pairs.into_iter().for_each(|(a, b)| self.unify(a, b));
    }

    /// Adds the type of a part.
    fn part_of(&mut self, ty: Ty) -> Ty {
        let (part, untracked) = (self.fresh(), self.uses(ty).untracked);
        self.note(part, |uses| uses.untracked = untracked);
        part
    }

    /// Returns the type of a field; nothing for a type without fields.
    pub(super) fn field_of(&mut self, ty: Ty, name: &str) -> Option<Ty> {
        let mut row = match self.term(ty) {
            Term::Row(row) => match row.fields.get(name) {
                Some(field) => return Some(*field),
                None => row.clone(),
            },
            Term::Unknown => Row::default(),
            Term::Number(number) => {
                return number.parts().contains(&name).then(|| self.add(Term::Real));
            }
            Term::Integer | Term::Float | Term::Real | Term::Exact(_) => return None,
            Term::Sequence(..) | Term::Map(..) | Term::Function => return None,
        };
        let field = self.part_of(ty);
        row.fields.insert(name.to_string(), field);
        self.set(ty, Term::Row(row));
        Some(field)
    }

    /// Returns the type of an item. An unknown type becomes a sequence; a named one may be one.
    pub(super) fn item_of(&mut self, ty: Ty) -> Ty {
        match self.term(ty).clone() {
            Term::Sequence(_, item) | Term::Map(_, item, _) => item,
            Term::Unknown => {
                let item = self.part_of(ty);
                self.set(ty, Term::Sequence(Holder::Open, item));
                item
            }
            Term::Row(row) => match row.item {
                Some(item) => item,
                None => {
                    let item = self.part_of(ty);
                    self.set(ty, Term::Row(Row { item: Some(item), ..row }));
                    item
                }
            },
            Term::Integer | Term::Float | Term::Real | Term::Exact(_) | Term::Number(_) | Term::Function => {
                self.note(ty, |uses| uses.conflict = true);
                self.fresh()
            }
        }
    }

    /// Returns the type under all levels of sequences.
    pub fn leaf(&self, ty: Ty) -> Ty {
        let mut at = ty;
        // A type that contains itself is not a type of Rust.
        for _ in 0..64 {
            match self.term(at) {
                Term::Sequence(_, item) | Term::Map(_, item, _) => at = *item,
                _ => break,
            }
        }
        at
    }

    /// Returns the number of levels of sequences.
    pub fn depth(&self, ty: Ty) -> usize {
        let (mut at, mut depth) = (ty, 0);
        while let (Term::Sequence(_, item) | Term::Map(_, item, _), true) = (self.term(at), depth < 64) {
            (at, depth) = (*item, depth + 1);
        }
        depth
    }
}

//! What is noted of fields and locals: which are of one kind, and what a use tells of it.

use super::namesakes::key;
use super::{Meaning, Named, Node, Scan, Term, Uses, Way};
use crate::ir::{Segment, Type};
use syn::ext::IdentExt;

impl Scan<'_> {
    /// What a written type tells of kind; nothing for what may be a structure.
    pub(super) fn known(&self, ty: &syn::Type) -> Option<Term> {
        term_of(&(self.kind)(ty))
    }

    /// What a name of a written type tells of what it stands beside: a float of the host's is lifted there, so nothing.
    pub(super) fn beside(&self, ty: &syn::Type, term: Term) -> Term {
        match (self.kind)(ty).leaf() {
            Type::Exact(Some(tokens)) if matches!(tokens.to_string().as_str(), "f64" | "f32") => Term::Free,
            _ => term,
        }
    }

    pub(super) fn node(&mut self) -> usize {
        self.nodes.push(Node { same: self.nodes.len(), uses: Uses::default() });
        self.nodes.len() - 1
    }

    fn find(&self, mut node: usize) -> usize {
        while self.nodes[node].same != node {
            node = self.nodes[node].same;
        }
        node
    }

    /// Everything that is known: of kind from all that it is combined with, of depth and handing on its own.
    pub(super) fn uses(&self, node: usize) -> Uses {
        let (own, kind) = (self.nodes[node].uses, self.nodes[self.find(node)].uses);
        Uses { indices: own.indices, handed: own.handed, receiver: own.receiver, stack: own.stack, ..kind }
    }

    pub(super) fn unify(&mut self, a: Term, b: Term) {
        match (a, b) {
            (Term::Node(a), Term::Node(b)) => {
                let (a, b) = (self.find(a), self.find(b));
                let (of, with) = (self.nodes[b].uses, &mut self.nodes[a].uses);
                with.exact |= of.exact;
                with.real |= of.real;
                with.discrete |= of.discrete;
                with.number |= of.number;
                self.nodes[b].same = a;
            }
            (Term::Node(node), term) | (term, Term::Node(node)) => {
                let node = self.find(node);
                let uses = &mut self.nodes[node].uses;
                match term {
                    Term::Exact => uses.exact = true,
                    Term::Real => uses.real = true,
                    Term::Integer => uses.discrete = true,
                    Term::Free | Term::Node(_) => {}
                }
            }
            (Term::Exact | Term::Real | Term::Integer | Term::Free, _) => {}
        }
    }

    /// Both, as one term.
    pub(super) fn joined(&mut self, a: Term, b: Term) -> Term {
        self.unify(a, b);
        match (a, b) {
            (Term::Free | Term::Integer, other) | (other, Term::Free | Term::Integer) => other,
            (Term::Node(_), Term::Exact | Term::Real) => b,
            (a, _) => a,
        }
    }

    pub(super) fn bind(&mut self, name: &syn::PatIdent, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.ident.unraw().to_string(), Named { key: key(name), meaning });
        }
    }

    pub(super) fn look_up(&self, path: &syn::Path) -> Option<Meaning> {
        self.named(path).map(|named| named.meaning.clone())
    }

    /// Whether what a name means here is only handed on.
    pub(super) fn is_only_handed(&self, path: &syn::Path) -> bool {
        self.named(path).is_some_and(|named| self.only_handed.contains(&named.key))
    }

    fn named(&self, path: &syn::Path) -> Option<&Named> {
        let name = path.get_ident()?.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    /// The way that a place goes, and the number of indices after it.
    pub(super) fn way(&mut self, e: &syn::Expr) -> Option<(Way, usize)> {
        match e {
            syn::Expr::Path(p) => match self.look_up(&p.path)? {
                Meaning::Way(way, indices) => Some((way, indices)),
                Meaning::Term(_) => None,
            },
            syn::Expr::Paren(p) => self.way(&p.expr),
            syn::Expr::Group(g) => self.way(&g.expr),
            syn::Expr::Reference(r) => self.way(&r.expr),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.way(&u.expr),
            syn::Expr::Index(index) => {
                let (way, indices) = self.way(&index.expr)?;
                // A slice is as deep as what it is a slice of.
                let ranged = matches!(&*index.index, syn::Expr::Range(_));
                self.note(&way, indices + 1);
                Some((way, indices + usize::from(!ranged)))
            }
            syn::Expr::Field(field) => {
                let ((root, mut layout), mut indices) = self.way(&field.base)?;
                if self.for_each && layout.is_empty() {
                    indices = indices.max(self.arrays.get(&root).copied().unwrap_or(0));
                }
                layout.extend(std::iter::repeat_n(Segment::Element, indices));
                layout.push(Segment::of(&field.member));
                Some(((root, layout), 0))
            }
            _ => None,
        }
    }

    /// The node of a way that is indexed so often.
    pub(super) fn note(&mut self, way: &Way, indices: usize) -> usize {
        let node = match self.ways.get(way) {
            Some(node) => *node,
            None => {
                let node = self.node();
                self.ways.insert(way.clone(), node);
                node
            }
        };
        let uses = &mut self.nodes[node].uses;
        uses.indices = uses.indices.max(indices);
        node
    }

    /// Looks at the indices inside a place.
    pub(super) fn indices(&mut self, e: &syn::Expr) {
        match e {
            syn::Expr::Index(index) => {
                self.indices(&index.expr);
                match &*index.index {
                    syn::Expr::Range(range) => {
                        range.start.iter().chain(&range.end).for_each(|bound| self.exact(bound));
                    }
                    i => self.exact(i),
                }
            }
            syn::Expr::Field(field) => self.indices(&field.base),
            syn::Expr::Paren(p) => self.indices(&p.expr),
            syn::Expr::Group(g) => self.indices(&g.expr),
            syn::Expr::Reference(r) => self.indices(&r.expr),
            syn::Expr::Unary(u) => self.indices(&u.expr),
            _ => {}
        }
    }

    /// What arithmetic is done with is a number.
    pub(super) fn operand(&mut self, term: Term) {
        if let Term::Node(node) = term {
            let node = self.find(node);
            self.nodes[node].uses.number = true;
        }
    }

    pub(super) fn exact(&mut self, e: &syn::Expr) {
        self.deciding += 1;
        let term = self.term(e);
        self.deciding -= 1;
        self.unify(term, Term::Exact);
    }

    /// An argument of a call: what it hands on knows itself.
    pub(super) fn handed(&mut self, e: &syn::Expr, host: bool) {
        match self.way(e) {
            Some((way, indices)) => {
                self.indices(e);
                let node = self.note(&way, indices);
                match host {
                    true => self.unify(Term::Node(node), Term::Integer),
                    false => self.nodes[node].uses.handed = true,
                }
            }
            None => {
                self.term(e);
            }
        }
    }
}

/// What the leaves of a type are; nothing for a structure, whose fields tell.
fn term_of(ty: &Type) -> Option<Term> {
    match ty.leaf() {
        Type::Real | Type::Number(_) => Some(Term::Real),
        Type::Exact(_) => Some(Term::Exact),
        Type::Map(item, _) => term_of(item),
        Type::Structure(_) | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => None,
    }
}

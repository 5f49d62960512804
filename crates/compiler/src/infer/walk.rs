//! Visits a function: statements and patterns, and the constraints that they add.
//!
//! Takes a function in which each local has a unique name (by `resolve`). Law: the order of statements does not
//! affect the result.

use super::solve::Constraint;
use super::terms::{Holder, Term, Ty, Written};
use super::told::Untold;
use super::unify::Unifier;
use super::written::{Named, Setting};
use crate::ir::Segment;
use crate::sorted::Map;
use crate::syntax::constants;
use crate::syntax::paths::last;
use crate::syntax::position::{Inside, Positions, inside};
use crate::syntax::read::{filled, unraw_name};
use crate::syntax::view::{Split, changed, viewed};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// A path into a structure: the name of a variable, and how it goes on.
pub type Way = (String, Vec<Segment>);

/// The uses of one path in the function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mention {
    /// True for an argument of a reversible function.
    pub handed: bool,
    /// True for an argument of a reversible function, of a method of something else, or of an operator.
    pub passed: bool,
    /// A reversible method of it is called.
    pub receiver: bool,
    /// True if it grows and shrinks.
    pub stack: bool,
}

/// The binding of a name.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) ty: Ty,
    /// The place of which it is another name, or itself.
    pub(super) place: Option<Way>,
    /// True for `let mut`.
    pub(super) mutable: bool,
    /// False for a parameter.
    pub(super) is_local: bool,
    /// The place of its declaration.
    pub(super) span: proc_macro2::Span,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) ty: Ty,
    pub(super) place: Option<Way>,
}

impl Value {
    /// Returns a value of a type, which is no place.
    pub(super) fn of(ty: Ty) -> Value {
        Value { ty, place: None }
    }
}

pub(super) struct Walk<'a> {
    pub(super) setting: &'a Setting,
    positions: Positions,
    pub(super) types: Unifier,
    pub(super) named: Named,
    pub(super) locals: Map<String, Local>,
    pub(super) constraints: Vec<Constraint>,
    /// The rounds in which constraints were solved.
    pub(super) rounds: usize,
    /// The most rounds.
    pub(super) limit: usize,
    /// Types of which the crate may know more, until they are told.
    pub(super) untold: Vec<Untold>,
    /// The constants that the function defines, with their types if these are known.
    pub(super) constants: Map<String, Option<syn::Type>>,
    /// True when operators of names no longer wait for other uses to tell what the names are.
    pub(super) deciding_names: bool,
    pub(super) mentions: Map<Way, Mention>,
    /// The number of surrounding conditions, bounds and indices, in which methods are ordinary Rust.
    pub(super) deciding: usize,
    /// True if arrays denote their elements.
    pub(super) for_each: bool,
    /// The type of the returned value.
    pub(super) returned: Option<Ty>,
    /// The types of the expressions of the body, by their numbers.
    pub(super) expressions: Map<usize, Ty>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(setting: &'a Setting, positions: Positions) -> Walk<'a> {
        Walk {
            setting,
            positions,
            types: Unifier::default(),
            named: Named::default(),
            locals: Map::new(),
            constraints: Vec::new(),
            rounds: 0,
            limit: 0,
            untold: Vec::new(),
            constants: Map::new(),
            deciding_names: false,
            mentions: Map::new(),
            deciding: 0,
            for_each: false,
            returned: None,
            expressions: Map::new(),
        }
    }

    /// Visits parameters and body.
    pub(super) fn function(&mut self, item: &syn::ItemFn) {
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let ty = self.written(&param.ty);
            let changes = matches!(&*param.ty, syn::Type::Reference(r) if r.mutability.is_some());
            if !changes && self.setting.holds_no_reals(&param.ty) {
                let leaf = self.types.leaf(ty);
                self.types.note(leaf, |uses| uses.untracked = true);
            }
            if let syn::Pat::Ident(name) = &*param.pat {
                let root = (name.ident.unraw().to_string(), Vec::new());
                self.bind(name, ty, Some(root.clone()));
                if let Some(param) = self.locals.get_mut(&root.0) {
                    param.is_local = false;
                }
            }
        }
        self.returned = match &item.sig.output {
            syn::ReturnType::Type(_, ty) => Some(self.written(ty)),
            syn::ReturnType::Default => None,
        };
        if let Some(returned) = self.returned {
            let leaf = self.types.leaf(returned);
            self.types.note(returned, |uses| uses.returned = true);
            self.types.note(leaf, |uses| uses.returned = true);
        }
        let value = self.block(&item.block);
        if let Some(returned) = self.returned {
            self.constraints.push(Constraint::Goes { value, to: returned });
        }
    }

    pub(super) fn written(&mut self, ty: &syn::Type) -> Ty {
        self.named.ty(ty, self.setting, &mut self.types)
    }

    /// Stores the type of an expression of the body.
    pub(super) fn found(&mut self, e: &syn::Expr, ty: Ty) {
        if let Some(number) = self.positions.number(e) {
            self.expressions.insert(number, ty);
        }
    }

    pub(super) fn mention(&mut self, way: &Way) -> &mut Mention {
        self.mentions.entry(way.clone()).or_default()
    }

    /// Records that a place is an argument.
    pub(super) fn handed_place(&mut self, way: &Way, host: bool) {
        self.mention(way).handed |= !host;
        if let Some(ty) = self.type_at(way) {
            self.types.note(ty, |uses| if host { uses.discrete = true } else { uses.handed = true });
        }
    }

    /// Returns the type at the end of a path.
    pub(super) fn type_at(&mut self, way: &Way) -> Option<Ty> {
        let mut ty = self.locals.get(&way.0)?.ty;
        for segment in &way.1 {
            ty = match segment {
                Segment::Field(name) => self.types.field_of(ty, name)?,
                Segment::Element => self.types.item_of(ty),
            };
        }
        Some(ty)
    }

    /// Binds a name to a type, and to a place.
    pub(super) fn bind(&mut self, name: &syn::PatIdent, ty: Ty, place: Option<Way>) {
        let text = name.ident.unraw().to_string();
        let place = place.or_else(|| Some((text.clone(), Vec::new())));
        let mutable = name.mutability.is_some();
        let local = Local { ty, place, mutable, is_local: true, span: name.ident.span() };
        self.locals.insert(text, local);
    }

    pub(super) fn block(&mut self, block: &syn::Block) -> Ty {
        let mut last = None;
        self.constants.extend(block.stmts.iter().filter_map(constants::defined));
        for stmt in &block.stmts {
            last = self.stmt(stmt);
        }
        last.unwrap_or_else(|| self.types.fresh())
    }

    /// Returns the type of a statement, if it is an expression without a semicolon.
    fn stmt(&mut self, stmt: &syn::Stmt) -> Option<Ty> {
        match stmt {
            syn::Stmt::Local(local) => self.local(local),
            syn::Stmt::Expr(e, semicolon) => {
                let value = self.ty(e);
                return semicolon.is_none().then_some(value);
            }
            syn::Stmt::Macro(m) => self.macro_stmt(&m.mac),
            syn::Stmt::Item(_) => {}
        }
        None
    }

    fn local(&mut self, local: &syn::Local) {
        let Some(init) = &local.init else {
            let ty = match &local.pat {
                syn::Pat::Type(t) => self.written(&t.ty),
                _ => self.types.fresh(),
            };
            return self.pattern(&local.pat, Value { ty, place: None });
        };
        self.bound(&local.pat, &init.expr);
    }

    /// Binds a pattern to a value.
    fn bound(&mut self, pat: &syn::Pat, init: &syn::Expr) {
        let (all, (pat, written)) = match pat {
            syn::Pat::Type(t) => (pat, (&*t.pat, Some(&*t.ty))),
            pat => (pat, (pat, None)),
        };
        let one_by_one = match (pat, init) {
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) => Some((&pats.elems, &values.elems)),
            (syn::Pat::Slice(pats), syn::Expr::Array(values)) => Some((&pats.elems, &values.elems)),
            _ => None,
        };
        if let (Some((pats, values)), None) = (one_by_one.filter(|(p, v)| p.len() == v.len()), written) {
            return pats.iter().zip(values).for_each(|(pat, value)| self.bound(pat, value));
        }
        if let Some(split) = Split::of(all, init) {
            let array = self.value(split.array);
            self.exact(split.at);
            let item = self.types.item_of(array.ty);
            for part in split.parts {
                let ty = self.types.add(Term::Sequence(Holder::Slice, item));
                self.pattern(part, Value { ty, place: array.place.clone() });
            }
            return;
        }
        let written = written.map(|ty| self.written(ty));
        let is_call = matches!(init, syn::Expr::Call(_) | syn::Expr::MethodCall(_));
        let is_exact = written.is_some_and(|ty| matches!(self.types.term(ty), Term::Exact(_)));
        // A value with an exact type may be computed by ordinary Rust.
        self.deciding += usize::from(is_call && is_exact);
        let value = self.value(init);
        self.deciding -= usize::from(is_call && is_exact);
        let is_view = matches!(init, syn::Expr::Reference(_));
        let name = match pat {
            syn::Pat::Ident(name) => Some(name),
            _ => None,
        };
        let ty = match (written, name) {
            (Some(written), _) => {
                self.constraints.push(Constraint::Goes { value: value.ty, to: written });
                written
            }
            (None, Some(name)) if name.mutability.is_some() && !is_view => {
                let ty = self.types.fresh();
                self.constraints.push(Constraint::Starts { local: ty, value: value.ty });
                ty
            }
            (None, _) => value.ty,
        };
        let place = match name {
            Some(_) => value.place,
            // The pattern names the destructured value.
            None => value.place.or_else(|| {
                let text = pat.to_token_stream().to_string();
                let local = Local { ty, place: None, mutable: false, is_local: true, span: pat.span() };
                self.locals.insert(text.clone(), local);
                Some((text, Vec::new()))
            }),
        };
        self.pattern(pat, Value { ty, place });
    }

    /// Binds the names of a pattern to parts of the destructured value.
    pub(super) fn pattern(&mut self, pat: &syn::Pat, value: Value) {
        match pat {
            syn::Pat::Ident(name) => self.bind(name, value.ty, value.place),
            syn::Pat::Type(p) => {
                let written = self.written(&p.ty);
                self.constraints.push(Constraint::Goes { value: value.ty, to: written });
                self.pattern(&p.pat, Value { ty: written, ..value });
            }
            syn::Pat::Paren(p) => self.pattern(&p.pat, value),
            syn::Pat::Reference(p) => self.pattern(&p.pat, value),
            syn::Pat::Tuple(syn::PatTuple { elems, .. })
            | syn::Pat::TupleStruct(syn::PatTupleStruct { elems, .. }) => {
                for (i, inner) in elems.iter().enumerate() {
                    if !matches!(inner, syn::Pat::Rest(_) | syn::Pat::Wild(_)) {
                        let part = self.part(&value, &Segment::Field(i.to_string()));
                        self.pattern(inner, part);
                    }
                }
            }
            syn::Pat::Slice(p) => {
                for inner in &p.elems {
                    let part = self.part(&value, &Segment::Element);
                    self.pattern(inner, part);
                }
            }
            syn::Pat::Struct(p) => {
                for field in &p.fields {
                    let part = self.part(&value, &Segment::of(&field.member));
                    self.pattern(&field.pat, part);
                }
            }
            _ => {}
        }
    }

    /// Returns a part of a value.
    pub(super) fn part(&mut self, value: &Value, segment: &Segment) -> Value {
        let ty = match segment {
            Segment::Field(name) => {
                let is_new =
                    !matches!(self.types.term(value.ty), Term::Row(row) if row.fields.contains_key(name));
                let field = self.types.field_of(value.ty, name);
                let asked = field.filter(|_| is_new);
                self.untold.extend(asked.map(|field| Untold::Field(value.ty, name.clone(), field)));
                field
            }
            Segment::Element => Some(self.types.item_of(value.ty)),
        };
        let ty = ty.unwrap_or_else(|| self.types.fresh());
        let place = value.place.clone().map(|(root, mut path)| {
            path.push(segment.clone());
            (root, path)
        });
        Value { ty, place }
    }

    /// Visits the statements of the language that are written as macros.
    pub(super) fn macro_stmt(&mut self, mac: &syn::Macro) {
        let name = last(&mac.path);
        let Some(inside) = inside(mac) else { return };
        self.positions.enter(mac, inside.nodes());
        match (name.as_str(), &inside) {
            ("push" | "pop", Inside::Values(parts)) => self.moved(parts),
            ("insert" | "remove", Inside::Values(parts)) => {
                let mut parts = parts.iter();
                let map = parts.next().map(|map| self.ty(map));
                let key = parts.next().map(|key| self.exact(key));
                let value = parts.next().map(|value| self.ty(value));
                if let Some(Term::Map(of, item, _)) = map.map(|map| self.types.term(map).clone()) {
                    key.into_iter().for_each(|key| self.key(key, of));
                    self.constraints.extend(value.map(|value| Constraint::Goes { value, to: item }));
                }
            }
            ("each", Inside::Statements(stmts)) => {
                let outer = std::mem::replace(&mut self.for_each, true);
                for stmt in stmts {
                    if let syn::Stmt::Expr(e, _) = stmt {
                        changed(e).into_iter().for_each(|place| self.visited_by_each(viewed(place).0));
                    }
                    self.stmt(stmt);
                }
                self.for_each = outer;
            }
            ("free", Inside::Values(parts)) => {
                if let [target, value] = &parts[..] {
                    let (to, value) = (self.ty(target), self.ty(value));
                    self.one_type(to, value, None);
                }
            }
            (_, Inside::Statements(stmts)) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
            }
            (_, Inside::Values(_)) => {}
        }
        self.positions.leave();
    }

    /// Visits `push!(stack, x)` and `pop!(stack, x)`.
    fn moved(&mut self, parts: &[syn::Expr]) {
        let mut rest = parts.iter();
        let Some(stack) = rest.next().map(|e| self.value(e)) else { return };
        // The local grows, not the value of which it is a copy.
        let own = parts.first().and_then(|e| self.own(e));
        if let Some(way) = own.or(stack.place) {
            self.mention(&way).stack = true;
        }
        let item = self.types.fresh();
        self.types.known_as(stack.ty, Term::Sequence(Holder::Vec, item));
        if let Some(moved) = rest.next() {
            let moved = self.element(moved);
            self.types.unify(moved, item);
        }
    }

    /// Returns the type of the elements of `vec![value; length]` or `vec![a, b]`.
    pub(super) fn elements_of_vec(&mut self, mac: &syn::Macro) -> Ty {
        let Some(inside) = inside(mac) else { return self.types.fresh() };
        self.positions.enter(mac, inside.nodes());
        let item = match &inside {
            Inside::Values(parts) if filled(mac).is_some() => {
                let item = parts.first().map(|value| self.ty(value));
                parts.iter().skip(1).for_each(|length| self.length(length));
                item
            }
            Inside::Values(items) => Some(self.joined(&items.iter().collect::<Vec<_>>())),
            Inside::Statements(_) => None,
        };
        self.positions.leave();
        item.unwrap_or_else(|| self.types.fresh())
    }

    /// Returns the local itself, if an expression is the name of one that changes.
    fn own(&self, e: &syn::Expr) -> Option<Way> {
        let e = if let syn::Expr::Reference(r) = e { &*r.expr } else { e };
        let name = unraw_name(e)?;
        self.locals.get(&name).filter(|local| local.mutable).map(|_| (name.clone(), Vec::new()))
    }

    /// A key is looked up by its borrowed type: a `String` by a `str`.
    pub(super) fn key(&mut self, key: Ty, of: Ty) {
        if !matches!(self.types.term(of), Term::Exact(Some(name)) if name.text() == "String") {
            self.types.unify(key, of);
        }
    }

    /// A place that changes in `each!` is an array, unless it is a field of the elements of one.
    fn visited_by_each(&mut self, place: &syn::Expr) {
        let value = self.value(place);
        let of_elements = matches!(place, syn::Expr::Field(_))
            && value.place.is_some_and(|(_, path)| path.contains(&Segment::Element));
        if !of_elements {
            self.types.item_of(value.ty);
        }
    }

    /// Returns the type of a length or an index.
    pub(super) fn whole(&mut self) -> Ty {
        self.types.exact("usize")
    }

    /// Returns the type of an array with a length in the source.
    pub(super) fn array(&mut self, item: Ty, length: proc_macro2::TokenStream) -> Ty {
        self.types.add(Term::Sequence(Holder::Array(Written::new(length)), item))
    }
}

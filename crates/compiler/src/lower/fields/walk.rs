//! The way through a function: statements and expressions, and what each tells of the fields in it.

use super::{Meaning, Scan, Term, Way};
use crate::ir::{Number, Primitive, Segment};
use crate::lower::is_associated;
use crate::lower::split::Split;
use crate::lower::view::viewed;
use std::collections::HashMap;

impl Scan<'_> {
    pub(super) fn block(&mut self, block: &syn::Block) -> Term {
        self.scopes.push(HashMap::new());
        let mut last = Term::Free;
        for stmt in &block.stmts {
            last = self.stmt(stmt);
        }
        self.scopes.pop();
        last
    }

    /// The value of a statement, which an expression without a semicolon has.
    fn stmt(&mut self, stmt: &syn::Stmt) -> Term {
        match stmt {
            syn::Stmt::Local(local) => self.local(local),
            syn::Stmt::Expr(e, semicolon) => {
                let term = self.term(e);
                return if semicolon.is_none() { term } else { Term::Free };
            }
            syn::Stmt::Macro(m) => self.macro_term(&m.mac),
            syn::Stmt::Item(_) => {}
        }
        Term::Free
    }

    /// What is changed in `each!` is an array, unless it is a field of the elements of one.
    fn each_of(&mut self, place: &syn::Expr) {
        if let Some((way, indices)) = self.way(place) {
            let of_elements = matches!(place, syn::Expr::Field(_)) && self.is_array(place);
            self.note(&way, indices + usize::from(!of_elements));
        }
    }

    /// Whether a place goes, without an index, from an array.
    fn is_array(&self, place: &syn::Expr) -> bool {
        match place {
            syn::Expr::Field(field) => self.is_array(&field.base),
            syn::Expr::Paren(p) => self.is_array(&p.expr),
            syn::Expr::Unary(u) => self.is_array(&u.expr),
            syn::Expr::Path(path) => match self.look_up(&path.path) {
                Some(Meaning::Way((root, layout), 0)) => {
                    layout.is_empty() && self.arrays.get(&root).is_some_and(|depth| *depth > 0)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn local(&mut self, local: &syn::Local) {
        let (pat, known) = match &local.pat {
            syn::Pat::Type(t) => (&*t.pat, self.known(&t.ty)),
            pat => (pat, None),
        };
        let Some(init) = &local.init else { return };
        let written = match &local.pat {
            syn::Pat::Type(t) => Some(&*t.ty),
            _ => None,
        };
        let one_by_one = match (pat, &*init.expr) {
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) => Some((&pats.elems, &values.elems)),
            (syn::Pat::Slice(pats), syn::Expr::Array(values)) => Some((&pats.elems, &values.elems)),
            _ => None,
        };
        if let Some((pats, values)) = one_by_one {
            for (pat, value) in pats.iter().zip(values) {
                let init = syn::LocalInit { expr: Box::new(value.clone()), ..init.clone() };
                self.local(&syn::Local { pat: pat.clone(), init: Some(init), ..local.clone() });
            }
            return;
        }
        if let Some(split) = Split::of(&local.pat, &init.expr) {
            if let Some((way, indices)) = self.way(split.array) {
                self.indices(split.array);
                self.exact(split.at);
                self.note(&way, indices + 1);
                return split
                    .parts
                    .iter()
                    .for_each(|part| self.pattern(part, Meaning::Way(way.clone(), indices)));
            }
        }
        let place = match &*init.expr {
            syn::Expr::Reference(r) => self.way(&r.expr),
            _ => None,
        };
        if let Some((way, indices)) = place {
            self.indices(&init.expr);
            return self.pattern(pat, Meaning::Way(way, indices));
        }
        // `let Vec3 { x, y, .. } = *p;`
        if !matches!(pat, syn::Pat::Ident(_)) {
            if let Some((way, indices)) = self.way(&init.expr) {
                self.indices(&init.expr);
                return self.pattern(pat, Meaning::Way(way, indices));
            }
        }
        if let Some(meaning) = self.made(pat, &init.expr, written) {
            return self.pattern(pat, meaning);
        }
        // A value that is exact by its type may be computed by host code.
        let value = match (&*init.expr, known) {
            (syn::Expr::Call(call), Some(Term::Exact)) => {
                call.args.iter().for_each(|arg| self.handed(arg, true));
                Term::Free
            }
            (e @ syn::Expr::MethodCall(_), Some(Term::Exact)) => {
                self.deciding += 1;
                let term = self.term(e);
                self.deciding -= 1;
                term
            }
            (e, _) => self.term(e),
        };
        let term = match known {
            Some(term) => {
                self.unify(value, term);
                written.map_or(term, |ty| self.beside(ty, term))
            }
            None => {
                let node = match (pat, &*init.expr) {
                    // Whether a function of the host was called is told by the uses of what it returned.
                    (syn::Pat::Ident(name), syn::Expr::Call(_) | syn::Expr::MethodCall(_)) => {
                        self.note(&super::of_local(name), 0)
                    }
                    _ => self.node(),
                };
                self.joined(Term::Node(node), value);
                Term::Node(node)
            }
        };
        self.pattern(pat, Meaning::Term(term));
    }

    /// Binds the names of a pattern to parts of what it takes apart.
    fn pattern(&mut self, pat: &syn::Pat, meaning: Meaning) {
        let part = |meaning: &Meaning, segment: Segment| match meaning {
            Meaning::Way((root, layout), indices) => {
                let mut layout = layout.clone();
                layout.extend(std::iter::repeat_n(Segment::Element, *indices));
                layout.push(segment);
                Meaning::Way((root.clone(), layout), 0)
            }
            Meaning::Term(term) => Meaning::Term(*term),
        };
        match pat {
            syn::Pat::Ident(name) => self.bind(name, meaning),
            syn::Pat::Type(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Paren(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Reference(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Tuple(syn::PatTuple { elems, .. })
            | syn::Pat::TupleStruct(syn::PatTupleStruct { elems, .. }) => {
                for (i, inner) in elems.iter().enumerate() {
                    self.pattern(inner, part(&meaning, Segment::Field(i.to_string())));
                }
            }
            syn::Pat::Slice(p) => {
                let element = match meaning {
                    Meaning::Way(way, indices) => Meaning::Way(way, indices + 1),
                    Meaning::Term(term) => Meaning::Term(term),
                };
                p.elems.iter().for_each(|inner| self.pattern(inner, element.clone()));
            }
            syn::Pat::Struct(p) => {
                for field in &p.fields {
                    self.pattern(&field.pat, part(&meaning, Segment::of(&field.member)));
                }
            }
            _ => {}
        }
    }

    /// The statements of the language that are written as macros, and `vec![…]`.
    fn macro_term(&mut self, mac: &syn::Macro) {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "push" | "pop" => {
                let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
                let mut moved = Term::Free;
                for (i, place) in mac.parse_body_with(parser).iter().flatten().enumerate() {
                    self.indices(place);
                    let term = match self.way(place) {
                        Some((way, indices)) => {
                            let node = self.note(&way, indices + usize::from(i == 0));
                            self.nodes[node].uses.stack |= i == 0;
                            Term::Node(node)
                        }
                        None => self.term(place),
                    };
                    moved = self.joined(moved, term);
                }
            }
            "insert" | "remove" => {
                let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
                let parts = mac.parse_body_with(parser).unwrap_or_default();
                let mut parts = parts.iter();
                let map = parts.next().map_or(Term::Free, |map| self.term(map));
                if let Some(key) = parts.next() {
                    self.exact(key);
                }
                if let Some(value) = parts.next() {
                    let value = self.term(value);
                    self.unify(value, map);
                }
            }
            "each" => {
                let outer = std::mem::replace(&mut self.for_each, true);
                for stmt in mac.parse_body_with(syn::Block::parse_within).unwrap_or_default() {
                    if let syn::Stmt::Expr(syn::Expr::Binary(b), _) = &stmt {
                        self.each_of(viewed(&b.left).0);
                    }
                    self.stmt(&stmt);
                }
                self.for_each = outer;
            }
            "undo" => {
                for stmt in mac.parse_body_with(syn::Block::parse_within).unwrap_or_default() {
                    self.stmt(&stmt);
                }
            }
            _ => {
                if let Some((value, length)) = super::made::filled(mac) {
                    self.term(&value);
                    self.exact(&length);
                }
            }
        }
    }

    pub(super) fn term(&mut self, e: &syn::Expr) -> Term {
        match e {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(_) => Term::Real,
                syn::Lit::Int(_) => Term::Integer,
                _ => Term::Exact,
            },
            syn::Expr::Path(p) => match self.look_up(&p.path) {
                Some(Meaning::Term(term)) => term,
                Some(Meaning::Way(way, indices)) => Term::Node(self.note(&way, indices)),
                None if is_variant(&p.path) => Term::Exact,
                None => Term::Free,
            },
            syn::Expr::Field(_) | syn::Expr::Index(_) => {
                self.indices(e);
                match self.way(e) {
                    Some((way, indices)) => Term::Node(self.note(&way, indices)),
                    None => self.root(e),
                }
            }
            syn::Expr::Paren(p) => self.term(&p.expr),
            syn::Expr::Group(g) => self.term(&g.expr),
            syn::Expr::Reference(r) => self.term(&r.expr),
            syn::Expr::Unary(u) => {
                let term = self.term(&u.expr);
                if !matches!(u.op, syn::UnOp::Deref(_)) {
                    self.operand(term);
                }
                if matches!(u.op, syn::UnOp::Not(_)) {
                    self.unify(term, Term::Exact);
                }
                term
            }
            syn::Expr::Binary(b) => self.binary(b),
            syn::Expr::MethodCall(call) => self.method(call),
            // What a number is made of is real: `Complex::new(p.x, p.y)`.
            syn::Expr::Call(call) if makes_number(&call.func) => {
                for arg in &call.args {
                    let part = self.term(arg);
                    self.unify(part, Term::Real);
                }
                Term::Free
            }
            syn::Expr::Call(call) => {
                let constant = matches!(&*call.func, syn::Expr::Path(p)
                    if p.path.segments.last().is_some_and(|s| s.ident == "constant" || s.ident == "from"));
                call.args.iter().for_each(|arg| self.handed(arg, constant));
                // `<L as Flow>::step(layer, …)` is `layer.step(…)`.
                let associated = matches!(&*call.func, syn::Expr::Path(p) if is_associated(p));
                if let (true, false, Some(first)) =
                    (associated, constant || self.deciding > 0, call.args.first())
                {
                    self.receiver(first);
                }
                Term::Free
            }
            syn::Expr::Cast(cast) => {
                let inner = self.term(&cast.expr);
                match self.known(&cast.ty) {
                    Some(term) => match self.beside(&cast.ty, term) {
                        // What is cast to a float is an integer.
                        float @ (Term::Real | Term::Free) => {
                            self.unify(inner, Term::Integer);
                            float
                        }
                        term => term,
                    },
                    None => Term::Free,
                }
            }
            syn::Expr::Array(array) => array.elems.iter().fold(Term::Free, |all, item| {
                let term = self.term(item);
                self.joined(all, term)
            }),
            syn::Expr::Repeat(repeat) => {
                self.exact(&repeat.len);
                self.term(&repeat.expr)
            }
            syn::Expr::Tuple(tuple) => {
                for part in &tuple.elems {
                    self.term(part);
                }
                Term::Free
            }
            syn::Expr::Struct(s) => {
                for field in &s.fields {
                    self.held(&field.expr);
                }
                Term::Free
            }
            syn::Expr::If(branch) => {
                self.condition(&branch.cond);
                let then = self.block(&branch.then_branch);
                match &branch.else_branch {
                    Some((_, otherwise)) => {
                        let otherwise = self.term(otherwise);
                        self.joined(then, otherwise)
                    }
                    None => then,
                }
            }
            syn::Expr::While(w) => {
                self.condition(&w.cond);
                self.block(&w.body);
                Term::Free
            }
            syn::Expr::ForLoop(f) => {
                self.for_loop(f);
                Term::Free
            }
            syn::Expr::Block(b) => self.block(&b.block),
            syn::Expr::Assign(a) => {
                let (left, right) = (self.term(&a.left), self.term(&a.right));
                self.joined(left, right)
            }
            syn::Expr::Macro(m) => {
                self.macro_term(&m.mac);
                Term::Free
            }
            _ => Term::Free,
        }
    }

    /// An element of an array is of the array's kind.
    fn root(&mut self, e: &syn::Expr) -> Term {
        match e {
            syn::Expr::Index(index) => self.root(&index.expr),
            syn::Expr::Paren(p) => self.root(&p.expr),
            syn::Expr::Unary(u) => self.root(&u.expr),
            syn::Expr::Path(_) => self.term(e),
            _ => Term::Free,
        }
    }

    fn condition(&mut self, e: &syn::Expr) {
        match e {
            syn::Expr::Tuple(pair) => pair.elems.iter().for_each(|part| self.condition(part)),
            syn::Expr::Let(_) => {}
            e => self.exact(e),
        }
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Term {
        use syn::BinOp::*;
        let (left, right) = (self.term(&b.left), self.term(&b.right));
        self.operand(left);
        self.operand(right);
        match b.op {
            Add(_) | Sub(_) | Mul(_) | Div(_) => self.joined(left, right),
            Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => {
                self.unify(left, right);
                Term::Exact
            }
            AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) => {
                self.unify(left, right);
                Term::Free
            }
            _ => {
                self.unify(left, Term::Exact);
                self.unify(right, Term::Exact);
                Term::Exact
            }
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Term {
        let name = call.method.to_string();
        if matches!(name.as_str(), "len" | "is_empty") && call.args.is_empty() {
            self.indices(&call.receiver);
            match self.way(&call.receiver) {
                Some((way, indices)) => {
                    self.note(&way, indices + 1);
                }
                None => {
                    self.term(&call.receiver);
                }
            }
            return Term::Exact;
        }
        // A structure's own methods may be called as those of numbers are.
        let lends = call.args.iter().any(|arg| matches!(arg, syn::Expr::Reference(_)));
        let is_whole = self.way(&call.receiver).is_some_and(|(way, _)| way.1.is_empty());
        if (lends || is_whole) && name != "clone" {
            return self.own_method(call);
        }
        // These are methods of integers too.
        let shared =
            matches!(name.as_str(), "min" | "max" | "abs" | "signum" | "clone" | "to_vec" | "to_owned");
        if shared {
            let receiver = self.term(&call.receiver);
            return call.args.iter().fold(receiver, |all, arg| {
                let term = self.term(arg);
                self.joined(all, term)
            });
        }
        if name == "powi" || Primitive::by_name(&name).is_some() || name.starts_with("is_") {
            let receiver = self.term(&call.receiver);
            self.unify(receiver, Term::Real);
            for arg in &call.args {
                let term = self.term(arg);
                self.unify(term, if name == "powi" { Term::Exact } else { Term::Real });
            }
            return if name.starts_with("is_") { Term::Exact } else { Term::Real };
        }
        self.own_method(call)
    }

    /// A method that nothing but the structure knows.
    fn own_method(&mut self, call: &syn::ExprMethodCall) -> Term {
        let host = self.deciding > 0;
        self.handed(&call.receiver, host);
        if !host {
            self.receiver(&call.receiver);
        }
        call.args.iter().for_each(|arg| self.handed(arg, host));
        Term::Free
    }

    /// A reversible method is called on this.
    fn receiver(&mut self, e: &syn::Expr) {
        let e = match e {
            syn::Expr::Reference(r) => &*r.expr,
            other => other,
        };
        if let Some((way, indices)) = self.way(e) {
            let node = self.note(&way, indices);
            self.nodes[node].uses.receiver = true;
        }
    }

    fn for_loop(&mut self, f: &syn::ExprForLoop) {
        let visited = self.iterated(&f.expr);
        self.scopes.push(HashMap::new());
        self.visited(&f.pat, &visited);
        self.block(&f.body);
        self.scopes.pop();
    }

    /// Binds the pattern of a loop to what it visits.
    fn visited(&mut self, pat: &syn::Pat, item: &Item) {
        match (item, pat) {
            (Item::Pair(a, b), syn::Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                self.visited(&pair.elems[0], a);
                self.visited(&pair.elems[1], b);
            }
            (Item::Place(way, indices), _) => self.pattern(pat, Meaning::Way(way.clone(), *indices)),
            (Item::Number, _) => self.pattern(pat, Meaning::Term(Term::Exact)),
            (Item::Pair(..) | Item::Other, _) => self.pattern(pat, Meaning::Term(Term::Free)),
        }
    }

    /// What a loop visits; the bounds of a range are exact.
    fn iterated(&mut self, e: &syn::Expr) -> Item {
        match e {
            syn::Expr::Range(range) => {
                range.start.iter().chain(&range.end).for_each(|bound| self.exact(bound));
                Item::Number
            }
            syn::Expr::Paren(p) => self.iterated(&p.expr),
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                match (name.as_str(), call.args.first()) {
                    ("zip", Some(other)) => {
                        let item = self.iterated(&call.receiver);
                        Item::Pair(Box::new(item), Box::new(self.iterated(other)))
                    }
                    ("enumerate", _) => {
                        Item::Pair(Box::new(Item::Number), Box::new(self.iterated(&call.receiver)))
                    }
                    (_, argument) => {
                        argument.into_iter().for_each(|argument| self.exact(argument));
                        let item = self.iterated(&call.receiver);
                        match (item, name.contains("chunks") || name.contains("windows")) {
                            // A part of an array is an array.
                            (Item::Place(way, indices), true) => Item::Place(way, indices - 1),
                            (item, _) => item,
                        }
                    }
                }
            }
            _ => {
                self.indices(e);
                match self.way(e) {
                    Some((way, indices)) => {
                        self.note(&way, indices + 1);
                        Item::Place(way, indices + 1)
                    }
                    None => Item::Other,
                }
            }
        }
    }
}

/// Whether a path names a variant of an enum, such as `Kind::Solid`: constants are written in capitals.
fn is_variant(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (Some(variant), Some(of)) = (names.next(), names.next()) else { return false };
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    is_type(&of) && is_type(&variant) && variant.contains(char::is_lowercase)
}

/// Whether a function is one that makes a complex, logarithmic or tropical number.
pub(super) fn makes_number(function: &syn::Expr) -> bool {
    let syn::Expr::Path(p) = function else { return false };
    let mut segments = p.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|of| Number::by_name(&of.ident.to_string()).is_some())
}

/// What a loop visits.
enum Item {
    /// Elements of a place that is indexed so often.
    Place(Way, usize),
    /// Integers.
    Number,
    /// Two at once.
    Pair(Box<Item>, Box<Item>),
    /// Elements of something that is no field.
    Other,
}

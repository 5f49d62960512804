//! What the fields of structures are: told by how the function uses them.
//!
//! The macro sees the name of a structure's type and not its fields. But `camera.focal * x` needs a number, `mesh.n` bounds a
//! loop, `mesh.index[i]` is an index, and `step(&mut p.position)` hands something on that knows itself. This looks through the
//! whole function before it is lowered and notes for each way into a structure how deep it is indexed and what it is combined
//! with; what is combined with each other is of one kind.
//!
//! Law: a note is never taken back, so the order of statements does not matter. What nothing tells is a number; where that
//! is wrong, rustc says so at the user's text.

use crate::ir::{Primitive, Segment, Type};
use std::collections::{BTreeMap, HashMap};
use syn::ext::IdentExt;

/// A way into a structure: the name of a parameter, and how it goes on.
type Way = (String, Vec<Segment>);

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
}

/// The fields of a function's structures.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(BTreeMap<Way, Uses>);

impl Fields {
    /// Looks through a function. `kind` tells what the tokens of a type tell.
    ///
    /// A type parameter may be that of a structure, if reversible methods of it are called: so this looks twice.
    pub(super) fn of(
        item: &syn::ItemFn,
        generics: &syn::Generics,
        kind: &dyn Fn(&syn::Type) -> Type,
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
        Fields::looked(item, kind, &|name, ty| open(ty) && all.is_receiver(&name.unraw().to_string()))
    }

    fn looked(
        item: &syn::ItemFn,
        kind: &dyn Fn(&syn::Type) -> Type,
        is_open: &dyn Fn(&syn::Ident, &syn::Type) -> bool,
    ) -> Fields {
        let mut scan = Scan {
            kind,
            nodes: Vec::new(),
            ways: BTreeMap::new(),
            scopes: vec![HashMap::new()],
            deciding: 0,
        };
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let open = is_open(&name.ident, &param.ty);
            let known = scan.known(&param.ty).filter(|term| !open || matches!(term, Term::Real));
            let meaning = match known {
                Some(term) => Meaning::Term(term),
                None => Meaning::Way((name.ident.unraw().to_string(), Vec::new()), 0),
            };
            scan.bind(&name.ident, meaning);
        }
        let value = scan.block(&item.block);
        if let syn::ReturnType::Type(_, ty) = &item.sig.output {
            if let Some(term) = scan.known(ty) {
                scan.unify(value, term);
            }
        }
        let ways = scan.ways.clone();
        Fields(ways.into_iter().map(|(way, node)| (way, scan.uses(node))).collect())
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
        self.of_root(root).any(|(layout, uses)| match layout {
            [] | [Segment::Element] => uses.handed && !uses.discrete,
            _ => !is_exact(uses),
        })
    }

    /// Whether a number of a parameter is read or changed in the function itself.
    pub(super) fn hold_numbers(&self, root: &str) -> bool {
        self.of_root(root).any(|(layout, uses)| {
            layout.iter().any(|segment| *segment != Segment::Element) && !is_exact(uses)
        })
    }

    fn of_root<'a>(&'a self, root: &'a str) -> impl Iterator<Item = (&'a [Segment], &'a Uses)> {
        self.0
            .iter()
            .filter(move |((name, _), _)| name == root)
            .map(|((_, layout), uses)| (&layout[..], uses))
    }

    /// The type of the field at the end of a way, without the elements on the way.
    pub(super) fn type_of(&self, root: &str, layout: &[Segment]) -> Type {
        let uses = self.0.get(&(root.to_string(), layout.to_vec())).copied().unwrap_or_default();
        let deeper =
            self.of_root(root).any(|(other, _)| other.len() > layout.len() && other.starts_with(layout));
        let leaf = match &uses {
            uses if is_exact(uses) => Type::Exact(None),
            Uses { real: false, number: false, handed: true, .. } => Type::Structure(None),
            _ if deeper => Type::Structure(None),
            _ => Type::Real,
        };
        (0..uses.indices).fold(leaf, |item, _| Type::Slice(Box::new(item)))
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

struct Node {
    /// The node that it is of one kind with; itself at the end.
    same: usize,
    uses: Uses,
}

struct Scan<'a> {
    kind: &'a dyn Fn(&syn::Type) -> Type,
    nodes: Vec<Node>,
    ways: BTreeMap<Way, usize>,
    scopes: Vec<HashMap<String, Meaning>>,
    /// Inside how many conditions, bounds and indices: there methods are the host's.
    deciding: usize,
}

impl Scan<'_> {
    /// What a written type tells of kind; nothing for what may be a structure.
    fn known(&self, ty: &syn::Type) -> Option<Term> {
        match (self.kind)(ty).leaf() {
            Type::Real | Type::Number(_) => Some(Term::Real),
            Type::Exact(_) => Some(Term::Exact),
            Type::Structure(_) | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => None,
        }
    }

    fn node(&mut self) -> usize {
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
    fn uses(&self, node: usize) -> Uses {
        let (own, kind) = (self.nodes[node].uses, self.nodes[self.find(node)].uses);
        Uses { indices: own.indices, handed: own.handed, receiver: own.receiver, ..kind }
    }

    fn unify(&mut self, a: Term, b: Term) {
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
    fn joined(&mut self, a: Term, b: Term) -> Term {
        self.unify(a, b);
        match (a, b) {
            (Term::Free | Term::Integer, other) | (other, Term::Free | Term::Integer) => other,
            (Term::Node(_), Term::Exact | Term::Real) => b,
            (a, _) => a,
        }
    }

    fn bind(&mut self, name: &syn::Ident, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.unraw().to_string(), meaning);
        }
    }

    fn look_up(&self, path: &syn::Path) -> Option<Meaning> {
        let name = path.get_ident()?.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name)).cloned()
    }

    /// The way that a place goes, and the number of indices after it.
    fn way(&mut self, e: &syn::Expr) -> Option<(Way, usize)> {
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
                let ((root, mut layout), indices) = self.way(&field.base)?;
                layout.extend(std::iter::repeat_n(Segment::Element, indices));
                layout.push(segment(&field.member));
                Some(((root, layout), 0))
            }
            _ => None,
        }
    }

    /// The node of a way that is indexed so often.
    fn note(&mut self, way: &Way, indices: usize) -> usize {
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
    fn indices(&mut self, e: &syn::Expr) {
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
    fn operand(&mut self, term: Term) {
        if let Term::Node(node) = term {
            let node = self.find(node);
            self.nodes[node].uses.number = true;
        }
    }

    fn exact(&mut self, e: &syn::Expr) {
        self.deciding += 1;
        let term = self.term(e);
        self.deciding -= 1;
        self.unify(term, Term::Exact);
    }

    /// An argument of a call: what it hands on knows itself.
    fn handed(&mut self, e: &syn::Expr, host: bool) {
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

    fn block(&mut self, block: &syn::Block) -> Term {
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

    fn local(&mut self, local: &syn::Local) {
        let (pat, known) = match &local.pat {
            syn::Pat::Type(t) => (&*t.pat, self.known(&t.ty)),
            pat => (pat, None),
        };
        let Some(init) = &local.init else { return };
        if let (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) = (pat, &*init.expr) {
            for (pat, value) in pats.elems.iter().zip(&values.elems) {
                let init = syn::LocalInit { expr: Box::new(value.clone()), ..init.clone() };
                self.local(&syn::Local { pat: pat.clone(), init: Some(init), ..local.clone() });
            }
            return;
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
                term
            }
            None => {
                let node = Term::Node(self.node());
                self.joined(node, value);
                node
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
            syn::Pat::Ident(name) => self.bind(&name.ident, meaning),
            syn::Pat::Type(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Paren(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Reference(p) => self.pattern(&p.pat, meaning),
            syn::Pat::Tuple(syn::PatTuple { elems, .. })
            | syn::Pat::TupleStruct(syn::PatTupleStruct { elems, .. }) => {
                for (i, inner) in elems.iter().enumerate() {
                    self.pattern(inner, part(&meaning, Segment::Field(i.to_string())));
                }
            }
            syn::Pat::Struct(p) => {
                for field in &p.fields {
                    self.pattern(&field.pat, part(&meaning, segment(&field.member)));
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
                for (i, place) in mac.parse_body_with(parser).iter().flatten().enumerate() {
                    self.indices(place);
                    if let Some((way, indices)) = self.way(place) {
                        self.note(&way, indices + usize::from(i == 0));
                    }
                }
            }
            "each" => {
                let Ok(update) = mac.parse_body::<syn::Expr>() else { return };
                if let syn::Expr::Binary(b) = &update {
                    if let Some((way, indices)) = self.way(&b.left) {
                        self.note(&way, indices + 1);
                    }
                }
                self.term(&update);
            }
            "undo" => {
                for stmt in mac.parse_body_with(syn::Block::parse_within).unwrap_or_default() {
                    self.stmt(&stmt);
                }
            }
            _ => self.filled(mac),
        }
    }

    fn filled(&mut self, mac: &syn::Macro) {
        let parsed = mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            let length: syn::Expr = input.parse()?;
            Ok((value, length))
        });
        if let Ok((value, length)) = parsed {
            self.term(&value);
            self.exact(&length);
        }
    }

    fn term(&mut self, e: &syn::Expr) -> Term {
        match e {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(_) => Term::Real,
                syn::Lit::Int(_) => Term::Integer,
                _ => Term::Exact,
            },
            syn::Expr::Path(p) => match self.look_up(&p.path) {
                Some(Meaning::Term(term)) => term,
                Some(Meaning::Way(way, indices)) => Term::Node(self.note(&way, indices)),
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
            syn::Expr::Call(call) => {
                let constant = matches!(&*call.func, syn::Expr::Path(p)
                    if p.path.segments.last().is_some_and(|s| s.ident == "constant" || s.ident == "from"));
                call.args.iter().for_each(|arg| self.handed(arg, constant));
                Term::Free
            }
            syn::Expr::Cast(cast) => {
                let inner = self.term(&cast.expr);
                match self.known(&cast.ty) {
                    Some(Term::Real) => {
                        self.unify(inner, Term::Integer);
                        Term::Real
                    }
                    Some(term) => term,
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
                    self.term(&field.expr);
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
        // These are methods of integers too.
        let shared = matches!(name.as_str(), "min" | "max" | "abs" | "signum" | "clone");
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
        let host = self.deciding > 0;
        self.handed(&call.receiver, host);
        if let (false, Some((way, indices))) = (host, self.way(&call.receiver)) {
            let node = self.note(&way, indices);
            self.nodes[node].uses.receiver = true;
        }
        call.args.iter().for_each(|arg| self.handed(arg, host));
        Term::Free
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

/// The segment of a field.
pub(super) fn segment(member: &syn::Member) -> Segment {
    Segment::Field(match member {
        syn::Member::Named(name) => name.unraw().to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    })
}

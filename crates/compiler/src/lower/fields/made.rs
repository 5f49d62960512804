//! Structures that a function makes itself: which syntax makes one, and under what name its fields are noted.

use super::super::nested::is_known;
use super::namesakes::key;
use super::{Meaning, Scan, Way};
use crate::ir::{Number, Segment};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;

/// Where uses of the returned value would be noted. No local is called so.
pub(crate) const RETURNED: &str = "return";

/// Where uses of a local are noted: apart from those of its namesakes.
pub(crate) fn of_local(name: &syn::PatIdent) -> Way {
    (format!("let {}", key(name)), Vec::new())
}

/// Where uses of what a pattern takes apart are noted.
pub(crate) fn of_pattern(pat: &syn::Pat) -> Way {
    (format!("let {}", pat.to_token_stream()), Vec::new())
}

/// Whether an expression writes a structure out, or an array of such.
pub(crate) fn is_written_out(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Paren(p) => is_written_out(&p.expr),
        syn::Expr::Group(g) => is_written_out(&g.expr),
        syn::Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        syn::Expr::Struct(s) => (!s.fields.is_empty() || s.rest.is_some()) && !names_number(&s.path),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => {
                let last = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                let is_type = last.starts_with(char::is_uppercase);
                is_type && !matches!(last.as_str(), "Some" | "Ok" | "Err") && !names_number(&path.path)
            }
            _ => false,
        },
        syn::Expr::Array(array) => array.elems.first().is_some_and(is_written_out),
        syn::Expr::Repeat(repeat) => is_written_out(&repeat.expr),
        syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            filled(&m.mac).is_some_and(|(value, _)| is_written_out(&value))
        }
        _ => false,
    }
}

fn names_number(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| Number::by_name(&s.ident.to_string()).is_some())
}

/// The value and the length of `vec![value; length]`.
pub(crate) fn filled(mac: &syn::Macro) -> Option<(syn::Expr, syn::Expr)> {
    let parsed = mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
        let value: syn::Expr = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((value, input.parse()?))
    });
    parsed.ok()
}

/// What `*p` and `p.clone()` copy, and whether a copy was asked for.
pub(crate) fn source_of_copy(e: &syn::Expr) -> (&syn::Expr, bool) {
    match e {
        syn::Expr::Paren(p) => source_of_copy(&p.expr),
        syn::Expr::Group(g) => source_of_copy(&g.expr),
        syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => (source_of_copy(&u.expr).0, true),
        syn::Expr::MethodCall(call) if is_copying(call) => (source_of_copy(&call.receiver).0, true),
        other => (other, false),
    }
}

fn is_copying(call: &syn::ExprMethodCall) -> bool {
    matches!(call.method.to_string().as_str(), "clone" | "to_vec" | "to_owned") && call.args.is_empty()
}

/// Whether a copy becomes a vector, whatever is copied.
pub(crate) fn is_vector(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Paren(p) => is_vector(&p.expr),
        syn::Expr::Group(g) => is_vector(&g.expr),
        syn::Expr::MethodCall(call) => call.method == "to_vec",
        _ => false,
    }
}

/// What `[*p; n]` and `vec![p.clone(); n]` are copies of, how many, and whether they lie on the heap.
pub(crate) fn copies(e: &syn::Expr) -> Option<(syn::Expr, syn::Expr, bool)> {
    match e {
        syn::Expr::Repeat(repeat) => Some(((*repeat.expr).clone(), (*repeat.len).clone(), false)),
        syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            filled(&m.mac).map(|(value, length)| (value, length, true))
        }
        _ => None,
    }
}

/// The names before the `.` of a field.
pub(super) fn names_with_fields(block: &syn::Block) -> BTreeSet<String> {
    struct Named(BTreeSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Named {
        fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
            if let syn::Expr::Path(path) = &*field.base {
                self.0.extend(path.path.get_ident().map(|name| name.unraw().to_string()));
            }
            syn::visit::visit_expr_field(self, field);
        }
    }
    let mut named = Named(BTreeSet::new());
    syn::visit::Visit::visit_block(&mut named, block);
    named.0
}

/// The names that are only handed to functions and methods, as they are or behind `&`: of what a call returned to such a
/// name, rustc alone knows the type.
pub(super) fn only_handed(block: &syn::Block) -> BTreeSet<String> {
    #[derive(Default)]
    struct Handed {
        handed: BTreeSet<String>,
        otherwise: BTreeSet<String>,
    }
    impl Handed {
        fn argument(&mut self, e: &syn::Expr) {
            let inner = match e {
                syn::Expr::Reference(r) if r.mutability.is_none() => &*r.expr,
                other => other,
            };
            match inner {
                syn::Expr::Path(path) => {
                    self.handed.extend(path.path.get_ident().map(|name| name.unraw().to_string()));
                }
                _ => syn::visit::Visit::visit_expr(self, e),
            }
        }
    }
    impl<'ast> syn::visit::Visit<'ast> for Handed {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            match is_written_out(&syn::Expr::Call(call.clone())) || super::walk::makes_number(&call.func) {
                true => syn::visit::visit_expr_call(self, call),
                false => call.args.iter().for_each(|arg| self.argument(arg)),
            }
        }
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            match is_known(call) {
                true => syn::visit::visit_expr_method_call(self, call),
                false => {
                    self.argument(&call.receiver);
                    call.args.iter().for_each(|arg| self.argument(arg));
                }
            }
        }
        fn visit_expr_struct(&mut self, s: &'ast syn::ExprStruct) {
            match names_number(&s.path) {
                true => syn::visit::visit_expr_struct(self, s),
                false => s.fields.iter().for_each(|field| self.argument(&field.expr)),
            }
        }
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.otherwise.extend(path.path.get_ident().map(|name| name.unraw().to_string()));
        }
        // What stands in a macro is not looked at as expressions.
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            crate::lower::names(mac.tokens.clone(), &mut self.otherwise, &mut BTreeSet::new());
        }
    }
    let mut found = Handed::default();
    syn::visit::Visit::visit_block(&mut found, block);
    found.handed.difference(&found.otherwise).cloned().collect()
}

/// The names that are lent behind `&`, or stand in a macro: what they hold is of the type that they were first of.
pub(super) fn lent_or_shown(block: &syn::Block) -> BTreeSet<String> {
    struct Lent(BTreeSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Lent {
        fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
            if let syn::Expr::Path(path) = &*r.expr {
                self.0.extend(path.path.get_ident().map(|name| name.unraw().to_string()));
            }
            syn::visit::visit_expr_reference(self, r);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            crate::lower::names(mac.tokens.clone(), &mut self.0, &mut BTreeSet::new());
        }
    }
    let mut found = Lent(BTreeSet::new());
    syn::visit::Visit::visit_block(&mut found, block);
    found.0
}

/// What names are added to as a whole: the name of the place, and how deep it is indexed.
pub(super) fn added_to(block: &syn::Block) -> BTreeMap<String, (String, usize)> {
    fn place(e: &syn::Expr) -> Option<(String, usize)> {
        match e {
            syn::Expr::Path(path) => Some((path.path.get_ident()?.unraw().to_string(), 0)),
            syn::Expr::Index(index) => {
                let ranged = matches!(&*index.index, syn::Expr::Range(_));
                place(&index.expr).map(|(name, depth)| (name, depth + usize::from(!ranged)))
            }
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => place(&u.expr),
            syn::Expr::Paren(p) => place(&p.expr),
            _ => None,
        }
    }
    struct Added(BTreeMap<String, (String, usize)>);
    impl<'ast> syn::visit::Visit<'ast> for Added {
        fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
            let adds = matches!(b.op, syn::BinOp::AddAssign(_) | syn::BinOp::SubAssign(_));
            let value = place(&b.right).filter(|(_, depth)| adds && *depth == 0);
            if let (Some((value, _)), Some(target)) = (value, place(&b.left)) {
                self.0.insert(value, target);
            }
            syn::visit::visit_expr_binary(self, b);
        }
    }
    let mut added = Added(BTreeMap::new());
    syn::visit::Visit::visit_block(&mut added, block);
    added.0
}

impl Scan<'_> {
    /// What a local stands for whose value is a structure; nothing where it is none.
    pub(super) fn made(
        &mut self,
        pat: &syn::Pat,
        init: &syn::Expr,
        written: Option<&syn::Type>,
    ) -> Option<Meaning> {
        let name = match pat {
            syn::Pat::Ident(name) => Some(key(name)),
            _ => None,
        };
        let way = match pat {
            syn::Pat::Ident(name) => of_local(name),
            pat => of_pattern(pat),
        };
        if is_written_out(init) {
            self.written_out(init, &way);
            return Some(Meaning::Way(way, 0));
        }
        // A copy is indexed as deep as what it is a copy of.
        let depth = name.as_ref().and_then(|name| self.depths.get(name)).copied().unwrap_or(0);
        if let Some((copied, indices)) = (depth > 0).then(|| self.way(source_of_copy(init).0)).flatten() {
            self.note(&copied, indices + depth);
        }
        if let Some((value, length, _)) = copies(init) {
            if self.is_structure(&value) {
                self.exact(&length);
                self.handed(&value, false);
                return Some(Meaning::Way(way, 0));
            }
        }
        let has_fields = name.as_ref().is_none_or(|name| self.with_fields.contains(name));
        let is_whole = name.as_ref().is_some_and(|name| self.only_handed.contains(name));
        let (source, _) = source_of_copy(init);
        if let Some((way, indices)) = self.way(source) {
            // A number is copied as well, so only what has fields or is a whole structure is one for sure.
            let is_whole = way.1.is_empty() && !way.0.starts_with("let ");
            self.indices(source);
            if written.is_some_and(|ty| (self.kind)(ty).is_structure()) {
                let node = self.note(&way, indices);
                self.nodes[node].uses.handed = true;
                return Some(Meaning::Way(way, indices));
            }
            return (has_fields || is_whole).then_some(Meaning::Way(way, indices));
        }
        let is_call = matches!(init, syn::Expr::Call(_) | syn::Expr::MethodCall(_));
        let is_structure = match written {
            Some(ty) => (self.kind)(ty).is_structure(),
            None => has_fields || is_whole,
        };
        (is_call && is_structure).then(|| {
            self.term(init);
            Meaning::Way(way, 0)
        })
    }

    /// Whether a copy is one of a whole structure, for sure.
    fn is_structure(&mut self, copy: &syn::Expr) -> bool {
        self.way(source_of_copy(copy).0)
            .is_some_and(|(way, _)| way.1.is_empty() && !way.0.starts_with("let "))
    }

    /// The value of a field. A local that is only handed on is handed on there as well.
    pub(super) fn held(&mut self, value: &syn::Expr) -> super::Term {
        if let syn::Expr::Path(path) = value {
            if self.is_only_handed(&path.path) {
                self.handed(value, false);
            }
        }
        self.term(value)
    }

    /// Notes what is known of the fields of a structure that is written out.
    fn written_out(&mut self, e: &syn::Expr, way: &Way) {
        let field = |this: &mut Self, segment: Segment, value: &syn::Expr| {
            let mut layout = way.1.clone();
            layout.push(segment);
            let way = (way.0.clone(), layout);
            match is_written_out(value) {
                true => this.written_out(value, &way),
                false => {
                    let term = this.held(value);
                    let node = this.note(&way, 0);
                    this.unify(super::Term::Node(node), term);
                }
            }
        };
        match e {
            syn::Expr::Paren(p) => self.written_out(&p.expr, way),
            syn::Expr::Group(g) => self.written_out(&g.expr, way),
            syn::Expr::Struct(s) => {
                s.fields.iter().for_each(|f| field(self, Segment::of(&f.member), &f.expr));
            }
            syn::Expr::Call(syn::ExprCall { args: parts, .. })
            | syn::Expr::Tuple(syn::ExprTuple { elems: parts, .. }) => {
                for (i, part) in parts.iter().enumerate() {
                    field(self, Segment::Field(i.to_string()), part);
                }
            }
            syn::Expr::Array(array) => {
                array.elems.iter().for_each(|item| field(self, Segment::Element, item));
            }
            syn::Expr::Repeat(repeat) => {
                self.exact(&repeat.len);
                field(self, Segment::Element, &repeat.expr);
            }
            syn::Expr::Macro(m) => {
                if let Some((value, length)) = filled(&m.mac) {
                    self.exact(&length);
                    field(self, Segment::Element, &value);
                }
            }
            other => {
                self.term(other);
            }
        }
    }
}

//! Structures that a function makes itself: the syntax that makes one, and the name under which uses of its fields
//! are collected.

use super::Way;
use crate::ir::Segment;
use crate::ir::{Methods, is_of};
use crate::resolve::{is_known, key, renamed};
use crate::sorted::Set;
use crate::syntax::numbers;
use crate::syntax::paths::owner;
use crate::syntax::read::{all_values, bare, filled, is_written_out, names_number, shared, unraw_name};
use crate::syntax::visit::{self, Visit};
use quote::ToTokens;

/// The name for uses of the returned value. A local cannot have this name.
pub(crate) const RETURNED: &str = "return";

/// Returns the path for uses of a local, which is distinct from that of other locals with its name.
pub(crate) fn of_local(name: &syn::PatIdent) -> Way {
    (key(name), Vec::new())
}

/// Returns the path for uses of the values that a pattern destructures.
pub(crate) fn of_pattern(pat: &syn::Pat) -> Way {
    (renamed(pat).to_token_stream().to_string(), Vec::new())
}

/// Returns the expression that `*p` or `p.clone()` copies, and true if the copy is explicit.
pub(crate) fn source_of_copy(e: &syn::Expr) -> (&syn::Expr, bool) {
    match bare(e) {
        syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => (source_of_copy(&u.expr).0, true),
        syn::Expr::MethodCall(call) if is_copying(call) => (source_of_copy(&call.receiver).0, true),
        other => (other, false),
    }
}

fn is_copying(call: &syn::ExprMethodCall) -> bool {
    is_of(&call.method, Methods::Copies) && call.args.is_empty()
}

/// True if a copy is a vector, whatever is copied.
pub(crate) fn is_vector(e: &syn::Expr) -> bool {
    matches!(bare(e), syn::Expr::MethodCall(call) if call.method == "to_vec")
}

/// Returns the element and the length of `[*p; n]` or `vec![p.clone(); n]`, and true if the copies are on the heap.
pub(crate) fn copies(e: &syn::Expr) -> Option<(syn::Expr, syn::Expr, bool)> {
    match e {
        syn::Expr::Repeat(repeat) => Some(((*repeat.expr).clone(), (*repeat.len).clone(), false)),
        syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            filled(&m.mac).map(|(value, length)| (value, length, true))
        }
        _ => None,
    }
}

/// Returns the names before the `.` of a field.
pub(super) fn names_with_fields(block: &syn::Block) -> Set<String> {
    let mut named = Set::new();
    let at = |e: &syn::Expr| {
        if let syn::Expr::Field(syn::ExprField { base, .. }) = e {
            named.extend(unraw_name(base));
        }
    };
    crate::syntax::seek::each(at, |visitor| visitor.visit_block(block));
    named
}

/// Returns the names that are only passed to functions and methods, directly or behind `&`: if such a name is bound
/// to the result of a call, only rustc knows its type.
pub(super) fn only_handed(block: &syn::Block) -> Set<String> {
    #[derive(Default)]
    struct Handed {
        handed: Set<String>,
        otherwise: Set<String>,
    }
    impl Handed {
        fn argument(&mut self, e: &syn::Expr) {
            let inner = shared(e);
            match inner {
                syn::Expr::Path(_) => self.handed.extend(unraw_name(inner)),
                _ => self.visit_expr(e),
            }
        }
    }
    impl<'ast> Visit<'ast> for Handed {
        fn visit_expr(&mut self, e: &'ast syn::Expr) {
            match e {
                syn::Expr::Call(call) if !is_written_out(e) && !makes_number(&call.func) => {
                    call.args.iter().for_each(|arg| self.argument(arg));
                }
                syn::Expr::MethodCall(call) if !is_known(call) => {
                    self.argument(&call.receiver);
                    call.args.iter().for_each(|arg| self.argument(arg));
                }
                syn::Expr::Struct(s) if !names_number(&s.path) => {
                    s.fields.iter().for_each(|field| self.argument(&field.expr));
                }
                syn::Expr::Path(_) => self.otherwise.extend(unraw_name(e)),
                _ => visit::visit_expr(self, e),
            }
        }
        // The arguments of a macro are not visited as expressions.
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            crate::lower::names(mac.tokens.clone(), &mut self.otherwise, &mut Set::new());
        }
    }
    let mut found = Handed::default();
    found.visit_block(block);
    found.handed.difference(&found.otherwise).cloned().collect()
}

/// Returns the names that are passed behind `&` or occur in a macro: their values must have the types of their first
/// values.
pub(super) fn lent_or_shown(block: &syn::Block) -> Set<String> {
    struct Lent(Set<String>);
    impl<'ast> Visit<'ast> for Lent {
        fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
            self.0.extend(unraw_name(&r.expr));
            visit::visit_expr_reference(self, r);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            crate::lower::names(mac.tokens.clone(), &mut self.0, &mut Set::new());
        }
    }
    let mut found = Lent(Set::new());
    found.visit_block(block);
    found.0
}

/// Returns the places that are copied or moved as a whole: into a local, a structure, an array, a vector, or out of a block.
/// Those that are moved into fields of structures are the second value.
pub(super) fn moved(block: &syn::Block) -> (Set<Way>, Set<Way>) {
    #[derive(Default)]
    struct Moved(Set<Way>, Set<Way>);
    impl Moved {
        fn value(&mut self, e: &syn::Expr) {
            self.0.extend(Self::place(e));
        }
        fn place(e: &syn::Expr) -> Option<Way> {
            let (mut of, mut path) = (source_of_copy(e).0, Vec::new());
            loop {
                of = match of {
                    syn::Expr::Index(index) => {
                        path.push(Segment::Element);
                        bare(&index.expr)
                    }
                    syn::Expr::Field(field) => {
                        path.push(Segment::Field(crate::ir::payload::text(&field.member)));
                        bare(&field.base)
                    }
                    syn::Expr::MethodCall(call) if is_vector(of) => bare(&call.receiver),
                    _ => break,
                };
            }
            path.reverse();
            unraw_name(of).map(|name| (name, path))
        }
    }
    impl<'ast> Visit<'ast> for Moved {
        fn visit_expr(&mut self, e: &'ast syn::Expr) {
            match e {
                syn::Expr::Array(list) => list.elems.iter().for_each(|e| self.value(e)),
                syn::Expr::Tuple(parts) => parts.elems.iter().for_each(|e| self.value(e)),
                syn::Expr::Repeat(repeat) => self.value(&repeat.expr),
                syn::Expr::Struct(literal) => {
                    let fields = literal.fields.iter().map(|field| &field.expr);
                    self.1.extend(fields.clone().filter_map(Self::place));
                    fields.chain(literal.rest.as_deref()).for_each(|e| self.value(e));
                }
                syn::Expr::Call(call) if is_written_out(e) => call.args.iter().for_each(|e| self.value(e)),
                syn::Expr::MethodCall(call) => call.args.iter().for_each(|e| self.value(e)),
                syn::Expr::Assign(assign) => self.value(&assign.right),
                syn::Expr::Return(syn::ExprReturn { expr: Some(e), .. })
                | syn::Expr::Break(syn::ExprBreak { expr: Some(e), .. }) => self.value(e),
                _ => {}
            }
            visit::visit_expr(self, e);
        }
        fn visit_stmt(&mut self, stmt: &'ast syn::Stmt) {
            match stmt {
                syn::Stmt::Local(syn::Local { init: Some(init), .. }) => self.value(&init.expr),
                syn::Stmt::Expr(e, None) => self.value(e),
                _ => {}
            }
            visit::visit_stmt(self, stmt);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            if ["vec", "push", "pop"].iter().any(|name| mac.path.is_ident(name)) {
                let filled = filled(mac).map(|(value, _)| vec![value]);
                let values = filled.or_else(|| all_values(mac)).unwrap_or_default();
                values.iter().for_each(|e| self.value(e));
            }
        }
    }
    let mut found = Moved::default();
    found.visit_block(block);
    (found.0, found.1)
}

/// True if a function makes a complex, logarithmic or tropical number.
fn makes_number(function: &syn::Expr) -> bool {
    let syn::Expr::Path(p) = function else { return false };
    owner(&p.path).is_some_and(|of| numbers::by_name(&of).is_some())
}

/// Returns the types that a type names, itself among them.
pub(super) fn types_in(output: &syn::ReturnType) -> Set<String> {
    struct Named(Set<String>);
    impl<'ast> Visit<'ast> for Named {
        fn visit_type(&mut self, ty: &'ast syn::Type) {
            self.0.insert(ty.to_token_stream().to_string());
            visit::visit_type(self, ty);
        }
    }
    let mut named = Named(Set::new());
    if let syn::ReturnType::Type(_, ty) = output {
        named.visit_type(ty);
    }
    named.0
}

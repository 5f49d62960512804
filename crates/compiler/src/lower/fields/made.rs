//! Structures that a function makes itself: which syntax makes one, and under what name its fields are noted.

use super::Way;
use crate::ir::Number;
use crate::ir::{Methods, is_in};
use crate::resolve::{is_known, key, renamed};
use crate::syntax::read::{filled, is_written_out, names_number};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::ext::IdentExt;

/// Where uses of the returned value would be noted. No local is called so.
pub(crate) const RETURNED: &str = "return";

/// Where uses of a local are noted: apart from those of its namesakes.
pub(crate) fn of_local(name: &syn::PatIdent) -> Way {
    (key(name), Vec::new())
}

/// Where uses of what a pattern takes apart are noted.
pub(crate) fn of_pattern(pat: &syn::Pat) -> Way {
    (renamed(pat).to_token_stream().to_string(), Vec::new())
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
    is_in(&call.method.to_string(), Methods::Copies) && call.args.is_empty()
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
            match is_written_out(&syn::Expr::Call(call.clone())) || makes_number(&call.func) {
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

/// True if a function is one that makes a complex, logarithmic or tropical number.
fn makes_number(function: &syn::Expr) -> bool {
    let syn::Expr::Path(p) = function else { return false };
    let mut segments = p.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|of| Number::by_name(&of.ident.to_string()).is_some())
}

//! Other names of types: `type Height = f64;`, `type Vec3 = [f64; 3];`.
//!
//! Takes syntax and the written types that are names of the real type or of arrays, and returns the syntax with these in their places. Law:
//! that a name is one is taken for granted here, and emitted code asks rustc.

use crate::ir::Alias;
use crate::sorted::{Map, Set};
use crate::syntax::paths::{called, ends};
use crate::syntax::read::name_of;
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use quote::ToTokens;
use syn::{Expr, Pat, Type};

/// Writes types in the places of their other names, in the signature and in the body. Returns those that were found.
pub(crate) fn replaced(item: &mut syn::ItemFn, names: &Map<String, Type>) -> Vec<Alias> {
    let mut replacing = Replacing { names, found: Vec::new() };
    replacing.visit_signature_mut(&mut item.sig);
    replacing.visit_block_mut(&mut item.block);
    replacing.found
}

struct Replacing<'a> {
    names: &'a Map<String, Type>,
    found: Vec<Alias>,
}

impl VisitMut for Replacing<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let text = ty.to_token_stream().to_string();
        let Some(of) = self.names.get(&text) else { return visit_mut::visit_type_mut(self, ty) };
        let at = syn::spanned::Spanned::span(ty);
        let spanned = of.to_token_stream().into_iter().map(|mut token| {
            token.set_span(at);
            token
        });
        let of = syn::parse2(spanned.collect()).unwrap_or_else(|_| of.clone());
        let written = std::mem::replace(ty, of.clone());
        if !self.found.iter().any(|alias| alias.written.to_token_stream().to_string() == text) {
            self.found.push(Alias { written, of });
        }
    }

    /// Puts zeros in place of the default of a name.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) else { return };
        let is_default =
            called(&init.expr).is_some_and(|(path, call)| call.args.is_empty() && ends(path, &["default"]));
        if let (true, Type::Array(_), Some(zeros)) = (is_default, &*typed.ty, zeros(&typed.ty)) {
            *init.expr = zeros;
        }
    }
}

/// An array of zeros.
fn zeros(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Array(array) => {
            let (item, length) = (zeros(&array.elem)?, &array.len);
            Some(syn::parse_quote!([#item; #length]))
        }
        Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32") => {
            Some(syn::parse_quote!(0.0))
        }
        _ => None,
    }
}

/// The written types whose values a function holds itself, and not behind a reference: of a parameter, of a local, of what it returns,
/// of a copy `*a`.
pub(crate) fn owned(item: &syn::ItemFn) -> Set<String> {
    struct Owned {
        lent: Map<String, String>,
        found: Set<String>,
    }
    impl Owned {
        fn copied(&mut self, value: &Expr) {
            if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = value {
                self.found.extend(name_of(expr).and_then(|name| self.lent.get(&name)).cloned());
            }
        }
    }
    impl<'ast> Visit<'ast> for Owned {
        fn visit_type(&mut self, ty: &'ast Type) {
            match ty {
                // What it refers to is not held, but the items of that are parts of what others hold.
                Type::Reference(lent) => visit::visit_type(self, &lent.elem),
                _ => {
                    self.found.insert(ty.to_token_stream().to_string());
                    visit::visit_type(self, ty);
                }
            }
        }
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let Some(init) = &local.init {
                self.copied(&init.expr);
            }
            visit::visit_local(self, local);
        }
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.copied(&assign.right);
            visit::visit_expr_assign(self, assign);
        }
    }
    let lent = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) => match (&*param.pat, &*param.ty) {
            (Pat::Ident(name), Type::Reference(lent)) => {
                Some((name.ident.to_string(), lent.elem.to_token_stream().to_string()))
            }
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    let mut owned = Owned { lent: lent.collect(), found: Set::new() };
    item.sig.inputs.iter().for_each(|input| owned.visit_fn_arg(input));
    if let syn::ReturnType::Type(_, ty) = &item.sig.output {
        owned.visit_type(ty);
    }
    owned.visit_block(&item.block);
    owned.found
}

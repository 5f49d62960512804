//! Types that the strict language wants written: those of empty vectors and of named constants of floats.
//!
//! Takes a function, returns it with these types. The items of an empty vector have the type that `infer` finds.

use crate::syntax::paths::{of_arguments, owner};
use crate::syntax::read::{filled, is_empty_vector};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use quote::ToTokens;
use syn::{Expr, Ident, Pat, parse_quote};

/// Writes the types of locals.
pub(super) fn written(item: &mut syn::ItemFn) {
    Types.visit_block_mut(&mut item.block);
}

/// Writes the type arguments of `Vec::<u64>::new()`, `Some::<u64>(k)` and `None::<u64>` as the type of the local that starts so.
pub(super) fn told(block: &mut syn::Block) {
    struct Told;
    impl VisitMut for Told {
        fn visit_local_mut(&mut self, local: &mut syn::Local) {
            visit_mut::visit_local_mut(self, local);
            let (Pat::Ident(_), Some(init)) = (&local.pat, &mut local.init) else { return };
            if let Some(ty) = type_told(&mut init.expr) {
                let pat = &local.pat;
                local.pat = Pat::Type(parse_quote!(#pat: #ty));
            }
        }

        /// `vec![vec![]; n]` is `vec![Vec::new(); n]`.
        fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
            let Some((mut value, length)) = filled(mac).filter(|_| mac.path.is_ident("vec")) else { return };
            self.visit_expr_mut(&mut value);
            if is_empty_vector(&value) {
                value = parse_quote!(Vec::new());
            }
            mac.tokens = quote::quote!(#value; #length);
        }
    }
    Told.visit_block_mut(block);
}

/// The maps whose type arguments tell the type of a local.
const MAPS: [&str; 2] = ["HashMap", "BTreeMap"];

/// The type that the type arguments of a constructor tell, which are taken away.
fn type_told(value: &mut Expr) -> Option<syn::Type> {
    let path = match value {
        Expr::Call(call) => match &mut *call.func {
            Expr::Path(path) => &mut path.path,
            _ => return None,
        },
        Expr::Path(path) => &mut path.path,
        _ => return None,
    };
    let of_map = path.segments.iter_mut().find(|segment| MAPS.iter().any(|name| segment.ident == name));
    if let Some(segment) = of_map.filter(|segment| !segment.arguments.is_none()) {
        let (name, mut arguments) = (segment.ident.clone(), std::mem::take(&mut segment.arguments));
        if let syn::PathArguments::AngleBracketed(all) = &mut arguments {
            all.colon2_token = None;
        }
        return Some(parse_quote!(#name #arguments));
    }
    let is_vector = owner(path).is_some_and(|of| of == "Vec");
    let names: &[&str] = if is_vector { &["Vec"] } else { &["Some", "None", "Option"] };
    let segment = path.segments.iter_mut().find(|segment| names.iter().any(|name| segment.ident == name))?;
    let of = of_arguments(&segment.arguments)?.clone();
    segment.arguments = syn::PathArguments::None;
    Some(if is_vector { parse_quote!(Vec<#of>) } else { parse_quote!(Option<#of>) })
}

struct Types;

/// The name of the real type of a signature.
pub(super) fn real(sig: &syn::Signature) -> Ident {
    let generic = sig.generics.type_params().find(|param| {
        let bounds = param.bounds.to_token_stream().to_string();
        bounds.contains("Real") || sig.generics.where_clause.to_token_stream().to_string().contains("Real")
    });
    if let Some(param) = generic {
        return param.ident.clone();
    }
    let single = tokens::has(sig, &["f32"]) && !tokens::has(sig, &["f64"]);
    Ident::new(if single { "f32" } else { "f64" }, sig.ident.span())
}

impl VisitMut for Types {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(with_vectors_apart).collect();
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(_), Some(init)) = (&local.pat, &mut local.init) {
            if is_empty_vector(&init.expr) {
                *init.expr = parse_quote!(Vec::new());
            }
        }
        let (Pat::Ident(_), Some(init)) = (&local.pat, &mut local.init) else { return };
        if is_empty_vector(&init.expr) {
            let pat = &local.pat;
            local.pat = Pat::Type(parse_quote!(#pat: Vec<_>));
            *init.expr = parse_quote!(Vec::new());
            return;
        }
        if let Expr::Path(path) = &*init.expr {
            let segments = &path.path.segments;
            let float = segments.iter().rev().nth(1).map(|part| part.ident.clone());
            if let Some(float) = float.filter(|float| float == "f64" || float == "f32") {
                let pat = &local.pat;
                local.pat = Pat::Type(parse_quote!(#pat: #float));
            }
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if matches!(e, Expr::Macro(_)) && is_empty_vector(e) {
            *e = parse_quote!(Vec::new());
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

/// Returns `let (mut v, s) = (vec![], e);` as `let (s,) = (e,); let mut v = vec![];`: an empty vector names nothing.
fn with_vectors_apart(stmt: syn::Stmt) -> Vec<syn::Stmt> {
    let parts = match &stmt {
        syn::Stmt::Local(syn::Local { pat: Pat::Tuple(names), init: Some(init), .. }) => match &*init.expr {
            Expr::Tuple(values) if names.elems.len() == values.elems.len() => {
                names.elems.iter().zip(&values.elems)
            }
            _ => return vec![stmt],
        },
        _ => return vec![stmt],
    };
    let is_apart = |(name, value): &(&Pat, &Expr)| matches!(name, Pat::Ident(_)) && is_empty_vector(value);
    let (vectors, others): (Vec<_>, Vec<_>) = parts.partition(is_apart);
    if vectors.is_empty() {
        return vec![stmt];
    }
    let (names, values): (Vec<&Pat>, Vec<&Expr>) = others.into_iter().unzip();
    let rest: Option<syn::Stmt> = match names.is_empty() {
        true => None,
        false => Some(parse_quote!(let (#(#names,)*) = (#(#values,)*);)),
    };
    let vectors = vectors.into_iter().map(|(name, value)| parse_quote!(let #name = #value;));
    rest.into_iter().chain(vectors).collect()
}

//! Locals that start empty and whose type only the function tells that fills them: `let mut waves = Vec::new(); arrive(&mut waves, …);`.
//!
//! Takes a block in which each name is bound once; writes the types of such locals. Law: the signature of a function of the same file tells
//! the type, where that is one type for all callers.

use crate::sorted::Map;
use crate::syntax::paths::{called, ends, owner};
use crate::syntax::read::{behind, is_empty_vector, name_of, unlent};
use crate::syntax::signatures;
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Type, parse_quote};

/// Writes the types.
pub(super) fn told(block: &mut syn::Block) {
    Lent.visit_block_mut(block);
    let mut taken = Taken::default();
    taken.visit_block(block);
    if !taken.0.is_empty() {
        Written(taken.0).visit_block_mut(block);
    }
}

/// Writes the type of a vector that is made where it is lent, `fill(&mut out, &mut Vec::new())`.
struct Lent;

impl VisitMut for Lent {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::Call(call) = e else { return };
        let Expr::Path(path) = &*call.func else { return };
        let Some(function) = path.path.get_ident().cloned() else { return };
        for (at, argument) in call.args.iter_mut().enumerate() {
            let Expr::Reference(lent) = argument else { continue };
            if lent.mutability.is_none() || !is_empty_vector(&lent.expr) {
                continue;
            }
            let item = signatures::parameter(&function, at).and_then(|ty| super::own::item_of(behind(&ty)));
            if let Some(item) = item {
                *lent.expr = parse_quote!(Vec::<#item>::new());
            }
        }
    }
}

/// The types as which names are handed to functions.
#[derive(Default)]
struct Taken(Map<String, Type>);

impl<'ast> Visit<'ast> for Taken {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        visit::visit_expr_call(self, call);
        let Expr::Path(path) = &*call.func else { return };
        let Some(function) = path.path.get_ident() else { return };
        for (at, argument) in call.args.iter().enumerate() {
            let Some(name) = name_of(unlent(argument)) else { continue };
            if let (false, Some(ty)) = (self.0.contains_key(&name), signatures::parameter(function, at)) {
                self.0.insert(name, as_vector(behind(&ty)));
            }
        }
    }
}

/// The type of a value that is lent as one of a type.
fn as_vector(ty: &Type) -> Type {
    match ty {
        Type::Slice(slice) => {
            let item = &slice.elem;
            parse_quote!(Vec<#item>)
        }
        ty => ty.clone(),
    }
}

/// True for `HashMap::new()` and `BTreeMap::new()`.
fn makes_map(e: &Expr) -> bool {
    let of = called(e).filter(|(path, _)| ends(path, &["new"])).and_then(|(path, _)| owner(path));
    of.is_some_and(|of| of == "HashMap" || of == "BTreeMap")
}

struct Written(Map<String, Type>);

impl VisitMut for Written {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return };
        let ty = self
            .0
            .get(&name.ident.to_string())
            .filter(|_| is_empty_vector(&init.expr) || makes_map(&init.expr));
        if let Some(ty) = ty {
            local.pat = Pat::Type(parse_quote!(#name: #ty));
        }
    }
}

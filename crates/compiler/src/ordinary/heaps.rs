//! Local heaps: a `BinaryHeap` is a vector that is kept in order, whose last item is the greatest.
//!
//! Takes a block whose locals have unique names; returns it with vectors in place of such heaps, and without `Reverse`, which turns the
//! comparison. Law: the items are popped in the order of the heap, and no program sees another order: a loop over a heap stays.

use super::fresh::Fresh;
use crate::sorted::Map;
use crate::syntax::made::stmts;
use crate::syntax::paths::{argument_of, as_vector, called, ends, is_named, owner};
use crate::syntax::read::{name_of, typed};
use crate::syntax::seek::each_local;
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, Type, parse_quote, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn sorted(block: &mut syn::Block, fresh: &mut Fresh) {
    let mut names: Map<String, Vec<Option<Type>>> = Map::new();
    let mut types: Map<String, Type> = Map::new();
    let at = |local: &syn::Local| {
        let (pat, ty) = typed(&local.pat);
        let Pat::Ident(name) = pat else { return };
        let of = ty.cloned().or_else(|| shown(&local.init.as_ref()?.expr, &Map::new()));
        types.extend(of.map(|ty| (name.ident.to_string(), ty)));
        let is_made = local.init.as_ref().is_some_and(|init| makes_heap(&init.expr));
        let is_written = ty.is_some_and(|ty| is_named(ty, &["BinaryHeap"]));
        if is_made && (is_written || ty.is_none()) {
            names.insert(name.ident.to_string(), Vec::new());
        }
    };
    each_local(at, |visitor| visitor.visit_block(block));
    if names.is_empty() {
        return;
    }
    Pushes { names: &mut names, types: &types }.visit_block(block);
    Heaps { names, fresh }.visit_block_mut(block);
}

/// Finds what the parts of the keys are that are put on heaps, as far as their text tells.
struct Pushes<'a> {
    names: &'a mut Map<String, Vec<Option<Type>>>,
    /// The locals whose types are written, or shown by their values.
    types: &'a Map<String, Type>,
}

impl<'ast> Visit<'ast> for Pushes<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let (Some(item), true) = (call.args.first(), call.method == "push") else { return };
        let Expr::Tuple(parts) = reversed(item).unwrap_or(item) else { return };
        let Some(told) = name_of(&call.receiver).and_then(|name| self.names.get_mut(&name)) else { return };
        told.resize(parts.elems.len().max(told.len()), None);
        for (ty, part) in told.iter_mut().zip(&parts.elems) {
            *ty = ty.take().or_else(|| shown(reversed(part).unwrap_or(part), self.types));
        }
    }
}

/// The type that the text of an expression shows, where these locals have types.
fn shown(e: &Expr, types: &Map<String, Type>) -> Option<Type> {
    match e {
        Expr::Paren(inner) => shown(&inner.expr, types),
        Expr::Path(_) => types.get(&name_of(e)?).cloned(),
        Expr::Cast(cast) => Some((*cast.ty).clone()),
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(_), .. }) => Some(parse_quote!(bool)),
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) => syn::parse_str(int.suffix()).ok(),
        _ => None,
    }
}

/// True for `BinaryHeap::new()` and `BinaryHeap::with_capacity(n)`.
fn makes_heap(e: &Expr) -> bool {
    called(e).is_some_and(|(path, _)| {
        ends(path, &["new", "with_capacity"]) && owner(path).is_some_and(|of| of == "BinaryHeap")
    })
}

struct Heaps<'a> {
    /// The heaps, and the parts of their keys where these are tuples.
    names: Map<String, Vec<Option<Type>>>,
    fresh: &'a mut Fresh,
}

/// The expression that `Reverse(e)` holds.
fn reversed(e: &Expr) -> Option<&Expr> {
    called(e).filter(|(path, _)| ends(path, &["Reverse"]))?.1.args.first()
}

impl Heaps<'_> {
    fn is_heap(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.names.contains_key(&name))
    }

    /// The statements that put an item where it belongs.
    fn pushed(&mut self, heap: &Expr, item: &Expr) -> Vec<Stmt> {
        let span = item.span();
        let (item, turned) = reversed(item).map_or((item, false), |item| (item, true));
        let part = |part| reversed(part).map_or((part, turned), |part| (part, !turned));
        let (parts, turns): (Vec<&Expr>, Vec<bool>) = match item {
            Expr::Tuple(parts) => parts.elems.iter().map(part).unzip(),
            one => (vec![one], vec![turned]),
        };
        let names: Vec<Ident> = parts.iter().map(|_| self.fresh.name("key", span)).collect();
        let at = self.fresh.name("at", span);
        // An equal item stays before the new one.
        let mut before: Expr = parse_quote_spanned!(span=> true);
        for (part, (name, turned)) in names.iter().zip(turns).enumerate().rev() {
            let index = Some(syn::Index::from(part)).filter(|_| parts.len() > 1).into_iter();
            let held = quote_spanned!(span=> #heap[#at - 1] #(.#index)*);
            let less = if turned { quote_spanned!(span=> >) } else { quote_spanned!(span=> <) };
            before = parse_quote_spanned!(span=> (#held #less #name || #held == #name && #before));
        }
        let whole: Expr = match &names[..] {
            [one] => parse_quote_spanned!(span=> #one),
            names => parse_quote_spanned!(span=> (#(#names),*)),
        };
        stmts! {span=>
            #(let #names = #parts;)*
            let mut #at: usize = #heap.len();
            #heap.push(#whole);
            while #at > 0 && !#before {
                #heap.swap(#at - 1, #at);
                #at -= 1;
            }
        }
    }
}

impl VisitMut for Heaps<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |stmt, _, out| match &stmt {
            Stmt::Expr(Expr::MethodCall(call), Some(_))
                if call.method == "push" && self.is_heap(&call.receiver) =>
            {
                out.extend(self.pushed(&call.receiver, &call.args[0]));
            }
            _ => out.push(stmt),
        });
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Pat::Type(typed) = &mut local.pat {
            if is_named(&typed.ty, &["BinaryHeap"]) {
                as_vector(&mut typed.ty);
                Unturned.visit_type_mut(&mut typed.ty);
            }
        }
        // A key has an order, so none of its parts is a float.
        if let Pat::Ident(name) = &local.pat {
            let parts = self.names.get(&name.ident.to_string()).filter(|parts| !parts.is_empty());
            if let Some(parts) = parts {
                let parts = parts.iter().map(|ty| ty.clone().unwrap_or_else(|| parse_quote!(usize)));
                let ty = Box::new(parse_quote!(Vec<(#(#parts,)*)>));
                let (attrs, colon_token) = (Vec::new(), syn::Token![:](name.span()));
                local.pat =
                    Pat::Type(syn::PatType { attrs, pat: Box::new(local.pat.clone()), colon_token, ty });
            }
        }
        visit_mut::visit_local_mut(self, local);
    }
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let span = e.span();
        if makes_heap(e) {
            *e = parse_quote_spanned!(span=> Vec::new());
        }
        if let Some(inner) = reversed(e) {
            *e = inner.clone();
        }
        let Expr::MethodCall(call) = e else { return };
        if !self.is_heap(&call.receiver) {
            return;
        }
        call.method = match call.method.to_string().as_str() {
            "peek" => Ident::new("last", call.method.span()),
            "pop" | "push" | "swap" | "len" | "is_empty" | "clear" => return,
            // The order of these items is that of the heap, which no vector has.
            other => Ident::new(&format!("{other}_of_heap"), call.method.span()),
        };
    }
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::TupleStruct(of) = &*pat {
            if let (true, Some(inner)) = (ends(&of.path, &["Reverse"]), of.elems.first()) {
                *pat = inner.clone();
            }
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

/// Takes `Reverse` out of a type.
struct Unturned;

impl VisitMut for Unturned {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(inner) = argument_of(ty, &["Reverse"]) {
            *ty = inner.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

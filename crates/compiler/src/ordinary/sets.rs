//! Local sets: a set is a map whose keys are its items.
//!
//! Takes a block whose locals have unique names; returns it with a `BTreeMap` in place of a `BTreeSet`, and a `HashMap` in place of a
//! `HashSet`. Law: an item is in the set if and only if it is a key of the map.

use super::fresh::Fresh;
use crate::sorted::Set;
use crate::syntax::made::stmts;
use crate::syntax::paths::{argument, called, last, parent};
use crate::syntax::read::{lent, name_of, typed};
use crate::syntax::seek::each_local;
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, Type, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn mapped(block: &mut syn::Block, fresh: &mut Fresh) {
    let mut names = Set::new();
    let at = |local: &syn::Local| {
        let (pat, ty) = typed(&local.pat);
        let Pat::Ident(name) = pat else { return };
        let init = local.init.as_ref().map(|init| &*init.expr);
        if ty.is_some_and(|ty| map_of(ty).is_some()) || init.is_some_and(|init| made(init).is_some()) {
            names.insert(name.ident.to_string());
        }
    };
    each_local(at, |visitor| visitor.visit_block(block));
    if !names.is_empty() {
        Sets { names, fresh }.visit_block_mut(block);
    }
}

/// The kind of map in place of a kind of set.
fn kind(of: &str) -> Option<&'static str> {
    match of {
        "HashSet" => Some("HashMap"),
        "BTreeSet" => Some("BTreeMap"),
        _ => None,
    }
}

/// The type of the map in place of a set.
fn map_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let span = ty.span();
    let kind = Ident::new(kind(&last(&path.path))?, span);
    let item = argument(ty).map_or_else(|| quote_spanned!(span=> _), |item| quote_spanned!(span=> #item));
    Some(parse_quote_spanned!(span=> ::std::collections::#kind<#item, bool>))
}

/// The type of the map in place of a set that an expression makes.
fn made(e: &Expr) -> Option<Type> {
    if let Expr::MethodCall(call) = e {
        let of = call.turbofish.as_ref().filter(|_| call.method == "collect")?;
        return match of.args.first()? {
            syn::GenericArgument::Type(ty) => map_of(ty),
            _ => None,
        };
    }
    let path = called(e)?.0;
    let is_made = ["new", "from", "default", "with_capacity"].contains(&last(path).as_str());
    let of = Type::Path(syn::TypePath { qself: None, path: parent(path) });
    if is_made && !parent(path).segments.is_empty() { map_of(&of) } else { None }
}

struct Sets<'a> {
    names: Set<String>,
    fresh: &'a mut Fresh,
}

impl Sets<'_> {
    fn is_set(&self, e: &Expr) -> bool {
        name_of(lent(e)).is_some_and(|name| self.names.contains(&name))
    }

    /// The item and the set of `set.insert(item)`.
    fn inserts(&self, e: &Expr) -> Option<(Expr, Expr)> {
        let Expr::MethodCall(call) = e else { return None };
        let is_one = call.method == "insert" && call.args.len() == 1 && self.is_set(&call.receiver);
        is_one.then(|| ((*call.receiver).clone(), call.args[0].clone()))
    }

    /// The statements that insert an item, and the name of what tells if it is new.
    fn inserted(&mut self, (set, item): (Expr, Expr), span: proc_macro2::Span) -> (Vec<Stmt>, Expr) {
        let [key, new] = self.fresh.names(["key", "new"], span);
        let stmts = stmts! {span=>
            let #key = #item;
            let #new = !#set.contains_key(&#key);
            if #new { #set.insert(#key, true); }
        };
        (stmts, parse_quote_spanned!(span=> #new))
    }

    /// The statements before one whose value, or whose condition, is an insertion; it reads what tells if the item is new.
    fn before(&mut self, stmt: &mut Stmt) -> Vec<Stmt> {
        let asked = match stmt {
            Stmt::Local(syn::Local { init: Some(init), .. }) => &mut init.expr,
            Stmt::Expr(Expr::If(branch), _) => &mut branch.cond,
            _ => return Vec::new(),
        };
        let asked = match &mut **asked {
            Expr::Unary(of) if matches!(of.op, syn::UnOp::Not(_)) => &mut of.expr,
            _ => asked,
        };
        let Some(inserts) = self.inserts(asked) else { return Vec::new() };
        let (stmts, new) = self.inserted(inserts, asked.span());
        **asked = new;
        stmts
    }
}

impl VisitMut for Sets<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |mut stmt, _, out| {
            out.append(&mut self.before(&mut stmt));
            if let Stmt::Expr(e, Some(_)) = &mut stmt {
                if let Some((set, item)) = self.inserts(e) {
                    *e = parse_quote_spanned!(e.span()=> #set.insert(#item, true));
                }
            }
            out.push(stmt);
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let (Pat::Ident(_), ty) = typed(&local.pat) else { return };
        let Some(init) = &mut local.init else { return };
        let Some(ty) = made(&init.expr).filter(|_| ty.is_none()).or_else(|| map_of(ty?)) else { return };
        let pat = typed(&local.pat).0.clone();
        local.pat = Pat::Type(syn::parse_quote!(#pat: #ty));
        let span = init.expr.span();
        match &mut *init.expr {
            Expr::MethodCall(call) if call.method == "collect" => {
                let (items, item) = (&call.receiver, self.fresh.name("item", span));
                *init.expr = parse_quote_spanned!(span=> #items.map(|#item| (#item, true)).collect());
            }
            Expr::Call(call) => {
                let Some(name) = called(&Expr::Call(call.clone())).map(|(path, _)| last(path)) else {
                    return;
                };
                let name = Ident::new(&name, span);
                if let (true, Some(items)) = (name == "from", call.args.first()) {
                    let item = self.fresh.name("item", span);
                    *init.expr =
                        parse_quote_spanned!(span=> #items.into_iter().map(|#item| (#item, true)).collect());
                } else if let Type::Path(of) = &ty {
                    let of = Ident::new(&last(&of.path), span);
                    let args = &call.args;
                    *init.expr = parse_quote_spanned!(span=> ::std::collections::#of::#name(#args));
                }
            }
            _ => {}
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let span = e.span();
        if let Some(inserts) = self.inserts(e) {
            let (stmts, new) = self.inserted(inserts, span);
            *e = parse_quote_spanned!(span=> { #(#stmts)* #new });
            return;
        }
        match e {
            Expr::ForLoop(each) if self.is_set(&each.expr) => {
                let set = lent(&each.expr);
                *each.expr = parse_quote_spanned!(span=> #set.keys());
            }
            Expr::MethodCall(call) if self.is_set(&call.receiver) => {
                let other = match (call.method.to_string().as_str(), call.args.len()) {
                    ("contains", 1) => "contains_key",
                    ("iter", 0) => "keys",
                    ("remove", 1) => {
                        let call = call.clone();
                        *e = parse_quote_spanned!(span=> #call.is_some());
                        return;
                    }
                    _ => return,
                };
                call.method = Ident::new(other, call.method.span());
            }
            _ => {}
        }
    }
}

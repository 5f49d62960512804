//! Local maps whose values are no numbers: vectors, tuples and structures.
//!
//! Takes a block whose locals have unique names; returns it with a vector of the values, and a map from the keys to their places in it.
//! Law: a key has the place of its value from its first insertion on. A map of which something else is asked stays as it is.

use super::collections::{acts, is_written};
use super::fresh::Fresh;
use crate::ir::{Scalar, entry_types, with_entries};
use crate::sorted::Map;
use crate::syntax::made::stmts;
use crate::syntax::paths::{called, is_named};
use crate::syntax::read::{is_compound, name_of, typed};
use crate::syntax::seek::each_local;
use crate::syntax::structures;
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, Type, parse_quote, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn apart(block: &mut syn::Block, fresh: &mut Fresh) {
    let mut shown = Shown::default();
    shown.visit_block(block);
    let mut maps: Vec<(Ident, Type)> = Vec::new();
    let at = |local: &syn::Local| {
        let (Pat::Ident(name), Some(ty)) = typed(&local.pat) else { return };
        let Some((key, value)) = entry_types(ty) else { return };
        let value = match value {
            Type::Infer(_) => shown.0.get(&name.ident.to_string()),
            value => Some(value),
        };
        if let Some(value) = value.filter(|value| is_kept_apart(value)) {
            maps.push((name.ident.clone(), with_entries(ty, key.clone(), value.clone())));
        }
    };
    each_local(at, |visitor| visitor.visit_block(block));
    for (name, ty) in maps {
        let [slots, items] = ["slots", "items"].map(|of| fresh.name(&format!("{name}_{of}"), name.span()));
        let (mut rewritten, text) = (block.clone(), name.to_string());
        Apart { name: text.clone(), ty, slots, items, fresh }.visit_block_mut(&mut rewritten);
        if !crate::tokens::names(&rewritten).contains(&text) {
            *block = rewritten;
        }
    }
}

/// True for the type of values that are no numbers.
fn is_kept_apart(ty: &Type) -> bool {
    let is_structure = || Scalar::of(ty).is_none() && structures::is_known(ty);
    is_named(ty, &["Vec", "VecDeque"]) || matches!(ty, Type::Tuple(_)) || is_structure()
}

/// The types of the values that are inserted, as far as their text shows it.
#[derive(Default)]
struct Shown(Map<String, Type>);

impl<'ast> Visit<'ast> for Shown {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let (map, value) = match (&*call.receiver, call.method.to_string().as_str()) {
            (map, "insert") => (map, call.args.iter().nth(1)),
            (Expr::MethodCall(of), "or_insert" | "or_insert_with") if of.method == "entry" => {
                (&*of.receiver, call.args.first())
            }
            _ => return,
        };
        if let (Some(name), Some(ty)) = (name_of(map), value.and_then(shape)) {
            self.0.entry(name).or_insert(ty);
        }
    }
}

/// The type of a value, as far as its text shows it.
fn shape(e: &Expr) -> Option<Type> {
    match e {
        Expr::Closure(closure) => shape(&closure.body),
        Expr::Macro(of) if of.mac.path.is_ident("vec") => Some(parse_quote!(Vec<_>)),
        Expr::Path(path) if path.path.segments.first().is_some_and(|of| of.ident == "Vec") => {
            Some(parse_quote!(Vec<_>))
        }
        Expr::Call(_) if called(e).is_some_and(|(path, _)| path.segments[0].ident == "Vec") => {
            Some(parse_quote!(Vec<_>))
        }
        Expr::Struct(literal) => {
            let path = &literal.path;
            Some(parse_quote!(#path))
        }
        Expr::Tuple(parts) => {
            let parts = parts.elems.iter().map(|_| -> Type { parse_quote!(_) });
            Some(parse_quote!((#(#parts,)*)))
        }
        _ => None,
    }
}

struct Apart<'a> {
    /// The map.
    name: String,
    /// Its type.
    ty: Type,
    /// The map of places in its place.
    slots: Ident,
    /// The vector of its values.
    items: Ident,
    fresh: &'a mut Fresh,
}

impl Apart<'_> {
    fn is_map(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| name == self.name)
    }

    /// The value of a key that is there.
    fn item(&self, key: &Expr) -> Expr {
        let (slots, items) = (&self.slots, &self.items);
        parse_quote_spanned!(key.span()=> #items[#slots[#key]])
    }

    /// The statements after which a key has a place, and that place: a new key has the given value there.
    fn placed(
        &mut self,
        key: &Expr,
        value: &Expr,
        old: impl FnOnce(&Ident) -> Vec<Stmt>,
        span: Span,
    ) -> (Vec<Stmt>, Expr) {
        let [at, slot] = self.fresh.names(["key", "slot"], span);
        let (slots, items, old) = (&self.slots, &self.items, old(&slot));
        let ty = entry_types(&self.ty).map(|(key, _)| key).filter(|key| is_written(key));
        let ty = ty.map(|ty| quote::quote!(: #ty));
        let stmts = stmts! {span=>
            let #at #ty = #key;
            let #slot: usize = if #slots.contains_key(&#at) { #slots[&#at] } else { #items.len() };
            if #slot == #items.len() {
                #slots.insert(#at.clone(), #slot);
                #items.push(#value);
            } else {
                #(#old)*
            }
        };
        (stmts, parse_quote_spanned!(span=> #items[#slot]))
    }

    /// Puts the place of an entry where the entry stands at the beginning of an expression; returns the statements before.
    fn entered(&mut self, e: &mut Expr) -> Vec<Stmt> {
        let span = e.span();
        match e {
            Expr::MethodCall(call) => {
                let (map, mut key) = match &*call.receiver {
                    Expr::MethodCall(of) if of.method == "entry" && of.args.len() == 1 => {
                        (&of.receiver, of.args[0].clone())
                    }
                    _ => return self.entered(&mut call.receiver),
                };
                let value = match (call.method.to_string().as_str(), call.args.first()) {
                    _ if !self.is_map(map) => return Vec::new(),
                    ("or_insert", Some(value)) => value.clone(),
                    ("or_insert_with", Some(Expr::Closure(closure))) => (*closure.body).clone(),
                    ("or_insert_with", Some(function)) => parse_quote_spanned!(span=> #function()),
                    ("or_default", None) => {
                        match entry_types(&self.ty).and_then(|(_, value)| super::start(value)) {
                            Some(start) => start,
                            None => return Vec::new(),
                        }
                    }
                    _ => return Vec::new(),
                };
                // `or_insert` takes a value whether the key is there or not.
                let (mut all, value) = match call.method == "or_insert" && acts(&value) {
                    true => {
                        let (own, name) = (self.fresh.name("key", span), self.fresh.name("value", span));
                        let all = stmts!(span=> let #own = #key; let #name = #value;);
                        key = parse_quote_spanned!(span=> #own);
                        (all, parse_quote_spanned!(span=> #name))
                    }
                    false => (Vec::new(), value),
                };
                let (stmts, place) = self.placed(&key, &value, |_| Vec::new(), span);
                all.extend(stmts);
                *e = place;
                all
            }
            Expr::Field(field) => self.entered(&mut field.base),
            Expr::Index(index) => self.entered(&mut index.expr),
            Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => {
                let stmts = self.entered(&mut of.expr);
                if !stmts.is_empty() {
                    *e = (*of.expr).clone();
                }
                stmts
            }
            Expr::Assign(assign) => self.entered(&mut assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.entered(&mut binary.left),
            _ => Vec::new(),
        }
    }

    /// The statements in place of one; nothing where it stays.
    fn replaced(&mut self, stmt: &mut Stmt) -> Option<Vec<Stmt>> {
        let span = stmt.span();
        let (slots, items) = (self.slots.clone(), self.items.clone());
        match stmt {
            Stmt::Local(local) => {
                let (pat, init) = (typed(&local.pat).0.clone(), local.init.as_mut()?);
                if matches!(&pat, Pat::Ident(name) if name.ident == self.name) {
                    let (key, value) = entry_types(&self.ty)?;
                    let is_empty = called(&init.expr).is_some_and(|(path, _)| {
                        ["new", "default", "with_capacity"]
                            .contains(&crate::syntax::paths::last(path).as_str())
                    });
                    let (of, init) = (with_entries(&self.ty, key.clone(), parse_quote!(usize)), &init.expr);
                    return is_empty.then(|| {
                        stmts!(span=>
                            let mut #slots: #of = #init;
                            let mut #items: Vec<#value> = Vec::new();)
                    });
                }
                let mut all = self.entered(&mut init.expr);
                if all.is_empty() {
                    return None;
                }
                if matches!(&*init.expr, Expr::Index(_)) {
                    let place = &init.expr;
                    *init.expr = parse_quote_spanned!(span=> &mut #place);
                }
                all.push(stmt.clone());
                Some(all)
            }
            Stmt::Expr(Expr::MethodCall(call), Some(_)) if self.is_map(&call.receiver) => {
                match (call.method.to_string().as_str(), call.args.len()) {
                    ("insert", 2) => {
                        let name = self.fresh.name("value", span);
                        let (key, value) = (call.args[0].clone(), call.args[1].clone());
                        let new: Expr = parse_quote_spanned!(span=> #name.clone());
                        let put = |slot: &Ident| stmts!(span=> #items[#slot] = #name.clone(););
                        let own = self.fresh.name("key", span);
                        let (stmts, _) = self.placed(&parse_quote_spanned!(span=> #own), &new, put, span);
                        let mut all = stmts!(span=> let #own = #key; let #name = #value;);
                        all.extend(stmts);
                        Some(all)
                    }
                    ("remove", 1) => {
                        let key = &call.args[0];
                        Some(stmts!(span=> #slots.remove(#key);))
                    }
                    _ => None,
                }
            }
            Stmt::Expr(e, _) => {
                let mut all = self.entered(e);
                if all.is_empty() {
                    return None;
                }
                // The right side is evaluated first.
                let right = match e {
                    Expr::Assign(assign) => Some(&mut assign.right),
                    Expr::Binary(binary) if is_compound(&binary.op) => Some(&mut binary.right),
                    _ => None,
                };
                if let Some(right) = right.filter(|right| !matches!(***right, Expr::Lit(_))) {
                    let name = self.fresh.name("right", span);
                    let value = std::mem::replace(&mut **right, parse_quote_spanned!(span=> #name));
                    all.splice(0..0, stmts!(span=> let #name = #value;));
                }
                if !matches!(e, Expr::Index(_)) {
                    all.push(stmt.clone());
                }
                Some(all)
            }
            Stmt::Item(_) | Stmt::Macro(_) => None,
        }
    }

    /// The loop over the keys in place of one over the entries or the values.
    fn looped(&mut self, each: &mut syn::ExprForLoop) {
        let span = each.for_token.span;
        let (head, mutable, values_alone) = match &*each.expr {
            Expr::Reference(of) => (&*of.expr, of.mutability.is_some(), false),
            Expr::MethodCall(call) if call.args.is_empty() => match call.method.to_string().as_str() {
                "iter" => (&*call.receiver, false, false),
                "iter_mut" => (&*call.receiver, true, false),
                "values" => (&*call.receiver, false, true),
                "values_mut" => (&*call.receiver, true, true),
                _ => return,
            },
            _ => return,
        };
        if !self.is_map(head) {
            return;
        }
        let key = match &*each.pat {
            Pat::Tuple(pair) => match pair.elems.first() {
                Some(Pat::Ident(name)) => name.ident.clone(),
                _ => self.fresh.name("key", span),
            },
            _ => self.fresh.name("key", span),
        };
        let (slots, item) = (self.slots.clone(), self.item(&parse_quote_spanned!(span=> #key)));
        let item: Expr = if mutable {
            parse_quote_spanned!(span=> &mut #item)
        } else {
            parse_quote_spanned!(span=> &#item)
        };
        let named = match &*each.pat {
            pat if values_alone => stmts!(span=> let #pat = #item;),
            Pat::Tuple(pair) if pair.elems.len() == 2 => {
                let (of_key, of_item) = (&pair.elems[0], &pair.elems[1]);
                let mut named = Vec::new();
                if !matches!(of_key, Pat::Wild(_) | Pat::Ident(_)) {
                    named.extend(stmts!(span=> let #of_key = #key;));
                }
                if !matches!(of_item, Pat::Wild(_)) {
                    named.extend(stmts!(span=> let #of_item = #item;));
                }
                named
            }
            _ => return,
        };
        each.body.stmts.splice(0..0, named);
        *each.pat = parse_quote_spanned!(span=> #key);
        *each.expr = parse_quote_spanned!(span=> #slots.keys());
    }
}

impl VisitMut for Apart<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |mut stmt, _, out| match self.replaced(&mut stmt) {
            Some(all) => out.extend(all),
            None => out.push(stmt),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::ForLoop(each) = e {
            self.looped(each);
        }
        visit_mut::visit_expr_mut(self, e);
        let (span, slots) = (e.span(), self.slots.clone());
        match e {
            Expr::Index(index) if self.is_map(&index.expr) => *e = self.item(&index.index),
            Expr::MethodCall(call) if self.is_map(&call.receiver) => {
                let key = self.fresh.name("key", span);
                let item = self.item(&parse_quote_spanned!(span=> #key));
                match (call.method.to_string().as_str(), call.args.first()) {
                    ("contains_key" | "len" | "is_empty" | "keys", _) => {
                        *call.receiver = parse_quote_spanned!(span=> #slots);
                    }
                    // No item stands behind the last one.
                    ("get" | "get_mut", Some(key)) if is_plain(key) => {
                        let (items, method) = (&self.items, &call.method);
                        *e = parse_quote_spanned! {span=>
                            #items.#method(if #slots.contains_key(#key) { #slots[#key] } else { #items.len() })
                        };
                    }
                    ("remove", Some(key)) if is_plain(key) => {
                        let (items, slot) = (&self.items, self.fresh.name("slot", span));
                        *e = parse_quote_spanned! {span=>
                            if #slots.contains_key(#key) {
                                let #slot = #slots[#key];
                                #slots.remove(#key);
                                Some(#items[#slot].clone())
                            } else {
                                None
                            }
                        };
                    }
                    ("values", None) => *e = parse_quote_spanned!(span=> #slots.keys().map(|#key| &#item)),
                    ("iter", None) => {
                        *e = parse_quote_spanned!(span=> #slots.keys().map(|#key| (#key, &#item)))
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// True for what can be written twice: it computes, and calls nothing that has an effect.
fn is_plain(e: &Expr) -> bool {
    const PURE: [&str; 6] = ["clone", "to_string", "to_owned", "as_str", "len", "as_ref"];
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Reference(of) => is_plain(&of.expr),
        Expr::Field(field) => is_plain(&field.base),
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Unary(of) => is_plain(&of.expr),
        Expr::Cast(cast) => is_plain(&cast.expr),
        Expr::Index(index) => is_plain(&index.expr) && is_plain(&index.index),
        Expr::Binary(binary) => !is_compound(&binary.op) && is_plain(&binary.left) && is_plain(&binary.right),
        Expr::Tuple(parts) => parts.elems.iter().all(is_plain),
        Expr::MethodCall(call) => {
            PURE.iter().any(|name| call.method == name)
                && is_plain(&call.receiver)
                && call.args.iter().all(is_plain)
        }
        Expr::Macro(of) => of.mac.path.is_ident("format"),
        _ => false,
    }
}

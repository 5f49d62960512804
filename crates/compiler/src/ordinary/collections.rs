//! Maps and queues: entries, values and both ends, by what the passes behind know.
//!
//! Takes a function whose locals have unique names; returns it with `map[&key]` in place of an entry, with the keys of a `BTreeMap` and
//! their values in place of a loop over it, and with a vector in place of a local queue. Law: the values and their order are those that
//! were written; what is inserted, is inserted where its key is new.

use super::fresh::Fresh;
use crate::ir::entry_types;
use crate::sorted::Map;
use crate::syntax::made::stmts;
use crate::syntax::named::maker;
use crate::syntax::paths::{as_vector, called, last, owner};
use crate::syntax::read::{is_compound, is_name, lent, name_of};
use crate::syntax::rewrite::{outer, within};
use crate::syntax::seek::{At, seek};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, Type, parse_quote, parse_quote_spanned};

/// A collection that a name is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A `BTreeMap`, whose keys have an order.
    Ordered,
    /// A `HashMap`.
    Hashed,
    /// A local `VecDeque`.
    Queue,
}

/// A collection.
struct Collection {
    kind: Kind,
    /// A start for the values of a map.
    start: Option<Expr>,
    /// The type of the keys of a map, if all of it is written.
    key: Option<Type>,
}

/// The collections of a function by name.
type Known = Map<String, Collection>;

/// Rewrites a function; returns the names of its maps.
pub(super) fn known(item: &mut syn::ItemFn, fresh: &mut Fresh) -> crate::sorted::Set<String> {
    let mut found = Found(Known::new());
    for input in &item.sig.inputs {
        if let syn::FnArg::Typed(param) = input {
            found.typed(&param.pat, &param.ty, false);
        }
    }
    found.visit_block(&item.block);
    let known = found.0;
    if !known.is_empty() {
        Collections { known: &known, fresh }.visit_block_mut(&mut item.block);
    }
    known.into_iter().filter(|(_, of)| of.kind != Kind::Queue).map(|(name, _)| name).collect()
}

struct Found(Known);

impl Found {
    fn typed(&mut self, pat: &Pat, ty: &Type, is_local: bool) {
        let Pat::Ident(name) = pat else { return };
        let ty = match ty {
            Type::Reference(lent) => &lent.elem,
            other => other,
        };
        let Some(kind) = kind_of(ty) else { return };
        let entry = entry_types(ty);
        let start = entry.and_then(|(_, value)| super::start(value));
        let key = entry.map(|(key, _)| key).filter(|key| is_written(key)).cloned();
        if is_local || kind != Kind::Queue {
            self.0.insert(name.ident.to_string(), Collection { kind, start, key });
        }
    }
}

/// True for a value that calls something, which may change what it is called with.
pub(super) fn acts(value: &Expr) -> bool {
    let at = |e: &Expr| {
        At::found(match e {
            Expr::Call(_) => called(e).is_none_or(|(path, _)| {
                !maker(path).is_variant() && owner(path).is_none_or(|of| of != "Vec" && of != "String")
            }),
            Expr::MethodCall(_) => true,
            _ => false,
        })
    };
    seek(at, |visitor| visitor.visit_expr(value))
}

/// True for a type of which all is written, and that lends nothing.
pub(super) fn is_written(ty: &Type) -> bool {
    !matches!(ty, Type::Reference(_)) && !crate::tokens::has(ty, &["_"])
}

impl<'ast> Visit<'ast> for Found {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        match (&local.pat, &local.init) {
            (Pat::Type(typed), _) => self.typed(&typed.pat, &typed.ty, true),
            // `let mut q = VecDeque::new();`
            (pat, Some(init)) if called(&init.expr).is_some_and(|(path, _)| makes_queue(path)) => {
                self.typed(pat, &parse_quote!(VecDeque<_>), true);
            }
            _ => {}
        }
        visit::visit_local(self, local);
    }
}

/// The methods of a queue, and those of the vector in its place.
const OF_QUEUES: [(&str, &str); 5] = [
    ("push_back", "push"),
    ("pop_back", "pop"),
    ("front", "first"),
    ("back", "last"),
    ("push_front", "insert"),
];

/// True for the path of a function that makes a queue, `VecDeque::new`.
fn makes_queue(path: &syn::Path) -> bool {
    owner(path).is_some_and(|of| of == "VecDeque")
}

fn kind_of(ty: &Type) -> Option<Kind> {
    let Type::Path(path) = ty else { return None };
    match last(&path.path).as_str() {
        "BTreeMap" => Some(Kind::Ordered),
        "HashMap" => Some(Kind::Hashed),
        "VecDeque" => Some(Kind::Queue),
        _ => None,
    }
}

struct Collections<'a> {
    known: &'a Known,
    fresh: &'a mut Fresh,
}

/// `map.entry(key).or_insert(value)`, and its kin.
struct Entry {
    map: Expr,
    key: Expr,
    value: Expr,
    /// True if the value is computed where the key is there as well.
    is_eager: bool,
}

/// A name that refers to a place, and the place.
type Named = (Ident, Expr);

impl Collections<'_> {
    fn kind(&self, e: &Expr) -> Option<Kind> {
        self.known.get(&name_of(lent(e))?).map(|of| of.kind)
    }

    fn map(&self, e: &Expr) -> bool {
        matches!(self.kind(e), Some(Kind::Ordered | Kind::Hashed))
    }

    fn entry(&self, e: &Expr) -> Option<Entry> {
        let Expr::MethodCall(call) = e else { return None };
        let Expr::MethodCall(of) = &*call.receiver else { return None };
        if of.method != "entry" || of.args.len() != 1 || !self.map(&of.receiver) {
            return None;
        }
        let map = (*of.receiver).clone();
        let start = || self.known.get(&name_of(&map)?)?.start.clone();
        let value = match (call.method.to_string().as_str(), call.args.first()) {
            ("or_insert", Some(value)) => value.clone(),
            ("or_insert_with", Some(Expr::Closure(closure))) => (*closure.body).clone(),
            ("or_default", None) => start()?,
            _ => return None,
        };
        Some(Entry { key: of.args[0].clone(), map, value, is_eager: call.method == "or_insert" })
    }

    /// The type of a key that is inserted, where it is written.
    fn key_type(&self, map: &Expr) -> Option<proc_macro2::TokenStream> {
        let key = self.known.get(&name_of(map)?)?.key.as_ref()?;
        Some(quote::quote!(: #key))
    }

    /// The statements after which a map has a key, and the place of its value.
    fn inserted(&mut self, entry: Entry, span: Span) -> (Vec<Stmt>, Expr) {
        let Entry { map, key, value, is_eager } = entry;
        let at = self.fresh.name("key", span);
        let ty = self.key_type(&map);
        let mut all = stmts!(span=> let #at #ty = #key;);
        // `or_insert` takes a value whether the key is there or not.
        let value = match acts(&value) && is_eager {
            true => {
                let name = self.fresh.name("value", span);
                all.extend(stmts!(span=> let #name = #value;));
                parse_quote_spanned!(span=> #name)
            }
            false => value,
        };
        all.extend(stmts!(span=> if !#map.contains_key(&#at) { insert!(#map, #at, #value); }));
        (all, parse_quote_spanned!(span=> #map[&#at]))
    }

    /// The statements in place of `*map.entry(key).or_insert(value) = right`, or of another operator: the right side is evaluated first.
    fn changed(&mut self, entry: Entry, op: impl ToTokens, right: &Expr, span: Span) -> Vec<Stmt> {
        let value = self.fresh.name("value", span);
        let (inserted, place) = self.inserted(entry, span);
        stmts!(span=> let #value = #right; #(#inserted)* #place #op #value;)
    }

    /// The statements in place of `map.entry(key).and_modify(|v| …).or_insert(value);`.
    fn modified(&mut self, call: &syn::ExprMethodCall, span: Span) -> Option<Vec<Stmt>> {
        let Expr::MethodCall(of) = &*call.receiver else { return None };
        let (Expr::MethodCall(entry), Some(Expr::Closure(closure))) = (&*of.receiver, of.args.first()) else {
            return None;
        };
        let is_one = of.method == "and_modify" && entry.method == "entry" && call.method == "or_insert";
        // A value that acts is computed whether the key is there or not.
        let value = call.args.first().filter(|value| !acts(value));
        let (Some(Pat::Ident(name)), Some(value)) = (closure.inputs.first(), value) else {
            return None;
        };
        if !is_one || !self.map(&entry.receiver) {
            return None;
        }
        let (map, of_key, key) = (&entry.receiver, entry.args.first()?, self.fresh.name("key", span));
        let place: Expr = parse_quote_spanned!(span=> #map[&#key]);
        let mut changed = vec![Stmt::Expr((*closure.body).clone(), Some(syn::Token![;](span)))];
        within(changed.iter_mut(), &mut behind(&name.ident, &place));
        let ty = self.key_type(map);
        Some(stmts!(span=>
            let #key #ty = #of_key;
            if #map.contains_key(&#key) { #(#changed)* } else { insert!(#map, #key, #value); }))
    }

    /// The key that an argument lends, by a name.
    fn named_key(&mut self, lends: &Expr, span: Span) -> (Vec<Stmt>, Ident) {
        let key = self.fresh.name("key", span);
        let value: Expr = match lends {
            Expr::Reference(of) => (*of.expr).clone(),
            name => parse_quote_spanned!(span=> *#name),
        };
        (stmts!(span=> let #key = #value;), key)
    }

    /// The statements that remove an entry that is there, and the name of its value.
    fn removed(&mut self, map: &Expr, key: &Ident, span: Span) -> (Vec<Stmt>, Ident) {
        let value = self.fresh.name("value", span);
        (stmts!(span=> let #value = #map[&#key]; remove!(#map, #key, #value);), value)
    }

    /// The statements in place of one; nothing where it stays.
    fn replaced(&mut self, stmt: &Stmt) -> Option<(Vec<Stmt>, Option<Named>)> {
        let span = stmt.span();
        match stmt {
            Stmt::Local(local) => {
                let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return None };
                let entry = self.entry(&init.expr)?;
                let (stmts, place) = self.inserted(entry, span);
                Some((stmts, Some((name.ident.clone(), place))))
            }
            Stmt::Expr(e, semicolon) => match e {
                Expr::Assign(assign) => {
                    let entry = self.entry(held(&assign.left)?)?;
                    Some((self.changed(entry, assign.eq_token, &assign.right, span), None))
                }
                Expr::Binary(binary) if is_compound(&binary.op) => {
                    let entry = self.entry(held(&binary.left)?)?;
                    Some((self.changed(entry, binary.op, &binary.right, span), None))
                }
                Expr::MethodCall(call) => {
                    if let Some(entry) = self.entry(e) {
                        return Some((self.inserted(entry, span).0, None));
                    }
                    if let Some(stmts) = self.modified(call, span) {
                        return Some((stmts, None));
                    }
                    let v = &call.receiver;
                    match (call.method.to_string().as_str(), call.args.len(), self.kind(v)?) {
                        ("insert", 2, Kind::Ordered | Kind::Hashed) => {
                            semicolon.as_ref()?;
                            let [key, value] = self.fresh.names(["key", "value"], span);
                            let (at, new, ty) = (&call.args[0], &call.args[1], self.key_type(v));
                            let stmts = stmts! {span=>
                                let #key #ty = #at;
                                let #value = #new;
                                if #v.contains_key(&#key) {
                                    #v[&#key] = #value;
                                } else {
                                    insert!(#v, #key, #value);
                                }
                            };
                            Some((stmts, None))
                        }
                        ("extend", 1, Kind::Ordered | Kind::Hashed) => {
                            let (entries, [key, value]) =
                                (&call.args[0], self.fresh.names(["key", "value"], span));
                            Some((
                                stmts!(span=> for (#key, #value) in #entries { #v.insert(#key, #value); }),
                                None,
                            ))
                        }
                        ("remove", 1, Kind::Ordered | Kind::Hashed) => {
                            semicolon.as_ref()?;
                            let (mut stmts, key) = self.named_key(&call.args[0], span);
                            let (removed, _) = self.removed(v, &key, span);
                            stmts.extend(stmts!(span=> if #v.contains_key(&#key) { #(#removed)* }));
                            Some((stmts, None))
                        }
                        ("pop_front", 0, Kind::Queue) => {
                            Some((stmts!(span=> if #v.len() > 0 { #v.remove(0); }), None))
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }
}

impl Collections<'_> {
    /// Visits the keys of a map in place of its values, which the loop changes: `for (key, value) in &mut map`.
    fn changed_values(&mut self, each: &mut syn::ExprForLoop) -> bool {
        let (map, are_values) = match &*each.expr {
            Expr::Reference(of) if of.mutability.is_some() => (&*of.expr, false),
            Expr::MethodCall(call) if call.method == "iter_mut" => (&*call.receiver, false),
            Expr::MethodCall(call) if call.method == "values_mut" => (&*call.receiver, true),
            _ => return false,
        };
        let (of_key, of_value) = match &*each.pat {
            pat if are_values => (None, pat),
            Pat::Tuple(pair) if pair.elems.len() == 2 => (Some(&pair.elems[0]), &pair.elems[1]),
            _ => return false,
        };
        let Pat::Ident(value) = of_value else { return false };
        if !self.map(map) {
            return false;
        }
        let (span, map) = (each.for_token.span, lent(map).clone());
        let key = match of_key {
            Some(Pat::Ident(name)) => name.ident.clone(),
            None | Some(Pat::Wild(_)) => self.fresh.name("key", span),
            Some(_) => return false,
        };
        let place: Expr = parse_quote_spanned!(span=> #map[#key]);
        within(each.body.stmts.iter_mut(), &mut behind(&value.ident, &place));
        *each.pat = parse_quote_spanned!(span=> #key);
        *each.expr = parse_quote_spanned!(span=> #map.keys());
        true
    }
}

/// Returns what stands behind `*`.
fn held(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => Some(expr),
        Expr::Paren(inner) => held(&inner.expr),
        _ => None,
    }
}

impl VisitMut for Collections<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |stmt, rest, out| match self.replaced(&stmt) {
            Some((new, named)) => {
                if let Some((name, place)) = named {
                    within(rest.iter_mut(), &mut behind(&name, &place));
                }
                new.into_iter().rev().for_each(|stmt| rest.push_front(stmt));
            }
            None => out.push(stmt),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        // A change is a statement.
        let changes = match &*arm.body {
            Expr::Assign(_) => true,
            Expr::Binary(binary) => is_compound(&binary.op),
            _ => false,
        };
        if changes {
            let body = &arm.body;
            *arm.body = parse_quote!({ #body; });
        }
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Pat::Type(typed) = &mut local.pat {
            if let Pat::Ident(name) = &*typed.pat {
                let known = self.known.get(&name.ident.to_string());
                if known.is_some_and(|of| of.kind == Kind::Queue) {
                    as_vector(&mut typed.ty);
                }
            }
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let span = e.span();
        match e {
            Expr::ForLoop(each) => {
                if self.changed_values(each) {
                    return;
                }
                let lends = matches!(&*each.expr, Expr::Reference(lent) if lent.mutability.is_none());
                let is_lent_map = matches!(&*each.expr, Expr::Path(_)) || lends;
                if is_lent_map && self.map(&each.expr) {
                    let map = lent(&each.expr);
                    let key = self.fresh.name("key", span);
                    *each.expr = parse_quote_spanned!(span=> #map.keys().map(|#key| (#key, #map[#key])));
                }
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    if let Some(name) = path.path.segments.last().filter(|_| makes_queue(&path.path)) {
                        *call.func = parse_quote_spanned!(span=> Vec::#name);
                    }
                }
            }
            Expr::MethodCall(call) => {
                let v = lent(&call.receiver).clone();
                match (call.method.to_string().as_str(), self.kind(&v)) {
                    ("values", Some(Kind::Ordered | Kind::Hashed)) if call.args.is_empty() => {
                        let key = self.fresh.name("key", span);
                        *e = parse_quote_spanned!(span=> #v.keys().map(|#key| #v[#key]));
                    }
                    ("iter", Some(Kind::Ordered | Kind::Hashed)) if call.args.is_empty() => {
                        let key = self.fresh.name("key", span);
                        *e = parse_quote_spanned!(span=> #v.keys().map(|#key| (#key, #v[#key])));
                    }
                    ("remove", Some(Kind::Ordered | Kind::Hashed)) if call.args.len() == 1 => {
                        let (named, key) = self.named_key(&call.args[0].clone(), span);
                        let (removed, value) = self.removed(&v, &key, span);
                        *e = parse_quote_spanned!(span=> {
                            #(#named)*
                            if #v.contains_key(&#key) { #(#removed)* Some(#value) } else { None }
                        });
                    }
                    ("pop_front", Some(Kind::Queue)) => {
                        *e =
                            parse_quote_spanned!(span=> if #v.len() > 0 { Some(#v.remove(0)) } else { None });
                    }
                    (name, Some(Kind::Queue)) => {
                        if name == "push_front" {
                            call.args.insert(0, parse_quote!(0));
                        }
                        if let Some((_, own)) = OF_QUEUES.iter().find(|(of, _)| *of == name) {
                            call.method = Ident::new(own, call.method.span());
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Puts a place where a name that refers to it stands.
fn behind(name: &Ident, place: &Expr) -> impl VisitMut {
    outer(move |e| {
        let is_one = is_name(held(e).unwrap_or(e), name);
        if is_one {
            *e = place.clone();
        }
        is_one
    })
}

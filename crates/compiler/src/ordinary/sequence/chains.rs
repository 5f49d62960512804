//! Chains of iterators that end in a value: a loop, and a local that holds it.

use super::Sequence;
use super::closures::copying;
use super::orders::{self, Comparison, Kind, Test};
use super::sums::Sum;
use crate::ir::{Methods, is_in};
use crate::syntax::made::stmts;
use crate::syntax::paths::{is_named, of_arguments};
use crate::syntax::read::{bare, name_of};
use crate::syntax::structures;
use syn::ext::IdentExt;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

type Body<'b> = dyn FnMut(&mut Sequence<'_>, Expr) -> Vec<Stmt> + 'b;

impl Sequence<'_> {
    /// A method call: the end of a chain, a method of a sum, another method.
    pub(super) fn method(&mut self, mut call: syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        if let Some(value) = self.end(&call, out) {
            return value;
        }
        if let Some(value) = self.of_sum(&call, out) {
            return value;
        }
        if let Some((comparison, op)) = orders::decided(&call) {
            let test = self.order_test(comparison, op, out)?;
            return self.truth(test, out);
        }
        // A method that takes a structure by value takes a copy of it; one of Rust's own may be that of an iterator, which it changes.
        let method = call.method.unraw().to_string();
        if super::changing::is_of_others(&method) && structures::takes_any(&method) {
            if let Expr::MethodCall(copy) = bare(&call.receiver) {
                if copy.method == "clone" && copy.args.is_empty() {
                    call.receiver = copy.receiver.clone();
                }
            }
        }
        let name = call.method.to_string();
        let removes = (name == "remove" || name == "swap_remove") && call.args.len() == 1;
        if removes {
            let mut v = (*call.receiver).clone();
            if !self.place(&mut v, out) {
                return None;
            }
            let (stmts, value) = self.removed(&v, &call.args[0], name == "swap_remove", call.method.span());
            return self.statements(stmts, out).then_some(value);
        }
        if let ("map", Some(f @ Expr::Closure(_)), false) =
            (name.as_str(), call.args.first(), super::stages::is_chain(&call.receiver))
        {
            return self.mapped((*call.receiver).clone(), &f.clone(), out);
        }
        if let Some(value) = self.method_beside(&call, out) {
            return value;
        }
        if !call.args.iter_mut().all(|argument| self.handed(argument, out)) {
            return None;
        }
        let mut list: Vec<&mut Expr> = vec![&mut call.receiver];
        list.extend(call.args.iter_mut());
        self.operands(list, out)?;
        // All is computed by now: what is copied for the method has a name.
        self.in_order(call.args.iter_mut().collect(), Self::argument, out)?;
        Some(Expr::MethodCall(call))
    }

    /// The loop in place of `chain.for_each(|x| …)`, and what counts before it.
    pub(super) fn for_each(&mut self, call: &syn::ExprMethodCall) -> Option<(Vec<Stmt>, Stmt)> {
        let f = copying(call.args.first()?, 0);
        let mut counters = Vec::new();
        let each = self.chain(&call.receiver, &mut counters, &mut |this, item| {
            let (mut stmts, value) = this.applied(&f, vec![item]);
            stmts.push(Stmt::Expr(value, Some(Default::default())));
            stmts
        })?;
        Some((counters, each))
    }

    /// Runs a loop over a chain.
    fn visits(&mut self, chain: &Expr, body: &mut Body<'_>, out: &mut Vec<Stmt>) -> bool {
        let mut counters = Vec::new();
        let Some(each) = self.chain(chain, &mut counters, &mut |this, item| body(this, item)) else {
            return true;
        };
        self.statements(counters, out) && self.statements(vec![each], out)
    }

    /// The value of a chain; nothing if it ends with another method.
    pub(super) fn end(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let (span, name) = (call.method.span(), call.method.to_string());
        if !is_in(&name, Methods::Ends) || !super::stages::is_chain(&call.receiver) {
            return None;
        }
        if super::opened::collected(call).is_some() {
            return None;
        }
        if matches!(name.as_str(), "partition" | "unzip") {
            return Some(self.two_vectors(call, out));
        }
        let fish = call.turbofish.clone().map(syn::PathArguments::AngleBracketed);
        let ty = fish.as_ref().and_then(of_arguments).cloned();
        let args: Vec<Expr> = call.args.iter().map(|f| copying(f, 0)).collect();
        let of = self.fresh.name(&name, span);
        let start = match (name.as_str(), args.as_slice()) {
            ("sum", []) => {
                let zero = zero_of(ty.as_ref());
                stmts!(span=> let mut #of = #zero;)
            }
            ("product", []) => {
                let one: Expr = if is_whole(ty.as_ref()) { parse_quote!(1) } else { parse_quote!(1.0) };
                stmts!(span=> let mut #of = #one;)
            }
            ("count", []) => stmts!(span=> let mut #of: usize = 0;),
            ("fold", [start, step]) => {
                let ty = written_of_first(step).into_iter();
                stmts!(span=> let mut #of #(: #ty)* = #start;)
            }
            ("any" | "all", [_]) => {
                let any = name == "any";
                stmts!(span=> let mut #of = !#any;)
            }
            ("collect", []) => match ty.as_ref().filter(|ty| super::types::is_told(ty)) {
                Some(ty) if self.told.insert(of.to_string(), ty.clone()).is_none() => {
                    stmts!(span=> let mut #of: #ty = Vec::new();)
                }
                _ => stmts!(span=> let mut #of = Vec::new();),
            },
            _ => return None,
        };
        let mut body = |this: &mut Sequence<'_>, item: Expr| match (name.as_str(), args.as_slice()) {
            ("sum", _) => stmts!(span=> #of += #item;),
            ("product", _) => stmts!(span=> #of = #of * (#item);),
            ("count", _) => stmts!(span=> #of += 1;),
            ("collect", _) => stmts!(span=> #of.push(#item);),
            ("fold", [_, step]) => {
                let (mut stmts, value) = this.applied(step, vec![parse_quote!(#of), item]);
                stmts.push(parse_quote_spanned!(span=> #of = #value;));
                stmts
            }
            (_, args) => {
                let (mut stmts, value) = this.applied(&args[0], vec![item]);
                stmts.push(match name == "any" {
                    true => parse_quote_spanned!(span=> if #value { #of = true; break; }),
                    false => parse_quote_spanned!(span=> if !(#value) { #of = false; break; }),
                });
                stmts
            }
        };
        if !self.statements(start, out) || !self.visits(&call.receiver, &mut body, out) {
            return Some(None);
        }
        Some(Some(parse_quote_spanned!(span=> #of)))
    }

    /// `chain.partition(test)` and `chain.unzip()`: two vectors, whose names are a tuple.
    fn two_vectors(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = call.method.span();
        let test = call.args.first().map(|f| copying(f, 1));
        let [first, second] = self.fresh.names(["first", "second"], span);
        let mut body = |this: &mut Sequence<'_>, item: Expr| match (&test, item) {
            (Some(test), item) => {
                let (mut stmts, is_first) = this.applied(test, vec![item.clone()]);
                stmts.push(parse_quote_spanned!(span=>
                    if #is_first { #first.push(#item); } else { #second.push(#item); }
                ));
                stmts
            }
            (None, Expr::Tuple(parts)) if parts.elems.len() == 2 => {
                let (a, b) = (&parts.elems[0], &parts.elems[1]);
                stmts!(span=> #first.push(#a); #second.push(#b);)
            }
            (None, pair) => {
                let part = this.fresh.name("pair", span);
                stmts!(span=> let #part = #pair; #first.push(#part.0); #second.push(#part.1);)
            }
        };
        let starts =
            stmts!(span=> let mut #first: Vec<_> = Vec::new(); let mut #second: Vec<_> = Vec::new(););
        let goes_on = self.statements(starts, out) && self.visits(&call.receiver, &mut body, out);
        goes_on.then(|| parse_quote_spanned!(span=> (#first, #second)))
    }

    /// `chain.try_fold(start, f)`: the loop ends where `f` fails.
    pub(super) fn try_folded(
        &mut self,
        call: &syn::ExprMethodCall,
        [start, f]: [&Expr; 2],
        out: &mut Vec<Stmt>,
    ) -> Option<Sum> {
        let span = call.method.span();
        let [is, total, next] = ["is_some", "fold", "next"].map(|name| self.fresh.name(name, span));
        let (mut before, f) = (Vec::new(), copying(f, 0));
        let chain = self.of_one_loop(&call.receiver, &call.method, &mut before)?;
        before.push(parse_quote_spanned!(span=> let mut #is = true;));
        before.push(parse_quote_spanned!(span=> let mut #total = #start;));
        let mut body = |this: &mut Sequence<'_>, item: Expr| {
            let (mut stmts, value) = this.applied(&f, vec![parse_quote!(#total), item]);
            stmts.push(parse_quote_spanned!(span=>
                if let Some(#next) = #value { #total = #next; } else { #is = false; break; }
            ));
            stmts
        };
        if !self.statements(before, out) || !self.visits(&chain, &mut body, out) {
            return None;
        }
        Some(Sum::of(parse_quote!(#is), parse_quote!(#total)))
    }

    /// A chain that one loop visits, which a method may end: one of several loops is collected before.
    pub(super) fn of_one_loop(
        &mut self,
        chain: &Expr,
        method: &syn::Ident,
        before: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        if !super::joints::has_joint(chain) {
            return Some(chain.clone());
        }
        let collected = self.collected_before(chain, before);
        if collected.is_none() {
            let help = "write two loops, and leave the outer one by its label";
            self.refuse(method, format!("`{method}` ends one of the loops of this chain"), help);
        }
        collected
    }

    /// A chain that ends with an item, if there is one.
    pub(super) fn end_with_sum(&mut self, call: syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Sum> {
        let (span, name) = (call.method.span(), call.method.to_string());
        let (found, counter) = (self.fresh.name("found", span), self.fresh.name("at", span));
        let f = call.args.first().map(|f| copying(f, usize::from(name == "find" || name.contains("_by"))));
        // The places for the item: one for each part of a pair.
        let mut places: Option<Expr> = (name == "position").then(|| {
            let at = self.fresh.name("position", span);
            parse_quote!(#at)
        });
        let (mut refused, mut visited) = (false, None);
        let mut body = |this: &mut Sequence<'_>, item: Expr| -> Vec<Stmt> {
            visited = Some(item.clone());
            if let ("position", Some(test)) = (name.as_str(), &f) {
                let of = &places;
                let (mut stmts, value) = this.applied(test, vec![item]);
                stmts.push(parse_quote_spanned!(span=> if #value { #found = true; #of = #counter; break; }));
                stmts.push(parse_quote_spanned!(span=> #counter += 1;));
                return stmts;
            }
            let of = places.get_or_insert_with(|| this.parts_named(&item, &name)).clone();
            let held = this.parts_named(&item, "item");
            let mut stmts =
                each_part(&held, &item, |name, value| parse_quote_spanned!(span=> let #name = #value;));
            let put = each_part(&of, &held, |place, value| parse_quote_spanned!(span=> #place = #value;));
            match (name.as_str(), &f) {
                ("find", Some(test)) => {
                    let value = this.applied_in(test, vec![held], &mut stmts);
                    stmts.push(parse_quote_spanned!(span=> if #value { #found = true; #(#put)* break; }));
                }
                ("last", None) => {
                    stmts.push(parse_quote_spanned!(span=> #found = true;));
                    stmts.extend(put);
                }
                ("reduce", Some(step)) => {
                    let (before, value) = this.applied(step, vec![of.clone(), held]);
                    stmts.push(parse_quote_spanned!(span=> if #found { #(#before)* #of = #value; } else { #found = true; #(#put)* }));
                }
                ("min_by" | "max_by", Some(compare)) => {
                    let (mut before, order) = this.applied(compare, vec![of.clone(), held]);
                    let Some(comparison) = Comparison::of(&order) else {
                        refused = true;
                        return Vec::new();
                    };
                    let comparison = comparison.of_names(this.fresh, span, &mut before);
                    // The first of equal items is the least, the last of them is the greatest.
                    let better = comparison.test(if name == "min_by" { Test::Gt } else { Test::Le }, span);
                    let is_there = comparison.is_there(span);
                    stmts.push(parse_quote_spanned!(span=> if !#found { #found = true; #(#put)* } else {
                        #(#before)*
                        #is_there
                        if #better { #(#put)* }
                    }));
                }
                ("min_by_key" | "max_by_key", Some(key)) => {
                    if super::changes_captured(key) {
                        let message = "this key changes something, and would be computed more than once";
                        let help = "write a loop: `let mut best = 0; for i in 0..n { if key[i] > key[best] { best = i; } }`";
                        this.refuse(key, message, help);
                    }
                    let (before, one) = this.applied(key, vec![of.clone()]);
                    let (between, other) = this.applied(key, vec![held]);
                    let keys = Comparison { left: one, right: other, kind: Kind::Ordered };
                    let better = keys.test(if name == "min_by_key" { Test::Gt } else { Test::Le }, span);
                    stmts.push(parse_quote_spanned!(span=> if !#found { #found = true; #(#put)* } else {
                        #(#before)*
                        #(#between)*
                        if #better { #(#put)* }
                    }));
                }
                _ => {}
            }
            stmts
        };
        let ends = ["position", "find"].contains(&name.as_str());
        let mut before = Vec::new();
        let chain = match ends {
            true => self.of_one_loop(&call.receiver, &call.method, &mut before)?,
            false => *call.receiver,
        };
        let item = self.items_of(&chain);
        let each = self.chain(&chain, &mut before, &mut body)?;
        if refused {
            let help = "compare with `a.partial_cmp(b).unwrap()`, `a.total_cmp(b)` or `a.cmp(b)`";
            self.refuse(&call.method, "this comparison is not known", help);
        }
        let places = places?;
        before.push(parse_quote_spanned!(span=> let mut #found = false;));
        if name == "position" {
            before.push(parse_quote_spanned!(span=> let mut #places: usize = 0;));
            before.push(parse_quote_spanned!(span=> let mut #counter: usize = 0;));
        } else {
            let of_range = visited.as_ref().and_then(|item| end_of_range(&each, item));
            let start = of_range.or_else(|| crate::ordinary::made(&item?));
            before.extend(each_part(&places, &places, |place, _| {
                match (self.is_whole_name(place), &start) {
                    (true, _) => parse_quote_spanned!(span=> let mut #place: usize = 0;),
                    (false, Some(start)) => parse_quote_spanned!(span=> let mut #place = #start;),
                    (false, None) => parse_quote_spanned!(span=> let mut #place = Default::default();),
                }
            }));
        }
        let goes_on = self.statements(before, out) && self.statements(vec![each], out);
        goes_on.then(|| Sum::of(parse_quote!(#found), places))
    }

    /// The type of the items of a chain that are a vector's: structures that the crate knows.
    fn items_of(&self, chain: &Expr) -> Option<syn::Type> {
        match bare(chain) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let lends = matches!(name.as_str(), "iter" | "into_iter" | "copied" | "cloned" | "rev");
                let leaves = matches!(name.as_str(), "skip" | "take" | "step_by" | "filter");
                if lends || leaves { self.items_of(&call.receiver) } else { None }
            }
            list => self.item_in(list).filter(structures::is_given),
        }
    }

    /// True for the name of an index.
    fn is_whole_name(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.whole.contains(&name))
    }

    /// A name for a value, or for each part of it.
    fn parts_named(&mut self, like: &Expr, wanted: &str) -> Expr {
        match like {
            Expr::Tuple(tuple) => {
                let parts: Vec<Expr> =
                    tuple.elems.iter().map(|part| self.parts_named(part, wanted)).collect();
                parse_quote!((#(#parts),*))
            }
            other => {
                let name = self.fresh.name(wanted, syn::spanned::Spanned::span(other));
                if self.is_whole_name(other) {
                    self.whole.insert(name.to_string());
                }
                parse_quote!(#name)
            }
        }
    }
}

/// A statement for each part of two values of one shape.
fn each_part(one: &Expr, other: &Expr, stmt: impl Fn(&Expr, &Expr) -> Stmt + Copy) -> Vec<Stmt> {
    match (one, other) {
        (Expr::Tuple(one), Expr::Tuple(other)) => {
            one.elems.iter().zip(&other.elems).flat_map(|(a, b)| each_part(a, b, stmt)).collect()
        }
        (one, other) => vec![stmt(one, other)],
    }
}

/// The written type of the first parameter of a closure.
fn written_of_first(f: &Expr) -> Option<&syn::Type> {
    let Expr::Closure(closure) = f else { return None };
    match closure.inputs.first()? {
        syn::Pat::Type(typed) => Some(&typed.ty),
        _ => None,
    }
}

fn is_whole(ty: Option<&syn::Type>) -> bool {
    let whole = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    ty.is_some_and(|ty| is_named(ty, &whole))
}

/// Returns the value from which a sum starts.
fn zero_of(ty: Option<&syn::Type>) -> Expr {
    if is_whole(ty) { parse_quote!(0) } else { parse_quote!(0.0) }
}

/// The end of the range whose numbers a loop visits, if it is the item and its end only reads: it tells the type of the item.
fn end_of_range(each: &Stmt, item: &Expr) -> Option<Expr> {
    fn end(visited: &Expr) -> Option<&Expr> {
        match visited {
            Expr::Paren(inner) => end(&inner.expr),
            Expr::Range(range) => range.end.as_deref().filter(|end| only_reads(end)),
            Expr::MethodCall(call) if ["rev", "step_by"].iter().any(|name| call.method == name) => {
                end(&call.receiver)
            }
            _ => None,
        }
    }
    fn only_reads(e: &Expr) -> bool {
        match e {
            Expr::Path(_) | Expr::Lit(_) => true,
            Expr::Paren(inner) => only_reads(&inner.expr),
            Expr::Field(field) => only_reads(&field.base),
            Expr::Binary(of) => only_reads(&of.left) && only_reads(&of.right),
            Expr::MethodCall(call) => call.method == "len" && only_reads(&call.receiver),
            _ => false,
        }
    }
    let Stmt::Expr(Expr::ForLoop(each), _) = each else { return None };
    match (&*each.pat, item) {
        (Pat::Ident(index), Expr::Path(item)) if item.path.is_ident(&index.ident) => end(&each.expr).cloned(),
        _ => None,
    }
}

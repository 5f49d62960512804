//! Vectors that grow, shrink and are rearranged.
//!
//! Each of them is made of statements that have an inverse in the strict language: an exchange, a push, a pop. A sorted vector is
//! its old elements in an order that ordinary Rust finds.

use super::Sequence;
use super::orders::{Comparison, Kind};
use crate::ir::{Methods, is_in, is_of};
use crate::syntax::made::stmts;
use crate::syntax::read::{is_name, lent, name_of, unlent};
use crate::tokens;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

/// True for a method of vectors and other types of Rust that changes its receiver.
pub(super) fn is_of_vectors(method: &str) -> bool {
    is_in(method, Methods::ChangesVector) || is_in(method, Methods::Changes)
}

impl Sequence<'_> {
    /// Names the arguments that are computed from the receiver, which the method may change.
    fn beside_receiver(
        &mut self,
        mut call: syn::ExprMethodCall,
        out: &mut Vec<Stmt>,
    ) -> Option<syn::ExprMethodCall> {
        let Some(base) = crate::ordinary::assign::base(&call.receiver) else { return Some(call) };
        for argument in &mut call.args {
            let computes =
                matches!(argument, Expr::Binary(_) | Expr::Unary(_) | Expr::Field(_) | Expr::MethodCall(_));
            if computes && tokens::mentions(&*argument, &syn::Ident::new(&base, call.method.span())) {
                let value = std::mem::replace(argument, Expr::PLACEHOLDER);
                let value = self.value(value, out)?;
                *argument = self.named(value, "argument", out);
            }
        }
        Some(call)
    }

    /// True for the name of a structure.
    pub(super) fn is_structure(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.structures.contains(&name))
    }

    /// Lowers a method whose value nobody uses.
    pub(super) fn method_effect(&mut self, call: syn::ExprMethodCall, out: &mut Vec<Stmt>) -> bool {
        if call.method == "for_each" {
            if let Some((counters, each)) = self.for_each(&call) {
                return self.statements(counters, out) && self.statements(vec![each], out);
            }
        }
        if self.is_method_beside(&call) {
            return self.method_beside(&call, out).is_none_or(|value| value.is_some());
        }
        if let Some(range) = super::drained::drained_range(&call) {
            let taken = self.taken_out(&call.receiver, range, None, call.span());
            return self.statements(taken, out);
        }
        if self.method_changes(&call) {
            // Nothing tells that it has a value.
            let mut call = call;
            if self.changing.contains(&super::changing::of_statement(&call)) {
                call.attrs.push(parse_quote!(#[changing]));
            }
            let goes_on = self.method_operands(&mut call, out);
            out.extend(goes_on.then(|| Stmt::Expr(Expr::MethodCall(call), Some(Default::default()))));
            return goes_on;
        }
        if !is_of(&call.method, Methods::ChangesVector) {
            let Some(call) = self.beside_receiver(call, out) else { return false };
            let Some(value) = self.method(call, out) else { return false };
            let acts = matches!(value, Expr::Call(_) | Expr::MethodCall(_));
            out.extend(acts.then(|| Stmt::Expr(value, Some(Default::default()))));
            return true;
        }
        let mut v = (*call.receiver).clone();
        if !self.place(&mut v, out) {
            return false;
        }
        if let ("push", Some(value)) = (call.method.to_string().as_str(), call.args.first()) {
            let is_call = matches!(value, Expr::Call(_) | Expr::MethodCall(_));
            let holds_options = || self.item_in(&v).as_ref().is_some_and(super::types::is_option);
            if self.is_sum(value) || is_call && holds_options() {
                return self.pushed_sum(&v, value.clone(), call.method.span(), out);
            }
        }
        match self.changed(&call, &v) {
            Some(stmts) => self.statements(stmts, out),
            None => {
                let Some(value) = self.value(Expr::MethodCall(call), out) else { return false };
                out.push(Stmt::Expr(value, Some(Default::default())));
                true
            }
        }
    }

    /// True for a choice whose values are copies of vectors: `if c { a.clone() } else { b.clone() }`.
    pub(super) fn copies_vector(&self, e: &Expr) -> bool {
        let is_choice = matches!(e, Expr::If(_) | Expr::Match(_));
        let of = match super::statements::first_value(e) {
            Expr::MethodCall(call) if call.method == "clone" => name_of(&call.receiver),
            _ => None,
        };
        let is_list = |name: &String| {
            self.vectors.contains(name)
                || matches!(self.declared.get(name), Some(ty) if crate::syntax::structures::is_listed(ty))
        };
        is_choice && of.as_ref().is_some_and(is_list)
    }

    /// `v.push(e)` of an `Option`: a vector holds it whole.
    fn pushed_sum(&mut self, v: &Expr, e: Expr, span: proc_macro2::Span, out: &mut Vec<Stmt>) -> bool {
        let Some(sum) = self.sum(e, out) else { return false };
        let is = self.named(sum.is.clone(), "is_some", out);
        let ty = self.item_in(v).or_else(|| self.item_of_field(v)).filter(super::types::is_option);
        let Some(ty) = ty else {
            let message = "this vector holds an `Option`, and its type does not say of what";
            self.refuse(v, message, "write it: `let mut all: Vec<Option<f64>> = Vec::new();`");
            return false;
        };
        let push = |this: &mut Self, mut e: Expr| -> Option<Vec<Stmt>> {
            let (mut stmts, pushed) = (Vec::new(), this.fresh.name("pushed", span));
            super::wholes::as_variant(&mut e);
            let literal = this.computed(e, &mut stmts)?;
            stmts.extend(stmts!(span=> let mut #pushed: #ty = #literal; push!(#v, #pushed);));
            Some(stmts)
        };
        let some = match &sum.held {
            Some(_) => {
                let held = self.held(sum, span);
                push(self, parse_quote_spanned!(span=> Some(#held)))
            }
            None => Some(Vec::new()),
        };
        let (Some(some), Some(none)) = (some, push(self, parse_quote_spanned!(span=> None))) else {
            return false;
        };
        match &is {
            Expr::Lit(lit) if matches!(&lit.lit, syn::Lit::Bool(is) if is.value) => out.extend(some),
            Expr::Lit(_) => out.extend(none),
            is => out.push(parse_quote_spanned!(span=> if #is { #(#some)* } else { #(#none)* })),
        }
        true
    }

    fn changed(&mut self, call: &syn::ExprMethodCall, v: &Expr) -> Option<Vec<Stmt>> {
        let span = call.method.span();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        Some(match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("push", [value]) => {
                let (pushed, ty) = (self.fresh.name("pushed", span), self.parts_in(v).into_iter());
                stmts!(span=> let mut #pushed #(: #ty)* = #value; push!(#v, #pushed);)
            }
            ("pop", []) => self.popped(v, parse_quote_spanned!(span=> #v.len() > 0), span),
            ("swap", [i, j]) => {
                let [a, b] = self.fresh.names(["first", "second"], span);
                stmts! {span=>
                    let #a: usize = #i;
                    let #b: usize = #j;
                    if #a != #b { ::retrograde::__private::exchange(&mut #v[#a], &mut #v[#b]); }
                }
            }
            ("reverse", []) => {
                let [at, count] = self.fresh.names(["at", "count"], span);
                stmts! {span=>
                    let #count: usize = #v.len();
                    for #at in 0..#count / 2 {
                        ::retrograde::__private::exchange(&mut #v[#at], &mut #v[#count - 1 - #at]);
                    }
                }
            }
            // Both parts are reversed, and then the whole.
            ("rotate_left" | "rotate_right", [by]) => {
                let [at, count, first] = self.fresh.names(["at", "count", "first"], span);
                let by: Expr = match call.method == "rotate_left" {
                    true => parse_quote_spanned!(span=> #by),
                    false => parse_quote_spanned!(span=> #count - (#by)),
                };
                let exchanged = |from: Expr, to: Expr| {
                    stmts! {span=>
                        for #at in 0..(#to - #from) / 2 {
                            ::retrograde::__private::exchange(&mut #v[#from + #at], &mut #v[#to - 1 - #at]);
                        }
                    }
                };
                let (start, middle, end): (Expr, Expr, Expr) =
                    (parse_quote!(0), parse_quote!(#first), parse_quote!(#count));
                let parts = [
                    exchanged(start.clone(), middle.clone()),
                    exchanged(middle, end.clone()),
                    exchanged(start, end),
                ];
                let parts = parts.iter().flatten();
                stmts! {span=>
                    let #count: usize = #v.len();
                    let #first: usize = #by;
                    assert!(#first <= #count, "a vector is rotated by more than its length");
                    #(#parts)*
                }
            }
            ("fill", [value]) => {
                let [at, filled] = self.fresh.names(["at", "filled"], span);
                stmts!(span=> let #filled = #value; for #at in 0..#v.len() { #v[#at] = #filled; })
            }
            ("copy_from_slice" | "clone_from_slice", [from]) => {
                let (at, from) = (self.fresh.name("at", span), unlent(from));
                stmts! {span=>
                    assert!(#v.len() == #from.len(), "a slice is copied from one of another length");
                    for #at in 0..#v.len() { #v[#at] = #from[#at]; }
                }
            }
            ("insert", [index, value]) => {
                let [at, behind, last, pushed] = self.fresh.names(["at", "behind", "last", "pushed"], span);
                stmts! {span=>
                    let #at: usize = #index;
                    let mut #pushed = #value;
                    push!(#v, #pushed);
                    let #last: usize = #v.len() - 1;
                    for #behind in (#at..#last).rev() {
                        ::retrograde::__private::exchange(&mut #v[#behind], &mut #v[#behind + 1]);
                    }
                }
            }
            ("remove" | "swap_remove", [index]) => {
                self.removed(v, index, call.method == "swap_remove", span).0
            }
            ("truncate", [length]) => {
                let wanted = self.fresh.name("wanted", span);
                let inner = self.popped(v, parse_quote!(true), span);
                stmts!(span=> let #wanted: usize = #length; while #v.len() > #wanted { #(#inner)* })
            }
            ("clear", []) => {
                let inner = self.popped(v, parse_quote!(true), span);
                stmts!(span=> while #v.len() > 0 { #(#inner)* })
            }
            ("resize", [length, value]) => {
                let [wanted, filled, pushed] = self.fresh.names(["wanted", "filled", "pushed"], span);
                let inner = self.popped(v, parse_quote!(true), span);
                stmts! {span=>
                    let #wanted: usize = #length;
                    let #filled = #value;
                    while #v.len() < #wanted { let mut #pushed = #filled; push!(#v, #pushed); }
                    while #v.len() > #wanted { #(#inner)* }
                }
            }
            ("extend" | "extend_from_slice", [from]) => {
                let (item, from) = (self.fresh.name("item", span), unlent(from));
                let items: Expr = match super::stages::is_chain(from) || matches!(from, Expr::Range(_)) {
                    true => from.clone(),
                    false => parse_quote_spanned!(span=> #from.iter()),
                };
                stmts!(span=> for #item in #items { #v.push(#item); })
            }
            ("retain", [test]) => {
                let [item, kept] = self.fresh.names(["item", "kept"], span);
                let (before, keeps) = self.applied(test, vec![parse_quote!(#item)]);
                stmts! {span=>
                    let mut #kept: Vec<_> = Vec::new();
                    for #item in #v.iter() { #(#before)* if #keeps { #kept.push(#item); } }
                    #v = #kept.to_vec();
                }
            }
            ("dedup", []) => {
                let [at, kept] = self.fresh.names(["at", "kept"], span);
                stmts! {span=>
                    let mut #kept: Vec<_> = Vec::new();
                    for #at in 0..#v.len() {
                        if #at == 0 || #v[#at] != #v[#at - 1] { #kept.push(#v[#at]); }
                    }
                    #v = #kept.to_vec();
                }
            }
            ("sort" | "sort_unstable", []) => self.sorted(v, None, span),
            ("sort_by" | "sort_unstable_by", [compare]) => {
                let [a, b] = self.fresh.names(["a", "b"], span);
                let arguments = vec![parse_quote!(#a), parse_quote!(#b)];
                let known = match compare {
                    Expr::Path(path) if path.path.segments.len() == 2 => {
                        let method = &path.path.segments[1].ident;
                        parse_quote_spanned!(span=> #a.#method(&#b))
                    }
                    other => {
                        let (stmts, value) = self.applied(other, arguments);
                        if stmts.is_empty() { value } else { parse_quote!(()) }
                    }
                };
                match Comparison::of(&known) {
                    Some(comparison) => self.sorted(v, Some((a, b, comparison)), span),
                    None => {
                        let help = "compare with `a.partial_cmp(b).unwrap()`, `a.total_cmp(b)` or `a.cmp(b)`";
                        self.refuse(compare, "this comparison is not known", help);
                        Vec::new()
                    }
                }
            }
            ("sort_by_key" | "sort_unstable_by_key", [key]) => {
                let a = self.fresh.name("a", span);
                let (stmts, value) = self.applied(key, vec![parse_quote!(#a)]);
                if !stmts.is_empty() {
                    self.refuse(key, "this key is computed with statements", "write it as one expression");
                }
                let comparison = Comparison { left: value.clone(), right: value, kind: Kind::Ordered };
                self.sorted(v, Some((a.clone(), a, comparison)), span)
            }
            _ => return None,
        })
    }

    /// Declares the place for an element that is taken away: of a tuple and of a structure that the crate knows the vector tells the type.
    pub(super) fn slot(&mut self, v: &Expr, slot: &syn::Ident) -> Stmt {
        let span = slot.span();
        // What holds an `Option` whole is asked as an element is.
        if self.item_in(v).is_some_and(|ty| super::types::is_option(&ty)) {
            self.elements.insert(slot.to_string());
        }
        // An enum may have no other value than the variants that the function names.
        let unit = self.item_in(v).and_then(|ty| self.units.get(&super::places::text(&ty)));
        if let Some(unit) = unit {
            return parse_quote_spanned!(span=> let mut #slot = #unit;);
        }
        let exact = || self.item_in(v).filter(crate::ordinary::layout::is_exact);
        let typed = self
            .parts_in(v)
            .or_else(exact)
            .and_then(|ty| crate::ordinary::start(&ty).map(|start| (ty, start)));
        match typed {
            Some((ty, start)) => parse_quote_spanned!(span=> let mut #slot: #ty = #start;),
            None => parse_quote_spanned!(span=> let mut #slot = Default::default();),
        }
    }

    /// The statements that take the last element away.
    fn popped(&mut self, v: &Expr, condition: Expr, span: proc_macro2::Span) -> Vec<Stmt> {
        let slot = self.fresh.name("popped", span);
        let declared = self.slot(v, &slot);
        let pop = quote_spanned!(span=> #declared pop!(#v, #slot););
        match &condition {
            Expr::Lit(_) => stmts!(span=> #pop),
            condition => stmts!(span=> if #condition { #pop }),
        }
    }

    /// The statements that take an element away, and the local that holds it.
    pub(super) fn removed(
        &mut self,
        v: &Expr,
        index: &Expr,
        swaps: bool,
        span: proc_macro2::Span,
    ) -> (Vec<Stmt>, Expr) {
        let [at, last, slot, behind] = self.fresh.names(["at", "last", "popped", "behind"], span);
        let moved = match swaps {
            true => quote_spanned!(span=> if #at != #last {
                ::retrograde::__private::exchange(&mut #v[#at], &mut #v[#last]);
            }),
            false => quote_spanned!(span=> for #behind in #at..#last {
                ::retrograde::__private::exchange(&mut #v[#behind], &mut #v[#behind + 1]);
            }),
        };
        let declared = self.slot(v, &slot);
        let stmts = stmts! {span=>
            let #at: usize = #index;
            let #last: usize = #v.len() - 1;
            #moved
            #declared
            pop!(#v, #slot);
        };
        (stmts, parse_quote_spanned!(span=> #slot))
    }

    /// The statements that sort a vector: its old elements in an order that ordinary Rust finds, by keys.
    fn sorted(
        &mut self,
        v: &Expr,
        by: Option<(syn::Ident, syn::Ident, Comparison)>,
        span: proc_macro2::Span,
    ) -> Vec<Stmt> {
        let [order, before, at] = self.fresh.names(["order", "before", "at"], span);
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut keys: Expr = parse_quote_spanned!(span=> &#v[..]);
        let (mut ascends, mut kind) = (true, Kind::Ordered);
        if let Some((a, b, Comparison { left, kind: by, .. })) = by {
            kind = by;
            ascends = tokens::mentions(&left, &a);
            let (item, key) = if ascends { (a, left) } else { (b, left) };
            if !is_name(lent(&key), &item) {
                let made = self.fresh.name("keys", span);
                stmts = stmts! {span=>
                    let mut #made: Vec<_> = Vec::new();
                    for #item in #v.iter() { #made.push(#key); }
                };
                keys = parse_quote_spanned!(span=> &#made[..]);
            }
        }
        let found = kind.places(ascends, &keys, span);
        stmts.extend(stmts! {span=>
            let #order: Vec<usize> = #found;
            let #before = #v.to_vec();
            for #at in 0..#order.len() { #v[#at] = #before[#order[#at]]; }
        });
        stmts
    }
}

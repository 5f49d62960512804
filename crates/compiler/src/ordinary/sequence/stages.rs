//! The steps of a chain of iterators: what stands before the first closure is what a loop visits, closures are statements of it.

use super::Sequence;
use super::closures::{bare, opened, split};
use super::heads::indices_named;
use super::normal::{Each, Misplaced, Normal, Side, Stage};
use crate::ir::{Methods, is_of};
use crate::syntax::read::is_name;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// A condition of a chain, and the statements before it.
struct Wrap {
    before: Vec<Stmt>,
    kind: Fails,
}

/// The fate of an item for which a condition fails.
enum Fails {
    /// The loop goes on with the next.
    Skips(Expr),
    /// The loop ends.
    Ends(Expr),
    /// The loop ends where this value is `None`, and goes on under this name with what it holds.
    EndsWithout(Expr, syn::Ident),
}

/// True for a chain of iterators.
pub(in crate::ordinary) fn is_chain(e: &Expr) -> bool {
    match e {
        Expr::MethodCall(call) => {
            is_of(&call.method, Methods::Starts)
                || (is_of(&call.method, Methods::Heads) || is_of(&call.method, Methods::Steps))
                    && is_chain(&call.receiver)
        }
        Expr::Paren(inner) => is_chain(&inner.expr),
        Expr::Range(_) => true,
        _ => false,
    }
}

impl Sequence<'_> {
    /// The loop over a chain whose body is made from each item, and what counts before it; nothing if it is no chain of iterators.
    pub(super) fn chain(
        &mut self,
        chain: &Expr,
        counters: &mut Vec<Stmt>,
        body: &mut dyn FnMut(&mut Self, Expr) -> Vec<Stmt>,
    ) -> Option<Stmt> {
        if !is_chain(chain) {
            return None;
        }
        let span = chain.span();
        let chain = &mut self.with_options_filtered(chain);
        let variables = &self.variables;
        indices_named(chain, self.fresh, &|name| variables.contains(name), counters);
        if let Some(joint) = self.joint(chain) {
            return self.joined(joint, counters, body, span);
        }
        let Normal { mut head, stages } = match Normal::of(chain) {
            Ok(normal) => normal,
            Err(misplaced) => {
                let mut chain = chain.clone();
                if self.collected_inside(&mut chain, counters) {
                    return self.chain(&chain, counters, body);
                }
                self.misplaced(&misplaced);
                return Some(parse_quote_spanned!(span=> {}));
            }
        };
        self.visited(&mut head, counters);
        let (mut pattern, mut item) = (None, None);
        if let Some((range, index, of)) = self.constant_head(&head) {
            (head, pattern, item) = (range, Some(index), Some(of));
        }
        let mut wraps: Vec<Wrap> = Vec::new();
        let (mut front, mut stmts): (Vec<Stmt>, Vec<Stmt>) = (Vec::new(), Vec::new());
        for stage in stages {
            match stage {
                Stage::Each(Each::Map(f)) => {
                    let value = match (&item, &f) {
                        (None, Expr::Closure(closure))
                            if pattern.is_none()
                                && closure.inputs.len() == 1
                                && takes_apart(closure, &head) =>
                        {
                            let closure = crate::ordinary::names::renewed(closure, self.fresh);
                            let (pat, body) = opened(&closure);
                            pattern = Some(pat);
                            split(body, &mut stmts)
                        }
                        _ => {
                            let from = self.item(&head, &mut pattern, &item, span);
                            self.applied_in(&f, vec![from], &mut stmts)
                        }
                    };
                    item = Some(value);
                }
                Stage::Filter(f) => {
                    let condition = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), kind: Fails::Skips(condition) });
                }
                Stage::TakeWhile(f) => {
                    let condition = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), kind: Fails::Ends(condition) });
                }
                Stage::FilterMap(f) => {
                    let value = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    let name = self.fresh.name("item", span);
                    let condition = parse_quote_spanned!(span=> let Some(#name) = (#value));
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), kind: Fails::Skips(condition) });
                    item = Some(parse_quote!(#name));
                }
                Stage::MapWhile(f) => {
                    let value = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    item = Some(self.ended(value, &mut stmts, &mut wraps));
                }
                Stage::Scan(of) => {
                    let [start, f] = *of;
                    let state = self.fresh.name("state", span);
                    counters.push(parse_quote_spanned!(span=> let mut #state = #start;));
                    let from = self.item(&head, &mut pattern, &item, span);
                    let value = self.applied_in(&f, vec![parse_quote!(#state), from], &mut stmts);
                    item = Some(self.ended(value, &mut stmts, &mut wraps));
                }
                Stage::SkipWhile(f) => {
                    let skipping = self.fresh.name("skipping", span);
                    counters.push(parse_quote_spanned!(span=> let mut #skipping = true;));
                    // What is asked may change something, and is asked no more behind the first item that stays.
                    let from = stmts.len() + usize::from(item.is_some());
                    let test = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    let asked = stmts.split_off(from);
                    stmts.push(parse_quote_spanned!(span=> if #skipping {
                        #(#asked)*
                        if !(#test) { #skipping = false; }
                    }));
                    let condition = parse_quote_spanned!(span=> !#skipping);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), kind: Fails::Skips(condition) });
                }
                Stage::Inspect(f) => {
                    let value = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    stmts.push(Stmt::Expr(value, Some(Default::default())));
                }
                Stage::Take(most) => {
                    // Asked before the next item is, as the iterator does: there may be none that passes.
                    let (taken, end) = (self.fresh.name("taken", span), self.fresh.name("most", span));
                    counters.push(parse_quote_spanned!(span=> let #end: usize = #most;));
                    counters.push(parse_quote_spanned!(span=> let mut #taken: usize = 0;));
                    front.push(parse_quote_spanned!(span=> if #taken >= #end { break; }));
                    stmts.push(parse_quote_spanned!(span=> #taken += 1;));
                }
                Stage::Skip(count) => {
                    let (left, passes) = (self.fresh.name("left", span), self.fresh.name("passes", span));
                    counters.push(parse_quote_spanned!(span=> let mut #left: usize = #count;));
                    stmts.push(parse_quote_spanned!(span=> let #passes = #left == 0;));
                    stmts.push(parse_quote_spanned!(span=> if !#passes { #left -= 1; }));
                    let condition = parse_quote_spanned!(span=> #passes);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), kind: Fails::Skips(condition) });
                }
                Stage::Count(start, side) => {
                    let counter = self.fresh.name("counter", span);
                    counters.push(parse_quote_spanned!(span=> let mut #counter = #start;));
                    let from = self.item(&head, &mut pattern, &item, span);
                    let index = self.fresh.name("index", span);
                    stmts.push(parse_quote_spanned!(span=> let #index = #counter + 0;));
                    stmts.push(parse_quote_spanned!(span=> #counter += 1;));
                    item = Some(match side {
                        Side::Before => parse_quote_spanned!(span=> (#index, #from)),
                        Side::Behind => parse_quote_spanned!(span=> (#from, #index)),
                    });
                }
                Stage::Each(Each::Pair(one, two)) => {
                    let from = self.item(&head, &mut pattern, &item, span);
                    item = Some(self.paired(&one, &two, from, &mut stmts));
                }
            }
        }
        let from = self.item(&head, &mut pattern, &item, span);
        stmts.extend(body(self, from));
        for Wrap { before, kind } in wraps.into_iter().rev() {
            let inner = std::mem::replace(&mut stmts, before);
            match kind {
                Fails::Skips(condition) => {
                    stmts.push(parse_quote_spanned!(span=> if #condition { #(#inner)* }));
                }
                Fails::Ends(condition) => {
                    stmts.push(parse_quote_spanned!(span=> if !(#condition) { break; }));
                    stmts.extend(inner);
                }
                Fails::EndsWithout(value, name) => {
                    stmts.push(parse_quote_spanned!(span=> let Some(#name) = (#value) else { break; };));
                    stmts.extend(inner);
                }
            }
        }
        front.append(&mut stmts);
        let stmts = front;
        let pattern = pattern.unwrap_or_else(|| parse_quote!(_));
        Some(parse_quote_spanned!(span=> for #pattern in #head { #(#stmts)* }))
    }

    /// Names the item that an `Option` holds; the loop ends where it is `None`.
    fn ended(&mut self, value: Expr, stmts: &mut Vec<Stmt>, wraps: &mut Vec<Wrap>) -> Expr {
        let (span, name) = (value.span(), self.fresh.name("item", value.span()));
        if let Expr::Call(call) = &value {
            if let (true, Some(held)) = (is_some(&call.func), call.args.first()) {
                stmts.push(parse_quote_spanned!(span=> let #name = #held;));
                return parse_quote!(#name);
            }
        }
        wraps.push(Wrap { before: std::mem::take(stmts), kind: Fails::EndsWithout(value, name.clone()) });
        parse_quote!(#name)
    }

    /// The pair behind the steps of each of its sides.
    fn paired(&mut self, one: &[Each], two: &[Each], from: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let (left, right) = match from {
            Expr::Tuple(parts) if parts.elems.len() == 2 => (parts.elems[0].clone(), parts.elems[1].clone()),
            pair => (parse_quote!(#pair.0), parse_quote!(#pair.1)),
        };
        let (left, right) = (self.behind(one, left, stmts), self.behind(two, right, stmts));
        parse_quote!((#left, #right))
    }

    /// An item behind steps that make one item of each.
    fn behind(&mut self, steps: &[Each], item: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        steps.iter().fold(item, |item, step| match step {
            Each::Map(f) => self.applied_in(f, vec![item], stmts),
            Each::Pair(one, two) => self.paired(one, two, item, stmts),
        })
    }

    fn misplaced(&mut self, misplaced: &Misplaced) {
        let Misplaced { method, behind } = misplaced;
        let reason = match super::joints::NAMES.contains(behind) {
            true => "which joins several loops",
            false => "and how many items come there is not known before",
        };
        let message = format!("`{method}` stands behind `{behind}`, {reason}");
        let help = "collect into a vector first, `let all: Vec<f64> = ….collect();`, or write a loop";
        self.refuse(method, message, help);
    }

    /// The item that the loop is at, under a name.
    fn item(
        &mut self,
        head: &Expr,
        pattern: &mut Option<Pat>,
        item: &Option<Expr>,
        span: proc_macro2::Span,
    ) -> Expr {
        if let Some(item) = item {
            return item.clone();
        }
        match pattern {
            Some(pat) => expression_of(pat),
            None => {
                let pat = self.pattern_of(head, span);
                let item = expression_of(&pat);
                *pattern = Some(pat);
                item
            }
        }
    }

    fn tested(
        &mut self,
        head: &Expr,
        f: &Expr,
        pattern: &mut Option<Pat>,
        item: &mut Option<Expr>,
        stmts: &mut Vec<Stmt>,
        span: proc_macro2::Span,
    ) -> Expr {
        let whole = match f {
            Expr::Closure(closure) if pattern.is_none() && item.is_none() => {
                Some(closure).filter(|closure| takes_apart(closure, head))
            }
            _ => None,
        };
        if let Some(closure) = whole {
            let closure = crate::ordinary::names::renewed(closure, self.fresh);
            let (pat, body) = opened(&closure);
            *pattern = Some(self.all_named(pat));
            return split(body, stmts);
        }
        // What has been computed is used twice: it gets a name.
        if let Some(value) = item.take() {
            let name = self.fresh.name("item", span);
            stmts.push(parse_quote_spanned!(span=> let #name = #value;));
            *item = Some(parse_quote!(#name));
        }
        let from = self.item(head, pattern, item, span);
        self.applied_in(f, vec![from], stmts)
    }

    /// Names for what a loop over a head visits: a pair of an index and an item, of two items, or one item.
    fn pattern_of(&mut self, head: &Expr, span: proc_macro2::Span) -> Pat {
        if let Expr::MethodCall(call) = head {
            match (call.method.to_string().as_str(), call.args.first()) {
                ("enumerate", None) => {
                    let (index, item) =
                        (self.fresh.name("index", span), self.pattern_of(&call.receiver, span));
                    self.whole.insert(index.to_string());
                    return parse_quote!((#index, #item));
                }
                ("zip", Some(other)) => {
                    let (one, two) = (self.pattern_of(&call.receiver, span), self.pattern_of(other, span));
                    return parse_quote!((#one, #two));
                }
                ("rev" | "copied" | "cloned", None) | ("skip" | "take" | "step_by", Some(_)) => {
                    return self.pattern_of(&call.receiver, span);
                }
                _ => {}
            }
        }
        let name = self.fresh.name("item", span);
        parse_quote!(#name)
    }

    /// The pattern with a name for each part that it leaves out: a later step may ask for it.
    fn all_named(&mut self, pat: Pat) -> Pat {
        match pat {
            Pat::Wild(wild) => {
                let name = self.fresh.name("item", wild.underscore_token.span);
                parse_quote!(#name)
            }
            Pat::Tuple(tuple) => {
                let parts: Vec<Pat> = tuple.elems.into_iter().map(|part| self.all_named(part)).collect();
                parse_quote!((#(#parts),*))
            }
            other => other,
        }
    }
}

/// True for a closure whose pattern names each part of what a loop visits.
fn takes_apart(closure: &syn::ExprClosure, head: &Expr) -> bool {
    fn fits(pat: &Pat, head: &Expr) -> bool {
        let Expr::MethodCall(call) = head else { return true };
        match (call.method.to_string().as_str(), call.args.first()) {
            ("enumerate", None) => match bare(pat) {
                Pat::Tuple(parts) => parts.elems.iter().nth(1).is_none_or(|pat| fits(pat, &call.receiver)),
                _ => false,
            },
            ("zip", Some(other)) => match bare(pat) {
                Pat::Tuple(parts) => {
                    let mut each = parts.elems.iter();
                    each.next().is_none_or(|pat| fits(pat, &call.receiver))
                        && each.next().is_none_or(|pat| fits(pat, other))
                }
                _ => false,
            },
            ("rev" | "copied" | "cloned", None) | ("skip" | "take" | "step_by", Some(_)) => {
                fits(pat, &call.receiver)
            }
            _ => true,
        }
    }
    closure.inputs.first().is_none_or(|pat| fits(pat, head))
}

fn is_some(f: &Expr) -> bool {
    is_name(f, "Some")
}

/// Returns the value that a pattern has taken apart, as an expression.
fn expression_of(pat: &Pat) -> Expr {
    match bare(pat) {
        Pat::Ident(name) => {
            let ident = &name.ident;
            parse_quote!(#ident)
        }
        Pat::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(expression_of);
            parse_quote!((#(#parts),*))
        }
        other => syn::parse2(quote::ToTokens::into_token_stream(other)).unwrap_or_else(|_| parse_quote!(())),
    }
}

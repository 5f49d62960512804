//! The steps of a chain of iterators: what stands before the first closure is what a loop visits, closures are statements of it.

use super::Sequence;
use super::closures::{bare, opened, split};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// One step of a chain that has a closure, or that the head of a loop does not take behind one.
enum Stage {
    Map(Expr),
    Filter(Expr),
    TakeWhile(Expr),
    SkipWhile(Expr),
    Inspect(Expr),
    /// The counter of the loop: `enumerate` behind a closure.
    Count,
}

/// A condition of a chain, and the statements before it.
struct Wrap {
    before: Vec<Stmt>,
    condition: Expr,
    /// True if the loop ends where it fails.
    ends: bool,
}

/// Methods that a loop visits as they are.
pub(super) const HEADS: [&str; 17] = [
    "iter",
    "iter_mut",
    "into_iter",
    "zip",
    "skip",
    "take",
    "step_by",
    "chunks",
    "chunks_exact",
    "windows",
    "rev",
    "enumerate",
    "copied",
    "cloned",
    "chain",
    "chars",
    "bytes",
];

/// True for a chain of iterators.
pub(super) fn is_chain(e: &Expr) -> bool {
    match e {
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let steps = ["map", "filter", "take_while", "skip_while", "inspect", "flatten", "flat_map"];
            let starts = ["iter", "iter_mut", "into_iter", "chunks", "chunks_exact", "windows"];
            starts.contains(&name.as_str())
                || (HEADS.contains(&name.as_str()) || steps.contains(&name.as_str()))
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
        if let Some(joint) = self.joint(chain) {
            return self.joined(joint, counters, body, span);
        }
        let (mut head, stages) = staged(chain);
        self.visited(&mut head, counters);
        let (mut pattern, mut item) = (None, None);
        if let Some((range, index, of)) = self.constant_head(&head) {
            (head, pattern, item) = (range, Some(index), Some(of));
        }
        let mut wraps: Vec<Wrap> = Vec::new();
        let mut stmts: Vec<Stmt> = Vec::new();
        for stage in stages {
            match stage {
                Stage::Map(f) => {
                    let value = match (&item, &f) {
                        (None, Expr::Closure(closure)) if pattern.is_none() && closure.inputs.len() == 1 => {
                            let closure = crate::ordinary::names::renewed(closure, self.fresh);
                            let (pat, body) = opened(&closure);
                            pattern = Some(pat);
                            split(body, &mut stmts)
                        }
                        _ => {
                            let from = self.item(&head, &mut pattern, &item, span);
                            let (before, value) = self.applied(&f, vec![from]);
                            stmts.extend(before);
                            value
                        }
                    };
                    item = Some(value);
                }
                Stage::Filter(f) => {
                    let condition = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), condition, ends: false });
                }
                Stage::TakeWhile(f) => {
                    let condition = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), condition, ends: true });
                }
                Stage::SkipWhile(f) => {
                    let skipping = self.fresh.name("skipping", span);
                    counters.push(parse_quote_spanned!(span=> let mut #skipping = true;));
                    let test = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    stmts.push(
                        parse_quote_spanned!(span=> if #skipping { if !(#test) { #skipping = false; } }),
                    );
                    let condition = parse_quote_spanned!(span=> !#skipping);
                    wraps.push(Wrap { before: std::mem::take(&mut stmts), condition, ends: false });
                }
                Stage::Inspect(f) => {
                    let value = self.tested(&head, &f, &mut pattern, &mut item, &mut stmts, span);
                    stmts.push(Stmt::Expr(value, Some(Default::default())));
                }
                Stage::Count => {
                    let counter = self.fresh.name("counter", span);
                    counters.push(parse_quote_spanned!(span=> let mut #counter: usize = 0;));
                    let from = self.item(&head, &mut pattern, &item, span);
                    let index = self.fresh.name("index", span);
                    stmts.push(parse_quote_spanned!(span=> let #index = #counter + 0;));
                    stmts.push(parse_quote_spanned!(span=> #counter += 1;));
                    item = Some(parse_quote_spanned!(span=> (#index, #from)));
                }
            }
        }
        let from = self.item(&head, &mut pattern, &item, span);
        stmts.extend(body(self, from));
        for Wrap { before, condition, ends } in wraps.into_iter().rev() {
            let inner = std::mem::replace(&mut stmts, before);
            if ends {
                stmts.push(parse_quote_spanned!(span=> if !(#condition) { break; }));
                stmts.extend(inner);
            } else {
                stmts.push(parse_quote_spanned!(span=> if #condition { #(#inner)* }));
            }
        }
        let pattern = pattern.unwrap_or_else(|| parse_quote!(_));
        Some(parse_quote_spanned!(span=> for #pattern in #head { #(#stmts)* }))
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
        if let (None, None, Expr::Closure(closure)) = (&pattern, &item, f) {
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
        let (before, value) = self.applied(f, vec![from]);
        stmts.extend(before);
        value
    }

    /// Names for what a loop over a head visits: a pair of an index and an item, of two items, or one item.
    fn pattern_of(&mut self, head: &Expr, span: proc_macro2::Span) -> Pat {
        if let Expr::MethodCall(call) = head {
            match (call.method.to_string().as_str(), call.args.first()) {
                ("enumerate", None) => {
                    let (index, item) =
                        (self.fresh.name("index", span), self.pattern_of(&call.receiver, span));
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

/// Returns the place that a loop visits, and the steps behind it in their order.
fn staged(chain: &Expr) -> (Expr, Vec<Stage>) {
    let mut stages = Vec::new();
    let mut at = chain.clone();
    // From the end to the last step that is no closure and has one before it.
    while let Expr::MethodCall(call) = &at {
        let (name, receiver) = (call.method.to_string(), (*call.receiver).clone());
        let closure = call.args.first().cloned();
        match (name.as_str(), closure) {
            ("map", Some(f)) => stages.push(Stage::Map(f)),
            ("filter", Some(f)) => stages.push(Stage::Filter(f)),
            ("take_while", Some(f)) => stages.push(Stage::TakeWhile(f)),
            ("skip_while", Some(f)) => stages.push(Stage::SkipWhile(f)),
            ("inspect", Some(f)) => stages.push(Stage::Inspect(f)),
            ("enumerate", None) if has_closure(&receiver) => stages.push(Stage::Count),
            ("copied" | "cloned", None) => {}
            _ => break,
        }
        at = receiver;
    }
    stages.reverse();
    (at, stages)
}

fn has_closure(e: &Expr) -> bool {
    let Expr::MethodCall(call) = e else { return false };
    let steps = ["map", "filter", "take_while", "skip_while", "inspect"];
    steps.iter().any(|name| call.method == name) || has_closure(&call.receiver)
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

//! Chains of iterators that end in a value, written as loops: `xs.iter().map(|x| x * x).sum()`.
//!
//! Takes a block, returns it with a loop before each statement that holds such a chain. What stands before the first closure is what
//! the loop visits; closures are bodies of the loop. Local closures are put where they are called. Law: what is evaluated only
//! sometimes (the right side of `&&`) is not moved before the statement; a chain there is reported.

use super::fresh::{Fresh, Rename, bound_in};
use crate::law::{Diagnostics, Extent, Law};
use quote::ToTokens;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn loops(block: &mut syn::Block, fresh: &mut Fresh, errors: &mut Diagnostics) {
    Chains { fresh, errors, before: Vec::new(), closures: HashMap::new(), sometimes: 0 }
        .visit_block_mut(block);
}

struct Chains<'a> {
    fresh: &'a mut Fresh,
    errors: &'a mut Diagnostics,
    /// What runs before the statement that is looked at.
    before: Vec<Stmt>,
    /// Local closures by name.
    closures: HashMap<String, syn::ExprClosure>,
    /// How many expressions are around that are evaluated only sometimes.
    sometimes: usize,
}

impl VisitMut for Chains<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.before);
        let closures = self.closures.clone();
        let sometimes = std::mem::take(&mut self.sometimes);
        let mut stmts = std::mem::take(&mut block.stmts).into_iter();
        while let Some(mut stmt) = stmts.next() {
            if self.defines(&stmt, stmts.as_slice()) {
                continue;
            }
            if let Stmt::Expr(Expr::While(w), _) = &stmt {
                // A condition that needs statements is evaluated in the loop.
                if has_chain(&w.cond, &self.closures) {
                    let (span, label, condition, body) =
                        (w.while_token.span, &w.label, &w.cond, &w.body.stmts);
                    stmt = parse_quote_spanned!(span=> #label loop { if !(#condition) { break; } #(#body)* });
                }
            }
            if let Stmt::Expr(e, _) = &stmt {
                if let Some(Stmt::Expr(Expr::ForLoop(mut each), _)) = self.for_each(e) {
                    visit_mut::visit_expr_for_loop_mut(self, &mut each);
                    block.stmts.append(&mut self.before);
                    block.stmts.push(Stmt::Expr(Expr::ForLoop(each), None));
                    continue;
                }
            }
            visit_mut::visit_stmt_mut(self, &mut stmt);
            block.stmts.append(&mut self.before);
            block.stmts.push(stmt);
        }
        (self.before, self.closures, self.sometimes) = (outer, closures, sometimes);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        // The written type tells what a sum starts from.
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
            if let Expr::MethodCall(call) = &mut *init.expr {
                let ends = ["sum", "product", "collect"].iter().any(|name| call.method == name);
                if ends && call.turbofish.is_none() {
                    let ty = &typed.ty;
                    call.turbofish = Some(parse_quote!(::<#ty>));
                }
            }
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_binary_mut(&mut self, b: &mut syn::ExprBinary) {
        self.visit_expr_mut(&mut b.left);
        let lazy = usize::from(matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)));
        self.sometimes += lazy;
        self.visit_expr_mut(&mut b.right);
        self.sometimes -= lazy;
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Some((before, value)) = self.value(e) {
            if self.sometimes > 0 {
                let help = "bind it to a local before the condition";
                let message =
                    "this chain is evaluated only sometimes, and would be moved before the statement";
                self.errors.report(Law::OutsideLanguage, Extent::of(e), message, help);
                return;
            }
            let mut block = syn::Block { brace_token: syn::token::Brace::default(), stmts: before };
            self.visit_block_mut(&mut block);
            self.before.append(&mut block.stmts);
            *e = value;
            // What the value holds may be another call of a closure.
            self.visit_expr_mut(e);
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// One step of a chain that has a closure, or that the head of a loop does not take behind one.
enum Stage {
    Map(Expr),
    Filter(Expr),
    TakeWhile(Expr),
    /// What the loop counts: `enumerate` behind a closure.
    Count,
}

impl Chains<'_> {
    /// Notes a local closure, which is put where it is called: what it captures must mean the same there.
    fn defines(&mut self, stmt: &Stmt, rest: &[Stmt]) -> bool {
        let Stmt::Local(local) = stmt else { return false };
        let name = match &local.pat {
            Pat::Ident(name) => name,
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => name,
                _ => return false,
            },
            _ => return false,
        };
        let Some(Expr::Closure(closure)) = local.init.as_ref().map(|init| &*init.expr) else {
            self.closures.remove(&name.ident.to_string());
            return false;
        };
        let after = syn::Block { brace_token: syn::token::Brace::default(), stmts: rest.to_vec() };
        let mut named = std::collections::BTreeSet::new();
        crate::resolve::identifiers(closure.body.to_token_stream(), &mut named);
        // Its own parameters and locals are no captures.
        for own in bound_in(&parse_quote!({ #closure; })) {
            named.remove(&own.to_string());
        }
        let bound_again = bound_in(&after).into_iter().find(|other| named.contains(&other.to_string()));
        if closure.capture.is_some() {
            let help = "leave `move` away, or write a function and pass the values";
            let message =
                "a `move` closure holds copies, and calls of this one would read the variables themselves";
            self.errors.report(Law::OutsideLanguage, Extent::of(closure), message, help);
        } else if let Some(other) = bound_again {
            let message =
                format!("this closure uses a `{other}`, and the name is bound again before its calls");
            let help = "give one of the two another name";
            self.errors.report(Law::OutsideLanguage, Extent::of(closure), message, help);
        }
        self.closures.insert(name.ident.to_string(), closure.clone());
        true
    }

    /// The loop in place of `chain.for_each(|x| …)`.
    fn for_each(&mut self, e: &Expr) -> Option<Stmt> {
        let Expr::MethodCall(call) = e else { return None };
        if call.method != "for_each" || call.args.len() != 1 {
            return None;
        }
        let body = call.args[0].clone();
        self.chain(&call.receiver, &mut |this, item| {
            let applied = this.applied(&body, vec![item]);
            let (mut stmts, value) = applied;
            stmts.push(Stmt::Expr(value, Some(syn::token::Semi::default())));
            stmts
        })
    }

    /// The statements that compute an expression, and the expression that has its value then.
    fn value(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Expr)> {
        let span = e.span();
        match e {
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let closure = self.closures.get(&path.path.get_ident()?.to_string())?.clone();
                Some(self.applied(&Expr::Closure(closure), call.args.iter().cloned().collect()))
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let total = self.fresh_for(&name, span)?;
                let ty: Option<syn::Type> =
                    call.turbofish.as_ref().and_then(|fish| match fish.args.first() {
                        Some(syn::GenericArgument::Type(ty)) => Some(ty.clone()),
                        _ => None,
                    });
                let arguments: Vec<Expr> = call.args.iter().cloned().collect();
                let of = total.clone();
                let (start, body): (Stmt, Body) = match (name.as_str(), arguments.as_slice()) {
                    ("sum", []) => {
                        let zero = zero_of(ty.as_ref());
                        let body: Body =
                            Box::new(move |_, item| vec![parse_quote_spanned!(span=> #of += #item;)]);
                        (parse_quote_spanned!(span=> let mut #total = #zero;), body)
                    }
                    ("product", []) => {
                        let body: Body =
                            Box::new(move |_, item| vec![parse_quote_spanned!(span=> #of = #of * #item;)]);
                        (parse_quote_spanned!(span=> let mut #total = 1.0;), body)
                    }
                    ("count", []) => {
                        let body: Body = Box::new(move |_, _| vec![parse_quote_spanned!(span=> #of += 1;)]);
                        (parse_quote_spanned!(span=> let mut #total: usize = 0;), body)
                    }
                    ("fold", [start, step]) => {
                        let step = step.clone();
                        let body: Body = Box::new(move |this, item| {
                            let (mut stmts, value) = this.applied(&step, vec![parse_quote!(#of), item]);
                            stmts.push(parse_quote_spanned!(span=> #of = #value;));
                            stmts
                        });
                        (parse_quote_spanned!(span=> let mut #total = #start;), body)
                    }
                    ("any" | "all", [test]) => {
                        let (test, any) = (test.clone(), name == "any");
                        let body: Body = Box::new(move |this, item| {
                            let (mut stmts, value) = this.applied(&test, vec![item]);
                            stmts.push(if any {
                                parse_quote_spanned!(span=> if #value { #of = true; break; })
                            } else {
                                parse_quote_spanned!(span=> if !(#value) { #of = false; break; })
                            });
                            stmts
                        });
                        (parse_quote_spanned!(span=> let mut #total = !#any;), body)
                    }
                    ("collect", []) => {
                        let body: Body =
                            Box::new(move |_, item| vec![parse_quote_spanned!(span=> #of.push(#item);)]);
                        (parse_quote_spanned!(span=> let mut #total = Vec::new();), body)
                    }
                    _ => return None,
                };
                let mut body = body;
                let visiting = self.chain(&call.receiver, &mut |this, item| body(this, item))?;
                Some((vec![start, visiting], parse_quote_spanned!(span=> #total)))
            }
            _ => None,
        }
    }

    /// A name for the value of a chain that ends with a method; nothing for another method.
    fn fresh_for(&mut self, method: &str, span: proc_macro2::Span) -> Option<Ident> {
        let ends = ["sum", "product", "count", "fold", "any", "all", "collect"];
        ends.contains(&method).then(|| self.fresh.name(method, span))
    }

    /// The loop over a chain whose body is made from each item; nothing if it is no chain of iterators.
    fn chain(&mut self, chain: &Expr, body: &mut dyn FnMut(&mut Self, Expr) -> Vec<Stmt>) -> Option<Stmt> {
        let mut stages = Vec::new();
        let mut head = chain.clone();
        // From the end to the first closure.
        let mut at = chain.clone();
        while let Expr::MethodCall(call) = &at {
            let (name, receiver) = (call.method.to_string(), (*call.receiver).clone());
            let closure = call.args.first().cloned();
            let stage = match (name.as_str(), closure) {
                ("map", Some(f)) => Some(Stage::Map(f)),
                ("filter", Some(f)) => Some(Stage::Filter(f)),
                ("take_while", Some(f)) => Some(Stage::TakeWhile(f)),
                ("enumerate", None) => Some(Stage::Count),
                ("copied" | "cloned", None) => None,
                ("iter" | "into_iter" | "iter_mut", None) => break,
                ("zip" | "skip" | "take" | "step_by" | "chunks" | "chunks_exact" | "windows", Some(_))
                | ("rev", None) => {
                    // What stands before must be a head: no closure may come before these.
                    break;
                }
                _ => return None,
            };
            match stage {
                Some(stage) => {
                    let is_closure = !matches!(stage, Stage::Count);
                    stages.push(stage);
                    if is_closure {
                        head = receiver.clone();
                    }
                }
                None => {
                    if matches!(head, Expr::MethodCall(ref top) if *top == *call) {
                        head = receiver.clone();
                    }
                }
            }
            at = receiver;
        }
        if !is_head(&at) {
            return None;
        }
        // What has no closure before it belongs to the head.
        while matches!(stages.last(), Some(Stage::Count)) {
            stages.pop();
        }
        let span = chain.span();
        let mut head = head;
        while let Expr::MethodCall(call) = &head {
            if call.method == "copied" || call.method == "cloned" {
                head = (*call.receiver).clone();
            } else {
                break;
            }
        }
        stages.reverse();
        let mut pattern: Option<Pat> = None;
        let mut item: Option<Expr> = None;
        let mut counters: Vec<Stmt> = Vec::new();
        let mut wraps: Vec<(Vec<Stmt>, Option<Expr>, bool)> = Vec::new();
        let mut stmts: Vec<Stmt> = Vec::new();
        for stage in stages {
            match stage {
                Stage::Map(f) => {
                    let value = match (&item, &f) {
                        (None, Expr::Closure(closure)) if pattern.is_none() && closure.inputs.len() == 1 => {
                            let (pat, body) = opened(closure);
                            pattern = Some(pat);
                            split(body, &mut stmts)
                        }
                        _ => {
                            let from = self.item(&mut pattern, &item, span);
                            let (before, value) = self.applied(&f, vec![from]);
                            stmts.extend(before);
                            value
                        }
                    };
                    item = Some(value);
                }
                Stage::Filter(f) => {
                    let condition = self.tested(&f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push((std::mem::take(&mut stmts), Some(condition), false));
                }
                Stage::TakeWhile(f) => {
                    let condition = self.tested(&f, &mut pattern, &mut item, &mut stmts, span);
                    wraps.push((std::mem::take(&mut stmts), Some(condition), true));
                }
                Stage::Count => {
                    let counter = self.fresh.name("counter", span);
                    counters.push(parse_quote_spanned!(span=> let mut #counter: usize = 0;));
                    let from = self.item(&mut pattern, &item, span);
                    let index = self.fresh.name("index", span);
                    stmts.push(parse_quote_spanned!(span=> let #index = #counter + 0;));
                    stmts.push(parse_quote_spanned!(span=> #counter += 1;));
                    item = Some(parse_quote_spanned!(span=> (#index, #from)));
                }
            }
        }
        let from = self.item(&mut pattern, &item, span);
        stmts.extend(body(self, from));
        for (before, condition, stops) in wraps.into_iter().rev() {
            let inner = std::mem::take(&mut stmts);
            stmts = before;
            match condition {
                Some(condition) if stops => {
                    stmts.push(parse_quote_spanned!(span=> if !(#condition) { break; }));
                    stmts.extend(inner);
                }
                Some(condition) => stmts.push(parse_quote_spanned!(span=> if #condition { #(#inner)* })),
                None => stmts.extend(inner),
            }
        }
        let pattern = pattern.unwrap_or_else(|| parse_quote!(_));
        let visiting: Stmt = parse_quote_spanned!(span=> for #pattern in #head { #(#stmts)* });
        self.before.extend(counters);
        Some(visiting)
    }

    /// The item that the loop is at, under a name.
    fn item(&mut self, pattern: &mut Option<Pat>, item: &Option<Expr>, span: proc_macro2::Span) -> Expr {
        if let Some(item) = item {
            return item.clone();
        }
        match pattern {
            Some(pat) => expression_of(pat),
            None => {
                let name = self.fresh.name("item", span);
                *pattern = Some(parse_quote!(#name));
                parse_quote_spanned!(span=> #name)
            }
        }
    }

    fn tested(
        &mut self,
        f: &Expr,
        pattern: &mut Option<Pat>,
        item: &mut Option<Expr>,
        stmts: &mut Vec<Stmt>,
        span: proc_macro2::Span,
    ) -> Expr {
        if let (None, None, Expr::Closure(closure)) = (&pattern, &item, f) {
            let (pat, body) = opened(closure);
            *pattern = Some(self.all_named(pat));
            return split(body, stmts);
        }
        // What has been computed is used twice: it gets a name.
        if let Some(value) = item.take() {
            let name = self.fresh.name("item", span);
            stmts.push(parse_quote_spanned!(span=> let #name = #value;));
            *item = Some(parse_quote!(#name));
        }
        let from = self.item(pattern, item, span);
        let (before, value) = self.applied(f, vec![from]);
        stmts.extend(before);
        value
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

    /// A closure or a function at arguments: statements, and the value.
    fn applied(&mut self, f: &Expr, arguments: Vec<Expr>) -> (Vec<Stmt>, Expr) {
        match f {
            Expr::Closure(closure) => {
                let closure = self.renamed(closure);
                let mut stmts: Vec<Stmt> = Vec::new();
                let mut body = (*closure.body).clone();
                for (input, argument) in closure.inputs.iter().zip(arguments) {
                    let pat = bare(input);
                    match (&pat, &argument) {
                        (Pat::Ident(name), Expr::Path(_)) if name.mutability.is_none() => {
                            Substitute { name: &name.ident, by: &argument }.visit_expr_mut(&mut body);
                        }
                        (Pat::Tuple(names), Expr::Tuple(values))
                            if names.elems.len() == values.elems.len() =>
                        {
                            for (name, value) in names.elems.iter().zip(&values.elems) {
                                if !matches!(name, Pat::Wild(_)) {
                                    stmts.push(parse_quote!(let #name = #value;));
                                }
                            }
                        }
                        (Pat::Wild(_), _) => {}
                        _ => stmts.push(parse_quote!(let #pat = #argument;)),
                    }
                }
                strip(&mut body, &closure);
                let value = split(body, &mut stmts);
                (stmts, value)
            }
            Expr::Path(path) => {
                let local =
                    path.path.get_ident().and_then(|name| self.closures.get(&name.to_string()).cloned());
                if let Some(closure) = local {
                    return self.applied(&Expr::Closure(closure), arguments);
                }
                let segments = &path.path.segments;
                let of_float =
                    segments.len() == 2 && (segments[0].ident == "f64" || segments[0].ident == "f32");
                match (of_float, arguments.split_first()) {
                    (true, Some((first, rest))) => {
                        let method = &segments[1].ident;
                        (Vec::new(), parse_quote!(#first.#method(#(#rest),*)))
                    }
                    _ => (Vec::new(), parse_quote!(#path(#(#arguments),*))),
                }
            }
            other => (Vec::new(), parse_quote!((#other)(#(#arguments),*))),
        }
    }

    /// The closure with names of its own for all that it binds.
    fn renamed(&mut self, closure: &syn::ExprClosure) -> syn::ExprClosure {
        struct Bound(Vec<Ident>);
        impl VisitMut for Bound {
            fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
                self.0.push(name.ident.clone());
            }
        }
        let mut closure = closure.clone();
        let mut bound = Bound(Vec::new());
        bound.visit_expr_closure_mut(&mut closure);
        for name in bound.0 {
            let fresh = self.fresh.name(&name.to_string(), name.span());
            Rename { from: &name.to_string(), to: &fresh }.visit_expr_closure_mut(&mut closure);
        }
        closure
    }
}

type Body = Box<dyn FnMut(&mut Chains<'_>, Expr) -> Vec<Stmt>>;

/// True for what a loop can visit.
fn is_head(e: &Expr) -> bool {
    match e {
        Expr::MethodCall(call) => {
            let heads = [
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
            ];
            heads.iter().any(|name| call.method == name)
        }
        Expr::Paren(inner) => is_head(&inner.expr),
        Expr::Range(_) => true,
        _ => false,
    }
}

fn has_chain(e: &Expr, closures: &HashMap<String, syn::ExprClosure>) -> bool {
    struct Found<'a>(bool, &'a HashMap<String, syn::ExprClosure>);
    impl<'ast> syn::visit::Visit<'ast> for Found<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            let ends = ["sum", "product", "count", "fold", "any", "all"];
            self.0 |= ends.iter().any(|name| call.method == name);
            syn::visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            if let Expr::Path(path) = &*call.func {
                self.0 |= path.path.get_ident().is_some_and(|name| self.1.contains_key(&name.to_string()));
            }
            syn::visit::visit_expr_call(self, call);
        }
    }
    let mut found = Found(false, closures);
    syn::visit::Visit::visit_expr(&mut found, e);
    found.0
}

/// What a sum starts from.
fn zero_of(ty: Option<&syn::Type>) -> Expr {
    let name = match ty {
        Some(syn::Type::Path(path)) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let whole = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    match name {
        Some(name) if whole.contains(&name.as_str()) => parse_quote!(0),
        _ => parse_quote!(0.0),
    }
}

/// The pattern and the body of a closure with one parameter, without references.
fn opened(closure: &syn::ExprClosure) -> (Pat, Expr) {
    let mut body = (*closure.body).clone();
    strip(&mut body, closure);
    (bare(&closure.inputs[0]), body)
}

/// A pattern without references and types.
fn bare(pat: &Pat) -> Pat {
    match pat {
        Pat::Reference(inner) => bare(&inner.pat),
        Pat::Type(typed) => bare(&typed.pat),
        Pat::Paren(inner) => bare(&inner.pat),
        Pat::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(bare);
            parse_quote!((#(#parts),*))
        }
        other => other.clone(),
    }
}

/// Takes the `*` away in front of what a closure binds: its parameters are the numbers themselves here.
fn strip(body: &mut Expr, closure: &syn::ExprClosure) {
    struct Strip(Vec<String>);
    impl VisitMut for Strip {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            visit_mut::visit_expr_mut(self, e);
            if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = &*e {
                if matches!(&**expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.0.contains(&name.to_string())))
                {
                    *e = (**expr).clone();
                }
            }
        }
    }
    struct Bound(Vec<String>);
    impl<'ast> syn::visit::Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.push(name.ident.to_string());
        }
    }
    let mut bound = Bound(Vec::new());
    closure.inputs.iter().for_each(|input| syn::visit::Visit::visit_pat(&mut bound, input));
    Strip(bound.0).visit_expr_mut(body);
}

/// The statements of a block that is a value, and the value.
fn split(body: Expr, stmts: &mut Vec<Stmt>) -> Expr {
    match body {
        Expr::Block(block) if block.label.is_none() => {
            let mut inner = block.block.stmts;
            match inner.pop() {
                Some(Stmt::Expr(value, None)) => {
                    stmts.extend(inner);
                    value
                }
                last => {
                    stmts.extend(inner);
                    stmts.extend(last);
                    parse_quote!(())
                }
            }
        }
        other => other,
    }
}

/// What a pattern has taken apart, as an expression.
fn expression_of(pat: &Pat) -> Expr {
    match pat {
        Pat::Ident(name) => {
            let ident = &name.ident;
            parse_quote!(#ident)
        }
        Pat::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(expression_of);
            parse_quote!((#(#parts),*))
        }
        other => syn::parse2(other.to_token_stream()).unwrap_or_else(|_| parse_quote!(())),
    }
}

struct Substitute<'a> {
    name: &'a Ident,
    by: &'a Expr,
}

impl VisitMut for Substitute<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if matches!(e, Expr::Path(path) if path.path.is_ident(self.name)) {
            *e = self.by.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }
}

//! `safe! { … }` and assertions: statements of ordinary Rust, which read the variables of the program and do not
//! change them.
//!
//! Takes their tokens, returns tokens with the same meaning in the emitted program, in which a shadowed name is a
//! variable of its own, and a view is not a variable.

use super::{Lowering, Meaning};
use crate::ir::print::Printer;
use crate::ir::print::aside::captured;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::{Map, Set};
use crate::syntax::read::{all_values, is_compound};
use crate::syntax::visit::{self, Visit};
use crate::tokens;
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::quote;

impl Lowering {
    /// Lowers statements of ordinary Rust to a block of their own, so that their locals have their own scope.
    pub(super) fn host(&mut self, tokens: &TokenStream, span: Span) -> Safe {
        let mut views = Map::new();
        let mut named = Set::new();
        self.named(tokens, &mut named);
        let mut looks = Looks::default();
        self.looks(tokens, &mut looks);
        let tokens = self.renamed(tokens.clone(), &mut views);
        let printer = Printer::of_text(&self.vars);
        let views = views.values().map(|(name, place, passing)| {
            let place = printer.place(place);
            match passing {
                Passing::Value => quote!(let #name = #place;),
                Passing::Shared | Passing::Mutable => quote!(let #name = &#place;),
            }
        });
        self.aside(quote!({ #(#views)* #tokens }), named, looks, span)
    }

    /// Returns statements of ordinary Rust as a statement of the program, with the variables that they read.
    pub(super) fn aside(&mut self, tokens: TokenStream, named: Set<Var>, looks: Looks, span: Span) -> Safe {
        self.asides += 1;
        Safe { tokens, named, looks, only_checks: false, number: self.asides, span }
    }

    /// Collects the variables that tokens name, except in format strings, which can only read.
    fn named(&self, tokens: &TokenStream, named: &mut Set<Var>) {
        tokens::each_name(tokens, &mut |name| match self.look_up(name).map(Meaning::stood_for) {
            Some(Meaning::Variable(var)) => drop(named.insert(*var)),
            Some(Meaning::View(..) | Meaning::Absent(..)) | None => {}
        });
    }

    /// Collects the variables that tokens read, also in format strings and through names of views.
    fn looks(&self, tokens: &TokenStream, looks: &mut Looks) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) if at == 0 || !is_punct(&tokens[at - 1], '.') => {
                    self.look(name, asks_length(&tokens[at + 1..]), looks);
                }
                TokenTree::Literal(literal) => drop(captured(literal.clone(), |name| {
                    if let Ok(ident) = syn::parse_str::<syn::Ident>(name) {
                        self.look(&ident, false, looks);
                    }
                    name.to_string()
                })),
                TokenTree::Group(group) => self.looks(&group.stream(), looks),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    fn look(&self, name: &syn::Ident, length: bool, looks: &mut Looks) {
        match self.look_up(name).map(Meaning::stood_for) {
            Some(Meaning::Variable(var)) if length => drop(looks.measures.insert(*var)),
            Some(Meaning::Variable(var)) => drop(looks.reads.insert(*var)),
            Some(Meaning::View(place, _)) if length => looks.note(&Expr::Length(place.clone())),
            Some(Meaning::View(place, _)) => looks.note(&Expr::Read(place.clone())),
            Some(Meaning::Absent(..)) | None => {}
        }
    }

    fn renamed(
        &self,
        tokens: TokenStream,
        views: &mut Map<String, (syn::Ident, Place, Passing)>,
    ) -> TokenStream {
        let mut after_dot = false;
        let mut out = Vec::new();
        for token in tokens {
            let is_dot = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
            out.push(match token {
                TokenTree::Ident(name) if !after_dot => match self.look_up(&name).map(Meaning::stood_for) {
                    Some(Meaning::Variable(var)) => identifier(&self.vars[*var].name, name.span()).into(),
                    Some(Meaning::View(place, passing)) => {
                        views.insert(name.to_string(), (name.clone(), place.clone(), *passing));
                        name.into()
                    }
                    Some(Meaning::Absent(..)) | None => name.into(),
                },
                TokenTree::Group(group) => tokens::within(&group, |inner| self.renamed(inner, views)).into(),
                TokenTree::Literal(literal) => self.captures(literal, views).into(),
                other => other,
            });
            after_dot = is_dot;
        }
        out.into_iter().collect()
    }

    /// Replaces names in a format string: `"{x}"`, `"{x:?}"`.
    fn captures(&self, literal: Literal, views: &mut Map<String, (syn::Ident, Place, Passing)>) -> Literal {
        let span = literal.span();
        captured(literal, |name| {
            let ident = syn::parse_str::<syn::Ident>(name).ok();
            match ident.as_ref().and_then(|ident| self.look_up(ident)).map(Meaning::stood_for) {
                Some(Meaning::Variable(var)) => self.vars[*var].name.clone(),
                Some(Meaning::View(place, passing)) => {
                    let ident = syn::Ident::new(name, span);
                    views.insert(name.to_string(), (ident, place.clone(), *passing));
                    name.to_string()
                }
                Some(Meaning::Absent(..)) | None => name.to_string(),
            }
        })
    }

    /// Reports assignments in `safe!` to variables of the program.
    pub(super) fn safe_effects(&mut self, tokens: &TokenStream, what: &str) {
        match syn::parse2::<syn::Block>(quote!({ #tokens })) {
            Ok(block) => Writes { lowering: self, what, loops: 0, closures: 0 }.visit_block(&block),
            Err(error) => {
                let message = format!("`safe!` takes statements: {error}");
                self.outside(error.span(), message, "write Rust statements, each with its semicolon");
            }
        }
    }

    fn quiet_target(&self, e: &syn::Expr) -> Option<Var> {
        match e {
            syn::Expr::Path(_) => match self.meaning(e)? {
                Meaning::Variable(var) => Some(*var),
                Meaning::View(place, _) => Some(place.base),
                Meaning::Absent(..) => None,
            },
            syn::Expr::Index(i) => self.quiet_target(&i.expr),
            syn::Expr::Unary(u) => self.quiet_target(&u.expr),
            syn::Expr::Paren(p) => self.quiet_target(&p.expr),
            syn::Expr::Field(f) => self.quiet_target(&f.base),
            _ => None,
        }
    }
}

/// True if only a length is read of a name, to judge by the tokens after it: `.len()`, `.field.is_empty()`.
fn asks_length(rest: &[TokenTree]) -> bool {
    match rest {
        [dot, TokenTree::Ident(name), TokenTree::Group(none), ..]
            if is_punct(dot, '.') && is_in(&name.to_string(), Methods::Counts) =>
        {
            none.delimiter() == Delimiter::Parenthesis && none.stream().is_empty()
        }
        [dot, TokenTree::Ident(_), rest @ ..] if is_punct(dot, '.') => asks_length(rest),
        _ => false,
    }
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// True if a method changes its receiver.
fn is_changing(method: &str) -> bool {
    let stems = ["sort", "select_nth", "retain", "dedup", "extract_if", "splice", "as_mut"];
    is_in(method, Methods::Changes)
        || method.ends_with("_mut")
        || stems.iter().any(|stem| method.starts_with(stem))
}

/// Looks for assignments to variables of the program, and for jumps out of the code.
struct Writes<'a> {
    lowering: &'a mut Lowering,
    /// The name of the code in messages.
    what: &'a str,
    /// The number of surrounding loops and closures in the code itself, which those jumps may leave.
    loops: usize,
    closures: usize,
}

impl Writes<'_> {
    /// Visits a loop of the code itself, which it may leave.
    fn within(&mut self, body: impl FnOnce(&mut Self)) {
        self.loops += 1;
        body(self);
        self.loops -= 1;
    }

    fn leaves(&mut self, at: Extent, what: &str) {
        if self.closures > 0 {
            return;
        }
        let message =
            format!("{what} leaves the function in the middle: the inverse does not know where to enter it");
        let help =
            format!("{} only reads the program and continues: decide by an `if` of the language", self.what);
        self.lowering.errors.report(Law::LeavesEarly, at, message, help);
    }

    fn written(&mut self, target: &syn::Expr) {
        if let Some(place) = self.lowering.quiet_target(target) {
            let name = self.lowering.vars[place].name.clone();
            self.lowering.errors.report(
                Law::UnsafeEffect,
                Extent::of(target),
                format!("{} changes `{name}`, which no inverse would undo", self.what),
                format!("change `{name}` by a statement of the language, outside {}", self.what),
            );
        }
    }
}

impl<'ast> Visit<'ast> for Writes<'_> {
    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        use syn::Expr;
        match e {
            Expr::Assign(assign) => self.written(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.written(&binary.left),
            Expr::MethodCall(call) if is_changing(&call.method.to_string()) => self.written(&call.receiver),
            Expr::Reference(lent) if lent.mutability.is_some() => self.written(&lent.expr),
            Expr::Try(of) => self.leaves(of.question_token.span.into(), "`?`"),
            Expr::Return(_) => return self.leaves(Extent::of(e), "`return`"),
            Expr::Break(leaving) if self.loops == 0 && leaving.label.is_none() => {
                self.leaves(Extent::of(e), "`break`");
            }
            Expr::Continue(leaving) if self.loops == 0 && leaving.label.is_none() => {
                self.leaves(Extent::of(e), "`continue`");
            }
            Expr::ForLoop(each) => {
                self.visit_expr(&each.expr);
                return self.within(|this| this.visit_block(&each.body));
            }
            Expr::While(_) | Expr::Loop(_) => return self.within(|this| visit::visit_expr(this, e)),
            Expr::Closure(_) => {
                self.closures += 1;
                visit::visit_expr(self, e);
                self.closures -= 1;
                return;
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // Visits the arguments of a macro, if they can be parsed as those of a function.
        for argument in all_values(mac).iter().flatten() {
            Writes { lowering: self.lowering, what: self.what, loops: self.loops, closures: self.closures }
                .visit_expr(argument);
        }
    }
}

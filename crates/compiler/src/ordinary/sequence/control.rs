//! Branches and loops, whose conditions may bind names.

use super::normal::{has_stage, open_range};
use super::patterns::Scrutinee;
use super::places::Dest;
use super::{Loop, Sequence};
use crate::syntax::made::{self, stmts};
use crate::syntax::seek::{At, seek};
use crate::syntax::structures;
use crate::syntax::together;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// A branch whose arms put their values somewhere.
    pub(super) fn branch(&mut self, branch: syn::ExprIf, dest: &Dest, out: &mut Vec<Stmt>) -> bool {
        let span = branch.if_token.span;
        let attrs = branch.attrs;
        let otherwise = branch.else_branch.map(|(_, e)| *e);
        if has_let(&branch.cond) {
            return self.branch_on_patterns(*branch.cond, branch.then_branch, otherwise, dest, out);
        }
        let Some(condition) = self.truth(*branch.cond, out) else { return false };
        let (mut then, mut other) = (Vec::new(), Vec::new());
        let one = self.put_block(branch.then_branch, dest, &mut then);
        let two = otherwise.is_none_or(|e| self.put(e, dest, &mut other));
        out.push(made::either(span, attrs, condition, then, other));
        one || two
    }

    /// `if let p = e && c { … } else { … }`.
    fn branch_on_patterns(
        &mut self,
        condition: Expr,
        then: syn::Block,
        otherwise: Option<Expr>,
        dest: &Dest,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let span = condition.span();
        let mut conditions = Vec::new();
        conjuncts(condition, &mut conditions);
        if let [Expr::Let(_)] = conditions.as_slice() {
            if let Some(Expr::Let(only)) = conditions.pop() {
                return self.one_pattern(only, then, otherwise, dest, out);
            }
        }
        // Whether all fitted is known behind the last of them.
        let fits = self.fresh.name("fits", span);
        out.push(parse_quote_spanned!(span=> let mut #fits = false;));
        let mut inner: syn::Block = then;
        inner.stmts.insert(0, parse_quote_spanned!(span=> #fits = true;));
        let mut nested = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: inner });
        for condition in conditions.into_iter().rev() {
            let then = made::block(span, vec![Stmt::Expr(nested, None)]);
            nested = Expr::If(made::branch(span, condition, then, None));
        }
        let goes_on = match nested {
            Expr::If(branch) => self.branch(branch, dest, out),
            other => self.put(other, dest, out),
        };
        let Some(otherwise) = otherwise else { return goes_on };
        let mut other = Vec::new();
        let goes_on = self.put(otherwise, dest, &mut other) || goes_on;
        out.push(made::when(span, made::not(span, made::name(&fits)), other));
        goes_on
    }

    fn one_pattern(
        &mut self,
        of: syn::ExprLet,
        then: syn::Block,
        otherwise: Option<Expr>,
        dest: &Dest,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let span = of.let_token.span;
        let is_lent = self.is_lent(&of.expr);
        let Some(on) = self.scrutinee(*of.expr, &[&of.pat], out) else { return false };
        let (mut tests, mut inner) = (Vec::new(), Vec::new());
        self.tests(&of.pat, &on, &mut tests, &mut inner);
        let mut then = then;
        if !self.without_error(&of.pat, None, &mut then) {
            return false;
        }
        // A copy of a part that is an `Option` is a local in parts.
        let is_sum = |stmt: &Stmt| match stmt {
            Stmt::Local(syn::Local { pat: Pat::Ident(name), .. }) => {
                name.mutability.is_some() && self.used.contains(&name.ident.to_string())
            }
            _ => false,
        };
        if inner.iter().any(is_sum) {
            then.stmts.splice(0..0, std::mem::take(&mut inner));
        }
        if is_lent {
            let bound = std::mem::take(&mut inner);
            then.stmts.splice(0..0, bound.iter().cloned());
            super::lent_bound::handed_on(&bound, &mut then);
        }
        let one = self.put_block(then, dest, &mut inner);
        let mut other = Vec::new();
        let two = otherwise.is_none_or(|e| self.put(e, dest, &mut other));
        let condition = super::patterns::all(&tests);
        out.push(made::either(span, Vec::new(), condition, inner, other));
        one || two
    }

    /// A loop over a structure that is an iterator itself, as one that asks it for the next item; nothing of another one.
    fn by_next(&mut self, each: &syn::ExprForLoop) -> Option<Vec<Stmt>> {
        let is_own = self.type_of(&each.expr).is_some_and(|ty| structures::has_method(&ty, "next"));
        if !is_own || !each.attrs.is_empty() {
            return None;
        }
        let (span, from) = (each.for_token.span, self.fresh.name("iterator", each.expr.span()));
        let syn::ExprForLoop { label, pat, expr, body, .. } = each;
        let next: syn::ExprMethodCall = parse_quote_spanned!(span=> #from.r#next());
        self.changing.insert(super::changing::of_method(&next));
        Some(stmts! {span=>
            let mut #from = #expr;
            #label while let Some(#pat) = #next #body
        })
    }

    /// `let p = e else { … };`
    pub(super) fn matched_or(&mut self, e: Expr, pat: &Pat, otherwise: Expr, out: &mut Vec<Stmt>) -> bool {
        let span = pat.span();
        let Some(on): Option<Scrutinee> = self.scrutinee(e, &[pat], out) else { return false };
        let (mut tests, mut bound) = (Vec::new(), Vec::new());
        self.tests(pat, &on, &mut tests, &mut bound);
        let mut other = Vec::new();
        self.effect(otherwise, &mut other);
        let condition = super::patterns::all(&tests);
        out.push(made::when(span, made::not(span, condition), other));
        out.append(&mut bound);
        true
    }

    pub(super) fn put_block(&mut self, block: syn::Block, dest: &Dest, out: &mut Vec<Stmt>) -> bool {
        self.put(made::block_expr(block.brace_token.span.join(), block.stmts), dest, out)
    }

    /// `loop`, with a place for what it breaks with.
    pub(super) fn repeated(&mut self, each: syn::ExprLoop, dest: Dest, out: &mut Vec<Stmt>) -> bool {
        let (span, label, attrs) = (each.loop_token.span, each.label, each.attrs);
        let body = self.round(&label, Some(dest), each.body);
        out.push(made::endless(span, attrs, label, body));
        true
    }

    fn round(&mut self, label: &Option<syn::Label>, value: Option<Dest>, body: syn::Block) -> syn::Block {
        let label = label.as_ref().map(|label| label.name.ident.to_string());
        self.loops.push(Loop { label, value });
        let body = self.block(body);
        self.loops.pop();
        body
    }

    pub(super) fn while_loop(&mut self, each: syn::ExprWhile, out: &mut Vec<Stmt>) -> bool {
        let (span, label, attrs) = (each.while_token.span, each.label, each.attrs);
        let mut before = Vec::new();
        let condition = match has_let(&each.cond) {
            true => None,
            false => self.truth((*each.cond).clone(), &mut before),
        };
        if let (Some(condition), true) = (condition, before.is_empty()) {
            let body = self.round(&label, None, each.body);
            out.push(made::while_loop(span, attrs, label, condition, body));
            return true;
        }
        // A condition that needs statements is evaluated in the loop.
        let ends = made::block_expr(span, vec![parse_quote_spanned!(span=> break;)]);
        let inner = Expr::If(made::branch(span, *each.cond, each.body, Some(ends)));
        let body = self.round(&label, None, made::block(span, vec![Stmt::Expr(inner, None)]));
        out.push(made::endless(span, attrs, label, body));
        true
    }

    pub(super) fn for_loop(&mut self, each: syn::ExprForLoop, out: &mut Vec<Stmt>) -> bool {
        let (span, label, pat) = (each.for_token.span, each.label.clone(), each.pat.clone());
        if let Some(asked) = self.by_next(&each) {
            return self.statements(asked, out);
        }
        let mut each = each;
        self.visited_items(&pat, &each.expr);
        let is_constant = super::heads::visits_constant(&each.expr);
        if is_constant && !super::stages::is_chain(&each.expr) {
            let mut table = &*each.expr;
            while let Expr::Reference(lent) = table {
                table = &lent.expr;
            }
            *each.expr = parse_quote_spanned!(span=> #table.iter());
        }
        let is_one_loop = label.is_some() || !each.attrs.is_empty() || breaks(&each.body);
        if is_one_loop && super::joints::has_joint(&each.expr) {
            let mut before = Vec::new();
            if let Some(collected) = self.collected_before(&each.expr, &mut before) {
                *each.expr = collected;
                return self.statements(before, out) && self.for_loop(each, out);
            }
        }
        if has_stage(&each.expr) || is_constant {
            let body = each.body.clone();
            let mut counters = Vec::new();
            let visiting = self.chain(&each.expr, &mut counters, &mut |_, item| {
                let body = &body;
                match (&*pat, &item) {
                    (Pat::Wild(_), _) => vec![Stmt::Expr(made::block_expr(span, body.stmts.clone()), None)],
                    _ => super::closures::with_item(&pat, item, &body.stmts),
                }
            });
            match visiting {
                Some(Stmt::Expr(Expr::ForLoop(mut visiting), _)) => {
                    if super::heads::visits_constant(&visiting.expr) {
                        let help =
                            "visit the indices of the constant: `for i in 0..TABLE.len() { … TABLE[i] … }`";
                        self.refuse(
                            &each.expr,
                            "the steps of this chain over a constant are not known",
                            help,
                        );
                        return true;
                    }
                    visiting.label = label;
                    visiting.attrs.extend(each.attrs);
                    self.statements(counters, out);
                    return self.for_loop(visiting, out);
                }
                Some(joined) => {
                    if is_one_loop {
                        let message =
                            "this loop is several loops, so it has no label, no attribute and no `break`";
                        let help =
                            "write a loop for each of the joined chains, or collect them into a vector first";
                        self.refuse(&each.expr, message, help);
                        return true;
                    }
                    return self.statements(counters, out) && self.statements(vec![joined], out);
                }
                None => {}
            }
        }
        if let Some((start, step)) = endless(&each.expr) {
            let (mut attrs, body) = (each.attrs, each.body.stmts);
            attrs.retain(|attr| !together::is_sequential(attr));
            let next = self.fresh.name("next", span);
            // Counted before the body, which may leave the round.
            let looped: Vec<Stmt> = vec![
                parse_quote_spanned!(span=> let mut #next = #start;),
                parse_quote_spanned!(span=> #(#attrs)* #label loop {
                    let #pat = #next + 0;
                    #next += #step;
                    #(#body)*
                }),
            ];
            return self.statements(looped, out);
        }
        let mut head = *each.expr;
        let mut before = Vec::new();
        self.visited(&mut head, &mut before);
        if !self.statements(before, out) {
            return false;
        }
        let Some(head) = self.value(head, out) else { return false };
        let outer = self.elements.clone();
        if !matches!(head, Expr::Range(_)) {
            let names = crate::ordinary::names::names_of(&pat).into_iter().map(|name| name.to_string());
            self.elements.extend(names);
        }
        let body = self.round(&label, None, each.body);
        self.elements = outer;
        out.push(made::for_loop(span, each.attrs, label, *pat, head, body));
        true
    }
}

/// True if a body leaves the loop around it.
fn breaks(body: &syn::Block) -> bool {
    let at = |e: &Expr| match e {
        Expr::Break(leaving) if leaving.label.is_none() => At::Found,
        Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => At::Past,
        _ => At::Inside,
    };
    seek(at, |visitor| visitor.visit_block(body))
}

/// The start and the step of a range without an end.
fn endless(head: &Expr) -> Option<(Expr, Expr)> {
    match head {
        Expr::MethodCall(call) if call.method == "step_by" => {
            Some((open_range(&call.receiver)?, call.args.first()?.clone()))
        }
        head => Some((open_range(head)?, parse_quote!(1))),
    }
}

pub(super) fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Paren(inner) => has_let(&inner.expr),
        Expr::Binary(both) if matches!(both.op, syn::BinOp::And(_)) => {
            has_let(&both.left) || has_let(&both.right)
        }
        _ => false,
    }
}

fn conjuncts(e: Expr, out: &mut Vec<Expr>) {
    match e {
        Expr::Binary(both)
            if matches!(both.op, syn::BinOp::And(_)) && (has_let(&both.left) || has_let(&both.right)) =>
        {
            conjuncts(*both.left, out);
            conjuncts(*both.right, out);
        }
        other => out.push(other),
    }
}

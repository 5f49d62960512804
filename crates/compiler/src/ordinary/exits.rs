//! Early exits: `return`, `break`, `continue` and `loop`, written with branches and flags.
//!
//! Takes the syntax of a function, returns it without them. What stands behind a statement that may leave runs under the
//! condition that it has not left; where one side of a branch always leaves, what follows is the other side, and costs nothing.
//! Law: what runs, and in which order, is what the writer's text runs.

use super::fresh::Fresh;
use crate::law::{Diagnostics, Law};
use crate::sorted::Set;
use crate::syntax::made::{self, stmts};
use crate::syntax::together;
use crate::syntax::visit::{self, Visit};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a function. What it returns stands in its last line: other lines only leave.
pub(super) fn structured(item: &mut syn::ItemFn, fresh: &mut Fresh, errors: &mut Diagnostics) {
    let mut walk = Walk { fresh, errors, loops: Vec::new(), returned: None };
    let mut stmts = std::mem::take(&mut item.block.stmts);
    let has_value = matches!(item.sig.output, syn::ReturnType::Type(..));
    let tail = match stmts.last() {
        Some(Stmt::Expr(_, None)) if has_value => stmts.pop(),
        _ => None,
    };
    let (body, _) = walk.stmts(stmts);
    let returned = walk.returned.map(|returned| -> Stmt { parse_quote!(let mut #returned = false;) });
    item.block.stmts.extend(returned);
    item.block.stmts.extend(body);
    item.block.stmts.extend(tail);
}

/// A loop around the statement that is looked at.
#[derive(Default)]
struct Loop {
    label: Option<String>,
    /// True as long as it goes on; there where something leaves it early.
    goes: Option<Ident>,
    /// True where the rest of the round is left out.
    skips: Option<Ident>,
}

struct Walk<'a> {
    fresh: &'a mut Fresh,
    errors: &'a mut Diagnostics,
    loops: Vec<Loop>,
    /// True when the function has been left.
    returned: Option<Ident>,
}

/// The ways in which statements may leave the block that they stand in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ways {
    /// The function, where a flag says so.
    returns: bool,
    /// Loops that are broken, by how many are around the statement.
    breaks: Set<usize>,
    /// Loops that are continued.
    continues: Set<usize>,
    /// True if it never comes to the next statement.
    always: bool,
}

impl Ways {
    fn any(&self) -> bool {
        self.returns || !self.breaks.is_empty() || !self.continues.is_empty()
    }

    fn and(mut self, other: Ways) -> Ways {
        self.returns |= other.returns;
        self.breaks.extend(other.breaks);
        self.continues.extend(other.continues);
        self
    }
}

impl Walk<'_> {
    /// Statements without exits, and which ways they left.
    fn stmts(&mut self, stmts: Vec<Stmt>) -> (Vec<Stmt>, Ways) {
        let mut out = Vec::new();
        let mut all = Ways::default();
        let mut rest = stmts.into_iter();
        while let Some(stmt) = rest.next() {
            match stmt {
                Stmt::Expr(Expr::If(branch), semi) => {
                    let leaves = Leaves::of(|found| found.visit_expr(&Expr::If(branch.clone())));
                    if !(leaves.returns || leaves.outwards) {
                        out.push(Stmt::Expr(Expr::If(self.plain_branch(branch)), semi));
                        continue;
                    }
                    let ways = self.branch(branch, rest.collect(), &mut out);
                    return (out, all.and(ways.clone()).always(ways.always));
                }
                Stmt::Expr(e, semi) => {
                    let ways = self.expr_stmt(e, semi, &mut out);
                    all = all.and(ways.clone());
                    if ways.always {
                        return (out, all.always(true));
                    }
                    if ways.any() && !rest.as_slice().is_empty() {
                        let condition = self.still(&ways);
                        let (inside, more) = self.stmts(rest.collect());
                        out.push(made::when(Span::call_site(), condition, inside));
                        return (out, all.and(more).always(false));
                    }
                }
                other => out.push(other),
            }
        }
        (out, all)
    }

    /// A branch of which no side leaves.
    fn plain_branch(&mut self, mut branch: syn::ExprIf) -> syn::ExprIf {
        branch.then_branch.stmts = self.stmts(branch.then_branch.stmts).0;
        if let Some((_, otherwise)) = &mut branch.else_branch {
            let inner = std::mem::replace(&mut **otherwise, Expr::PLACEHOLDER);
            **otherwise = match inner {
                Expr::If(inner) => Expr::If(self.plain_branch(inner)),
                Expr::Block(mut inner) => {
                    inner.block.stmts = self.stmts(inner.block.stmts).0;
                    Expr::Block(inner)
                }
                other => other,
            };
        }
        branch
    }

    /// A branch that leaves on some side, and what follows it.
    fn branch(&mut self, branch: syn::ExprIf, rest: Vec<Stmt>, out: &mut Vec<Stmt>) -> Ways {
        let (condition, attrs, span) = (branch.cond, branch.attrs, Span::call_site());
        let otherwise = match branch.else_branch.map(|(_, e)| *e) {
            None => Vec::new(),
            Some(Expr::Block(block)) => block.block.stmts,
            Some(other) => vec![Stmt::Expr(other, None)],
        };
        let (mut then, one) = self.stmts(branch.then_branch.stmts);
        let (mut other, two) = self.stmts(otherwise);
        let mut ways = one.clone().and(two.clone()).always(one.always && two.always);
        match (one.always, two.always) {
            (true, true) => {}
            (true, false) if !two.any() => {
                let (rest, more) = self.stmts(rest);
                other.extend(rest);
                ways = ways.and(more.clone()).always(more.always);
            }
            (false, true) if !one.any() => {
                let (rest, more) = self.stmts(rest);
                then.extend(rest);
                ways = ways.and(more.clone()).always(more.always);
            }
            _ if rest.is_empty() => {}
            _ => {
                let still = self.still(&ways);
                let (rest, more) = self.stmts(rest);
                out.push(made::either(span, attrs, *condition, then, other));
                out.push(made::when(span, still, rest));
                return ways.and(more).always(false);
            }
        }
        out.push(made::either(span, attrs, *condition, then, other));
        ways
    }

    /// The condition that none of some ways has been taken.
    fn still(&mut self, ways: &Ways) -> Expr {
        let (mut conditions, span): (Vec<Expr>, Span) = (Vec::new(), Span::call_site());
        if ways.returns {
            let returned = self.returned();
            conditions.push(made::not(span, made::name(&returned)));
        }
        for at in &ways.breaks {
            let goes = self.goes(*at);
            conditions.push(made::name(&goes));
        }
        for at in &ways.continues {
            let skips = self.skips(*at);
            conditions.push(made::not(span, made::name(&skips)));
        }
        made::all(conditions)
    }

    fn returned(&mut self) -> Ident {
        flag(&mut self.returned, "returned", self.fresh)
    }

    fn goes(&mut self, at: usize) -> Ident {
        flag(&mut self.loops[at].goes, "goes_on", self.fresh)
    }

    fn skips(&mut self, at: usize) -> Ident {
        flag(&mut self.loops[at].skips, "skips", self.fresh)
    }

    /// The loop that a label names, or the innermost one.
    fn target(&mut self, label: Option<&syn::Lifetime>, span: Span) -> Option<usize> {
        let found = match label {
            None => self.loops.len().checked_sub(1),
            Some(label) => {
                let name = label.ident.to_string();
                self.loops.iter().rposition(|around| around.label.as_deref() == Some(name.as_str()))
            }
        };
        if found.is_none() {
            let help = "leave loops, and the function, early";
            self.errors.report(Law::LeavesEarly, span, "this leaves no loop", help);
        }
        found
    }

    /// Lowers a statement that is no branch, and returns which ways it leaves.
    fn expr_stmt(&mut self, e: Expr, semi: Option<syn::token::Semi>, out: &mut Vec<Stmt>) -> Ways {
        let span = e.span();
        match e {
            Expr::Return(_) => {
                // Loops around it end, and what follows them is left out.
                let mut ways = Ways { returns: true, always: true, ..Ways::default() };
                let returned = self.returned();
                out.push(parse_quote_spanned!(span=> #returned = true;));
                self.broken(0, span, &mut ways, out);
                ways
            }
            Expr::Break(leaving) => {
                let mut ways = Ways { always: true, ..Ways::default() };
                if let Some(target) = self.target(leaving.label.as_ref(), span) {
                    self.broken(target, span, &mut ways, out);
                }
                ways
            }
            Expr::Continue(leaving) => {
                let mut ways = Ways { always: true, ..Ways::default() };
                if let Some(target) = self.target(leaving.label.as_ref(), span) {
                    self.broken(target + 1, span, &mut ways, out);
                    let skips = self.skips(target);
                    out.push(parse_quote_spanned!(span=> #skips = true;));
                    ways.continues.insert(target);
                }
                ways
            }
            Expr::Loop(l) => {
                let condition = parse_quote_spanned!(span=> true);
                self.repeated((l.label, l.attrs), condition, l.body, None, out)
            }
            Expr::While(w) => self.repeated((w.label, w.attrs), *w.cond, w.body, None, out),
            Expr::ForLoop(f) => self.visited(f, out),
            Expr::Block(mut b) if b.label.is_none() => {
                let (stmts, ways) = self.stmts(b.block.stmts);
                b.block.stmts = stmts;
                out.push(Stmt::Expr(Expr::Block(b), semi));
                ways
            }
            other => {
                out.push(Stmt::Expr(other, semi));
                Ways::default()
            }
        }
    }

    /// Ends the loops inside of one, and that one itself.
    fn broken(&mut self, first: usize, span: Span, ways: &mut Ways, out: &mut Vec<Stmt>) {
        for at in first..self.loops.len() {
            let goes = self.goes(at);
            out.push(parse_quote_spanned!(span=> #goes = false;));
            ways.breaks.insert(at);
        }
    }

    /// A loop that runs as long as a condition holds, and does something at the end of each round.
    fn repeated(
        &mut self,
        (label, attrs): (Option<syn::Label>, Vec<syn::Attribute>),
        condition: Expr,
        body: syn::Block,
        step: Option<Stmt>,
        out: &mut Vec<Stmt>,
    ) -> Ways {
        let span = condition.span();
        let (mut body, around, ways) = self.round(label, body);
        body.extend(step);
        let condition: Expr = match (&around.goes, &condition) {
            (Some(goes), Expr::Lit(_)) => made::name(goes),
            (Some(goes), _) => made::and(made::name(goes), condition),
            (None, _) => condition,
        };
        out.extend(around.goes.map(|goes| -> Stmt { parse_quote_spanned!(span=> let mut #goes = true;) }));
        out.push(made::while_loop(span, attrs, None, condition, made::block(span, body)));
        ways
    }

    /// A loop over a range or over what an iterator visits.
    fn visited(&mut self, mut f: syn::ExprForLoop, out: &mut Vec<Stmt>) -> Ways {
        let span = f.for_token.span;
        let leaves = Leaves::of(|found| {
            found.own = f.label.as_ref().map(|label| label.name.ident.to_string());
            found.visit_block(&f.body);
        });
        if !(leaves.returns || leaves.breaks) {
            let (body, _, ways) = self.round(f.label, f.body);
            out.push(made::for_loop(span, f.attrs, None, *f.pat, *f.expr, made::block(span, body)));
            return ways;
        }
        if f.attrs.iter().any(together::is_parallel) {
            let help = "let each iteration run to its end (`continue` and `if` leave out what remains of one), or remove `#[parallel]`";
            let message = "a loop marked `#[parallel]` is left early, and its iterations run together";
            self.errors.report(Law::LeavesEarly, leaves.at.unwrap_or(span), message, help);
            f.attrs.retain(|attr| !together::is_parallel(attr));
        }
        if let Expr::Range(range) = &*f.expr {
            if let (Some(start), Some(end)) = (&range.start, crate::syntax::read::end_of(range)) {
                let [at, last] = self.fresh.names(["at", "last"], span);
                let pat = &f.pat;
                let mut body = f.body.clone();
                if !matches!(**pat, syn::Pat::Wild(_)) {
                    body.stmts.insert(0, parse_quote_spanned!(span=> let #pat = #at + 0;));
                }
                out.extend(stmts!(span=> let mut #at = #start; let #last = #end;));
                let condition = parse_quote_spanned!(span=> #at < #last);
                let step = parse_quote_spanned!(span=> #at += 1;);
                // What is left early visits one after the other.
                let attrs = f.attrs.into_iter().filter(|attr| !together::is_sequential(attr)).collect();
                return self.repeated((f.label, attrs), condition, body, Some(step), out);
            }
        }
        let (mut body, around, ways) = self.round(f.label, f.body);
        if let Some(goes) = around.goes {
            out.push(parse_quote_spanned!(span=> let mut #goes = true;));
            body = vec![made::when(span, made::name(&goes), body)];
        }
        out.push(made::for_loop(span, f.attrs, None, *f.pat, *f.expr, made::block(span, body)));
        ways
    }

    /// One round of a loop, the loop, and which ways it leaves what is around the loop.
    fn round(&mut self, label: Option<syn::Label>, body: syn::Block) -> (Vec<Stmt>, Loop, Ways) {
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push(Loop { label, ..Loop::default() });
        let depth = self.loops.len() - 1;
        let (mut body, mut ways) = self.stmts(body.stmts);
        let around = self.loops.pop().unwrap_or_default();
        if let Some(skips) = &around.skips {
            body.insert(0, parse_quote!(let mut #skips = false;));
        }
        ways.breaks.remove(&depth);
        ways.continues.remove(&depth);
        ways.always = false;
        (body, around, ways)
    }
}

/// The name of a flag, which it gets where it is first asked for.
fn flag(of: &mut Option<Ident>, name: &str, fresh: &mut Fresh) -> Ident {
    of.get_or_insert_with(|| fresh.name(name, Span::call_site())).clone()
}

impl Ways {
    fn always(mut self, always: bool) -> Ways {
        self.always = always;
        self
    }
}

/// True if statements leave the block in which they stand.
#[derive(Default)]
struct Leaves {
    returns: bool,
    /// `break` and `continue` of loops that are around.
    outwards: bool,
    breaks: bool,
    loops: usize,
    labels: Vec<String>,
    /// The label of the loop whose body the statements are: its `continue` leaves nothing.
    own: Option<String>,
    /// The place of the first that ends a loop.
    at: Option<Span>,
}

impl Leaves {
    fn of(visit: impl FnOnce(&mut Leaves)) -> Leaves {
        let mut found = Leaves::default();
        visit(&mut found);
        found
    }

    fn left(&mut self, label: Option<&syn::Lifetime>, breaks: bool, span: Span) {
        let outwards = match label {
            None => self.loops == 0,
            Some(label) => !self.labels.contains(&label.ident.to_string()),
        };
        self.outwards |= outwards;
        // A labelled `continue` ends the loops inside the one that it names.
        let is_own = label.is_some_and(|label| Some(label.ident.to_string()) == self.own);
        self.breaks |= outwards && (breaks || label.is_some() && !is_own);
        if self.breaks {
            self.at.get_or_insert(span);
        }
    }

    fn inside(&mut self, label: Option<&syn::Label>, body: &syn::Block) {
        self.loops += 1;
        self.labels.push(label.map(|label| label.name.ident.to_string()).unwrap_or_default());
        self.visit_block(body);
        self.labels.pop();
        self.loops -= 1;
    }
}

impl<'ast> Visit<'ast> for Leaves {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Return(leaving) => {
                self.returns = true;
                self.at.get_or_insert(leaving.return_token.span);
                visit::visit_expr(self, e);
            }
            Expr::Break(leaving) => self.left(leaving.label.as_ref(), true, leaving.break_token.span),
            Expr::Continue(leaving) => self.left(leaving.label.as_ref(), false, leaving.continue_token.span),
            Expr::Loop(each) => self.inside(each.label.as_ref(), &each.body),
            Expr::While(each) => self.inside(each.label.as_ref(), &each.body),
            Expr::ForLoop(each) => self.inside(each.label.as_ref(), &each.body),
            Expr::Closure(_) => {}
            _ => visit::visit_expr(self, e),
        }
    }
}

//! Parts of variants that change where a pattern has bound them: `match cell { Cell::Memory { state } => *state += u, … }`.
//!
//! Takes a block whose locals have unique names; returns it with copies of such parts, and the variant written anew behind each statement that
//! changes one: `state += u; *cell = Cell::Memory { state };`. Law: a pattern binds a name that changes without `mut` only behind `&mut`, so
//! the copy and the part are the same whenever one of them is read.

use super::assign::{base, changed_by, lent_by_name, name_changed};
use super::fresh::Fresh;
use crate::sorted::Set;
use crate::syntax::made;
use crate::syntax::named::maker;
use crate::syntax::paths::ends;
use crate::syntax::read::name_of;
use crate::syntax::rewrite::{inner, within};
use crate::syntax::seek::{At, seek};
use crate::syntax::visit_mut::{self, VisitMut};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn copied(block: &mut syn::Block, fresh: &mut Fresh) {
    Copied(fresh).visit_block_mut(block);
}

struct Copied<'a>(&'a mut Fresh);

impl VisitMut for Copied<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Match(on) => {
                let Some((place, left)) = place_of(&on.expr) else {
                    return visit_mut::visit_expr_mut(self, e);
                };
                let mut is_any = false;
                for arm in &mut on.arms {
                    let mut body = made::block(arm.body.span(), vec![Stmt::Expr((*arm.body).clone(), None)]);
                    if self.part_of(&mut arm.pat, &left, &mut body) {
                        is_any = true;
                        *arm.body = parse_quote_spanned!(arm.body.span()=> #body);
                    }
                }
                if is_any {
                    *on.expr = place;
                }
            }
            Expr::If(branch) => {
                if let Expr::Let(of) = &mut *branch.cond {
                    if let Some((place, left)) = place_of(&of.expr) {
                        if self.part_of(&mut of.pat, &left, &mut branch.then_branch) {
                            *of.expr = place;
                        }
                    }
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, e);
    }
}

impl Copied<'_> {
    /// Copies the parts that a pattern of a variant binds and its block changes; false if there is none.
    fn part_of(&mut self, pat: &mut Pat, left: &Expr, body: &mut syn::Block) -> bool {
        let mut names = Set::new();
        let Some(literal) = written(pat, &mut names) else { return false };
        names = names
            .iter()
            .filter(|name| {
                seek(
                    |e| At::found(name_changed(e).as_ref() == Some(name)),
                    |visitor| visitor.visit_block(body),
                )
            })
            .cloned()
            .collect();
        if names.is_empty() {
            return false;
        }
        mutable(pat, &names);
        let span = body.brace_token.span.join();
        let again: Stmt = parse_quote_spanned!(span=> #left = #literal;);
        let is_name = |e: &Expr| name_of(e).is_some_and(|name| names.contains(&name));
        let bare = |e: &mut Expr| match e {
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && is_name(&unary.expr) => {
                *e = (*unary.expr).clone();
            }
            Expr::Call(call) => {
                for at in lent_by_name(call) {
                    if is_name(&call.args[at]) {
                        let name = &call.args[at];
                        call.args[at] = parse_quote_spanned!(name.span()=> &mut #name);
                    }
                }
            }
            _ => {}
        };
        within(&mut body.stmts, &mut inner(bare));
        Again { names: &names, again: &again, fresh: self.0 }.visit_block_mut(body);
        true
    }
}

/// The place whose parts a pattern binds to change them: as what is read, and as what is assigned.
fn place_of(e: &Expr) -> Option<(Expr, Expr)> {
    let is_place =
        |e: &Expr| matches!(e, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) && base(e).is_some();
    let span = e.span();
    match e {
        Expr::Paren(inner) => place_of(&inner.expr),
        Expr::Path(_) if name_of(e).is_some() => Some((e.clone(), parse_quote_spanned!(span=> *#e))),
        Expr::Reference(lent) if lent.mutability.is_some() && is_place(&lent.expr) => {
            Some(((*lent.expr).clone(), (*lent.expr).clone()))
        }
        Expr::MethodCall(call) if call.method == "as_mut" && is_place(&call.receiver) => {
            Some(((*call.receiver).clone(), (*call.receiver).clone()))
        }
        _ => None,
    }
}

/// The variant that a pattern takes apart, written with the names that it binds; nothing if it leaves a part out.
fn written(pat: &Pat, names: &mut Set<String>) -> Option<Expr> {
    let mut name = |pat: &Pat| match pat {
        Pat::Ident(name) if name.subpat.is_none() && name.mutability.is_none() => {
            names.insert(name.ident.to_string());
            Some(name.ident.clone())
        }
        _ => None,
    };
    let span = pat.span();
    match pat {
        Pat::TupleStruct(of) if maker(&of.path).is_variant() || ends(&of.path, &["Some"]) => {
            let parts = of.elems.iter().map(name).collect::<Option<Vec<_>>>()?;
            let path = &of.path;
            Some(parse_quote_spanned!(span=> #path(#(#parts),*)))
        }
        Pat::Struct(of) if maker(&of.path).is_variant() && of.rest.is_none() => {
            let parts = of.fields.iter().map(|field| name(&field.pat)).collect::<Option<Vec<_>>>()?;
            let (path, members) = (&of.path, of.fields.iter().map(|field| &field.member));
            Some(parse_quote_spanned!(span=> #path { #(#members: #parts),* }))
        }
        _ => None,
    }
}

/// Declares names of a pattern `mut`.
fn mutable(pat: &mut Pat, names: &Set<String>) {
    struct Mutable<'a>(&'a Set<String>);
    impl VisitMut for Mutable<'_> {
        fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
            field.colon_token.get_or_insert_default();
            visit_mut::visit_field_pat_mut(self, field);
        }
        fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
            if self.0.contains(&name.ident.to_string()) {
                name.mutability = Some(Default::default());
            }
        }
    }
    Mutable(names).visit_pat_mut(pat);
}

/// Writes a statement behind each one that changes a name.
struct Again<'a> {
    names: &'a Set<String>,
    again: &'a Stmt,
    fresh: &'a mut Fresh,
}

impl VisitMut for Again<'_> {
    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.in_block(&mut arm.body);
        visit_mut::visit_arm_mut(self, arm);
    }
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.in_block(&mut closure.body);
        visit_mut::visit_expr_closure_mut(self, closure);
    }
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            let is_direct = self.changes(&stmt);
            match (&mut stmt, is_direct) {
                (Stmt::Expr(value, end @ None), true) => {
                    let is_change = changed_by(value).is_some()
                        && !matches!(value, Expr::Reference(_) | Expr::MethodCall(_));
                    if is_change {
                        *end = Some(Default::default());
                        block.stmts.extend([stmt, self.again.clone()]);
                    } else {
                        let (span, last) = (value.span(), self.fresh.name("last", value.span()));
                        block.stmts.push(parse_quote_spanned!(span=> let #last = #value;));
                        block.stmts.push(self.again.clone());
                        block.stmts.push(Stmt::Expr(parse_quote_spanned!(span=> #last), None));
                    }
                }
                (_, true) => block.stmts.extend([stmt, self.again.clone()]),
                (_, false) => {
                    visit_mut::visit_stmt_mut(self, &mut stmt);
                    block.stmts.push(stmt);
                }
            }
        }
    }
}

impl Again<'_> {
    /// Gives a change that is an arm, or all of a closure, a block of its own.
    fn in_block(&self, body: &mut Expr) {
        let stmt = Stmt::Expr(body.clone(), None);
        if self.changes(&stmt) {
            *body = made::block_expr(body.span(), vec![stmt]);
        }
    }

    /// True for a statement that changes a name outside of its blocks.
    fn changes(&self, stmt: &Stmt) -> bool {
        let at = |e: &Expr| match e {
            Expr::Block(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_) => At::Past,
            Expr::Closure(_) => At::Past,
            e => At::found(name_changed(e).is_some_and(|name| self.names.contains(&name))),
        };
        seek(at, |visitor| visitor.visit_stmt(stmt))
    }
}

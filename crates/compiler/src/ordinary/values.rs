//! Values that statements make: blocks, loops that break with a value, branches of which one side leaves, and locals that get
//! their value later.
//!
//! Takes a block, returns it with a local that starts at some value and is assigned. Law: names that a block binds for itself are not
//! seen behind it.

use super::fresh::{Fresh, Rename, bound_in};
use super::start;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn assigned(block: &mut syn::Block, fresh: &mut Fresh) {
    Values { fresh, before: Vec::new() }.visit_block_mut(block);
}

struct Values<'a> {
    fresh: &'a mut Fresh,
    before: Vec<Stmt>,
}

impl VisitMut for Values<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.before);
        for stmt in std::mem::take(&mut block.stmts) {
            for mut stmt in self.later(stmt) {
                self.statement(&mut stmt);
                block.stmts.append(&mut self.before);
                block.stmts.push(stmt);
            }
        }
        self.before = outer;
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.visit_expr_mut(&mut branch.cond);
        self.visit_block_mut(&mut branch.then_branch);
        if let Some((_, otherwise)) = &mut branch.else_branch {
            match &mut **otherwise {
                Expr::Block(block) => self.visit_block_mut(&mut block.block),
                other => self.visit_expr_mut(other),
            }
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Block(block) = e {
            if block.label.is_none() && !block.block.stmts.is_empty() {
                let mut inner = block.block.clone();
                for name in bound_in(&inner) {
                    let own = self.fresh.name(&name.to_string(), name.span());
                    Rename { from: &name.to_string(), to: &own }.visit_block_mut(&mut inner);
                }
                self.visit_block_mut(&mut inner);
                if let Some(Stmt::Expr(value, None)) = inner.stmts.pop() {
                    self.before.append(&mut inner.stmts);
                    *e = value;
                    return;
                }
            }
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Values<'_> {
    /// A block that is a statement stays one.
    fn statement(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(Expr::Block(block), _) => self.visit_block_mut(&mut block.block),
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }

    /// A local whose value is assigned after its declaration.
    fn later(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let Stmt::Local(local) = &stmt else { return vec![stmt] };
        let (name, ty) = match &local.pat {
            Pat::Ident(name) => (name, None),
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => (name, Some(&typed.ty)),
                _ => return vec![stmt],
            },
            _ => return vec![stmt],
        };
        let (span, ident) = (local.let_token.span, &name.ident);
        let value = ty.and_then(|ty| start(ty)).unwrap_or_else(|| parse_quote!(0.0));
        let declared: Stmt = match ty {
            Some(ty) => parse_quote_spanned!(span=> let mut #ident: #ty = #value;),
            None => parse_quote_spanned!(span=> let mut #ident = #value;),
        };
        match local.init.as_ref().map(|init| &*init.expr) {
            None => vec![declared],
            Some(Expr::Loop(l)) => {
                let mut l = l.clone();
                let label = l.label.as_ref().map(|label| label.name.ident.to_string());
                Breaks { to: ident, label, inside: 0 }.visit_block_mut(&mut l.body);
                vec![declared, Stmt::Expr(Expr::Loop(l), None)]
            }
            Some(Expr::If(branch)) if leaves(&Expr::If(branch.clone())) => {
                let branch = Stmt::Expr(assigning(branch, ident), None);
                vec![declared, branch]
            }
            Some(_) => vec![stmt],
        }
    }
}

/// The branch whose arms assign what they are worth, unless they leave.
fn assigning(branch: &syn::ExprIf, to: &syn::Ident) -> Expr {
    let mut branch = branch.clone();
    arm(&mut branch.then_branch, to);
    if let Some((_, otherwise)) = &mut branch.else_branch {
        **otherwise = match &**otherwise {
            Expr::If(inner) => assigning(inner, to),
            Expr::Block(block) => {
                let mut block = block.clone();
                arm(&mut block.block, to);
                Expr::Block(block)
            }
            other => other.clone(),
        };
    }
    Expr::If(branch)
}

fn arm(block: &mut syn::Block, to: &syn::Ident) {
    let Some(Stmt::Expr(value, None)) = block.stmts.pop() else { return };
    let span = value.span();
    block.stmts.push(match value {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
            Stmt::Expr(value, Some(syn::token::Semi::default()))
        }
        Expr::If(inner) => Stmt::Expr(assigning(&inner, to), None),
        Expr::Block(mut inner) => {
            arm(&mut inner.block, to);
            Stmt::Expr(Expr::Block(inner), None)
        }
        value => parse_quote_spanned!(span=> #to = #value;),
    });
}

/// True if an expression returns, or leaves a loop around it.
fn leaves(e: &Expr) -> bool {
    struct Found(bool);
    impl<'ast> syn::visit::Visit<'ast> for Found {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }
        fn visit_expr_break(&mut self, _: &'ast syn::ExprBreak) {
            self.0 = true;
        }
        fn visit_expr_continue(&mut self, _: &'ast syn::ExprContinue) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut found = Found(false);
    syn::visit::Visit::visit_expr(&mut found, e);
    found.0
}

/// Breaks of a loop that assign the value with which they break.
struct Breaks<'a> {
    to: &'a syn::Ident,
    label: Option<String>,
    /// How many loops are around, inside of it.
    inside: usize,
}

impl VisitMut for Breaks<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            visit_mut::visit_stmt_mut(self, &mut stmt);
            if let Stmt::Expr(Expr::Break(leaving), _) = &mut stmt {
                let own = match &leaving.label {
                    None => self.inside == 0,
                    Some(label) => self.label.as_ref().is_some_and(|own| label.ident == own),
                };
                if let Some(value) = leaving.expr.take_if(|_| own) {
                    let (span, to) = (leaving.break_token.span, self.to);
                    block.stmts.push(parse_quote_spanned!(span=> #to = #value;));
                }
            }
            block.stmts.push(stmt);
        }
    }
    fn visit_expr_loop_mut(&mut self, l: &mut syn::ExprLoop) {
        self.inside += 1;
        visit_mut::visit_expr_loop_mut(self, l);
        self.inside -= 1;
    }
    fn visit_expr_while_mut(&mut self, l: &mut syn::ExprWhile) {
        self.inside += 1;
        visit_mut::visit_expr_while_mut(self, l);
        self.inside -= 1;
    }
    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        self.inside += 1;
        visit_mut::visit_expr_for_loop_mut(self, l);
        self.inside -= 1;
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

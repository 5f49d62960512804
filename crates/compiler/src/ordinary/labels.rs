//! Labels: blocks that are left with `break 'label` are loops that run once.
//!
//! Takes a block, returns it without such blocks. Law: a `break` or `continue` without a label means the loop that it meant before,
//! so where there is such a block, all loops have labels.

use super::fresh::Fresh;
use crate::syntax::seek::{At, seek};
use crate::syntax::visit_mut::{self, VisitMut};
use syn::{Expr, Lifetime, parse_quote};

/// Rewrites a block.
pub(super) fn looped(block: &mut syn::Block, fresh: &mut Fresh) {
    let at = |e: &Expr| At::found(matches!(e, Expr::Block(block) if block.label.is_some()));
    if seek(at, |visitor| visitor.visit_block(block)) {
        Labels { fresh, around: Vec::new() }.visit_block_mut(block);
    }
}

struct Labels<'a> {
    fresh: &'a mut Fresh,
    around: Vec<Lifetime>,
}

impl Labels<'_> {
    fn round(&mut self, label: &mut Option<syn::Label>, body: &mut syn::Block) {
        let name = label.get_or_insert_with(|| {
            let name = self.fresh.name("round", proc_macro2::Span::call_site());
            syn::Label {
                name: Lifetime::new(&format!("'{name}"), name.span()),
                colon_token: Default::default(),
            }
        });
        self.around.push(name.name.clone());
        self.visit_block_mut(body);
        self.around.pop();
    }
}

impl VisitMut for Labels<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Loop(each) => self.round(&mut each.label, &mut each.body),
            Expr::While(each) => {
                self.visit_expr_mut(&mut each.cond);
                self.round(&mut each.label, &mut each.body);
            }
            Expr::ForLoop(each) => {
                self.visit_expr_mut(&mut each.expr);
                self.round(&mut each.label, &mut each.body);
            }
            Expr::Block(block) if block.label.is_some() => {
                visit_mut::visit_block_mut(self, &mut block.block);
                if let Some(label) = &block.label {
                    let (name, inner) = (&label.name, &block.block);
                    *e = parse_quote!(#label loop { break #name #inner; });
                }
            }
            Expr::Break(leaving) => {
                leaving.expr.iter_mut().for_each(|value| self.visit_expr_mut(value));
                leaving.label = leaving.label.take().or_else(|| self.around.last().cloned());
            }
            Expr::Continue(leaving) => {
                leaving.label = leaving.label.take().or_else(|| self.around.last().cloned());
            }
            // The loops of a closure are its own.
            Expr::Closure(_) => {
                let around = std::mem::take(&mut self.around);
                visit_mut::visit_expr_mut(self, e);
                self.around = around;
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}

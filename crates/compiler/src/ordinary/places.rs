//! Other ways to write over a place: `(a, b) = (b, a + b)`, `mem::swap`, `mem::replace`, `mem::take`.
//!
//! Takes a block, returns it with plain assignments in their place. The values of a tuple are computed before any place changes.

use super::fresh::Fresh;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn plain(block: &mut syn::Block, fresh: &mut Fresh) {
    Places { fresh, before: Vec::new() }.visit_block_mut(block);
}

struct Places<'a> {
    fresh: &'a mut Fresh,
    /// What runs before the statement that is looked at.
    before: Vec<Stmt>,
}

impl VisitMut for Places<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.before);
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Expr(Expr::Call(call), _) = &stmt {
                if let (Some("swap"), 2) = (of_memory(&call.func), call.args.len()) {
                    let (span, a, b) = (call.span(), &call.args[0], &call.args[1]);
                    block.stmts.push(parse_quote_spanned!(span=> ::retrograde::__private::exchange(#a, #b);));
                    continue;
                }
            }
            visit_mut::visit_stmt_mut(self, &mut stmt);
            block.stmts.append(&mut self.before);
            match stmt {
                Stmt::Expr(Expr::Assign(a), semi) => match (*a.left, *a.right) {
                    (Expr::Tuple(left), right) => self.tuple(left, right, &mut block.stmts),
                    (left, right) => {
                        let assign = syn::ExprAssign { left: Box::new(left), right: Box::new(right), ..a };
                        block.stmts.push(Stmt::Expr(Expr::Assign(assign), semi));
                    }
                },
                other => block.stmts.push(other),
            }
        }
        self.before = outer;
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::Call(call) = &*e else { return };
        let span = call.span();
        let (place, value): (Expr, Expr) = match (of_memory(&call.func), call.args.len()) {
            (Some("replace"), 2) => (call.args[0].clone(), call.args[1].clone()),
            (Some("take"), 1) => (call.args[0].clone(), parse_quote_spanned!(span=> Default::default())),
            _ => return,
        };
        let old = self.fresh.name("replaced", span);
        self.before.push(parse_quote_spanned!(span=> let mut #old = #value;));
        self.before.push(parse_quote_spanned!(span=> ::retrograde::__private::exchange(#place, &mut #old);));
        *e = parse_quote_spanned!(span=> #old);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Places<'_> {
    fn tuple(&mut self, left: syn::ExprTuple, right: Expr, out: &mut Vec<Stmt>) {
        let span = left.span();
        let names: Vec<syn::Ident> = left.elems.iter().map(|_| self.fresh.name("value", span)).collect();
        match right {
            Expr::Tuple(right) if right.elems.len() == left.elems.len() => {
                for (name, value) in names.iter().zip(right.elems) {
                    out.push(parse_quote_spanned!(span=> let #name = #value;));
                }
            }
            other => out.push(parse_quote_spanned!(span=> let (#(#names),*) = #other;)),
        }
        for (place, name) in left.elems.into_iter().zip(&names) {
            match place {
                Expr::Infer(_) => {}
                Expr::Tuple(inner) => self.tuple(inner, parse_quote_spanned!(span=> #name), out),
                place => out.push(parse_quote_spanned!(span=> #place = #name;)),
            }
        }
    }
}

/// The function of `std::mem` that is called.
fn of_memory(func: &Expr) -> Option<&'static str> {
    let Expr::Path(path) = func else { return None };
    let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let (last, before) = segments.split_last()?;
    let qualified = before.last().is_some_and(|module| module == "mem");
    ["swap", "replace", "take"]
        .into_iter()
        .find(|name| last == name && (qualified || (*name == "swap" && before.is_empty())))
}

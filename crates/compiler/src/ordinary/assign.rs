//! Assignments: exchanges with a new local that holds the value, and afterwards the old one.
//!
//! Takes a block, returns it without what overwrites. `x = e` becomes `let mut old = e; swap(&mut x, &mut old);`: an exchange has
//! an inverse, and the old value is recorded with the locals of its block. `x += e` and `x -= e` that do not read `x` stay as they
//! are. Branches and loops keep their decisions.

use super::fresh::Fresh;
use crate::ir::{Methods, is_of};
use crate::syntax::made;
use crate::syntax::read::{is_compound, name_of};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use crate::syntax::{signatures, structures};
use crate::tokens;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn exchanged(block: &mut syn::Block, fresh: &mut Fresh) {
    Exchange { fresh }.visit_block_mut(block);
}

struct Exchange<'a> {
    fresh: &'a mut Fresh,
}

impl VisitMut for Exchange<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |mut stmt, _, out| {
            visit_mut::visit_stmt_mut(self, &mut stmt);
            match &stmt {
                Stmt::Expr(Expr::Assign(a), _) => out.extend(self.assigned(&a.left, (*a.right).clone())),
                Stmt::Expr(Expr::Binary(b), _) if overwriting(b).is_some() => {
                    let (span, left, right, op) = (b.span(), &b.left, &b.right, overwriting(b));
                    let value = quote_spanned!(span=> #left #op (#right));
                    out.extend(self.assigned(&b.left, Expr::Verbatim(value).parsed()));
                }
                _ => out.push(stmt),
            }
        });
    }

    fn visit_expr_if_mut(&mut self, e: &mut syn::ExprIf) {
        visit_mut::visit_expr_if_mut(self, e);
        keep(&mut e.attrs);
    }

    fn visit_expr_while_mut(&mut self, e: &mut syn::ExprWhile) {
        visit_mut::visit_expr_while_mut(self, e);
        keep(&mut e.attrs);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

fn keep(attrs: &mut Vec<syn::Attribute>) {
    if !attrs.iter().any(|attr| attr.path().is_ident("keep")) {
        attrs.push(parse_quote!(#[keep]));
    }
}

impl Exchange<'_> {
    fn assigned(&mut self, target: &Expr, value: Expr) -> [Stmt; 2] {
        let span = target.span();
        let old = self.fresh.name("old", span);
        let place: Expr = match target {
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => (**expr).clone(),
            other => made::lent(span, other.clone()),
        };
        [
            made::declared(span, &old, value),
            parse_quote_spanned!(span=> ::retrograde::__private::exchange(#place, &mut #old);),
        ]
    }
}

trait Parsed {
    fn parsed(self) -> Expr;
}

impl Parsed for Expr {
    fn parsed(self) -> Expr {
        syn::parse2(self.to_token_stream()).unwrap_or(self)
    }
}

/// The operator of a compound assignment that loses the old value.
fn overwriting(b: &syn::ExprBinary) -> Option<TokenStream> {
    let span = b.op.span();
    match b.op {
        BinOp::AddAssign(_) if reads(&b.right, &b.left) => Some(quote_spanned!(span=> +)),
        BinOp::SubAssign(_) if reads(&b.right, &b.left) => Some(quote_spanned!(span=> -)),
        BinOp::BitXorAssign(_) if reads(&b.right, &b.left) => Some(quote_spanned!(span=> ^)),
        BinOp::MulAssign(_) => Some(quote_spanned!(span=> *)),
        BinOp::DivAssign(_) => Some(quote_spanned!(span=> /)),
        BinOp::RemAssign(_) => Some(quote_spanned!(span=> %)),
        BinOp::BitAndAssign(_) => Some(quote_spanned!(span=> &)),
        BinOp::BitOrAssign(_) => Some(quote_spanned!(span=> |)),
        BinOp::ShlAssign(_) => Some(quote_spanned!(span=> <<)),
        BinOp::ShrAssign(_) => Some(quote_spanned!(span=> >>)),
        _ => None,
    }
}

/// True if an expression names the variable of a place.
fn reads(e: &Expr, place: &Expr) -> bool {
    base(place).is_none_or(|base| tokens::has(e, &[&base]))
}

/// The place that an expression changes by itself.
pub(super) fn changed_by(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Assign(assign) => Some(&assign.left),
        Expr::Binary(binary) if is_compound(&binary.op) => Some(&binary.left),
        Expr::Reference(lent) if lent.mutability.is_some() => Some(&lent.expr),
        Expr::MethodCall(call) if is_of(&call.method, Methods::ChangesVector) => Some(&call.receiver),
        _ => None,
    }
}

/// The name of what an expression changes by itself, as far as the crate knows its methods and functions.
pub(super) fn name_changed(e: &Expr) -> Option<String> {
    match e {
        Expr::MethodCall(call)
            if call.method == "next" || structures::changes_any(&call.method.to_string()) =>
        {
            base(&call.receiver)
        }
        Expr::Call(call) => lent_by_name(call).into_iter().find_map(|at| name_of(&call.args[at])),
        e => changed_by(e).and_then(base),
    }
}

/// The arguments of a call that the function changes, as far as the crate knows it.
pub(super) fn lent_by_name(call: &syn::ExprCall) -> Vec<usize> {
    let name = match &*call.func {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    };
    let states = name.map(signatures::states).unwrap_or_default();
    states.into_iter().filter(|at| *at < call.args.len()).collect()
}

/// The variable of a place.
pub(super) fn base(place: &Expr) -> Option<String> {
    match place {
        Expr::Index(index) => base(&index.expr),
        Expr::Field(field) => base(&field.base),
        Expr::Unary(unary) => base(&unary.expr),
        Expr::Paren(inner) => base(&inner.expr),
        name => name_of(name),
    }
}

//! The sides of a choice between structures: one that computes needs a place to which its value goes, since what a choice hands on is
//! computed before it is decided.

use crate::syntax::named::maker;
use crate::syntax::read::bare;
use syn::{Expr, Stmt};

/// True if a side of a branch computes more than sums and multiples, and is no structure that is written out.
pub(super) fn compute(e: &Expr) -> bool {
    match bare(e) {
        Expr::If(branch) => {
            block(&branch.then_branch) || branch.else_branch.as_ref().is_some_and(|(_, other)| compute(other))
        }
        Expr::Match(on) => on.arms.iter().any(|arm| compute(&arm.body)),
        Expr::Block(of) => block(&of.block),
        Expr::Binary(_) => !is_linear(e),
        // What has a method here is a structure, whose sums are calls.
        Expr::MethodCall(call) => {
            let of = bare(&call.receiver);
            matches!(of, Expr::Binary(_)) || !is_linear(of) || !call.args.iter().all(is_linear)
        }
        Expr::Call(call) => {
            let makes = matches!(&*call.func, Expr::Path(path) if maker(&path.path).makes());
            !makes && !call.args.iter().all(is_linear)
        }
        _ => false,
    }
}

fn block(block: &syn::Block) -> bool {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => compute(value),
        stmts => !stmts.is_empty(),
    }
}

/// True for sums and multiples of what is read.
fn is_linear(e: &Expr) -> bool {
    let is_literal = |e: &Expr| matches!(bare(e), Expr::Lit(_));
    match bare(e) {
        Expr::Binary(binary) => {
            let (left, right) = (&*binary.left, &*binary.right);
            let suits = match binary.op {
                syn::BinOp::Add(_) | syn::BinOp::Sub(_) => true,
                syn::BinOp::Mul(_) => is_literal(left) || is_literal(right),
                syn::BinOp::Div(_) => is_literal(right),
                _ => false,
            };
            suits && is_linear(left) && is_linear(right)
        }
        Expr::Unary(unary) => is_linear(&unary.expr),
        Expr::Reference(lent) => is_linear(&lent.expr),
        Expr::Field(field) => is_linear(&field.base),
        Expr::Index(index) => is_linear(&index.expr),
        Expr::MethodCall(call) => call.method == "clone" && call.args.is_empty() && is_linear(&call.receiver),
        Expr::Path(_) | Expr::Lit(_) => true,
        _ => false,
    }
}

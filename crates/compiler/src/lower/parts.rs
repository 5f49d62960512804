//! Telling places of structures which field variables lie inside them.
//!
//! Takes a lowered function, in which all field variables are known at last, and fills in the parts of every place. Law: what is
//! handed to a function as a whole is touched in all of its field variables, wherever in the program they are named.

use crate::ir::*;

/// Fills in the parts of all places.
pub(super) fn fill(block: &mut Block, vars: &Variables) {
    if vars.has_fields() {
        block.stmts.iter_mut().for_each(|stmt| stmt_parts(stmt, vars));
    }
}

fn stmt_parts(stmt: &mut Stmt, vars: &Variables) {
    match stmt {
        Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
            b.parts = vars.parts(b.var);
            expr(&mut b.value, vars);
        }
        Stmt::Update(u) => {
            place(&mut u.place, vars);
            expr(&mut u.value, vars);
        }
        Stmt::Call(c) => c.args.iter_mut().for_each(|arg| argument(arg, vars)),
        Stmt::For(f) => {
            expr(&mut f.range.start, vars);
            expr(&mut f.range.end, vars);
            for both in &mut f.lengths {
                expr(&mut both.length, vars);
                expr(&mut both.other, vars);
            }
            f.range.step.iter_mut().for_each(|step| expr(step, vars));
            fill(&mut f.body, vars);
        }
        Stmt::If(i) => {
            expr(&mut i.pre, vars);
            i.post.iter_mut().for_each(|post| expr(post, vars));
            fill(&mut i.then, vars);
            fill(&mut i.otherwise, vars);
        }
        Stmt::While(w) => {
            expr(&mut w.pre, vars);
            expr(&mut w.post, vars);
            fill(&mut w.body, vars);
        }
        Stmt::Routine(r) | Stmt::Undo(r) => fill(&mut r.body, vars),
        Stmt::Safe(_) => {}
    }
}

fn place(place: &mut Place, vars: &Variables) {
    place.parts = vars.parts(place.base);
    for projection in &mut place.path {
        match projection {
            Projection::Index(i) => expr(i, vars),
            Projection::Range(a, b) => {
                expr(a, vars);
                expr(b, vars);
            }
        }
    }
}

fn argument(arg: &mut Argument, vars: &Variables) {
    match arg {
        Argument::Mutable(p) | Argument::Shared(p) => place(p, vars),
        Argument::Value(e) => expr(e, vars),
    }
}

fn expr(e: &mut Expr, vars: &Variables) {
    match e {
        Expr::Real(..) | Expr::Constant(_) => {}
        Expr::Read(p) | Expr::Length(p) => place(p, vars),
        Expr::Apply(_, args)
        | Expr::Exact(_, args)
        | Expr::List(args)
        | Expr::Number(_, args)
        | Expr::Structure(_, args) => {
            args.iter_mut().for_each(|arg| expr(arg, vars));
        }
        Expr::Powi(a, b) => {
            expr(a, vars);
            expr(b, vars);
        }
        Expr::ToReal(inner) | Expr::ToExact(inner, _) => expr(inner, vars),
        Expr::Call(_, args) | Expr::Host(_, args) => args.iter_mut().for_each(|arg| argument(arg, vars)),
        Expr::Choose(c, a, b) => [c, a, b].into_iter().for_each(|part| expr(part, vars)),
        Expr::Fill { value, length, .. } => {
            expr(value, vars);
            expr(length, vars);
        }
    }
}

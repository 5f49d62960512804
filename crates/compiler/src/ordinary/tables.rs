//! Names of parts of constants: `let gas = &GASES[i];`.
//!
//! Takes a function whose locals have unique names; returns it with the part itself where such a name is read by its parts, since these are
//! constants as well. Law: the index is evaluated once, where it was.

use super::fresh::Fresh;
use super::sequence::indices_named;
use crate::syntax::read::is_name;
use crate::syntax::rewrite::{blocks, outer, within};
use crate::syntax::seek::{At, seek};
use crate::syntax::visit_mut::VisitMut;
use crate::tokens;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn read(block: &mut syn::Block, fresh: &mut Fresh) {
    blocks(block, |mut stmt, rest, out| {
        out.extend(placed(&mut stmt, fresh));
        if let Some((name, part)) = named(&mut stmt) {
            if rest.iter().any(|stmt| reads_part(stmt, &name)) {
                indices_named(part, fresh, &|_| true, out);
                within(rest.iter_mut(), &mut parts(&name, part));
                if !rest.iter().any(|stmt| tokens::mentions(stmt, &name)) {
                    return;
                }
            }
        }
        out.push(stmt);
    });
}

/// Names the place where a search of a constant ends, `let gas = GASES.iter().find(…)?;`: what is found is the element there.
fn placed(stmt: &mut Stmt, fresh: &mut Fresh) -> Option<Stmt> {
    let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else {
        return None;
    };
    let table = table_of(searched(&mut init.expr)?)?;
    let (at, span) = (fresh.name(&format!("{}_at", name.ident), name.ident.span()), name.ident.span());
    let search = searched(&mut init.expr)?;
    search.method = Ident::new("position", search.method.span());
    let place = std::mem::replace(&mut *init.expr, parse_quote_spanned!(span=> &#table[#at]));
    Some(parse_quote_spanned!(span=> let #at: usize = #place;))
}

/// The search whose value is taken, `….find(f)?`.
fn searched(e: &mut Expr) -> Option<&mut syn::ExprMethodCall> {
    match e {
        Expr::Try(of) => searched(&mut of.expr),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "find" => Some(call),
            "unwrap" | "expect" => searched(&mut call.receiver),
            _ => None,
        },
        _ => None,
    }
}

/// The constant all of whose elements a search visits.
fn table_of(search: &syn::ExprMethodCall) -> Option<Expr> {
    match &*search.receiver {
        Expr::MethodCall(all) if all.method == "iter" && super::sequence::visits_constant(&all.receiver) => {
            matches!(&*all.receiver, Expr::Path(_)).then(|| (*all.receiver).clone())
        }
        _ => None,
    }
}

/// The name and the part of `let name = TABLE[i];`.
fn named(stmt: &mut Stmt) -> Option<(Ident, &mut Expr)> {
    let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
    let is_one = name.mutability.is_none() && init.diverge.is_none();
    (is_one && super::sequence::is_of_constant(&init.expr)).then(|| (name.ident.clone(), &mut *init.expr))
}

/// True if a statement reads a part of a variable.
fn reads_part(stmt: &Stmt, name: &Ident) -> bool {
    let at = |e: &Expr| At::found(whole(&mut e.clone()).is_some_and(|of| is_name(of, name)));
    seek(at, |visitor| visitor.visit_stmt(stmt))
}

/// The value of which an expression reads a part: a field, an element, the number of elements, or all of them one by one.
fn whole(e: &mut Expr) -> Option<&mut Expr> {
    match e {
        Expr::Field(field) => Some(&mut field.base),
        Expr::Index(of) => Some(&mut of.expr),
        Expr::MethodCall(call) => {
            let reads = ["iter", "into_iter", "windows", "len", "is_empty"];
            reads.iter().any(|name| call.method == name).then_some(&mut call.receiver)
        }
        Expr::ForLoop(each) => Some(&mut each.expr),
        _ => None,
    }
}

/// Puts a part of a constant in place of its name where a part of that is read.
pub(super) fn parts(name: &Ident, of: &Expr) -> impl VisitMut {
    let mut of = of;
    while let Expr::Reference(syn::ExprReference { expr, .. }) | Expr::Paren(syn::ExprParen { expr, .. }) = of
    {
        of = expr;
    }
    outer(move |e| {
        if let Some(whole) = whole(e).filter(|whole| is_name(whole, name)) {
            *whole = of.clone();
        }
        false
    })
}

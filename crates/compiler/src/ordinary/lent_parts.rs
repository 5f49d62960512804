//! Parts that are lent at once: `let Vec3 { x, y, .. } = &mut v;` is `let x = &mut v.x; let y = &mut v.y;`.
//!
//! Takes a block, returns it with a statement for each part. Law: the parts are those that the pattern names; one that can fail stays.

use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn apart(block: &mut syn::Block) {
    Apart.visit_block_mut(block);
}

struct Apart;

impl VisitMut for Apart {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |mut stmt, _, out| {
            visit_mut::visit_stmt_mut(self, &mut stmt);
            match parts_of(&stmt) {
                Some(parts) => out.extend(parts),
                None => out.push(stmt),
            }
        });
    }
}

/// The statements that lend the parts one by one.
fn parts_of(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return None };
    let Expr::Reference(lent) = &*init.expr else { return None };
    let is_place = matches!(&*lent.expr, Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
    if lent.mutability.is_none() || !is_place || init.diverge.is_some() || matches!(pat, Pat::Ident(_)) {
        return None;
    }
    let mut parts = Vec::new();
    lent_parts(pat, (*lent.expr).clone(), &mut parts)?;
    Some(parts)
}

fn lent_parts(pat: &Pat, place: Expr, out: &mut Vec<Stmt>) -> Option<()> {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => Some(()),
        Pat::Paren(inner) => lent_parts(&inner.pat, place, out),
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            let span = name.span();
            out.push(parse_quote_spanned!(span=> let #name = &mut #place;));
            Some(())
        }
        Pat::Struct(of) => of.fields.iter().try_for_each(|field| {
            let member = &field.member;
            lent_parts(&field.pat, parse_quote!(#place.#member), out)
        }),
        Pat::Tuple(of) => each_of(&of.elems, |at, part| {
            let member = syn::Index::from(at).to_token_stream();
            lent_parts(part, parse_quote!(#place.#member), out)
        }),
        Pat::Slice(of) => each_of(&of.elems, |at, part| lent_parts(part, parse_quote!(#place[#at]), out)),
        _ => None,
    }
}

/// Visits the parts before `..`; nothing if there are others behind it.
fn each_of<'p>(
    parts: impl IntoIterator<Item = &'p Pat>,
    mut visit: impl FnMut(usize, &'p Pat) -> Option<()>,
) -> Option<()> {
    let mut ended = false;
    parts.into_iter().enumerate().try_for_each(|(at, part)| {
        if ended {
            return None;
        }
        ended = matches!(part, Pat::Rest(_));
        visit(at, part)
    })
}

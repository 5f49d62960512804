//! Loops over the elements of constants.
//!
//! `for (w, x) in W.iter().zip(x)` visits what is no place of the function. It becomes a loop over indices, in which each round
//! reads its element: `for (w_at, x) in (0..W.len()).zip(x) { let w = W[w_at]; … }`. A constant is known by its capitals, and by
//! no variable having its name.

use crate::sorted::Set;
use crate::syntax::named::judged;
use crate::syntax::paths::last;
use crate::syntax::seek::{self, each_name};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use proc_macro2::Ident;
use quote::format_ident;

/// Turns loops over constants into loops over indices.
pub(crate) fn index_constants(item: &mut syn::ItemFn) {
    let mut bound = Set::new();
    each_name(|name| _ = bound.insert(name.ident.to_string()), seek::parts(item));
    let names = tokens::names(&*item);
    Indexing { names, bound }.visit_block_mut(&mut item.block);
}

struct Indexing {
    /// Every name in the function.
    names: Set<String>,
    /// Those of its variables.
    bound: Set<String>,
}

impl VisitMut for Indexing {
    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        let mut elements = Vec::new();
        self.source(&mut f.expr, &mut f.pat, &mut elements);
        elements.append(&mut f.body.stmts);
        f.body.stmts = elements;
        visit_mut::visit_expr_for_loop_mut(self, f);
    }

    // What stands in these is rustc's.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

impl Indexing {
    /// Turns what a loop visits into indices where it is a constant, with the pattern that names it.
    fn source(&mut self, e: &mut syn::Expr, pat: &mut syn::Pat, elements: &mut Vec<syn::Stmt>) {
        if let syn::Pat::Paren(p) = pat {
            return self.source(e, &mut p.pat, elements);
        }
        if let Some(constant) = self.constant(e) {
            let Some(name) = named(pat) else { return };
            let index = self.fresh(&name);
            elements.push(syn::parse_quote_spanned!(name.span()=> let #name = #constant[#index];));
            *e = syn::parse_quote_spanned!(name.span()=> (0..#constant.len()));
            *pat = syn::parse_quote!(#index);
            return;
        }
        match e {
            syn::Expr::Paren(p) => self.source(&mut p.expr, pat, elements),
            syn::Expr::MethodCall(call) => {
                let method = call.method.to_string();
                match (method.as_str(), call.args.len(), pat) {
                    ("zip", 1, syn::Pat::Tuple(parts)) if parts.elems.len() == 2 => {
                        self.source(&mut call.receiver, &mut parts.elems[0], elements);
                        self.source(&mut call.args[0], &mut parts.elems[1], elements);
                    }
                    ("enumerate", 0, syn::Pat::Tuple(parts)) if parts.elems.len() == 2 => {
                        self.source(&mut call.receiver, &mut parts.elems[1], elements);
                    }
                    ("rev", 0, pat) | ("skip" | "take" | "step_by", 1, pat) => {
                        self.source(&mut call.receiver, pat, elements);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The constant whose elements an expression visits.
    fn constant(&self, e: &syn::Expr) -> Option<syn::ExprPath> {
        match e {
            syn::Expr::Paren(p) => self.constant(&p.expr),
            syn::Expr::Reference(r) if r.mutability.is_none() => self.constant(&r.expr),
            syn::Expr::MethodCall(call)
                if call.args.is_empty()
                    && ["iter", "into_iter", "copied", "cloned"].iter().any(|name| call.method == name) =>
            {
                self.constant(&call.receiver)
            }
            syn::Expr::Path(path) => {
                let name = last(&path.path);
                (judged(&path.path).is_in_capitals() && !self.bound.contains(&name)).then(|| path.clone())
            }
            _ => None,
        }
    }

    /// A name for an index that nothing else has.
    fn fresh(&mut self, name: &Ident) -> Ident {
        let mut index = format_ident!("{name}_at");
        while !self.names.insert(index.to_string()) {
            index = format_ident!("{index}_");
        }
        index
    }
}

/// The name that a pattern gives to an element.
fn named(pat: &syn::Pat) -> Option<Ident> {
    match pat {
        syn::Pat::Paren(p) => named(&p.pat),
        syn::Pat::Reference(r) => named(&r.pat),
        syn::Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => {
            Some(p.ident.clone())
        }
        _ => None,
    }
}

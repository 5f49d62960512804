//! Names: syntax in, syntax out. Each local is bound once, and each nested call has a name.
//!
//! `aliases` writes the real type and arrays in the places of their other names, `depth` cuts long expressions into named parts,
//! `constants` visits the elements of constants by indices, `calls` names the calls inside calls, `names` tells apart what is bound more than
//! once. Law: what runs, and in which order, stays what was written.

mod aliases;
mod calls;
mod constants;
mod depth;
mod names;

pub(crate) use aliases::{owned, replaced};
pub(crate) use calls::{STRUCTURE, is_known, is_unknown, name_calls};
pub(crate) use constants::index_constants;
pub(crate) use depth::{shorten, shorten_values};
pub(crate) use names::{apart, key, mark, renamed};

/// Returns a statement behind the names that it needs. What they are built from may change after it, so they end with it.
fn behind(mut names: Vec<syn::Stmt>, stmt: syn::Stmt) -> Vec<syn::Stmt> {
    match stmt {
        syn::Stmt::Expr(ref e, Some(_)) if !names.is_empty() => {
            let brace_token = syn::token::Brace(syn::spanned::Spanned::span(e));
            names.push(stmt);
            let block = syn::Block { brace_token, stmts: names };
            let enclosed = syn::ExprBlock { attrs: Vec::new(), label: None, block };
            vec![syn::Stmt::Expr(syn::Expr::Block(enclosed), None)]
        }
        stmt => names.into_iter().chain([stmt]).collect(),
    }
}

/// Returns the name that programs give to the type of cotangents: one that the text does not have.
pub(crate) fn cotangent_name(text: proc_macro2::TokenStream, is_free: impl Fn(&str) -> bool) -> &'static str {
    let named = crate::tokens::names(text);
    let names = ["C", "Cotangent", "CotangentOf"];
    names.into_iter().find(|name| !named.contains(*name) && is_free(name)).unwrap_or("CotangentType")
}

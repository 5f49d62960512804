//! `#[parallel]`, `#[parallel(threads)]`, `#[parallel(ranks)]` and `#[sequential]` before a `for`: how its iterations run.
//!
//! Takes attributes, returns what they say.

use crate::ir::Together;

/// Returns what a mark says, or nothing if it is another attribute or says what nobody knows.
pub(crate) fn of(attr: &syn::Attribute) -> Option<Together> {
    match &attr.meta {
        syn::Meta::Path(path) if path.is_ident("parallel") => Some(Together::Lanes),
        syn::Meta::Path(path) if path.is_ident("sequential") => Some(Together::Never),
        syn::Meta::List(list) if list.path.is_ident("parallel") => {
            let word = syn::parse2::<syn::Ident>(list.tokens.clone()).ok()?;
            match word.to_string().as_str() {
                "threads" => Some(Together::Threads),
                "ranks" => Some(Together::Ranks),
                _ => None,
            }
        }
        syn::Meta::Path(_) | syn::Meta::List(_) | syn::Meta::NameValue(_) => None,
    }
}

/// True for such a mark, whatever it says.
pub(crate) fn is_mark(attr: &syn::Attribute) -> bool {
    is_parallel(attr) || is_sequential(attr)
}

/// True for `#[sequential]`.
pub(crate) fn is_sequential(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("sequential")
}

/// Returns help for a mark that does not apply to its statement, or nothing if it does.
pub(crate) fn help(stmt: &syn::Stmt, attr: &syn::Attribute) -> Option<&'static str> {
    let syn::Stmt::Expr(syn::Expr::ForLoop(each), _) = stmt else {
        return Some(if is_sequential(attr) {
            "write it before a `for`, whose iterations then run one after the other everywhere"
        } else {
            "write it before a `for`, whose iterations may run together"
        });
    };
    let asks_for_both = each.attrs.iter().any(is_sequential) && each.attrs.iter().any(is_parallel);
    match of(attr) {
        Some(Together::Never) if asks_for_both => {
            Some("the loop is marked `#[parallel]`, which asks for the contrary: remove one of the two")
        }
        Some(Together::Never | Together::Lanes | Together::Threads | Together::Ranks) => None,
        None if is_sequential(attr) => Some("write `#[sequential]`: it has no options"),
        None => Some(
            "write `#[parallel]`, or `#[parallel(threads)]` for a loop of more than some milliseconds, or `#[parallel(ranks)]` for one that the processes of `mpirun` share",
        ),
    }
}

/// True for `#[parallel]`, with options or without.
pub(crate) fn is_parallel(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("parallel")
}

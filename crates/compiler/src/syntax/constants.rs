//! Constants and statics of a file: their types, as they are written.
//!
//! Law: two constants of one name in a file say nothing, and neither does one in a module.

use super::structures::{is_told, said_here};
use proc_macro2::{TokenStream, TokenTree};

/// The key for the type of a constant of a file.
pub(super) fn key(name: &str) -> String {
    format!("the constant {name}")
}

/// The words before the name of a constant.
const KINDS: [&str; 2] = ["const", "static"];

/// Returns the name that an item `const NAME: … = …;` defines.
pub(super) fn name_of(tokens: &[TokenTree]) -> Option<String> {
    let at = starting(tokens)?;
    match tokens.get(at + 1..at + 3)? {
        [TokenTree::Ident(name), TokenTree::Punct(colon)] if colon.as_char() == ':' => Some(name.to_string()),
        _ => None,
    }
}

/// Returns the type in such an item.
pub(super) fn type_of(tokens: &[TokenTree]) -> Option<String> {
    name_of(tokens)?;
    let written = tokens.iter().skip(starting(tokens)? + 3);
    let ty: TokenStream = written
        .take_while(|token| !matches!(token, TokenTree::Punct(p) if p.as_char() == '='))
        .cloned()
        .collect();
    (super::limits::excess(ty.clone(), super::limits::Chains::Named).is_none()).then_some(ty.to_string())
}

/// Returns the position of the word with which such an item starts, behind attributes and `pub`.
fn starting(tokens: &[TokenTree]) -> Option<usize> {
    let word = |token: &TokenTree| match token {
        TokenTree::Ident(word) if word != "pub" => Some(KINDS.iter().any(|kind| word == kind)),
        TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    };
    let at = tokens.iter().position(|token| word(token).is_some())?;
    (word(tokens.get(at)?) == Some(true)).then_some(at)
}

/// The type of a constant of the same file, if it means the same wherever it stands.
pub(crate) fn told(name: &syn::Ident) -> Option<syn::Type> {
    let ty = syn::parse_str(&said_here(&key(&name.to_string()))?).ok()?;
    is_known(&ty).then_some(ty)
}

/// True for a type of which the parts are known: the name of no other type is in it.
pub(crate) fn is_known(ty: &syn::Type) -> bool {
    let told = |ty: &syn::Type| is_told(ty, &syn::Generics::default());
    match ty {
        syn::Type::Reference(lent) => is_known(&lent.elem),
        syn::Type::Array(array) => is_known(&array.elem),
        syn::Type::Slice(slice) => is_known(&slice.elem),
        syn::Type::Tuple(parts) => parts.elems.iter().all(is_known),
        ty => told(ty),
    }
}

/// Returns the name of a constant that a statement defines, and its type likewise.
pub(crate) fn defined(stmt: &syn::Stmt) -> Option<(String, Option<syn::Type>)> {
    let (name, ty) = match stmt {
        syn::Stmt::Item(syn::Item::Const(of)) => (&of.ident, &of.ty),
        syn::Stmt::Item(syn::Item::Static(of)) => (&of.ident, &of.ty),
        _ => return None,
    };
    Some((name.to_string(), is_known(ty).then(|| (**ty).clone())))
}

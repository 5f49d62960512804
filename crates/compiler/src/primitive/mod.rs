//! The attribute `#[primitive]`: a pure function with its partials becomes a rule that every number type and program
//! accepts.
//!
//! Takes a function of real numbers and one expression per real argument; returns the function, and the programs that
//! `#[reversible]` emits for a function that returns a value. `parse` finds all errors, so nothing can fail after it;
//! `syntax/literals` makes float literals generic; `emit` prints the items. With `jvp = f`, a rule for directions, or `pull = f`, a pullback,
//! it may take arrays and is printed as a reversible function is (`rule.rs`).

mod emit;
mod parse;

use crate::rule;
use crate::syntax::literals;
use proc_macro2::TokenStream;

/// The attribute macro: returns the items that replace the function, or its errors and a stub.
pub fn primitive(attr: TokenStream, item: TokenStream) -> TokenStream {
    crate::syntax::facade::named(attr, |attr| primitive_in(attr, item))
}

/// Expands the attribute, with the library under its own name.
fn primitive_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) = [&attr, &item]
        .into_iter()
        .find_map(|tokens| crate::syntax::limits::refused(tokens, crate::syntax::limits::Chains::Kept))
    {
        return refused;
    }
    let function = match syn::parse2::<syn::ItemFn>(item) {
        Ok(function) => function,
        Err(error) => {
            let message =
                "`#[primitive]` belongs before a function\n  help: write `fn name<T: Real>(x: T) -> T { … }`";
            return syn::Error::new(error.span(), message).to_compile_error();
        }
    };
    match rule::named(&attr) {
        Some(Ok(of)) => return rule::item(of, &function),
        Some(Err(error)) => {
            let (errors, stub) = (error.to_compile_error(), crate::syntax::stub(&function));
            return quote::quote!(#errors #stub);
        }
        None => {}
    }
    match parse::parse(attr, &function) {
        Ok(primitive) => emit::item(&primitive),
        Err(errors) => {
            let (errors, stub) = (errors.to_compile_error(), crate::syntax::stub(&function));
            quote::quote!(#errors #stub)
        }
    }
}

/// The partials of a primitive: for each the number of its argument, and its expression in terms of the arguments and
/// of the value `y`.
#[derive(Clone, Debug)]
pub struct Partials(pub Vec<(usize, syn::Expr)>);

impl Partials {
    /// Returns the partials of a function; nothing if it is not a primitive.
    pub fn of(attr: TokenStream, function: &syn::ItemFn) -> Option<Partials> {
        let primitive = parse::parse(attr, function).ok()?;
        let reals = primitive.arguments.iter().enumerate().filter(|(_, argument)| argument.real);
        Some(Partials(reals.map(|(i, _)| i).zip(primitive.partials).collect()))
    }
}

/// Returns what is wrong with a function as a primitive; nothing if it is one.
pub fn errors(attr: TokenStream, function: &syn::ItemFn) -> Option<syn::Error> {
    match rule::named(&attr) {
        Some(of) => of.err(),
        None => parse::parse(attr, function).err(),
    }
}

/// Returns an expression whose float literals are constants of the real type.
pub fn with_constants(expression: syn::Expr, real: &syn::Ident) -> syn::Expr {
    literals::expression(expression, real)
}

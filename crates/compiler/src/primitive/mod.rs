//! The attribute `#[primitive]`: a pure function with its partials becomes a rule that all ways in accept.
//!
//! Takes a function of real numbers and one expression per real argument; gives the function, and beside it the same
//! programs that `#[reversible]` gives to a function that returns a value. `parse` finds all that is wrong, so nothing
//! can fail after it; `literals` makes float literals generic; `emit` writes the items.

mod emit;
mod literals;
mod parse;

use proc_macro2::TokenStream;

/// The attribute macro: what stands in place of the function, or its errors and a stub.
pub fn primitive(attr: TokenStream, item: TokenStream) -> TokenStream {
    crate::syntax::facade::named(attr, |attr| primitive_in(attr, item))
}

/// The attribute macro, where the library is called by its own name.
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
                "`#[primitive]` stands on a function\n  help: write `fn name<T: Real>(x: T) -> T { … }`";
            return syn::Error::new(error.span(), message).to_compile_error();
        }
    };
    match parse::parse(attr, &function) {
        Ok(primitive) => emit::item(&primitive),
        Err(errors) => {
            let (errors, stub) = (errors.to_compile_error(), crate::syntax::stub(&function));
            quote::quote!(#errors #stub)
        }
    }
}

/// The partials of a primitive: of which argument each is, and its expression in terms of the arguments and of the value `y`.
#[derive(Clone, Debug)]
pub struct Partials(pub Vec<(usize, syn::Expr)>);

impl Partials {
    /// Those of a function; nothing where it is no primitive.
    pub fn of(attr: TokenStream, function: &syn::ItemFn) -> Option<Partials> {
        let primitive = parse::parse(attr, function).ok()?;
        let reals = primitive.arguments.iter().enumerate().filter(|(_, argument)| argument.real);
        Some(Partials(reals.map(|(i, _)| i).zip(primitive.partials).collect()))
    }
}

/// Returns what is wrong with a function as a primitive; nothing if it is one.
pub fn errors(attr: TokenStream, function: &syn::ItemFn) -> Option<syn::Error> {
    parse::parse(attr, function).err()
}

/// Returns an expression whose float literals are constants of the real type.
pub fn with_constants(expression: syn::Expr, real: &syn::Ident) -> syn::Expr {
    literals::expression(expression, real)
}

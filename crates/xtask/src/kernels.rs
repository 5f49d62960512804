//! Extracts the programs from emitted code: functions that compute, without the conveniences around them.
//!
//! Takes the emitted items, returns the functions that are programs, without attributes. Law: two expansions with the
//! same programs give the same text, whatever conveniences they contain, and whoever writes the heads of programs: the macro,
//! or the library (`programs!`).

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};

/// The programs beside a function. The function itself has its own name.
const PROGRAMS: &[&str] = &[
    "inverse",
    "__adjoint",
    "__inverse_adjoint",
    "__unchecked_inverse_adjoint",
    "__sweep",
    "__pull",
    "__record",
    "__replay",
];

/// Returns the programs of the functions of an item.
pub(crate) fn kernels(emitted: &syn::File, functions: &[String]) -> syn::File {
    let mut kept = Vec::new();
    for item in &emitted.items {
        kept.extend(written(item).into_iter().filter(|f| {
            let name = f.sig.ident.to_string();
            functions.iter().any(|function| is_program(&name, function))
        }));
    }
    let items = kept.into_iter().map(syn::Item::Fn).collect();
    syn::File { shebang: None, attrs: Vec::new(), items }
}

/// Returns the functions and methods with a body in an item, without attributes and visibility. An `impl` of a trait
/// of the library is a convenience.
fn written(item: &syn::Item) -> Vec<syn::ItemFn> {
    let function = |sig: &syn::Signature, block: &syn::Block| syn::ItemFn {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        sig: sig.clone(),
        block: Box::new(block.clone()),
    };
    let is_of_library = |block: &syn::ItemImpl| {
        block.trait_.as_ref().is_some_and(|(_, path, _)| path.leading_colon.is_some())
    };
    match item {
        syn::Item::Fn(item) => vec![function(&item.sig, &item.block)],
        syn::Item::Impl(block) if !is_of_library(block) => {
            let methods = block.items.iter().flat_map(|item| match item {
                syn::ImplItem::Fn(method) => vec![function(&method.sig, &method.block)],
                syn::ImplItem::Macro(call) => called(&call.mac),
                _ => Vec::new(),
            });
            methods.collect()
        }
        syn::Item::Trait(item) => {
            let methods = item.items.iter().flat_map(|item| match item {
                syn::TraitItem::Fn(method) => {
                    let body = method.default.iter();
                    body.map(|body| function(&method.sig, body)).collect()
                }
                syn::TraitItem::Macro(call) => called(&call.mac),
                _ => Vec::new(),
            });
            methods.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the programs in a call of a macro of the library.
fn called(call: &syn::Macro) -> Vec<syn::ItemFn> {
    match call.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
        Some("programs") => call.parse_body::<Listed>().map_or_else(|_| Vec::new(), |listed| listed.0),
        Some("when_alloc") => {
            let content = &call.tokens;
            let block = syn::parse2::<syn::Item>(quote!(impl Content { #content }));
            block.map_or_else(|_| Vec::new(), |block| written(&block))
        }
        _ => Vec::new(),
    }
}

/// The programs with a body that a call of `programs!` lists.
struct Listed(Vec<syn::ItemFn>);

impl Parse for Listed {
    fn parse(input: ParseStream) -> syn::Result<Listed> {
        let groups = braced(input)?;
        let [_, start, params, carried, clause, plain, beside, shadowed] = &bracketed.parse2(groups)?[..]
        else {
            return Err(input.error("the signature has eight groups"));
        };
        let mut programs = Vec::new();
        while !input.is_empty() {
            let (kind, name): (syn::Ident, syn::Ident) = (input.parse()?, input.parse()?);
            let [before, behind, value] = [group(input)?, group(input)?, group(input)?];
            if input.parse::<Option<syn::Token![;]>>()?.is_some() {
                continue;
            }
            let body: syn::Block = input.parse()?;
            let (carried, arguments) = match kind.to_string().as_str() {
                "replay" => (Some(carried), shadowed),
                "record" | "minus" => (None, plain),
                _ => (Some(carried), beside),
            };
            programs.push(syn::parse2(quote! {
                #start #name<#params #carried>(#before #arguments #behind) #value where #clause #body
            })?);
        }
        Ok(Listed(
            programs
                .into_iter()
                .map(|f: syn::ItemFn| syn::ItemFn { vis: syn::Visibility::Inherited, ..f })
                .collect(),
        ))
    }
}

fn braced(input: ParseStream) -> syn::Result<TokenStream> {
    let content;
    syn::braced!(content in input);
    content.parse()
}

fn group(input: ParseStream) -> syn::Result<TokenStream> {
    let content;
    syn::bracketed!(content in input);
    content.parse()
}

/// Returns the contents of groups in brackets.
fn bracketed(input: ParseStream) -> syn::Result<Vec<TokenStream>> {
    let mut groups = Vec::new();
    while !input.is_empty() {
        groups.push(group(input)?);
    }
    Ok(groups)
}

/// True if `name` is a program of `function`: `inverse` of a function, `step_inverse` and `__step_adjoint` of the
/// method `step`.
fn is_program(name: &str, function: &str) -> bool {
    let of_method = |program: &&str| match program.strip_prefix("__") {
        Some(hidden) => format!("__{function}_{hidden}") == name,
        None => format!("{function}_{program}") == name,
    };
    name == function || PROGRAMS.contains(&name) || PROGRAMS.iter().any(of_method)
}

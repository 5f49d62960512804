//! Tests of marked functions: values to the bit, cotangents against differences, at points that the list or the types tell.
//!
//! Real arguments of a function stand in a tuple `a`, with cotangents of the same shape in `b`; other arguments
//! are written where they are needed.

use crate::list::Origin;
use crate::source::Candidate;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// How many points are taken where the list names none.
const POINTS: usize = 3;

/// A parameter: its type without the reference, and how it is passed.
struct Parameter {
    ty: syn::Type,
    reference: Option<bool>,
    is_real: bool,
    /// True for a type of the crate, such as an enum.
    is_named: bool,
}

/// The text of a test, or nothing if an argument cannot be made up.
pub(crate) fn test(function: &Candidate, origin: &Origin) -> Option<String> {
    // What the list does not want called, and says why.
    if origin.calls.get(&function.path).is_some_and(|points| points == &["-"]) {
        return None;
    }
    // The seed of a value with integers in it has another shape than the value.
    let output = function.signature.output.to_token_stream();
    let is_mixed = ["i32", "usize", "bool"].iter().any(|name| names(output.clone(), name));
    if is_mixed && !names(output, "Result") {
        return None;
    }
    let parameters: Vec<Parameter> = function.signature.inputs.iter().filter_map(|input| parameter(input, origin)).collect();
    let listed = origin.calls.get(&function.path);
    let points: Vec<Vec<String>> = match listed.filter(|points| points.iter().any(|point| !point.is_empty()))
    {
        Some(points) => points.iter().map(|point| arguments(point)).collect(),
        None => (0..POINTS).map(|at| made_up(&parameters, at)).collect::<Option<_>>()?,
    };
    let name = function.path.replace("::", "_").to_lowercase();
    let single = names(function.signature.to_token_stream(), "f32");
    let checks: String = points.iter().map(|point| check(function, &parameters, point, single)).collect();
    Some(format!("#[test]\nfn {name}() {{\n{checks}}}\n"))
}

fn check(function: &Candidate, parameters: &[Parameter], point: &[String], single: bool) -> String {
    assert_eq!(parameters.len(), point.len(), "functions.txt: arguments of {}", function.path);
    let (mut owned, mut calls, mut pulls, mut plain) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (parameter, value) in parameters.iter().zip(point) {
        let sign = match parameter.reference {
            None => "",
            Some(false) => "&",
            Some(true) => "&mut ",
        };
        if !parameter.is_real {
            // Of a type that tokens do not show, the shadow is there, and holds nothing.
            let bar = if parameter.is_named { ", &mut Default::default()" } else { "" };
            calls.push(format!("{sign}{value}"));
            plain.push(format!("{sign}{}", value.replace("marked ::", "plain ::")));
            pulls.push(format!("{sign}{value}{bar}"));
            continue;
        }
        let at = owned.len();
        owned.push(value.clone());
        let is_slice = matches!(parameter.ty, syn::Type::Slice(_));
        let is_vector =
            parameter.reference.is_none() && parameter.ty.to_token_stream().to_string().starts_with("Vec");
        let whole = if is_slice { "[..]" } else { "" };
        let copy = if is_vector { ".clone()" } else { "" };
        calls.push(format!("{sign}a.{at}{whole}{copy}"));
        plain.push(format!("{sign}a.{at}{whole}{copy}"));
        pulls.push(format!("{sign}a.{at}{whole}{copy}, &mut b.{at}{whole}"));
    }
    let path = &function.call;
    let (owned, calls, pulls, plain) =
        (owned.join(", "), calls.join(", "), pulls.join(", "), plain.join(", "));
    let comma = if owned.is_empty() { "" } else { "," };
    let changes = parameters.iter().any(|parameter| parameter.is_real && parameter.reference == Some(true));
    let held = match &function.signature.output {
        syn::ReturnType::Type(_, ty) => match &**ty {
            syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option") => {
                Some("")
            }
            syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Result") => {
                Some(".ok()")
            }
            _ => None,
        },
        syn::ReturnType::Default => None,
    };
    let program = match (changes, single) {
        (false, _) if held.is_some() => {
            let held = held.unwrap_or_default();
            format!(
                "harness::fallible(({owned}{comma}), |a| plain::{path}({plain}){held}, |seed, a, b| marked::{path}::pull(seed, {pulls}){held})"
            )
        }
        (true, _) => format!(
            "harness::changing(({owned}{comma}), |a| {{ plain::{path}({plain}); }}, |a, b| {{ marked::{path}::sweep({pulls}); }})"
        ),
        (false, true) => format!(
            "harness::single(({owned}{comma}), |a| plain::{path}({plain}), |a| marked::{path}::check({calls}), |seed, a, b| marked::{path}::pull(seed, {pulls}))"
        ),
        (false, false) => format!(
            "harness::returning(({owned}{comma}), |a| plain::{path}({plain}), |seed, a, b| marked::{path}::pull(seed, {pulls}))"
        ),
    };
    format!("    {program};\n")
}

fn parameter(input: &syn::FnArg, origin: &Origin) -> Option<Parameter> {
    let syn::FnArg::Typed(input) = input else { return None };
    let (ty, reference) = match &*input.ty {
        syn::Type::Reference(r) => ((*r.elem).clone(), Some(r.mutability.is_some())),
        other => (other.clone(), None),
    };
    let is_real = names(ty.to_token_stream(), "f64") || names(ty.to_token_stream(), "f32");
    let is_inactive = matches!(&*input.pat, syn::Pat::Ident(name) if origin.inactive.iter().any(|own| name.ident == own));
    let is_capital = |path: &syn::TypePath| {
        path.path.segments.last().is_some_and(|last| {
            last.arguments.is_none() && last.ident.to_string().starts_with(char::is_uppercase)
        })
    };
    let is_named = !is_inactive && matches!(&ty, syn::Type::Path(path) if is_capital(path));
    Some(Parameter { ty, reference, is_real, is_named })
}

/// The arguments of a point, which commas separate.
fn arguments(text: &str) -> Vec<String> {
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("functions.txt: {text}: {error}"));
    let mut all = vec![TokenStream::new()];
    for token in tokens {
        match (&token, all.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => all.push(TokenStream::new()),
            (_, Some(last)) => last.extend([token]),
            (_, None) => {}
        }
    }
    all.iter().map(ToString::to_string).collect()
}

fn made_up(parameters: &[Parameter], at: usize) -> Option<Vec<String>> {
    let mut count = at * 5;
    parameters
        .iter()
        .map(|parameter| value(&parameter.ty, &mut count).map(|value| value.to_string()))
        .collect()
}

/// A value of a type: numbers between zero and one, short slices, small integers.
fn value(ty: &syn::Type, count: &mut usize) -> Option<TokenStream> {
    *count += 1;
    Some(match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            let number = 0.23 + 0.617 * (*count as f64 * 0.618_033_988_75).fract();
            let number = (number * 1e4).round() / 1e4;
            match last.ident.to_string().as_str() {
                "f64" => quote!(#number),
                "f32" => {
                    let number = number as f32;
                    quote!(#number)
                }
                "usize" | "u32" | "u64" | "i32" | "i64" | "u16" | "u8" => {
                    let small = proc_macro2::Literal::usize_unsuffixed(2 + *count % 3);
                    quote!(#small)
                }
                "bool" => {
                    if *count % 2 == 0 {
                        quote!(true)
                    } else {
                        quote!(false)
                    }
                }
                "Vec" => {
                    let syn::PathArguments::AngleBracketed(of) = &last.arguments else { return None };
                    let Some(syn::GenericArgument::Type(item)) = of.args.first() else { return None };
                    let items: Option<Vec<TokenStream>> = (0..6).map(|_| value(item, count)).collect();
                    let items = items?;
                    quote!(vec![#(#items),*])
                }
                _ => return None,
            }
        }
        syn::Type::Slice(slice) => {
            let items: Option<Vec<TokenStream>> = (0..6).map(|_| value(&slice.elem, count)).collect();
            let items = items?;
            quote!(vec![#(#items),*])
        }
        syn::Type::Array(array) => {
            let length: usize = array.len.to_token_stream().to_string().parse().ok()?;
            let items: Option<Vec<TokenStream>> = (0..length).map(|_| value(&array.elem, count)).collect();
            let items = items?;
            quote!([#(#items),*])
        }
        syn::Type::Tuple(tuple) => {
            let items: Option<Vec<TokenStream>> = tuple.elems.iter().map(|item| value(item, count)).collect();
            let items = items?;
            quote!((#(#items),*))
        }
        _ => return None,
    })
}

fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

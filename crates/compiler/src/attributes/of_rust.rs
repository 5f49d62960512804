//! The attribute before the `impl` of a trait of Rust's, whose definition nobody can mark: `impl From<Polar> for Flat`.
//!
//! Takes the `impl`. Of a conversion, a default and an iterator it returns an inherent `impl` that has the function and its programs, and the
//! `impl` of the trait, which calls that function. Law: Rust takes an inherent function before that of a trait, so callers find the programs
//! where they write the name of the function. Any other trait gets one error, which says what to write.

use crate::ir::Scalar;
use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::paths::{ends, last};
use crate::syntax::structures;
use crate::syntax::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident};

/// The traits whose functions are inherent as well, with the function.
const INHERENT: [(&str, &str); 4] =
    [("From", "from"), ("TryFrom", "try_from"), ("Default", "default"), ("Iterator", "next")];

/// The traits whose functions have no programs, with the function and the help.
const WITHOUT: [(&str, &str, &str); 24] = [
    ("Index", "index", AT),
    ("IndexMut", "index_mut", AT),
    ("Deref", "deref", FIELD),
    ("DerefMut", "deref_mut", FIELD),
    ("AsRef", "as_ref", FIELD),
    ("AsMut", "as_mut", FIELD),
    ("Borrow", "borrow", FIELD),
    ("IntoIterator", "into_iter", FIELD),
    ("FromIterator", "from_iter", MADE),
    ("Extend", "extend", MADE),
    ("Sum", "sum", FOLD),
    ("Product", "product", FOLD),
    ("Into", "into", "write `impl From` for the other type in its place"),
    ("TryInto", "try_into", "write `impl TryFrom` for the other type in its place"),
    ("Rem", "rem", CALL),
    ("RemAssign", "rem_assign", CALL),
    ("Not", "not", CALL),
    ("FromStr", "from_str", PLAIN),
    ("PartialEq", "eq", PLAIN),
    ("PartialOrd", "partial_cmp", PLAIN),
    ("Ord", "cmp", PLAIN),
    ("Hash", "hash", PLAIN),
    ("Clone", "clone", PLAIN),
    ("Drop", "drop", PLAIN),
];

const AT: &str = "leave the attribute away here; in a differentiated function, read the field, or call a method of a marked `impl`: `fn at(&self, i: usize) -> f64`";
const FIELD: &str = "leave the attribute away here; in a differentiated function, write the field";
const MADE: &str =
    "leave the attribute away here; collect a vector, and call a function of a marked `impl` that takes it";
const FOLD: &str = "leave the attribute away here; in a differentiated function, write a loop, or `fold`";
const CALL: &str = "leave the attribute away here, and write a method in a marked `impl`";
const PLAIN: &str = "leave the attribute away here: nothing is differentiated in it";

/// The function of a trait of Rust's that an `impl` has, and the help where it has no programs.
fn function_of(item: &syn::ItemImpl) -> Option<(&'static str, Option<&'static str>)> {
    let (_, path, _) = item.trait_.as_ref()?;
    let name = last(path);
    let has = |method: &str, is_generic: bool| {
        item.items.iter().any(|item| match item {
            syn::ImplItem::Fn(own) => {
                own.sig.ident == method && (!is_generic || own.sig.generics.type_params().next().is_some())
            }
            _ => false,
        })
    };
    // A trait of the user may have the name, and a function of the name.
    let takes_any = |name: &str| ["Sum", "Product", "FromIterator", "Extend", "Hash"].contains(&name);
    let inherent = INHERENT.iter().find(|(of, method)| name == *of && has(method, false));
    let without = || WITHOUT.iter().find(|(of, method, _)| name == *of && has(method, takes_any(of)));
    match inherent {
        Some((_, method)) => Some((method, None)),
        None => without().map(|(_, method, help)| (*method, Some(*help))),
    }
}

/// Takes the trait of an `impl` whose function is inherent as well; returns what implements the trait by it. Nothing of any other `impl`.
pub(super) fn inherent(item: &mut syn::ItemImpl) -> Option<TokenStream> {
    function_of(item).filter(|(_, help)| help.is_none() && is_own(item))?;
    let forwarding = forwarding(item);
    let types = item.items.iter().filter_map(|item| match item {
        syn::ImplItem::Type(of) => Some((of.ident.clone(), of.ty.clone())),
        _ => None,
    });
    let mut types = Associated(types.collect());
    item.trait_ = None;
    for item in &mut item.items {
        match item {
            syn::ImplItem::Fn(method) => {
                types.visit_signature_mut(&mut method.sig);
                types.visit_block_mut(&mut method.block);
                method.vis = syn::parse_quote!(pub);
                method.attrs.push(syn::parse_quote!(#[allow(clippy::should_implement_trait)]));
                method.attrs.push(syn::parse_quote!(#[doc(hidden)]));
            }
            syn::ImplItem::Type(_) => *item = syn::ImplItem::Verbatim(TokenStream::new()),
            _ => {}
        }
    }
    Some(forwarding)
}

/// Reports the `impl` of a trait whose functions have no programs; false of any other one.
pub(super) fn is_refused(item: &syn::ItemImpl, errors: &mut Diagnostics) -> bool {
    let (Some((method, help)), Some((_, path, _))) = (function_of(item), &item.trait_) else { return false };
    let (name, of) = (last(path), &item.self_ty);
    let of_type = of.to_token_stream().to_string();
    let (message, help) = match help {
        Some(help) => (format!("`{name}` is a trait of Rust's, whose `{method}` has no programs"), help),
        None if !is_own(item) => (
            format!(
                "`{of_type}` is no type of this crate, so there is no place for the programs of `{method}`"
            ),
            "leave the attribute away here, and write a function of its own that is marked",
        ),
        None if method == "from" && structures::conversions(of) > 1 => (
            format!(
                "`{of_type}` has several `From`, and the name `{of_type}::from` can have the programs of one"
            ),
            "leave the attribute away here, and write a function in a marked `impl`, such as `from_parts`, for this one",
        ),
        None => return false,
    };
    errors.report(Law::Signature, Extent::of(path), message, help);
    true
}

/// True for the `impl` for a type of the user, which may have functions of its own.
fn is_own(item: &syn::ItemImpl) -> bool {
    let foreign = ["Vec", "VecDeque", "String", "Box", "Rc", "Arc", "Option", "Result"];
    match &*item.self_ty {
        syn::Type::Path(of) => Scalar::of(&item.self_ty).is_none() && !ends(&of.path, &foreign),
        _ => false,
    }
}

/// The `impl` of the trait, whose functions call the inherent ones.
fn forwarding(item: &syn::ItemImpl) -> TokenStream {
    let mut item = item.clone();
    for of in &mut item.items {
        let syn::ImplItem::Fn(method) = of else { continue };
        let mut names: Vec<Ident> = Vec::new();
        for (at, input) in method.sig.inputs.iter_mut().enumerate() {
            match input {
                syn::FnArg::Receiver(own) => names.push(Ident::new("self", own.self_token.span)),
                syn::FnArg::Typed(param) => {
                    let name = format_ident!("argument_{at}");
                    param.attrs.clear();
                    *param.pat = syn::parse_quote!(#name);
                    names.push(name);
                }
            }
        }
        let name = &method.sig.ident;
        method.block = syn::parse_quote!({ Self::#name(#(#names),*) });
        method.attrs.push(syn::parse_quote!(#[inline]));
    }
    item.into_token_stream()
}

/// Writes associated types out.
struct Associated(Vec<(Ident, syn::Type)>);

impl VisitMut for Associated {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(syn::TypePath { qself: None, path }) = &*ty {
            let names: Vec<&syn::PathSegment> = path.segments.iter().collect();
            if let [own, name] = names.as_slice() {
                let said = self.0.iter().find(|(of, _)| own.ident == "Self" && name.ident == *of);
                if let Some((_, said)) = said {
                    *ty = said.clone();
                    return;
                }
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

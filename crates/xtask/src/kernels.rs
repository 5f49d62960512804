//! Extracts the programs from emitted code: functions that compute, without the conveniences around them.
//!
//! Takes the emitted items, returns the functions that are programs, without attributes. Law: two expansions with the
//! same programs give the same text, whatever conveniences they contain.

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
            let methods = block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(function(&method.sig, &method.block)),
                _ => None,
            });
            methods.collect()
        }
        syn::Item::Trait(item) => {
            let methods = item.items.iter().filter_map(|item| match item {
                syn::TraitItem::Fn(method) => Some(function(&method.sig, method.default.as_ref()?)),
                _ => None,
            });
            methods.collect()
        }
        _ => Vec::new(),
    }
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

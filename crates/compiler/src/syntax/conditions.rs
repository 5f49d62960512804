//! Conditions of compilation, `#[cfg(…)]`, in a body: whether they hold is known after the programs have been generated.
//!
//! Law: no program takes a part of the text that the function itself leaves out. Items in a body keep their conditions.

use super::visit::Visit;
use crate::ir::print::shown;
use crate::law::{Diagnostics, Extent, Law};
use proc_macro2::{TokenStream, TokenTree};

/// Reports the first condition in the body of a function.
pub(crate) fn refuse(function: &syn::ItemFn, errors: &mut Diagnostics) {
    let mut found = Conditions { first: None };
    found.visit_block(&function.block);
    if let Some((extent, text)) = found.first {
        let message = format!("the condition `{text}` is not known when the programs are generated");
        let help =
            "write the function twice, each with its condition, or ask at run time: `if cfg!(…) { … }`";
        errors.report(Law::OutsideLanguage, extent, message, help);
    }
}

struct Conditions {
    first: Option<(Extent, String)>,
}

impl<'ast> Visit<'ast> for Conditions {
    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        if self.first.is_none() && is_condition(attr.path()) {
            self.first = Some((Extent::of(attr), shown(attr)));
        }
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if self.first.is_none() {
            self.first = in_tokens(mac.tokens.clone());
        }
    }
}

fn is_condition(path: &syn::Path) -> bool {
    path.is_ident("cfg") || path.is_ident("cfg_attr")
}

/// Returns the first condition among the tokens of a macro, `vec![a, #[cfg(…)] b]`.
fn in_tokens(tokens: TokenStream) -> Option<(Extent, String)> {
    let mut before = None;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let is_attribute = matches!(&before, Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
            let first = group.stream().into_iter().next();
            let is_condition =
                matches!(&first, Some(TokenTree::Ident(word)) if *word == "cfg" || *word == "cfg_attr");
            if is_attribute && is_condition {
                return Some((Extent::of(group), format!("#{}", shown(group))));
            }
            if let Some(found) = in_tokens(group.stream()) {
                return Some(found);
            }
        }
        before = Some(token);
    }
    None
}

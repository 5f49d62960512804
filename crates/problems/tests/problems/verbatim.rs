//! The functions without the attributes have the same tokens as the reversible ones: neither version can change
//! alone.

use quote::ToTokens;
use std::collections::BTreeMap;
use syn::visit_mut::{VisitMut, visit_item_fn_mut};
use syn::{Attribute, Item, ItemFn};

/// Removes everything in which the versions may differ.
struct Strip;

impl VisitMut for Strip {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        // Doc comments state the purpose of each version, so they differ, too.
        let differs = ["reversible", "inactive", "parallel", "sequential", "doc"];
        attributes.retain(|a| !differs.iter().any(|name| a.path().is_ident(name)));
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        // A list of parameters that fits on a line without its attributes has no comma at its end.
        function.sig.inputs.pop_punct();
        visit_item_fn_mut(self, function);
    }
}

/// Returns the functions of a file that `keep` accepts, as text without the differences.
fn functions(text: &str, keep: impl Fn(&ItemFn) -> bool) -> BTreeMap<String, String> {
    let file = syn::parse_file(text).expect("the file is Rust");
    let mut found = BTreeMap::new();
    for item in file.items {
        let Item::Fn(mut function) = item else { continue };
        if keep(&function) {
            Strip.visit_item_fn_mut(&mut function);
            found.insert(function.sig.ident.to_string(), function.to_token_stream().to_string());
        }
    }
    found
}

fn compare(reversible: &str, verbatim: &str) {
    let marked = |f: &ItemFn| f.attrs.iter().any(|a| a.path().is_ident("reversible"));
    let reversible = functions(reversible, marked);
    assert!(!reversible.is_empty());
    assert_eq!(functions(verbatim, |_| true), reversible);
    assert!(!verbatim.contains("#[reversible]") && !verbatim.contains("#[inactive]"));
}

#[test]
fn bundle_adjustment_is_word_for_word_the_reversible_text() {
    compare(include_str!("../../src/ba.rs"), include_str!("../../src/verbatim/ba.rs"));
}

#[test]
fn the_mixture_is_word_for_word_the_reversible_text() {
    compare(include_str!("../../src/gmm.rs"), include_str!("../../src/verbatim/gmm.rs"));
}

#[test]
fn a_changed_token_is_seen() {
    let (one, other) = ("#[reversible] fn f(x: &mut f64) { *x += 1.0; }", "fn f(x: &mut f64) { *x += 2.0; }");
    assert!(std::panic::catch_unwind(|| compare(one, other)).is_err());
    compare(one, "/// Docs.\nfn f(\n    x: &mut f64,\n) { *x += 1.0; }");
}

//! The attribute before the `impl` of a trait of Rust's: one error, or a function of the type and what implements the trait by it.

use quote::quote;
use retrograde_compiler::attributes::differentiable::differentiable;

fn emitted(text: &str) -> String {
    differentiable(quote!(), text.parse().expect("tokens")).to_string()
}

#[test]
fn says_once_what_to_write_where_there_are_no_programs() {
    let index =
        "impl Index<usize> for Row { type Output = f64; fn index(&self, i: usize) -> &f64 { &self.of[i] } }";
    let sum =
        "impl Sum for Row { fn sum<I: Iterator<Item = Row>>(rows: I) -> Row { rows.fold(Row::new(), add) } }";
    let eq = "impl PartialEq for Row { fn eq(&self, other: &Row) -> bool { self.of == other.of } }";
    let foreign = "impl From<Row> for f64 { fn from(row: Row) -> f64 { row.of[0] } }";
    for text in [index, sum, eq, foreign] {
        let shown = emitted(text);
        assert_eq!(shown.matches("compile_error").count(), 1, "{shown}");
        assert!(shown.contains("leave the attribute away here"), "{shown}");
        let item: syn::ItemImpl = syn::parse_str(text).expect("an impl");
        assert!(shown.ends_with(&quote!(#item).to_string()), "{shown}");
    }
}

#[test]
fn a_conversion_is_a_function_of_the_type() {
    let shown = emitted("impl From<f64> for Row { fn from(x: f64) -> Row { Row { x } } }");
    let forwarding = quote! {
        impl From<f64> for Row {
            #[inline]
            fn from(argument_0: f64) -> Row { Self::from(argument_0) }
        }
    };
    assert!(shown.starts_with(&forwarding.to_string()), "{shown}");
    assert!(shown.contains("__from_pull") && !shown.contains("compile_error"), "{shown}");
}

/// The trait of a user has the name of one of Rust's.
#[test]
fn a_trait_of_the_user_is_no_trait_of_rust() {
    let shown = emitted("impl Sum for Row { fn sum(&self) -> f64 { self.x } }");
    assert!(shown.contains("write_the_attribute_before_this_trait_too"), "{shown}");
}

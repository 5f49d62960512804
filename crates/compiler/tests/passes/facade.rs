//! The name of the library in emitted code.

use proc_macro2::TokenStream;
use retrograde_compiler::syntax::facade::named;

fn emitted(attr: &str, text: &str) -> String {
    let text: TokenStream = text.parse().expect("tokens");
    named(attr.parse().expect("tokens"), |rest| quote::quote!(#rest; #text)).to_string()
}

fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().expect("tokens").to_string()
}

#[test]
fn names_the_library_as_the_option_says() {
    let shown = emitted(
        "crate = a::b, store",
        "use ::retrograde::x; fn f() -> ::retrograde::T { (::retrograde::y,) }",
    );
    assert_eq!(shown, tokens("store; use a::b::x; fn f() -> a::b::T { (a::b::y,) }"));
    let shown = emitted("store, crate = \"::c\"", "impl<'a> ::retrograde::x for &'a ::retrograde::U {}");
    assert_eq!(shown, tokens("store, ; impl<'a> ::c::x for &'a ::c::U {}"));
}

#[test]
fn leaves_what_is_not_the_library() {
    let text = "a::retrograde::x; crate::retrograde::y; retrograde::z; retrograde";
    assert_eq!(emitted("crate = a", text), tokens(&format!("; {text}")));
    assert_eq!(emitted("store", "::retrograde::x"), tokens("store; ::retrograde::x"));
}

#[test]
fn says_what_to_write() {
    for attr in ["crate", "crate = 3", "crate =", "crate: a"] {
        let shown = emitted(attr, "x");
        assert!(shown.contains("write `crate = path`") && shown.ends_with('x'), "{attr}: {shown}");
    }
}

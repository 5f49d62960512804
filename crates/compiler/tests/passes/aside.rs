//! Assertions and host statements as people see them.

use proc_macro2::TokenStream;
use quote::quote;
use retrograde_compiler::ir::print::aside::{Aside, renamed};
use retrograde_compiler::ir::print::line;
use retrograde_compiler::sorted::Map;

fn shown(tokens: TokenStream) -> String {
    match Aside::of(&tokens) {
        Aside::Assertion(tokens) => line(&tokens),
        Aside::Safe(tokens) => format!("safe: {}", line(&tokens)),
    }
}

#[test]
fn assertions_are_those_of_the_writer() {
    assert_eq!(
        shown(quote!({
            assert!(x > T::constant(0.5), "{x}");
        })),
        "assert!(x > 0.5, \"{x}\")"
    );
    assert_eq!(
        shown(quote!({
            {
                assert_eq!(n, 3);
            }
        })),
        "assert_eq!(n, 3)"
    );
    let of_view = quote!({
        let v = &x[..3];
        debug_assert!(v.len() == 3);
    });
    assert_eq!(shown(of_view), "debug_assert!(v.len() == 3)");
    let of_lengths = quote!({
        ::core::assert_eq!(a.len(), b.len(), "`a` and `b` differ");
    });
    assert_eq!(shown(of_lengths), "assert_eq!(a.len(), b.len())");
}

#[test]
fn other_statements_are_what_safe_holds() {
    assert_eq!(
        shown(quote!({
            println!("{x}");
        })),
        "safe: println!(\"{x}\");"
    );
    assert_eq!(
        shown(quote!({
            let y = 2 * x;
            use_it(y);
        })),
        "safe: let y = 2 * x; use_it(y);"
    );
}

#[test]
fn names_change_also_inside_of_texts() {
    let names = Map::from([("i_2".to_string(), "i".to_string())]);
    let tokens = renamed(quote!(println!("{i_2:?} {x}", x.i_2, i_2)), &names);
    assert_eq!(line(&tokens), "println!(\"{i:?} {x}\", x.i_2, i)");
}

//! Tests the errors of `#[primitive]`, in the words that a user sees, and the conversion of literals.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use retrograde_compiler::primitive::{errors, primitive, with_constants};

/// Asserts that an item is rejected with exactly these messages and help texts.
fn refused(attr: TokenStream, item: TokenStream, expected: &[&str]) {
    let item = syn::parse2(item).expect("a function");
    let errors = errors(attr, &item).expect("an error");
    let messages: Vec<String> =
        errors.into_iter().map(|error| error.to_string().replace("\n  help", ". Help")).collect();
    assert_eq!(messages, expected);
}

#[test]
fn partials_are_asked_for() {
    let item = quote!(
        fn f<T: Real>(x: T) -> T {
            x
        }
    );
    let help = "Help: write `#[primitive(partials(…))]` with one expression per real argument, in terms of the arguments \
                and of the value `y`";
    refused(quote!(), item.clone(), &[&format!("a primitive needs its partials. {help}")]);
    refused(quote!(derivative(1.0)), item.clone(), &[&format!("unknown option `derivative`. {help}")]);
    refused(quote!(partials = 1.0), item.clone(), &[&format!("unknown option `partials`. {help}")]);
    let rest = format!("`partials(…)` is the only option of a primitive. {help}");
    refused(quote!(partials(1.0), inline), item, &[&rest]);
}

#[test]
fn there_is_one_partial_per_real_argument() {
    let item = quote!(
        fn f<T: Real>(x: T, n: usize, w: T) -> T {
            x
        }
    );
    refused(
        quote!(partials(1.0)),
        item.clone(),
        &[
            "`f` has 2 real arguments, but 1 partial is given. Help: add the derivative of the value by `w` to \
           `partials(…)`",
        ],
    );
    refused(
        quote!(partials(1.0, 2.0, 3.0)),
        item,
        &[
            "`f` has 2 real arguments, but 3 partials are given. Help: remove this one: there is one partial per real \
           argument, in their order",
        ],
    );
    refused(
        quote!(partials()),
        quote!(
            fn f(n: usize) -> f64 {
                n as f64
            }
        ),
        &[
            "a primitive has a real argument. Help: a function without real arguments needs no attribute: call it as it is",
        ],
    );
}

#[test]
fn the_value_is_a_real_number() {
    const HELP: &str = "Help: return `f64`, `f32`, or a type parameter: `fn f<T: Real>(x: T) -> T`";
    let nothing = format!("a primitive returns a real number, and this function returns nothing. {HELP}");
    refused(
        quote!(partials()),
        quote!(
            fn f(x: f64) {}
        ),
        &[&nothing],
    );
    let several = format!("a primitive returns one real number. {HELP}");
    refused(
        quote!(partials()),
        quote!(
            fn f(x: f64) -> [f64; 2] {
                [x, x]
            }
        ),
        &[&several],
    );
    let unknown = format!("`Length` is not known to be a real number. {HELP}");
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f(x: Length) -> Length {
                x
            }
        ),
        &[&unknown],
    );
}

#[test]
fn the_real_type_is_any_real() {
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f<T>(x: T) -> T {
                x
            }
        ),
        &["`T` is not known to be a real number. Help: write `T: Real`"],
    );
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f<T: Real>(x: T) -> T
            where
                T: Send,
            {
                x
            }
        ),
        &[
            "the real type of a primitive is bounded by `Real` alone: the partials run at every `T: Real`. Help: remove \
           this bound; `Real` has all rules of the table",
        ],
    );
}

#[test]
fn arguments_are_numbers_or_inactive() {
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f<T: Real>(
                x: &T,
                y: &mut usize,
                z: &[T],
                #[inactive] w: T,
                (a, b): (u8, u8),
                #[mut_] v: impl Copy,
            ) -> T {
                *x
            }
        ),
        &[
            "a real argument of a primitive is a number, not a reference. Help: take it by value: `x: T`",
            "a primitive changes nothing. Help: return what it computes; a function that changes its arguments is \
             `#[reversible]`",
            "a real argument of a primitive is a single `T`. Help: take its numbers as arguments of their own, or write \
             a `#[reversible]` function",
            "a generic real argument of a primitive has a partial. Help: remove `#[inactive]`, and let its partial be \
             `0.0`",
            "an argument of a primitive has a name. Help: name it, and destructure it inside",
            "unknown attribute of an argument. Help: only `#[inactive]` is known here",
            "an argument of a primitive must have a type that can be written. Help: name the type, or make it a type \
             parameter",
        ],
    );
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f(x: f64, table: &[f64]) -> f64 {
                x
            }
        ),
        &[
            "a real argument of a primitive is a single `f64`. Help: take its numbers as arguments of their own, mark it \
           `#[inactive]`, or write a `#[reversible]` function",
        ],
    );
    refused(
        quote!(partials(1.0)),
        quote!(
            fn f<T: Real>(x: T, #[inactive] table: &[T]) -> T {
                x
            }
        ),
        &[
            "an inactive argument of a primitive does not depend on `T`. Help: let it contain `f64`: an inactive \
           argument has no derivatives anyway",
        ],
    );
}

#[test]
fn methods_and_qualified_functions_are_refused() {
    refused(
        quote!(partials(1.0)),
        quote!(
            async unsafe fn f(&self, x: f64) -> f64 {
                x
            }
        ),
        &[
            "a primitive is a plain function, not `async`. Help: remove `async`",
            "a primitive is a plain function, not `unsafe`. Help: remove `unsafe`",
            "a primitive is not a method. Help: make it a function of its own, outside the `impl`",
        ],
    );
}

#[test]
fn errors_leave_a_stub_behind() {
    let item = quote!(
        pub fn f<T: Real>(x: T) -> T {
            x
        }
    );
    let text = primitive(quote!(), item).to_string();
    assert!(
        text.contains("compile_error")
            && text.contains("pub fn f < T : Real >")
            && text.contains("pub struct f")
    );
    let text = primitive(
        quote!(partials(1.0)),
        quote!(
            struct S;
        ),
    )
    .to_string();
    assert!(text.contains("compile_error") && text.contains("`#[primitive]` belongs before a function"));
}

/// Asserts the result of converting an expression to the real type `T`, where `constant(c)` stands for its constants.
fn becomes(before: TokenStream, after: &str) {
    let real = syn::parse_quote!(T);
    let made = with_constants(syn::parse2(before).expect("an expression"), &real);
    let text = made.to_token_stream().to_string();
    let short = text.replace("< T as :: retrograde :: __private :: Real > :: constant", "constant");
    assert_eq!(short, after.parse::<TokenStream>().expect("tokens").to_string());
}

#[test]
fn float_literals_become_constants() {
    becomes(quote!(1.0 / (1.0 + x.abs()).powi(2)), "constant(1.0) / (constant(1.0) + x.abs()).powi(2)");
    becomes(quote!(-0.5 * x), "-constant(0.5) * x");
    becomes(
        quote!(if x > 0.0 { 1e3 } else { f(2.) }),
        "if x > constant(0.0) { constant(1e3) } else { f(constant(2.)) }",
    );
    becomes(
        quote!({
            let t: T = 1.0;
            t
        }),
        "{ let t: T = constant(1.0); t }",
    );
}

#[test]
fn casts_to_the_real_type_become_constants() {
    becomes(quote!(n as T * x), "constant(n as f64) * x");
    becomes(quote!(-n as T + x.len() as T), "constant((-n) as f64) + constant((x.len()) as f64)");
    becomes(quote!((n as f64 * 0.5) as T), "constant((n as f64 * 0.5) as f64)");
}

#[test]
fn numbers_that_say_what_they_are_stay() {
    becomes(quote!(g(2.0_f64, 3) * T::constant(0.5)), "g(2.0_f64, 3) * T::constant(0.5)");
    becomes(
        quote!({
            let w: f64 = 0.5;
            w as T
        }),
        "{ let w: f64 = 0.5; constant(w as f64) }",
    );
    becomes(
        quote!({
            const HALF: f64 = 0.5;
            HALF as T
        }),
        "{ const HALF: f64 = 0.5; constant(HALF as f64) }",
    );
    becomes(quote!(n as f64 * 2.0_f64), "n as f64 * 2.0_f64");
}

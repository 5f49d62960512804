//! The compiler returns Rust items for any tokens after the attribute, and never panics.
//!
//! Programs inside the language are read from `crates/retrograde/tests/structures/inside.rs`, where rustc compiles
//! the emitted code.

use proc_macro2::TokenStream;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Expands an item as the macro does, and parses the result as Rust items.
fn expanded(attr: &str, item: &str) -> syn::File {
    let attr: TokenStream = attr.parse().expect("tokens");
    let tokens: TokenStream = item.parse().unwrap_or_else(|e| panic!("{e}: {item}"));
    let emitted = catch_unwind(AssertUnwindSafe(|| retrograde_compiler::reversible(attr, tokens)));
    let emitted = emitted.unwrap_or_else(|_| panic!("the compiler panics on\n{item}"));
    let text = emitted.to_string();
    syn::parse2(emitted).unwrap_or_else(|e| panic!("{e}: no items come of\n{item}\n{text}"))
}

/// The messages among the items.
fn errors(file: &syn::File) -> Vec<String> {
    let macros = file.items.iter().filter_map(|item| match item {
        // Calls of the library's own macros are no messages.
        syn::Item::Macro(m) if m.mac.path.segments.last().is_some_and(|s| s.ident == "compile_error") => {
            Some(m)
        }
        _ => None,
    });
    macros.map(|m| m.mac.tokens.to_string()).collect()
}

/// Calls `f` with every function below some items that carries the attribute.
fn marked(items: &[syn::Item], f: &mut dyn FnMut(&str, String)) {
    for item in items {
        match item {
            syn::Item::Mod(module) => marked(module.content.as_ref().map_or(&[], |(_, items)| items), f),
            syn::Item::Fn(function) => {
                let mut function = function.clone();
                let at = function.attrs.iter().position(|a| a.path().is_ident("reversible"));
                let Some(attribute) = at.map(|at| function.attrs.remove(at)) else { continue };
                let arguments = match attribute.meta {
                    syn::Meta::List(list) => list.tokens.to_string(),
                    _ => String::new(),
                };
                f(&arguments, quote::quote!(#function).to_string());
            }
            _ => {}
        }
    }
}

#[test]
fn programs_inside_the_language_are_accepted() {
    let file = syn::parse_file(include_str!("../../../retrograde/tests/structures/inside.rs")).expect("Rust");
    let mut count = 0;
    marked(&file.items, &mut |attr, item| {
        let found = errors(&expanded(attr, &item));
        assert!(found.iter().all(|e| e.contains("fn gradient")), "{item}\n{found:?}");
        count += 1;
    });
    assert!(count >= 30, "{count}");
}

/// Outside the language, each with a piece of what the message says.
const OUTSIDE: &[(&str, &str)] = &[
    ("fn f(y: &mut f64) { #[cfg(debug_assertions)] let t = 1.0; *y += 2.0; }", "R10"),
    ("fn f(y: &mut f64) { #[cfg(test)] { *y += 2.0; } }", "R10"),
    ("fn f(y: &mut f64, n: usize) { #[cfg(test)] for i in 0..n { *y += 2.0; } }", "R10"),
    // Not a function, or not a free one.
    ("struct S { x: f64 }", "R16"),
    ("enum E { A }", "R16"),
    ("impl S { fn f(self) {} }", "R16"),
    ("impl S { fn f(x: f64) -> Vec<S> { vec![S { x }] } }", "R16"),
    ("trait T { fn f(x: f64); }", "R16"),
    ("mod m { fn f() {} }", "R16"),
    ("const X: f64 = 1.0;", "R16"),
    ("use a::b;", "R16"),
    ("macro_rules! m { () => {} }", "R16"),
    ("", "R16"),
    ("1 + 1", "R16"),
    ("fn f(x: f64);", "R16"),
    ("fn f(&mut self, x: f64) {}", "a method"),
    ("fn f(self: Box<Self>) {}", "a method"),
    // Signatures.
    ("async fn f(y: &mut f64) {}", "async"),
    ("unsafe fn f(y: &mut f64) {}", "unsafe"),
    ("const fn f(y: &mut f64) {}", "const"),
    ("unsafe extern \"C\" fn f(x: f64, ...) {}", "variadic"),
    ("fn f((a, b): (f64, f64), y: &mut f64) { *y += a * b; }", "pattern"),
    ("fn f(_: f64, y: &mut f64) {}", "_unused: f64"),
    ("fn f(mut x: f64) -> f64 { x }", "local copy"),
    ("fn f(ref x: f64) -> f64 { *x }", "local copy"),
    ("fn f(x: f64) -> Option<f64> { Some(x) }", "cannot be returned"),
    ("fn f(x: f64) -> (usize, (bool,)) { (1, (true,)) }", "cannot be returned"),
    ("fn f(x: f64, p: &P) -> P { x * p.a }", "is not a structure"),
    ("fn f(x: f64) -> (f64, f64) { g(x) + 1.0 }", "is not a structure"),
    ("fn f(x: f64) -> impl Fn() { || x }", "cannot be returned"),
    ("fn f(x: f64) -> ! { loop {} }", "cannot be returned"),
    ("fn f(x: &mut f64) -> f64 { *x }", "state"),
    ("fn f(f: f64) -> f64 { f }", "shadows the function"),
    ("fn f(#[scratch] t: f64) {}", "scratch"),
    ("fn f(y: &mut f64, s: &Store) { *y += s.weights[\"a\"] * s.bias; }", "a map inside a structure"),
    ("fn f(s: &mut Store, t: f64) { s.weights[&3] += t; }", "a map inside a structure"),
    (
        "fn f(y: &mut f64, t: &[f64; 2 * K]) { let [a, b] = *t; *y += a * b; }",
        "does not show whether there are 2 elements",
    ),
    ("fn f(y: &mut f64, t: &[f64; 3]) { let [a, b] = *t; *y += a * b; }", "2 elements out of an array of 3"),
    ("fn f(y: &mut f64, x: f64) { let (.., a) = g(x); *y += a; }", "after `..` are unknown"),
    (
        "fn f(y: &mut f64, t: &[f64; 2]) { let [a, .., b, c] = *t; *y += a * b * c; }",
        "3 elements out of an array of 2",
    ),
    (
        "fn f(y: &mut [[[[[[[[[f64; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2]) { y[0][0][0][0][0][0][0][0][0] += 1.0; }",
        "levels",
    ),
    ("fn f(y: &mut f64) -> f64 {}", "last expression"),
    ("fn f<T>(y: &mut T, x: T) { *y += x * 1.5; }", "write `T: Real`"),
    // Statements.
    ("fn f(x: f64) -> f64 { return x; }", "as the last line: `x`"),
    ("fn f(y: &mut f64) { loop { break; } }", "R03"),
    ("fn f(y: &mut f64, x: Option<f64>) { *y += x?; }", "R03"),
    ("fn f(y: &mut f64) { let Some(x) = g() else { return }; *y += x; }", "R10"),
    ("fn f(y: &mut f64) { if let Some(x) = g() { *y += x; } }", "R10"),
    ("fn f(y: &mut f64) { while let Some(x) = g() { *y += x; } }", "R10"),
    ("fn f(y: &mut f64) { match 1 { _ => {} } }", "match"),
    ("fn f(y: &mut f64) { let x; x = 1.0; }", "needs an initial value"),
    ("fn f(y: &mut f64) { let [a, .., b] = *y; *y += a * b; }", "plain name"),
    ("fn f(y: &mut f64) { let (a, b) = pair(*y); *y += a * b; }", "`a` is computed from `y`"),
    ("fn f(y: &mut f64) { for (i, x) in z.iter().enumerate() { *y += x * x; } }", "not a place"),
    ("fn f(y: &mut f64, x: &[f64]) { for t in x.iter().map(|t| t * t) { *y += t; } }", "map"),
    ("fn f(y: &mut f64, x: &[f64]) { for t in *y { *y += t; } }", "neither a range nor an array"),
    ("fn f(y: &mut f64, x: &[f64]) { for (i, j) in x { *y += i; } }", "pattern"),
    ("fn f(y: &mut f64, x: &[f64]) { for p in x.iter().zip(x) { *y += p; } }", "pair"),
    ("fn f(y: &mut f64, x: &[f64]) { for (k, t) in (1..).enumerate() { *y += 1.0; } }", "never ends"),
    ("fn f(y: &mut f64, x: &[f64]) { for (k, t) in (..3).zip(x) { *y += t; } }", "starts somewhere"),
    ("fn f(y: &mut [f64]) { for v in y.iter() { *v += 1.0; } }", "R06"),
    ("fn f(y: &mut [f64]) { for (v, u) in y.iter_mut().zip(y.iter()) { *v += u; } }", "R04"),
    ("fn f(y: &mut [f64]) { for v in y.iter_mut() { *v += y[0]; } }", "is also used by its name"),
    ("fn f(y: &mut f64) { each!(y += 1.0); }", "is not an array"),
    ("fn f(y: &mut f64) { each!(); }", "each!"),
    ("fn f(y: &mut [f64]) { each!(let t = 1.0;); }", "each!"),
    ("fn f(y: &mut [f64], g: &[[f64; 2]; 3]) { each!(y += g); }", "levels"),
    ("fn f(y: &mut f64) { undo! { let } }", "undo!"),
    ("fn f(y: &mut f64) { undo! { *y += *y; } }", "R01"),
    ("fn f(y: &mut f64) { undo! { return; } }", "R03"),
    ("fn f(y: &mut f64) { for i in 0.. { *y += 1.0; } }", "both bounds"),
    ("fn f(y: &mut f64) { for i in (0..9).step_by(2).step_by(3) { *y += 1.0; } }", "two steps"),
    ("fn f(y: &mut f64) { let mut v = &mut *y; }", "another place"),
    ("fn f(y: &mut [f64], i: usize) { y.swap(i, i + 1); }", "swap(&mut y[i], &mut y[i + 1]);"),
    ("fn f(y: &mut f64, x: f64) { *y += x.clamp(0.0, 1.0); }", "x.max(0.0).min(1.0)"),
    ("fn f(y: &mut f64) { struct S; }", "items"),
    ("fn f(y: &mut f64) { y.push(1.0); }", "push"),
    ("fn f(y: &mut f64) { (|| 1.0)(); }", "named functions"),
    ("fn f(y: &mut f64) { println!(\"{y}\"); }", "safe!"),
    ("fn f(y: &mut f64) { safe! { *y <<= 1; } }", "R15"),
    ("fn f(y: &mut f64) { safe! { let } }", "safe!"),
    ("fn f(y: &mut f64) { undo!(); }", "R11"),
    ("fn f(y: &mut f64) { undo!('r#loop); }", "R11"),
    ("fn f(y: &mut f64) { async {}; }", "R10"),
    ("fn f(y: &mut f64) { unsafe { *y += 1.0; } }", "R10"),
    // Expressions.
    ("fn f(y: &mut f64, g: fn(f64) -> f64) { *y += g(1.0); }", "is a value"),
    ("fn f(y: &mut f64) { *y += 1e999; }", "too large"),
    ("fn f(y: &mut f64, x: f64) { *y += x.nonsense(); }", "nonsense"),
    ("fn f(y: &mut f64, x: f64) { *y += x.powf(); }", "one value"),
    ("fn f(y: &mut f64, x: f64) { *y += x % 2.0; }", "remainder"),
    ("fn f(y: &mut f64, x: &P) { *y += x.a[0].b + x.a.c; }", "array"),
    ("fn f(x: &mut P) { let p = x.a; g(&mut x.a, &p); }", "`p` is computed from `x.a`"),
    ("fn f(x: &mut P) { let p = x; g(p); }", "copy"),
    ("fn f(y: &mut f64, x: &P) { x.b += *y; }", "lies in `x`"),
    ("fn f(x: &mut P) { x.b += x.b; }", "reads `x.b`"),
    ("fn f(y: &mut f64, x: &[f64]) { *y += x; }", "array"),
    ("fn f(y: &mut f64, x: &[f64]) { *y += &x[0..1]; }", "reference"),
    ("fn f(y: &mut f64, x: f64) { *y += m!(x); }", "m!"),
    ("fn f(y: &mut f64, x: f64) { *y += { let z = x; z }; }", "block"),
    ("fn f(y: &mut f64, x: f64) { *y += (*y = x); }", "R10"),
];

#[test]
fn programs_outside_the_language_are_refused_with_reason() {
    let mut wrong = String::new();
    for (item, wanted) in OUTSIDE {
        let found = errors(&expanded("", item));
        if !found.iter().any(|e| e.contains(wanted)) {
            wrong += &format!("{item}\n  wanted `{wanted}`, found {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn options_are_understood_or_refused() {
    let item = "fn f(y: &mut f64) { *y += 1.0; }";
    for good in ["", "check = \"always\"", "check = \"never\"", "check = \"debug\","] {
        assert!(errors(&expanded(good, item)).iter().all(|e| e.contains("fn gradient")), "{good}");
    }
    for bad in ["check", "check = 1", "check = \"sometimes\"", "chekc = \"debug\"", "1"] {
        assert!(!errors(&expanded(bad, item))[0].contains("fn gradient"), "{bad}");
    }
}

#[test]
fn depth_is_no_obstacle() {
    let nested = |open: &str, close: &str, n: usize| format!("{}x{}", open.repeat(n), close.repeat(n));
    let expressions = [
        nested("(", ")", 200),
        nested("(1.0 + ", ")", 200),
        nested("-", "", 200),
        nested("", ".sin()", 200),
        nested("if x > 0.0 { ", " } else { 1.0 }", 30),
        nested("x * ", "", 200),
        nested("", " + x * x", 200),
    ];
    for e in expressions {
        let found = errors(&expanded("", &format!("fn f(x: f64) -> f64 {{ {e} }}")));
        assert!(found.iter().all(|e| e.contains("fn gradient")), "{e}: {found:?}");
    }
    for (open, close) in [("{", "}"), ("for i in 0..3 {", "}"), ("if n > 0 {", "}")] {
        let body = format!("{}*y += x;{}", open.repeat(60), close.repeat(60));
        expanded("", &format!("fn f(y: &mut f64, x: f64, n: usize) {{ {body} }}"));
    }
}

/// Blocks of methods, each with a piece of what the message says; an empty piece where nothing is wrong.
const BLOCKS: &[(&str, &str)] = &[
    ("impl S { }", ""),
    (
        "impl<'a, T: Real, const N: usize> S<'a, T, N> where T: Copy { const K: usize = 1; fn f(&self, y: &mut T) { *y += 1.0; } }",
        "",
    ),
    ("impl S { fn f(&self, (a, b): (f64, f64), y: &mut f64) { *y += a; } }", "is a pattern"),
    ("impl S { fn f(self: Box<Self>, y: &mut f64) { *y += 1.0; } }", "takes `self` by value"),
    ("impl S { fn f(&self) -> impl Iterator<Item = f64> { [1.0].into_iter() } }", "cannot be returned"),
    ("impl S { async fn f(&self, y: &mut f64) { *y += 1.0; } }", "an `async` function"),
    ("impl S { const fn f(y: &mut f64) { *y += 1.0; } }", "a `const` function"),
    ("impl S { unsafe fn f(y: &mut f64) { *y += 1.0; } }", "an `unsafe` function"),
    ("impl S { fn f(y: &mut f64) { *y = 1.0; } fn g(y: &mut f64) { return; } }", "R02"),
    ("impl S { fn f(&mut self, y: &mut f64) { self.g(self.x); y.h(); } }", "has no known inverse"),
    ("unsafe impl F for S { fn f(&self, y: &mut f64) { *y += self.x; } type A = f64; }", ""),
    ("trait F { fn f(&self); }", "trait F: Differentiable"),
    (
        "trait F: Differentiable { const K: usize; type A; fn f(&self, x: f64, y: &mut f64); fn g(&self, x: f64) -> [f64; 2]; }",
        "",
    ),
    ("trait F: Differentiable { fn f(&self, _: f64, y: &mut f64); }", "is a pattern"),
    (
        "trait F: Differentiable { #[irreversible] fn f() -> Self; fn g(&self, y: &mut f64) { *y += self.h(1.0); } }",
        "",
    ),
];

#[test]
fn blocks_of_methods_stay_blocks() {
    for (block, wanted) in BLOCKS {
        let found = errors(&expanded("", block));
        if wanted.is_empty() {
            assert!(found.is_empty(), "{block}\n{found:?}")
        } else {
            assert!(found.iter().any(|e| e.contains(wanted)), "{block}\n  wanted `{wanted}`, found {found:?}")
        }
    }
}

/// Of several locals, the one that cannot be built again is named, with the place that it is built from.
#[test]
fn the_local_that_stands_on_what_changes_is_named() {
    let item = "fn f(x: &mut f64, w: f64) { let half = 0.5 * w; let t = x.sin(); *x += half * t; }";
    let errors = errors(&expanded("", item)).concat();
    assert!(errors.contains("`t` is computed from `x`"), "{errors}");
}

//! Advice on primitives, instructions and numbers with parts that is followed compiles; see [`super::advice`].

use proc_macro2::TokenStream;
use retrograde_compiler::primitive::primitive;
use retrograde_compiler::{instruction, reversible};

/// `name, attribute, "words of the help", { refused } => { mended }`; the attribute is `primitive(…)`, `instruction(…)` or
/// `reversible()`.
macro_rules! advice {
    ($($name:ident, $attribute:ident ( $($options:tt)* ), $help:literal, { $($refused:tt)* } => { $($mended:tt)* })*) => {
        $(
            #[allow(dead_code, unused_imports)]
            mod $name {
                use retrograde::prelude::*;
                use retrograde::{Log, MaxPlus, instruction, primitive};

                $($mended)*

                #[test]
                fn is_given() {
                    let attribute = super::$attribute;
                    super::gives(attribute, stringify!($($options)*), stringify!($($refused)*), $help);
                }
            }
        )*
    };
}

/// Holds what a refused item is replaced by against the words of the help that are quoted.
fn gives(attribute: fn(TokenStream, TokenStream) -> TokenStream, options: &str, refused: &str, help: &str) {
    let tokens = |text: &str| text.parse::<TokenStream>().expect("tokens");
    let emitted = attribute(tokens(options), tokens(refused)).to_string();
    assert!(emitted.contains("compile_error"), "this is accepted: {refused}");
    // The text of a literal has escapes.
    assert!(
        emitted.replace("\\\"", "\"").contains(help),
        "`{help}` is not what is said of\n{refused}\n{emitted}"
    );
}

advice! {
    a_primitive_without_partials, primitive(), "write `#[primitive(partials(…))]` with one expression per real argument",
    { fn f(x: f64) -> f64 { x.sin() } } =>
    { #[primitive(partials(x.cos()))] fn f(x: f64) -> f64 { x.sin() } }

    a_primitive_with_another_option, primitive(derivative(1.0)), "write `#[primitive(partials(…))]`",
    { fn f(x: f64) -> f64 { x } } => { #[primitive(partials(1.0))] fn f(x: f64) -> f64 { x } }

    a_constant_primitive, primitive(partials(2.0)), "remove `const`",
    { const fn f(x: f64) -> f64 { 2.0 * x } } => { #[primitive(partials(2.0))] fn f(x: f64) -> f64 { 2.0 * x } }

    a_primitive_of_integers, primitive(partials(2.0)), "a type parameter: `fn f<T: Real>(x: T) -> T`",
    { fn f(x: i64) -> i64 { 2 * x } } =>
    { #[primitive(partials(T::constant(2.0)))] fn f<T: Real>(x: T) -> T { T::constant(2.0) * x } }

    a_primitive_without_a_bound, primitive(partials(x)), "write `T: Real`",
    { fn f<T>(x: T) -> T { x } } => { #[primitive(partials(T::one()))] fn f<T: Real>(x: T) -> T { x } }

    a_primitive_with_another_bound, primitive(partials(T::one())), "remove this bound; `Real` has all rules of the table",
    { fn f<T: Real + Send>(x: T) -> T { x } } => { #[primitive(partials(T::one()))] fn f<T: Real>(x: T) -> T { x } }

    a_method_as_a_primitive, primitive(partials(1.0)), "make it a function of its own, outside the `impl`",
    { fn f(&self, x: f64) -> f64 { x } } => { #[primitive(partials(1.0))] fn f(x: f64) -> f64 { x } }

    an_argument_that_is_destructured, primitive(partials(n as f64)), "name it, and destructure it inside",
    { fn f((n, m): (usize, usize), x: f64) -> f64 { (n * m) as f64 * x } } =>
    { #[primitive(partials((p.0 * p.1) as f64))] fn f(p: (usize, usize), x: f64) -> f64 { let (n, m) = p; (n * m) as f64 * x } }

    numbers_that_are_destructured, primitive(partials(b, a)), "take its numbers as arguments of their own",
    { fn f((a, b): (f64, f64)) -> f64 { a * b } } => { #[primitive(partials(b, a))] fn f(a: f64, b: f64) -> f64 { a * b } }

    an_argument_with_an_attribute, primitive(partials(1.0)), "only `#[inactive]` is known here",
    { fn f(#[scratch] n: f64, x: f64) -> f64 { x * n } } => { #[primitive(partials(n))] fn f(#[inactive] n: f64, x: f64) -> f64 { x * n } }

    a_generic_argument_without_partial, primitive(partials(a)), "remove `#[inactive]`, and let its partial be `0.0`",
    { fn f<T: Real>(#[inactive] a: T, x: T) -> T { a * x } } =>
    { #[primitive(partials(0.0, a))] fn f<T: Real>(a: T, x: T) -> T { a * x } }

    an_argument_that_is_changed, primitive(partials(1.0)), "return what it computes; a function that changes its arguments is `#[reversible]`",
    { fn f(y: &mut f64, x: f64) -> f64 { *y += x; x } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x; } }

    an_argument_by_reference, primitive(partials(2.0 * *x)), "take it by value: `x: f64`",
    { fn f(x: &f64) -> f64 { x * x } } => { #[primitive(partials(2.0 * x))] fn f(x: f64) -> f64 { x * x } }

    an_argument_that_owns, primitive(partials(1.0)), "take a reference: value and partials both read it",
    { fn f(s: String, x: f64) -> f64 { x * s.len() as f64 } } =>
    { #[primitive(partials(s.len() as f64))] fn f(s: &str, x: f64) -> f64 { x * s.len() as f64 } }

    an_inactive_argument_that_owns, primitive(partials(1.0)), "take a reference: value and partials both read it",
    { fn f(#[inactive] v: Vec<f64>, x: f64) -> f64 { x * v[0] } } =>
    { #[primitive(partials(v[0]))] fn f(#[inactive] v: &[f64], x: f64) -> f64 { x * v[0] } }

    numbers_in_a_vector, primitive(partials(1.0)), "mark it `#[inactive]`, or write a `#[reversible]` function",
    { fn f(v: Vec<f64>) -> f64 { v[0] * v[1] } } => { #[reversible] fn f(v: &[f64]) -> f64 { v[0] * v[1] } }

    numbers_in_an_array, primitive(partials(1.0)), "take its numbers as arguments of their own",
    { fn f<T: Real>(v: [T; 2]) -> T { v[0] * v[1] } } => { #[primitive(partials(b, a))] fn f<T: Real>(a: T, b: T) -> T { a * b } }

    an_inactive_array_of_the_real_type, primitive(partials(v[0])), "let it contain `f64`",
    { fn f<T: Real>(#[inactive] v: [T; 2], x: T) -> T { v[0] * x } } =>
    { #[primitive(partials(T::constant(v[0])))] fn f<T: Real>(#[inactive] v: [f64; 2], x: T) -> T { T::constant(v[0]) * x } }

    an_inactive_vector_of_the_real_type, primitive(partials(v[0])), "let it contain `f64`, and take a reference",
    { fn f<T: Real>(#[inactive] v: Vec<T>, x: T) -> T { v[0] * x } } =>
    { #[primitive(partials(T::constant(v[0])))] fn f<T: Real>(#[inactive] v: &[f64], x: T) -> T { T::constant(v[0]) * x } }

    an_argument_without_a_type, primitive(partials(1.0)), "name the type, or make it a type parameter",
    { fn f(g: impl Fn(usize) -> usize + Copy, x: f64) -> f64 { x * g(2) as f64 } } =>
    { #[primitive(partials(g(2) as f64))] fn f<G: Fn(usize) -> usize + Copy>(g: G, x: f64) -> f64 { x * g(2) as f64 } }

    a_primitive_without_numbers, primitive(partials()), "a function without real arguments needs no attribute: call it as it is",
    { fn f(n: usize) -> f64 { n as f64 } } =>
    { fn f(n: usize) -> f64 { n as f64 } #[reversible] fn g(y: &mut f64, n: usize, x: f64) { *y += f(n) * x; } }

    a_partial_too_many, primitive(partials(1.0, 2.0)), "remove this one: there is one partial per real argument",
    { fn f(x: f64) -> f64 { x } } => { #[primitive(partials(1.0))] fn f(x: f64) -> f64 { x } }

    a_partial_too_few, primitive(partials(b)), "add the derivative of the value by `b` to `partials(…)`",
    { fn f(a: f64, b: f64) -> f64 { a * b } } => { #[primitive(partials(b, a))] fn f(a: f64, b: f64) -> f64 { a * b } }

    an_instruction_that_is_none, instruction(self_inverse), "write `fn name<T: Real>(a: &mut T, …) { … }`",
    { struct Flip; } => { #[instruction(self_inverse, adjoint = flip_adjoint)] fn flip<T: Real>(a: &mut T) { *a = -*a; }
        fn flip_adjoint<T: Real, C: retrograde::Cotangent<T>>(a: &mut T, a_bar: &mut C) { *a = -*a; *a_bar = a_bar.negated(); } }

    an_instruction_with_a_value, instruction(self_inverse, adjoint = f_adjoint), "a pure function with known partials is a `#[primitive]`",
    { fn f(a: &mut f64) -> f64 { *a } } => { #[primitive(partials(1.0))] fn f(a: f64) -> f64 { a } }

    an_instruction_that_changes_nothing, instruction(self_inverse, adjoint = flip_adjoint), "take what it changes as `a: &mut T`",
    { fn flip<T: Real>(a: T) {} } => { #[instruction(self_inverse, adjoint = flip_adjoint)] fn flip<T: Real>(a: &mut T) { *a = -*a; }
        fn flip_adjoint<T: Real, C: retrograde::Cotangent<T>>(a: &mut T, a_bar: &mut C) { *a = -*a; *a_bar = a_bar.negated(); } }

    an_instruction_without_an_inverse, instruction(adjoint = f_adjoint), "`#[instruction(self_inverse, adjoint = pull_back)]`",
    { fn f(a: &mut f64) { *a = -*a; } } =>
    {
        #[instruction(self_inverse, adjoint = pull_back)]
        fn f(a: &mut f64) { *a = -*a; }
        fn pull_back<C: retrograde::Cotangent<f64>>(a: &mut f64, a_bar: &mut C) { *a = -*a; *a_bar = a_bar.negated(); }
    }

    an_instruction_without_an_adjoint, instruction(self_inverse),
    "add `adjoint = f_adjoint` to the attribute, and write `fn f_adjoint<…, C: Cotangent<f64>>(a: &mut f64, a_bar: &mut C, n: usize)`",
    { fn f(a: &mut f64, n: usize) { if n > 1 { *a = -*a; } } } =>
    {
        #[instruction(self_inverse, adjoint = f_adjoint)]
        fn f(a: &mut f64, n: usize) { if n > 1 { *a = -*a; } }
        fn f_adjoint<C: retrograde::Cotangent<f64>>(a: &mut f64, a_bar: &mut C, n: usize) {
            if n > 1 { *a = -*a; *a_bar = a_bar.negated(); }
        }
    }

    an_instruction_with_two_inverses, instruction(self_inverse, inverse = g, adjoint = f_adjoint), "remove one of the two",
    { fn f(n: &mut u32) { *n ^= 1; } } => { #[instruction(self_inverse)] fn f(n: &mut u32) { *n ^= 1; } }

    an_instruction_with_scratch, instruction(self_inverse, adjoint = f_adjoint), "make what it needs in its body",
    { fn f(n: &mut u32, #[scratch] w: &mut [f64]) { *n ^= 1; } } =>
    { #[instruction(self_inverse)] fn f(n: &mut u32) { let w = 1; *n ^= w; } }

    positive_numbers_that_are_added, reversible(), "multiply: `y *= e`, or bind a fresh variable: `let sum = a + b;`",
    { fn f(y: &mut Log<f64>, x: Log<f64>) { *y += x; } } =>
    { #[reversible] fn f(y: &mut Log<f64>, a: Log<f64>, b: Log<f64>) { let sum = a + b; *y *= sum; } }

    a_real_for_a_positive_number, reversible(), "convert it: `Log::from_value(x)`",
    { fn f(y: &mut Log<f64>, x: f64) { *y *= x; } } => { #[reversible] fn f(y: &mut Log<f64>, x: f64) { *y *= Log::from_value(x); } }

    a_positive_number_for_a_real, reversible(), "convert it by `.value()`, or take its logarithm by `.ln()`",
    { fn f(y: &mut f64, x: Log<f64>) { *y += x; } } => { #[reversible] fn f(y: &mut f64, x: Log<f64>) { *y += x.value(); *y += x.ln(); } }

    a_negative_positive_number, reversible(), "multiply by its reciprocal instead: `a.recip()`, or negate its value",
    { fn f(y: &mut Log<f64>, a: Log<f64>) { *y *= -a; } } =>
    { #[reversible] fn f(y: &mut Log<f64>, x: &mut f64, a: Log<f64>) { *y *= a.recip(); *x += -a.value(); } }

    a_method_of_positive_numbers, reversible(), "there are ln value powi powf sqrt recip",
    { fn f(y: &mut Log<f64>, a: Log<f64>) { *y *= a.sin(); } } =>
    { #[reversible] fn f(y: &mut Log<f64>, x: &mut f64, a: Log<f64>, b: f64) { *y *= a.powi(2) * a.powf(b) * a.sqrt() * a.recip(); *x += a.ln() + a.value(); } }

    tropical_numbers_that_are_added, reversible(), "multiply: `y *= e`, or bind a fresh variable: `let best = a + b;`",
    { fn f(y: &mut MaxPlus<f64>, a: MaxPlus<f64>) { *y += a; } } =>
    { #[reversible] fn f(y: &mut MaxPlus<f64>, a: MaxPlus<f64>, b: MaxPlus<f64>) { let best = a + b; *y *= best; } }

    a_constructor_of_tropical_numbers, reversible(), "write `from_value(x)` or `one()`",
    { fn f(y: &mut MaxPlus<f64>, x: f64) { *y *= MaxPlus::new(x); } } =>
    { #[reversible] fn f(y: &mut MaxPlus<f64>, x: f64) { *y *= MaxPlus::from_value(x) * MaxPlus::one(); } }

    a_tropical_number_for_a_real, reversible(), "take its `.value()`",
    { fn f(y: &mut f64, x: MaxPlus<f64>) { *y += x; } } => { #[reversible] fn f(y: &mut f64, x: MaxPlus<f64>) { *y += x.value(); } }
}

#[cfg(feature = "complex")]
mod of_complex_numbers {
    use super::{gives, reversible};

    advice! {
    a_complex_number_that_is_multiplied, reversible(), "bind a fresh variable, `let scaled = z * w;`, or turn it by an angle: `rot(&mut z.re, &mut z.im, angle)`",
    { fn f(z: &mut Complex<f64>, w: Complex<f64>) { *z *= w; } } =>
    { use retrograde::Complex;
        #[reversible]
        fn f(y: &mut Complex<f64>, z: Complex<f64>, w: Complex<f64>) { let scaled = z * w; *y += scaled; }
        #[reversible]
        fn g(z: &mut Complex<f64>, angle: f64) { rot(&mut z.re, &mut z.im, angle); }
    }

    a_complex_number_that_is_toggled, reversible(), "use `+=` or `-=`",
    { fn f(z: &mut Complex<f64>, w: Complex<f64>) { *z ^= w; } } =>
    { use retrograde::Complex; #[reversible] fn f(z: &mut Complex<f64>, w: Complex<f64>) { *z += w; *z -= w * w; } }

    complex_numbers_that_are_ordered, reversible(), "take a part of it, such as `.re`, or its `.norm()`",
    { fn f(y: &mut f64, z: Complex<f64>) { *y += z; } } => { use retrograde::Complex; #[reversible] fn f(y: &mut f64, z: Complex<f64>) { *y += z.re; *y += z.norm(); } }

    a_remainder_of_complex_numbers, reversible(), "complex numbers are added, subtracted, multiplied, divided and compared by `==`",
    { fn f(y: &mut Complex<f64>, z: Complex<f64>) { *y += z % z; } } =>
    { use retrograde::Complex; #[reversible] fn f(y: &mut Complex<f64>, z: Complex<f64>, w: Complex<f64>) { *y += z * w + z / w - w; if z == w { *y += z; } } }

    a_constructor_of_complex_numbers, reversible(), "write `Complex::new(re, im)`, `Complex::from_polar(r, theta)` or `Complex::cis(theta)`",
    { fn f(y: &mut Complex<f64>, x: f64) { *y += Complex::of(x, x); } } =>
    { use retrograde::Complex; #[reversible] fn f(y: &mut Complex<f64>, x: f64) { *y += Complex::new(x, x * x); *y += Complex::from_polar(x, x); *y += Complex::cis(x); } }

    a_method_of_complex_numbers, reversible(), "there are re im conj norm norm_sqr l1_norm arg exp ln sqrt powc powf powi sin cos tan sinh cosh tanh inv scale unscale",
    { fn f(y: &mut Complex<f64>, z: Complex<f64>) { *y += z.asin(); } } =>
    { use retrograde::Complex;
        #[reversible]
        fn f(y: &mut Complex<f64>, z: Complex<f64>, x: f64) {
            *y += z.conj() + z.exp() + z.ln() + z.sqrt() + z.powc(z) + z.powf(x) + z.powi(3);
            *y += z.sin() + z.cos() + z.tan() + z.sinh() + z.cosh() + z.tanh() + z.inv() + z.scale(x) + z.unscale(x);
            y.re += z.norm() + z.norm_sqr() + z.arg();
        }
    }

    a_structure_that_is_no_complex_number, reversible(), "make one of its parts: `Complex::new(re, im)`",
    { fn f(y: &mut Complex<f64>, z: Log<f64>) { *y += z; } } =>
    { use retrograde::Complex; #[reversible] fn f(y: &mut Complex<f64>, z: Log<f64>) { *y += Complex::new(z.ln(), z.value()); } }
    }
}

//! Syntax on one line, as a person writes it.

use quote::quote;
use retrograde_compiler::ir::print::shown;

#[test]
fn as_a_person_writes_it() {
    assert_eq!(shown(&quote!(x[i + 1] * -y.exp())), "x[i + 1] * -y.exp()");
    assert_eq!(shown(&quote!(p: &mut [f64; 3])), "p: &mut [f64; 3]");
    assert_eq!(shown(&quote!(a::b(&x[..n], *y)? && !c)), "a::b(&x[..n], *y)? && !c");
    assert_eq!(shown(&quote!((a, b) as (usize, f64))), "(a, b) as (usize, f64)");
    assert_eq!(shown(&quote!(&'a mut self)), "&'a mut self");
    assert_eq!(shown(&quote!(x *= 2.0)), "x *= 2.0");
    assert_eq!(shown(&quote!(return x)), "return x");
}

#[test]
fn types_as_they_are_formatted() {
    assert_eq!(shown(&quote!(&mut Layer<T>)), "&mut Layer<T>");
    assert_eq!(shown(&quote!(HashMap<(u8, u8), Vec<&T>> = x)), "HashMap<(u8, u8), Vec<&T>> = x");
    assert_eq!(shown(&quote!(f::<T, 3>(a < b, N < M))), "f::<T, 3>(a < b, N < M)");
    assert_eq!(shown(&quote!(N < M && x > y)), "N < M && x > y");
    assert_eq!(shown(&quote!(i < n)), "i < n");
}

#[test]
fn not_too_long() {
    let long = shown(&quote!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o));
    assert_eq!(long.chars().count(), 51);
}

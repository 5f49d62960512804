//! Common mistakes of beginners: one message for each, at its place.
use retrograde::prelude::*;

#[reversible]
fn no_bound<T>(y: &mut T, x: &T) {
    *y += x * x;
}

#[reversible]
fn float_of_another_type(y: &mut f64, x: &f64) {
    let t: f32 = x * 2.0;
    *y += t * x;
}

#[reversible]
fn real_as_count(y: &mut f64, x: &f64) {
    let n: usize = x * 2.0;
    *y += n as f64;
}

#[reversible]
fn pushes_what_is_bound(y: &mut f64, x: &f64, log: &mut Vec<f64>) {
    let t = x * x;
    *y += t;
    push!(log, t);
}

#[reversible]
fn keeps_what_was_pushed(y: &mut f64, x: &f64, log: &mut Vec<f64>) {
    let mut t = 0.0;
    t += x * x;
    *y += t;
    push!(log, t);
}

#[reversible]
fn adds_a_tuple(p: &mut (f64, f64), x: &f64) {
    *p += (x, x);
}

#[reversible]
fn changes_a_copy(mut y: f64, x: &f64) {
    y += x * x;
}

#[reversible]
fn calls_a_closure(y: &mut f64, x: &f64) {
    let square = |a: f64| a * a;
    *y += square(*x);
}

#[reversible]
fn maps_a_closure(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[reversible]
fn sums_an_iterator(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[reversible]
fn returns_a_reference<'a>(x: &'a [f64]) -> &'a f64 {
    &x[0]
}

#[reversible]
fn returns_an_option(x: &[f64]) -> Option<f64> {
    Some(x[0])
}

#[reversible]
fn declares_and_assigns(y: &mut f64, x: &f64) {
    let t;
    t = x * x;
    *y += t;
}

#[reversible]
fn decides_by_what_it_changes(y: &mut f64, x: &f64) {
    if *y > 0.0 {
        *y += x;
    }
}

#[reversible]
fn keeps_what_it_changes(y: &mut f64, x: &f64) {
    #[keep]
    if *y > 0.0 {
        *y += x;
    }
}

#[reversible]
fn takes_a_function(y: &mut f64, g: impl Fn(f64) -> f64, x: &f64) {
    *y += g(*x);
}

#[reversible]
fn has_a_function_of_its_own(y: &mut f64, x: &f64) {
    fn square(a: f64) -> f64 {
        a * a
    }
    *y += square(*x);
}

#[reversible]
fn marks_what_has_no_decision(y: &mut f64, x: &f64) {
    #[keep]
    let t = x * x;
    *y += t;
}

#[reversible]
fn marks_by_another_name(y: &mut f64, x: &f64) {
    #[constant]
    let t = x * x;
    *y += t;
}

#[reversible]
fn indexes_by_a_real(y: &mut f64, x: &[f64], k: f64) {
    *y += x[k];
}

#[reversible]
fn counts_by_a_real(y: &mut f64, x: &f64) {
    for _ in 0..*x {
        *y += x;
    }
}

#[reversible]
fn compares_by_assigning(y: &mut f64, x: &f64) {
    if *x = 0.0 {
        *y += x;
    }
}

#[reversible]
fn returns_without_a_type(y: &mut f64, x: &f64) {
    x * y
}

#[reversible]
fn is_unsafe_inside(y: &mut f64, x: &f64) {
    unsafe {
        *y += x;
    }
}

#[reversible]
fn raises_by_bits(y: &mut f64, x: &f64) {
    *y += x ^ 2;
}

#[reversible]
fn has_another_name_for_a_rule(y: &mut f64, x: &f64) {
    *y += x.pow(2);
}

#[reversible]
fn looks_at_a_value(y: &mut f64, x: &f64) {
    *y += dbg!(x * x);
}

#[reversible]
fn takes_a_vector_away(y: &mut f64, x: Vec<f64>) {
    *y += x[0];
}

fn main() {}

//! Programs that lie inside the language but at its edges: every name, item and attribute that Rust allows.
//!
//! That this file compiles is most of the test: no name of ours is one of the user's. `robust.rs` of the compiler feeds
//! the same functions to the compiler without a macro around it.
#![allow(dead_code, non_snake_case, non_camel_case_types)]
#![allow(clippy::all)]

use retrograde::{Real, reversible};

/// Nothing to do.
#[reversible]
fn empty_body() {}

#[reversible]
fn only_reads(_x: f64) {}

/// The names of our own programs' arguments.
#[reversible]
fn of_y(x: f64, y: f64) -> f64 {
    x * y * y
}

#[reversible]
fn value_and_result(y: &mut f64, value: f64, result: f64, value_bar: f64, y_bar: f64) {
    *y += value * result + value_bar * y_bar;
}

#[reversible]
fn bars(x: &mut f64, x_bar: &[f64], x_bar_2: usize, x_bar_bar: f64) {
    for i in 0..x_bar_2 {
        *x += x_bar[i] * x_bar_bar;
    }
}

/// `exact` has no cotangent, but its programs have a place for one.
#[reversible]
fn bar_of_exact(y: &mut f64, n: usize, n_bar: f64) {
    *y += n as f64 * n_bar;
}

#[reversible]
fn names_of_ours(y: &mut f64, C: f64, k: f64, seed: f64, chunk: f64, lane: f64, trips: f64) {
    let product = C * k;
    let copy_0 = seed * chunk;
    let exp = product.exp();
    *y += exp * copy_0.sin() * lane * trips;
}

#[reversible]
fn generic_names<C: Real>(y: &mut C, Shadow0: &[C], c: C) {
    for i in 0..Shadow0.len() {
        *y += Shadow0[i] * c;
    }
}

struct C {
    x: f64,
}

/// A type of the user's that is called like a parameter of ours.
#[reversible]
fn type_named_like_ours(y: &mut f64, x: f64, #[inactive] _c: &C) {
    *y += x * x;
}

#[reversible]
fn shadowed(y: &mut f64, x: f64) {
    let x = x * x;
    let x = x + 1.0;
    for x in 0..3 {
        let x = x as f64;
        *y += x * x;
    }
    safe! {
        assert!(x >= 1.0, "{x} {x:?}");
        let x = "another";
        assert_eq!(x.len(), 7);
    }
    *y += x * x_2();
}

fn x_2() -> f64 {
    1.0
}

impl x_2 {
    fn __pull(_seed: f64) -> f64 {
        1.0
    }
}
struct x_2 {}

#[reversible]
fn views_in_host_code(y: &mut f64, x: &[f64]) {
    let head = &x[..1];
    safe! {
        assert_eq!(head.len(), 1, "{head:?}");
    }
    *y += head[0] * head[0];
}

#[reversible]
fn r#type(r#move: &mut f64, r#match: f64, r#in: &[f64]) {
    let r#let = r#match * r#match;
    for r#for in 0..r#in.len() {
        *r#move += r#in[r#for] * r#let;
    }
}

#[reversible]
fn raw_or_not(r#plain: &mut f64, x: f64) {
    *plain += x * x;
}

#[reversible]
fn unicode(größe: &mut f64, µ: f64, σ: &[f64]) {
    let λ = µ * µ;
    for ι in 0..σ.len() {
        *größe += σ[ι] * λ;
    }
}

#[reversible]
fn underscores(__: &mut f64, _x: f64, _nothing: &mut [f64; 0]) {
    *__ += _x * _x;
}

#[reversible]
fn lifetimes<'a, 'b: 'a>(y: &'a mut f64, x: &'b [f64]) {
    for i in 0..x.len() {
        *y += x[i] * x[i];
    }
}

#[reversible]
fn const_generics<T: Real, const N: usize>(y: &mut T, x: &[T; N]) {
    for i in 0..N {
        *y += x[i] * x[i];
    }
}

#[reversible]
fn where_clauses<T>(y: &mut T, x: &[T], w: T)
where
    T: Real + Copy,
    [T]: Send,
{
    for i in 0..x.len() {
        *y += x[i] * w;
    }
}

/// With documentation, attributes and visibility.
///
/// Of two paragraphs.
#[inline(always)]
#[must_use]
#[reversible(check = "always")]
#[doc(alias = "other")]
pub(crate) fn attributes(#[allow(unused)] x: f64) -> f64 {
    x * x
}

#[reversible]
#[cfg(any())]
fn switched_off(y: &mut f64) {
    *y += unknown();
}

#[reversible]
extern "C" fn for_c(y: &mut f64, x: f64) {
    *y += x.sin();
}

const WEIGHT: f64 = 2.0;

#[reversible]
fn items_inside(y: &mut f64, x: f64) {
    const HALF: f64 = 0.5;
    fn count() -> usize {
        3
    }
    use core::f64::consts::PI;
    let n: usize = count();
    let w: f64 = WEIGHT;
    for i in 0..n {
        *y += HALF * x * PI * w;
        *y += WEIGHT * i as f64;
    }
}

#[reversible]
fn reversible_inside(y: &mut f64, x: f64) {
    #[reversible]
    fn square(x: f64) -> f64 {
        x * x
    }
    *y += square(x) * square(2.0 * x);
}

#[reversible]
fn literals(y: &mut f64, x: f64, n: &mut i128) {
    *y += 1e300 * x + 1e-320 * x + 0x10 as f64 * x + 1_000.5e0_f64 * x + 3. * x;
    *n += 170_141_183_460_469_231_731_687_303_715_884_105_727_i128 - 1;
    *n -= 1i128 << 100;
}

#[reversible]
fn huge_indices(y: &mut f64, x: &[f64], n: usize) {
    for i in 0..n {
        *y += x[i * 9_223_372_036_854_775_807 * 0 + i] * x[i & 0xff];
    }
}

#[reversible]
fn parentheses(y: &mut f64, x: f64) {
    *y += ((x) * (x));
}

#[reversible]
fn macros_inside(y: &mut f64, x: &[f64]) {
    let mut scratch = vec![0.0; x.len()];
    assert!(!x.is_empty(), "{}", x.len());
    debug_assert_eq!(x.len(), scratch.len());
    for i in 0..x.len() {
        scratch[i] += x[i] * x[i];
    }
    for i in 0..x.len() {
        *y += scratch[i];
    }
}

#[reversible]
fn blocks(y: &mut f64, x: f64) {
    {
        {
            let x = x * x;
            *y += x;
        }
        {}
    }
    *y += { x } * if x > 0.0 { x } else { -x };
    'routine: {
        *y += x;
    }
    undo!('routine);
}

#[reversible]
fn integers(y: &mut f64, a: u8, b: i64, c: bool, d: char) {
    if c && a < 3 || d == 'x' {
        *y += (b % 3) as f64 * (a as f64) * y_of(2.0);
    } else if !c {
        *y -= (b.abs() + 1) as f64;
    }
}

#[reversible]
fn y_of(x: f64) -> f64 {
    x
}

#[reversible]
fn chosen(chosen_: f64, b: f64) -> f64 {
    let chosen = if b > 0.0 { chosen_ } else { chosen_ * 2.0 };
    chosen * if b > 1.0 { b } else { 1.0 }
}

/// Scopes may grow together in the adjoint, and then a local would hide the function.
#[reversible]
fn local_like_a_function(y: &mut f64, x: f64) {
    {
        let y_of = x * x;
        *y += y_of * y_of.sin();
    }
    for i in 0..2 {
        let plain = x * i as f64;
        *y += plain * y_of(plain * x);
    }
}

/// A view and an index stay what they were when the count that they were made with moves on.
#[reversible]
fn moving_on(y: &mut f64, x: &[f64], z: &mut [f64]) {
    let mut k = 0;
    let v = &x[k..];
    let j = k;
    k += 1;
    *y += v[0] * x[k];
    z[j] += z[k];
}

#[reversible]
fn single(y: &mut f32, x: f32) {
    *y += 0.1 * x * 2.0f32;
}

#[reversible]
fn arrays(x: &[f64; 2]) -> [f64; 2] {
    [x[0] * x[1], x[0] + x[1]]
}

#[reversible]
fn grids(y: &mut f64, a: &[[f64; 2]], b: &mut [[f64; 3]; 2]) {
    for i in 0..a.len() {
        *y += a[i][0] * a[i][1];
    }
    b[0][1] += b[1][0] * b[1][2];
}

#[reversible]
fn written_arrays(y: &mut f64, x: f64) {
    const WEIGHTS: [f64; 3] = [1.0, 2.0, 3.0];
    let w: [f64; 3] = WEIGHTS;
    for i in 0..3 {
        *y += w[i] * x;
    }
}

mod with_imports {
    use retrograde::reversible;

    type Option = ();
    type Vec = ();

    #[reversible]
    pub(super) fn bent_names(y: &mut f64, x: &[f64]) {
        for i in 0..x.len() {
            *y += x[i].sqrt();
        }
    }
}

#[test]
fn they_run() {
    let mut y = 0.0;
    let (_, (x_bar, y_bar)) = of_y::gradient(3.0, 2.0);
    assert_eq!((x_bar, y_bar), (4.0, 12.0));
    of_y::inverse(&mut y, 3.0, 2.0);
    assert_eq!(y, -12.0);

    let (y, bars) = value_and_result::gradient(2.0, 3.0, 5.0, 7.0);
    assert_eq!((y, bars), (41.0, (3.0, 2.0, 7.0, 5.0)));

    let (y, (x_bar, w_bar)) = bars::gradient(&[1.0, 2.0], 2, 3.0);
    assert_eq!((y, x_bar, w_bar), (9.0, vec![3.0, 3.0], 3.0));

    let (y, (x_bar,)) = shadowed::gradient(2.0);
    assert_eq!((y, x_bar), (10.0, 4.0));

    let (y, (match_bar, in_bar)) = r#type::gradient(2.0, &[1.0, 3.0]);
    assert_eq!((y, match_bar, in_bar), (16.0, 16.0, vec![4.0, 4.0]));

    let (y, (µ_bar, σ_bar)) = unicode::gradient(3.0, &[2.0]);
    assert_eq!((y, µ_bar, σ_bar), (18.0, 12.0, vec![9.0]));

    let (y, (x_bar,)) = reversible_inside::gradient(1.0);
    assert_eq!((y, x_bar), (4.0, 16.0));

    let (y, (x_bar,)) = with_imports::bent_names::gradient(&[4.0]);
    assert_eq!((y, x_bar), (2.0, vec![0.25]));

    let (y, (a_bar, b_bar)) = chosen::gradient(3.0, 2.0);
    assert_eq!((y, a_bar, b_bar), (6.0, 2.0, 3.0));

    let (_, (x_bar,)) = local_like_a_function::gradient(2.0);
    assert!((x_bar - (4.0 * 4f64.sin() + 16.0 * 4f64.cos() + 12.0)).abs() < 1e-12, "{x_bar}");

    let (mut y, mut z) = (0.0, [1.0, 2.0]);
    moving_on(&mut y, &[3.0, 5.0], &mut z);
    assert_eq!((y, z), (15.0, [3.0, 2.0]));
    moving_on::inverse(&mut y, &[3.0, 5.0], &mut z);
    assert_eq!((y, z), (0.0, [1.0, 2.0]));

    let (mut y, mut y_bar, mut x_bar) = (0.0, 1.0, 0.0);
    blocks::sweep(&mut y, &mut y_bar, 3.0, &mut x_bar);
    assert_eq!((y, x_bar), (18.0, 12.0));
}

/// In a generic function `+=` is overloaded: the value reads the vector that is written.
#[reversible]
fn backwards_sum<T: Real>(out: &mut T, x: &[T]) {
    let mut t = vec![0.0; x.len() + 1];
    for i in (0..x.len()).rev() {
        t[i] += t[i + 1] * 0.5 + x[i];
    }
    *out += t[0] * t[0];
}

#[test]
fn a_vector_is_read_where_it_is_written() {
    let (value, (gradient,)) = backwards_sum::gradient(&[1.0, 2.0, 4.0]);
    assert_eq!((value, gradient), (9.0, vec![6.0, 3.0, 1.5]));
}

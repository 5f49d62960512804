//! Generated programs, compiled by rustc: each arrives where the interpreter does.
//!
//! Written by `cargo test -p retrograde-compiler --test programs -- --ignored bless`, not by hand.

// Whatever a program may say is said here, useful or not.
#![allow(unused, clippy::all)]

/// The first of the largest elements.
fn argmax<T: PartialOrd>(x: &[T]) -> usize {
    (1..x.len()).fold(0, |best, i| if x[i] > x[best] { i } else { best })
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Vec2<T> {
    x: T,
    y: T,
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Body<T> {
    at: Vec2<T>,
    w: [T; 3],
    m: T,
    k: i64,
}

fn same(what: &str, got: &[f64], wanted: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-8 * (1.0 + b.abs());
    assert!(got.iter().zip(wanted).all(close), "{what} is {got:?} instead of {wanted:?}");
}

#[rustfmt::skip]
mod part_00;
#[rustfmt::skip]
mod part_01;
#[rustfmt::skip]
mod part_02;
#[rustfmt::skip]
mod part_03;
#[rustfmt::skip]
mod part_04;
#[rustfmt::skip]
mod part_05;
#[rustfmt::skip]
mod part_06;
#[rustfmt::skip]
mod part_07;
#[rustfmt::skip]
mod part_08;
#[rustfmt::skip]
mod part_09;
#[rustfmt::skip]
mod part_10;
#[rustfmt::skip]
mod part_11;

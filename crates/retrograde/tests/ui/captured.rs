//! Closures that capture something else than numbers, or change it.

use retrograde::{Differentiable, differentiable};

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, a: f64) -> f64 {
    f(a)
}

#[differentiable]
fn changing(mut f: impl FnMut(f64) -> f64, a: f64) -> f64 {
    f(a)
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
fn force(spring: &Spring, x: f64) -> f64 {
    spring.k * x
}

#[differentiable]
fn of_structure(spring: &Spring, a: f64) -> f64 {
    applied(|x| force(spring, x), a)
}

#[differentiable]
fn counted(a: f64) -> f64 {
    let mut calls = 0;
    let y = changing(
        |x| {
            calls += 1;
            x * a
        },
        a,
    );
    y / calls as f64
}

#[differentiable]
fn of_function(f: impl Fn(f64) -> f64, a: f64) -> f64 {
    applied(|x| f(x) - a, a)
}

#[differentiable]
fn of_large(a: f64, n: u64) -> f64 {
    applied(|x| x * n as f64, a)
}

#[differentiable]
fn of_option(a: f64, by: Option<f64>) -> f64 {
    applied(|x| x * by.unwrap_or(1.0), a)
}

fn main() {}

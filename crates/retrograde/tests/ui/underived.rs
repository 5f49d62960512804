//! Structures without `#[derive(Differentiable)]`: said once for each, at its type.
use retrograde::prelude::*;

struct State {
    a: f64,
    b: f64,
}

#[reversible]
fn advance(state: &mut State, x: &f64) {
    state.a += x * 2.0;
    state.b += state.a * state.a;
}

struct Input {
    a: f64,
    b: f64,
}

#[reversible]
fn read(y: &mut f64, input: &Input) {
    *y += input.a * input.b;
}

struct Item {
    a: f64,
    b: f64,
}

#[reversible]
fn sum(y: &mut f64, items: &[Item]) {
    for i in 0..items.len() {
        *y += items[i].a * items[i].b;
    }
}

struct Pair {
    a: f64,
    b: f64,
}

#[reversible]
fn pair(x: &f64) -> Pair {
    Pair { a: x * 2.0, b: *x }
}

struct Local {
    a: f64,
}

#[reversible]
fn local(y: &mut f64, x: &f64) {
    let local = Local { a: x * x };
    *y += local.a;
}

struct Layer {
    a: f64,
}

#[reversible]
impl Layer {
    fn apply(&self, y: &mut f64) {
        *y += self.a * 2.0;
    }
}

fn main() {}

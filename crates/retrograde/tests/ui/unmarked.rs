//! A macro does not see other items: `docs/laws/README.md` explains rustc's messages about them.
use retrograde::prelude::*;

fn square(x: f64) -> f64 {
    x * x
}

mod inner {
    pub fn square(x: f64) -> f64 {
        x * x
    }
}

#[reversible]
fn calls_what_is_not_marked(y: &mut f64, x: &f64) {
    *y += square(*x) + inner::square(*x);
}

#[reversible]
fn calls_what_is_not_there(y: &mut f64, x: &f64) {
    *y += squared(*x);
}

trait Flow {
    fn flow(&self, y: &mut f64);
}

#[derive(Differentiable)]
struct Layer {
    a: f64,
}

#[reversible]
impl Flow for Layer {
    fn flow(&self, y: &mut f64) {
        *y += self.a * 2.0;
    }
}

fn main() {
    let _ = square::gradient(&1.0);
}

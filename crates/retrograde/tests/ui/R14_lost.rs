use retrograde::prelude::*;

#[reversible]
fn drift<T: Real>(y: &mut T, x: T, h: f64) {
    *y += x * h;
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[reversible]
fn force<T: Real>(y: &mut T, x: T, spring: &Spring) {
    *y += x * spring.k;
}

// Where the real type is `f64` itself, `h` is active, and `drift` has no cotangent of it.
#[reversible]
fn concrete(y: &mut f64, x: f64, h: f64) {
    drift(y, x, h);
}

#[reversible]
fn of_structures(y: &mut f64, x: f64, spring: &Spring) {
    force(y, x, spring);
    *y += spring.k;
}

// A primitive has no partial of it either.
#[primitive(partials(T::constant(h)))]
fn scaled<T: Real>(x: T, h: f64) -> T {
    x * T::constant(h)
}

#[reversible]
fn by_primitive(y: &mut f64, x: f64, h: f64) {
    *y += scaled(x, h);
}

// The value alone is meant.
#[reversible]
fn meant(y: &mut f64, x: f64, #[inactive] h: f64) {
    drift(y, x, h);
    drift(y, x, 0.5);
    *y += scaled(x, h) + scaled(x, 2.0);
}

// The structure stands in a module behind the function, so its length could be a count.
#[differentiable]
fn area(p: &Late, q: &Late) -> f64 {
    0.5 * p.cross(q).len() * q.x
}

mod behind {
    use retrograde::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    pub struct Late {
        pub x: f64,
    }

    #[differentiable]
    impl Late {
        pub fn cross(&self, other: &Late) -> Late {
            Late { x: self.x * other.x }
        }
        pub fn len(&self) -> f64 {
            self.x.abs()
        }
    }
}
use behind::Late;

fn main() {}

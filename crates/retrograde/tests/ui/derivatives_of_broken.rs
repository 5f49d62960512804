//! A function that breaks a law has one error, at the law, whatever derivatives are asked of it.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Spring<T> {
    stiffness: T,
}

#[reversible]
fn energy<T: Real>(spring: &Spring<T>, x: T) -> T {
    let mut sum = spring.stiffness * x;
    sum = sum * x;
    sum
}

#[reversible]
fn kick(spring: &mut Spring<f64>, x: &[f64]) {
    spring.stiffness = x[0];
}

#[reversible]
impl<T: Real> Spring<T> {
    fn force(&self, x: T) -> T {
        let mut sum = self.stiffness * x;
        sum = sum * x;
        sum
    }
}

fn main() {
    let spring = Spring { stiffness: 2.0 };
    energy::jacobian((&spring, 3.0));
    energy::jvp((&spring, 3.0), (&spring, 0.0));
    energy::hessian((&spring, 3.0));
    energy::hessian_vector_product((&spring, 3.0), (&spring, 0.0));
    energy::check(&spring, 3.0);
    kick::jacobian((&spring, &[3.0]));
    kick::jvp((&spring, &[3.0]), (&spring, &[0.0]));
    spring.force_jacobian(3.0);
    spring.force_hessian(3.0);
}

use retrograde::{instruction, reversible};

#[instruction]
fn nothing_undoes_it(y: &mut f64) {
    *y = -*y;
}

#[instruction(self_inverse, inverse = other)]
fn both(y: &mut f64) {
    *y = -*y;
}

#[instruction(self_inverse)]
fn no_adjoint<T: retrograde::Real>(y: &mut T, x: &[T], w: T, n: usize) {
    *y = x[n] * w - *y;
}

#[instruction(self_inverse, adjoint = a)]
fn changes_nothing(y: f64) {}

#[instruction(self_inverse, adjoint = a)]
fn returns(y: &mut f64) -> f64 {
    *y
}

#[instruction(self_inverse, undo = a)]
fn unknown(y: &mut f64) {}

#[instruction(self_inverse, adjoint = wrong_adjoint)]
fn wrong(y: &mut f64) {
    *y = -*y;
}

fn wrong_adjoint(y: &mut f64, y_bar: &mut f64) {
    *y = -*y;
    *y_bar = -*y_bar;
}

#[instruction(self_inverse)]
struct NoFunction {}

#[reversible(adjoint = f)]
fn value(x: f64) -> f64 {
    x * x
}

#[reversible(pull = f)]
fn state(y: &mut f64) {
    *y += 1.0;
}

fn main() {
    // No error of its own.
    nothing_undoes_it::inverse(&mut 1.0);
    no_adjoint::adjoint(&mut 1.0, &mut 1.0, &[1.0], &mut [0.0], 1.0, &mut 0.0, 0);
}

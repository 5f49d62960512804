use retrograde::prelude::*;

#[derive(Differentiable)]
struct Layer<T> {
    weight: T,
}

#[reversible]
impl<T: Real> Layer<T> {
    fn consumed(self, y: &mut T) {
        *y += self.weight;
    }

    fn new(weight: T) -> Layer<T> {
        Layer { weight }
    }

    fn overwrites(&mut self, x: T) {
        self.weight = x;
    }

    fn calls(&self, y: &mut T) {
        self.unknown(&mut *y);
    }

    #[instruction(adjoint = other)]
    fn declared(&mut self, y: &mut T) {
        *y *= self.weight;
    }
}

impl<T: Real> Layer<T> {
    #[reversible]
    fn alone(&self, y: &mut T) {
        *y += self.weight;
    }
}

#[reversible]
trait Flow {
    fn flow(&self, y: &mut f64);
}

#[reversible]
fn takes<T: Real, F: Reversible<T>>(f: F, y: &mut [T], z: &mut [T]) {
    f(y[0]);
    f(&mut *y, &mut *z);
}

fn main() {
    let layer = Layer { weight: 1.0 };
    let mut y = 0.0;
    // No errors of their own.
    layer.declared_inverse(&mut y);
    layer.alone(&mut y);
    takes(&3, &mut [y], &mut [y]);
}

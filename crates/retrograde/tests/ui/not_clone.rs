//! A structure that a method changes, and that is not `Clone`: the reverse pass keeps a copy.

use retrograde::prelude::*;

#[derive(Differentiable)]
struct Filter {
    state: [f64; 2],
    gain: f64,
}

#[differentiable]
impl Filter {
    fn step(&mut self, z: f64) {
        self.state[0] += self.gain * (z - self.state[0]);
        self.state[1] *= self.gain;
    }
}

fn main() {
    let mut filter = Filter { state: [0.0; 2], gain: 0.5 };
    filter.step(1.0);
}

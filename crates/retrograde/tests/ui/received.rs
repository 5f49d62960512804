//! A method that changes its receiver and has a value is called as if it changed nothing, where something else changes the receiver, too, and
//! the structure stands in a module behind the function: else the crate knows it.

use retrograde::differentiable;

#[differentiable]
fn level(x: f64) -> f64 {
    let mut filter = Filter { state: 0.0 };
    let y = filter.process(x);
    filter.state += y;
    y * filter.state
}

mod behind {
    use retrograde::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    pub struct Filter {
        pub state: f64,
    }

    #[differentiable]
    impl Filter {
        pub fn process(&mut self, x: f64) -> f64 {
            self.state += 0.5 * (x - self.state);
            self.state
        }
    }
}
use behind::Filter;

fn main() {}

//! Parameters of ordinary functions whose types derive nothing, and have room for a number.

use retrograde::differentiable;

#[derive(Clone, Copy)]
enum Window {
    Rect,
    Kaiser(f64),
}

impl Window {
    fn gain(&self) -> f64 {
        match self {
            Window::Rect => 1.0,
            Window::Kaiser(beta) => 1.0 / beta,
        }
    }
}

#[differentiable]
fn weighted(x: f64, window: Window) -> f64 {
    x * window.gain()
}

#[differentiable]
fn handed_on(x: f64, window: Window) -> f64 {
    weighted(x, window)
}

fn main() {}

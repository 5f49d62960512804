use retrograde::{differentiable, reversible};

#[differentiable]
fn options(x: f64) -> f64 {
    let mut y = x;
    #[checkpoint(often = 3)]
    for _ in 0..3 {
        y *= x;
    }
    #[checkpoint(every = 0)]
    while y > 1.0 {
        y *= 0.5;
    }
    y
}

#[differentiable]
#[checkpoint(every = 3)]
fn function(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn misplaced(x: f64) -> f64 {
    let mut y = x;
    #[checkpoint]
    if y > 1.0 {
        y *= x;
    }
    y
}

#[reversible]
fn strict(y: &mut f64, x: f64) {
    #[checkpoint]
    for _ in 0..3 {
        *y += x;
    }
}

fn main() {}

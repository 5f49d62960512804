use retrograde::differentiable;

#[differentiable]
fn next(x: f64) -> f64 {
    let y = f64::from_bits(x.to_bits() + 1);
    y * y
}

fn main() {}

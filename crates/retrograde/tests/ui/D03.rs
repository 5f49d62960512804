use retrograde::differentiable;

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    #[inactive]
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

fn main() {}

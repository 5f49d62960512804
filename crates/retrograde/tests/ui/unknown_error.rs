use retrograde::differentiable;

pub enum Fail {
    Empty,
    Bad(usize),
}

#[differentiable]
fn bounded(x: f64) -> Result<f64, Fail> {
    if x < 0.0 {
        return Err(Fail::Bad(3));
    }
    if x > 10.0 {
        return Err(Fail::Empty);
    }
    Ok(x)
}

#[differentiable]
fn asked(x: f64) -> f64 {
    match bounded(x) {
        Ok(v) => v * x,
        Err(Fail::Empty) => x,
        Err(Fail::Bad(_)) => 2.0 * x,
    }
}

#[differentiable]
fn read(x: f64) -> f64 {
    match bounded(x) {
        Ok(v) => v * x,
        Err(e) => match e {
            Fail::Empty => x,
            Fail::Bad(k) => k as f64 * x,
        },
    }
}

#[differentiable]
fn let_in(x: f64) -> f64 {
    if let Err(Fail::Bad(3)) = bounded(x) { 2.0 * x } else { x }
}

fn main() {}

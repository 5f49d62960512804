use retrograde::reversible;

#[reversible]
fn multiply(y: &mut f64, x: &mut [f64], i: usize) {
    *y *= x[i] + 1.0;
    x[i] /= 2.0;
    x[i + 1] = 0.0;
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn weighted(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        *y += i * x[i];
    }
}

fn main() {}

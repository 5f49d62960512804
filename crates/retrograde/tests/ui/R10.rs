use retrograde::reversible;

#[reversible]
fn energy(y: &mut f64, x: &[f64]) {
    for t in x.iter().filter(|t| **t > 0.0) {
        *y += t * t;
    }
}

fn main() {}

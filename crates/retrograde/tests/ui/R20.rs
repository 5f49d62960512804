use retrograde::reversible;

#[reversible]
fn norms(y: &mut f64, x: &[f64], z: &[f64]) {
    let mut sum = 0.0;
    for t in x {
        sum += t * t;
    }
    *y += sum.sqrt();
    let mut sum = 0.0;
    for t in z {
        sum += t * t;
    }
    *y += sum.sqrt();
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn energy(y: &mut f64, x: &[f64]) {
    for t in x.iter() {
        *y += t * t;
    }
}

fn main() {}

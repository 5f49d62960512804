use retrograde::reversible;

type Vector = [f64];

#[reversible]
fn total(y: &mut f64, x: &Vector) {
    for i in 0..x.len() {
        *y += x[i];
    }
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn root(y: &mut f64, x: f64) {
    if x < 0.0 {
        return;
    }
    *y += x.sqrt();
}

fn main() {}

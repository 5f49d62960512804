use retrograde::reversible;

#[reversible]
fn grow(y: &mut f64, rate: f64) {
    *y += *y * rate;
}

fn main() {}

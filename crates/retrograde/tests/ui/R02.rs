use retrograde::reversible;

#[reversible]
fn square(y: &mut f64, x: f64) {
    *y = x * x;
}

fn main() {}

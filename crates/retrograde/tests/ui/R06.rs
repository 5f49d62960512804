use retrograde::reversible;

#[reversible]
fn shift(x: f64, by: f64) {
    x += by;
}

fn main() {}

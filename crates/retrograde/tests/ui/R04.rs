use retrograde::reversible;

#[reversible]
fn add_twice(y: &mut f64, x: &f64) {
    *y += 2.0 * *x;
}

#[reversible]
fn triple(y: &mut f64) {
    add_twice(y, &*y);
}

fn main() {}

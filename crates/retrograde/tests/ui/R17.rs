use retrograde::reversible;

#[reversible]
fn twice(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += x * x;
    *y += t;
    t -= x * x;
    free!(t = 0.0);
    *y += t;
}

fn main() {}

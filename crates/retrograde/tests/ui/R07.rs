use retrograde::reversible;

#[reversible]
fn step(x: &mut f64, v: &mut f64) {
    let a = -*x;
    *x += *v + 0.5 * a;
    *v += a;
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn clipped(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += x * x;
    if x > 0.0 {
        *y += t;
        t -= x * x;
        free!(t = 0.0);
    }
}

fn main() {}

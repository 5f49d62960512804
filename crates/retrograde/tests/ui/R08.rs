use retrograde::reversible;

#[reversible]
fn meter(y: &mut f64, level: &mut f64, x: f64) {
    if *level > 0.3 {
        *y += x;
    }
    *level += 0.1;
}

fn main() {}

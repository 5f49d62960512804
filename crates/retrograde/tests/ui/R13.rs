use retrograde::reversible;

#[reversible]
fn accumulate(y: &mut f64, x: f64, n: &mut usize) {
    for _ in 0..*n {
        *y += x;
        *n += 1;
    }
}

fn main() {}

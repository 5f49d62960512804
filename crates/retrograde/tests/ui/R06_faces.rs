use retrograde::reversible;

#[reversible]
fn changes(y: &mut f64, x: &[f64], n: usize) {
    x[0] += 1.0;
    let t = *y * 2.0;
    t += 1.0;
    for i in 0..n {
        i += 1;
    }
}

fn main() {}

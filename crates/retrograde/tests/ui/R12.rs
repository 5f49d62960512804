use retrograde::reversible;

#[reversible]
fn multiply(y: &mut f64, x: f64, n: usize) {
    let mut k = 0;
    while k < n {
        *y += x;
        k += 1;
    }
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn decides(y: &mut f64, x: &[f64], s: &mut f64) {
    let n = *s as usize;
    for i in 0..n {
        *y += x[i];
    }
    *y += x[*s as usize];
    while (*s < 3.0, *s > 0.0) {
        *s += 1.0;
    }
}

fn main() {}

use retrograde::instructions::swap;
use retrograde::reversible;

#[reversible]
fn add_all(y: &mut [f64], x: &[f64]) {
    for i in 0..x.len() {
        y[i] += x[i];
    }
}

#[reversible]
fn halves(x: &mut [f64], n: usize) {
    add_all(&mut x[..n], &x[..n]);
    swap(&mut x[0], &mut x[0]);
}

fn main() {}

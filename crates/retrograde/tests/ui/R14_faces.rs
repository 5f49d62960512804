use retrograde::reversible;

#[reversible]
fn mixes(y: &mut f64, n: &mut usize, x: &[f64]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    *n += x[0];
    *y += x;
    *y += x[0].powf(*n);
}

#[reversible]
fn boxed(y: &mut f64, x: &Box<f64>) {
    *y += **x;
}

fn main() {}

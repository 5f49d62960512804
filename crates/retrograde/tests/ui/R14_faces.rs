use retrograde::reversible;

const ROW: [f64; 2] = [0.5, 1.0];

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

/// The copy of a constant does not show its type.
#[reversible]
fn started(y: &mut f64, x: f64) {
    let mut own = ROW;
    own[0] += x;
    *y += own[1];
    own[0] -= x;
}

fn main() {}

use retrograde::reversible;

#[reversible]
fn multiply(y: &mut f64, x: &mut [f64], i: usize) {
    *y *= x[i] + 1.0;
    x[i] /= 2.0;
    x[i + 1] = 0.0;
}

#[reversible]
fn fibonacci(a: &mut u64, b: &mut u64) {
    (*a, *b) = (*b, *a + *b);
}

fn main() {}

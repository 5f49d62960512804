use retrograde::reversible;

#[reversible]
fn leaves(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        if x[i] < 0.0 {
            break;
        }
        if x[i] > 9.0 {
            continue;
        }
        *y += x[i];
    }
    loop {
        *y += 1.0;
    }
}

#[reversible]
fn asks(y: &mut f64, x: Option<f64>) {
    *y += x? * 2.0;
}

#[reversible]
fn returns(x: f64) -> f64 {
    return x * x;
}

#[reversible]
fn forgets(x: f64) -> f64 {
    x * x;
}

fn main() {}

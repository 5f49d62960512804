use retrograde::{Reversible, reversible};

struct Camera {
    focal: f64,
}

#[reversible]
fn statements(y: &mut f64, x: &[f64], stack: &mut Vec<f64>) {
    let later;
    let mut view = &mut x[..2];
    stack.push(x[0]);
    println!("{y}");
    match x.len() {
        0 => {}
        _ => *y += 1.0,
    }
    if let Some(first) = x.first() {
        *y += first;
    }
    x[0] + x[1];
    x += 1.0;
}

#[reversible]
fn expressions(y: &mut f64, x: f64, camera: &Camera, f: fn(f64) -> f64) {
    let square = |t: f64| t * t;
    *y += f(x);
    *y += x.digamma();
    *y += x.powf();
    *y += x.focal * x;
    *y += x % 2.0;
    *y += match 1 {
        _ => x,
    };
    *y += max!(x, 1.0);
    *y += 1e999 * x;
}

#[reversible]
fn lost(y: &mut f64, x: &[f64], #[inactive] table: &[f64]) {
    *y += table.iter().copied().last().unwrap();
    *y += x.iter().copied().last().unwrap();
    let total: f64 = x.iter().sum();
    *y += total * x.first().unwrap();
}

#[reversible]
fn host(y: &mut f64, x: &mut f64) {
    let t = y.sin();
    drop(t);
    std::mem::swap(y, x);
}

#[reversible]
fn wrapped(x: f64) -> Option<f64> {
    Some(x * x)
}

#[reversible]
fn chosen<F: Reversible<f64>>(y: &mut f64, f: &[F]) {
    f[0](&mut *y);
}

fn main() {}

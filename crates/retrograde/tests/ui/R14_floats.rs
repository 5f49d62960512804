use retrograde::prelude::*;

#[reversible]
fn drift<T: Real>(y: &mut T, h: f64, x: T) {
    *y += h * x;
}

fn first<T: Real>(x: &[T]) -> f64 {
    x[0].primal()
}

// A whole number beside a float of the host.
#[reversible]
fn counted<T: Real>(y: &mut T, x: T, n: usize, h: f64) {
    *y += x * (h * n);
}

// Floats that are made of active numbers, in whichever way they come to stand beside reals.
#[reversible]
fn cast<T: Real>(y: &mut T, x: T, h: f64) {
    let k = 0.5 * (x as f64);
    *y += k;
    let larger = h.max(x as f64).sqrt();
    drift(y, larger, x);
    drift(y, 2.0 * (x as f64), x);
    let row = [0.5, x as f64];
    *y += row[1];
    let pair = (h * (x as f64), x);
    *y += pair.0;
}

#[reversible]
fn asked<T: Real>(y: &mut T, x: &[T]) {
    let h: f64 = first(x);
    *y += 2.0 * h * x[1];
}

// An `f64` that changes is restored to rounding.
#[reversible]
fn clock<T: Real>(t: &mut f64, y: &mut T, x: T, h: f64) {
    *t += 0.5 * h;
    if *t > 0.3 {
        *y += *t * x;
    }
    *t += x;
}

fn main() {}

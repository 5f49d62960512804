use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Plane<T> {
    x: T,
    y: T,
}

#[reversible]
impl<T: Real> Plane<T> {
    fn scale(&self, k: T) -> Plane<T> {
        Plane { x: self.x * k, y: self.y * k }
    }
}

// The reverse pass would decide again, on a float that is restored only up to rounding.
#[reversible]
fn decided<T: Real>(y: &mut T, level: &mut T, z: &Plane<T>, w: &Plane<T>) {
    let v = if *level > 0.0 { *z } else { *w };
    *y += v.x * v.y;
    *level += z.x;
}

// What is computed on either side would add a derivative that is not finite to the other.
#[reversible]
fn eager<T: Real>(y: &mut T, z: &Plane<T>, k: T) {
    let v = if k > 0.0 { z.scale(1.0 / k) } else { *z };
    *y += v.x * v.y;
}

#[reversible]
fn kept<T: Real>(y: &mut T, z: &Plane<T>, w: &Plane<T>, k: T) {
    let v = #[keep]
    if k > 0.0 { *z } else { *w };
    *y += v.x * v.y;
}

#[reversible]
fn one_number<T: Real>(y: &mut T, z: &Plane<T>, k: T) {
    let v: Plane<T> = if k > 0.0 { *z } else { 0.5 };
    *y += v.x * v.y;
}

fn main() {}

use retrograde::prelude::*;

#[reversible(batch)]
fn slices(y: &mut f64, x: &[f64], n: usize) {
    *y += x[n];
}

#[reversible(batch)]
fn counts(y: &mut f64, n: &mut usize, #[inactive] x: f64) {
    *y += x;
    *n += 1;
}

#[reversible(batch)]
fn single(y: &mut f32, x: f32) {
    *y += x;
}

#[reversible(batch)]
fn sized<const N: usize>(y: &mut [f64; N], x: &[f64; N]) {
    y[0] += x[0];
}

#[reversible(batch)]
fn exact(#[inactive] y: &mut f64, #[inactive] x: f64) {
    *y += x;
}

#[derive(Clone, Copy, Differentiable)]
struct Camera {
    focal: f64,
}

#[reversible(batch)]
fn through(y: &mut f64, camera: &Camera, x: f64) {
    *y += camera.focal * x;
}

#[reversible(batch)]
impl Camera {
    fn seen(&self, y: &mut f64, x: f64) {
        *y += self.focal * x;
    }
}

#[reversible(batch)]
fn overwrites(y: &mut f64, x: f64) {
    *y = x;
}

fn main() {
    overwrites::batch(&mut [0.0], &[1.0]);
    overwrites::batch_jacobian(&mut [0.0], &[1.0], &mut [[0.0]]);
}

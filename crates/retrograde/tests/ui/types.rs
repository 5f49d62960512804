use retrograde::reversible;
use std::time::Duration;

#[reversible]
fn integers(n: &mut u64, k: u64) {
    *n *= k;
}

#[reversible]
fn booleans(b: &mut bool, a: bool) {
    *b += a;
}

#[reversible]
fn times(t: &mut Duration, dt: Duration) {
    *t += dt;
    *t ^= dt;
}

#[reversible]
fn floats(x: &mut f32, a: f32) {
    *x ^= a;
}

fn main() {}

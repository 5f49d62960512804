use retrograde::prelude::*;

type Alias = f64;

#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn squared(x: f64) -> f64 {
    x * x
}

fn weigh(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[derive(Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

// Handed over to a function, as a value and by name.
#[reversible]
fn arguments(y: &mut f64, x: &[f64]) {
    square(y, x.iter().copied().last().unwrap());
    *y += squared(x.iter().copied().last().unwrap());
    let last = x.iter().copied().last().unwrap();
    square(y, last);
    *y += squared(last + 1.0);
}

// Bound without a type, and cast or not.
#[reversible]
fn bound(y: &mut f64, x: &[f64]) {
    let last = x.iter().copied().last().unwrap();
    *y += last * x[0];
    *y += last as f64 * x[0];
    let twice = last;
    *y += twice * x[0];
    *y += (x.last().copied().unwrap() as f64).sin();
}

// In arrays and structures.
#[reversible]
fn inside(y: &mut f64, x: &[f64], p: [f64; 2]) {
    let all: Vec<f64> = x.iter().copied().collect();
    let pair = [1.0, x.iter().copied().last().unwrap()];
    let both = Pair { a: p.iter().copied().last().unwrap(), b: 1.0 };
    *y += all[0] * pair[1] * both.a * both.b;
}

// Through another float, or a name for one.
#[reversible]
fn through(y: &mut f64, x: f64) {
    *y += (x as f32) as f64;
    let single: f32 = x as f32;
    *y += f64::from(single);
    *y += f64::constant(x);
    let alias: Alias = x * x;
    *y += alias as f64;
    let called: Alias = squared(x);
    *y += called as f64;
}

// What is exact, inactive, or the writer's own choice is none of that.
#[reversible]
fn lawful(y: &mut f64, x: &[f64], #[inactive] table: &[f64], z: f64) {
    let n: usize = x.iter().count();
    square(y, x[0] * n as f64);
    *y += x[0] * x.iter().count() as f64 + (z as i64) as f64 + f64::from(z);
    let first = table.iter().copied().next().unwrap();
    *y += first * x[0];
    #[inactive]
    let weight = weigh(x);
    *y += weight * x[0];
    #[inactive]
    let last = x.iter().copied().last().unwrap();
    square(y, last);
    if x.iter().copied().last().unwrap() > z {
        *y += z;
    }
}

fn main() {}

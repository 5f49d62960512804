use retrograde::prelude::*;
use std::collections::HashMap;

#[reversible]
fn pair<T: Real>(x: T) -> (T, T) {
    (x * x, x)
}

// What a map holds, and of what a tuple is made.
#[reversible]
fn parts<T: Real>(y: &mut T, x: T) {
    let mut sums = HashMap::new();
    insert!(sums, 3, x);
    let both = pair(x);
    *y += both.0;
}

// A type parameter in a place that is updated.
#[reversible]
fn counted<T, N>(n: &mut N, k: N, y: &mut T)
where
    T: Real,
{
    *n += k;
    *y += 1.0;
}

fn main() {}

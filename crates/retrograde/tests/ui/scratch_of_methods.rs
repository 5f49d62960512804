//! Loans as scratch to methods of another block, whose types show which parameters are scratch.

use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct Filter {
    gain: f64,
}

#[reversible]
impl Filter {
    fn square(&self, sum: &mut f64, x: &[f64], #[scratch] w: &mut [f64]) {
        w[0] += x[0] * x[0];
        *sum += w[0] * w[0] * self.gain;
    }

    fn cumulate(&self, sums: &mut [f64], x: &[f64]) {
        sums[0] += self.gain * x[0];
    }

    fn twice(sum: &mut f64, #[scratch] w: &mut [f64]) {
        w[0] += 2.0;
        *sum += w[0];
    }

    fn value(x: f64, #[scratch] w: &mut [f64]) -> f64 {
        w[0] += x * x;
        w[0]
    }
}

#[reversible]
trait Smooth: Differentiable {
    fn smooth(&self, sum: &mut f64, #[scratch] w: &mut [f64]);
}

#[reversible]
impl Smooth for Filter {
    fn smooth(&self, sum: &mut f64, #[scratch] w: &mut [f64]) {
        w[0] += self.gain;
        *sum += w[0];
    }
}

#[reversible]
fn filled_and_read(y: &mut f64, filter: &Filter, x: &[f64]) {
    let mut w = vec![0.0; 1];
    w[0] += 2.0 * x[0];
    let mut s = 0.0;
    filter.square(&mut s, x, &mut w);
    *y += s + w[0];
}

#[reversible]
fn filled_by_a_call(y: &mut f64, filter: &Filter, x: &[f64]) {
    let mut w = vec![0.0; 1];
    let mut t = 0.0;
    filter.cumulate(&mut w, x);
    filter.square_inverse(&mut t, x, &mut w[..]);
    *y += t;
}

#[reversible]
fn filled_by_a_function(y: &mut f64, filter: &Filter, x: &[f64]) {
    let mut w = vec![0.0; 1];
    let mut t = 0.0;
    filter.square(&mut t, x, &mut w[..]);
    cumulate(&mut w, x);
    *y += t;
}

#[reversible]
fn cumulate(sums: &mut [f64], x: &[f64]) {
    sums[0] += x[0];
}

#[reversible]
fn state(w: &mut [f64], y: &mut f64) {
    Filter::twice(&mut *y, &mut *w);
}

#[reversible]
fn of_a_trait<F: Smooth>(filter: &F, w: &mut [f64], y: &mut f64) {
    filter.smooth(&mut *y, &mut *w);
    <F as Smooth>::smooth_inverse(filter, &mut *y, &mut *w);
}

/// Scratch that has another use is not lent to a function for its value.
#[reversible]
fn for_a_value(y: &mut f64, x: f64, #[scratch] w: &mut [f64]) {
    w[0] += 2.0 * x;
    *y += Filter::value(x, &mut *w) + energy(x, &mut *w);
    *y += w[0];
}

#[reversible]
fn energy(x: f64, #[scratch] w: &mut [f64]) -> f64 {
    w[0] += x * x;
    w[0]
}

/// An implementation takes the same parameters as scratch as the trait.
#[reversible]
trait Rough: Differentiable {
    fn roughen(&self, sum: &mut f64, w: &mut [f64]);
}

#[reversible]
impl Rough for Filter {
    fn roughen(&self, sum: &mut f64, #[scratch] w: &mut [f64]) {
        w[0] += self.gain;
        *sum += w[0];
    }
}

/// Storage without another use may be lent to methods many times, and state to methods that take it as state.
#[reversible]
fn free<F: Smooth>(
    sums: &mut [f64],
    y: &mut f64,
    filter: &Filter,
    smooth: &F,
    x: &[f64],
    #[scratch] lent: &mut [f64],
) {
    let mut w = vec![0.0; lent.len()];
    let mut t = 0.0;
    filter.square(&mut t, x, &mut *lent);
    filter.square_inverse(&mut t, &x[1..], &mut *lent);
    filter.square(&mut t, x, &mut w);
    Filter::twice(&mut t, &mut w);
    smooth.smooth(&mut t, &mut w[0..1]);
    <F as Smooth>::smooth(smooth, &mut t, &mut w);
    filter.cumulate(&mut *sums, x);
    *y += t + Filter::value(x[0], &mut *lent);
}

fn main() {}

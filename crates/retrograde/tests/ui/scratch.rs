//! A local with another use must not be lent as scratch: the callee forgets its contents.

use retrograde::{Differentiable, Real, reversible};

#[reversible]
fn squares(out: &mut f64, x: &[f64], #[scratch] w: &mut [f64]) {
    for i in 0..w.len() {
        w[i] += x[i] * x[0];
    }
    for i in 0..w.len() {
        *out += w[i] * w[i];
    }
}

#[reversible]
fn cumulate(sums: &mut [f64], x: &[f64]) {
    for i in 0..x.len() {
        sums[i] += x[i] * x[0];
    }
}

#[reversible]
fn read_afterwards(y: &mut f64, x: &[f64]) {
    let mut w = vec![0.0; 2];
    let mut t = 0.0;
    squares(&mut t, x, &mut w);
    *y += t * w[0];
}

#[reversible]
fn filled_before(y: &mut f64, x: &[f64]) {
    let mut w = vec![0.0; 2];
    cumulate(&mut w, x);
    let mut t = 0.0;
    squares(&mut t, x, &mut w[..]);
    *y += t;
}

#[reversible]
fn state(w: &mut [f64], y: &mut f64, x: &[f64]) {
    squares::inverse(&mut *y, x, &mut *w);
}

/// Storage that has no other use may be lent many times, whole and in part, and state to calls that take it as state.
#[reversible]
fn free(sums: &mut [f64], y: &mut f64, x: &[f64], #[scratch] lent: &mut [f64]) {
    let mut w = vec![0.0; lent.len()];
    let mut t = 0.0;
    squares(&mut t, x, &mut *lent);
    squares(&mut t, x, &mut w);
    squares(&mut t, &x[1..], &mut w[0..1]);
    cumulate(&mut *sums, x);
    *y += t;
}

#[derive(Clone, Copy, Differentiable)]
struct Point<T> {
    x: T,
}

#[reversible]
fn of_structures<T: Real>(y: &mut T, x: T, #[scratch] points: &mut [Point<T>]) {
    points[0].x += x;
    *y += points[0].x;
    points[0].x -= x;
}

struct Filter {
    gain: f64,
}

/// Methods of one block know of one another what is scratch.
#[reversible]
impl Filter {
    fn smooth(&self, out: &mut f64, x: &[f64], #[scratch] w: &mut [f64]) {
        for i in 0..w.len() {
            w[i] += x[i] * x[0];
        }
        *out += w[0] * w[1];
    }

    fn twice(y: &mut f64, #[scratch] w: &mut [f64]) {
        w[0] += 2.0;
        *y += w[0];
    }

    fn read_afterwards(&self, y: &mut f64, x: &[f64]) {
        let mut w = vec![0.0; 2];
        let mut t = 0.0;
        self.smooth(&mut t, x, &mut w);
        *y += t * w[0];
    }

    fn state(&self, w: &mut [f64], y: &mut f64) {
        Self::twice_inverse(&mut *y, &mut *w);
    }

    fn free(&self, y: &mut f64, x: &[f64]) {
        let mut w = vec![0.0; 2];
        let mut t = 0.0;
        self.smooth(&mut t, x, &mut w);
        self.smooth_inverse(&mut t, x, &mut w);
        Self::twice(&mut t, &mut w);
        *y += t;
    }
}

fn main() {}

//! Ordinary functions whose values and gradients are compared between builds, bit by bit.

use retrograde::{Differentiable, differentiable};

/// Products and sums that a compiler could round once.
#[differentiable]
fn horner(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// A sum that a compiler could associate anew.
#[differentiable]
fn energy(x: &[f64], k: f64) -> f64 {
    let stretched: f64 = x.windows(2).map(|w| 0.5 * k * (w[1] - w[0]).powi(2)).sum();
    stretched + x.iter().map(|x| x.sin() / (1.0 + x * x)).sum::<f64>()
}

/// A loop that ends by a tolerance.
#[differentiable]
fn kepler(m: f64, e: f64) -> f64 {
    let mut x = m;
    loop {
        let f = x - e * x.sin() - m;
        if f.abs() < 1e-13 {
            return x;
        }
        x -= f / (1.0 - e * x.cos());
    }
}

/// Values that are overwritten, with checkpoints.
#[differentiable]
fn pendulum(angle: f64, n: usize) -> f64 {
    let (mut x, mut v) = (angle, 0.0);
    #[checkpoint]
    for _ in 0..n {
        v -= 0.01 * x.sin();
        v *= 0.999;
        x += 0.01 * v;
    }
    x.exp() * v.tanh()
}

/// Elimination with pivots.
#[differentiable]
fn solved(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let n = b.len();
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    for k in 0..n {
        let mut pivot = k;
        for i in k..n {
            if a[i][k].abs() > a[pivot][k].abs() {
                pivot = i;
            }
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[derive(Clone, Differentiable)]
struct Filter {
    rate: f64,
    level: f64,
}

#[differentiable]
impl Filter {
    fn process(&mut self, x: f64) -> f64 {
        self.level += self.rate * (x - self.level);
        self.level.max(0.1).ln()
    }
}

/// A structure that changes.
#[differentiable]
fn filtered(rate: f64, x: &[f64]) -> f64 {
    let mut filter = Filter { rate, level: 0.5 };
    let mut sum = 0.0;
    for &x in x {
        sum += filter.process(x) * x;
    }
    sum
}

/// Sorted, and a median.
#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut x = x.to_vec();
    x.sort_by(|a, b| a.total_cmp(b));
    let middle = x.len() / 2;
    if x.len() % 2 == 1 { x[middle] } else { 0.5 * (x[middle - 1] + x[middle]) }
}

/// The bits of all values and gradients at some points.
pub fn bits() -> Vec<u64> {
    let mut all = Vec::new();
    for round in 0..8 {
        let x: Vec<f64> = (0..7).map(|i| (1.3 * f64::from(i) + 0.7 * f64::from(round)).sin() * 1.7).collect();
        let (value, (c, at)) = horner::gradient(&x, 0.9 + x[0]);
        all.extend([value, at]);
        all.extend(c);
        let (value, (by_x, k)) = energy::gradient(&x, 1.1);
        all.extend([value, k]);
        all.extend(by_x);
        let (value, (m, e)) = kepler::gradient(x[1], 0.3 + 0.05 * f64::from(round));
        all.extend([kepler(x[1], 0.3 + 0.05 * f64::from(round)), value, m, e]);
        let (value, (angle, ..)) = pendulum::gradient(x[2], 100);
        all.extend([pendulum(x[2], 100), value, angle]);
        let rows: Vec<Vec<f64>> = (0..3).map(|i| vec![x[i] + 2.0, x[i + 1], x[i + 2] - 1.5]).collect();
        let (value, (a, b)) = solved::gradient(&rows, &x[..3]);
        all.extend([solved(&rows, &x[..3]), value]);
        all.extend(a.concat());
        all.extend(b);
        let (value, (rate, by_x)) = filtered::gradient(0.3, &x);
        all.extend([value, rate]);
        all.extend(by_x);
        let (value, (by_x,)) = median::gradient(&x[..5 + round as usize % 2]);
        all.push(value);
        all.extend(by_x);
    }
    all.into_iter().map(f64::to_bits).collect()
}

//! The gradient of a Gaussian mixture in lanes: one point in each lane.
//!
//! Values of one point are vector numbers; parameters are the same for all points and stay scalar. The cotangents of parameters are
//! summed in vector numbers for all points and added up once at the end. In the last block some lanes may have no point: they repeat
//! the last one with the weight zero.

use crate::{numbers, row, shortest, wave};
use retrograde_lanes::{InstructionSet, Kernel, Mask, Vector, Width, run_on};
use retrograde_problems::{gmm, hand, plain};
use std::hint::black_box;
use std::path::Path;

/// A mixture and its data.
struct Mixture {
    d: usize,
    log_weights: Vec<f64>,
    means: Vec<f64>,
    factors: Vec<f64>,
    points: Vec<f64>,
    gamma: f64,
    m: usize,
    constant: f64,
}

/// The value, and the cotangents of the parameters.
#[derive(Clone, Debug)]
struct Gradient {
    value: f64,
    log_weights: Vec<f64>,
    means: Vec<f64>,
    factors: Vec<f64>,
}

impl Mixture {
    fn new(d: usize, k: usize, n: usize) -> Mixture {
        let constant = gmm::constant(d, k, n, 1.0, 0);
        Mixture {
            d,
            log_weights: wave(k, 0.1),
            means: wave(k * d, 0.2),
            factors: wave(k * gmm::factor_len(d), 0.3),
            points: wave(n * d, 0.4),
            gamma: 1.0,
            m: 0,
            constant,
        }
    }

    fn read(directory: &Path, d: usize, k: usize, n: usize) -> Option<Mixture> {
        let path = directory.join(format!("gmm/{}k/gmm_d{d}_K{k}.txt", n / 1000));
        let all = numbers(&path)?;
        let mut rest = all.get(3..)?;
        let mut take = |n: usize| {
            let (part, others) = rest.split_at_checked(n)?;
            rest = others;
            Some(part.to_vec())
        };
        Some(Mixture {
            log_weights: take(k)?,
            means: take(k * d)?,
            factors: take(k * gmm::factor_len(d))?,
            points: take(n * d)?,
            ..Mixture::new(d, k, n)
        })
    }

    fn empty_gradient(&self) -> Gradient {
        Gradient {
            value: 0.0,
            log_weights: vec![0.0; self.log_weights.len()],
            means: vec![0.0; self.means.len()],
            factors: vec![0.0; self.factors.len()],
        }
    }

    fn plain(&self) -> f64 {
        plain::gmm(
            &self.log_weights,
            &self.means,
            &self.factors,
            &self.points,
            self.gamma,
            self.m,
            self.constant,
            self.d,
        )
    }

    /// The scalar adjoint by hand.
    fn scalar_gradient(&self, into: &mut Gradient) {
        hand::gmm(
            &mut into.value,
            &mut 1.0,
            &self.log_weights,
            &mut into.log_weights,
            &self.means,
            &mut into.means,
            &self.factors,
            &mut into.factors,
            &self.points,
            self.gamma,
            self.m,
            self.constant,
            self.d,
        );
    }
}

/// The values that the loop over points reads, computed once: the diagonals, and the sum of the logarithms on each.
struct Prepared {
    diagonals: Vec<f64>,
    determinants: Vec<f64>,
}

impl Prepared {
    fn of(mixture: &Mixture) -> Prepared {
        let d = mixture.d;
        let mut prepared = Prepared { diagonals: Vec::new(), determinants: Vec::new() };
        for factor in mixture.factors.chunks_exact(gmm::factor_len(d)) {
            prepared.determinants.push(factor[..d].iter().sum());
            prepared.diagonals.extend(factor[..d].iter().map(|q| q.exp()));
        }
        prepared
    }
}

/// The points of a block, one in each lane, and the lanes that have one. `padded` is room for the last block.
#[inline(always)]
fn points<V: Vector<Scalar = f64>>(
    mixture: &Mixture,
    p: usize,
    padded: &mut [f64],
    point: &mut [V],
) -> V::Mask {
    let d = mixture.d;
    let left = mixture.points.len() / d - p;
    let rows = if left >= V::LANES {
        &mixture.points[p * d..(p + V::LANES) * d]
    } else {
        for l in 0..V::LANES {
            let from = (p + l.min(left - 1)) * d;
            padded[l * d..(l + 1) * d].copy_from_slice(&mixture.points[from..from + d]);
        }
        &*padded
    };
    for i in 0..d {
        point[i] = V::gather(rows, i, d);
    }
    V::Mask::first(left)
}

/// The forward half of a component: fills `centred` and `mapped`, and returns the square of the norm.
#[inline(always)]
fn component<V: Vector<Scalar = f64>>(
    point: &[V],
    mean: &[f64],
    diagonal: &[f64],
    mut lower: &[f64],
    centred: &mut [V],
    mapped: &mut [V],
) -> V {
    let d = point.len();
    let (mean, diagonal, centred, mapped) = (&mean[..d], &diagonal[..d], &mut centred[..d], &mut mapped[..d]);
    for i in 0..d {
        centred[i] = point[i] - V::splat(mean[i]);
        mapped[i] = centred[i] * V::splat(diagonal[i]);
    }
    for i in 0..d {
        let t = centred[i];
        let (column, rest) = lower.split_at(d - i - 1);
        for (y, l) in mapped[i + 1..].iter_mut().zip(column) {
            *y = t.mul_add(V::splat(*l), *y);
        }
        lower = rest;
    }
    let mut norm2 = V::splat(0.0);
    for y in &*mapped {
        norm2 = y.mul_add(*y, norm2);
    }
    norm2
}

/// Replaces terms by `exp(term - largest)`, and returns their sum and the largest.
#[inline(always)]
fn exponentials<V: Vector<Scalar = f64>>(terms: &mut [V]) -> (V, V) {
    let mut largest = terms[0];
    for term in &*terms {
        largest = largest.max(*term);
    }
    let mut total = V::splat(0.0);
    for term in terms {
        *term = (*term - largest).exp();
        total += *term;
    }
    (total, largest)
}

/// The sum over all points.
struct Value<'a>(&'a Mixture, &'a Prepared);

impl Kernel for Value<'_> {
    type Scalar = f64;
    type Output = f64;
    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) -> f64 {
        let Value(mixture, prepared) = self;
        let (d, k, size) = (mixture.d, mixture.log_weights.len(), gmm::factor_len(mixture.d));
        let zero = V::splat(0.0);
        let mut padded = vec![0.0; d * V::LANES];
        let (mut point, mut centred, mut mapped, mut terms) =
            (vec![zero; d], vec![zero; d], vec![zero; d], vec![zero; k]);
        let mut sum = zero;
        let mut p = 0;
        while p < mixture.points.len() / d {
            let mask = points(mixture, p, &mut padded, &mut point);
            for c in 0..k {
                let lower = &mixture.factors[c * size + d..(c + 1) * size];
                let (means, diagonals) = (&mixture.means[c * d..], &prepared.diagonals[c * d..]);
                let norm2 = component(&point, means, diagonals, lower, &mut centred, &mut mapped);
                terms[c] = norm2
                    .mul_add(V::splat(-0.5), V::splat(mixture.log_weights[c] + prepared.determinants[c]));
            }
            let (total, largest) = exponentials(&mut terms);
            sum += (total.ln() + largest).where_true(mask);
            p += V::LANES;
        }
        sum.sum()
    }
}

/// The sum over all points, with its cotangents in lanes.
struct Sweep<'a> {
    mixture: &'a Mixture,
    prepared: &'a Prepared,
    /// Cotangents of the sums of the log-weights and the logarithms of the diagonals.
    weights_bar: &'a mut [f64],
    means_bar: &'a mut [f64],
    diagonals_bar: &'a mut [f64],
    factors_bar: &'a mut [f64],
}

impl Kernel for Sweep<'_> {
    type Scalar = f64;
    type Output = f64;
    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) -> f64 {
        let Sweep { mixture, prepared, .. } = self;
        let (d, k, size) = (mixture.d, mixture.log_weights.len(), gmm::factor_len(mixture.d));
        let below = size - d;
        let zero = V::splat(0.0);
        let mut padded = vec![0.0; d * V::LANES];
        let (mut point, mut mapped_bar, mut terms) = (vec![zero; d], vec![zero; d], vec![zero; k]);
        let (mut centred, mut mapped) = (vec![zero; k * d], vec![zero; k * d]);
        let (mut weights_bar, mut means_bar) = (vec![zero; k], vec![zero; k * d]);
        let (mut diagonals_bar, mut lower_bar) = (vec![zero; k * d], vec![zero; k * below]);
        let mut sum = zero;
        let mut p = 0;
        while p < mixture.points.len() / d {
            let mask = points(mixture, p, &mut padded, &mut point);
            for c in 0..k {
                let lower = &mixture.factors[c * size + d..(c + 1) * size];
                let (means, diagonals) = (&mixture.means[c * d..], &prepared.diagonals[c * d..]);
                let (centred, mapped) = (&mut centred[c * d..c * d + d], &mut mapped[c * d..c * d + d]);
                let norm2 = component(&point, means, diagonals, lower, centred, mapped);
                terms[c] = norm2
                    .mul_add(V::splat(-0.5), V::splat(mixture.log_weights[c] + prepared.determinants[c]));
            }
            let (total, largest) = exponentials(&mut terms);
            sum += (total.ln() + largest).where_true(mask);
            let scale = (V::splat(1.0) / total).where_true(mask);

            for c in (0..k).rev() {
                let weight = terms[c] * scale;
                weights_bar[c] += weight;
                let diagonal = &prepared.diagonals[c * d..c * d + d];
                let mut lower = &mixture.factors[c * size + d..(c + 1) * size];
                let mut lower_bar = &mut lower_bar[c * below..(c + 1) * below];
                let (centred, mapped) = (&centred[c * d..c * d + d], &mapped[c * d..c * d + d]);
                let mean_bar = &mut means_bar[c * d..c * d + d];
                let diagonal_bar = &mut diagonals_bar[c * d..c * d + d];
                let mapped_bar = &mut mapped_bar[..d];
                for i in 0..d {
                    mapped_bar[i] = -(weight * mapped[i]);
                }
                for i in (0..d).rev() {
                    let split = lower.len() - (d - i - 1);
                    let (rest, column) = lower.split_at(split);
                    let (rest_bar, column_bar) = lower_bar.split_at_mut(split);
                    let from_column = column_adjoint(column, column_bar, &mapped_bar[i + 1..], centred[i]);
                    diagonal_bar[i] = mapped_bar[i].mul_add(centred[i], diagonal_bar[i]);
                    mean_bar[i] -= mapped_bar[i].mul_add(V::splat(diagonal[i]), from_column);
                    (lower, lower_bar) = (rest, rest_bar);
                }
            }
            p += V::LANES;
        }
        for c in 0..k {
            self.weights_bar[c] += weights_bar[c].sum();
            for i in 0..d {
                self.means_bar[c * d + i] += means_bar[c * d + i].sum();
                self.diagonals_bar[c * d + i] += diagonals_bar[c * d + i].sum();
            }
            for j in 0..below {
                self.factors_bar[c * size + d + j] += lower_bar[c * below + j].sum();
            }
        }
        sum.sum()
    }
}

/// The adjoint of `mapped += t column`: `column_bar += t mapped_bar`, and returns `column · mapped_bar` by four partial sums.
#[inline(always)]
fn column_adjoint<V: Vector<Scalar = f64>>(
    column: &[f64],
    column_bar: &mut [V],
    mapped_bar: &[V],
    t: V,
) -> V {
    let zero = V::splat(0.0);
    let mut sums = [zero; 4];
    let whole = column.len() / 4 * 4;
    let (column, column_rest) = column.split_at(whole);
    let (column_bar, bar_rest) = column_bar.split_at_mut(whole);
    let (mapped_bar, mapped_rest) = mapped_bar.split_at(whole);
    for ((l, b), m) in
        column.chunks_exact(4).zip(column_bar.chunks_exact_mut(4)).zip(mapped_bar.chunks_exact(4))
    {
        for q in 0..4 {
            // Read once: LLVM does not know that the store leaves it alone.
            let m = m[q];
            b[q] = m.mul_add(t, b[q]);
            sums[q] = m.mul_add(V::splat(l[q]), sums[q]);
        }
    }
    for ((l, b), m) in column_rest.iter().zip(bar_rest).zip(mapped_rest) {
        *b = m.mul_add(t, *b);
        sums[0] = m.mul_add(V::splat(*l), sums[0]);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The terms of the objective that are not sums over points; returns their value and adds their cotangents.
fn outside(mixture: &Mixture, prepared: &Prepared, gradient: &mut Gradient) -> f64 {
    let (d, k, size) = (mixture.d, mixture.log_weights.len(), gmm::factor_len(mixture.d));
    let n = (mixture.points.len() / d) as f64;
    let largest = gmm::max(&mixture.log_weights);
    let total: f64 = mixture.log_weights.iter().map(|w| (w - largest).exp()).sum();
    let stiffness = mixture.gamma * mixture.gamma;
    let mut prior = 0.0;
    for c in 0..k {
        gradient.log_weights[c] -= n * (mixture.log_weights[c] - largest).exp() / total;
        let mut square = 0.0;
        for i in 0..d {
            let e = prepared.diagonals[c * d + i];
            square += e * e;
            gradient.factors[c * size + i] += mixture.m as f64 - stiffness * e * e;
        }
        for j in c * size + d..(c + 1) * size {
            square += mixture.factors[j] * mixture.factors[j];
            gradient.factors[j] -= stiffness * mixture.factors[j];
        }
        prior += 0.5 * stiffness * square - mixture.m as f64 * prepared.determinants[c];
    }
    mixture.constant - n * (total.ln() + largest) - prior
}

/// The gradient in `N` lanes.
fn lanes_gradient<const N: usize>(
    set: InstructionSet,
    mixture: &Mixture,
    gradient: &mut Gradient,
) -> Option<()>
where
    f64: Width<N>,
{
    let prepared = Prepared::of(mixture);
    let (d, k, size) = (mixture.d, mixture.log_weights.len(), gmm::factor_len(mixture.d));
    let (mut weights_bar, mut diagonals_bar) = (vec![0.0; k], vec![0.0; k * d]);
    let sum = run_on::<N, _>(
        set,
        Sweep {
            mixture,
            prepared: &prepared,
            weights_bar: &mut weights_bar,
            means_bar: &mut gradient.means,
            diagonals_bar: &mut diagonals_bar,
            factors_bar: &mut gradient.factors,
        },
    )?;
    for c in 0..k {
        gradient.log_weights[c] += weights_bar[c];
        for i in 0..d {
            let e = prepared.diagonals[c * d + i];
            gradient.factors[c * size + i] += weights_bar[c] + diagonals_bar[c * d + i] * e;
        }
    }
    gradient.value += sum + outside(mixture, &prepared, gradient);
    Some(())
}

fn lanes_value<const N: usize>(set: InstructionSet, mixture: &Mixture) -> Option<f64>
where
    f64: Width<N>,
{
    let prepared = Prepared::of(mixture);
    let sum = run_on::<N, _>(set, Value(mixture, &prepared))?;
    Some(sum + outside(mixture, &prepared, &mut mixture.empty_gradient()))
}

/// The largest difference relative to the largest entry.
fn difference(a: &Gradient, b: &Gradient) -> f64 {
    let part = |a: &[f64], b: &[f64]| {
        let scale = b.iter().fold(1e-300, |m: f64, x| m.max(x.abs()));
        a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs())) / scale
    };
    part(&[a.value], &[b.value])
        .max(part(&a.log_weights, &b.log_weights))
        .max(part(&a.means, &b.means))
        .max(part(&a.factors, &b.factors))
}

pub(crate) fn measure(directory: &Path, d: usize, k: usize, n: usize) {
    let (mixture, origin) = match Mixture::read(directory, d, k, n) {
        Some(mixture) => (mixture, "file"),
        None => (Mixture::new(d, k, n), "made up"),
    };
    println!("mixture d{d} K{k}, {n} points ({origin})");
    let runs = (200_000_000 / (d * d * k * n)).clamp(5, 40);
    let plain = shortest(runs, || {
        black_box(black_box(&mixture).plain());
    });
    row("plain function", plain, plain);
    let mut expected = mixture.empty_gradient();
    mixture.scalar_gradient(&mut expected);
    let scalar = shortest(runs, || mixture.scalar_gradient(black_box(&mut mixture.empty_gradient())));
    row("scalar gradient by hand", scalar, plain);
    macro_rules! lanes {
        ($($n:literal $set:ident)*) => { $(
            let set = InstructionSet::$set;
            let mut gradient = mixture.empty_gradient();
            if lanes_gradient::<$n>(set, &mixture, &mut gradient).is_some() {
                let error = difference(&gradient, &expected);
                assert!(error < 1e-10, "{error:e}");
                let value = shortest(runs, || {
                    black_box(lanes_value::<$n>(set, black_box(&mixture)));
                });
                row(concat!("function, ", $n, " lanes, ", stringify!($set)), value, plain);
                let time = shortest(runs, || {
                    black_box(lanes_gradient::<$n>(set, &mixture, black_box(&mut mixture.empty_gradient())));
                });
                row(concat!("gradient, ", $n, " lanes, ", stringify!($set)), time, plain);
            }
        )* };
    }
    lanes! { 8 Avx512 4 Avx512 8 Avx2 4 Avx2 8 Neon 8 Portable }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks that are full, and one that is not.
    #[test]
    fn lanes_agree_with_the_scalar_adjoint() {
        for (d, k, n) in [(2, 3, 16), (3, 2, 21), (10, 4, 9), (7, 5, 3)] {
            let mixture = Mixture::new(d, k, n);
            let mut expected = mixture.empty_gradient();
            mixture.scalar_gradient(&mut expected);
            for set in InstructionSet::ALL {
                let (mut eight, mut four) = (mixture.empty_gradient(), mixture.empty_gradient());
                if lanes_gradient::<8>(set, &mixture, &mut eight).is_some() {
                    lanes_gradient::<4>(set, &mixture, &mut four).unwrap();
                    assert!(difference(&eight, &expected) < 1e-12 && difference(&four, &expected) < 1e-12);
                    let value = lanes_value::<8>(set, &mixture).unwrap();
                    assert!((value - mixture.plain()).abs() < 1e-12 * value.abs());
                }
            }
        }
    }
}

//! `kmeans`: the sum of squared distances of points to their nearest centroids, and Newton's direction.
//!
//! The cost is `Σ_i min_j |p_i - c_j|²`. Its Hessian by the centroids is diagonal, so the diagonal `h` is the product of the Hessian with a vector of ones: a gradient at
//! dual numbers, forward over reverse. The direction is the gradient divided by `h`.

use retrograde::{Dual, Real, reversible};
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, flat, nested};
use crate::protocol::Manner;

/// Returns the number of the centroid that is nearest to a point, the first one of several.
fn nearest<T: Real>(centroids: &[T], point: &[f64]) -> usize {
    let (mut found, mut least) = (0, f64::INFINITY);
    for (j, centroid) in centroids.chunks_exact(point.len()).enumerate() {
        let mut distance = 0.0;
        for (c, p) in centroid.iter().zip(point) {
            let r = p - c.primal();
            distance += r * r;
        }
        if distance < least {
            (found, least) = (j, distance);
        }
    }
    found
}

/// Returns the cost of centroids for points with `d` coordinates, one after the other. A point belongs to the centroid that is nearest to it.
#[reversible]
pub fn cost<T: Real>(centroids: &[T], #[inactive] points: &[f64], d: usize) -> T {
    let mut sum = 0.0;
    for i in 0..points.len() / d {
        #[inactive]
        let j: usize = nearest(centroids, &points[i * d..(i + 1) * d]);
        for a in 0..d {
            let r = centroids[j * d + a] - T::constant(points[i * d + a]);
            sum += r * r;
        }
    }
    sum
}

/// The number of points in a part of the computation.
const PART: usize = 512;

/// Returns the cost of all points, part by part.
fn total(all: &Clusters, manner: Manner) -> f64 {
    let parts: Vec<&[f64]> = all.points.chunks(PART * all.d).collect();
    manner.parts(parts.len(), |i| cost(&all.centroids, parts[i], all.d)).into_iter().sum()
}

/// Returns the gradient of the cost divided by the diagonal of its Hessian. Of a centroid without points that is not a number.
fn direction(all: &Clusters, manner: Manner) -> Vec<f64> {
    let moving: Vec<Dual<f64>> = all.centroids.iter().map(|&c| Dual::variable(c)).collect();
    let parts: Vec<&[f64]> = all.points.chunks(PART * all.d).collect();
    let slopes = manner.parts(parts.len(), |i| cost::gradient(&moving, parts[i], all.d).1.0);
    let mut sums = vec![Dual::constant_of(0.0); moving.len()];
    for slope in slopes.iter().flat_map(|part| part.iter().enumerate()) {
        sums[slope.0] += *slope.1;
    }
    sums.iter().map(|slope| slope.value / slope.tangent).collect()
}

#[derive(Deserialize)]
struct Input {
    points: Vec<Vec<f64>>,
    centroids: Vec<Vec<f64>>,
}

/// The rows one after the other.
struct Clusters {
    points: Vec<f64>,
    centroids: Vec<f64>,
    d: usize,
}

fn prepare(input: Input) -> Result<Clusters, Failure> {
    let d = input.centroids.first().map_or(0, Vec::len);
    if d == 0 {
        return Err(Failure::input("`centroids` has no numbers"));
    }
    let (points, centroids) = (flat(&input.points, d, "points")?, flat(&input.centroids, d, "centroids")?);
    Ok(Clusters { points, centroids, d })
}

/// The module `kmeans`: rows of points and centroids in, a number or rows of centroids out.
pub const PROBLEM: Problem = Problem {
    name: "kmeans",
    functions: &[
        ("cost", |input, manner| evaluate(input, prepare, |all| total(all, manner), |_, y| y)),
        ("dir", |input, manner| {
            evaluate(
                input,
                prepare,
                |all| direction(all, manner),
                |all, found| nested(&found, all.d).into_iter().map(<[f64]>::to_vec).collect::<Vec<_>>(),
            )
        }),
    ],
};

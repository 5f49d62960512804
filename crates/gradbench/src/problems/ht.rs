//! `ht`: the distances of measured points to a hand, and their Jacobian by the 26 numbers of its pose.
//!
//! Each bone has a transformation, relative to its parent; a vertex of the hand follows the bones by weights. Each measured point belongs to a vertex, or to a place in a triangle,
//! whose two coordinates are variables too. There are few variables and many residuals, so the derivative is forward mode: dual numbers with a tangent in each direction.

use std::array;
use std::ops::{Mul, Range};

use retrograde::{Dual, Real};
use retrograde_lanes::{Kernel, Vector, run};
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, evaluate_again, expect, nested};
use crate::protocol::Manner;

/// The number of variables of a pose: rotation, translation, and four angles of each finger.
pub const POSE: usize = 26;

type Matrix<T> = [[T; 4]; 4];

/// A hand, and measured points.
pub struct Hand {
    parents: Vec<Option<usize>>,
    relatives: Vec<Matrix<f64>>,
    inverse_absolutes: Vec<Matrix<f64>>,
    positions: Vec<[f64; 4]>,
    /// The bones that each vertex follows, with their weights.
    weights: Vec<Vec<(usize, f64)>>,
    triangles: Vec<[usize; 3]>,
    mirrored: bool,
    /// The vertex, or the triangle, of each point.
    correspondences: Vec<usize>,
    points: Vec<[f64; 3]>,
    /// The pose.
    pub theta: [f64; POSE],
    /// The place of each point in its triangle; empty if points belong to vertices.
    pub places: Vec<[f64; 2]>,
}

/// A number that is multiplied by constants.
trait Number: Real + Mul<f64, Output = Self> {}

impl<T: Real + Mul<f64, Output = T>> Number for T {}

#[inline(always)]
fn product<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    array::from_fn(|i| array::from_fn(|j| (1..4).fold(a[i][0] * b[0][j], |sum, k| sum + a[i][k] * b[k][j])))
}

/// Returns `a b` for a constant `a`.
#[inline(always)]
fn product_of_constant<T: Number>(a: &Matrix<f64>, b: &Matrix<T>) -> Matrix<T> {
    array::from_fn(|i| array::from_fn(|j| (1..4).fold(b[0][j] * a[i][0], |sum, k| sum + b[k][j] * a[i][k])))
}

/// Returns `a b` for a constant `b`.
#[inline(always)]
fn product_by_constant<T: Number>(a: &Matrix<T>, b: &Matrix<f64>) -> Matrix<T> {
    array::from_fn(|i| array::from_fn(|j| (1..4).fold(a[i][0] * b[0][j], |sum, k| sum + a[i][k] * b[k][j])))
}

/// Returns the rotation by `first` about the x axis and then by `second` about the z axis.
#[inline(always)]
fn rotation<T: Number>(first: T, second: T) -> Matrix<T> {
    let (zero, one) = (T::constant(0.0), T::one());
    let (c, s, cz, sz) = (first.cos(), first.sin(), second.cos(), second.sin());
    [[cz, -sz * c, sz * s, zero], [sz, cz * c, -cz * s, zero], [zero, s, c, zero], [zero, zero, zero, one]]
}

/// Returns the rotation of a vector about an axis, by its length: none below 1e-4.
#[inline(always)]
fn turn<T: Number>(r: [T; 3]) -> [[T; 3]; 3] {
    let (zero, one) = (T::constant(0.0), T::one());
    let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if square.primal().sqrt() < 1e-4 {
        return [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
    }
    let angle = square.sqrt();
    let [x, y, z] = r.map(|r| r / angle);
    let (c, s) = (angle.cos(), angle.sin());
    let rest = one - c;
    [
        [c + rest * x * x, rest * x * y - s * z, rest * x * z + s * y],
        [rest * x * y + s * z, c + rest * y * y, rest * y * z - s * x],
        [rest * x * z - s * y, rest * y * z + s * x, c + rest * z * z],
    ]
}

/// Returns the two angles of a bone: those of the second, third and fourth joint of each finger are variables.
#[inline(always)]
fn angles<T: Number>(theta: &[T; POSE], bone: usize) -> Option<[T; 2]> {
    let (finger, joint) = (bone.checked_sub(1)? / 4, (bone - 1) % 4);
    let first = 6 + 4 * finger;
    match joint {
        1 if finger < 5 => Some([theta[first], theta[first + 1]]),
        2 | 3 if finger < 5 => Some([theta[first + joint], T::constant(0.0)]),
        _ => None,
    }
}

/// Returns where the vertices are, without the global rotation and translation.
#[inline(always)]
fn vertices<T: Number>(theta: &[T; POSE], hand: &Hand) -> Vec<[T; 3]> {
    let mut absolutes: Vec<Matrix<T>> = Vec::with_capacity(hand.relatives.len());
    let mut transformations = Vec::with_capacity(hand.relatives.len());
    for (bone, base) in hand.relatives.iter().enumerate() {
        let relative = match angles(theta, bone) {
            Some([first, second]) => product_of_constant(base, &rotation(first, second)),
            None => base.map(|row| row.map(T::constant)),
        };
        let absolute = match hand.parents[bone] {
            Some(parent) => product(&absolutes[parent], &relative),
            None => relative,
        };
        transformations.push(product_by_constant(&absolute, &hand.inverse_absolutes[bone]));
        absolutes.push(absolute);
    }
    let mut vertices = Vec::with_capacity(hand.positions.len());
    for (position, weights) in hand.positions.iter().zip(&hand.weights) {
        let mut at = [T::constant(0.0); 3];
        for &(bone, weight) in weights {
            for i in 0..3 {
                let row = &transformations[bone][i];
                let moved =
                    row[0] * position[0] + row[1] * position[1] + row[2] * position[2] + row[3] * position[3];
                at[i] += moved * weight;
            }
        }
        if hand.mirrored {
            at[0] = -at[0];
        }
        vertices.push(at);
    }
    vertices
}

/// Calls `each` with the three residuals of the points in a range, one after the other.
#[inline(always)]
fn residuals<T: Number>(
    theta: &[T; POSE],
    place: impl Fn(usize) -> [T; 2],
    hand: &Hand,
    range: Range<usize>,
    mut each: impl FnMut([T; 3]),
) {
    let rotation = turn([theta[0], theta[1], theta[2]]);
    let mut vertices = vertices(theta, hand);
    for at in &mut vertices {
        let [x, y, z] = *at;
        for i in 0..3 {
            at[i] = rotation[i][0] * x + rotation[i][1] * y + rotation[i][2] * z + theta[3 + i];
        }
    }
    for i in range {
        let (point, found) = (&hand.points[i], hand.correspondences[i]);
        // Loops, not closures: what runs in lanes must be inlined.
        let mut residual = [T::constant(0.0); 3];
        if hand.places.is_empty() {
            for k in 0..3 {
                residual[k] = T::constant(point[k]) - vertices[found][k];
            }
        } else {
            let [a, b, c] = hand.triangles[found];
            let [u, v] = place(i);
            let w = T::one() - u - v;
            for k in 0..3 {
                let at = u * vertices[a][k] + v * vertices[b][k] + w * vertices[c][k];
                residual[k] = T::constant(point[k]) - at;
            }
        }
        each(residual);
    }
}

/// Returns the residuals, three for each point.
pub fn objective(hand: &Hand) -> Vec<f64> {
    let mut all = Vec::with_capacity(3 * hand.points.len());
    residuals(&hand.theta, |i| hand.places[i], hand, 0..hand.points.len(), |three| all.extend(three));
    all
}

/// Writes the rows of the Jacobian of some points, of `C` columns: those of the places, if there are any, and then those of the pose.
struct Rows<'a, const C: usize> {
    hand: &'a Hand,
    points: Range<usize>,
    rows: &'a mut [f64],
}

impl<const C: usize> Kernel for Rows<'_, C> {
    type Scalar = f64;
    type Output = ();

    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) {
        let Rows { hand, points, rows } = self;
        let variable = |value: f64, column: usize| {
            let mut tangent = [0.0; C];
            tangent[column] = 1.0;
            Dual::new(value, tangent)
        };
        let theta = array::from_fn(|j| variable(hand.theta[j], C - POSE + j));
        let place = |i: usize| array::from_fn(|k| variable(hand.places[i][k], k));
        let mut rows = rows.chunks_exact_mut(C);
        residuals(&theta, place, hand, points, |three: [Dual<f64, [f64; C]>; 3]| {
            for residual in three {
                if let Some(row) = rows.next() {
                    row.copy_from_slice(&residual.tangent);
                }
            }
        });
    }
}

/// Returns the Jacobian row by row, three rows for each point; the columns are those of the places, if there are any, and of the pose. It takes
/// the storage of such rows.
fn jacobian(hand: &Hand, manner: Manner, storage: Option<Vec<f64>>) -> Vec<f64> {
    let mut jacobian = storage.unwrap_or_default();
    jacobian.resize(3 * hand.points.len() * columns(hand), 0.0);
    if hand.places.is_empty() {
        fill::<POSE>(hand, manner, &mut jacobian);
    } else {
        fill::<{ POSE + 2 }>(hand, manner, &mut jacobian);
    }
    jacobian
}

/// Writes the rows of all points.
fn fill<const C: usize>(hand: &Hand, manner: Manner, jacobian: &mut [f64]) {
    // A part has the rows of some points, and finds where the vertices are for itself.
    let part = hand.points.len().div_ceil(manner.threads()).max(1);
    let parts = jacobian.chunks_mut(3 * part * C).enumerate().collect();
    manner.each(parts, |(i, rows): (usize, &mut [f64])| {
        let points = i * part..hand.points.len().min((i + 1) * part);
        run::<8, _>(Rows::<C> { hand, points, rows });
    });
}

fn columns(hand: &Hand) -> usize {
    POSE + if hand.places.is_empty() { 0 } else { 2 }
}

#[derive(Deserialize)]
struct Input {
    theta: Vec<f64>,
    us: Vec<[f64; 2]>,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    correspondences: Vec<usize>,
    points: Vec<[f64; 3]>,
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    bone_names: Vec<String>,
    parents: Vec<i64>,
    base_relatives: Vec<Matrix<f64>>,
    inverse_base_absolutes: Vec<Matrix<f64>>,
    base_positions: Vec<[f64; 4]>,
    weights: Vec<Vec<f64>>,
    triangles: Vec<[usize; 3]>,
    is_mirrored: bool,
}

fn prepare(
    Input { theta, us, data: Data { correspondences, points, model } }: Input,
) -> Result<Hand, Failure> {
    let bones = model.bone_names.len();
    expect(&theta, POSE, "theta")?;
    expect(&correspondences, points.len(), "correspondences")?;
    expect(&model.parents, bones, "parents")?;
    expect(&model.base_relatives, bones, "base_relatives")?;
    expect(&model.inverse_base_absolutes, bones, "inverse_base_absolutes")?;
    expect(&model.weights, model.base_positions.len(), "weights")?;
    if !us.is_empty() {
        expect(&us, points.len(), "us")?;
    }
    let vertices = model.base_positions.len();
    let found = if us.is_empty() { vertices } else { model.triangles.len() };
    below(correspondences.iter().copied(), found, "correspondences")?;
    below(model.triangles.iter().flatten().copied(), vertices, "triangles")?;
    let mut parents = Vec::with_capacity(bones);
    for (bone, &parent) in model.parents.iter().enumerate() {
        let parent = if parent == -1 { None } else { Some(usize::try_from(parent).unwrap_or(usize::MAX)) };
        below(parent, bone, "parents")?;
        parents.push(parent);
    }
    let mut weights = Vec::with_capacity(vertices);
    for row in &model.weights {
        expect(row, bones, "weights")?;
        weights.push(row.iter().copied().enumerate().filter(|(_, weight)| *weight != 0.0).collect());
    }
    Ok(Hand {
        parents,
        relatives: model.base_relatives,
        inverse_absolutes: model.inverse_base_absolutes,
        positions: model.base_positions,
        weights,
        triangles: model.triangles,
        mirrored: model.is_mirrored,
        correspondences,
        points,
        theta: array::from_fn(|j| theta[j]),
        places: us,
    })
}

/// Fails unless all indices are below `count`.
fn below(indices: impl IntoIterator<Item = usize>, count: usize, name: &str) -> Result<(), Failure> {
    match indices.into_iter().find(|index| *index >= count) {
        Some(index) => {
            Err(Failure::input(format!("`{name}` has the index {index}, and there are {count} of these")))
        }
        None => Ok(()),
    }
}

/// The module `ht`: a pose, places and a hand in; the residuals, or the rows of the Jacobian, out.
pub const PROBLEM: Problem = Problem {
    name: "ht",
    functions: &[
        ("objective", |input, _| evaluate(input, prepare, objective, |_, all| all)),
        ("jacobian", |input, manner| {
            evaluate_again(
                input,
                prepare,
                |hand, storage| jacobian(hand, manner, storage),
                |hand, all| nested(&all, columns(hand)).into_iter().map(<[f64]>::to_vec).collect::<Vec<_>>(),
            )
        }),
    ],
};

//! Bundle adjustment as one would write it, over structures: the same numbers and the same Jacobian as over arrays.

use proptest::prelude::*;
use retrograde::prelude::*;
use retrograde_problems::ba;

/// Three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

/// A camera of the "Bundle Adjustment in the Large" collection.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Camera<T: Real> {
    /// Rodrigues vector, radians.
    rotation: Vec3<T>,
    translation: Vec3<T>,
    /// Pixels.
    focal: T,
    /// k1, k2.
    distortion: [T; 2],
}

/// Where a point was seen.
#[derive(Clone, Debug)]
struct Observation {
    camera: usize,
    point: usize,
    pixel: [f64; 2],
}

/// The coefficients of the Rodrigues formula: cos θ, sin θ / θ, (1 - cos θ) / θ².
#[reversible]
fn rodrigues<T: Real>(out: &mut Vec3<T>, rotation: &Vec3<T>) {
    let theta2 = dot(rotation, rotation);
    if theta2 > 1e-4 {
        let theta = theta2.sqrt();
        out.x += theta.cos();
        out.y += theta.sin() / theta;
        out.z += (1.0 - theta.cos()) / theta2;
    } else {
        out.x += 1.0 - theta2 * (1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0)));
        out.y += 1.0 - theta2 * (1.0 / 6.0 - theta2 * (1.0 / 120.0 - theta2 * (1.0 / 5040.0)));
        out.z += 1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0 - theta2 * (1.0 / 40320.0)));
    }
}

#[reversible]
fn dot<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> T {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// `to += s · a × b`
#[reversible]
fn add_cross<T: Real>(to: &mut Vec3<T>, s: T, a: &Vec3<T>, b: &Vec3<T>) {
    to.x += s * (a.y * b.z - a.z * b.y);
    to.y += s * (a.z * b.x - a.x * b.z);
    to.z += s * (a.x * b.y - a.y * b.x);
}

/// `to += s · a`
#[reversible]
fn add_scaled<T: Real>(to: &mut Vec3<T>, s: T, a: &Vec3<T>) {
    to.x += s * a.x;
    to.y += s * a.y;
    to.z += s * a.z;
}

/// `to += R x + t`; `c` are the coefficients of the rotation.
#[reversible]
fn transform<T: Real>(to: &mut Vec3<T>, camera: &Camera<T>, c: &Vec3<T>, x: &Vec3<T>) {
    add_scaled(&mut *to, c.x, x);
    add_cross(&mut *to, c.y, &camera.rotation, x);
    add_scaled(&mut *to, c.z * dot(&camera.rotation, x), &camera.rotation);
    add_scaled(&mut *to, 1.0, &camera.translation);
}

/// Scratch for a residual; it is zero on entry and on exit.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Workspace<T> {
    coefficients: Vec3<T>,
    seen: Vec3<T>,
}

/// The reprojection error of a point, added to `residual`.
#[reversible]
fn reproject<T: Real>(
    residual: &mut (T, T),
    workspace: &mut Workspace<T>,
    camera: &Camera<T>,
    point: &Vec3<T>,
    #[inactive] pixel: &[f64; 2],
) {
    'place: {
        rodrigues(&mut workspace.coefficients, &camera.rotation);
        transform(&mut workspace.seen, camera, &workspace.coefficients, point);
    }
    let seen = &workspace.seen;
    let depth = -1.0 / seen.z;
    let u = seen.x * depth;
    let v = seen.y * depth;
    let radius2 = u * u + v * v;
    let scale = camera.focal * (1.0 + radius2 * (camera.distortion[0] + camera.distortion[1] * radius2));
    residual.0 += scale * u - pixel[0] as T;
    residual.1 += scale * v - pixel[1] as T;
    undo!('place);
}

/// All residuals of a problem.
#[reversible]
fn residuals<T: Real>(
    out: &mut [(T, T)],
    workspace: &mut Workspace<T>,
    cameras: &[Camera<T>],
    points: &[Vec3<T>],
    #[inactive] observations: &[Observation],
) {
    for i in 0..observations.len() {
        let o = &observations[i];
        reproject(&mut out[i], &mut *workspace, &cameras[o.camera], &points[o.point], &o.pixel);
    }
}

fn vec3(n: &[f64]) -> Vec3<f64> {
    Vec3 { x: n[0], y: n[1], z: n[2] }
}

fn camera(n: &[f64; 9]) -> Camera<f64> {
    Camera { rotation: vec3(&n[..3]), translation: vec3(&n[3..6]), focal: n[6], distortion: [n[7], n[8]] }
}

fn workspace() -> Workspace<f64> {
    Workspace { coefficients: vec3(&[0.0; 3]), seen: vec3(&[0.0; 3]) }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

type Bal = ([f64; 9], [f64; 3], [f64; 2]);

fn bal() -> impl Strategy<Value = Bal> {
    let angle = prop_oneof![Just(0.0), -1e-3..1e-3, -0.012..0.012, -2.0..2.0];
    (
        [angle.clone(), angle.clone(), angle],
        [-1.0..1.0, -1.0..1.0, -20.0..-8.0],
        (200.0..900.0, -0.1..0.1, -0.01..0.01),
        [-2.0..2.0, -2.0..2.0, -2.0..2.0],
        [-50.0..50.0, -50.0..50.0],
    )
        .prop_map(|(r, t, (f, k1, k2), x, p)| ([r[0], r[1], r[2], t[0], t[1], t[2], f, k1, k2], x, p))
}

proptest! {
    /// Both rows at once, by structures and by arrays.
    #[test]
    fn structures_give_the_jacobian_of_arrays((numbers, x, pixel) in bal()) {
        let (mut residual, mut camera_bar, mut point_bar) = ([0.5, -0.25], [[0.0; 2]; 9], [[0.0; 2]; 3]);
        let rows = [[1.0, 0.0], [0.0, 1.0]];
        ba::reproject::sweep(
            &mut residual, &mut rows.clone(), &numbers, &mut camera_bar, &x, &mut point_bar, &pixel,
        );
        let (camera, point) = (camera(&numbers), vec3(&x));
        let mut bar = camera.shadow::<[f64; 2]>();
        let mut at = point.shadow::<[f64; 2]>();
        let (mut out, mut seeds, mut space) = ((0.5, -0.25), (rows[0], rows[1]), workspace());
        let mut space_bar = space.shadow();
        reproject::sweep(
            &mut out, &mut seeds, &mut space, &mut space_bar, &camera, &mut bar, &point, &mut at, &pixel,
        );
        prop_assert!(close(out.0, residual[0]) && close(out.1, residual[1]));
        let (r, t) = (&bar.rotation, &bar.translation);
        let found = [r.x, r.y, r.z, t.x, t.y, t.z, bar.focal, bar.distortion[0], bar.distortion[1]];
        for (j, (found, wanted)) in found.iter().zip(&camera_bar).chain([at.x, at.y, at.z].iter().zip(&point_bar)).enumerate() {
            for row in 0..2 {
                prop_assert!(close(found[row], wanted[row]), "number {j}: {found:?} {wanted:?}");
            }
        }
        for left in [&space.coefficients, &space.seen] {
            prop_assert!([left.x, left.y, left.z].iter().all(|v| v.abs() < 1e-9), "{left:?}");
        }
    }
}

/// A problem with shared cameras and points, against the residuals one by one.
#[test]
fn a_whole_problem() {
    let numbers =
        |c: usize| [0.1 * c as f64, -0.05, 0.02, 0.3, -0.1 * c as f64, -9.0 - c as f64, 500.0, 0.01, -0.002];
    let positions = |p: usize| [0.5 - 0.3 * p as f64, 0.2 * p as f64, 0.1 * (p * p) as f64];
    let (cameras, points) = (3, 4);
    let seen: Vec<Observation> = (0..cameras * points)
        .map(|i| Observation {
            camera: i % cameras,
            point: (i * 7) % points,
            pixel: [i as f64, -0.5 * i as f64],
        })
        .collect();
    let all_cameras: Vec<_> = (0..cameras).map(|c| camera(&numbers(c))).collect();
    let all_points: Vec<_> = (0..points).map(|p| vec3(&positions(p))).collect();
    let seed = |i: usize| (0.3 + 0.1 * i as f64, -1.0 + 0.2 * i as f64);

    let (mut out, mut space) = (vec![(0.0, 0.0); seen.len()], workspace());
    let mut seeds: Vec<_> = (0..seen.len()).map(seed).collect();
    let (mut camera_bars, mut point_bars) = (all_cameras.shadow(), all_points.shadow());
    let mut space_bar = space.shadow();
    residuals::sweep(
        &mut out,
        &mut seeds,
        &mut space,
        &mut space_bar,
        &all_cameras,
        &mut camera_bars,
        &all_points,
        &mut point_bars,
        &seen,
    );
    let (mut wanted_cameras, mut wanted_points) = (vec![[0.0; 9]; cameras], vec![[0.0; 3]; points]);
    for (i, o) in seen.iter().enumerate() {
        let mut residual = [0.0; 2];
        ba::reproject::sweep(
            &mut residual,
            &mut [seed(i).0, seed(i).1],
            &numbers(o.camera),
            &mut wanted_cameras[o.camera],
            &positions(o.point),
            &mut wanted_points[o.point],
            &o.pixel,
        );
        assert!(close(out[i].0, residual[0]) && close(out[i].1, residual[1]));
    }
    for (bar, wanted) in camera_bars.iter().zip(&wanted_cameras) {
        let (r, t) = (&bar.rotation, &bar.translation);
        let found = [r.x, r.y, r.z, t.x, t.y, t.z, bar.focal, bar.distortion[0], bar.distortion[1]];
        assert!(found.iter().zip(wanted).all(|(a, b)| close(*a, *b)), "{found:?} {wanted:?}");
    }
    for (bar, wanted) in point_bars.iter().zip(&wanted_points) {
        assert!([bar.x, bar.y, bar.z].iter().zip(wanted).all(|(a, b)| close(*a, *b)), "{bar:?} {wanted:?}");
    }
}

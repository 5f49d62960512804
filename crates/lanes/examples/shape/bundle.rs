//! The Jacobian of bundle adjustment in lanes: one observation in each lane, both rows at once.
//!
//! Cameras and points are gathered by index, 11 and 3 numbers for each lane, and the 30 derivatives of each lane are stored as one row.
//! The formulae are those of `retrograde_problems::hand::reproject_adbench`; its branch on the angle is a mask.

use crate::{numbers, row, shortest, wave};
use retrograde_lanes::{InstructionSet, Kernel, Mask, Vector, Width, prefetch_for_writing, run_on};
use retrograde_problems::{hand, plain};
use std::hint::black_box;
use std::path::Path;

/// Derivatives of one observation: of both residuals with respect to 11 numbers of the camera, 3 of the point, and the weight.
const ROW: usize = 30;

struct Scene {
    cameras: Vec<f64>,
    points: Vec<f64>,
    weights: Vec<f64>,
    features: Vec<f64>,
    /// Camera and point of each observation.
    seen: Vec<[u32; 2]>,
}

impl Scene {
    /// A scene of these sizes that repeats one camera, point and observation, as files of ADBench do, with small differences.
    fn new(file: &[f64], cameras: usize, points: usize, observations: usize, spread: f64) -> Scene {
        let repeat = |part: &[f64], n: usize, seed: f64| -> Vec<f64> {
            let noise = wave(n * part.len(), seed);
            (0..n * part.len()).map(|i| part[i % part.len()] * (1.0 + spread * noise[i])).collect()
        };
        Scene {
            cameras: repeat(&file[..11], cameras, 0.1),
            points: repeat(&file[11..14], points, 0.2),
            weights: repeat(&file[14..15], observations, 0.3),
            features: repeat(&file[15..17], observations, 0.4),
            seen: (0..observations).map(|i| [(i % cameras) as u32, (i % points) as u32]).collect(),
        }
    }

    fn camera(&self, i: usize) -> &[f64; 11] {
        let first = self.seen[i][0] as usize * 11;
        self.cameras[first..first + 11].try_into().unwrap()
    }

    fn point(&self, i: usize) -> &[f64; 3] {
        let first = self.seen[i][1] as usize * 3;
        self.points[first..first + 3].try_into().unwrap()
    }

    fn feature(&self, i: usize) -> &[f64; 2] {
        self.features[2 * i..2 * i + 2].try_into().unwrap()
    }
}

/// The residuals, and a row of derivatives for each observation.
struct Jacobian {
    residuals: Vec<f64>,
    weight_errors: Vec<f64>,
    rows: Vec<f64>,
}

impl Jacobian {
    fn new(observations: usize) -> Jacobian {
        Jacobian {
            residuals: vec![0.0; 2 * observations],
            weight_errors: vec![0.0; observations],
            rows: vec![0.0; ROW * observations],
        }
    }
}

fn plain_residuals(scene: &Scene, out: &mut Jacobian) {
    for i in 0..scene.seen.len() {
        let weight = scene.weights[i];
        let [u, v] = plain::reproject_adbench(scene.camera(i), scene.point(i), weight, scene.feature(i));
        out.residuals[2 * i] = u;
        out.residuals[2 * i + 1] = v;
        out.weight_errors[i] = plain::weight_error(weight);
    }
}

/// One observation by the scalar adjoint.
#[inline(always)]
fn scalar_row(scene: &Scene, i: usize, out: &mut Jacobian) {
    let (mut residual, mut residual_bar) = ([0.0; 2], [[1.0, 0.0], [0.0, 1.0]]);
    let (mut camera_bar, mut point_bar, mut weight_bar) = ([[-0.0; 2]; 11], [[-0.0; 2]; 3], [-0.0; 2]);
    hand::reproject_adbench(
        &mut residual,
        &mut residual_bar,
        scene.camera(i),
        &mut camera_bar,
        scene.point(i),
        &mut point_bar,
        scene.weights[i],
        &mut weight_bar,
        scene.feature(i),
    );
    out.residuals[2 * i..2 * i + 2].copy_from_slice(&residual);
    out.weight_errors[i] = plain::weight_error(scene.weights[i]);
    let row = &mut out.rows[ROW * i..ROW * (i + 1)];
    row[..22].copy_from_slice(camera_bar.as_flattened());
    row[22..28].copy_from_slice(point_bar.as_flattened());
    row[28..].copy_from_slice(&weight_bar);
}

fn scalar_jacobian(scene: &Scene, out: &mut Jacobian) {
    for i in 0..scene.seen.len() {
        scalar_row(scene, i, out);
    }
}

/// The two cotangents of a value.
type Pair<V> = [V; 2];

#[inline(always)]
fn scaled<V: Vector>(bar: Pair<V>, partial: V) -> Pair<V> {
    [bar[0] * partial, bar[1] * partial]
}

#[inline(always)]
fn add_scaled<V: Vector>(to: &mut Pair<V>, bar: Pair<V>, partial: V) {
    to[0] = bar[0].mul_add(partial, to[0]);
    to[1] = bar[1].mul_add(partial, to[1]);
}

/// The coefficients of the rotation and their derivatives, as functions of the square of the angle.
struct Coefficients<V> {
    cosine: V,
    sinc: V,
    versine: V,
    cosine_slope: V,
    sinc_slope: V,
    versine_slope: V,
}

impl<V: Vector<Scalar = f64>> Coefficients<V> {
    /// Both branches where the lanes need both.
    #[inline(always)]
    fn at(s: V) -> Self {
        let large = V::splat(1e-4).less(s);
        let a = Self::of_large(s);
        if large.all() {
            return a;
        }
        let b = Self::of_small(s);
        Coefficients {
            cosine: V::select(large, a.cosine, b.cosine),
            sinc: V::select(large, a.sinc, b.sinc),
            versine: V::select(large, a.versine, b.versine),
            cosine_slope: V::select(large, a.cosine_slope, b.cosine_slope),
            sinc_slope: V::select(large, a.sinc_slope, b.sinc_slope),
            versine_slope: V::select(large, a.versine_slope, b.versine_slope),
        }
    }

    #[inline(always)]
    fn of_large(s: V) -> Self {
        let (half, one) = (V::splat(0.5), V::splat(1.0));
        let theta = s.sqrt();
        let inverse = one / theta;
        let inverse2 = inverse * inverse;
        let (sine, cosine) = (theta.sin(), theta.cos());
        let sinc = sine * inverse;
        let versine = (one - cosine) * inverse2;
        Coefficients {
            cosine,
            sinc,
            versine,
            cosine_slope: -half * sinc,
            sinc_slope: half * (cosine - sinc) * inverse2,
            versine_slope: (half * sinc - versine) * inverse2,
        }
    }

    #[inline(always)]
    fn of_small(s: V) -> Self {
        let c = V::splat;
        let sinc = c(1.0) - s * (c(1.0 / 6.0) - s * (c(1.0 / 120.0) - s * c(1.0 / 5040.0)));
        Coefficients {
            cosine: c(1.0) - s * (c(1.0 / 2.0) - s * (c(1.0 / 24.0) - s * c(1.0 / 720.0))),
            sinc,
            versine: c(0.5) - s * (c(1.0 / 24.0) - s * (c(1.0 / 720.0) - s * c(1.0 / 40320.0))),
            cosine_slope: c(-0.5) * sinc,
            sinc_slope: c(-1.0 / 6.0) + s * (c(1.0 / 60.0) - s * c(1.0 / 1680.0)),
            versine_slope: c(-1.0 / 24.0) + s * (c(1.0 / 360.0) - s * c(1.0 / 13440.0)),
        }
    }
}

/// The residuals and their derivatives of one observation in each lane.
#[inline(always)]
fn reproject<V: Vector<Scalar = f64>>(
    camera: [V; 11],
    point: [V; 3],
    weight: V,
    feature: [V; 2],
) -> ([V; 2], [V; ROW]) {
    let (zero, one, two) = (V::splat(0.0), V::splat(1.0), V::splat(2.0));
    let [w0, w1, w2, c0, c1, c2, focal, u0, v0, k1, k2] = camera;
    let omega = [w0, w1, w2];
    let x = [point[0] - c0, point[1] - c1, point[2] - c2];
    let k = Coefficients::at(w0 * w0 + w1 * w1 + w2 * w2);
    let dot = w0 * x[0] + w1 * x[1] + w2 * x[2];
    let along = k.versine * dot;
    let cross = [w1 * x[2] - w2 * x[1], w2 * x[0] - w0 * x[2], w0 * x[1] - w1 * x[0]];
    let mut turned = [zero; 3];
    for i in 0..3 {
        turned[i] = k.cosine * x[i] + k.sinc * cross[i] + along * omega[i];
    }
    let depth = one / turned[2];
    let p = [turned[0] * depth, turned[1] * depth];
    let radius2 = p[0] * p[0] + p[1] * p[1];
    let radial = one + radius2 * (k1 + k2 * radius2);
    let scale = focal * radial;
    let error = [scale * p[0] + u0 - feature[0], scale * p[1] + v0 - feature[1]];
    let residual = [weight * error[0], weight * error[1]];

    // The seed of the first residual is (1, 0), that of the second (0, 1).
    let bar = [[weight, zero], [zero, weight]];
    let mut scale_bar = scaled(bar[0], p[0]);
    add_scaled(&mut scale_bar, bar[1], p[1]);
    let radial_bar = scaled(scale_bar, focal);
    let radius2_bar = scaled(radial_bar, k1 + two * k2 * radius2);
    let mut p_bar = [scaled(bar[0], scale), scaled(bar[1], scale)];
    add_scaled(&mut p_bar[0], radius2_bar, two * p[0]);
    add_scaled(&mut p_bar[1], radius2_bar, two * p[1]);
    let mut z_bar = scaled(p_bar[0], -(p[0] * depth));
    add_scaled(&mut z_bar, p_bar[1], -(p[1] * depth));
    let turned_bar = [scaled(p_bar[0], depth), scaled(p_bar[1], depth), z_bar];

    let (mut cosine_bar, mut sinc_bar, mut along_bar) = ([zero; 2], [zero; 2], [zero; 2]);
    for i in 0..3 {
        add_scaled(&mut cosine_bar, turned_bar[i], x[i]);
        add_scaled(&mut sinc_bar, turned_bar[i], cross[i]);
        add_scaled(&mut along_bar, turned_bar[i], omega[i]);
    }
    let dot_bar = scaled(along_bar, k.versine);
    let mut square_bar = scaled(along_bar, dot * k.versine_slope);
    add_scaled(&mut square_bar, cosine_bar, k.cosine_slope);
    add_scaled(&mut square_bar, sinc_bar, k.sinc_slope);
    let mut cross_bar = [[zero; 2]; 3];
    for i in 0..3 {
        cross_bar[i] = scaled(turned_bar[i], k.sinc);
    }
    let (mut omega_bar, mut x_bar) = ([[zero; 2]; 3], [[zero; 2]; 3]);
    for i in 0..3 {
        let (j, l) = ((i + 1) % 3, (i + 2) % 3);
        add_scaled(&mut omega_bar[i], turned_bar[i], along);
        add_scaled(&mut omega_bar[i], dot_bar, x[i]);
        add_scaled(&mut omega_bar[i], square_bar, two * omega[i]);
        add_scaled(&mut omega_bar[i], cross_bar[l], x[j]);
        add_scaled(&mut omega_bar[i], cross_bar[j], -x[l]);
        add_scaled(&mut x_bar[i], turned_bar[i], k.cosine);
        add_scaled(&mut x_bar[i], dot_bar, omega[i]);
        add_scaled(&mut x_bar[i], cross_bar[j], omega[l]);
        add_scaled(&mut x_bar[i], cross_bar[l], -omega[j]);
    }

    let mut row = [zero; ROW];
    for r in 0..2 {
        for i in 0..3 {
            row[2 * i + r] = omega_bar[i][r];
            row[6 + 2 * i + r] = -x_bar[i][r];
            row[22 + 2 * i + r] = x_bar[i][r];
        }
        row[12 + r] = scale_bar[r] * radial;
        row[14 + r] = bar[0][r];
        row[16 + r] = bar[1][r];
        row[18 + r] = radial_bar[r] * radius2;
        row[20 + r] = radial_bar[r] * (radius2 * radius2);
    }
    (row[28], row[29]) = (error[0], error[1]);
    (residual, row)
}

/// All observations: whole blocks in lanes, the rest one by one.
struct Rows<'a>(&'a Scene, &'a mut Jacobian);

impl Kernel for Rows<'_> {
    type Scalar = f64;
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) {
        let Rows(scene, out) = self;
        let n = scene.seen.len();
        let mut i = 0;
        while i + V::LANES <= n {
            let seen = &scene.seen[i..i + V::LANES];
            // What is stored is more than a cache holds: without this the processor waits for the lines of one block after the other.
            prefetch_for_writing(&mut out.rows, ROW * (i + 2 * V::LANES), ROW * V::LANES);
            let camera: [V; 11] = V::gather_rows(&scene.cameras, |l| seen[l][0] as usize * 11);
            let point: [V; 3] = V::gather_rows(&scene.points, |l| seen[l][1] as usize * 3);
            let feature: [V; 2] = V::gather_rows(&scene.features, |l| 2 * (i + l));
            let weight = V::load(&scene.weights[i..]);
            let (residual, row) = reproject(camera, point, weight, feature);
            V::scatter_rows(&residual, &mut out.residuals, |l| 2 * (i + l));
            (V::splat(1.0) - weight * weight).store(&mut out.weight_errors[i..]);
            V::scatter_rows(&row, &mut out.rows, |l| ROW * (i + l));
            i += V::LANES;
        }
        while i < n {
            scalar_row(scene, i, out);
            i += 1;
        }
    }
}

fn lanes_jacobian<const N: usize>(set: InstructionSet, scene: &Scene, out: &mut Jacobian) -> Option<()>
where
    f64: Width<N>,
{
    run_on::<N, _>(set, Rows(scene, out))
}

/// The largest difference, relative to the largest entry of the row.
fn difference(a: &Jacobian, b: &Jacobian) -> f64 {
    let mut worst = 0.0_f64;
    for (x, y, n) in
        [(&a.rows, &b.rows, ROW), (&a.residuals, &b.residuals, 2), (&a.weight_errors, &b.weight_errors, 1)]
    {
        for (x, y) in x.chunks_exact(n).zip(y.chunks_exact(n)) {
            let scale = y.iter().fold(1e-300, |m: f64, y| m.max(y.abs()));
            for (x, y) in x.iter().zip(y) {
                worst = worst.max((x - y).abs() / scale);
            }
        }
    }
    worst
}

/// The camera, the point, the weight and the feature of ADBench's files.
const OBSERVATION: [f64; 17] = [
    -0.758453, -1.109613, -0.845551, 34.556073, 39.676747, 53.881673, 419.194514, 5.864426, -8.518870,
    0.087812, 0.002739, 7.203245, 0.001144, 3.023326, 0.417022, 271.760969, 834.209256,
];

pub(crate) fn measure(directory: &Path) {
    let (scene, origin) = match numbers(&directory.join("ba/ba10_n1197_m126327_p563734.txt")) {
        Some(file) => (Scene::new(&file[3..20], 1197, 126_327, 563_734, 0.0), "file"),
        None => (Scene::new(&OBSERVATION, 1197, 126_327, 563_734, 0.0), "made up"),
    };
    println!("bundle adjustment, 563,734 observations ({origin})");
    let mut expected = Jacobian::new(scene.seen.len());
    let mut out = Jacobian::new(scene.seen.len());
    scalar_jacobian(&scene, &mut expected);
    let plain = shortest(15, || plain_residuals(black_box(&scene), black_box(&mut out)));
    row("plain function", plain, plain);
    let scalar = shortest(15, || scalar_jacobian(black_box(&scene), black_box(&mut out)));
    row("scalar Jacobian by hand", scalar, plain);
    let store = shortest(15, || black_box(&mut out).rows.fill(black_box(1.5)));
    row("storing its 135 MB alone", store, plain);
    macro_rules! lanes {
        ($($n:literal $set:ident)*) => { $(
            let set = InstructionSet::$set;
            if lanes_jacobian::<$n>(set, &scene, &mut out).is_some() {
                let error = difference(&out, &expected);
                assert!(error < 1e-11, "{error:e}");
                let time = shortest(15, || {
                    black_box(lanes_jacobian::<$n>(set, black_box(&scene), black_box(&mut out)));
                });
                row(concat!("Jacobian, ", $n, " lanes, ", stringify!($set)), time, plain);
                println!("  {:<36} {:>13} {:>7.2}", "  beside storing alone", "", time / store);
            }
        )* };
    }
    lanes! { 8 Avx512 4 Avx512 8 Avx2 4 Avx2 8 Neon 8 Portable }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Angles of every size, so that blocks have lanes of both branches, and a rest.
    #[test]
    fn lanes_agree_with_the_scalar_adjoint() {
        let mut scene = Scene::new(&OBSERVATION, 7, 11, 45, 0.3);
        for camera in scene.cameras.chunks_exact_mut(22) {
            for omega in &mut camera[..3] {
                *omega *= 1e-3;
            }
        }
        let mut expected = Jacobian::new(45);
        scalar_jacobian(&scene, &mut expected);
        for set in InstructionSet::ALL {
            let (mut eight, mut four) = (Jacobian::new(45), Jacobian::new(45));
            if lanes_jacobian::<8>(set, &scene, &mut eight).is_some() {
                lanes_jacobian::<4>(set, &scene, &mut four).unwrap();
                assert!(difference(&eight, &expected) < 1e-12, "{}", difference(&eight, &expected));
                assert!(difference(&four, &expected) < 1e-12);
            }
        }
    }
}

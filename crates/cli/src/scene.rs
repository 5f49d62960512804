//! Synthetic scenes: a ring of cameras around a cloud of points, noisy measurements, and a perturbed guess as start.
//!
//! Each part of the scene draws from one generator in a fixed order.

use retrograde_problems::plain;

use crate::bundle::{Bundle, Observation};
use crate::random::SplitMix64;

/// The sizes and the seed of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    /// The number of cameras, at least two.
    pub(crate) cameras: usize,
    /// The number of points, at least one.
    pub(crate) points: usize,
    /// Standard deviation of the measured coordinates, in pixels.
    pub(crate) noise: f64,
    /// The seed.
    pub(crate) seed: u64,
}

/// The number of cameras that see each point, if there are as many.
const VIEWS: usize = 8;

/// Generates the scene; cameras and points are a guess near the true ones, to which the measurements belong.
pub(crate) fn generate(scene: &Scene) -> Bundle<9> {
    let mut random = SplitMix64::new(scene.seed);
    let points: Vec<[f64; 3]> = (0..scene.points)
        .map(|_| [random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0)])
        .collect();
    let cameras: Vec<[f64; 9]> = (0..scene.cameras).map(|i| camera(i, scene.cameras, &mut random)).collect();

    let mut observations = Vec::with_capacity(scene.points * VIEWS);
    let mut order: Vec<u32> = (0..scene.cameras as u32).collect();
    for (point, position) in points.iter().enumerate() {
        // The first entries of a partial shuffle are a random choice of cameras without repetition.
        for i in 0..VIEWS.min(scene.cameras) {
            let other = i + random.below(scene.cameras - i);
            order.swap(i, other);
            let [x, y] = plain::reproject(&cameras[order[i] as usize], position, &[0.0, 0.0]);
            let pixel = [x + scene.noise * random.normal(), y + scene.noise * random.normal()];
            observations.push(Observation { camera: order[i], point: point as u32, pixel });
        }
    }
    observations.sort_by_key(|seen| (seen.camera, seen.point));

    let mut bundle = Bundle { cameras, points, weights: Vec::new(), observations };
    for camera in &mut bundle.cameras {
        for (value, spread) in
            camera.iter_mut().zip([0.01, 0.01, 0.01, 0.05, 0.05, 0.05, 10.0, 0.005, 0.0005])
        {
            *value += spread * random.normal();
        }
    }
    for value in bundle.points.iter_mut().flatten() {
        *value += 0.03 * random.normal();
    }
    bundle
}

/// Returns camera `i` of a ring of radius five, looking at the middle of the cloud.
fn camera(i: usize, count: usize, random: &mut SplitMix64) -> [f64; 9] {
    let angle = std::f64::consts::TAU * i as f64 / count as f64 + random.between(-0.05, 0.05);
    let height = random.between(-1.5, 1.5);
    let distance = random.between(4.5, 5.5);
    let centre = [distance * angle.cos(), height, distance * angle.sin()];
    // The camera looks down its negative z axis, so that axis points from the cloud to the camera.
    let back = unit(centre);
    let right = unit(cross([0.0, 1.0, 0.0], back));
    let up = cross(back, right);
    let [a, b, c] = rotation_vector([right, up, back]);
    let translation =
        [right, up, back].map(|axis| -(axis[0] * centre[0] + axis[1] * centre[1] + axis[2] * centre[2]));
    let focal = random.between(650.0, 750.0);
    let (k1, k2) = (random.between(-0.05, 0.0), random.between(0.0, 0.01));
    [a, b, c, translation[0], translation[1], translation[2], focal, k1, k2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    a.map(|v| v / length)
}

/// Returns the rotation vector of a rotation matrix given by rows.
///
/// It is computed from the unit quaternion, whose largest component is found first: the usual formula from the trace
/// loses all digits near half a turn, which occurs for every second camera of a ring.
fn rotation_vector(m: [[f64; 3]; 3]) -> [f64; 3] {
    let trace = m[0][0] + m[1][1] + m[2][2];
    let candidates = [trace, m[0][0], m[1][1], m[2][2]];
    let largest = (0..4).fold(0, |best, i| if candidates[i] > candidates[best] { i } else { best });
    let antisymmetric = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
    let (w, v) = if largest == 0 {
        (1.0 + trace, antisymmetric)
    } else {
        let i = largest - 1;
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let mut v = [0.0; 3];
        v[i] = 1.0 + m[i][i] - m[j][j] - m[k][k];
        v[j] = m[i][j] + m[j][i];
        v[k] = m[i][k] + m[k][i];
        (antisymmetric[i], v)
    };
    // A quaternion and its negative are the same rotation; the one with w >= 0 turns by less than half a turn.
    let (w, v) = if w < 0.0 { (-w, v.map(|x| -x)) } else { (w, v) };
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    let scale = if length == 0.0 { 0.0 } else { 2.0 * length.atan2(w) / length };
    v.map(|x| scale * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_scene() {
        let scene = Scene { cameras: 4, points: 9, noise: 0.5, seed: 7 };
        assert_eq!(generate(&scene), generate(&scene));
        assert_ne!(generate(&scene), generate(&Scene { seed: 8, ..scene }));
    }

    #[test]
    fn every_point_is_seen_from_the_front_by_several_cameras() {
        let bundle = generate(&Scene { cameras: 12, points: 40, noise: 0.0, seed: 1 });
        assert_eq!(bundle.observations.len(), 40 * VIEWS);
        for seen in &bundle.observations {
            // A point in the cloud is within 0.5 of the image's axis at these distances, and errors stay moderate.
            assert!(seen.pixel[0].abs() < 600.0 && seen.pixel[1].abs() < 600.0);
            let (camera, point) =
                (&bundle.cameras[seen.camera as usize], &bundle.points[seen.point as usize]);
            let error = plain::reproject(camera, point, &seen.pixel);
            assert!(error[0].hypot(error[1]) < 150.0, "{error:?}");
        }
    }

    #[test]
    fn rotation_vectors_rotate() {
        for omega in [[0.1, -0.2, 0.3], [3.0, 0.4, -0.2], [0.0, 3.1, 0.0], [0.0, 0.0, 0.0], [-2.0, 2.0, 0.5]]
        {
            // Columns of the matrix are the rotated axes.
            let rotate = |x: [f64; 3]| {
                let theta: f64 = omega.iter().map(|v: &f64| v * v).sum::<f64>().sqrt();
                let (s, c) = theta.sin_cos();
                let (sinc, versine) =
                    if theta == 0.0 { (1.0, 0.5) } else { (s / theta, (1.0 - c) / theta.powi(2)) };
                let dot: f64 = omega.iter().zip(&x).map(|(a, b)| a * b).sum();
                let turned = cross(omega, x);
                std::array::from_fn(|i| c * x[i] + sinc * turned[i] + versine * dot * omega[i])
            };
            let columns: [[f64; 3]; 3] =
                [rotate([1.0, 0.0, 0.0]), rotate([0.0, 1.0, 0.0]), rotate([0.0, 0.0, 1.0])];
            let rows = std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]));
            for (got, want) in rotation_vector(rows).iter().zip(&omega) {
                assert!((got - want).abs() < 1e-9, "{got} {want}");
            }
        }
    }
}

//! Residuals of bundle adjustment: the position at which a camera sees a point, minus the measured position.
//!
//! Two camera models: that of the "Bundle Adjustment in the Large" collection ([`reproject()`]: nine numbers, looks
//! down the negative z axis) and that of the ADBench suite ([`reproject_adbench()`]: eleven numbers, a weight for
//! each observation, whose own residual is [`weight_error()`]).
//!
//! Both rotate by the Rodrigues formula in the form `R X = cos(θ) X + sinc(θ) ω×X + versine(θ) (ω·X) ω` with `sinc =
//! sin(θ)/θ` and `versine = (1 - cos(θ))/θ²`. The three coefficients are smooth functions of θ², so the formula needs
//! no axis and has a derivative at θ = 0, where a rotation that was never estimated stands. Below θ² = 1e-4 four
//! terms of each series reach rounding.

use retrograde::reversible;

/// Adds to `residual` the reprojection error, in pixels, of a `point` seen at `pixel`. All observations of a problem, and their
/// Jacobian, are one call of `reproject::batch` and `reproject::batch_jacobian`.
///
/// `camera` is rotation vector (3, radians), translation (3), focal length (pixels), k1, k2: `P = R X + t`,
/// `p = -P.xy / P.z`, `predicted = f (1 + k1 |p|² + k2 |p|⁴) p`, and the error is `predicted - measured`. A point
/// in the plane of the camera (`P.z = 0`) gives infinities or NaN.
#[reversible(batch, kernels)]
#[inline]
pub fn reproject(residual: &mut [f64; 2], camera: &[f64; 9], point: &[f64; 3], #[inactive] pixel: &[f64; 2]) {
    let theta2 = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
    let mut cosine = 0.0;
    let mut sinc = 0.0;
    let mut versine = 0.0;
    if theta2 > 1e-4 {
        let theta = theta2.sqrt();
        let inverse = 1.0 / theta;
        let c = theta.cos();
        cosine += c;
        sinc += theta.sin() * inverse;
        versine += (1.0 - c) * inverse * inverse;
    } else {
        cosine += 1.0 - theta2 * (1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0)));
        sinc += 1.0 - theta2 * (1.0 / 6.0 - theta2 * (1.0 / 120.0 - theta2 * (1.0 / 5040.0)));
        versine += 1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0 - theta2 * (1.0 / 40320.0)));
    }
    let along = versine * (camera[0] * point[0] + camera[1] * point[1] + camera[2] * point[2]);
    let cross_x = camera[1] * point[2] - camera[2] * point[1];
    let cross_y = camera[2] * point[0] - camera[0] * point[2];
    let cross_z = camera[0] * point[1] - camera[1] * point[0];
    let x = cosine * point[0] + sinc * cross_x + along * camera[0] + camera[3];
    let y = cosine * point[1] + sinc * cross_y + along * camera[1] + camera[4];
    let z = cosine * point[2] + sinc * cross_z + along * camera[2] + camera[5];
    let depth = -1.0 / z;
    let u = x * depth;
    let v = y * depth;
    let radius2 = u * u + v * v;
    let scale = camera[6] * (1.0 + radius2 * (camera[7] + camera[8] * radius2));
    residual[0] += scale * u - pixel[0];
    residual[1] += scale * v - pixel[1];
}

/// Adds to `residual` the weighted reprojection error of a `point` whose `feature` was measured.
///
/// `camera` is rotation vector (3, radians), centre (3), focal length, principal point (2), k1, k2:
/// `P = R (X - C)`, `p = P.xy / P.z`, `predicted = f (1 + k1 |p|² + k2 |p|⁴) p + (u0, v0)`, and the error is
/// `weight (predicted - feature)`.
#[reversible(batch, kernels)]
#[inline]
pub fn reproject_adbench(
    residual: &mut [f64; 2],
    camera: &[f64; 11],
    point: &[f64; 3],
    weight: f64,
    #[inactive] feature: &[f64; 2],
) {
    let theta2 = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
    let mut cosine = 0.0;
    let mut sinc = 0.0;
    let mut versine = 0.0;
    if theta2 > 1e-4 {
        let theta = theta2.sqrt();
        let inverse = 1.0 / theta;
        let c = theta.cos();
        cosine += c;
        sinc += theta.sin() * inverse;
        versine += (1.0 - c) * inverse * inverse;
    } else {
        cosine += 1.0 - theta2 * (1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0)));
        sinc += 1.0 - theta2 * (1.0 / 6.0 - theta2 * (1.0 / 120.0 - theta2 * (1.0 / 5040.0)));
        versine += 1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0 - theta2 * (1.0 / 40320.0)));
    }
    let from_x = point[0] - camera[3];
    let from_y = point[1] - camera[4];
    let from_z = point[2] - camera[5];
    let along = versine * (camera[0] * from_x + camera[1] * from_y + camera[2] * from_z);
    let cross_x = camera[1] * from_z - camera[2] * from_y;
    let cross_y = camera[2] * from_x - camera[0] * from_z;
    let cross_z = camera[0] * from_y - camera[1] * from_x;
    let x = cosine * from_x + sinc * cross_x + along * camera[0];
    let y = cosine * from_y + sinc * cross_y + along * camera[1];
    let z = cosine * from_z + sinc * cross_z + along * camera[2];
    let depth = 1.0 / z;
    let u = x * depth;
    let v = y * depth;
    let radius2 = u * u + v * v;
    let scale = camera[6] * (1.0 + radius2 * (camera[9] + camera[10] * radius2));
    residual[0] += weight * (scale * u + camera[7] - feature[0]);
    residual[1] += weight * (scale * v + camera[8] - feature[1]);
}

/// Adds to `error` the error that keeps the weight of an observation near one: `1 - weight²`.
#[reversible]
#[inline]
pub fn weight_error(error: &mut f64, weight: f64) {
    *error += 1.0 - weight * weight;
}

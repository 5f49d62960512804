//! Bundle adjustment in ordinary Rust; the formulas are in [`crate::ba`].

/// `R(omega) x` for a rotation vector `omega` in radians.
#[inline]
fn rotate(omega: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let theta2 = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2];
    let (cosine, sinc, versine) = if theta2 > 1e-4 {
        let theta = theta2.sqrt();
        let inverse = 1.0 / theta;
        let (s, c) = theta.sin_cos();
        (c, s * inverse, (1.0 - c) * inverse * inverse)
    } else {
        (
            1.0 - theta2 * (1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0))),
            1.0 - theta2 * (1.0 / 6.0 - theta2 * (1.0 / 120.0 - theta2 * (1.0 / 5040.0))),
            1.0 / 2.0 - theta2 * (1.0 / 24.0 - theta2 * (1.0 / 720.0 - theta2 * (1.0 / 40320.0))),
        )
    };
    let along = versine * (omega[0] * x[0] + omega[1] * x[1] + omega[2] * x[2]);
    [
        cosine * x[0] + sinc * (omega[1] * x[2] - omega[2] * x[1]) + along * omega[0],
        cosine * x[1] + sinc * (omega[2] * x[0] - omega[0] * x[2]) + along * omega[1],
        cosine * x[2] + sinc * (omega[0] * x[1] - omega[1] * x[0]) + along * omega[2],
    ]
}

/// The reprojection error in pixels, as [`crate::ba::reproject()`] adds it.
#[inline]
pub fn reproject(camera: &[f64; 9], point: &[f64; 3], pixel: &[f64; 2]) -> [f64; 2] {
    let turned = rotate([camera[0], camera[1], camera[2]], *point);
    let depth = -1.0 / (turned[2] + camera[5]);
    let u = (turned[0] + camera[3]) * depth;
    let v = (turned[1] + camera[4]) * depth;
    let radius2 = u * u + v * v;
    let scale = camera[6] * (1.0 + radius2 * (camera[7] + camera[8] * radius2));
    [scale * u - pixel[0], scale * v - pixel[1]]
}

/// The weighted reprojection error, as [`crate::ba::reproject_adbench()`] adds it.
#[inline]
pub fn reproject_adbench(camera: &[f64; 11], point: &[f64; 3], weight: f64, feature: &[f64; 2]) -> [f64; 2] {
    let from = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let turned = rotate([camera[0], camera[1], camera[2]], from);
    let depth = 1.0 / turned[2];
    let u = turned[0] * depth;
    let v = turned[1] * depth;
    let radius2 = u * u + v * v;
    let scale = camera[6] * (1.0 + radius2 * (camera[9] + camera[10] * radius2));
    [weight * (scale * u + camera[7] - feature[0]), weight * (scale * v + camera[8] - feature[1])]
}

/// `1 - weight²`, as [`crate::ba::weight_error()`] adds it.
#[inline]
pub fn weight_error(weight: f64) -> f64 {
    1.0 - weight * weight
}

//! Sweeps of the bundle adjustment residuals: value and both rows of the Jacobian in one pass.

use super::Cotangent;

/// The coefficients of the Rodrigues formula as functions of `s = θ²`, with their derivatives by `s`.
struct Coefficients {
    cosine: f64,
    sinc: f64,
    versine: f64,
    cosine_slope: f64,
    sinc_slope: f64,
    versine_slope: f64,
}

impl Coefficients {
    /// With `c = cos √s`, `a = sinc`, `b = versine`: `c' = -a/2`, `a' = (c - a) / 2s`, `b' = (a/2 - b) / s`.
    #[inline(always)]
    fn at(s: f64) -> Self {
        if s > 1e-4 {
            let theta = s.sqrt();
            let inverse = 1.0 / theta;
            let inverse2 = inverse * inverse;
            let (sine, cosine) = theta.sin_cos();
            let sinc = sine * inverse;
            let versine = (1.0 - cosine) * inverse2;
            Self {
                cosine,
                sinc,
                versine,
                cosine_slope: -0.5 * sinc,
                sinc_slope: 0.5 * (cosine - sinc) * inverse2,
                versine_slope: (0.5 * sinc - versine) * inverse2,
            }
        } else {
            let sinc = 1.0 - s * (1.0 / 6.0 - s * (1.0 / 120.0 - s * (1.0 / 5040.0)));
            Self {
                cosine: 1.0 - s * (1.0 / 2.0 - s * (1.0 / 24.0 - s * (1.0 / 720.0))),
                sinc,
                versine: 1.0 / 2.0 - s * (1.0 / 24.0 - s * (1.0 / 720.0 - s * (1.0 / 40320.0))),
                cosine_slope: -0.5 * sinc,
                sinc_slope: -1.0 / 6.0 + s * (1.0 / 60.0 - s * (1.0 / 1680.0)),
                versine_slope: -1.0 / 24.0 + s * (1.0 / 360.0 - s * (1.0 / 13440.0)),
            }
        }
    }
}

/// A rotated point, and the values that its pullback needs.
struct Rotated {
    value: [f64; 3],
    cross: [f64; 3],
    dot: f64,
    along: f64,
    coefficients: Coefficients,
}

impl Rotated {
    /// `R(omega) x`.
    #[inline(always)]
    fn new(omega: [f64; 3], x: [f64; 3]) -> Self {
        let coefficients = Coefficients::at(omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]);
        let Coefficients { cosine, sinc, versine, .. } = coefficients;
        let dot = omega[0] * x[0] + omega[1] * x[1] + omega[2] * x[2];
        let along = versine * dot;
        let cross = [
            omega[1] * x[2] - omega[2] * x[1],
            omega[2] * x[0] - omega[0] * x[2],
            omega[0] * x[1] - omega[1] * x[0],
        ];
        let value = [
            cosine * x[0] + sinc * cross[0] + along * omega[0],
            cosine * x[1] + sinc * cross[1] + along * omega[1],
            cosine * x[2] + sinc * cross[2] + along * omega[2],
        ];
        Self { value, cross, dot, along, coefficients }
    }

    /// Pulls the cotangent of the rotated point back; returns those of `omega` and of `x`.
    #[inline(always)]
    fn pull<C: Cotangent>(&self, bar: &[C; 3], omega: [f64; 3], x: [f64; 3]) -> ([C; 3], [C; 3]) {
        let k = &self.coefficients;
        let mut cosine_bar = C::ZERO;
        let mut sinc_bar = C::ZERO;
        let mut along_bar = C::ZERO;
        for i in 0..3 {
            cosine_bar.add_scaled(bar[i], x[i]);
            sinc_bar.add_scaled(bar[i], self.cross[i]);
            along_bar.add_scaled(bar[i], omega[i]);
        }
        let dot_bar = along_bar.scaled(k.versine);
        let mut square_bar = along_bar.scaled(self.dot * k.versine_slope);
        square_bar.add_scaled(cosine_bar, k.cosine_slope);
        square_bar.add_scaled(sinc_bar, k.sinc_slope);
        let cross_bar = [bar[0].scaled(k.sinc), bar[1].scaled(k.sinc), bar[2].scaled(k.sinc)];

        let mut omega_bar = [C::ZERO; 3];
        let mut x_bar = [C::ZERO; 3];
        // The cross product pulls back to two cross products: ω̄ = x × c̄ and x̄ = c̄ × ω. The three axes are written
        // out, because a loop over them with a remainder in its index is vectorised into gathers and scatters.
        for (i, j, l) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            omega_bar[i].add_scaled(bar[i], self.along);
            omega_bar[i].add_scaled(dot_bar, x[i]);
            omega_bar[i].add_scaled(square_bar, 2.0 * omega[i]);
            omega_bar[i].add_scaled(cross_bar[l], x[j]);
            omega_bar[i].add_scaled(cross_bar[j], -x[l]);
            x_bar[i].add_scaled(bar[i], k.cosine);
            x_bar[i].add_scaled(dot_bar, omega[i]);
            x_bar[i].add_scaled(cross_bar[j], omega[l]);
            x_bar[i].add_scaled(cross_bar[l], -omega[j]);
        }
        (omega_bar, x_bar)
    }
}

/// Projection with radial distortion, `q = f (1 + k1 |p|² + k2 |p|⁴) p`, and the values that its pullback needs.
struct Projected {
    depth: f64,
    p: [f64; 2],
    radius2: f64,
    radial: f64,
    scale: f64,
}

/// The cotangents that [`Projected::pull`] returns.
struct ProjectedBar<C> {
    position: [C; 3],
    focal: C,
    k1: C,
    k2: C,
}

impl Projected {
    /// Projects `position`; `sign` is -1 for a camera that looks down the negative z axis.
    #[inline(always)]
    fn new(position: [f64; 3], sign: f64, focal: f64, k1: f64, k2: f64) -> Self {
        let depth = sign / position[2];
        let p = [position[0] * depth, position[1] * depth];
        let radius2 = p[0] * p[0] + p[1] * p[1];
        let radial = 1.0 + radius2 * (k1 + k2 * radius2);
        Self { depth, p, radius2, radial, scale: focal * radial }
    }

    /// Pulls the cotangent of `q` back. `p.xy = P.xy d` and `d = s / P.z`, so `dp/dP.z = -p / P.z = -s p d`.
    #[inline(always)]
    fn pull<C: Cotangent>(&self, bar: &[C; 2], sign: f64, focal: f64, k1: f64, k2: f64) -> ProjectedBar<C> {
        let mut scale_bar = bar[0].scaled(self.p[0]);
        scale_bar.add_scaled(bar[1], self.p[1]);
        let radial_bar = scale_bar.scaled(focal);
        let radius2_bar = radial_bar.scaled(k1 + 2.0 * k2 * self.radius2);
        let mut p_bar = [bar[0].scaled(self.scale), bar[1].scaled(self.scale)];
        p_bar[0].add_scaled(radius2_bar, 2.0 * self.p[0]);
        p_bar[1].add_scaled(radius2_bar, 2.0 * self.p[1]);
        let mut z_bar = p_bar[0].scaled(-sign * self.p[0] * self.depth);
        z_bar.add_scaled(p_bar[1], -sign * self.p[1] * self.depth);
        ProjectedBar {
            position: [p_bar[0].scaled(self.depth), p_bar[1].scaled(self.depth), z_bar],
            focal: scale_bar.scaled(self.radial),
            k1: radial_bar.scaled(self.radius2),
            k2: radial_bar.scaled(self.radius2 * self.radius2),
        }
    }
}

/// Sweep of [`crate::ba::reproject()`]: adds the error to `residual`, and `residual_bar`'s pullback to the others.
#[inline(always)]
pub fn reproject<C: Cotangent>(
    residual: &mut [f64; 2],
    residual_bar: &mut [C; 2],
    camera: &[f64; 9],
    camera_bar: &mut [C; 9],
    point: &[f64; 3],
    point_bar: &mut [C; 3],
    pixel: &[f64; 2],
) {
    let omega = [camera[0], camera[1], camera[2]];
    let rotated = Rotated::new(omega, *point);
    let [x, y, z] = rotated.value;
    let position = [x + camera[3], y + camera[4], z + camera[5]];
    let projected = Projected::new(position, -1.0, camera[6], camera[7], camera[8]);
    residual[0] += projected.scale * projected.p[0] - pixel[0];
    residual[1] += projected.scale * projected.p[1] - pixel[1];

    let bar = projected.pull(residual_bar, -1.0, camera[6], camera[7], camera[8]);
    let (omega_bar, x_bar) = rotated.pull(&bar.position, omega, *point);
    for i in 0..3 {
        camera_bar[i].add(omega_bar[i]);
        camera_bar[3 + i].add(bar.position[i]);
        point_bar[i].add(x_bar[i]);
    }
    camera_bar[6].add(bar.focal);
    camera_bar[7].add(bar.k1);
    camera_bar[8].add(bar.k2);
}

/// Sweep of [`crate::ba::reproject_adbench()`]: adds the error to `residual`, and `residual_bar`'s pullback to the others.
#[inline(always)]
pub fn reproject_adbench<C: Cotangent>(
    residual: &mut [f64; 2],
    residual_bar: &mut [C; 2],
    camera: &[f64; 11],
    camera_bar: &mut [C; 11],
    point: &[f64; 3],
    point_bar: &mut [C; 3],
    weight: f64,
    weight_bar: &mut C,
    feature: &[f64; 2],
) {
    let omega = [camera[0], camera[1], camera[2]];
    let from = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let rotated = Rotated::new(omega, from);
    let projected = Projected::new(rotated.value, 1.0, camera[6], camera[9], camera[10]);
    let error = [
        projected.scale * projected.p[0] + camera[7] - feature[0],
        projected.scale * projected.p[1] + camera[8] - feature[1],
    ];
    residual[0] += weight * error[0];
    residual[1] += weight * error[1];

    weight_bar.add_scaled(residual_bar[0], error[0]);
    weight_bar.add_scaled(residual_bar[1], error[1]);
    let error_bar = [residual_bar[0].scaled(weight), residual_bar[1].scaled(weight)];
    let bar = projected.pull(&error_bar, 1.0, camera[6], camera[9], camera[10]);
    let (omega_bar, from_bar) = rotated.pull(&bar.position, omega, from);
    for i in 0..3 {
        camera_bar[i].add(omega_bar[i]);
        camera_bar[3 + i].add_scaled(from_bar[i], -1.0);
        point_bar[i].add(from_bar[i]);
    }
    camera_bar[6].add(bar.focal);
    camera_bar[7].add(error_bar[0]);
    camera_bar[8].add(error_bar[1]);
    camera_bar[9].add(bar.k1);
    camera_bar[10].add(bar.k2);
}

/// Sweep of [`crate::ba::weight_error()`].
#[inline(always)]
pub fn weight_error<C: Cotangent>(error: &mut f64, error_bar: &mut C, weight: f64, weight_bar: &mut C) {
    *error += 1.0 - weight * weight;
    weight_bar.add_scaled(*error_bar, -2.0 * weight);
}

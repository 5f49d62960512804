//! A renderer of spheres with one light: the brightness of a pixel by where the spheres are.

use retrograde::differentiable;

/// The mean brightness of an image of `n` times `n` pixels: a sphere is its middle, its radius and its colour.
#[differentiable]
pub(crate) fn brightness(spheres: &[[f64; 5]], light: [f64; 3], n: usize) -> f64 {
    let mut total = 0.0;
    for py in 0..n {
        for px in 0..n {
            let x = 2.0 * (px as f64 + 0.5) / n as f64 - 1.0;
            let y = 2.0 * (py as f64 + 0.5) / n as f64 - 1.0;
            let size = (x * x + y * y + 1.0).sqrt();
            let ray = [x / size, y / size, 1.0 / size];
            let mut nearest = f64::INFINITY;
            let mut colour = 0.0;
            for s in spheres {
                let along = s[0] * ray[0] + s[1] * ray[1] + s[2] * ray[2];
                let square = s[0] * s[0] + s[1] * s[1] + s[2] * s[2] - along * along;
                let half = s[3] * s[3] - square;
                if half <= 0.0 {
                    continue;
                }
                let t = along - half.sqrt();
                if t <= 0.0 || t >= nearest {
                    continue;
                }
                nearest = t;
                let mut facing = 0.0;
                let mut length = 0.0;
                for k in 0..3 {
                    let normal = (t * ray[k] - s[k]) / s[3];
                    facing -= normal * light[k];
                    length += light[k] * light[k];
                }
                let shade = facing / length.sqrt();
                colour = s[4] * (0.1 + if shade > 0.0 { shade } else { 0.0 });
            }
            total += colour;
        }
    }
    total / (n * n) as f64
}

/// Some spheres.
pub(crate) fn scene(n: usize) -> Vec<[f64; 5]> {
    let sphere = |i: usize| {
        let i = i as f64;
        [
            1.5 * (2.1 * i).sin(),
            1.2 * (1.3 * i).cos(),
            4.0 + 0.7 * i,
            0.8 + 0.1 * i.sin(),
            0.5 + 0.4 * (3.0 * i).cos(),
        ]
    };
    (0..n).map(sphere).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    assert_eq!(brightness::check(&scene(3), [0.4, -0.3, 1.0], 4), Ok(()));
}

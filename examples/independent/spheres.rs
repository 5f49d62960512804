//! A renderer of spheres with one light, one pixel in each lane. Which sphere is seen differs between pixels.

use retrograde::prelude::*;

super::in_lanes_and_one_by_one! {
    /// Adds the brightness of all pixels of an image of `n` times `n`. A sphere is its middle, its radius and its colour.
    fn brightness, brightness_one_by_one(total: &mut f64, s: &[f64], light: &[f64; 3], count: usize, n: usize)
    for pixel in 0..n * n {
        let x = 2.0 * ((pixel % n) as f64 + 0.5) / n as f64 - 1.0;
        let y = 2.0 * ((pixel / n) as f64 + 0.5) / n as f64 - 1.0;
        let size = (x * x + y * y + 1.0).sqrt();
        let mut nearest = vec![0.0; count + 1];
        let mut colour = vec![0.0; count + 1];
        nearest[0] += 1e6;
        for k in 0..count {
            let [a, b, c] = [s[5 * k], s[5 * k + 1], s[5 * k + 2]];
            let along = (a * x + b * y + c) / size;
            let half = s[5 * k + 3] * s[5 * k + 3] - (a * a + b * b + c * c - along * along);
            if half > 0.0 {
                let t = along - half.sqrt();
                #[keep]
                if t > 0.0 && t < nearest[k] {
                    nearest[k + 1] += t;
                    let facing = light[0] * (t * x / size - a)
                        + light[1] * (t * y / size - b)
                        + light[2] * (t / size - c);
                    let length = (light[0] * light[0] + light[1] * light[1] + light[2] * light[2]).sqrt();
                    let shade = -facing / (length * s[5 * k + 3]);
                    colour[k + 1] += s[5 * k + 4] * (0.1 + shade.max(0.0));
                } else {
                    nearest[k + 1] += nearest[k];
                    colour[k + 1] += colour[k];
                }
            } else {
                nearest[k + 1] += nearest[k];
                colour[k + 1] += colour[k];
            }
        }
        *total += colour[count];
    }
}

/// Some spheres.
pub(crate) fn scene(n: usize) -> Vec<f64> {
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
    (0..n).flat_map(sphere).collect()
}

/// The direction of the light.
pub(crate) const LIGHT: [f64; 3] = [0.4, -0.3, 1.0];

#[test]
fn the_gradient_agrees_with_differences_and_with_the_scalar_one() {
    let scene = scene(3);
    assert_eq!(brightness::check(&mut 0.1, &scene, &LIGHT, 3, 7), Ok(()));
    let (value, (gradient, light)) = brightness::gradient(&scene, &LIGHT, 3, 7);
    let (other, (expected, expected_light)) = brightness_one_by_one::gradient(&scene, &LIGHT, 3, 7);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-11 * (1.0 + a.abs()), "{a} {b}");
    close(value, other);
    gradient.iter().zip(&expected).for_each(|(a, b)| close(*a, *b));
    light.iter().zip(&expected_light).for_each(|(a, b)| close(*a, *b));
}

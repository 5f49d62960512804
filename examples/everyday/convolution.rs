//! An image through a convolution, a rectifier, pooling by maxima, and a sum of weights.

use retrograde::differentiable;

/// The score of a filter on an image of a width.
#[differentiable]
pub(crate) fn score(image: &[f64], width: usize, filter: &[[f64; 3]; 3], bias: f64, weights: &[f64]) -> f64 {
    let height = image.len() / width;
    let (w, h) = (width - 2, height - 2);
    let mut map = vec![0.0; w * h];
    for y in 0..h {
        for x in 0..w {
            let mut sum = bias;
            for i in 0..3 {
                for j in 0..3 {
                    sum += filter[i][j] * image[(y + i) * width + x + j];
                }
            }
            map[y * w + x] = if sum > 0.0 { sum } else { 0.0 };
        }
    }
    let mut total = 0.0;
    for y in 0..h / 2 {
        for x in 0..w / 2 {
            let mut best = map[2 * y * w + 2 * x];
            for i in 0..2 {
                for j in 0..2 {
                    let candidate = map[(2 * y + i) * w + 2 * x + j];
                    if candidate > best {
                        best = candidate;
                    }
                }
            }
            total += weights[y * (w / 2) + x] * best;
        }
    }
    total.tanh()
}

/// A picture.
pub(crate) fn picture(width: usize, height: usize) -> Vec<f64> {
    (0..width * height).map(|i| (0.37 * i as f64).sin() + 0.3 * ((i / width) as f64).cos()).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    let filter = [[0.2, -0.4, 0.1], [0.5, 0.3, -0.2], [-0.1, 0.4, 0.25]];
    assert_eq!(score::check(&picture(8, 8), 8, &filter, 0.1, &picture(3, 3)), Ok(()));
}

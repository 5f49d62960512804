//! Ten everyday programs as they would be written without this library, and marked.
//!
//! Prints, for each, what a gradient costs beside the function itself.

mod convolution;
mod epidemic;
mod gaussian_process;
mod heat;
mod heston;
mod kalman;
mod lotka_volterra;
mod n_body;
mod perceptron;
mod spheres;

use std::hint::black_box;
use std::time::Instant;

/// The shortest time of some runs.
#[inline(never)]
fn shortest(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..25 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

macro_rules! row {
    ($name:literal, $module:ident::$function:ident($($argument:expr),* $(,)?)) => {{
        let plain = shortest(|| {
            black_box($module::$function($(black_box($argument)),*));
        });
        let gradient = shortest(|| {
            black_box($module::$function::gradient($(black_box($argument)),*));
        });
        println!("{:<18} {:>10.1} µs {:>10.1} µs {:>6.2}", $name, plain * 1e6, gradient * 1e6, gradient / plain);
    }};
}

fn main() {
    println!("{:<18} {:>13} {:>13} {:>6}", "", "function", "gradient", "ratio");
    let (x, v, mass) = n_body::planets(8);
    row!("n-body", n_body::energy(&x, &v, &mass, 0.01, 200));
    let measured = lotka_volterra::measured(50);
    row!("lotka-volterra", lotka_volterra::loss(&[1.1, 0.4, 0.1, 0.4], [1.5, 0.8], &measured, 0.05, 20));
    let (w1, w2) = (perceptron::weights(32, 16, 0.1), perceptron::weights(8, 32, 0.2));
    let inputs = perceptron::weights(50, 16, 0.3);
    let classes: Vec<usize> = (0..50).map(|i| i % 8).collect();
    row!("perceptron", perceptron::loss(&w1, &[0.1; 32], &w2, &[0.1; 8], &inputs, &classes));
    let walk = kalman::walk(1000);
    row!("kalman", kalman::negative_log_likelihood(&walk, 0.5, 0.3, 0.8));
    let (x, y) = gaussian_process::data(60);
    row!("gaussian process", gaussian_process::negative_log_likelihood(&x, &y, 1.1, 0.8, 0.3));
    row!("epidemic", epidemic::burden(0.4, 0.15, 0.01, 2.0));
    let noise = heston::noise(200 * 50);
    row!("heston", heston::price(100.0, 97.0, 0.03, 0.06, 1.5, 0.05, 0.08, -0.6, 1.0, 50, &noise));
    let (start, target) = (heat::rod(100, 0.3), heat::rod(100, 0.6));
    row!("heat", heat::miss(&start, &target, 0.7, 0.1, 100));
    let (image, weights) = (convolution::picture(64, 64), convolution::picture(31, 31));
    let filter = [[0.2, -0.4, 0.1], [0.5, 0.3, -0.2], [-0.1, 0.4, 0.25]];
    row!("convolution", convolution::score(&image, 64, &filter, 0.1, &weights));
    let scene = spheres::scene(6);
    row!("spheres", spheres::brightness(&scene, [0.4, -0.3, 1.0], 64));
}

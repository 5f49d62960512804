//! Programs whose iterations are independent: paths of a price, and pixels of an image.
//!
//! Prints, for each, what the function and its gradient cost in lanes, beside the function without lanes.

/// Writes a function of one loop twice: with the mark, and without it.
macro_rules! in_lanes_and_one_by_one {
    ($(#[$doc:meta])* fn $lanes:ident, $scalar:ident($($parameters:tt)*) for $i:ident in $($rest:tt)*) => {
        $(#[$doc])*
        #[reversible]
        pub(crate) fn $lanes($($parameters)*) {
            #[parallel]
            for $i in $($rest)*
        }

        $(#[$doc])*
        #[reversible]
        pub(crate) fn $scalar($($parameters)*) {
            for $i in $($rest)*
        }
    };
}
use in_lanes_and_one_by_one;

mod floats;
mod heston;
mod spheres;

use std::hint::black_box;
use std::time::Instant;

/// The shortest times of the function without lanes, of the function, and of its gradient without lanes and in lanes.
fn shortest(runs: usize, mut all: [&mut dyn FnMut(); 4]) -> [f64; 4] {
    let mut best = [f64::INFINITY; 4];
    for _ in 0..runs {
        for (best, run) in best.iter_mut().zip(&mut all) {
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

fn row(name: &str, [plain, lanes, scalar, gradient]: [f64; 4]) {
    println!(
        "{name:<22} {:>9.2} ms {:>9.2} {:>16.2} {:>18.2}",
        plain * 1e3,
        lanes / plain,
        scalar / plain,
        gradient / plain
    );
}

fn main() {
    println!(
        "{:<22} {:>12} {:>9} {:>16} {:>18}",
        "", "function", "in lanes", "scalar gradient", "gradient in lanes"
    );
    let (steps, paths) = (20, 100_000);
    let (noise, model) = (heston::noise(2 * steps * paths), heston::MODEL);
    let dt = 1.0 / steps as f64;
    row(
        "heston, 100,000 paths",
        shortest(
            7,
            [
                &mut || heston::payoffs_one_by_one(black_box(&mut 0.0), &model, dt, steps, paths, &noise),
                &mut || heston::payoffs(black_box(&mut 0.0), &model, dt, steps, paths, &noise),
                &mut || {
                    black_box(heston::payoffs_one_by_one::gradient(&model, dt, steps, paths, &noise));
                },
                &mut || {
                    black_box(heston::payoffs::gradient(&model, dt, steps, paths, &noise));
                },
            ],
        ),
    );
    let (scene, light, n) = (spheres::scene(6), spheres::LIGHT, 256);
    row(
        "spheres, 256 by 256",
        shortest(
            25,
            [
                &mut || spheres::brightness_one_by_one(black_box(&mut 0.0), &scene, &light, 6, n),
                &mut || spheres::brightness(black_box(&mut 0.0), &scene, &light, 6, n),
                &mut || {
                    black_box(spheres::brightness_one_by_one::gradient(&scene, &light, 6, n));
                },
                &mut || {
                    black_box(spheres::brightness::gradient(&scene, &light, 6, n));
                },
            ],
        ),
    );
    let (w, x, n) = (floats::inputs(16), floats::inputs(16 * 2000), 2000);
    let [w32, x32] = [&w, &x].map(|all| all.iter().map(|x| *x as f32).collect::<Vec<f32>>());
    row(
        "layer of 16, f64",
        shortest(
            500,
            [
                &mut || floats::doubles_one_by_one(black_box(&mut 0.0), &w, 0.25, &x, n),
                &mut || floats::doubles(black_box(&mut 0.0), &w, 0.25, &x, n),
                &mut || {
                    black_box(floats::doubles_one_by_one::gradient(&w, 0.25, &x, n));
                },
                &mut || {
                    black_box(floats::doubles::gradient(&w, 0.25, &x, n));
                },
            ],
        ),
    );
    row(
        "layer of 16, f32",
        shortest(
            500,
            [
                &mut || floats::singles_one_by_one(black_box(&mut 0.0), &w32, 0.25, &x32, n),
                &mut || floats::singles(black_box(&mut 0.0), &w32, 0.25, &x32, n),
                &mut || {
                    black_box(floats::singles_one_by_one::gradient(&w32, 0.25, &x32, n));
                },
                &mut || {
                    black_box(floats::singles::gradient(&w32, 0.25, &x32, n));
                },
            ],
        ),
    );
}

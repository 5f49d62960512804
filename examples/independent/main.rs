//! Programs whose iterations are independent: paths of a price, and pixels of an image.
//!
//! Prints, for each, what the function and its gradient cost in lanes, beside the function without lanes; then what the gradient of
//! functions costs whose loops have no mark, beside the same loops one iteration after the other.

/// Writes a function of one loop twice: with the mark, and one iteration after the other.
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
            #[sequential]
            for $i in $($rest)*
        }
    };
}
use in_lanes_and_one_by_one;

mod floats;
mod heston;
mod spheres;
mod unmarked;

use std::hint::black_box;
use std::time::Instant;

/// The shortest times of some programs, of which each runs once in a turn.
fn shortest<const N: usize>(runs: usize, mut all: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..runs {
        for (best, run) in best.iter_mut().zip(&mut all) {
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

/// Prints the times of the function without lanes, of the function, and of its gradient without lanes and in lanes.
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
    unmarked_loops();
}

/// Prints the gradients of loops without a mark, in terms of their functions.
fn unmarked_loops() {
    println!("\n{:<22} {:>15} {:>16} {:>18}", "without a mark", "function", "one by one", "as it is");
    for n in [10, 100, 1000, 10_000] {
        let (a, x, t) = ([0.3, 0.2, 0.1], unmarked::wave(n, 0.37), unmarked::wave(n, 0.11));
        let repeat = 200_000 / n;
        let repeated = |run: &dyn Fn()| (0..repeat).for_each(|_| run());
        macro_rules! row {
            ($name:ident, $function:expr) => {{
                let [plain, alone, found] = shortest(
                    7,
                    [
                        &mut || repeated(&|| $function),
                        &mut || {
                            repeated(&|| {
                                black_box(unmarked::one_by_one::$name::gradient(&a, &x, &t));
                            })
                        },
                        &mut || {
                            repeated(&|| {
                                black_box(unmarked::as_it_is::$name::gradient(&a, &x, &t));
                            })
                        },
                    ],
                );
                println!(
                    "{:<22} {:>12.2} µs {:>16.2} {:>18.2}",
                    format!("{}, {n}", stringify!($name)),
                    plain / repeat as f64 * 1e6,
                    alone / plain,
                    found / plain
                );
            }};
        }
        row!(fit, unmarked::as_it_is::fit(black_box(&mut 0.0), &a, &x, &t));
        row!(root, {
            black_box(unmarked::as_it_is::root(&a, &x, &t));
        });
        row!(layers, {
            black_box(unmarked::as_it_is::layers(&a, &x, &t));
        });
    }
}

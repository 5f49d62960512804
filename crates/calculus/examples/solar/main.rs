//! A million steps of the solar system, differentiated in constant memory.
//!
//! The leapfrog method is reversible, so its adjoint undoes the steps instead of keeping states. (Appendix F of paper 000.)
//!
//! ```console
//! cargo run --release --example solar
//! cargo run --release --example solar -- drift drift.svg
//! ```
//!
//! The second command runs up to 2²⁰ steps there and back at `f64`, in fixed point and at `Exact<f64>`, and draws how far the state and the energy
//! are from those at the start. (Figure 6 of paper 000.)

mod drift;
mod planets;

use planets::{Bodies, Vectors, energy, planets};
use retrograde::prelude::*;
use std::time::{Duration, Instant};

/// 1 / √x, whose derivative is made of its value: neither the root nor the quotient is computed again for it.
#[primitive(partials(-0.5 * y * y * y))]
fn inverse_root<T: Real>(x: T) -> T {
    x.sqrt().recip()
}

/// x³, whose derivative shares the square.
#[primitive(partials(3.0 * (x * x)))]
fn cube<T: Real>(x: T) -> T {
    x * x * x
}

/// Steps of a time `h`. Positions are those at whole steps, velocities those halfway between.
#[reversible]
fn leapfrog<T: Real>(x: &mut Vectors<T>, v: &mut Vectors<T>, mass: &[T; 9], h: f64, steps: usize) {
    for _ in 0..steps {
        for i in 0..9 {
            for j in 0..i {
                let a = x[j][0] - x[i][0];
                let b = x[j][1] - x[i][1];
                let c = x[j][2] - x[i][2];
                let strength = h * cube(inverse_root(a * a + b * b + c * c));
                // The pulls on the one by the other, for each of the distances.
                let on_i = mass[j] * strength;
                let on_j = mass[i] * strength;
                v[i][0] += on_i * a;
                v[i][1] += on_i * b;
                v[i][2] += on_i * c;
                v[j][0] -= on_j * a;
                v[j][1] -= on_j * b;
                v[j][2] -= on_j * c;
            }
        }
        for i in 0..9 {
            for k in 0..3 {
                x[i][k] += h * v[i][k];
            }
        }
    }
}

/// Returns the cotangents of positions, velocities and masses at the start, for those of the positions at the end: the earth's distance
/// along the first axis.
fn gradient(start: &Bodies<f64>, steps: usize) -> Bodies<f64> {
    let mut end = *start;
    leapfrog(&mut end.x, &mut end.v, &end.mass, STEP, steps);
    let mut bar = Bodies { x: [[0.0; 3]; 9], v: [[0.0; 3]; 9], mass: [0.0; 9] };
    bar.x[3][0] = 1.0;
    leapfrog::adjoint(&mut end.x, &mut bar.x, &mut end.v, &mut bar.v, &end.mass, &mut bar.mass, STEP, steps);
    bar
}

/// A day, in years.
const STEP: f64 = 1.0 / 365.25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("drift") => drift::report(20, arguments.next()),
        Some(steps) => gradients(steps.parse()?),
        None => gradients(1_000_000),
    }
}

/// Prints the time of a gradient as a multiple of the plain computation.
fn gradients(steps: usize) -> Result<(), Box<dyn std::error::Error>> {
    let start: Bodies<f64> = planets();
    // The fastest of three runs each.
    let mut fastest = [Duration::MAX; 2];
    let (mut end, mut bar) = (start, start);
    for _ in 0..3 {
        let begun = Instant::now();
        end = start;
        leapfrog(&mut end.x, &mut end.v, &end.mass, STEP, steps);
        fastest[0] = fastest[0].min(begun.elapsed());
        let begun = Instant::now();
        bar = gradient(&start, steps);
        fastest[1] = fastest[1].min(begun.elapsed());
    }
    let [plain, both] = fastest.map(|time| time.as_secs_f64());
    println!(
        "{steps} days of the sun and eight planets: {plain:.3} s; with the gradient {both:.3} s, {:.2} primals",
        both / plain
    );
    println!("no state is kept: the adjoint has {} bytes of cotangents", size_of_val(&bar));
    println!("energy at the start and at the end: {:.9} {:.9}", energy(&start), energy(&end));
    println!("the earth's place at the end by its speed at the start: {:.3?}", bar.v[3]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_calculus::{Schedule, from_fns, pull};
    use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

    fn flat(bodies: &Bodies<f64>) -> Vec<f64> {
        [bodies.x.as_flattened(), bodies.v.as_flattened(), &bodies.mass].concat()
    }

    fn moved(bodies: &Bodies<f64>, direction: &[f64], t: f64) -> Bodies<f64> {
        let mut moved = *bodies;
        let places =
            moved.x.as_flattened_mut().iter_mut().chain(moved.v.as_flattened_mut()).chain(&mut moved.mass);
        places.zip(direction).for_each(|(x, d)| *x += t * d);
        moved
    }

    #[test]
    fn the_gradient_is_what_differences_say() {
        let start = planets();
        let direction: Vec<f64> = (0..63).map(|i| 1e-3 * (i as f64 * 1.7).cos()).collect();
        let place = |t: f64| {
            let mut end = moved(&start, &direction, t);
            leapfrog(&mut end.x, &mut end.v, &end.mass, STEP, 400);
            end.x[3][0]
        };
        let slope: f64 = flat(&gradient(&start, 400)).iter().zip(&direction).map(|(g, d)| g * d).sum();
        assert_close!(slope, finite_difference::derivative(place, 0.0).value, 1e-7);
    }

    #[test]
    fn undone_steps_and_kept_states_have_one_gradient() {
        let step = from_fns(
            |_, b: &mut Bodies<f64>| leapfrog(&mut b.x, &mut b.v, &b.mass, STEP, 1),
            |_, before: &Bodies<f64>, bar: &mut Bodies<f64>| {
                let mut b = *before;
                leapfrog::sweep(
                    &mut b.x,
                    &mut bar.x,
                    &mut b.v,
                    &mut bar.v,
                    &before.mass,
                    &mut bar.mass,
                    STEP,
                    1,
                );
            },
        );
        let seed = |_: &Bodies<f64>| {
            let mut bar = Bodies { x: [[0.0; 3]; 9], v: [[0.0; 3]; 9], mass: [0.0; 9] };
            bar.x[3][0] = 1.0;
            bar
        };
        let kept = pull(&step, 2000, planets(), Schedule::Treeverse { checkpoints: 12 }, seed).unwrap();
        assert_all_close!(flat(&kept.bar), flat(&gradient(&planets(), 2000)), 1e-8);
    }

    #[test]
    fn planets_go_around_the_sun() {
        let start: Bodies<f64> = planets();
        let mut end = start;
        leapfrog(&mut end.x, &mut end.v, &end.mass, STEP, 3653);
        assert_close!(energy(&end), energy(&start), 1e-2);
        // The earth is back after ten years, but for half a day and the pull of the others.
        let away = (0..3)
            .map(|k| ((end.x[3][k] - end.x[0][k]) - (start.x[3][k] - start.x[0][k])).powi(2))
            .sum::<f64>();
        assert!(away.sqrt() < 0.05);
    }
}

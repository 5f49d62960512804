//! Full-waveform inversion: the gradient of what a receiver hears with respect to the speed of sound at every point of a plane.
//!
//! A source sends a pulse into 256² points, and 10 000 steps of the wave equation follow. A record of all states would have 10 GB. Two
//! gradients are computed: one keeps as many states as there is room for in 200 MB (treeverse), and one undoes the steps and keeps none.
//!
//! ```console
//! cargo run --release --example waves
//! cargo run --release --example waves -- 64 1000 2
//! ```
//!
//! prints the time of each as a multiple of the plain computation, and the memory of the process (on Linux). The arguments are the number of
//! points along a side, the number of steps, and the megabytes for states.

mod medium;

use medium::{Medium, Seismogram, Waves};
use retrograde_calculus::{Counts, Step, plan, pull, unwind};
use std::time::Instant;

/// Returns the most memory that the process has had so far, in megabytes; nothing where that is not known.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes / 1000)
}

fn report(what: &str, seconds: f64, plain: f64, counts: Counts) {
    let memory = most_memory().map_or("unknown".to_string(), |megabytes| format!("{megabytes} MB"));
    println!(
        "{what:26} {seconds:7.2} s   {:5.2} primals   {:6} steps, {:6} pulls, {:4} states   memory until now: {memory}",
        seconds / plain,
        counts.forward,
        counts.pulls,
        counts.peak
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<usize>());
    let mut argument = |default| arguments.next().unwrap_or(Ok(default));
    let (side, steps, megabytes) = (argument(256)?, argument(10_000)?, argument(200)?);

    let true_medium = Medium::with_a_lens(side);
    let guess = Medium::uniform(side);
    let heard = Seismogram::of(&true_medium, steps);

    let begun = Instant::now();
    let mut waves = Waves::still(side);
    let step = guess.inversion(&heard);
    (0..steps).for_each(|i| step.forward(i, &mut waves));
    let plain = begun.elapsed().as_secs_f64();
    report("plain", plain, plain, Counts { forward: steps, ..Counts::default() });

    let begun = Instant::now();
    let undone = unwind(&step, steps, Waves::still(side), |_| step.seed());
    report("undone", begun.elapsed().as_secs_f64(), plain, undone.counts);

    let plan = plan(steps, waves.bytes(), megabytes * 1_000_000)?;
    let begun = Instant::now();
    let kept = pull(&step, steps, Waves::still(side), plan.schedule, |_| step.seed())?;
    report("kept states (treeverse)", begun.elapsed().as_secs_f64(), plain, kept.counts);

    let (size, apart) = kept.bar.compared(&undone.bar);
    println!("the gradients have a norm of {size:.4e} and differ by {apart:.1e}");

    // The step of Polyak, a tenth of it: the misfit would be zero if it were linear.
    let gradient = kept.bar.by_medium();
    let square: f64 = gradient.iter().map(|g| g * g).sum();
    let better = guess.moved(gradient, -0.1 * waves.misfit() / square);
    let step = better.inversion(&heard);
    let mut through = Waves::still(side);
    (0..steps).for_each(|i| step.forward(i, &mut through));
    println!("misfit: {:.4}, and after a step against the gradient {:.4}", waves.misfit(), through.misfit());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_calculus::Schedule;
    use retrograde_testkit::{assert_close, finite_difference};

    #[test]
    fn the_gradient_is_what_differences_say() {
        let (side, steps) = (12, 60);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let guess = Medium::uniform(side);
        let step = guess.inversion(&heard);
        let kept =
            pull(&step, steps, Waves::still(side), Schedule::Treeverse { checkpoints: 5 }, |_| step.seed())
                .unwrap();
        // Along a direction, since there are many points.
        let direction: Vec<f64> = (0..side * side).map(|i| (i as f64 * 0.7).sin()).collect();
        let misfit = |t: f64| {
            let moved = guess.moved(&direction, t);
            let step = moved.inversion(&heard);
            let mut waves = Waves::still(side);
            (0..steps).for_each(|i| step.forward(i, &mut waves));
            waves.misfit()
        };
        let slope: f64 = kept.bar.by_medium().iter().zip(&direction).map(|(g, d)| g * d).sum();
        assert_close!(slope, finite_difference::derivative(misfit, 0.0).value, 1e-8);
    }

    #[test]
    fn undone_steps_give_the_gradient_of_kept_states() {
        let (side, steps) = (16, 300);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let guess = Medium::uniform(side);
        let step = guess.inversion(&heard);
        let all = pull(&step, steps, Waves::still(side), Schedule::StoreAll, |_| step.seed()).unwrap();
        let some =
            pull(&step, steps, Waves::still(side), Schedule::Treeverse { checkpoints: 7 }, |_| step.seed());
        assert_eq!(all.bar, some.unwrap().bar);
        let undone = unwind(&step, steps, Waves::still(side), |_| step.seed());
        let (size, apart) = all.bar.compared(&undone.bar);
        assert!(size > 0.0 && apart < 1e-9 * size);
    }

    #[test]
    fn a_step_along_the_gradient_fits_better() {
        let (side, steps) = (24, 200);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let misfit = |medium: &Medium| {
            let step = medium.inversion(&heard);
            let mut value = 0.0;
            let bar = unwind(&step, steps, Waves::still(side), |last| {
                value = last.misfit();
                step.seed()
            });
            (value, bar.bar)
        };
        let guess = Medium::uniform(side);
        let (before, gradient) = misfit(&guess);
        let square: f64 = gradient.by_medium().iter().map(|g| g * g).sum();
        let (after, _) = misfit(&guess.moved(gradient.by_medium(), -0.1 * before / square));
        assert!(after < before && before > 0.0);
    }
}

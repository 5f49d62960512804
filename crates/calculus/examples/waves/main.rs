//! Full-waveform inversion: the gradient of what a receiver hears with respect to the speed of sound at every point of a plane.
//!
//! A source sends a pulse into 256² points, and 10 000 steps of the wave equation follow. A record of all states would have 10 GB. Two
//! gradients are computed: one undoes the steps and keeps no state, and one keeps as many states as there is room for in 200 MB (treeverse). In both, the step of a
//! schedule is a block of 64 steps, so that a state is copied once for all of them.
//!
//! ```console
//! cargo run --release --example waves
//! cargo run --release --example waves -- 64 1000 2
//! ```
//!
//! prints the time of each as a multiple of the plain computation, and the memory of the process (on Linux). The arguments are the number of
//! points along a side, the number of steps, and the megabytes for states.

mod inversion;
mod medium;

use inversion::Inversion;
use medium::{Medium, Seismogram, Waves};
use retrograde_calculus::{Counts, Step, plan, pull, unwind};
use std::time::Instant;

/// Returns the most memory that the process has had so far, in megabytes; nothing where that is not known.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes / 1000)
}

fn report(what: &str, seconds: f64, plain: f64, length: usize, counts: Counts) {
    let memory = most_memory().map_or("unknown".to_string(), |megabytes| format!("{megabytes} MB"));
    println!(
        "{what:26} {seconds:7.2} s   {:5.2} primals   {:6} steps, {:6} pulls, {:4} states   memory until now: {memory}",
        seconds / plain,
        counts.forward * length,
        counts.pulls * length,
        counts.peak
    );
}

/// The number of steps in a block.
const LENGTH: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<usize>());
    let mut argument = |default| arguments.next().unwrap_or(Ok(default));
    let (side, steps, megabytes) = (argument(256)?, argument(10_000)?, argument(200)?);

    let guess = Medium::uniform(side);
    let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
    let step = Inversion::new(&guess, &heard, LENGTH);

    let begun = Instant::now();
    let mut waves = Waves::still(side);
    guess.run(&heard, &mut waves);
    let plain = begun.elapsed().as_secs_f64();
    report("plain", plain, plain, 1, Counts { forward: steps, ..Counts::default() });

    let begun = Instant::now();
    let mut blocks = Waves::still(side);
    (0..step.blocks()).for_each(|block| step.forward(block, &mut blocks));
    let counts = Counts { forward: step.blocks(), ..Counts::default() };
    report("in blocks", begun.elapsed().as_secs_f64(), plain, LENGTH, counts);
    assert_eq!(blocks, waves, "blocks of steps give the bits of the steps");

    let begun = Instant::now();
    let undone = unwind(&step, step.blocks(), Waves::still(side), |_| step.seed());
    report("undone", begun.elapsed().as_secs_f64(), plain, LENGTH, undone.counts);

    let plan = plan(step.blocks(), waves.bytes(), megabytes * 1_000_000)?;
    let begun = Instant::now();
    let kept = pull(&step, step.blocks(), Waves::still(side), plan.schedule, |_| step.seed())?;
    report("kept states (treeverse)", begun.elapsed().as_secs_f64(), plain, LENGTH, kept.counts);

    let gradient = step.gradient(&kept.bar);
    let (size, apart) = compared(&gradient, &step.gradient(&undone.bar));
    println!("the gradients have a norm of {size:.4e} and differ by {apart:.1e}");

    // The step of Polyak, a tenth of it: the misfit would be zero if it were linear.
    let square: f64 = gradient.iter().map(|g| g * g).sum();
    let better = guess.moved(&gradient, -0.1 * waves.misfit / square);
    let mut through = Waves::still(side);
    better.run(&heard, &mut through);
    println!("misfit: {:.4}, and after a step against the gradient {:.4}", waves.misfit, through.misfit);
    Ok(())
}

/// Returns the norm of a gradient, and that of its difference from another.
fn compared(ours: &[f64], theirs: &[f64]) -> (f64, f64) {
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    (norm(&mut ours.iter().copied()), norm(&mut ours.iter().zip(theirs).map(|(a, b)| a - b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_calculus::Schedule;
    use retrograde_testkit::{assert_close, finite_difference};

    fn misfit(medium: &Medium, heard: &Seismogram) -> f64 {
        let mut waves = Waves::still(medium.side);
        medium.run(heard, &mut waves);
        waves.misfit
    }

    #[test]
    fn blocks_give_the_bits_of_plain_steps() {
        for (side, steps, length) in [(12, 61, 7), (16, 100, 64), (9, 40, 1), (4, 50, 16)] {
            let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
            let guess = Medium::uniform(side);
            let (mut plain, mut blocks) = (Waves::still(side), Waves::still(side));
            guess.run(&heard, &mut plain);
            let step = Inversion::new(&guess, &heard, length);
            (0..step.blocks()).for_each(|block| step.forward(block, &mut blocks));
            assert_eq!(plain, blocks);
        }
    }

    #[test]
    fn the_gradient_is_what_differences_say() {
        let (side, steps) = (12, 60);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let guess = Medium::uniform(side);
        // Along a direction, since there are many points.
        let direction: Vec<f64> = (0..side * side).map(|i| (i as f64 * 0.7).sin()).collect();
        let slope = finite_difference::derivative(|t| misfit(&guess.moved(&direction, t), &heard), 0.0).value;
        for length in [1, 7, 8, 60, 64] {
            let step = Inversion::new(&guess, &heard, length);
            let schedule = Schedule::Treeverse { checkpoints: 3 };
            let kept = pull(&step, step.blocks(), Waves::still(side), schedule, |_| step.seed()).unwrap();
            let ours: f64 = step.gradient(&kept.bar).iter().zip(&direction).map(|(g, d)| g * d).sum();
            assert_close!(ours, slope, 1e-8);
        }
    }

    #[test]
    fn undone_steps_give_the_gradient_of_kept_states() {
        let (side, steps) = (16, 300);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let guess = Medium::uniform(side);
        let step = Inversion::new(&guess, &heard, 9);
        let kept = |schedule| pull(&step, step.blocks(), Waves::still(side), schedule, |_| step.seed());
        let all = kept(Schedule::StoreAll).unwrap();
        assert_eq!(all.bar, kept(Schedule::Treeverse { checkpoints: 4 }).unwrap().bar);
        let undone = unwind(&step, step.blocks(), Waves::still(side), |_| step.seed());
        let (size, apart) = compared(&step.gradient(&all.bar), &step.gradient(&undone.bar));
        assert!(size > 0.0 && apart < 1e-9 * size);
    }

    #[test]
    fn a_step_along_the_gradient_fits_better() {
        let (side, steps) = (24, 200);
        let heard = Seismogram::of(&Medium::with_a_lens(side), steps);
        let guess = Medium::uniform(side);
        let step = Inversion::new(&guess, &heard, 50);
        let undone = unwind(&step, step.blocks(), Waves::still(side), |_| step.seed());
        let gradient = step.gradient(&undone.bar);
        let square: f64 = gradient.iter().map(|g| g * g).sum();
        let before = misfit(&guess, &heard);
        let after = misfit(&guess.moved(&gradient, -0.1 * before / square), &heard);
        assert!(after < before && before > 0.0);
    }
}

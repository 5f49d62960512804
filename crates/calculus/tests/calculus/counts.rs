//! The counts of schedules.

use crate::simulate::{Simulation, simulated};
use proptest::prelude::*;
use retrograde_calculus::schedule::bennett;
use retrograde_calculus::schedule::online::Online;
use retrograde_calculus::schedule::treeverse::{forward, reach};
use retrograde_calculus::schedule::{Action, Tally};
use retrograde_calculus::{Error, Schedule, plan};

/// Returns the least number of steps that run before the pulled states, for up to `steps` steps and `checkpoints` states, by
/// trying every first part.
fn least(steps: usize, checkpoints: usize) -> Vec<Vec<usize>> {
    let mut least = vec![vec![0; steps + 1]; checkpoints + 1];
    for n in 2..=steps {
        least[1][n] = n * (n - 1) / 2;
    }
    for c in 2..=checkpoints {
        for n in 2..=steps {
            least[c][n] = (1..n).map(|m| m + least[c - 1][n - m] + least[c][m]).min().unwrap();
        }
    }
    least
}

#[test]
fn treeverse_runs_the_least_number_of_steps() {
    let least = least(120, 9);
    for checkpoints in 1..=9 {
        for steps in 1..=120 {
            let counts = simulated(Schedule::Treeverse { checkpoints }, steps);
            // One more, for the last state.
            assert_eq!(counts.forward, least[checkpoints][steps] + 1, "{steps} steps, {checkpoints} states");
            assert_eq!(counts.forward as u128, forward(steps, checkpoints));
            assert!(counts.peak <= checkpoints);
            assert_eq!(counts.pulls, steps);
        }
    }
}

#[test]
fn no_step_runs_more_often_than_the_binomial_says() {
    for (checkpoints, runs) in [(3, 4), (4, 3), (8, 2), (1, 6)] {
        let steps = reach(checkpoints, runs) as usize;
        let mut times = vec![0; steps];
        Schedule::Treeverse { checkpoints }
            .actions(steps, &mut |action| {
                if let Action::Advance(i) = action {
                    times[i] += 1;
                }
                Ok(())
            })
            .unwrap();
        assert_eq!(times.iter().max(), Some(&runs));
    }
}

#[test]
fn bennett_counts_as_the_paper_says() {
    for (parts, depth) in [(4, 4), (2, 7), (3, 5), (16, 2), (256, 1), (5, 1)] {
        let steps = usize::pow(parts, depth as u32);
        let mut tally = Tally::default();
        bennett::compute(steps, parts, &mut |action| {
            tally.count(action);
            Ok(())
        })
        .unwrap();
        assert_eq!(tally.counts.forward, usize::pow(2 * parts - 1, depth as u32));
        assert_eq!(tally.counts.peak, depth * (parts - 1) + 2);
        // Back again, with cotangents.
        let gradient = simulated(Schedule::Bennett { parts }, steps);
        assert_eq!(gradient.forward, 2 * tally.counts.forward);
        assert_eq!((gradient.peak, gradient.pulls), (tally.counts.peak, steps));
    }
    let counts = |parts, steps| {
        let mut tally = Tally::default();
        bennett::compute(steps, parts, &mut |action| {
            tally.count(action);
            Ok(())
        })
        .unwrap();
        (tally.counts.forward, tally.counts.peak)
    };
    assert_eq!(counts(4, 256), (2401, 14));
}

#[test]
fn a_plan_takes_what_it_is_given() {
    let whole = plan(1000, 8, 1 << 20).unwrap();
    assert_eq!((whole.schedule, whole.forward), (Schedule::StoreAll, 1000));
    let some = plan(1000, 8, 80).unwrap();
    assert_eq!((some.schedule, some.bytes), (Schedule::Treeverse { checkpoints: 8 }, 80));
    assert_eq!(some.forward, some.schedule.counts(1000).unwrap().forward as u128);
    assert!(matches!(plan(1000, 8, 23), Err(Error::Memory { needed: 24, given: 23 })));
    assert_eq!(plan(1000, 8, 24).unwrap().forward, 1000 * 999 / 2 + 1);
    assert_eq!(plan(0, 0, 1 << 10).unwrap().forward, 0);
    assert_eq!(plan(1, 8, 24).unwrap().forward, 1);
    // Nothing overflows.
    assert!(plan(usize::MAX, 1, 1 << 20).unwrap().ratio(usize::MAX) < 5.0);
}

/// Written actions are counted only for runs of a few steps.
#[test]
fn counts_are_those_of_the_actions_and_need_none() {
    let mut schedules = vec![Schedule::StoreAll];
    schedules.extend((1..9).map(|checkpoints| Schedule::Treeverse { checkpoints }));
    schedules.extend([2, 3, 4, 5, 7, 16, 300].map(|parts| Schedule::Bennett { parts }));
    for schedule in schedules {
        for steps in (0..130).chain([255, 256, 257, 400]) {
            assert_eq!(schedule.counts(steps).unwrap(), simulated(schedule, steps), "{schedule:?} {steps}");
        }
    }
    let all = Schedule::StoreAll.counts(1 << 40).unwrap();
    assert_eq!((all.forward, all.peak), (1 << 40, (1 << 40) - 1));
    let parts = Schedule::Bennett { parts: 2 }.counts(1 << 38).unwrap();
    assert_eq!((parts.forward, parts.peak), (2 * usize::pow(3, 38), 40));
    assert_eq!(Schedule::Bennett { parts: usize::MAX }.counts(1 << 40).unwrap().peak, (1 << 40) + 1);
    assert_eq!(Schedule::Treeverse { checkpoints: 30 }.counts(1 << 40).unwrap().peak, 30);
    assert!(matches!(Schedule::Bennett { parts: 2 }.counts(1 << 41), Err(Error::Uncounted(_))));
}

#[test]
fn what_is_not_possible_says_so() {
    let message = |schedule: Schedule| schedule.counts(3).unwrap_err().to_string();
    assert!(message(Schedule::Treeverse { checkpoints: 0 }).contains("one checkpoint or more"));
    assert!(message(Schedule::Bennett { parts: 1 }).contains("1 part: give it two or more"));
    assert!(Online::new(0).is_err());
}

proptest! {
    #[test]
    fn every_schedule_is_possible(steps in 0usize..400, number in 1usize..40) {
        let all = simulated(Schedule::StoreAll, steps);
        prop_assert_eq!((all.forward, all.pulls), (steps, steps));
        prop_assert!(all.peak <= steps.saturating_sub(1));
        let some = simulated(Schedule::Treeverse { checkpoints: number }, steps);
        prop_assert!(some.peak <= number && some.forward as u128 == forward(steps, number));
        simulated(Schedule::Bennett { parts: number + 1 }, steps);
    }

    #[test]
    fn online_runs_no_step_twice_more(steps in 0usize..2000, checkpoints in 1usize..40) {
        let (mut simulation, mut online) = (Simulation::default(), Online::new(checkpoints).unwrap());
        (0..steps).for_each(|i| online.forward(i, &mut |action| simulation.act(action, steps)).unwrap());
        online.backward(steps, &mut |action| simulation.act(action, steps)).unwrap();
        let counts = simulation.done();
        prop_assert!(counts.peak <= checkpoints);
        prop_assert!(counts.forward as u128 <= forward(steps, checkpoints) + steps as u128);
    }
}

//! Random programs against all stages of the compiler, run by the interpreter.
//!
//! `harness` compiles and runs, `laws` says what must hold. `PROPTEST_CASES` sets the number of programs of each
//! kind and `PROPTEST_RNG_SEED` which; without them every run tests the same programs, so that a failure comes from
//! a change and not from luck. `PROPTEST_MAX_SHRINK_ITERS` says for how long a failure is made smaller. Programs that once failed are kept in `main.txt` and as text in `found`.

mod checked;
mod cost;
mod exceptional;
mod fixed;
mod found;
mod harness;
mod history;
mod instances;
mod laws;
mod ordinary;
mod parallel;
mod stepping;
mod wandering;

use checked::Spoiled;
use harness::Compiled;
use laws::Verdict;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestCaseError};
use retrograde_testkit::programs::{Liberty, Program, programs, together};

fn config(cases: u32) -> ProptestConfig {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    ProptestConfig {
        cases: number("PROPTEST_CASES").map_or(cases, |n: u64| n as u32),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(1)),
        max_shrink_iters: number("PROPTEST_MAX_SHRINK_ITERS").map_or(30_000, |n: u64| n as u32),
        max_global_rejects: 1_000_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("txt"))),
        ..ProptestConfig::default()
    }
}

fn holds(program: &Program, compiled: &Compiled) -> Result<(), TestCaseError> {
    match laws::all(program, compiled).map_err(TestCaseError::fail)? {
        Verdict::Held | Verdict::Kinked => Ok(()),
        Verdict::Unsuitable => Err(TestCaseError::reject("numbers too large or places the same")),
    }
}

/// Fails if one of them does, and counts as a case only if all do: a program is compiled once for all that is tried with it.
fn all<const N: usize>(tried: [Result<(), TestCaseError>; N]) -> Result<(), TestCaseError> {
    let (mut rejected, failed) =
        (Ok(()), |one: &Result<(), TestCaseError>| matches!(one, Err(TestCaseError::Fail(_))));
    for one in tried {
        if failed(&one) {
            return one;
        }
        rejected = rejected.and(one);
    }
    rejected
}

/// Loops that may run in lanes do, and all laws are kept.
fn in_lanes(program: &Program) -> Result<(), TestCaseError> {
    match parallel::marked(program) {
        Some((program, compiled)) if parallel::lanes(&compiled) > 0 => holds(&program, &compiled),
        Some(_) | None => Err(TestCaseError::reject("no loop in lanes")),
    }
}

/// The function and its adjoint, as a batch runs them in lanes, keep all laws.
fn instances(program: &Program) -> Result<(), TestCaseError> {
    match instances::together_in_lanes(program) {
        Some(compiled) => holds(program, &compiled),
        None => Err(TestCaseError::reject("its instances run one by one")),
    }
}

/// Stepped through there and back, and to and fro.
fn steps(program: &Program, compiled: &Compiled) -> Result<(), TestCaseError> {
    let walked = stepping::walks(program, compiled).map_err(TestCaseError::fail)?;
    let wandered = wandering::wanders(program, compiled).map_err(TestCaseError::fail)?;
    match walked.and(wandered) {
        Some(()) => Ok(()),
        None => Err(TestCaseError::reject("too long, or numbers too large")),
    }
}

/// Undone to the last bit.
fn comes_back(program: &Program, compiled: &Compiled) -> Result<(), TestCaseError> {
    match fixed::comes_back(program, compiled).map_err(TestCaseError::fail)? {
        Verdict::Held | Verdict::Kinked => Ok(()),
        Verdict::Unsuitable => Err(TestCaseError::reject("rotations, or numbers too large")),
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn strict_programs_keep_all_laws_and_come_back(program in programs(Liberty::Strict)) {
        let compiled = Compiled::new(&program).map_err(TestCaseError::fail)?;
        all([holds(&program, &compiled), comes_back(&program, &compiled)])?;
    }

    #[test]
    fn advancing_programs_keep_all_laws_come_back_and_are_stepped_through(program in programs(Liberty::Advancing)) {
        let compiled = Compiled::new(&program).map_err(TestCaseError::fail)?;
        all([
            holds(&program, &compiled),
            comes_back(&program, &compiled),
            steps(&program, &compiled),
            checks_alike(&program, Spoiled::Not, &compiled),
        ])?;
    }

    #[test]
    fn accepted_programs_keep_all_laws_come_back_and_are_stepped_through(program in programs(Liberty::Wild)) {
        let compiled = Compiled::new(&program).map_err(TestCaseError::reject)?;
        all([holds(&program, &compiled), comes_back(&program, &compiled), steps(&program, &compiled)])?;
    }

    #[test]
    fn programs_around_loops_in_lanes_keep_all_laws(program in together()) {
        let compiled = Compiled::new(&program).map_err(TestCaseError::fail)?;
        if parallel::lanes(&compiled) == 0 {
            let reasons = retrograde_inspect::lanes::loops(compiled.main());
            return Err(TestCaseError::fail(format!("no loop runs in lanes: {reasons:?}")));
        }
        holds(&program, &compiled)?;
    }

    #[test]
    fn recorded_programs_keep_all_laws(program in programs(Liberty::Advancing)) {
        let compiled = Compiled::recording(&program).map_err(TestCaseError::fail)?;
        holds(&program, &compiled)?;
    }

    #[test]
    fn recorded_programs_that_are_accepted_keep_all_laws(program in programs(Liberty::Wild)) {
        let compiled = Compiled::recording(&program).map_err(TestCaseError::reject)?;
        holds(&program, &compiled)?;
    }
}

proptest! {
    // Few programs have such a loop.
    #![proptest_config(config(150))]

    #[test]
    fn strict_programs_in_lanes_keep_all_laws(program in programs(Liberty::Strict)) {
        in_lanes(&program)?;
    }

    #[test]
    fn strict_programs_as_instances_keep_all_laws(program in programs(Liberty::Strict)) {
        instances(&program)?;
    }

    #[test]
    fn accepted_programs_as_instances_keep_all_laws(program in programs(Liberty::Wild)) {
        instances(&program)?;
    }

    #[test]
    fn accepted_programs_in_lanes_keep_all_laws(program in programs(Liberty::Wild)) {
        in_lanes(&program)?;
    }
}

/// Programs of which some checks fail, and functions of which none do.
fn checks_alike(program: &Program, spoiled: Spoiled, compiled: &Compiled) -> Result<(), TestCaseError> {
    match checked::alike(program, spoiled, compiled).map_err(TestCaseError::fail)? {
        Verdict::Held | Verdict::Kinked => Ok(()),
        Verdict::Unsuitable => {
            Err(TestCaseError::reject("numbers too large, or a fault that is not a check"))
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn what_fails_a_check_fails_it_in_all_programs((program, which) in (programs(Liberty::Wild), any::<u64>())) {
        let Some(program) = checked::spoiled(&program, which) else {
            return Err(TestCaseError::reject("nothing to spoil"));
        };
        let compiled = Compiled::new(&program).map_err(TestCaseError::reject)?;
        checks_alike(&program, Spoiled::Somewhere, &compiled)?;
    }

    #[test]
    fn what_fails_a_check_fails_it_when_recorded((program, which) in (programs(Liberty::Advancing), any::<u64>())) {
        let Some(program) = checked::spoiled(&program, which) else {
            return Err(TestCaseError::reject("nothing to spoil"));
        };
        let compiled = Compiled::recording(&program).map_err(TestCaseError::reject)?;
        checks_alike(&program, Spoiled::Somewhere, &compiled)?;
    }
}

/// The number of wild programs whose refusals are counted.
const COUNTED: usize = 500;
/// How many of them each law may refuse; they compute locals from places that change.
const BOUNDS: &[(&str, usize)] = &[("R05", 8), ("R07", 140), ("R08", 105), ("R11", 45)];

/// A law that refuses more than it did refuses what is right.
#[test]
fn wild_programs_are_refused_by_few_laws() {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::{Config, TestRunner};
    use std::collections::BTreeMap;

    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(1), ..Config::default() });
    let mut refused: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for _ in 0..COUNTED {
        let program = programs(Liberty::Wild).new_tree(&mut runner).expect("a program").current();
        let Err(message) = Compiled::new(&program) else { continue };
        let law = message.find("[R").map_or("none", |at| &message[at + 1..at + 4]).to_string();
        refused.entry(law).or_insert_with(|| (0, format!("{program}\n{message}"))).0 += 1;
    }
    let counts: Vec<(&String, usize)> = refused.iter().map(|(law, (count, _))| (law, *count)).collect();
    for (law, (count, first)) in &refused {
        let bound = BOUNDS.iter().find(|(of, _)| of == law).map_or(0, |(_, bound)| *bound);
        assert!(
            *count <= bound,
            "{law} refuses {count} of {COUNTED}, more than {bound}: {counts:?}\n{first}"
        );
    }
}

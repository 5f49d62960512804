//! Programs whose loops are marked `#[parallel]`, as far as they obey the law: they run in lanes, and keep all laws.

use crate::harness::Compiled;
use retrograde_compiler::ir::step::{Procedure, Step, nested};
use retrograde_testkit::programs::Program;

const MARK: &str = "#[parallel] ";

/// Returns the program with as many marks as are accepted, and its stages; nothing if it is refused without marks, or has no loop.
pub(crate) fn marked(program: &Program) -> Option<(Program, Compiled)> {
    if !program.functions.iter().any(|f| f.source.contains("for ")) {
        return None;
    }
    let mut marked = program.clone();
    let mut compiled = Compiled::new(program).ok()?;
    for at in 0..program.functions.len() {
        let loops: Vec<usize> =
            program.functions[at].source.match_indices("for ").map(|(at, _)| at).collect();
        // From the last one on, so that the places of the others stay.
        for place in loops.into_iter().rev() {
            let before = marked.functions[at].source.clone();
            if before[..place].ends_with(char::is_alphanumeric) {
                continue;
            }
            marked.functions[at].source.insert_str(place, MARK);
            if let Err(refused) = compiled.compile_again(at, &marked) {
                assert!(refused.contains("R22") || refused.contains("parallel"), "{refused}\n{before}");
                marked.functions[at].source = before;
            }
        }
    }
    Some((marked, compiled))
}

/// Returns how many loops of a program run in lanes.
pub(crate) fn lanes(compiled: &Compiled) -> usize {
    let stages = compiled.main();
    let programs = [&stages.primal, &stages.inverse, &stages.adjoint, &stages.inverse_adjoint];
    let of = |procedure: &&Procedure| count(&procedure.steps);
    programs.iter().map(of).sum::<usize>() + stages.sweep.as_ref().map_or(0, |sweep| count(&sweep.steps))
}

fn count(steps: &[Step]) -> usize {
    let own = |step: &Step| usize::from(matches!(step, Step::Lanes(_)));
    steps.iter().map(|step| own(step) + nested(step).into_iter().map(count).sum::<usize>()).sum()
}

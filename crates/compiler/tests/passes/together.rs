//! Marks of loops, and the way in which their iterations run.

use crate::compile;
use retrograde_compiler::simplify::launches::{Launch, launches};
use retrograde_compiler::stages::programs_in_lanes;

/// The number of loops in threads of each program of a function that adds squares, with a mark.
fn loops_in_threads(mark: &str) -> Vec<usize> {
    let stages = compile(&format!(
        "fn f(sum: &mut f64, y: &mut [f64], x: &[f64]) {{ {mark} for i in 0..x.len() {{ *sum += x[i] * x[i]; y[i] += x[i]; }} }}"
    ));
    let count = |all: &[Launch]| all.iter().filter(|launch| matches!(launch, Launch::Threads(_))).count();
    programs_in_lanes(&stages).into_iter().map(|program| count(&launches(program).all)).collect()
}

/// A kernel runs a loop in threads where it may, in all programs, and not where the mark forbids it.
#[test]
fn a_sequential_loop_runs_in_no_threads() {
    for mark in ["", "#[parallel]"] {
        let found = loops_in_threads(mark);
        assert!(found.len() >= 4 && found.iter().all(|loops| *loops == 1), "{mark}: {found:?}");
    }
    assert!(loops_in_threads("#[sequential]").iter().all(|loops| *loops == 0));
}

/// A loop of an ordinary function that is left early, or has no end, has the mark too.
#[test]
fn loops_of_ordinary_functions_have_the_mark() {
    let heads = [
        "for i in 0..x.len()",
        "for i in 0..",
        "for (i, _) in x.iter().enumerate()",
        "for i in (0..x.len()).rev()",
    ];
    for head in heads {
        let text = format!(
            "fn f(x: &[f64]) -> f64 {{ let mut y = 0.0; #[sequential] {head} {{ if i + 1 >= x.len() {{ break; }} y = y * x[i] + 1.0; }} y }}"
        );
        let item = syn::parse_str(&text).expect("it is a function");
        let options = retrograde_compiler::ir::Options::ORDINARY;
        if let Err(errors) = retrograde_compiler::stages_with(item, options) {
            panic!("{head}: {errors}");
        }
    }
}

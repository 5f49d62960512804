//! Programs whose loops are marked `#[parallel]`, as far as they obey the law: they run in lanes, and keep all laws.

use crate::harness::Compiled;
use retrograde_compiler::ir::step::{Lanes, Procedure, Step, nested};
use retrograde_compiler::ir::{Type, Variables};
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
    let of = |procedure: &&Procedure| count(&procedure.steps, &procedure.vars);
    programs.iter().map(of).sum::<usize>()
        + stages.sweep.as_ref().map_or(0, |sweep| count(&sweep.steps, &sweep.vars))
}

fn count(steps: &[Step], vars: &Variables) -> usize {
    let own = |step: &Step| match step {
        Step::Lanes(lanes) => {
            names_nothing_that_differs(&lanes.body, lanes, vars);
            1
        }
        _ => 0,
    };
    let inner = |step: &Step| nested(step).into_iter().map(|inner| count(inner, vars)).sum::<usize>();
    steps.iter().map(|step| own(step) + inner(step)).sum()
}

/// Asserts that an exact value that depends on the iteration has no name, but for truths: emitted code has one integer for all lanes. The
/// interpreter, which runs one iteration after the other, would not notice.
fn names_nothing_that_differs(steps: &[Step], lanes: &Lanes, vars: &Variables) {
    for step in steps {
        if let Step::Let { var, value } = step {
            let is_one = matches!(vars[*var].ty.leaf(), Type::Exact(_)) && !lanes.truths.contains(var);
            assert!(
                !is_one || !value.reads_any(|place| place.base == lanes.index),
                "`{}` differs between lanes",
                vars[*var].name
            );
        }
        nested(step).into_iter().for_each(|inner| names_nothing_that_differs(inner, lanes, vars));
    }
}

/// An index that each iteration reads, and that an inner loop uses, has no name before that loop.
#[test]
fn indices_of_iterations_stay_where_they_are_read() {
    let item = syn::parse_str(
        "fn f(y: &mut [f64], total: &mut [f64], w: &[f64], at: &[usize], n: usize) { #[parallel] for p in 0..n { \
            for i in 0..3 { y[p * 3 + i] += w[at[p]] * w[i]; } total[at[p]] += w[at[p]]; } }",
    );
    let options = retrograde_compiler::ir::Options::REVERSIBLE;
    let stages =
        retrograde_compiler::stages_with(item.expect("it is a function"), options).expect("it is accepted");
    for procedure in [&stages.primal, &stages.inverse, &stages.adjoint, &stages.inverse_adjoint] {
        assert_eq!(count(&procedure.steps, &procedure.vars), 1);
    }
}

/// All programs of a function whose loop calls others have lanes.
#[test]
fn loops_that_call_run_in_lanes() {
    let calls = [
        "*sum += value(x[p], &w[1], &w[2..4]) * w[0];",
        "let r: f64 = value(x[p], &w[1], w); y[p] += value(r, &w[0], w);",
        "let mut a = x[p]; let mut z = [w[0], a]; change(&mut a, &mut z, w); *sum += z[1] * a;",
        "if x[p] > 0.0 { change(&mut y[p], &mut y[p + n], w); }",
        "shift(&mut y[p * 3 + 1..p * 3 + 3], &x[p], w);",
        "*sum += value(w[at[p]], &x[p * 3 + 2], &x[p * 3..p * 3 + 2]);",
    ];
    for (number, call) in calls.into_iter().enumerate() {
        let text = format!(
            "fn f(sum: &mut f64, y: &mut [f64], w: &[f64], x: &[f64], at: &[usize], n: usize) {{ #[parallel] for p in 0..n {{ {call} }} }}"
        );
        let item = syn::parse_str(&text).expect("it is a function");
        match retrograde_compiler::stages_with(item, retrograde_compiler::ir::Options::REVERSIBLE) {
            // One iteration changes what is another one's.
            Err(errors) => assert!(number == 3 && format!("{errors}").contains("R22"), "{errors}\n{call}"),
            Ok(stages) => {
                let programs = [&stages.primal, &stages.inverse, &stages.adjoint, &stages.inverse_adjoint];
                let lanes = programs.map(|procedure| count(&procedure.steps, &procedure.vars));
                assert!(
                    lanes.iter().all(|lanes| *lanes == 1),
                    "{:?}\n{call}",
                    retrograde_inspect::lanes::loops(&stages)
                );
            }
        }
    }
}

//! Run-time checks are those of the function in every one of its programs.
//!
//! Takes a program that the compiler accepts. What passes all checks of the function passes those of the programs that are
//! derived from it; where the function fails one, so does every program that starts where the function starts.

use crate::harness::{Compiled, Form, Run, arguments, clear_scratch};
use crate::laws::Verdict;
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::{Cell, Fault, Kind, Value};
use retrograde_testkit::programs::Program;

/// Larger numbers lose the digits that a check asks for.
const LARGEST: f64 = 1e3;

/// How a program came to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spoiled {
    /// Unchanged: its checks hold.
    Not,
    /// With one check that does not hold, if a run comes by it.
    Somewhere,
}

/// Tests that all programs agree on what is checked.
pub(crate) fn alike(program: &Program, spoiled: Spoiled, compiled: &Compiled) -> Result<Verdict, String> {
    let run = |which, cells: &[Cell], seed| -> Result<Run, Fault> {
        let mut cells = cells.to_vec();
        clear_scratch(program, &mut cells);
        compiled.run(which, Form::Checked, cells, seed)
    };
    let before = arguments(program);
    let primal = run(Which::Primal, &before, None);
    let returns = compiled.main().function.output.is_some();
    let seed = || returns.then_some(Value::Real(1.0));
    // The programs that start where the function does; where none is fused, a sweep runs the function first.
    let starting = [(Which::Adjoint, returns), (Which::Sweep, compiled.main().sweep.is_some())];
    let starting = starting.into_iter().filter(|(_, starts)| *starts).map(|(which, _)| which);
    match primal {
        Err(Fault { kind: Kind::Law(_), message, .. }) => {
            let mut verdict = Verdict::Unsuitable;
            for which in starting {
                match run(which, &before, seed()) {
                    Err(Fault { kind: Kind::Law(_), .. }) => verdict = Verdict::Held,
                    Err(other) => return Err(format!("{which:?} fails otherwise: {other}, not {message}")),
                    Ok(_) => return Err(format!("{which:?} does not find that {message}")),
                }
            }
            Ok(verdict)
        }
        Err(_) => Ok(Verdict::Unsuitable),
        // An uncall may pass by a check of what only its callee's locals are, and the adjoint, which calls, comes by it.
        Ok(_) if spoiled == Spoiled::Somewhere => Ok(Verdict::Held),
        Ok(after) if !(after.largest < LARGEST) => Ok(Verdict::Unsuitable),
        Ok(after) => {
            for which in starting {
                run(which, &before, seed()).map_err(|fault| format!("{which:?} fails: {fault}"))?;
            }
            let back = run(Which::Adjoint, &after.cells, seed())
                .map_err(|fault| format!("the adjoint fails: {fault}"))?;
            if !returns {
                run(Which::Inverse, &after.cells, None)
                    .map_err(|fault| format!("the inverse fails: {fault}"))?;
                run(Which::InverseAdjoint, &back.cells, None)
                    .map_err(|fault| format!("the adjoint of the inverse fails: {fault}"))?;
            }
            Ok(Verdict::Held)
        }
    }
}

/// The program with one postcondition, or one value that something is freed at, made another one. Nothing where it has none.
///
/// Functions that others call for their values stay: a call whose value nothing needs is left out of derivative programs.
pub(crate) fn spoiled(program: &Program, which: u64) -> Option<Program> {
    let mut places = Vec::new();
    let main = program.functions.len() - 1;
    let checked = program.functions.iter().enumerate().filter(|(at, f)| *at == main || !f.returns);
    for (at, function) in checked {
        for (line, text) in function.source.lines().enumerate() {
            places.extend(spoiled_line(text).map(|text| (at, line, text)));
        }
    }
    let (at, line, text) = places.get(usize::try_from(which % (places.len().max(1) as u64)).ok()?)?;
    let mut program = program.clone();
    let source = &mut program.functions[*at].source;
    let lines = source.lines().enumerate().map(|(i, old)| if i == *line { text } else { old });
    *source = lines.collect::<Vec<_>>().join("\n");
    Some(program)
}

fn spoiled_line(line: &str) -> Option<String> {
    if line.contains("free!(") {
        return line.contains("= 0.0").then(|| line.replace("= 0.0", "= 0.25"));
    }
    let head = ["if (", "while ("].into_iter().find(|head| line.contains(head))?;
    let (before, conditions) = line.split_once(head)?;
    let (pre, post) = conditions.split_once(", ")?;
    let post = post.strip_suffix(") {")?;
    Some(format!("{before}{head}{pre}, !({post})) {{"))
}

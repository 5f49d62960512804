//! Marked loops that decide alike in all programs of a reversible function.
//!
//! An elementary function has another last digit in lanes. If one program of a function runs a loop in lanes and another one cannot, the
//! reverse pass could undo the other side of a branch. Law: such a loop runs in lanes in no program.

use super::exact::{Origin, decides};
use crate::ir::Var;
use crate::ir::step::{Procedure, Step, nested};
use crate::sorted::Set;

/// Returns the indices of marked loops that run in lanes in some of these programs only, and whose iterations decide by numbers that have other bits there.
pub(crate) fn unlike<'a>(programs: impl IntoIterator<Item = &'a Procedure>) -> Set<Var> {
    let (mut deciding, mut alone) = (Set::new(), Set::new());
    for program in programs {
        each(&program.steps, program, &mut deciding, &mut alone);
    }
    deciding.intersection(&alone).copied().collect()
}

fn each(steps: &[Step], program: &Procedure, deciding: &mut Set<Var>, alone: &mut Set<Var>) {
    let mut in_lanes = Set::new();
    for step in steps {
        match step {
            Step::Lanes(lanes) => {
                in_lanes.insert(lanes.index);
                if program.vars.is_parallel(lanes.index)
                    && decides(&lanes.body, &Origin::Lanes, &program.vars)
                {
                    deciding.insert(lanes.index);
                }
            }
            // The loop behind its lanes has the iterations that remain.
            Step::For { index, .. } if in_lanes.contains(index) => {}
            Step::For { index, body, .. } => {
                if program.vars.is_parallel(*index) {
                    alone.insert(*index);
                }
                each(body, program, deciding, alone);
            }
            other => nested(other).into_iter().for_each(|inner| each(inner, program, deciding, alone)),
        }
    }
}

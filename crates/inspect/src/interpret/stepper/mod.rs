//! Runs a reversible function statement by statement, forwards and backwards.
//!
//! [`Library`] compiles functions into [`Plan`]s, flat lists of operations in which every one can be run either way;
//! [`Session`] stands between two of them. Forwards it runs statements, backwards their inverses: nothing is recorded
//! that a reversible program does not need. Where a block is entered from its end its locals are built again, as the
//! compiler's inverse does ([`retrograde_compiler::analysis::slice::Recompute`]). With seeds, what runs backwards is the adjoint of each statement.
//!
//! Law: a step back after a step forward leaves every place as it was, reals to rounding.

mod gate;
#[cfg(test)]
mod kept_tests;
mod place;
mod plan;
mod session;
#[cfg(test)]
mod tests;

pub use plan::{Line, Plan};
pub use session::{Event, Limits, Session, Shown, Stop, Way};

use super::module::called;
use super::{Fault, Items, Module, Value};
use retrograde_compiler::ir::Callee;
use retrograde_compiler::ir::step::Program;
use retrograde_compiler::stages::Stages;
use std::collections::BTreeMap;

/// Functions that can be stepped through, with what they call.
#[derive(Debug)]
pub struct Library {
    stages: Vec<(String, Stages)>,
    plans: BTreeMap<String, Plan>,
    items: Items,
}

impl Library {
    /// Takes compiled functions by name. Where cotangents are carried, the statements are those of the flattened
    /// program, in which every value that a partial asks for has a name.
    pub fn new(functions: Vec<(String, Stages)>, carrying: bool) -> Library {
        let plans = functions.iter().map(|(name, stages)| (name.clone(), Plan::new(name, stages, carrying)));
        Library { plans: plans.collect(), stages: functions, items: Items::default() }
    }

    /// With the plain functions and constants of the file around them.
    pub fn with(self, items: Items) -> Library {
        Library { items, ..self }
    }

    /// What runs where a call is not stepped into; constants (of generic parameters, say) are defined by the caller.
    pub fn module(&self, constants: &[(String, Value)]) -> Module<'_> {
        let mut module = Module::default();
        module.hold(&self.items);
        for (name, stages) in &self.stages {
            for procedure in [&stages.primal, &stages.inverse, &stages.adjoint, &stages.coadjoint] {
                // The adjoint and the coadjoint of a function that returns a value are its pull and nothing.
                if procedure.output.is_none()
                    || matches!(procedure.program, Program::Primal | Program::Adjoint)
                {
                    module.insert(name.clone(), procedure);
                }
            }
        }
        for (name, value) in constants {
            module.define(name.clone(), value.clone());
        }
        module
    }

    /// What a call means, if it is known.
    fn called(&self, callee: &Callee) -> Result<Option<&Plan>, Fault> {
        Ok(called(&self.plans, callee)?.and_then(|name| self.plan(name)))
    }

    /// A function by the last segment of its path; a method by its type too, `Layer::step`.
    pub fn plan(&self, name: &str) -> Option<&Plan> {
        self.plans.get(name)
    }
}

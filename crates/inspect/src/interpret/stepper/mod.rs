//! Runs a reversible function statement by statement, forwards and backwards.
//!
//! [`Library`] compiles functions into [`Plan`]s, flat lists of operations that can run in both directions; a
//! [`Session`] is paused between two of them. A step forwards runs a statement, a step backwards its inverse: nothing
//! is recorded that a reversible program does not need. If a block is entered from its end, its locals are
//! recomputed, as the compiler's inverse does ([`retrograde_compiler::analysis::slice::Recompute`]). With seeds, a
//! step backwards runs the adjoint of the statement.
//!
//! Law: a step back after a step forward restores the value of every place, reals up to rounding.

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

/// Functions that can be stepped through, with their callees.
#[derive(Debug)]
pub struct Library {
    stages: Vec<(String, Stages)>,
    plans: BTreeMap<String, Plan>,
    items: Items,
}

impl Library {
    /// Takes compiled functions by name. If cotangents are propagated, the statements are those of the flattened
    /// program, in which every value that a partial reads has a name.
    pub fn new(functions: Vec<(String, Stages)>, carrying: bool) -> Library {
        let plans = functions.iter().map(|(name, stages)| (name.clone(), Plan::new(name, stages, carrying)));
        Library { plans: plans.collect(), stages: functions, items: Items::default() }
    }

    /// Adds the plain functions and constants of the surrounding file.
    pub fn with(self, items: Items) -> Library {
        Library { items, ..self }
    }

    /// Returns the functions that run when a call is stepped over; the caller defines constants, such as generic
    /// parameters.
    pub fn module(&self, constants: &[(String, Value)]) -> Module<'_> {
        let mut module = Module::default();
        module.hold(&self.items);
        for (name, stages) in &self.stages {
            for procedure in [&stages.primal, &stages.inverse, &stages.adjoint, &stages.inverse_adjoint] {
                // A function that returns a value has a pull instead of an adjoint, and no inverse_adjoint.
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

    /// Returns the plan of a callee, if it is known.
    fn called(&self, callee: &Callee) -> Result<Option<&Plan>, Fault> {
        Ok(called(&self.plans, callee)?.and_then(|name| self.plan(name)))
    }

    /// Returns a function by the last segment of its path, and a method with its type: `Layer::step`.
    pub fn plan(&self, name: &str) -> Option<&Plan> {
        self.plans.get(name)
    }
}

//! The functions and constants that a running program may name.

use super::value::Value;
use crate::step::{Procedure, Program};
use std::collections::BTreeMap;

/// Procedures and constants by name; of a path the last segment counts.
#[derive(Clone, Debug, Default)]
pub struct Module<'p> {
    functions: BTreeMap<String, Vec<&'p Procedure>>,
    constants: BTreeMap<String, Value>,
}

impl<'p> Module<'p> {
    /// Adds one of a function's programs; a program that is there already is replaced.
    pub fn insert(&mut self, name: impl Into<String>, procedure: &'p Procedure) {
        let programs = self.functions.entry(name.into()).or_default();
        programs.retain(|known| known.program != procedure.program);
        programs.push(procedure);
    }

    /// Gives a constant (a const generic, an item of the surrounding module) its value.
    pub fn define(&mut self, name: impl Into<String>, value: Value) {
        self.constants.insert(name.into(), value);
    }

    /// A function's program.
    pub fn find(&self, name: &str, program: Program) -> Option<&'p Procedure> {
        self.functions.get(name)?.iter().copied().find(|known| known.program == program)
    }

    /// Whether a function of this name is there.
    pub fn contains(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    pub(super) fn constant(&self, name: &str) -> Option<&Value> {
        self.constants.get(name)
    }
}

//! One file for each problem; [`Problem::ALL`] lists them.

pub mod ba;
pub mod descent;
pub mod det;
pub mod gmm;
pub mod hello;
pub mod ht;
pub mod kmeans;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod modes;
pub mod ode;
pub mod particle;
pub mod saddle;

use serde_json::value::RawValue;

use crate::evaluate::{Evaluation, Failure};
use crate::protocol::Manner;

/// A function of a problem: from the input as JSON to the output as JSON.
pub type Function = fn(&RawValue, Manner) -> Result<Evaluation, Failure>;

/// A problem: a module of the suite.
#[derive(Debug)]
pub struct Problem {
    /// The name of the module.
    pub name: &'static str,
    /// Its functions by name.
    pub functions: &'static [(&'static str, Function)],
}

impl Problem {
    /// All problems of the suite.
    pub const ALL: [&'static Problem; 12] = [
        &hello::PROBLEM,
        &lse::PROBLEM,
        &llsq::PROBLEM,
        &det::PROBLEM,
        &kmeans::PROBLEM,
        &gmm::PROBLEM,
        &ba::PROBLEM,
        &lstm::PROBLEM,
        &ht::PROBLEM,
        &ode::PROBLEM,
        &particle::PROBLEM,
        &saddle::PROBLEM,
    ];

    /// Returns the problem of that name.
    pub fn named(name: &str) -> Option<&'static Problem> {
        Self::ALL.into_iter().find(|problem| problem.name == name)
    }

    /// Returns its function of that name.
    pub fn function(&self, name: &str) -> Option<Function> {
        self.functions.iter().find(|(found, _)| *found == name).map(|(_, function)| *function)
    }
}

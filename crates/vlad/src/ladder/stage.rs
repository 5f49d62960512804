//! [`Stage`]: the rungs of the ladder, from naive dual-numbers reverse AD to a tape.
//!
//! Law: every stage computes the same derivative; they differ in what it costs.

use std::fmt;
use std::str::FromStr;

/// One of the transformations.
///
/// The paper is Smeding and Vákár, "Efficient dual-numbers reverse AD via well-known program transformations" (POPL 2023).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Forward mode: each number carries its tangent (section 2). Not a rung, but the reference for all of them.
    Forward,
    /// Naive: each number carries a backpropagator to the cotangent of the whole input (section 3).
    D1,
    /// Backpropagators have identifiers, and calls to them are staged, added up and resolved from the highest
    /// identifier down (section 4).
    D2,
    /// Cayley-transformed: backpropagators update a collector instead of returning one (section 5).
    D3,
    /// The collector is a sparse map from identifiers to scalars (section 6).
    Sparse,
    /// Collector and staged calls are mutable arrays, used linearly (section 7).
    D4,
    /// No collector: the staged calls contain it already (section 8.1).
    Dropped,
    /// Backpropagators are lists of contributions (section 8.2).
    Defunctionalised,
    /// Contributions are written to an array by the forward pass: a tape (section 8.3).
    Taped,
}

impl Stage {
    /// All stages, in the order of the paper.
    pub const ALL: [Stage; 9] = [
        Stage::Forward,
        Stage::D1,
        Stage::D2,
        Stage::D3,
        Stage::Sparse,
        Stage::D4,
        Stage::Dropped,
        Stage::Defunctionalised,
        Stage::Taped,
    ];

    /// The eight stages of reverse mode.
    pub fn reverse() -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(|stage| *stage != Stage::Forward)
    }

    /// Returns the name for the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Forward => "forward",
            Stage::D1 => "D1",
            Stage::D2 => "D2",
            Stage::D3 => "D3",
            Stage::Sparse => "sparse",
            Stage::D4 => "D4",
            Stage::Dropped => "dropped",
            Stage::Defunctionalised => "defunctionalised",
            Stage::Taped => "taped",
        }
    }

    /// Returns a description of one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Stage::Forward => "numbers carry tangents",
            Stage::D1 => "numbers carry backpropagators",
            Stage::D2 => "backpropagators have identifiers, their calls are staged",
            Stage::D3 => "backpropagators update the collector (Cayley)",
            Stage::Sparse => "the collector is a sparse map of scalars",
            Stage::D4 => "collector and staged calls are mutable arrays",
            Stage::Dropped => "there is no collector",
            Stage::Defunctionalised => "backpropagators are lists of contributions",
            Stage::Taped => "the forward pass writes the contributions: a tape",
        }
    }

    /// Returns the section of the paper.
    pub const fn section(self) -> &'static str {
        match self {
            Stage::Forward => "2",
            Stage::D1 => "3",
            Stage::D2 => "4",
            Stage::D3 => "5",
            Stage::Sparse => "6",
            Stage::D4 => "7",
            Stage::Dropped => "8.1",
            Stage::Defunctionalised => "8.2",
            Stage::Taped => "8.3",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not a stage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no stage `{0}`; the stages are forward, D1, D2, D3, sparse, D4, dropped, defunctionalised and taped"
)]
pub struct UnknownStage(pub String);

impl FromStr for Stage {
    type Err = UnknownStage;

    fn from_str(name: &str) -> Result<Self, UnknownStage> {
        let found = Stage::ALL.into_iter().find(|stage| stage.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownStage(name.to_string()))
    }
}

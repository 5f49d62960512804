//! [`Error`]: why a sparse problem cannot be solved.

use std::fmt;

/// One of the two sides of a bipartite problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The value of [`Unknowns::first`](super::Unknowns::first).
    First,
    /// The value of [`Unknowns::second`](super::Unknowns::second).
    Second,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// The reason why a sparse problem cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There are no observations, or they have no residuals (`R` is zero).
    NoResiduals,
    /// The entities of this side have no unknowns: `A` or `B` is zero.
    NoUnknowns(Side),
    /// An observation is of an entity that is not there.
    Index {
        /// The observation.
        observation: usize,
        /// The side of the entity.
        side: Side,
        /// The number that the observation gives.
        index: usize,
        /// The number of entities.
        entities: usize,
    },
    /// The observations have own unknowns, and there is not one array of them for each.
    OwnCount {
        /// Arrays that were given.
        given: usize,
        /// Observations.
        observations: usize,
    },
    /// The residuals of this observation, its prior or a derivative are not finite at the start.
    Observation(usize),
    /// The residuals are finite at the start, and the sum of their squares is not.
    Overflow,
    /// There are more observations, or more entities of one side, than 2³² - 1.
    TooMany(usize),
    /// The memory for observations and steps is not there.
    Memory {
        /// The number of bytes that were asked for; none where they are more than there are addresses.
        bytes: Option<usize>,
    },
    /// The reduced system has too many blocks to be factored, and perhaps even more than these.
    Blocks {
        /// Blocks of the reduced system.
        blocks: usize,
        /// Rows, and columns, of each.
        size: usize,
    },
    /// The factor of the reduced system does not fit into the memory.
    Factor {
        /// Unknowns of the reduced system.
        unknowns: usize,
        /// True if the factor is dense.
        dense: bool,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoResiduals => write!(f, "there is nothing to fit: no observation has a residual"),
            Error::NoUnknowns(side) => write!(f, "entities of the {side} side have no unknowns"),
            Error::Index { observation, side, index, entities } => write!(
                f,
                "observation {observation} is of entity {index} of the {side} side, which has {entities} entities"
            ),
            Error::OwnCount { given, observations } => write!(
                f,
                "{observations} observations have own unknowns, and {given} arrays of them are given: give one an \
                 observation"
            ),
            Error::Observation(i) => {
                write!(f, "a residual or a derivative of observation {i} is not finite at the start")
            }
            Error::Overflow => write!(f, "the sum of squares overflows at the start: choose smaller units"),
            Error::TooMany(count) => {
                write!(f, "{count} are too many observations or entities: 2³² - 1 at most")
            }
            Error::Memory { bytes } => {
                let size = bytes.map_or("more bytes than there are addresses".to_owned(), |bytes| {
                    format!("{:.1} GB", bytes as f64 / 1e9)
                });
                write!(f, "the problem needs {size} of memory, which this machine does not give")
            }
            Error::Blocks { blocks, size } => write!(
                f,
                "the reduced system has more than {blocks} blocks of {size} by {size} numbers: too large to factor \
                 here"
            ),
            Error::Factor { unknowns, dense } => {
                let kind = if *dense { "dense" } else { "sparse" };
                write!(
                    f,
                    "the reduced system has {unknowns} unknowns and a {kind} factor: too large for the memory"
                )
            }
        }
    }
}

impl std::error::Error for Error {}

//! The errors of this crate: a cotangent of another shape, a full tape, a structure that is too deep.

use std::fmt;

/// The reason why there is no derivative.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The shape of a cotangent or direction differs from that of the value.
    Shape(Mismatch),
    /// The function recorded more numbers than a tape may contain.
    Full {
        /// The greatest number of numbers on the tape, inputs included.
        limit: u32,
    },
    /// A structure is nested too deeply for the stack.
    TooDeep,
    /// The function returned an active number that another call of `vjp` made.
    Stranger,
}

/// The place at which two structures differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The path from the outermost structure to the place, innermost step first.
    steps: Vec<String>,
    expected: String,
    found: String,
}

impl Mismatch {
    /// Returns the place: `.1[3].mass`, or an empty text if the outermost structures differ. Of a very deep place,
    /// the middle is omitted.
    pub fn place(&self) -> String {
        let steps = || self.steps.iter().rev().map(String::as_str);
        match self.steps.len() {
            0..=40 => steps().collect(),
            many => {
                let (first, last): (String, String) =
                    (steps().take(20).collect(), steps().skip(many - 20).collect());
                format!("{first} … {} steps … {last}", many - 40)
            }
        }
    }

    /// Returns the part at that place in the reference structure.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// Returns the part at that place in the other structure.
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl Error {
    /// Returns the error for two structures that differ at this place.
    #[cold]
    pub fn mismatch(expected: impl fmt::Display, found: impl fmt::Display) -> Error {
        Error::Shape(Mismatch { steps: Vec::new(), expected: expected.to_string(), found: found.to_string() })
    }

    /// Adds a step to the path: `step` is the place within the enclosing structure, `.mass` or `[3]`.
    #[cold]
    #[must_use]
    pub fn at(mut self, step: impl fmt::Display) -> Error {
        if let Error::Shape(mismatch) = &mut self {
            mismatch.steps.push(step.to_string());
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Shape(mismatch) => {
                let Mismatch { expected, found, .. } = mismatch;
                match mismatch.place() {
                    place if place.is_empty() => write!(f, "the shapes differ")?,
                    place => write!(f, "the shapes differ at `{place}`")?,
                }
                write!(f, ": expected {expected}, found {found}")
            }
            Error::Full { limit } => write!(
                f,
                "the tape is full: it holds at most {limit} numbers, inputs included; record less, for instance with \
                 `checkpoint`, fused rules or a reversible function"
            ),
            Error::TooDeep if cfg!(feature = "deep") => {
                write!(f, "a structure is nested too deeply for the stack")
            }
            Error::TooDeep => write!(
                f,
                "a structure is nested too deeply for the stack; the feature `deep` of this crate lifts the limit"
            ),
            Error::Stranger => write!(
                f,
                "the function returned an active number that belongs to another call of `vjp`; hand it in as an \
                 argument, or lift it with `Active::constant_of`"
            ),
        }
    }
}

impl std::error::Error for Error {}

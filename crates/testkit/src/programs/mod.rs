//! Random programs of the reversible language, as Rust text with arguments to run them on.
//!
//! A program is drawn in two steps. A [`Sketch`] is free of context: its statements and expressions contain numbers
//! instead of names. `resolve` then traverses it from the top and interprets every number as a choice among the names
//! that are in scope and valid at that point; statements without a valid interpretation are omitted. So programs obey
//! the laws of the language by construction, and shrinking a sketch (fewer statements, smaller numbers) shrinks the
//! program.
//!
//! Law of [`programs`]: a program drawn with [`Liberty::Strict`] or [`Liberty::Advancing`] is accepted by every
//! compiler of the language, all its numbers stay finite, and indices and exact arithmetic stay in range. With
//! [`Liberty::Wild`] locals are computed from places that may change: a compiler may reject such a program, but if it
//! accepts it, the result must be correct.

mod call;
mod exact;
mod map;
mod number;
mod place;
mod range;
mod record;
mod recursion;
mod resolve;
mod scope;
mod sketch;
mod statement;
mod together;
mod value;
mod whole;

pub use scope::Liberty;
pub use sketch::Sketch;
pub use together::{together, together_ordinary};

use proptest::strategy::Strategy;
use std::fmt;

/// A function to test, preceded by the functions that it calls.
#[derive(Clone, PartialEq)]
pub struct Program {
    /// In order of definition; the last one is the one to run.
    pub functions: Vec<Function>,
}

/// A function and arguments for a run.
#[derive(Clone, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its text, without the attribute.
    pub source: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// True if it returns a value.
    pub returns: bool,
}

/// A parameter with an argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its role in the function.
    pub role: Role,
    /// The argument for a run.
    pub value: Datum,
}

/// The role of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Changed.
    State,
    /// Read only.
    Input,
    /// Read only, without a cotangent.
    Inactive,
    /// Lent by the caller; zero on entry.
    Scratch,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A real.
    Real(f64),
    /// An array of reals.
    Reals(Vec<f64>),
    /// Rows of reals.
    Grid(Vec<Vec<f64>>),
    /// An integer.
    Integer(i64),
    /// Integers, pushed one after another.
    Integers(Vec<i64>),
    /// A structure: its fields by name.
    Record(Vec<(String, Datum)>),
}

impl Program {
    /// Returns the function to run.
    pub fn main(&self) -> &Function {
        // A resolved program always ends with its main function.
        &self.functions[self.functions.len() - 1]
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for function in &self.functions {
            writeln!(f, "{}", function.source)?;
        }
        for param in &self.main().params {
            writeln!(f, "// {}: {:?} = {:?}", param.name, param.role, param.value)?;
        }
        Ok(())
    }
}

// A failing property is shown by `Debug`; the text of the program is the useful form.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.source)
    }
}

/// Returns a strategy for programs.
pub fn programs(liberty: Liberty) -> impl Strategy<Value = Program> {
    sketch::sketches().prop_map(move |sketch| resolve::program(&sketch, liberty))
}

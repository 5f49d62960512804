//! The ladder of dual-numbers reverse AD: from a transformation that is obviously correct and exponentially slow, in
//! eight steps, to a tape.
//!
//! | what | where |
//! |---|---|
//! | the stages | [`Stage`] |
//! | the functions that are transformed | [`Function`] |
//! | the transformer, one for all stages | [`transform`](transform()) |
//! | the transformation of primitives, from the rule table | `lift` |
//! | the specific part of each stage, as text | `dictionary/*.vlad` |
//! | the target calculus: the core with more primitives | [`Extra`] |
//! | transformed programs, which can be printed | [`Program`] |
//! | the counting evaluator | `machine`, [`Counts`] |
//! | running, tables over sizes | [`run`](run()), [`pull`], [`table`](table()) |
//!
//! The paper is Smeding and Vákár, "Efficient dual-numbers reverse AD via well-known program transformations" (POPL
//! 2023). The paper uses types where this implementation inspects values: a number is a *dual number* with a tag of
//! its own, and interleaving is one recursive procedure instead of one for each type. `docs/ladder.md` shows every
//! stage of a program.
//!
//! ```
//! use retrograde_vlad::ladder::{Data, Function, Limits, Stage, run, transform};
//!
//! let double = Function::read("(define (double x) (let ((y (+ x x))) (* y y)))", "double")?;
//! for stage in Stage::ALL {
//!     let run = run(&transform(&double, stage), &Data::real(3.0), Limits::default())?;
//!     assert_eq!(run.value, Data::real(36.0));
//!     assert_eq!(run.gradient, Data::real(24.0));
//! }
//! # Ok::<(), retrograde_vlad::Error>(())
//! ```

mod data;
mod dictionary;
mod extra;
mod function;
mod lift;
mod machine;
mod naming;
mod run;
mod sizes;
mod stage;
mod syntax;
mod table;
mod target;
mod transform;

pub use data::Data;
pub use extra::Extra;
pub use function::Function;
pub use machine::{Counts, Limits};
pub use run::{Run, pull, rows, run};
pub use sizes::input;
pub use stage::{Stage, UnknownStage};
pub use table::{Cell, Row, growth, table};
pub use target::Program;
pub use transform::transform;

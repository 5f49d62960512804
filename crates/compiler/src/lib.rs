//! The compiler behind `#[reversible]`: tokens in, tokens out.
//!
//! The folders are floors: each imports only those that stand above it in this list, and a test reads the imports.
//!
//! | floor | what it is |
//! |---|---|
//! | [`law`] | the laws, and the errors that say which is broken |
//! | [`ir`] | statements with inverses, steps that run, expressions; how they are visited and printed |
//! | [`analysis`] | facts about statements: activity, footprint, regions, recompute slices, stability |
//! | [`simplify`] | steps to fewer steps, one law a file |
//! | [`syntax`] | limits, arguments of attributes, the name of the library |
//! | `resolve` | a name of its own for each local and each call inside a call |
//! | [`infer`] | the types of locals and fields, by unification |
//! | [`lower`] | syntax to statements |
//! | [`check`] | the laws that are decided on the whole program, one a file |
//! | [`reverse`] | statements to steps: schedule, adjoint, records |
//! | [`stages`](mod@stages) | the passes in their order, and what each makes of a function |
//! | [`emit`] | procedures to tokens |
//! | [`attributes`], [`derive`](mod@derive), [`primitive`](mod@primitive) | what is written in place of a marked item |

pub mod analysis;
pub mod attributes;
pub mod check;
pub mod derive;
pub mod emit;
pub mod infer;
pub mod ir;
pub mod law;
pub mod lower;
mod ordinary;
pub mod primitive;
mod resolve;
pub mod reverse;
pub mod simplify;
pub mod stages;
pub mod syntax;

pub use attributes::differentiable::differentiable;
pub use attributes::instruction::instruction;
pub use attributes::reversible::reversible;
pub use stages::{Stages, stages, stages_with};

//! The compiler behind `#[reversible]`: tokens in, tokens out.
//!
//! The folders are floors: a folder imports only those above it in this list, which a test checks.
//!
//! | floor | contents |
//! |---|---|
//! | [`sorted`] | sets and maps, sorted |
//! | `tokens` | one way through tokens |
//! | [`law`] | the laws, and the errors for broken ones |
//! | [`ir`] | statements with inverses, steps, expressions; their visitors and printers |
//! | [`analysis`] | facts about statements: activity, footprint, regions, recompute slices, stability |
//! | [`simplify`] | steps to fewer steps, one law per file |
//! | [`syntax`] | limits, arguments of attributes, the name of the library |
//! | `resolve` | a unique name for each local and each nested call |
//! | `ordinary` | ordinary functions as functions of the reversible language, whose old values are recorded |
//! | [`infer`] | the types of locals and fields, by unification |
//! | [`lower`] | syntax to statements |
//! | [`check`] | the laws that are checked on the whole program, one per file |
//! | [`reverse`] | statements to steps: schedule, adjoint, record tapes |
//! | [`stages`](mod@stages) | the passes in their order, and their results for a function |
//! | [`kernels`] | procedures to text for the compilers of devices |
//! | [`emit`] | procedures to tokens |
//! | `rule` | functions in plain Rust whose rule is declared |
//! | [`derive`](mod@derive) | what a type needs so that derivatives can be taken with respect to it |
//! | [`attributes`], [`primitive`](mod@primitive) | the code that replaces an item with an attribute |

pub mod analysis;
pub mod attributes;
pub mod check;
pub mod derive;
pub mod emit;
pub mod infer;
pub mod ir;
pub mod kernels;
pub mod law;
pub mod lower;
mod ordinary;
pub mod primitive;
mod resolve;
pub mod reverse;
mod rule;
pub mod simplify;
pub mod sorted;
pub mod stages;
pub mod syntax;
mod tokens;

pub use attributes::autodiff::{Mode, autodiff};
pub use attributes::differentiable::{differentiable, with_rules};
pub use attributes::instruction::instruction;
pub use attributes::reversible::reversible;
pub use stages::{Stages, stages, stages_with};
pub use syntax::structures::Structures;

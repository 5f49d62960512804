//! Derivatives in any budget of time and memory.
//!
//! | part | contents |
//! |---|---|
//! | [`steps`] | a step of a long computation with its adjoint: a reversible function, an operator, two closures |
//! | [`schedule`] | which states are kept, and which steps run again: store all, [`treeverse`](schedule::treeverse), [`bennett`](schedule::bennett), online; [`plan`] chooses |
//! | [`store`] | where kept states are: on the heap or on disk |
//! | [`exact`] | numbers whose sums keep the bits that floats drop, so that steps are undone to the bit |
//! | [`sparse`] | Jacobians and Hessians of which few entries differ from zero |
//! | [`implicit`] | roots, fixed points and minima, by the implicit function theorem |
//! | [`integrate`] | ordinary differential equations: leapfrog, Runge and Kutta, Dormand and Prince |
//! | [`linear`] | linear algebra with a rule for each problem |
//! | [`jet`] | Taylor numbers: the k-th derivative along a direction at polynomial cost |
//!
//! A gradient through a million steps needs the state before each of them, in reverse order. [`pull`] runs a step
//! under a schedule:
//!
//! ```
//! use retrograde_calculus::{Schedule, from_fns, plan, pull};
//!
//! // x ← x + 0.01 sin x; the cotangent is that of x.
//! let step = from_fns(
//!     |_, x: &mut f64| *x += 0.01 * x.sin(),
//!     |_, x: &f64, x_bar: &mut f64| *x_bar *= 1.0 + 0.01 * x.cos(),
//! );
//! // A thousand steps, in the memory of twenty states.
//! let plan = plan(1000, size_of::<f64>(), 20 * size_of::<f64>())?;
//! let some = pull(&step, 1000, 0.5, plan.schedule, |_| 1.0)?;
//! let all = pull(&step, 1000, 0.5, Schedule::StoreAll, |_| 1.0)?;
//! assert_eq!(some.bar, all.bar);
//! assert!(some.counts.peak <= 18 && some.counts.forward as u128 == plan.forward);
//! # Ok::<(), retrograde_calculus::Error>(())
//! ```
//!
//! (Paper 000, section 2 and appendix A; Griewank, "Achieving logarithmic growth of temporal and spatial complexity in
//! reverse automatic differentiation", 1992; Bennett, "Time/space trade-offs for reversible computation", 1989.)

mod arrays;
mod error;
pub mod exact;
pub mod implicit;
pub mod integrate;
pub mod jet;
pub mod linear;
mod run;
pub mod schedule;
pub mod sparse;
pub mod steps;
pub mod store;

pub use error::Error;
pub use exact::Exact;
pub use jet::{Jet, directional};
pub use run::{Pulled, bennett, pull, pull_in, pull_while, pull_while_in, unwind};
pub use schedule::{Counts, Plan, Schedule, plan};
pub use steps::{Bars, Step, Undo, from_fns, of_operator, of_reversible};
pub use store::{Bytes, Disk, Heap, Store};

// The pages are compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/calculus.md")]
struct Page;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/tutorial/6_memory.md")]
struct AMillionSteps;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/calculus/sparse.md")]
struct SparsePage;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/calculus/linear.md")]
struct LinearPage;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/calculus/implicit.md")]
struct ImplicitPage;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/calculus/integrate.md")]
struct IntegratePage;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Prints procedures as Rust tokens. No earlier pass knows that the target is Rust.

mod arguments;
mod asked;
mod beside;
mod by_hand;
mod call;
mod check;
mod checkpoint;
mod deciding;
mod declared;
pub(crate) mod described;
mod differences;
mod exact;
mod fallible;
mod functions;
mod gradient;
mod host;
mod item;
mod lengths;
mod loans;
mod map;
mod ordinary;
mod params;
mod recorded;
mod returning;
mod spans;
mod standing;
mod state;
mod steps;
mod structure;
mod sums;
mod types;
mod whole;

pub use item::{cotangent_of, hollow, item, signature};
pub use standing::{Circumstances, Offers, method};
pub use steps::Emitter;
pub(crate) use types::without;

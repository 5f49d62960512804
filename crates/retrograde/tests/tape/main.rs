//! Active numbers, and reversible functions on their tape.

#![cfg(feature = "tape")]
// Items are public where a program of a user has them so.
#![allow(missing_docs, unreachable_pub)]

mod derivatives;
mod directions;
mod pullbacks;
mod stopped;
mod vjp;
mod whole;

//! Loops and batches whose iterations run together, in the lanes of vector registers.

// Items are public where a program of a user has them so.
#![allow(missing_docs, unreachable_pub)]

mod arrays_of_integers;
mod batch;
mod batch_calls;
#[cfg(feature = "lanes")]
mod casts;
mod decides_alike;
mod decides_by_callee;
mod fields;
mod found;
mod integers;
mod keeps;
#[macro_use]
mod masks;
mod names;
#[macro_use]
mod parallel;
#[cfg(feature = "lanes")]
mod ranks;
mod shared;
mod single;
#[cfg(feature = "lanes")]
mod threads;
mod turns;
mod typed_integers;
mod wide;

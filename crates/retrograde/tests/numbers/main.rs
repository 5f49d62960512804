//! Number systems in reversible functions: what is undone to the bit, and adjoints against differences.

// Items are public where a program of a user has them so.
#![allow(missing_docs, unreachable_pub)]

#[cfg(feature = "complex")]
mod apart;
#[cfg(feature = "complex")]
mod complex;
#[cfg(feature = "complex")]
mod composed;
mod exact;
mod floats;
mod instructions;
mod integers;
mod library;
mod logarithmic;
mod own;
#[cfg(feature = "complex")]
mod places;
mod primitive;
mod tropical;
mod undone;
#[cfg(feature = "complex")]
mod views;

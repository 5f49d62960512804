//! Conventions at kinks, at poles and where 0 meets ∞: the page that every rule follows.
#![doc = include_str!("conventions.md")]

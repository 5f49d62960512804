//! Numbers that are made of real parts: the entries of the table of number systems.
//!
//! To the passes such a number is a structure whose fields are known: each part is a field variable, and its shadow is as that of
//! a structure. `lower` writes the formulae of its functions in place of the calls, so that every partial comes from the one table
//! of rules.

pub use retrograde_rules::Number;

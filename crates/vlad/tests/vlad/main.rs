//! VLAD: reading, running, differentiating, formatting; and the ladder of paper 003.

mod errors;
mod examples;
mod flat;
mod fmt;
mod front;
mod growth;
mod host;
mod ladder;
mod ladder_random;
mod ladder_tape;
mod laws;
mod modes;
mod size;
mod suite;

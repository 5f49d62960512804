//! Schedules against the formulae and against each other; gradients against differences and a tape.

mod counts;
mod exact;
mod gradients;
mod implicit;
mod integrate;
mod jet;
mod linear;
mod simulate;
mod solver;
mod sparse;
mod stores;

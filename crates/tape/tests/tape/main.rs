//! The tape: derivatives, structures, threads, and what goes wrong.

mod agreement;
mod common;
mod custom;
mod deep;
mod engines;
mod par;
mod robust;
mod rules;

//! Programs of the whole surface of the language: what the compiler accepts rustc accepts, and it keeps the laws.
//!
//! `surface/` draws them when this is built. `RETROGRADE_SURFACE=1000 RETROGRADE_SURFACE_SEED=7` draws more and others.

// Whatever a program may say is said here, useful or not.
#![allow(unused, clippy::all)]

use retrograde::prelude::*;
use retrograde::{Complex, Dual, Log};
use retrograde_generated::items::*;
use retrograde_generated::laws::{Programs, at_duals, laws};
use retrograde_generated::leaves::Still;
use std::collections::BTreeMap;
use std::num::Wrapping;

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

#[test]
fn right_programs_are_accepted() {
    let all: String = TAME.iter().map(|(_, text)| format!("{text}\n\n")).collect();
    assert!(TAME.is_empty(), "{} right programs are refused:\n{all}", TAME.len());
}

/// How many wild programs in a hundred each law may refuse: locals are built from state there, which the laws are about.
const BOUNDS: &[(&str, usize)] = &[("R06", 5), ("R07", 20), ("R08", 5)];

#[test]
fn wild_programs_are_refused_by_few_laws() {
    for (law, count) in WILD {
        let bound = BOUNDS.iter().find(|(of, _)| of == law).map_or(0, |(_, bound)| *bound);
        let percent = count * 100 / COUNTED;
        assert!(
            percent <= bound,
            "{law} refuses {percent} of a hundred wild programs, more than {bound}: {WILD:?}"
        );
    }
}

//! Programs of the whole surface of the language: rustc accepts those that the compiler accepts, and they have all
//! properties.
//!
//! The build script draws them with `surface/`. `RETROGRADE_SURFACE=1000 RETROGRADE_SURFACE_SEED=7` draws more and
//! others.

use retrograde::prelude::*;
use retrograde::{Complex, Dual, Log};
use retrograde_generated::items::*;
use retrograde_generated::laws::{Programs, at_duals, laws};
use retrograde_generated::leaves::Still;
use std::collections::BTreeMap;
use std::num::Wrapping;

include!(concat!(env!("OUT_DIR"), "/surface.rs"));

#[test]
fn right_programs_are_accepted() {
    let all: String = TAME.iter().map(|(_, text)| format!("{text}\n\n")).collect();
    assert!(TAME.is_empty(), "{} right programs are refused:\n{all}", TAME.len());
}

/// The percentage of wild programs that each law may reject: their locals are computed from state, which these laws
/// concern.
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

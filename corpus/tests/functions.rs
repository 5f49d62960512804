//! Each marked function at several points: its value to the bit, its cotangents against differences.
#![allow(warnings)]
use retrograde_corpus::{harness, marked, plain};

include!(concat!(env!("OUT_DIR"), "/tests.rs"));

//! Draws programs and writes those that the compiler accepts as files of tests: some from the surface of the language, in the
//! syntax that users write, and some of every statement, whose results the interpreter tells.
//!
//! `RETROGRADE_SURFACE` and `RETROGRADE_PROGRAMS` set their numbers, the same names with `_SEED` the seeds. Rejections of surface
//! programs are counted by law: tame programs break none, wild ones may.

// The harness of the compiler's own tests, of which this uses a part.
#[allow(dead_code)]
#[path = "../compiler/tests/programs/fixed.rs"]
mod fixed;
#[allow(dead_code)]
#[path = "../compiler/tests/programs/harness.rs"]
mod harness;
mod interpreted;
#[allow(dead_code)]
#[path = "../compiler/tests/programs/laws.rs"]
mod laws;

#[path = "surface/draw.rs"]
mod draw;
#[path = "surface/features.rs"]
mod features;
#[path = "surface/params.rs"]
mod params;
#[path = "surface/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::fmt::Write;

/// Several for each feature, compiled in about a minute.
const SURFACE: usize = 66;
/// Of every statement.
const PROGRAMS: usize = 48;
/// One program in this many is wild.
const WILD: usize = 4;
/// The number of wild programs that are only counted.
const COUNTED: usize = 60;

/// Returns the first law that a function breaks, with the compiler's message; `None` if it breaks none.
fn refused(program: &program::Program) -> Option<(String, String)> {
    let tokens =
        |text: &str| text.parse::<proc_macro2::TokenStream>().unwrap_or_else(|e| panic!("{e}: {text}"));
    let compiled = std::panic::catch_unwind(|| {
        retrograde_compiler::reversible(tokens(&program.attribute), tokens(&program.function)).to_string()
    });
    let Ok(emitted) = compiled else { return Some(("panic".into(), "the compiler panics".into())) };
    let at = emitted.find("compile_error")?;
    let message: String = emitted[at..].chars().take(500).collect();
    let law = message.find("[R").map_or("none", |at| &message[at + 1..at + 4]).to_string();
    Some((law, message))
}

/// The text of programs from the surface, and what is counted of refusals.
fn surface(wanted: usize, seed: u64) -> String {
    let mut text = String::new();
    let mut tame: Vec<(String, String)> = Vec::new();
    let mut wild: BTreeMap<String, usize> = BTreeMap::new();
    for i in 0..wanted {
        let program = program::program(i, seed, i % WILD == WILD - 1);
        match refused(&program) {
            None => text.push_str(&program.module),
            Some((law, message)) if i % WILD != WILD - 1 => {
                tame.push((law, format!("{}\n{message}", program.function)));
            }
            Some(_) => {}
        }
    }
    for i in 0..COUNTED {
        if let Some((law, _)) = refused(&program::program(i, seed + 1_000, true)) {
            *wild.entry(law).or_default() += 1;
        }
    }
    let _ = writeln!(text, "const TAME: &[(&str, &str)] = &{tame:?};");
    let _ = writeln!(text, "const WILD: &[(&str, usize)] = &{:?};", wild.into_iter().collect::<Vec<_>>());
    let _ = writeln!(text, "const COUNTED: usize = {COUNTED};");
    text
}

fn main() {
    for path in ["build.rs", "interpreted.rs", "surface", "../compiler/tests/programs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let number = |name: &str, otherwise: usize| {
        println!("cargo::rerun-if-env-changed={name}");
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let folder = std::env::var("OUT_DIR").expect("cargo names a folder");
    let write = |name: &str, text: String| {
        std::fs::write(std::path::Path::new(&folder).join(name), text).expect("a file to write to");
    };
    let (wanted, seed) = (number("RETROGRADE_SURFACE", SURFACE), number("RETROGRADE_SURFACE_SEED", 1));
    write("surface.rs", surface(wanted, seed as u64));
    let (wanted, seed) = (number("RETROGRADE_PROGRAMS", PROGRAMS), number("RETROGRADE_PROGRAMS_SEED", 1));
    write("interpreted.rs", interpreted::drawn(wanted, seed as u64));
}

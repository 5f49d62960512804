//! Draws programs from the surface of the language and writes those that the compiler accepts to a file of tests.
//!
//! `RETROGRADE_SURFACE` sets their number, `RETROGRADE_SURFACE_SEED` the seed. Rejections are counted by law: tame
//! programs break none, wild ones may.

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
const PROGRAMS: usize = 66;
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

fn main() {
    println!("cargo::rerun-if-changed=surface");
    println!("cargo::rerun-if-changed=build.rs");
    let number = |name: &str, otherwise: usize| {
        println!("cargo::rerun-if-env-changed={name}");
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let wanted = number("RETROGRADE_SURFACE", PROGRAMS);
    let seed = number("RETROGRADE_SURFACE_SEED", 1) as u64;
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
    let folder = std::env::var("OUT_DIR").expect("cargo names a folder");
    std::fs::write(std::path::Path::new(&folder).join("programs.rs"), text).expect("a file to write to");
}

//! `cargo xtask time`: how long the macros take.
//!
//! Expands every marked item of the repository a number of times, or one item, on one thread. Law: only what a macro does is
//! timed, from the tokens of the item to those that are emitted; parsing files is not.

use crate::items::{Expansion, Item, marked};
use crate::lines::{found, tokens};
use crate::tokens::{STACK, collect};
use proc_macro2::TokenStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut times, mut wanted) = (5_u32, Vec::new());
    for argument in arguments {
        match argument.parse() {
            Ok(number) => times = number,
            Err(_) => wanted.push(argument.clone()),
        }
    }
    let work = move || {
        if wanted.is_empty() { all(times) } else { wanted.iter().try_for_each(|name| one(name, times)) }
    };
    let thread =
        std::thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?;
    thread.join().map_err(|_| "the compiler panics".to_string())?
}

/// Times all items of the repository.
fn all(times: u32) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = Vec::new();
    for folder in ["crates", "examples"] {
        collect(&root.join(folder), &mut sources)?;
    }
    sources.sort();
    let (mut items, mut emitted, mut whole, mut stages) = (0_usize, 0, Duration::ZERO, Duration::ZERO);
    for source in sources {
        let text =
            std::fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        let Ok(file) = syn::parse_file(&text) else { continue };
        for item in marked(&file) {
            let Timed { best, tokens, passes } = timed(&item, times);
            (items, emitted, whole, stages) = (items + 1, emitted + tokens, whole + best, stages + passes);
        }
    }
    let rest = whole.saturating_sub(stages);
    println!(
        "{items} items, {emitted} tokens emitted: {whole:.2?}, of which {stages:.2?} in passes, {rest:.2?} in parsing and emitting"
    );
    Ok(())
}

/// Times one item.
fn one(name: &str, times: u32) -> Result<(), String> {
    let Timed { best, tokens, passes } = timed(&found(name)?, times);
    println!("{name}: {tokens} tokens emitted, {best:.2?}, of which {passes:.2?} in passes");
    Ok(())
}

struct Timed {
    /// The shortest time of all runs.
    best: Duration,
    tokens: usize,
    /// The time of the passes before `emit`, if the item is one function.
    passes: Duration,
}

fn timed(item: &Item, times: u32) -> Timed {
    let mut emitted = TokenStream::new();
    let best = shortest(times, || emitted = item.expanded());
    let passes = match (item.expansion, syn::parse2::<syn::ItemFn>(item.tokens.clone())) {
        (Expansion::Reversible, Ok(function)) => {
            let options = retrograde_compiler::ir::Options::REVERSIBLE;
            shortest(times, || {
                let _ = retrograde_compiler::stages_with(function.clone(), options);
            })
        }
        _ => Duration::ZERO,
    };
    Timed { best, tokens: tokens(emitted), passes }
}

fn shortest(times: u32, mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times.max(1)).map(run).min().unwrap_or_default()
}

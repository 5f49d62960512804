//! `cargo xtask …`: commands for those who work on Retrograde.
//!
//! Law: each command says on the standard error stream what it could not do, and then fails.

mod corpus;
mod items;
mod kernels;
mod lines;
mod passes;
mod time;
mod tokens;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test PASS
    Runs the tests of one pass of the compiler, a folder of crates/compiler/src: `cargo xtask test simplify`. Of random
    programs it runs few; PROPTEST_CASES says how many.

cargo xtask tokens [--kernels] [--root ROOT] DIR
    Writes what the macros emit for every marked item of ROOT/examples and ROOT/crates into DIR, one file each, so that
    `diff -r` of two such folders shows what a change of the compiler does. ROOT is this repository if none is given.
    --kernels   only the programs of reversible functions: primal, inverse, adjoint, adjoint of the inverse, sweep, pull,
                record, replay; without attributes and conveniences

cargo xtask corpus [--keep]
    Marks the functions of public crates that corpus/functions.txt names, and prints which compile and why others do not: the
    table of docs/corpus.md. What rustc refuses is found by building again and again, and written to corpus/refused.txt.
    --keep      what stands there is left unmarked from the start

cargo xtask lines FILE.rs::NAME …
    Counts the lines of what is emitted for an item, formatted.

cargo xtask time [TIMES] [FILE.rs::NAME …]
    Times the macros on every marked item of this repository, or on those that are named: the sum of the shortest of TIMES runs,
    of 5 if no number is given.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((command, rest)) if command == "test" => passes::run(rest),
        Some((command, rest)) if command == "corpus" => corpus::run(rest),
        Some((command, rest)) if command == "lines" => lines::run(rest),
        Some((command, rest)) if command == "time" => time::run(rest),
        Some((command, rest)) if command == "tokens" => tokens::run(rest),
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

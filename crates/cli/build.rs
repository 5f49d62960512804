//! Asks the linker for a smaller binary, where it can: most of it is generic code of the compiler and of its parser, compiled without
//! optimisation, which is the same for many types and full of addresses.
//!
//! - Equal functions are folded. Rust does not promise that different functions have different addresses, so nothing depends on them. lld,
//!   mold and gold fold functions; the linker of binutils rejects the option.
//! - Addresses that are moved when the program starts are stored packed. The C library must know how to unpack them (glibc 2.36 and later, musl 1.2.4),
//!   so the option is left out of the profile `dist`, which makes binaries for other machines.
//!
//! Each option is tried on a program of one line, which must link and run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const FOLD: &str = "-Wl,--icf=all";
const PACK: &str = "-Wl,-z,pack-relative-relocs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let named = |name: &str| std::env::var_os(name);
    let is_release = named("PROFILE").is_some_and(|profile| profile == "release");
    let is_linux = named("CARGO_CFG_TARGET_OS").is_some_and(|os| os == "linux");
    let runs_here = named("TARGET") == named("HOST");
    let for_others =
        named("OUT_DIR").is_some_and(|folder| PathBuf::from(folder).iter().any(|part| part == "dist"));
    if !(is_release && is_linux) {
        return;
    }
    for (option, wanted) in [(FOLD, true), (PACK, runs_here && !for_others)] {
        if wanted && works(option, runs_here).unwrap_or(false) {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
}

/// True if a program that the linker of cargo makes with this option links, and runs where it can; nothing if that cannot be tried.
fn works(option: &str, runs_here: bool) -> Option<bool> {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR")?);
    let (source, program) = (folder.join("tried.rs"), folder.join("tried"));
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let mut rustc = Command::new(std::env::var_os("RUSTC")?);
    rustc.arg(&source).arg("-o").arg(&program).arg("--target").arg(std::env::var_os("TARGET")?);
    rustc.arg("-C").arg(format!("link-arg={option}"));
    if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
        let mut name = OsString::from("linker=");
        name.push(linker);
        rustc.arg("-C").arg(name);
    }
    if let Ok(flags) = std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    }
    let silent = |command: &mut Command| {
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().map(|status| status.success())
    };
    let linked = silent(&mut rustc).ok()?;
    Some(linked && (!runs_here || silent(&mut Command::new(&program)).ok()?))
}

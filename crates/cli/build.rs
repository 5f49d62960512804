//! Asks the linker to fold equal functions, where it can: most of the binary is generic code of the compiler and of its parser, compiled
//! without optimisation, which is the same for many types.
//!
//! Rust does not promise that different functions have different addresses, so nothing depends on them. lld, mold and gold fold functions, and the linker of binutils rejects the option, so a program of one line is linked first.

use std::path::PathBuf;
use std::process::{Command, Stdio};

const FOLD: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let named = |name: &str| std::env::var_os(name);
    let is_release = named("PROFILE").is_some_and(|profile| profile == "release");
    let is_linux = named("CARGO_CFG_TARGET_OS").is_some_and(|os| os == "linux");
    if is_release && is_linux && folds().unwrap_or(false) {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
}

/// True if the linker that cargo uses takes the option; nothing if that cannot be tried.
fn folds() -> Option<bool> {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR")?);
    let (source, program) = (folder.join("folds.rs"), folder.join("folds"));
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let mut rustc = Command::new(std::env::var_os("RUSTC")?);
    rustc.arg(&source).arg("-o").arg(&program).arg("--target").arg(std::env::var_os("TARGET")?);
    rustc.arg("-C").arg(format!("link-arg={FOLD}"));
    if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
        let mut option = std::ffi::OsString::from("linker=");
        option.push(linker);
        rustc.arg("-C").arg(option);
    }
    if let Ok(flags) = std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    }
    rustc.stdout(Stdio::null()).stderr(Stdio::null()).status().ok().map(|status| status.success())
}

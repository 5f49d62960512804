//! Tells the crate whether rustc knows the instructions of AVX-512: on the stable channel it does since 1.89.
//!
//! With an older rustc the instruction set is chosen among the others. The results are the same bits.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(avx512)");
    if minor().is_some_and(|minor| minor >= 89) {
        println!("cargo::rustc-cfg=avx512");
    }
}

/// Returns the `y` of rustc's version 1.y.
fn minor() -> Option<u32> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().nth(1)?.split('.').nth(1)?.parse().ok()
}

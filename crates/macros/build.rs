//! Tells the crate whether a span knows its file: on the stable channel it does since 1.88.
//!
//! With an older rustc all structures of one name count as if they stood in one file.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(files)");
    if minor().is_some_and(|minor| minor >= 88) {
        println!("cargo::rustc-cfg=files");
    }
}

/// Returns the `y` of rustc's version 1.y.
fn minor() -> Option<u32> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().nth(1)?.split('.').nth(1)?.parse().ok()
}

//! `cargo xtask test`: the tests that look at one pass of the compiler, and few random programs.
//!
//! Law: the names are those of the folders of the compiler, so that a new pass has its tests without an entry here.

use std::path::Path;
use std::process::Command;

/// Random programs of each kind, where `PROPTEST_CASES` does not say how many.
const CASES: &str = "16";

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let passes = passes()?;
    let [pass] = arguments else {
        return Err(format!("cargo xtask test PASS: PASS is one of {}", passes.join(", ")));
    };
    if !passes.contains(pass) {
        return Err(format!("`{pass}` is not a pass of the compiler: there are {}", passes.join(", ")));
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--package", "retrograde-compiler"]);
    for binary in binaries(pass) {
        command.args(["--test", binary]);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        command.env("PROPTEST_CASES", CASES);
    }
    let status = command.status().map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("tests of `{pass}` fail")) }
}

/// Returns the test binaries of the compiler that look at a pass.
fn binaries(pass: &str) -> &'static [&'static str] {
    match pass {
        // What these write is seen by rustc alone: `passes` tests that it is Rust.
        "emit" | "derive" | "primitive" => &["passes"],
        "infer" => &["passes", "types"],
        _ => &["passes", "programs"],
    }
}

/// Returns the names of the folders of the compiler.
fn passes() -> Result<Vec<String>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compiler/src");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

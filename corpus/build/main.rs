//! Puts `#[differentiable]` before functions of public crates, as `functions.txt` names them, and writes tests that call them.
//!
//! Takes the sources that cargo has unpacked for the dependencies. Writes to `OUT_DIR`: `marked.rs`, the files with the attribute;
//! `plain.rs`, the files as they are; `tests.rs`; `report.txt`, what the compiler says of each function. No file of others is
//! changed or copied into the repository.

mod calls;
mod list;
mod source;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=functions.txt");
    println!("cargo::rerun-if-changed=refused.txt");
    println!("cargo::rerun-if-changed=build");
    let list = list::read(&text("functions.txt"));
    let refused = list::refused(&text("refused.txt"));
    let folders = folders();
    let (mut marked, mut plain, mut tests, mut report) =
        (String::new(), String::new(), String::new(), String::new());
    for origin in &list {
        let folder = folders.get(&origin.name).unwrap_or_else(|| panic!("{} is no dependency", origin.name));
        let tree = source::read(folder, origin, &refused);
        marked.push_str(&tree.marked);
        plain.push_str(&tree.plain);
        for function in &tree.functions {
            let test = function.marked.then(|| calls::test(function, origin)).flatten();
            let called = if test.is_some() { "called" } else { "" };
            report.push_str(&format!(
                "{}\t{}\t{}\t{called}\t{}\n",
                function.path,
                function.lines,
                function.standing(),
                function.message()
            ));
            tests.extend(test);
        }
        for missing in origin.calls.keys().filter(|path| tree.functions.iter().all(|f| &f.path != *path)) {
            panic!("functions.txt: {missing} is not in the files of {}", origin.name);
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("OUT_DIR"));
    for (name, text) in
        [("marked.rs", marked), ("plain.rs", plain), ("tests.rs", tests), ("report.txt", report)]
    {
        fs::write(out.join(name), text).expect("OUT_DIR can be written");
    }
}

fn text(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The folder of each dependency, by its name.
fn folders() -> BTreeMap<String, PathBuf> {
    let cargo = env::var_os("CARGO").expect("CARGO");
    // What other platforms need has not been unpacked.
    let platform = env::var("TARGET").expect("TARGET");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &platform])
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter_map(|package| {
            let manifest = PathBuf::from(package["manifest_path"].as_str()?);
            Some((package["name"].as_str()?.to_string(), manifest.parent()?.to_path_buf()))
        })
        .collect()
}

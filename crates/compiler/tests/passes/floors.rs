//! The folders are floors: this test reads the imports and rejects those of a higher floor.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; a folder imports only those before it. The last two do not import each other.
const FLOORS: [&str; 20] = [
    "sorted",
    "tokens",
    "law",
    "ir",
    "analysis",
    "simplify",
    "syntax",
    "resolve",
    "ordinary",
    "infer",
    "lower",
    "check",
    "reverse",
    "stages",
    "kernels",
    "emit",
    "rule",
    "derive",
    "attributes",
    "primitive",
];

/// Folders and files on the top floor.
const TOP: [&str; 2] = ["attributes", "primitive"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Returns the names after `crate::`, including those in braces.
fn imports(text: &str) -> BTreeSet<String> {
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        let Some(inside) = rest.strip_prefix('{') else {
            found.insert(name(rest));
            continue;
        };
        let (mut depth, mut start) = (0_u32, true);
        for (at, c) in inside.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && c.is_alphanumeric() => {
                    found.insert(name(&inside[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns the folder or file directly below `src`.
fn floor(path: &Path, root: &Path) -> String {
    let below = path.strip_prefix(root).expect("a path below the root");
    let first = below.components().next().expect("a name").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

#[test]
fn no_import_runs_back_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let level = |name: &str| FLOORS.iter().position(|floor| *floor == name);
    let (mut met, mut broken) = (BTreeSet::new(), Vec::new());
    for file in files {
        let here = floor(&file, &root);
        if here == "lib" {
            continue;
        }
        let at = level(&here).unwrap_or_else(|| panic!("`{here}` stands on no floor: enter it in FLOORS"));
        for import in imports(&fs::read_to_string(&file).expect("a source")) {
            let beside = TOP.contains(&here.as_str()) && TOP.contains(&import.as_str());
            let is_up = level(&import).is_some_and(|other| other > at || (beside && other != at));
            if is_up || (level(&import).is_none() && root.join(&import).is_dir()) {
                broken.push(format!("{} imports {import}", file.display()));
            }
        }
        met.insert(here);
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(met.len(), FLOORS.len(), "a floor has no source: {met:?}");
}

#[test]
fn imports_are_found() {
    let text =
        "use crate::ir::Expr;\nuse crate::{emit, lower::{self, Scope}, resolve};\nfn f() { crate::law::f() }";
    let expected = ["emit", "ir", "law", "lower", "resolve"];
    assert_eq!(imports(text).into_iter().collect::<Vec<_>>(), expected);
}

//! The pages of the laws: what each page calls broken is refused at the right place, what it calls mended compiles.
//!
//! `tests/ui/Rxx.rs` and `tests/laws/mended.rs` are made from the pages in `docs/laws`; where a page has changed,
//! `BLESS=1 cargo test -p retrograde --test laws` writes them again, and `TRYBUILD=overwrite` the messages beside them.

mod advice;
mod mended;

use retrograde_compiler::law::Law;
use std::fs;
use std::path::{Path, PathBuf};

/// One page, with its two programs.
struct Page {
    title: String,
    broken: String,
    mended: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn page(law: Law) -> Page {
    let text = read(&root().join(format!("docs/laws/{}.md", law.code())));
    let blocks: Vec<&str> =
        text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [broken, mended] = blocks[..] else {
        panic!("{} has {} programs instead of two", law.code(), blocks.len())
    };
    let title = text.lines().next().unwrap_or_default().to_string();
    Page { title, broken: broken.to_string(), mended: mended.to_string() }
}

/// A file made from the pages is what they say, or is written so.
fn made(path: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, wanted).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{} is not what the pages say: run the test with BLESS=1", path.display());
}

#[test]
fn every_law_has_a_page_and_a_line_in_the_index() {
    let index = read(&root().join("docs/laws/README.md"));
    let rows: Vec<&str> = index.lines().filter(|line| line.starts_with("| [")).collect();
    let wanted: Vec<String> =
        Law::ALL.iter().map(|law| format!("| [{0}]({0}.md) | {1} |", law.code(), law.title())).collect();
    assert_eq!(rows, wanted);
    for law in Law::ALL {
        assert_eq!(page(*law).title, format!("# {}: {}", law.code(), law.title()));
    }
    let pages = fs::read_dir(root().join("docs/laws")).expect("the pages").count();
    assert_eq!(pages, Law::ALL.len() + 1, "there are pages without a law");
}

#[test]
fn what_a_page_calls_mended_is_compiled() {
    let mut text =
        "//! What the pages of the laws call mended; made by `laws/main.rs`.\n#![allow(dead_code)]\n"
            .to_string();
    for law in Law::ALL {
        let body: String = page(*law)
            .mended
            .lines()
            .map(|line| if line.is_empty() { "\n".to_string() } else { format!("    {line}\n") })
            .collect();
        text +=
            &format!("\nmod {} {{\n    use retrograde::reversible;\n\n{body}}}\n", law.code().to_lowercase());
    }
    made("tests/laws/mended.rs", &text);
}

#[test]
fn what_a_page_calls_broken_breaks_its_law_and_no_other() {
    for law in Law::ALL {
        let page = page(*law);
        let file = syn_items(&page.broken);
        let mut codes = Vec::new();
        for item in file {
            if let Err(errors) = retrograde_compiler::stages(item) {
                codes.extend(errors.0.iter().map(|e| e.law));
            }
        }
        assert_eq!(codes, [*law], "{}", page.broken);
        made(
            &format!("tests/ui/{}.rs", law.code()),
            &format!("use retrograde::reversible;\n\n{}\nfn main() {{}}\n", page.broken),
        );
    }
}

/// The functions of a program, each without its attribute.
fn syn_items(program: &str) -> Vec<proc_macro2::TokenStream> {
    let pieces = program.split("#[reversible]\n").skip(1);
    pieces.map(|piece| piece.parse().expect("tokens")).collect()
}

/// Messages with their places, as rustc prints them.
#[test]
fn messages() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

/// What the index says that rustc says, rustc says: each row is found in one of the messages.
#[test]
fn rustc_says_what_the_index_says() {
    let index = read(&root().join("docs/laws/README.md"));
    let rows = index.split_once("| rustc says |").map(|(_, table)| table).unwrap_or_default();
    let said: Vec<&str> = rows
        .lines()
        .skip(2)
        .filter_map(|row| row.strip_prefix("| ")?.split_once(" | "))
        .map(|row| row.0)
        .collect();
    assert!(said.len() > 5, "the table is not there");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let messages: String = fs::read_dir(directory)
        .expect("the messages")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "stderr"))
        .map(|path| read(&path))
        .collect();
    for row in said {
        assert!(messages.contains(row), "rustc says `{row}` nowhere");
    }
}

//! `cargo xtask tokens`: what the macros emit, one file an item.
//!
//! Law: the files depend on the sources and on the compiler alone, so `diff -r` of two folders shows what a change of the
//! compiler does to the emitted code.

use crate::items::{Item, marked};
use crate::kernels::kernels;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Functions may be as deep as the compiler permits.
pub(crate) const STACK: usize = 256 << 20;

struct Wanted {
    kernels: bool,
    root: PathBuf,
    folder: PathBuf,
}

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let wanted = read(arguments)?;
    let mut sources = Vec::new();
    for folder in ["crates", "examples"] {
        collect(&wanted.root.join(folder), &mut sources)?;
    }
    sources.sort();
    // The macros report their own panics as errors; here a panic is written in place of the item.
    std::panic::set_hook(Box::new(|_| ()));
    let halves = sources.chunks(sources.len().div_ceil(2).max(1));
    let written = std::thread::scope(|scope| {
        let threads: Vec<_> = halves
            .map(|half| {
                let work = || half.iter().map(|source| write(source, &wanted)).sum::<Result<usize, String>>();
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)
            })
            .collect();
        let results = threads.into_iter().map(|thread| match thread.map(|t| t.join()) {
            Ok(Ok(count)) => count,
            Ok(Err(_)) => Err("a thread panicked".to_string()),
            Err(error) => Err(error.to_string()),
        });
        results.sum::<Result<usize, String>>()
    })?;
    println!("{written} items in {}", wanted.folder.display());
    Ok(())
}

fn read(arguments: &[String]) -> Result<Wanted, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wanted = Wanted { kernels: false, root: here, folder: PathBuf::new() };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--kernels" => wanted.kernels = true,
            "--root" => wanted.root = arguments.next().ok_or("`--root` lacks a folder")?.into(),
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
            folder if wanted.folder.as_os_str().is_empty() => wanted.folder = folder.into(),
            other => return Err(format!("`{other}`: one folder is enough")),
        }
    }
    if wanted.folder.as_os_str().is_empty() {
        return Err("name the folder to write to".to_string());
    }
    Ok(wanted)
}

/// All Rust files below a folder, in no order.
pub(crate) fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
    Ok(())
}

/// Writes the emitted code for the items of one file, and returns their number.
fn write(source: &Path, wanted: &Wanted) -> Result<usize, String> {
    let place = source.strip_prefix(&wanted.root).unwrap_or(source);
    let error = |error: std::io::Error| format!("{}: {error}", place.display());
    let text = std::fs::read_to_string(source).map_err(error)?;
    let Ok(file) = syn::parse_file(&text) else {
        eprintln!("{}: is not Rust as syn reads it, passed over", place.display());
        return Ok(0);
    };
    let mut items = marked(&file);
    items.retain(|item| !wanted.kernels || item.has_programs());
    let folder = wanted.folder.join(place.with_extension(""));
    if !items.is_empty() {
        std::fs::create_dir_all(&folder).map_err(error)?;
    }
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for item in &items {
        let name = file_name(&item.path);
        let count = names.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1);
        let name = if *count == 1 { format!("{name}.rs") } else { format!("{name}-{count}.rs") };
        std::fs::write(folder.join(name), emitted(item, wanted.kernels)).map_err(error)?;
    }
    Ok(items.len())
}

/// The emitted text; where the compiler panics, a line that says so.
fn emitted(item: &Item, only_kernels: bool) -> String {
    let Ok(tokens) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| item.expanded())) else {
        return "// The compiler panics.\n".to_string();
    };
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) if only_kernels => prettyplease::unparse(&kernels(&file, &item.functions)),
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => format!("// Is not Rust: {error}\n{tokens}\n"),
    }
}

/// Returns a path as the name of a file: characters other than letters, digits and underscores become one dot.
fn file_name(path: &[String]) -> String {
    let text = path.join(".");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(".").chars().take(120).collect()
}

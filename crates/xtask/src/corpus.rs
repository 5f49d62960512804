//! `cargo xtask corpus`: what becomes of functions that nobody here wrote.
//!
//! Builds the crate in `corpus`, where each candidate stands with `#[differentiable]` before it. What rustc refuses is written
//! to `corpus/refused.txt`, is left unmarked, and the crate is built again, until it builds. Then prints the table of
//! `docs/corpus.md`. Law: an error that lies in no function is an error of the corpus itself, and ends the command.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const REFUSED: &str = "\
# Functions that rustc refuses once they are marked, and why: written by `cargo xtask corpus`.
";

/// A line of the report of the build script.
struct Function {
    path: String,
    lines: usize,
    standing: String,
    called: bool,
    message: String,
}

/// The report of a build, and the lines of its marked functions.
struct Built {
    functions: Vec<Function>,
    marked: Vec<(usize, usize)>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let keep = match arguments {
        [] => false,
        [keep] if keep == "--keep" => true,
        _ => return Err("cargo xtask corpus [--keep]".to_string()),
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let file = corpus.join("refused.txt");
    let mut refused = match keep {
        true => fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?,
        false => REFUSED.to_string(),
    };
    loop {
        fs::write(&file, &refused).map_err(|error| format!("{}: {error}", file.display()))?;
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--message-format=short"])
            .current_dir(&corpus)
            .output()
            .map_err(|error| format!("cargo check: {error}"))?;
        let built = built(&corpus)?;
        if output.status.success() {
            print!("{}", table(&built.functions));
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let wrong: BTreeMap<&str, &str> = said.lines().filter_map(|line| of_function(line, &built)).collect();
        if wrong.is_empty() {
            return Err(said.into_owned());
        }
        for (path, message) in wrong {
            eprintln!("{path}: {message}");
            let _ = writeln!(refused, "{path}: {message}");
        }
    }
}

/// The newest files of the build script.
fn built(corpus: &Path) -> Result<Built, String> {
    let build = corpus.join("target/debug/build");
    let folders = fs::read_dir(&build).map_err(|error| format!("{}: {error}", build.display()))?;
    let newest = folders
        .flatten()
        .map(|folder| folder.path().join("out"))
        .filter(|out| out.join("report.txt").exists())
        .max_by_key(|out| fs::metadata(out.join("report.txt")).and_then(|data| data.modified()).ok());
    let out: PathBuf = newest.ok_or("the build script of the corpus has not run")?;
    let read = |name: &str| fs::read_to_string(out.join(name)).map_err(|error| format!("{name}: {error}"));
    let (report, text) = (read("report.txt")?, read("marked.rs")?);
    let functions: Vec<Function> = report.lines().filter_map(function).collect();
    let markers =
        text.lines().enumerate().filter(|(_, line)| line.contains("#[::retrograde::differentiable"));
    let starts = markers.map(|(at, _)| at + 1);
    let compiling = functions.iter().enumerate().filter(|(_, function)| is_marked(function));
    let marked = starts.zip(compiling.map(|(at, _)| at)).collect();
    Ok(Built { functions, marked })
}

fn is_marked(function: &Function) -> bool {
    matches!(function.standing.as_str(), "compiles" | "changed")
}

fn function(line: &str) -> Option<Function> {
    let mut parts = line.splitn(5, '\t');
    let mut next = || parts.next().map(str::to_string);
    let (path, lines, standing, called, message) = (next()?, next()?, next()?, next()?, next()?);
    Some(Function { path, lines: lines.parse().ok()?, standing, called: called == "called", message })
}

/// The function in which an error lies, and the error.
fn of_function<'a>(line: &'a str, built: &'a Built) -> Option<(&'a str, &'a str)> {
    let (_, place) = line.split_once("/marked.rs:")?;
    let (at, rest) = place.split_once(':')?;
    let at: usize = at.parse().ok()?;
    let (_, message) = rest.split_once(": error")?;
    let (start, function) = built.marked.iter().rev().find(|(start, _)| *start <= at)?;
    let function = &built.functions[*function];
    (at <= start + function.lines).then_some((function.path.as_str(), message.trim_start_matches(':').trim()))
}

fn table(functions: &[Function]) -> String {
    let mut text = String::from(
        "| crate | functions | compile as they are | after a change | called | refused by the macro | by rustc |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let row = |name: &str, of: &[&Function]| {
        let count = |standing: &str| of.iter().filter(|function| function.standing == standing).count();
        let called = of.iter().filter(|function| function.called).count();
        let (all, compile) = (of.len(), count("compiles"));
        let percent = 100.0 * compile as f64 / all as f64;
        let (changed, by_macro, by_rustc) = (count("changed"), count("macro"), count("rustc"));
        format!(
            "| {name} | {all} | {compile} ({percent:.0} %) | {changed} | {called} | {by_macro} | {by_rustc} |\n"
        )
    };
    let mut crates: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
    for function in functions {
        crates.entry(function.path.split("::").next().unwrap_or_default()).or_default().push(function);
    }
    for (name, of) in &crates {
        text.push_str(&row(&format!("`{name}`"), of));
    }
    text.push_str(&row("all", &functions.iter().collect::<Vec<_>>()));
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for function in functions.iter().filter(|function| !is_marked(function)) {
        reasons.entry(reason(&function.message)).or_default().push(&function.path);
    }
    let mut reasons: Vec<(String, Vec<&str>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    text.push_str("\n| functions | reason | one of them |\n|---|---|---|\n");
    for (reason, paths) in reasons {
        let _ = writeln!(text, "| {} | {reason} | `{}` |", paths.len(), paths[0]);
    }
    text
}

/// A message without its help, and without the names in it.
fn reason(message: &str) -> String {
    let message = message.split("  ").next().unwrap_or_default();
    let parts = message.split('`').enumerate();
    let text: String = parts.map(|(at, part)| if at % 2 == 0 { part } else { "`…`" }).collect();
    text.replace('|', "\\|")
}

//! `functions.txt`: crates, their files, and arguments of their functions.
//!
//! ```text
//! puruspe: src/lib.rs src/beta.rs
//!   beta::beta    1.5, 2.5 | 0.7, 3.0
//! ```
//!
//! `name=path` states the rule of a foreign method or function, which is the function of the path: `#[differentiable(rules(name = path))]` before
//! each function that calls it. `+Type` derives `Differentiable` for a type, `~name` puts `#[inactive]` before the parameters of a name: both are what the
//! messages say to write. `-` in place of points is for a function that is not called. A line that is indented belongs to the crate above it: the path of a function, and the points at which it is called.

use std::collections::BTreeMap;

/// A crate.
pub(crate) struct Origin {
    pub(crate) name: String,
    /// Its name in paths.
    pub(crate) ident: String,
    /// The files that are taken; others stay in the linked crate. A `*` at the end stands for all files of a folder.
    files: Vec<String>,
    /// The types that derive `Differentiable`, by their names.
    pub(crate) types: Vec<String>,
    /// The parameters that `#[inactive]` stands before, by their names.
    pub(crate) inactive: Vec<String>,
    /// The rules of foreign functions: their names, and the functions that stand for them.
    pub(crate) rules: Vec<(String, String)>,
    /// The arguments of each function, by its path with the crate.
    pub(crate) calls: BTreeMap<String, Vec<String>>,
}

impl Origin {
    /// True if a file is taken.
    pub(crate) fn takes(&self, file: &str) -> bool {
        self.files.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(folder) => file.starts_with(folder),
            None => pattern == file,
        })
    }
}

pub(crate) fn read(text: &str) -> Vec<Origin> {
    let mut all: Vec<Origin> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        if !line.starts_with(' ') {
            let (name, files) = line.split_once(':').unwrap_or_else(|| panic!("functions.txt: {line}"));
            let (types, files): (Vec<&str>, Vec<&str>) =
                files.split_whitespace().partition(|word| word.starts_with('+'));
            let (inactive, files): (Vec<&str>, Vec<&str>) =
                files.into_iter().partition(|word| word.starts_with('~'));
            let (rules, files): (Vec<&str>, Vec<&str>) = files.into_iter().partition(|word| word.contains('='));
            let rules = rules.iter().filter_map(|rule| rule.split_once('='));
            let rules = rules.map(|(name, own)| (name.to_string(), own.to_string())).collect();
            let inactive = inactive.iter().map(|name| name.trim_start_matches('~').to_string()).collect();
            let types = types.iter().map(|name| name.trim_start_matches('+').to_string()).collect();
            let files = files.into_iter().map(str::to_string).collect();
            let ident = name.replace('-', "_");
            all.push(Origin {
                name: name.to_string(),
                ident,
                files,
                types,
                inactive,
                rules,
                calls: BTreeMap::new(),
            });
            continue;
        }
        let origin = all.last_mut().unwrap_or_else(|| panic!("functions.txt: {line} belongs to no crate"));
        let (path, points) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let points = points.split('|').map(|point| point.trim().to_string()).collect();
        origin.calls.insert(format!("{}::{path}", origin.ident), points);
    }
    all
}

/// The functions that rustc refuses when they are marked, and why.
pub(crate) fn refused(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(": "))
        .map(|(path, why)| (path.to_string(), why.to_string()))
        .collect()
}

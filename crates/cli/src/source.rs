//! `FILE.rs::function` on the command line: the reversible functions of a file, compiled to all stages.
//!
//! The attribute is looked for by name, so any file with Rust in it will do, whether a crate holds it or not. Errors
//! name what there is to choose from.

use std::path::PathBuf;

use retrograde_compiler::ir::{Checks, Options};
use retrograde_compiler::{Stages, stages_with};

use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// A file, and the function that was asked for.
pub(crate) struct Source {
    path: PathBuf,
    wanted: Option<String>,
    functions: Vec<syn::ItemFn>,
}

/// One function with its stages.
pub(crate) struct Compiled {
    /// Its name.
    pub(crate) name: String,
    /// What the compiler made of it.
    pub(crate) stages: Stages,
}

impl Source {
    /// Reads `FILE.rs` or `FILE.rs::function`.
    pub(crate) fn read(target: &str) -> Result<Source, Failure> {
        let (path, wanted) = match target.rsplit_once("::") {
            Some((path, function)) => (PathBuf::from(path), Some(function.to_string())),
            None => (PathBuf::from(target), None),
        };
        let file = input::read(&path, |text| {
            syn::parse_file(text).map_err(|error| Fault {
                line: Some(error.span().start().line),
                message: error.to_string(),
                hint: Some("the file must be Rust".to_string()),
            })
        })?;
        let mut functions = Vec::new();
        collect(file.items, &mut functions);
        Ok(Source { path, wanted, functions })
    }

    /// The function that was named; without a name, every one that is marked.
    pub(crate) fn chosen(&self) -> Result<Vec<Compiled>, Failure> {
        let chosen: Vec<&syn::ItemFn> = match &self.wanted {
            Some(name) => self.functions.iter().filter(|f| f.sig.ident == name).collect(),
            None => self.functions.iter().filter(|f| is_marked(f)).collect(),
        };
        if chosen.is_empty() {
            let message = match &self.wanted {
                Some(name) => format!("there is no function `{name}`"),
                None => "no function is marked #[reversible]".to_string(),
            };
            return Err(self.refuse(Fault { line: None, message, hint: Some(self.choice()) }));
        }
        chosen.into_iter().map(|function| self.compile(function)).collect()
    }

    /// The one function that was named, or the only one that is marked.
    pub(crate) fn one(&self) -> Result<Compiled, Failure> {
        let mut chosen = self.chosen()?;
        match (chosen.pop(), chosen.is_empty()) {
            (Some(one), true) => Ok(one),
            _ => {
                let message = "there are several functions to choose from".to_string();
                Err(self.refuse(Fault { line: None, message, hint: Some(self.choice()) }))
            }
        }
    }

    /// All functions that are marked and break no law: what a function may call.
    pub(crate) fn others(&self) -> Vec<Compiled> {
        let marked = self.functions.iter().filter(|f| is_marked(f));
        marked.filter_map(|function| self.compile(function).ok()).collect()
    }

    fn compile(&self, function: &syn::ItemFn) -> Result<Compiled, Failure> {
        let mut function = function.clone();
        function.attrs.retain(|a| !a.path().is_ident("reversible") && !a.path().is_ident("doc"));
        let name = function.sig.ident.to_string();
        let stages = stages_with(function, Options { checks: Checks::Debug }).map_err(|errors| {
            let line = errors.0.first().map(|d| d.extent.start.start().line);
            self.refuse(Fault { line, message: errors.to_string().trim_end().to_string(), hint: None })
        })?;
        Ok(Compiled { name, stages })
    }

    fn refuse(&self, fault: Fault) -> Failure {
        Failure::Input(InputError { path: self.path.clone(), fault })
    }

    /// What there is, for a hint.
    fn choice(&self) -> String {
        let path = self.path.display();
        let marked: Vec<String> =
            self.functions.iter().filter(|f| is_marked(f)).map(|f| f.sig.ident.to_string()).collect();
        match &marked[..] {
            [] => format!("mark a function with #[reversible], or name one: `{path}::function`"),
            [one] => format!("there is `{path}::{one}`"),
            several => format!("there are {}; name one: `{path}::{}`", several.join(", "), several[0]),
        }
    }
}

/// Whether the attribute stands there, by its name or by its path.
fn is_marked(function: &syn::ItemFn) -> bool {
    function.attrs.iter().any(|a| a.path().segments.last().is_some_and(|s| s.ident == "reversible"))
}

/// All functions, also in modules.
fn collect(items: Vec<syn::Item>, found: &mut Vec<syn::ItemFn>) {
    for item in items {
        match item {
            syn::Item::Fn(f) => found.push(f),
            syn::Item::Mod(m) => collect(m.content.map(|(_, items)| items).unwrap_or_default(), found),
            _ => {}
        }
    }
}

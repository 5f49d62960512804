//! `FILE.rs::function` on the command line: compiles the reversible functions of a file to all stages.
//!
//! The attribute is recognised by its name, so any file with Rust in it will do, part of a crate or not. Functions in
//! modules and functions, and methods, are named by their paths. Errors list the functions to choose from.

mod find;
mod library;
mod report;
mod wanted;

use std::path::PathBuf;

pub(crate) use find::Written;
use find::{Found, functions, structures};
use quote::ToTokens;
use retrograde_compiler::law::Diagnostics;
use retrograde_compiler::{Stages, Structures};
use retrograde_inspect::interpret::Items;
use wanted::Wanted;

use crate::console;
use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// Explains the notation of the target in help texts.
pub(crate) const TARGET: &str = "\
After the file comes the path of the function, or enough of its end to identify it:
  FILE.rs::function             FILE.rs::module::function     FILE.rs::function::inner
  FILE.rs::Type::method         FILE.rs::<Type as Trait>::method
  FILE.rs::Trait::method        (a method with a body in the trait)
";

/// A file, and the function that the user named.
pub(crate) struct Source {
    path: PathBuf,
    wanted: Option<Wanted>,
    functions: Vec<Found>,
    structures: Structures,
    text: String,
    file: syn::File,
}

/// A function with its stages.
pub(crate) struct Compiled {
    /// The name by which calls refer to it; for a method, with the name of its type.
    pub(crate) name: String,
    /// Its path in the file, by which the user can name it.
    pub(crate) path: String,
    /// Its programs.
    pub(crate) stages: Stages,
    /// The place of its text.
    pub(crate) written: Written,
}

impl Source {
    /// Reads `FILE.rs` or `FILE.rs::function`.
    pub(crate) fn read(target: &str) -> Result<Source, Failure> {
        let (path, wanted) = match target.split_once(".rs::") {
            Some((path, wanted)) => (PathBuf::from(format!("{path}.rs")), Some(wanted)),
            None => match target.split_once("::") {
                Some((path, wanted)) => (PathBuf::from(path), Some(wanted)),
                None => (PathBuf::from(target), None),
            },
        };
        let text = input::read(&path, |text| Ok(text.to_string()))?;
        let file = syn::parse_file(&text).map_err(|error| {
            console::report(&report::no_rust(&path, &text, &error));
            Failure::Reported(2)
        })?;
        let structures = structures(&file, &text);
        // A function is compiled as its attribute sees it.
        let file = syn::parse2(structures.without_other_names(file.to_token_stream())).unwrap_or(file);
        let functions = functions(&file);
        let mut source = Source { path, wanted: None, functions, structures, text, file };
        if let Some(text) = wanted {
            let Some(wanted) = Wanted::read(text) else {
                let hint =
                    "write FILE.rs::function, FILE.rs::Type::method or FILE.rs::<Type as Trait>::method";
                let (message, hint) =
                    (format!("`{text}` is not a path of a function"), Some(hint.to_string()));
                return Err(source.refuse(Fault { line: None, message, hint }));
            };
            source.wanted = Some(wanted);
        }
        Ok(source)
    }

    /// Returns the function that was named; without a name, every function with the attribute. Reports all broken
    /// laws of all of them.
    pub(crate) fn chosen(&self) -> Result<Vec<Compiled>, Failure> {
        let (mut compiled, mut broken) = (Vec::new(), Vec::new());
        for function in self.meant()? {
            match self.compiled(function) {
                Ok(done) => compiled.push(done),
                Err(errors) => broken.push((function, errors)),
            }
        }
        if broken.is_empty() { Ok(compiled) } else { Err(self.refuse_all(&broken)) }
    }

    /// Returns a line of the file, counted from one.
    pub(crate) fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number.saturating_sub(1)).unwrap_or_default()
    }

    /// Returns the function that was named, or the only one with the attribute.
    pub(crate) fn one(&self) -> Result<Compiled, Failure> {
        let meant = self.meant()?;
        match meant[..] {
            [one] => self.compiled(one).map_err(|errors| self.refuse_all(&[(one, errors)])),
            _ => {
                let message = match &self.wanted {
                    Some(wanted) => format!("`{wanted}` may be several functions"),
                    None => "there are several functions to choose from".to_string(),
                };
                Err(self.refuse(Fault { line: None, message, hint: Some(self.choice(&meant)) }))
            }
        }
    }

    /// Returns all valid functions with the attribute, which a function may call. If two have the same name, the last
    /// one counts: a type's own method comes after that of a trait.
    fn others(&self) -> Vec<Compiled> {
        let mut marked = self.marked();
        marked.sort_by_key(|f| f.of.as_ref().is_none_or(|of| of.of_trait.is_none()));
        marked.into_iter().filter_map(|function| self.compiled(function).ok()).collect()
    }

    /// Runs a part of the compiler that may ask for the structures of the file.
    pub(crate) fn knowing<R>(&self, run: impl FnOnce() -> R) -> R {
        self.structures.around(run)
    }

    /// Returns everything that a function of the file may call: [`Source::others`], library functions whose name the
    /// file does not define, plain functions and constants.
    pub(crate) fn around(&self) -> (Vec<(String, Stages)>, Items) {
        let mut functions: Vec<_> =
            self.others().into_iter().map(|other| (other.name, other.stages)).collect();
        let (library, items) = library::library();
        let is_new = |name: &str| self.functions.iter().all(|found| found.name != name);
        functions.extend(library.into_iter().filter(|(name, _)| is_new(name)));
        (functions, Items::of(&self.file).and(items))
    }

    /// True if calls refer to a function of the file by this name.
    pub(crate) fn holds(&self, name: &str) -> bool {
        self.functions.iter().any(|found| found.called() == name)
    }

    fn marked(&self) -> Vec<&Found> {
        self.functions.iter().filter(|f| f.is_marked).collect()
    }

    fn meant(&self) -> Result<Vec<&Found>, Failure> {
        let meant = match &self.wanted {
            Some(wanted) => wanted.among(&self.functions),
            None => self.marked(),
        };
        if !meant.is_empty() {
            return Ok(meant);
        }
        let (message, hint) = match &self.wanted {
            Some(wanted) => {
                let all: Vec<&Found> = self.functions.iter().collect();
                let near = wanted.near(&all);
                let hint = if near.is_empty() { self.choice(&self.marked()) } else { self.nearly(&near) };
                (format!("there is no function `{wanted}`"), hint)
            }
            None => ("no function is marked #[reversible]".to_string(), self.choice(&[])),
        };
        Err(self.refuse(Fault { line: None, message, hint: Some(hint) }))
    }

    fn compiled(&self, function: &Found) -> Result<Compiled, Diagnostics> {
        let stages = self.structures.around(|| function.stages())?;
        let written = function.written();
        Ok(Compiled { name: function.called(), path: function.path(), stages, written })
    }

    /// Reports every law that the functions break, in their text. For a function without the attribute, reports that
    /// instead.
    fn refuse_all(&self, broken: &[(&Found, Diagnostics)]) -> Failure {
        if let Some((function, errors)) = broken.iter().find(|(function, _)| !function.is_marked) {
            return self.refuse(unmarked(function, errors));
        }
        let all = broken.iter().flat_map(|(_, errors)| &errors.0);
        console::report(&report::broken(&self.path, &self.text, all));
        let shown = broken.iter().take(NAMED);
        let mut names: Vec<String> = shown.map(|(function, _)| format!("`{}`", function.path())).collect();
        if broken.len() > NAMED {
            names.push(format!("and {} more", broken.len() - NAMED));
        }
        let count: usize = broken.iter().map(|(_, errors)| errors.0.len()).sum();
        let errors = if count == 1 { "error" } else { "errors" };
        console::report(&format!("{count} {errors} in {}", names.join(", ")));
        Failure::Reported(2)
    }

    pub(crate) fn refuse(&self, fault: Fault) -> Failure {
        Failure::Input(InputError { path: self.path.clone(), fault })
    }

    /// Lists the functions, for a hint.
    fn choice(&self, functions: &[&Found]) -> String {
        let path = self.path.display();
        let mut names: Vec<String> = functions.iter().map(|f| f.path()).collect();
        names.dedup();
        match &names[..] {
            [] => format!("mark a function with #[reversible], or name one: `{path}::function`"),
            [one] => format!("there is `{path}::{one}`"),
            several => format!("there are {}; name one: `{path}::{}`", several.join(", "), several[0]),
        }
    }

    /// Suggests similar names, for a hint.
    fn nearly(&self, near: &[&Found]) -> String {
        let names: Vec<String> =
            near.iter().map(|f| format!("`{}::{}`", self.path.display(), f.path())).collect();
        format!("did you mean {}?", names.join(" or "))
    }
}

/// The maximal number of functions named after their errors.
const NAMED: usize = 12;

/// Returns the fault for a function without the attribute.
fn unmarked(function: &Found, errors: &Diagnostics) -> Fault {
    let name = function.path();
    let (message, hint) = if function.is_by_hand {
        (
            format!("`{name}` is plain Rust, and its derivatives are declared: nothing is made of it"),
            format!("hold what is declared against differences, in a test: `{name}::check(…)`"),
        )
    } else {
        (
            format!("`{name}` is not marked #[reversible], and as it stands it could not be"),
            format!("the first of what would be refused:\n{}", first(&errors.to_string())),
        )
    };
    Fault { line: Some(function.line), message, hint: Some(hint) }
}

/// Returns the first of several messages.
fn first(messages: &str) -> String {
    let start = messages.lines().enumerate().find(|(at, line)| *at > 0 && line.starts_with('['));
    let lines = messages.lines().take(start.map_or(usize::MAX, |(at, _)| at));
    lines.map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

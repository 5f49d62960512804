//! `retrograde expand FILE.rs::function`: the stages of a reversible function as readable Rust.

use crate::console;
use crate::failure::{Failure, Fault, InputError};
use crate::input;
use retrograde_compiler::ir::{Checks, Options};
use retrograde_compiler::{print, stages_with};
use std::path::PathBuf;

/// Prints what the compiler makes of a reversible function.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function; without it, every function marked #[reversible].
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// The stage; without it, primal, inverse, adjoint and sweep.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(print::STAGES))]
    stage: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (path, wanted) = match arguments.target.rsplit_once("::") {
        Some((path, function)) => (PathBuf::from(path), Some(function)),
        None => (PathBuf::from(&arguments.target), None),
    };
    let refuse = |fault: Fault| Failure::Input(InputError { path: path.clone(), fault });
    let file = input::read(&path, |text| {
        syn::parse_file(text).map_err(|error| located(error.span(), error.to_string()))
    })?;
    let mut found = Vec::new();
    collect(file.items, wanted, &mut found);
    if found.is_empty() {
        let message = match wanted {
            Some(name) => format!("there is no function `{name}`"),
            None => "no function is marked #[reversible]".to_string(),
        };
        let hint = Some("name one: `retrograde expand FILE.rs::function`".to_string());
        return Err(refuse(Fault { line: None, message, hint }));
    }
    for mut function in found {
        function.attrs.retain(|a| !a.path().is_ident("reversible") && !a.path().is_ident("doc"));
        let name = function.sig.ident.to_string();
        let stages = stages_with(function, Options { checks: Checks::Debug }).map_err(|errors| {
            let first = errors.0.first();
            let line = first.map(|d| d.extent.start.start().line);
            refuse(Fault { line, message: errors.to_string().trim_end().to_string(), hint: None })
        })?;
        let shown: &[&str] = match (&arguments.stage, stages.function.output) {
            (Some(stage), _) => &[stage.as_str()],
            // The adjoint of a function that returns a value is its `pull`; the rest follows from it.
            (None, Some(_)) => &["primal", "adjoint"],
            (None, None) => &["primal", "inverse", "adjoint", "sweep"],
        };
        for stage in shown {
            match print::stage(&stages, stage) {
                Some(tokens) => console::print(&format!("// {name}: {stage}\n{}", readable(tokens)))?,
                None => console::print(&format!("// {name}: its sweep is primal, adjoint, primal\n"))?,
            }
        }
    }
    Ok(())
}

fn located(span: proc_macro2::Span, message: String) -> Fault {
    Fault { line: Some(span.start().line), message, hint: Some("the file must be Rust".to_string()) }
}

/// Functions of that name, or all reversible ones, also in modules.
fn collect(items: Vec<syn::Item>, wanted: Option<&str>, found: &mut Vec<syn::ItemFn>) {
    for item in items {
        match item {
            syn::Item::Fn(f) => {
                let marked = f.attrs.iter().any(|a| a.path().is_ident("reversible"));
                if wanted.map_or(marked, |name| f.sig.ident == name) {
                    found.push(f);
                }
            }
            syn::Item::Mod(m) => {
                collect(m.content.map(|(_, items)| items).unwrap_or_default(), wanted, found)
            }
            _ => {}
        }
    }
}

fn readable(tokens: proc_macro2::TokenStream) -> String {
    let text = match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // What the compiler emits is Rust; should it ever not be, show it all the same.
        Err(_) => tokens.to_string(),
    };
    text.replace("::retrograde::__private::", "")
}

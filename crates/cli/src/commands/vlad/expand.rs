//! `retrograde vlad expand FILE::name --transform '*j'`: prints a transformed function as readable VLAD.

use std::path::PathBuf;

use retrograde_vlad::Session;
use retrograde_vlad::tags::Tag;

use super::{files, refuse};
use crate::console;
use crate::failure::Failure;

/// Prints a function in the core calculus, in A-normal form, or after transformations.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The program, and after `::` the function; without it, all functions of the program.
    #[arg(value_name = "FILE.vlad[::NAME]")]
    target: String,
    /// Apply a transformation: `*j` for reverse mode, `bundle` for forward mode, `perturb`, `sensitize`. May be
    /// repeated for more levels.
    #[arg(long, value_name = "OPERATOR", value_parser = operator)]
    transform: Vec<Tag>,
    /// Print the core calculus instead of A-normal form.
    #[arg(long, conflicts_with = "transform")]
    core: bool,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
}

/// Returns the transformation with this name.
pub(super) fn operator(word: &str) -> Result<Tag, String> {
    match word {
        "*j" | "reverse" => Ok(Tag::Reverse),
        "bundle" | "j*" | "forward" => Ok(Tag::Forward),
        "perturb" | "perturbation" => Ok(Tag::Perturbation),
        "sensitize" | "sensitivity" => Ok(Tag::Sensitivity),
        _ => Err("it is `*j`, `bundle`, `perturb` or `sensitize`".to_string()),
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (path, wanted) = match arguments.target.rsplit_once("::") {
        Some((path, name)) => (PathBuf::from(path), Some(name)),
        None => (PathBuf::from(&arguments.target), None),
    };
    let session = Session::new();
    files::load(&session, &path, &arguments.include)?;
    let names = match wanted {
        Some(name) => vec![name.to_string()],
        None => session.defined_names(),
    };
    if names.is_empty() {
        return Err(Failure::Usage(format!("{} defines nothing to expand", path.display())));
    }
    for name in names {
        let text =
            if arguments.core { session.core(&name) } else { session.listing(&name, &arguments.transform) };
        let text = text.map_err(|error| refuse(&session, &error))?;
        console::print(&format!("; {name}\n{text}\n"))?;
    }
    Ok(())
}

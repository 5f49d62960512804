//! `retrograde expand FILE.rs::function`: the stages of a reversible function as readable Rust.

use crate::console;
use crate::failure::Failure;
use crate::source::{Source, TARGET};
use retrograde_inspect::print;

/// Prints the programs that the compiler derives from a reversible function.
#[derive(clap::Args)]
#[command(after_help = TARGET)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method; without it, every function marked `#[reversible]` or `#[differentiable]`.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// The stage; without it, primal, inverse, adjoint and sweep, or record and replay of an ordinary function.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(print::STAGES))]
    stage: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    for function in Source::read(&arguments.target)?.chosen()? {
        let (name, stages) = (&function.path, &function.stages);
        let shown: &[&str] = match (&arguments.stage, stages.function.output) {
            (Some(stage), _) => &[stage.as_str()],
            (None, _) if stages.function.options.ordinary => &["record", "replay"],
            // The adjoint of a function that returns a value is its `pull`; inverse and sweep follow from it.
            (None, Some(_)) => &["primal", "adjoint"],
            (None, None) => &["primal", "inverse", "adjoint", "sweep"],
        };
        for stage in shown {
            match print::stage(stages, stage) {
                Some(tokens) => console::print(&format!("// {name}: {stage}\n{}", readable(tokens)))?,
                None if *stage == "sweep" => {
                    console::print(&format!("// {name}: its sweep is primal, adjoint, primal\n"))?;
                }
                None => console::print(&format!("// {name}: nothing of it is recorded\n"))?,
            }
        }
    }
    Ok(())
}

fn readable(tokens: proc_macro2::TokenStream) -> String {
    let text = match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // The compiler should always emit valid Rust; if it does not, show the tokens.
        Err(_) => tokens.to_string(),
    };
    print::cleaned(&text)
}

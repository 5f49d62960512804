//! `retrograde expand FILE.rs::function`: the stages of a reversible function as readable Rust.

use crate::console;
use crate::costs::costs;
use crate::failure::{Failure, Fault};
use crate::source::{Compiled, Source, TARGET};
use retrograde_compiler::kernels;
use retrograde_inspect::print;
use std::collections::{BTreeMap, BTreeSet};

/// Prints the programs that the compiler derives from a reversible function.
#[derive(clap::Args)]
#[command(after_help = TARGET)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method; without it, every function marked `#[reversible]` or `#[differentiable]`.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    function: String,
    /// The stage; without it, primal, inverse, adjoint and sweep, or record and replay of an ordinary function. `lanes` says of
    /// each loop with `#[parallel]` what runs together, or why it stays scalar.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(print::STAGES.iter().copied().chain([LANES])))]
    stage: Option<String>,
    /// Prints the function as it is written, and beside each statement what it records in one run of it, and why.
    #[arg(long, conflicts_with = "stage")]
    costs: bool,
    /// Prints the text for the compiler of a device, as `#[reversible(kernels)]` or `#[differentiable(kernels)]` has it: kernels that
    /// the prelude of `retrograde-kernels` makes CUDA C or C.
    #[arg(long, value_parser = ["cuda", "c"], conflicts_with_all = ["stage", "costs"])]
    target: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::read(&arguments.function)?;
    for function in source.chosen()? {
        if arguments.target.is_some() {
            console::print(&for_devices(&source, &function)?)?;
            continue;
        }
        if arguments.costs {
            console::print(&with_costs(&source, &function))?;
            continue;
        }
        if arguments.stage.as_deref() == Some(LANES) {
            console::print(&in_lanes(&source, &function))?;
            continue;
        }
        let (name, stages) = (&function.path, &function.stages);
        let shown: &[&str] = match (&arguments.stage, stages.function.output) {
            (Some(stage), _) => &[stage.as_str()],
            (None, _) if stages.function.options.language.is_ordinary() => &["record", "replay"],
            // The adjoint of a function that returns a value is its `pull`; inverse and sweep follow from it.
            (None, Some(_)) => &["primal", "adjoint"],
            (None, None) => &["primal", "inverse", "adjoint", "sweep"],
        };
        for stage in shown {
            match source.knowing(|| print::stage(stages, stage)) {
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

/// The kernels of a function, with names in place of placeholders.
fn for_devices(source: &Source, function: &Compiled) -> Result<String, Failure> {
    let name = &function.path;
    let text = match kernels::text(&function.stages) {
        Ok(text) => text,
        Err(kernels::Refusal { message, help, at }) => {
            let (line, hint) = (Some(at.start.start().line), Some(help.to_string()));
            return Err(source.refuse(Fault { line, message: format!("{name}: {message}"), hint }));
        }
    };
    let mut out = String::new();
    for program in &text.programs {
        let word = kernels::word(program.program);
        let body = program.entry.as_ref().map_or(&program.function, |entry| &entry.text);
        out.push_str(&format!("// {name}: {word}\n"));
        let mut rest = &body[..];
        while let Some((before, after)) = rest.split_once("@{") {
            let (inside, after) = after.split_once('}').unwrap_or((after, ""));
            out.push_str(before);
            rest = after;
            out.push_str(&match inside.split_once(['.', ':']) {
                Some(("self" | "kernel", program)) => format!("{name}_{program}"),
                Some(("site", number)) => number.to_string(),
                Some(("constant", number)) => {
                    number.parse().map_or(String::new(), |at: usize| text.constants[at].to_string())
                }
                Some((callee, program)) => {
                    let path = callee.parse().ok().and_then(|at: usize| text.callees.get(at));
                    let last = path.and_then(|path| path.path.segments.last());
                    format!("{}_{program}", last.map_or(String::new(), |last| last.ident.to_string()))
                }
                // A mark for the library.
                None => String::new(),
            });
        }
        out.push_str(rest);
    }
    Ok(out)
}

/// The stage that says whose iterations run together.
const LANES: &str = "lanes";

/// The loops of a function that are marked, and those that run in lanes without a mark, and how each program runs them.
fn in_lanes(source: &Source, function: &Compiled) -> String {
    let name = &function.path;
    let loops = retrograde_inspect::lanes::loops(&function.stages);
    if loops.is_empty() {
        return format!(
            "// {name}: no loop of it is marked `#[parallel]`, and none runs in lanes without a mark\n"
        );
    }
    let mut out = format!("// {name}: loops whose iterations run together\n");
    for one in loops {
        let line = one.span.start().line;
        out.push_str(&format!("\n{line}: {}\n", source.line(line).trim()));
        for (programs, how) in one.programs {
            out.push_str(&format!("    {}: {how}\n", programs.join(", ")));
        }
    }
    out
}

/// The longest line beside which a cost is aligned with the others.
const WIDEST: usize = 60;

/// The text of a function with a comment beside each statement.
fn with_costs(source: &Source, function: &Compiled) -> String {
    if function.stages.recording.is_none() {
        return format!("// {}: nothing of it is recorded\n", function.path);
    }
    let mut beside: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let names: BTreeSet<&str> =
        function.written.lines.clone().flat_map(|number| words(source.line(number))).collect();
    for cost in costs(&function.stages) {
        let text = as_written(&format!("{}: {}", cost.size, cost.reason), &names);
        let line = beside.entry(cost.span.start().line).or_default();
        if !line.contains(&text) {
            line.push(text);
        }
    }
    let lines = function.written.lines.clone();
    let widths = lines.clone().map(|number| source.line(number).chars().count());
    let column = widths.filter(|width| *width <= WIDEST).max().unwrap_or_default();
    let mut out = format!("// {}: what is recorded each time that a statement runs\n", function.path);
    for number in lines {
        let text = source.line(number);
        let comment = match beside.get(&number) {
            Some(costs) => costs.join("; "),
            None if function.written.statements.contains(&number) => "nothing".to_string(),
            None => String::new(),
        };
        if comment.is_empty() {
            out.push_str(text);
        } else {
            out.push_str(&format!("{text:column$}  // {comment}"));
        }
        out.push('\n');
    }
    out
}

/// The names in a text, with the rest of it left out.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A text in the names of the writer: `v_2`, which the compiler calls a second `v`, is `v` where the writer has no `v_2`.
fn as_written(text: &str, names: &BTreeSet<&str>) -> String {
    let mut out = text.to_string();
    let made: BTreeSet<&str> = words(text).filter(|word| !names.contains(word)).collect();
    for word in made.into_iter().rev() {
        let base = word.rsplit_once('_').filter(|(_, number)| number.parse::<u32>().is_ok());
        if let Some((base, _)) = base.filter(|(base, _)| names.contains(base)) {
            out = out.replace(word, base);
        }
    }
    out
}

fn readable(tokens: proc_macro2::TokenStream) -> String {
    let text = match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // The compiler should always emit valid Rust; if it does not, show the tokens.
        Err(_) => tokens.to_string(),
    };
    print::cleaned(&text)
}

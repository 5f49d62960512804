//! `retrograde vlad test FILE…`: compares values with what stands after `===>`.

use std::path::PathBuf;

use retrograde_vlad::Session;

use super::{Bounds, files};
use crate::console;
use crate::failure::Failure;

/// Checks the values that programs note after `===>`; the last line counts them.
///
/// Numbers agree to 1e-10, everything else exactly. `===> error` expects any error, `===> (error "text")` one that says
/// so.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The programs.
    #[arg(value_name = "FILE.vlad", required = true)]
    files: Vec<PathBuf>,
    /// Also look here for what the programs include.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    bounds: Bounds,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut passed, mut failed) = (0, 0);
    for file in &arguments.files {
        let session = Session::new();
        session.set_limits(arguments.bounds.limits());
        if let Err(failure) = files::load(&session, file, &arguments.include) {
            console::complain(&failure);
            failed += 1;
            continue;
        }
        let outcomes = session.test();
        let program = session.program();
        for outcome in outcomes {
            if outcome.passed {
                passed += 1;
                continue;
            }
            failed += 1;
            let (line, _) = program.sources.position(outcome.span);
            let name = program.sources.get(outcome.span.source).map_or("", |s| &*s.name);
            let text = program.sources.text(outcome.span);
            console::print(&format!(
                "{name}:{line}: {text}\n  expected {}\n  found    {}",
                outcome.expected, outcome.found
            ))?;
        }
    }
    console::print(&format!("{passed} passed, {failed} failed"))?;
    if failed == 0 { Ok(()) } else { Err(Failure::Reported(1)) }
}

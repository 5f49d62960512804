//! `retrograde vlad test FILE…`: compares values with those after `===>`.

use std::path::{Path, PathBuf};

use retrograde_vlad::Session;

use super::files::Folders;
use super::{Bounds, refuse};
use crate::console;
use crate::failure::Failure;
use crate::input;

/// The default limit of steps per test: some seconds.
const FUEL: u64 = 1_000_000_000;

/// Compares the values of expressions with those after `===>`; the last line counts the tests.
///
/// Numbers agree to 1e-10, everything else exactly. `===> error` expects any error, `===> (error "text")` an error
/// whose message contains the text, `===> (or a b)` one of several values. An expression without `===>` must evaluate
/// to #t. `(with-inputs (5 6) e)` gives `read-real` numbers to read, `(multiform e …)` makes one test of several
/// definitions and expressions.
///
/// Each test has a step limit of its own (--fuel), so an endless test fails and the others run. Failures are shown at
/// once.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The programs.
    #[arg(value_name = "FILE.vlad", required = true)]
    files: Vec<PathBuf>,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    bounds: Bounds,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut passed, mut failed) = (0, 0);
    let mut limits = arguments.bounds.limits();
    if limits.fuel == u64::MAX {
        limits.fuel = FUEL;
    }
    for file in &arguments.files {
        let session = Session::new();
        session.set_limits(limits);
        if let Err(failure) = check(&session, file, &arguments.include, &mut passed, &mut failed) {
            console::complain(&failure);
            failed += 1;
        }
    }
    console::print(&format!("{passed} passed, {failed} failed"))?;
    if failed == 0 { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Runs the tests of a file and counts them.
fn check(
    session: &Session,
    file: &Path,
    include: &[PathBuf],
    passed: &mut u64,
    failed: &mut u64,
) -> Result<(), Failure> {
    let text = input::read(file, |text| Ok(text.to_owned()))?;
    let mut printed = Ok(());
    let done =
        session.check(&file.display().to_string(), &text, &mut Folders(include), |session, outcome| {
            if outcome.passed {
                *passed += 1;
                return;
            }
            *failed += 1;
            let program = session.program();
            let (line, _) = program.sources.position(outcome.span);
            let name = program.sources.get(outcome.span.source).map_or("", |s| &*s.name);
            let text = program.sources.text(outcome.span);
            let (expected, found) = (&outcome.expected, &outcome.found);
            let shown =
                console::print(&format!("{name}:{line}: {text}\n  expected {expected}\n  found    {found}"));
            printed = std::mem::replace(&mut printed, Ok(())).and(shown);
        });
    done.map_err(|error| refuse(session, &error))?;
    printed
}

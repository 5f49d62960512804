//! `retrograde vlad fmt FILE…`: formats the lines and the indentation of programs.

use std::io::Read;
use std::path::{Path, PathBuf};

use retrograde_vlad::Session;
use retrograde_vlad::fmt::format;

use super::refuse;
use crate::console;
use crate::failure::{Failure, Fault, InputError};
use crate::input;
use crate::output::Output;

/// Formats the lines and the indentation of programs. Comments and `===>` stay.
///
/// Lists on several lines stay so; lines of more than 100 columns are broken. The file `-` is standard input, which
/// is formatted to standard output.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The programs.
    #[arg(value_name = "FILE.vlad", required = true)]
    files: Vec<PathBuf>,
    /// Change nothing, name the files that are not formatted; the exit code is 1 if there are any.
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut ended = Ok(());
    for path in &arguments.files {
        match formatted(path, arguments.check) {
            Ok(true) => {}
            Ok(false) => ended = ended.and(Err(Failure::Reported(1))),
            // A file that cannot be read does not prevent the others from being formatted.
            Err(failure) => {
                console::complain(&failure);
                ended = Err(Failure::Reported(failure.exit_code()));
            }
        }
    }
    ended
}

/// Formats or checks a file; false if it is not formatted and that is to be reported.
fn formatted(path: &Path, check: bool) -> Result<bool, Failure> {
    let is_stream = path == Path::new("-");
    let text = if is_stream {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|error| {
            let fault = Fault::whole(format!("cannot read: {error}"));
            InputError { path: "standard input".into(), fault }
        })?;
        text
    } else {
        input::read(path, |text| Ok(text.to_owned()))?
    };
    let tidy = format(&text).map_err(|error| {
        let session = Session::new();
        // Only a session can show the place of the fault.
        match session.add(&path.display().to_string(), &text, &mut retrograde_vlad::NoFiles) {
            Err(shown) => refuse(&session, &shown),
            Ok(()) => refuse(&session, &error),
        }
    })?;
    if check {
        if tidy != text {
            console::print(&path.display().to_string())?;
        }
        return Ok(tidy == text);
    }
    if is_stream {
        console::print(tidy.trim_end_matches('\n'))?;
    } else if tidy != text {
        Output::create(path)?.commit(&tidy)?;
    }
    Ok(true)
}

//! `retrograde vlad repl`: an interactive session.

use std::borrow::Cow;
use std::path::PathBuf;

use retrograde_vlad::{Session, source::Sources};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use super::expand::operator;
use super::report::rendered;
use super::{Bounds, Folders, files};
use crate::console;
use crate::failure::Failure;

/// Evaluates expressions interactively.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Programs to load first.
    #[arg(value_name = "FILE.vlad")]
    files: Vec<PathBuf>,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    bounds: Bounds,
}

const HELP: &str = "\
Type expressions and definitions; a line ends where its parentheses close.
  :type EXPRESSION            the shape of a value with its tags
  :expand NAME [OPERATOR …]   a function in A-normal form, or transformed by *j, bundle, perturb, sensitize
  :core NAME                  a function in the core calculus
  :load FILE                  the definitions of a file
  :count EXPRESSION           the number of arithmetic operations
  :quit                       leave (or Ctrl-D)";

/// The assistant of the line editor: it decides whether a line is complete, and completes names.
struct Assistant {
    session: Session,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(|c: char| c.is_whitespace() || "()'".contains(c)).map_or(0, |i| i + 1);
        let word = &line[start..at];
        let mut names = self.session.known_names();
        names.extend(retrograde_vlad::expand::RESERVED.iter().map(ToString::to_string));
        names.extend([":type", ":expand", ":core", ":load", ":count", ":quit", ":help"].map(String::from));
        names.retain(|name| name.starts_with(word) && !word.is_empty());
        names.sort();
        names.dedup();
        Ok((start, names))
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let is_open =
            retrograde_vlad::read::read(Sources::default().add("<input>", text), text).is_err_and(|error| {
                let message = error.to_string();
                message.contains("never closed") || message.contains("nothing follows")
            });
        let asks = text.trim_start().starts_with(':');
        Ok(if is_open && !asks { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Helper for Assistant {}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let session = Session::new();
    session.write_to(std::io::stdout());
    for file in &arguments.files {
        files::load(&session, file, &arguments.include)?;
    }
    let failed = |error: ReadlineError| Failure::Usage(format!("cannot read from here: {error}"));
    let mut editor: Editor<Assistant, DefaultHistory> = Editor::new().map_err(failed)?;
    editor.set_helper(Some(Assistant { session: session.clone() }));
    let history = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".retrograde_vlad_history"));
    if let Some(history) = &history {
        // The first session has no history.
        let _ = editor.load_history(history);
    }
    loop {
        match editor.readline("vlad> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                session.set_limits(arguments.bounds.limits());
                if !respond(&session, line.trim(), &arguments.include)? {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        }
    }
    if let Some(history) = &history {
        let _ = editor.save_history(history);
    }
    Ok(())
}

/// Answers a line; false ends the session.
fn respond(session: &Session, line: &str, folders: &[PathBuf]) -> Result<bool, Failure> {
    let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
    let answer = match word {
        ":quit" | ":q" => return Ok(false),
        ":help" | ":h" => Ok(HELP.to_string()),
        ":type" | ":t" | ":core" | ":expand" | ":load" | ":count" if rest.is_empty() => {
            Ok(format!("{word} of what?\n{HELP}"))
        }
        ":type" | ":t" => session.describe(rest),
        ":core" => session.core(rest),
        ":expand" => {
            let mut words = rest.split_whitespace();
            let name = words.next().unwrap_or("");
            match words.map(operator).collect::<Result<Vec<_>, _>>() {
                Ok(tags) => session.listing(name, &tags),
                Err(reason) => Ok(format!("no such operator: {reason}")),
            }
        }
        ":load" => {
            // `load` reports other faults itself.
            let done = files::load(session, &PathBuf::from(rest), folders);
            if let Err(failure @ (Failure::Input(_) | Failure::Usage(_))) = &done {
                console::complain(failure);
            }
            if done.is_err() {
                return Ok(true);
            }
            evaluate(session)
        }
        ":count" => {
            let before = session.operations();
            session
                .evaluate(rest)
                .map(|value| format!("{value}\n{} arithmetic operations", session.operations() - before))
        }
        _ if word.starts_with(':') => Ok(format!("there is no command {word}\n{HELP}")),
        _ => session.add("<input>", line, &mut Folders(folders)).and_then(|()| evaluate(session)),
    };
    match answer {
        Ok(text) if text.is_empty() => {}
        Ok(text) => console::print(text.trim_end())?,
        Err(error) => console::report(&rendered(session, &error, false)),
    }
    Ok(true)
}

fn evaluate(session: &Session) -> retrograde_vlad::Result<String> {
    let mut lines = String::new();
    session.run(|value| {
        lines.push_str(value);
        lines.push('\n');
    })?;
    Ok(lines)
}

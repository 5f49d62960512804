//! Faults of VLAD programs, shown in their text.

use std::io::IsTerminal;

use ariadne::{Config, IndexType, Label, Report, ReportKind, sources};
use retrograde_vlad::{Error, ErrorKind, Session};

use crate::console;
use crate::failure::Failure;

/// Reports an error on standard error and gives the failure that ends the command.
pub(crate) fn refuse(session: &Session, error: &Error) -> Failure {
    console::report(&rendered(session, error, std::io::stderr().is_terminal()));
    Failure::Reported(match error.kind() {
        ErrorKind::Syntax | ErrorKind::Include => 2,
        ErrorKind::Runtime | ErrorKind::Limit => 1,
    })
}

/// An error with the text that it points to, the values at fault, a hint and the procedures that were running.
pub(crate) fn rendered(session: &Session, error: &Error, colour: bool) -> String {
    let program = session.program();
    let details = &error.0;
    let mut out = Vec::new();
    let located = details.span.and_then(|span| Some((span, program.sources.get(span.source)?)));
    match located {
        Some((span, source)) => {
            let name = source.name.to_string();
            let range = span.start as usize..(span.end as usize).max(span.start as usize);
            let label = match details.values.as_slice() {
                [] => "here".to_string(),
                values => format!("given {}", values.join(" and ")),
            };
            let mut report = Report::build(ReportKind::Error, (name.clone(), range.clone()))
                .with_config(Config::default().with_color(colour).with_index_type(IndexType::Byte))
                .with_message(&details.message)
                .with_label(Label::new((name, range)).with_message(label));
            if let Some(hint) = &details.hint {
                report = report.with_help(hint);
            }
            let texts = program.sources.iter().map(|s| (s.name.to_string(), s.text.to_string()));
            if report.finish().write(sources(texts), &mut out).is_err() {
                out = format!("Error: {}\n", details.message).into_bytes();
            }
        }
        None => {
            out = format!("Error: {}\n", details.message).into_bytes();
            for value in &details.values {
                out.extend(format!("  given {value}\n").bytes());
            }
            if let Some(hint) = &details.hint {
                out.extend(format!("  hint: {hint}\n").bytes());
            }
        }
    }
    let mut text = String::from_utf8_lossy(&out).into_owned();
    for frame in details.trace.iter().take(12) {
        text.push_str(&format!("  in {}", frame.procedure));
        if let Some((span, source)) =
            frame.span.and_then(|span| Some((span, program.sources.get(span.source)?)))
        {
            let (line, column) = program.sources.position(span);
            text.push_str(&format!(", called at {}:{line}:{column}", source.name));
        }
        text.push('\n');
    }
    text.trim_end().to_string()
}

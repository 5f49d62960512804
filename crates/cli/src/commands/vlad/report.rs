//! Shows faults of VLAD programs in their text.

use std::io::IsTerminal;

use retrograde_vlad::error::Frame;
use retrograde_vlad::source::{Source, Sources, Span};
use retrograde_vlad::{Error, ErrorKind, PRELUDE_NAME, Program, Session, TRACE};

use crate::excerpt::Excerpt;
use crate::failure::{Failure, ProgramError};

/// Returns the failure of the command for an error.
pub(crate) fn refuse(session: &Session, error: &Error) -> Failure {
    let program = session.program();
    let place = located(&program, error).map(|(span, source)| {
        let (line, _) = program.sources.position(span);
        (source.name.to_string(), line)
    });
    Failure::Program(Box::new(ProgramError {
        message: error.to_string(),
        file: place.as_ref().map(|(file, _)| file.clone()),
        line: place.map(|(_, line)| line),
        hint: error.0.hint.clone(),
        text: rendered(session, error, std::io::stderr().is_terminal()),
        exit_code: match error.kind() {
            ErrorKind::Syntax | ErrorKind::Include => 2,
            ErrorKind::Runtime | ErrorKind::Limit => 1,
        },
    }))
}

/// Returns the place of an error. A fault inside the prelude is reported at the call.
fn located<'a>(program: &'a Program, error: &Error) -> Option<(Span, &'a Source)> {
    let details = &error.0;
    let place = |span: Span| Some((span, program.sources.get(span.source)?));
    let spans = details.span.into_iter().chain(details.trace.iter().filter_map(|frame| frame.span));
    let own = spans.filter_map(place).find(|(_, source)| &*source.name != PRELUDE_NAME);
    own.or_else(|| details.span.and_then(place))
}

/// Formats an error: the text to which it points, the values at fault, a hint and the running procedures.
pub(crate) fn rendered(session: &Session, error: &Error, colour: bool) -> String {
    let program = session.program();
    let details = &error.0;
    let mut text = match located(&program, error) {
        Some((span, source)) => {
            let characters = |bytes: usize| source.text.get(..bytes).unwrap_or(&source.text).chars().count();
            let start = characters(span.start as usize);
            let label = match details.values.as_slice() {
                [] => "here".to_string(),
                values => format!("given {}", values.join(" and ")),
            };
            let excerpt = Excerpt {
                name: source.name.to_string(),
                text: &source.text,
                place: start..start.max(characters(span.end as usize)),
                code: None,
                message: &details.message,
                label,
                help: details.hint.as_deref(),
                note: None,
            };
            excerpt.render(colour) + "\n"
        }
        None => {
            let values = details.values.iter().map(|value| format!("  given {value}\n"));
            let hint = details.hint.iter().map(|hint| format!("  hint: {hint}\n"));
            format!("Error: {}\n", details.message) + &values.chain(hint).collect::<String>()
        }
    };
    for line in trace_lines(&program.sources, &details.trace) {
        text.push_str(&format!("  {line}\n"));
    }
    text.trim_end().to_string()
}

/// Formats the running procedures; equal ones in a row are counted.
fn trace_lines(sources: &Sources, trace: &[Frame]) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for frame in trace {
        let place = frame.span.and_then(|span| Some((span, sources.get(span.source)?)));
        let line = match place {
            Some((span, source)) => {
                let (line, column) = sources.position(span);
                format!("in {}, called at {}:{line}:{column}", frame.procedure, source.name)
            }
            None => format!("in {}", frame.procedure),
        };
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    let shown = |(line, times): &(String, usize)| match times {
        1 => line.clone(),
        times => format!("{line}, {times} times"),
    };
    let rest = (lines.len() > 12 || trace.len() >= TRACE).then(|| "…".to_string());
    lines.iter().take(12).map(shown).chain(rest).collect()
}

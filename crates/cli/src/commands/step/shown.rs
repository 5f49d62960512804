//! Steps and values as lines of text.

use retrograde_inspect::interpret::Value;
use retrograde_inspect::interpret::stepper::{Event, Shown, Way};

/// How many levels of nesting are shown by indentation.
const DEEPEST: usize = 24;

/// One step: which way, what ran, and what changed.
pub(super) fn event_line(event: &Event) -> String {
    let arrow = match event.way {
        Way::Forwards => '>',
        Way::Backwards => '<',
    };
    // What is nested deeper stays where one can see it.
    let depth = (event.calls * 2 + event.line.depth).min(DEEPEST);
    let text = format!("{arrow} {}{}", "  ".repeat(depth), event.line.text);
    let mut effects: Vec<String> =
        event.changed.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
    if !event.gone.is_empty() {
        effects.push(format!("without {}", event.gone.join(", ")));
    }
    if effects.is_empty() { text } else { format!("{text:<46}  {}", effects.join(", ")) }
}

/// All values, after some words.
pub(super) fn state_line(words: &str, state: &Shown) -> String {
    let state: Vec<String> = state.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
    format!("{words}: {}", state.join(", "))
}

/// The calls that are open; of many, the first and the last.
pub(super) fn open_calls(calls: &[&str], between: &str) -> String {
    const SHOWN: usize = 8;
    match calls.len().checked_sub(SHOWN) {
        None | Some(0) => calls.join(between),
        Some(more) => {
            let (first, last) = (&calls[..SHOWN / 2], &calls[calls.len() - SHOWN / 2..]);
            format!("{}{between}… {more} more …{between}{}", first.join(between), last.join(between))
        }
    }
}

/// A value on one line: of long lists, the start and the end.
pub(super) fn short(value: &Value) -> String {
    const SHOWN: usize = 8;
    match value {
        Value::Array(items) if items.len() > SHOWN => {
            let shown: Vec<String> = items[..SHOWN - 2].iter().map(short).collect();
            let last = items.last().map(short).unwrap_or_default();
            format!("[{}, … {last}; {} elements]", shown.join(", "), items.len())
        }
        Value::Array(items) => format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(", ")),
        Value::Record(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", short(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

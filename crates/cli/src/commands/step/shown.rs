//! Steps and values as lines of text.

use retrograde_inspect::interpret::Value;
use retrograde_inspect::interpret::stepper::{Event, Shown, Way};

/// The number of levels of nesting that are shown by indentation.
const DEEPEST: usize = 24;

/// Formats one step: its direction, its statement, and the changed variables.
pub(super) fn event_line(event: &Event) -> String {
    let arrow = match event.way {
        Way::Forwards => '>',
        Way::Backwards => '<',
    };
    // Deeper nesting is not indented further, so that the text stays on the screen.
    let depth = (event.calls * 2 + event.line.depth).min(DEEPEST);
    let text = format!("{arrow} {}{}", "  ".repeat(depth), event.line.text);
    let mut effects: Vec<String> =
        event.changed.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
    if !event.gone.is_empty() {
        effects.push(format!("without {}", event.gone.join(", ")));
    }
    if effects.is_empty() { text } else { format!("{text:<46}  {}", effects.join(", ")) }
}

/// Formats all values, after some words.
pub(super) fn state_line(words: &str, state: &Shown) -> String {
    let state: Vec<String> = state.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
    format!("{words}: {}", state.join(", "))
}

/// Formats the open calls; of many, the first and the last.
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

/// Formats a value on one line; of a long list, the start and the end.
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

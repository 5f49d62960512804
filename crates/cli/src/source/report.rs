//! Shows broken laws and syntax errors in the text of their file.

use std::io::IsTerminal;
use std::ops::Range;
use std::path::Path;

use proc_macro2::LineColumn;
use retrograde_compiler::law::{Diagnostic, Page};

use crate::excerpt::Excerpt;

/// Formats all broken laws, each with the command that prints the page of its law.
pub(super) fn broken<'d>(
    path: &Path,
    text: &str,
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
) -> String {
    let one = |d: &Diagnostic| {
        let Page { code, title } = d.law.page(d.language);
        let note = format!("law {code}: {title}; `retrograde law {code}` prints its page");
        let (start, end) = (d.extent.start.start(), d.extent.end.end());
        excerpt(path, text, (start, end), (Some(code), &d.message), &d.help, Some(&note))
    };
    diagnostics.map(one).collect::<Vec<_>>().join("\n")
}

/// Formats the error for a file that is not Rust.
pub(super) fn no_rust(path: &Path, text: &str, error: &syn::Error) -> String {
    let one = |error: syn::Error| {
        let (span, mut message) = (error.span(), error.to_string());
        let mut help = "the file must be Rust";
        // The only message of the lexer.
        if message == "cannot parse string into token stream" {
            message = "from here on this is not Rust".to_string();
            help = "close brackets and quotation marks; the file must be Rust";
        }
        excerpt(path, text, (span.start(), span.end()), (None, &message), help, None)
    };
    error.clone().into_iter().map(one).collect::<Vec<_>>().join("\n")
}

fn excerpt(
    path: &Path,
    text: &str,
    (start, end): (LineColumn, LineColumn),
    (code, message): (Option<&str>, &str),
    help: &str,
    note: Option<&str>,
) -> String {
    let place = characters(text, start, end);
    let name = path.display().to_string();
    let label = "here".to_string();
    let excerpt = Excerpt { name, text, place, code, message, label, help: Some(help), note };
    excerpt.render(std::io::stderr().is_terminal())
}

/// Returns the range of characters between two places: at least one character, if there is one.
fn characters(text: &str, start: LineColumn, end: LineColumn) -> Range<usize> {
    let offset = |at: LineColumn| {
        let before = text.split_inclusive('\n').take(at.line.saturating_sub(1));
        before.map(|line| line.chars().count()).sum::<usize>() + at.column
    };
    let length = text.chars().count();
    let start = offset(start).min(length.saturating_sub(1));
    start..offset(end).clamp((start + 1).min(length), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let text = "// ä\nab\n";
        let at = |line, column| LineColumn { line, column };
        assert_eq!(characters(text, at(2, 0), at(2, 2)), 5..7);
        assert_eq!(characters(text, at(2, 1), at(2, 1)), 6..7);
        assert_eq!(characters(text, at(9, 0), at(9, 4)), 7..8);
        assert_eq!(characters("", at(1, 0), at(1, 4)), 0..0);
    }
}

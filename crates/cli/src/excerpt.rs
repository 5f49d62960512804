//! Excerpts of a text that point to the place of an error.

use std::borrow::Cow;
use std::ops::Range;

use ariadne::{Config, Label, Report, ReportKind, Source};

/// Lines of an excerpt with more characters are shown around the place of the error.
const LONGEST: usize = 240;

/// Characters shown before the place of the error in a long line.
const BEFORE: usize = 60;

/// An error at a place of a text.
pub(crate) struct Excerpt<'a> {
    pub(crate) name: String,
    pub(crate) text: &'a str,
    /// The place, counted in characters.
    pub(crate) place: Range<usize>,
    pub(crate) code: Option<&'a str>,
    pub(crate) message: &'a str,
    /// Stands beside the place.
    pub(crate) label: String,
    pub(crate) help: Option<&'a str>,
    pub(crate) note: Option<&'a str>,
}

impl Excerpt<'_> {
    /// Formats the error: its message, the lines of the place and the advice; long lines are cut.
    pub(crate) fn render(self, colour: bool) -> String {
        let (line, column, length) = self.position();
        let long = length > LONGEST;
        let mut report = Report::build(ReportKind::Error, (self.name.clone(), self.place.clone()))
            .with_config(Config::default().with_color(colour && !long))
            .with_message(self.message)
            .with_label(Label::new((self.name.clone(), self.place)).with_message(self.label));
        if let Some(code) = self.code {
            report = report.with_code(code);
        }
        if let Some(help) = self.help {
            report = report.with_help(help);
        }
        if let Some(note) = self.note {
            report = report.with_note(note);
        }
        let mut out = Vec::new();
        if report.finish().write((self.name.clone(), Source::from(self.text)), &mut out).is_err() {
            return format!("error: {}:{line}: {}", self.name, self.message);
        }
        let text = String::from_utf8_lossy(&out);
        if !long {
            return text.trim_end().to_string();
        }
        let shown = text.trim_end().lines().map(|line| cut(line, column));
        shown.collect::<Vec<_>>().join("\n")
    }

    /// Returns the number of the line where the place begins, its column and the length of the line.
    fn position(&self) -> (usize, usize, usize) {
        let mut before = 0;
        let mut last = (1, 0, 0);
        for (at, line) in self.text.split_inclusive('\n').enumerate() {
            let length = line.chars().count();
            last = (at + 1, self.place.start - before, length);
            if before + length > self.place.start {
                break;
            }
            before += length;
        }
        last
    }
}

/// Cuts a line of an excerpt to what stands around a column of its text.
fn cut(line: &str, column: usize) -> Cow<'_, str> {
    let Some((margin, text)) = line.split_once('│') else { return line.into() };
    let first = column.saturating_sub(BEFORE);
    let length = text.chars().count();
    if margin.chars().count() > 12 || length <= first.max(LONGEST) {
        return line.into();
    }
    let shown: String = text.chars().skip(first).take(LONGEST).collect();
    let before = if first == 0 { "" } else { "…" };
    let after = if length > first + LONGEST { "…" } else { "" };
    format!("{margin}│{before}{}{after}", shown.trim_end()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, place: Range<usize>) -> String {
        let label = "here".to_string();
        let name = "a.txt".to_string();
        Excerpt { name, text, place, code: None, message: "wrong", label, help: Some("mend it"), note: None }
            .render(false)
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("first\n{}here{}\n", "a ".repeat(20_000), " b".repeat(20_000));
        let shown = excerpt(&text, 40_006..40_010);
        assert!(shown.chars().count() < 2_000, "{shown}");
        assert!(shown.contains("a.txt:2:40001") && shown.contains("mend it"), "{shown}");
        let (source, mark) = (line_of(&shown, "a here b"), line_of(&shown, "┬"));
        let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
        let under = column(mark, "┬").expect("a mark");
        let begin = column(source, "here").expect("the place");
        assert!((begin..begin + 4).contains(&under), "{shown}");
        let all = excerpt(&text, 6..80_010);
        assert!(all.chars().count() < 2_000, "{all}");
    }

    #[test]
    fn other_lines_are_whole() {
        let shown = excerpt("let a = 1;\nlet b = ;\n", 19..20);
        assert!(shown.contains("2 │ let b = ;") && shown.contains("a.txt:2:9"), "{shown}");
        assert!(excerpt("", 0..0).contains("wrong"));
    }

    fn line_of<'t>(text: &'t str, what: &str) -> &'t str {
        text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what} in {text}"))
    }
}

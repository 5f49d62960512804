//! The lines of a file that contain statements.

use retrograde_inspect::interpret::stepper::{Library, Session};
use std::collections::BTreeSet;

/// The lines of all functions of the file. Statements of other files have lines, too, which do not count.
pub(super) struct Lines {
    functions: BTreeSet<String>,
    lines: BTreeSet<usize>,
}

impl Lines {
    pub(super) fn new(library: &Library, functions: BTreeSet<String>) -> Lines {
        let plans = functions.iter().filter_map(|name| library.plan(name));
        let lines = plans
            .flat_map(|plan| (0..plan.end()).filter_map(|at| plan.line(at)))
            .filter(|line| !line.text.is_empty())
            .filter_map(|line| Some(line.span?.start().line))
            .filter(|line| *line > 0);
        Lines { lines: lines.collect(), functions }
    }

    /// True if the function is in the file.
    pub(super) fn holds(&self, function: &str) -> bool {
        self.functions.contains(function)
    }

    /// Returns the line of the next statement, if it is in the file.
    pub(super) fn at(&self, session: &Session<'_>) -> Option<usize> {
        let (plan, position) = session.here()?;
        let line = plan.line(position)?.span?.start().line;
        (self.holds(&plan.name) && self.lines.contains(&line)).then_some(line)
    }

    /// Returns the first line at or after this one that has a statement.
    pub(super) fn meant(&self, line: usize) -> Result<usize, String> {
        let (first, last) = (self.lines.first(), self.lines.last());
        let all = match first.zip(last) {
            Some((first, last)) => format!("lines {first} to {last} contain some"),
            None => "the file contains none".to_string(),
        };
        let next = self.lines.range(line..).next().copied();
        next.ok_or_else(|| {
            format!("line {line} and the lines after it contain no statement of a reversible function; {all}")
        })
    }
}

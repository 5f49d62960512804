//! The lines of a file on which statements stand.

use retrograde_inspect::interpret::stepper::{Library, Session};
use std::collections::BTreeSet;

/// Those of all functions of the file; statements of other files have lines too, which are not meant.
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

    /// True if a function is one of the file.
    pub(super) fn holds(&self, function: &str) -> bool {
        self.functions.contains(function)
    }

    /// The line of the next statement, if it is one of the file.
    pub(super) fn at(&self, session: &Session<'_>) -> Option<usize> {
        let (plan, position) = session.here()?;
        let line = plan.line(position)?.span?.start().line;
        (self.holds(&plan.name) && self.lines.contains(&line)).then_some(line)
    }

    /// The first statement on a line or after it.
    pub(super) fn meant(&self, line: usize) -> Result<usize, String> {
        let (first, last) = (self.lines.first(), self.lines.last());
        let all = match first.zip(last) {
            Some((first, last)) => format!("there are some on lines {first} to {last}"),
            None => "there is none in the file".to_string(),
        };
        let next = self.lines.range(line..).next().copied();
        next.ok_or_else(|| {
            format!("no statement of a reversible function stands on line {line} or after it; {all}")
        })
    }
}

//! The screen of the interactive stepper: the function with the current position, the state, and the keys.

use console::{Term, measure_text_width, style, truncate_str};

use super::command::KEYS;
use super::shown::{event_line, open_calls, short};
use super::{Said, Stepper};

impl Stepper<'_> {
    /// Returns the screen. Of a long function it shows the statements around the position.
    pub(super) fn screen(&self, term: &Term, last: &Result<Said, String>) -> String {
        let Some((plan, position)) = self.session.here() else { return String::new() };
        let (rows, columns) = term.size_checked().map_or((24, 80), |(r, c)| (r as usize, c as usize));
        let (mut program, mut arrow) = (Vec::new(), 0);
        for at in 0..=plan.end() {
            let is_here = at == position;
            let line = plan.line(at);
            let text = match line {
                Some(line) if line.text.is_empty() && !is_here => continue,
                Some(line) => format!("{}{}", "  ".repeat(line.depth), line.text),
                None if is_here => style("end").dim().to_string(),
                None => continue,
            };
            let row = line.and_then(|line| line.span).map(|span| span.start().line).filter(|row| *row > 0);
            let is_stop = row.is_some_and(|row| self.is_break(&plan.name, row));
            let mark = if is_stop { style("●").red().to_string() } else { " ".to_string() };
            let row = row.map(|row| row.to_string()).unwrap_or_default();
            let here = if is_here { style("→").yellow().bold().to_string() } else { " ".to_string() };
            let text = if is_here { style(text).bold().to_string() } else { text };
            if is_here {
                arrow = program.len();
            }
            program.push(format!("{here}{mark}{:>4}  {text}", style(row).dim()));
        }
        let mut below = vec![String::new()];
        let changed = match last {
            Ok(Said::Event(event)) => event.changed.as_slice(),
            Ok(Said::Nothing | Said::Help | Said::Words(_)) | Err(_) => &[],
        };
        let state = self.session.state();
        let width = state.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, value) in &state {
            let text = format!("{name:>width$} = {}", short(value));
            let is_new = changed.iter().any(|(other, _)| other == name);
            below.push(if is_new { style(text).green().bold().to_string() } else { text });
        }
        below.push(String::new());
        match last {
            Ok(Said::Nothing) => below.push(String::new()),
            Ok(Said::Help) => below.extend(KEYS.lines().map(str::to_string)),
            Ok(Said::Event(event)) => below.push(event_line(event)),
            Ok(Said::Words(text)) => below.push(text.clone()),
            Err(text) => below.push(style(text).red().to_string()),
        }
        let keys = "n next  o over  b back  p back over  c on to break  r back to break  t/u to line  k break  e end  s start  h help  q quit";
        below.push(style(keys).dim().to_string());

        let head = style(open_calls(&self.session.calls(), " › ")).bold().to_string();
        // The keys and messages may take two rows each, and the cursor takes one.
        let wrapped: usize =
            below.iter().map(|line| measure_text_width(line).saturating_sub(1) / columns.max(1)).sum();
        let room = rows.saturating_sub(below.len() + wrapped + 4).max(5);
        let first = arrow.saturating_sub(room / 2).min(program.len().saturating_sub(room));
        let mut lines = vec![head, if first > 0 { style("     …").dim().to_string() } else { String::new() }];
        let shown = program.iter().skip(first).take(room);
        lines.extend(shown.map(|line| truncate_str(line, columns, "…").into_owned()));
        if first + room < program.len() {
            lines.push(style("     …").dim().to_string());
        }
        lines.extend(below);
        lines.join("\n")
    }
}

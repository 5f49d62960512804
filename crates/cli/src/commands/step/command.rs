//! The commands of the stepper: keys on a terminal, words on standard input.

use retrograde_inspect::interpret::stepper::Way;

/// Lists all commands in the help text.
pub(super) const KEYS: &str = "\
Keys on a terminal, commands on standard input otherwise:
  n, Enter   next statement, into calls      b        back: the inverse statement, into calls
  o          next statement, over calls      p        back over calls
  c          on to a breakpoint or the end   r        back to a breakpoint or the start
  t LINE     on until the line is next       u LINE   back until the line is next
  e          to the end                      s        to the start
  k LINE     sets or removes a breakpoint at the line
  h          these keys                      q        quit
LINE is a line of the file. On a terminal the stepper asks for it; an empty answer after k means the current line.
";

/// A command, given by a key or a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Command {
    /// One step, into calls or over them.
    Step(Way, bool),
    /// To the end or the start.
    All(Way),
    /// To a breakpoint.
    Continue(Way),
    /// To a line.
    To(Way, usize),
    /// Sets or removes a breakpoint.
    Break(usize),
    Help,
    Quit,
}

impl Command {
    /// Parses a command; the error names all commands.
    pub(super) fn read(text: &str) -> Result<Command, String> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let line = || {
            let line = rest.trim().parse::<usize>().ok();
            line.ok_or_else(|| format!("`{text}` needs a line number: write `{name} 12`"))
        };
        let command = match name {
            "" | "n" | "next" | "i" | "into" => Command::Step(Way::Forwards, true),
            "o" | "over" => Command::Step(Way::Forwards, false),
            "p" | "previous" => Command::Step(Way::Backwards, false),
            "b" | "back" if rest.trim() == "over" => return Ok(Command::Step(Way::Backwards, false)),
            "b" | "back" => Command::Step(Way::Backwards, true),
            "e" | "end" => Command::All(Way::Forwards),
            "s" | "start" => Command::All(Way::Backwards),
            "c" | "continue" => Command::Continue(Way::Forwards),
            "r" | "reverse" => Command::Continue(Way::Backwards),
            "t" | "to" => return Ok(Command::To(Way::Forwards, line()?)),
            "u" | "until" => return Ok(Command::To(Way::Backwards, line()?)),
            "k" | "break" => return Ok(Command::Break(line()?)),
            "h" | "help" | "?" => Command::Help,
            "q" | "quit" => Command::Quit,
            _ => return Err(unknown(text)),
        };
        if rest.trim().is_empty() { Ok(command) } else { Err(unknown(text)) }
    }

    /// True if the key is a command without an argument.
    pub(super) fn is_known(key: &str) -> bool {
        Command::read(key).is_ok()
    }
}

fn unknown(text: &str) -> String {
    format!(
        "`{text}` is not a command; the commands are n, o, b, p, c, r, t, u, e, s, k, h, q (h explains them)"
    )
}

/// Returns the question for the argument of a key that needs a line.
pub(super) fn question(key: &str) -> Option<&'static str> {
    match key {
        "t" => Some("on to line: "),
        "u" => Some("back to line: "),
        "k" => Some("breakpoint at line (Enter: this one): "),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_keys_words_and_lines() {
        assert_eq!(Command::read(""), Ok(Command::Step(Way::Forwards, true)));
        assert_eq!(Command::read("back over"), Ok(Command::Step(Way::Backwards, false)));
        assert_eq!(Command::read("to 12"), Ok(Command::To(Way::Forwards, 12)));
        assert_eq!(Command::read("k  3"), Ok(Command::Break(3)));
        assert!(Command::read("t").is_err_and(|says| says.contains("write `t 12`")));
        assert!(Command::read("n 3").is_err_and(|says| says.contains("not a command")));
        for key in ["t", "u", "k"] {
            assert!(question(key).is_some() && !Command::is_known(key));
        }
    }
}

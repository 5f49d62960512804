//! `retrograde step FILE.rs::function --args …`: a function statement by statement, forwards and backwards.
//!
//! On a terminal a key is a step; otherwise commands come from standard input, one a line, and what they do is printed.
//! `--trace` prints the whole way.

use std::io::{BufRead, IsTerminal};

use console::{Key, Term, style};
use retrograde_compiler::interpret::stepper::{Event, Library, Session, Stop, Way};
use retrograde_compiler::interpret::{Fault, Value};

use crate::console::print;
use crate::failure::Failure;
use crate::source::{Source, TARGET};
use crate::values;

const KEYS: &str = "\
Keys, and commands on standard input where that is no terminal:
  n, Enter   next statement, into calls      i   the same
  o          next statement, over calls
  b          back: the inverse statement, into calls
  p          back over calls
  e          to the end                      s   to the start
  q          quit
";

/// Runs a reversible function statement by statement, forwards and backwards.
#[derive(clap::Args)]
#[command(after_help = format!("{KEYS}\n{TARGET}"))]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method; what `self` is, is an argument too: 'self={"field":0.5}'.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// The arguments by name: `y=0.5 x=[1,2,3] n=3`; constants of the generics too: `N=3`.
    #[arg(long, num_args = 0.., value_name = "NAME=VALUE")]
    args: Vec<String>,
    /// Cotangents at the end: `out=1`. On the way back they are carried along.
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    seed: Vec<String>,
    /// Prints the whole way, and with --back or --seed the way back too.
    #[arg(long)]
    trace: bool,
    /// After the way there, the way back.
    #[arg(long, requires = "trace")]
    back: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::read(&arguments.target)?;
    let chosen = source.one()?;
    let (mut functions, items) = source.around();
    // Elsewhere in the file there may be another function of the name.
    functions.retain(|(name, _)| *name != chosen.name);
    functions.push((chosen.name.clone(), chosen.stages));
    let carrying = !arguments.seed.is_empty();
    let library = Library::new(functions, carrying).with(items);
    let Some(plan) = library.plan(&chosen.name) else {
        return Err(Failure::Usage(format!("`{}` cannot be stepped through", chosen.name)));
    };
    let read = |texts: &[String]| values::assignments(&texts.join(" ")).map_err(Failure::Usage);
    let (params, constants) =
        values::fitted(&plan.procedure, read(&arguments.args)?).map_err(Failure::Usage)?;
    let seeds = match carrying {
        true => {
            Some(values::seeds(&plan.procedure, read(&arguments.seed)?, &params).map_err(Failure::Usage)?)
        }
        false => None,
    };
    let module = library.module(&constants);
    let session = Session::start(&library, &module, plan, params, seeds).map_err(|fault| refused(&fault))?;
    let mut stepper = Stepper { session };
    if arguments.trace {
        return stepper.trace(arguments.back || carrying);
    }
    match std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        true => stepper.interactive(),
        false => stepper.commanded(),
    }
}

fn refused(fault: &Fault) -> Failure {
    Failure::Usage(fault.to_string())
}

/// What a key asks for.
#[derive(Clone, Copy, PartialEq)]
enum Command {
    Step(Way, bool),
    All(Way),
    Quit,
}

impl Command {
    fn by_name(name: &str) -> Option<Command> {
        Some(match name {
            "" | "n" | "next" | "i" | "into" => Command::Step(Way::Forwards, true),
            "o" | "over" => Command::Step(Way::Forwards, false),
            "b" | "back" => Command::Step(Way::Backwards, true),
            "p" | "back over" => Command::Step(Way::Backwards, false),
            "e" | "end" => Command::All(Way::Forwards),
            "s" | "start" => Command::All(Way::Backwards),
            "q" | "quit" => Command::Quit,
            _ => return None,
        })
    }
}

struct Stepper<'p> {
    session: Session<'p>,
}

impl Stepper<'_> {
    fn step(&mut self, way: Way, into: bool) -> Result<Option<Event>, Fault> {
        self.session.turn(way)?;
        self.session.step(way, into)
    }

    /// All of the way there, and back if that is wanted.
    fn trace(&mut self, back: bool) -> Result<(), Failure> {
        print(&state_line("at the start", &self.session.state()))?;
        self.all(Way::Forwards)?;
        print(&state_line("at the end", &self.session.state()))?;
        if back {
            self.session.turn(Way::Backwards).map_err(|fault| refused(&fault))?;
            if self.session.is_carrying() {
                print(&state_line("with its cotangents", &self.session.state()))?;
            }
            self.all(Way::Backwards)?;
            print(&state_line("back at the start", &self.session.state()))?;
        }
        Ok(())
    }

    fn all(&mut self, way: Way) -> Result<(), Failure> {
        loop {
            match self.step(way, true) {
                // That a block is left is seen from what follows.
                Ok(Some(event)) if event.stop == Stop::Leaves => {}
                Ok(Some(event)) => print(&event_line(&event))?,
                Ok(None) => return Ok(()),
                Err(fault) => return Err(Failure::Solve(self.fault_text(&fault))),
            }
        }
    }

    /// Commands from standard input.
    fn commanded(&mut self) -> Result<(), Failure> {
        print(&state_line("at the start", &self.session.state()))?;
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| Failure::Usage(format!("cannot read the commands: {error}")))?;
            match Command::by_name(line.trim()) {
                Some(Command::Quit) => break,
                Some(Command::All(way)) => self.all(way)?,
                Some(Command::Step(way, into)) => match self.step(way, into) {
                    Ok(Some(event)) => print(&event_line(&event))?,
                    Ok(None) => print(&state_line(edge(way), &self.session.state()))?,
                    Err(fault) => return Err(Failure::Solve(self.fault_text(&fault))),
                },
                None => {
                    let message = format!("`{}` is no command; there are n, o, b, p, e, s, q", line.trim());
                    return Err(Failure::Usage(message));
                }
            }
        }
        print(&state_line("now", &self.session.state()))
    }

    /// Keys on a terminal.
    fn interactive(&mut self) -> Result<(), Failure> {
        let term = Term::stdout();
        let broken = |error: std::io::Error| Failure::Usage(format!("the terminal does not work: {error}"));
        let mut last: Result<Option<Event>, String> = Ok(None);
        loop {
            term.clear_screen().map_err(broken)?;
            term.write_line(&self.screen(&last)).map_err(broken)?;
            let key = match term.read_key().map_err(broken)? {
                Key::Char(c) => c.to_string(),
                Key::Enter | Key::ArrowDown | Key::ArrowRight => "n".to_string(),
                Key::ArrowUp | Key::ArrowLeft | Key::Backspace => "b".to_string(),
                Key::Home => "s".to_string(),
                Key::End => "e".to_string(),
                Key::Escape | Key::CtrlC => "q".to_string(),
                _ => continue,
            };
            last = match Command::by_name(&key) {
                Some(Command::Quit) => return Ok(()),
                Some(Command::Step(way, into)) => {
                    self.step(way, into).map_err(|fault| self.fault_text(&fault))
                }
                Some(Command::All(way)) => loop {
                    match self.step(way, false) {
                        Ok(Some(_)) => {}
                        Ok(None) => break Ok(None),
                        Err(fault) => break Err(self.fault_text(&fault)),
                    }
                },
                None => continue,
            };
        }
    }

    fn fault_text(&self, fault: &Fault) -> String {
        let calls = self.session.calls().join(" > ");
        match fault.span.map(|span| span.start().line).filter(|line| *line > 0) {
            Some(line) => format!("{calls}, line {line}: {fault}"),
            None => format!("{calls}: {fault}"),
        }
    }

    /// The function with the position in it, and the state.
    fn screen(&self, last: &Result<Option<Event>, String>) -> String {
        let Some((plan, position)) = self.session.here() else { return String::new() };
        let mut lines = vec![style(self.session.calls().join(" › ")).bold().to_string(), String::new()];
        for at in 0..=plan.end() {
            let here =
                if at == position { style("→").yellow().bold().to_string() } else { " ".to_string() };
            let Some(line) = plan.line(at) else {
                if at == position {
                    lines.push(format!("{here}      {}", style("end").dim()));
                }
                continue;
            };
            if line.text.is_empty() && at != position {
                continue;
            }
            let row = line.span.map(|span| span.start().line).filter(|row| *row > 0);
            let row = row.map(|row| row.to_string()).unwrap_or_default();
            let text = format!("{}{}", "  ".repeat(line.depth), line.text);
            let text = if at == position { style(text).bold().to_string() } else { text };
            lines.push(format!("{here} {:>4}  {text}", style(row).dim()));
        }
        lines.push(String::new());
        let changed =
            last.as_ref().ok().and_then(Option::as_ref).map(|event| event.changed.as_slice()).unwrap_or(&[]);
        let state = self.session.state();
        let width = state.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, value) in &state {
            let text = format!("{name:>width$} = {}", short(value));
            let is_new = changed.iter().any(|(other, _)| other == name);
            lines.push(if is_new { style(text).green().bold().to_string() } else { text });
        }
        lines.push(String::new());
        lines.push(match last {
            Ok(Some(event)) => event_line(event),
            Ok(None) => String::new(),
            Err(text) => style(text).red().to_string(),
        });
        lines.push(style("n next  o over  b back  p back over  e end  s start  q quit").dim().to_string());
        lines.join("\n")
    }
}

fn edge(way: Way) -> &'static str {
    match way {
        Way::Forwards => "at the end",
        Way::Backwards => "at the start",
    }
}

/// How many levels of nesting are shown by indentation.
const DEEPEST: usize = 24;

/// One step: which way, what ran, and what changed.
fn event_line(event: &Event) -> String {
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
    match effects.is_empty() {
        true => text,
        false => format!("{text:<46}  {}", effects.join(", ")),
    }
}

fn state_line(words: &str, state: &[(String, Value)]) -> String {
    let state: Vec<String> = state.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
    format!("{words}: {}", state.join(", "))
}

/// A value on one line: of long lists, the start and the end.
fn short(value: &Value) -> String {
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

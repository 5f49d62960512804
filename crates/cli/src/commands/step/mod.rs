//! `retrograde step FILE.rs::function --args …`: runs a function statement by statement, forwards and backwards.
//!
//! On a terminal each key is a command; otherwise commands are read from standard input, one per line, and their
//! effects printed. `--trace` prints all steps. Every command ends: `--max-steps` and `--max-memory` limit it.

mod command;
mod lines;
mod screen;
mod shown;

use std::io::{BufRead, IsTerminal};

use console::{Key, Term};
use retrograde_inspect::interpret::stepper::{Event, Library, Limits, Session, Stop, Way};
use retrograde_inspect::interpret::{Fault, Kind, Memory};

use crate::allocation;
use crate::console::print;
use crate::failure::Failure;
use crate::source::{Source, TARGET};
use crate::values;
use command::{Command, KEYS};
use lines::Lines;
use shown::{event_line, open_calls, state_line};

/// Runs a reversible function statement by statement, forwards and backwards.
#[derive(clap::Args)]
#[command(after_help = format!("{KEYS}\n{TARGET}"))]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method. `self` is an argument as well: 'self={"field":0.5}'.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// The arguments by name: `y=0.5 x=[1,2,3] n=3`; also const generics: `N=3`.
    #[arg(long, num_args = 0.., value_name = "NAME=VALUE")]
    args: Vec<String>,
    /// Cotangents at the end: `out=1`. Backward steps propagate them.
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    seed: Vec<String>,
    /// Prints all forward steps, and with --back or --seed all backward steps.
    #[arg(long)]
    trace: bool,
    /// Also runs back to the start.
    #[arg(long, requires = "trace", conflicts_with = "to")]
    back: bool,
    /// First runs forward, over calls, until the next statement is on this line of the file; with --trace, prints the
    /// steps up to there.
    #[arg(long, value_name = "LINE")]
    to: Option<usize>,
    /// Stops at this line of the file in either direction (commands c and r); with --trace, prints the state there.
    /// May be given several times.
    #[arg(long = "break", value_name = "LINE")]
    breaks: Vec<usize>,
    /// The maximal number of steps of one command, or of the whole trace.
    #[arg(long, value_name = "STEPS", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_steps: u64,
    /// The maximal memory of all values together, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..))]
    max_memory: u64,
}

/// The units of work that one statement may take for each step of the limit: it may contain long calls.
const WORK: u64 = 1000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::read(&arguments.target)?;
    let chosen = source.one()?;
    let (mut functions, items) = source.around();
    // Another function of the file may have the same name.
    functions.retain(|(name, _)| *name != chosen.name);
    functions.push((chosen.name.clone(), chosen.stages));
    let carrying = !arguments.seed.is_empty();
    let of_file = functions.iter().map(|(name, _)| name.clone()).filter(|name| source.holds(name)).collect();
    let library = Library::new(functions, carrying).with(items);
    let Some(plan) = library.plan(&chosen.name) else {
        return Err(Failure::Usage(format!("`{}` cannot be stepped through", chosen.name)));
    };
    let lines = Lines::new(&library, of_file);
    let read = |texts: &[String]| values::assignments(&texts.join(" ")).map_err(Failure::Usage);
    let (params, constants) =
        values::fitted(&plan.procedure, read(&arguments.args)?).map_err(Failure::Usage)?;
    let seeds = if carrying {
        Some(values::seeds(&plan.procedure, read(&arguments.seed)?, &params).map_err(Failure::Usage)?)
    } else {
        None
    };
    let module = library.module(&constants);
    let session = Session::start(&library, &module, plan, params, seeds).map_err(|fault| refused(&fault))?;
    allocation::mark();
    let limits = Limits {
        work: arguments.max_steps.saturating_mul(WORK),
        memory: Memory::new(arguments.max_memory.saturating_mul(1 << 20), allocation::held_since),
    };
    let mut stepper = Stepper {
        session: session.within(limits),
        lines,
        breaks: Vec::new(),
        left: arguments.max_steps,
        most: arguments.max_steps,
    };
    for line in &arguments.breaks {
        stepper.toggle(*line).map_err(Failure::Usage)?;
    }
    let to = arguments.to.map(|line| stepper.lines.meant(line)).transpose().map_err(Failure::Usage)?;
    if arguments.trace {
        return stepper.trace(arguments.back || carrying, to);
    }
    if let Some(line) = to {
        stepper.run(Way::Forwards, true, Until::Line(line), &mut |_| Ok(()))?;
    }
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        stepper.interactive()
    } else {
        stepper.commanded()
    }
}

fn refused(fault: &Fault) -> Failure {
    Failure::Usage(fault.to_string())
}

struct Stepper<'p> {
    session: Session<'p>,
    lines: Lines,
    /// The lines at which `c` and `r` stop.
    breaks: Vec<usize>,
    /// The steps that the current command may still take, and its limit.
    left: u64,
    most: u64,
}

/// The condition that ends a run.
#[derive(Clone, Copy)]
enum Until {
    End,
    Line(usize),
    Break,
}

impl Stepper<'_> {
    fn step(&mut self, way: Way, into: bool) -> Result<Option<Event>, Failure> {
        let Some(left) = self.left.checked_sub(1) else {
            let most = self.most;
            let message =
                format!("stopped after {most} steps, and this is not the end: --max-steps allows more");
            return Err(Failure::Solve(format!("{}{message}", self.place())));
        };
        self.left = left;
        let turned = self.session.turn(way);
        turned
            .and_then(|()| self.session.step(way, into))
            .map_err(|fault| Failure::Solve(self.fault_text(&fault)))
    }

    /// Takes steps and shows each. True if it stopped before the end.
    fn run(
        &mut self,
        way: Way,
        into: bool,
        until: Until,
        show: &mut dyn FnMut(&Event) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        while let Some(event) = self.step(way, into)? {
            show(&event)?;
            let line = self.lines.at(&self.session);
            let stops = match until {
                Until::End => false,
                Until::Line(wanted) => line == Some(wanted),
                Until::Break => line.is_some_and(|line| self.breaks.contains(&line)),
            };
            if stops {
                return Ok(true);
            }
        }
        match until {
            Until::Line(line) => Err(Failure::Solve(format!("line {line} was not on the way"))),
            Until::End | Until::Break => Ok(false),
        }
    }

    /// True if there is a breakpoint at a line of a function.
    fn is_break(&self, function: &str, line: usize) -> bool {
        self.lines.holds(function) && self.breaks.contains(&line)
    }

    /// Sets or removes a breakpoint; returns a message.
    fn toggle(&mut self, line: usize) -> Result<String, String> {
        let line = self.lines.meant(line)?;
        match self.breaks.iter().position(|known| *known == line) {
            Some(at) => {
                self.breaks.remove(at);
                Ok(format!("no breakpoint at line {line} any more"))
            }
            None => {
                self.breaks.push(line);
                Ok(format!("breakpoint at line {line}"))
            }
        }
    }

    /// Prints all forward steps, and all backward steps if `back`.
    fn trace(&mut self, back: bool, to: Option<usize>) -> Result<(), Failure> {
        print(&state_line("at the start", &self.session.state()))?;
        if let Some(line) = to {
            self.trace_way(Way::Forwards, Until::Line(line))?;
            return print(&state_line(&format!("at line {line}"), &self.session.state()));
        }
        self.trace_all(Way::Forwards)?;
        print(&state_line("at the end", &self.session.state()))?;
        if back {
            self.session.turn(Way::Backwards).map_err(|fault| refused(&fault))?;
            if self.session.is_carrying() {
                print(&state_line("with its cotangents", &self.session.state()))?;
            }
            self.trace_all(Way::Backwards)?;
            print(&state_line("back at the start", &self.session.state()))?;
        }
        Ok(())
    }

    /// Runs to the end, and prints the state at each breakpoint.
    fn trace_all(&mut self, way: Way) -> Result<(), Failure> {
        while self.trace_way(way, Until::Break)? {
            print(&self.here_line())?;
        }
        Ok(())
    }

    fn here_line(&self) -> String {
        let line = self.lines.at(&self.session);
        let words = line.map_or("here".to_string(), |line| format!("at line {line}"));
        state_line(&words, &self.session.state())
    }

    fn trace_way(&mut self, way: Way, until: Until) -> Result<bool, Failure> {
        self.run(way, true, until, &mut |event| match event.stop {
            // The end of a block is visible from the next line.
            Stop::Leaves => Ok(()),
            Stop::Statement | Stop::Enters => print(&event_line(event)),
        })
    }

    /// Runs commands from standard input.
    fn commanded(&mut self) -> Result<(), Failure> {
        let is_start = self.session.here().is_some_and(|(_, position)| position == 0);
        let start = || state_line("at the start", &self.session.state());
        print(&if is_start && self.session.calls().len() == 1 { start() } else { self.here_line() })?;
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| Failure::Usage(format!("cannot read the commands: {error}")))?;
            self.left = self.most;
            match Command::read(line.trim()).map_err(Failure::Usage)? {
                Command::Quit => break,
                Command::Help => print(KEYS.trim_end())?,
                Command::All(way) => drop(self.trace_way(way, Until::End)?),
                Command::Continue(way) => {
                    if self.trace_way(way, Until::Break)? {
                        print(&self.here_line())?
                    } else {
                        print(&state_line(edge(way), &self.session.state()))?
                    }
                }
                Command::To(way, line) => {
                    let line = self.lines.meant(line).map_err(Failure::Usage)?;
                    self.trace_way(way, Until::Line(line))?;
                    print(&self.here_line())?;
                }
                Command::Break(line) => print(&self.toggle(line).map_err(Failure::Usage)?)?,
                Command::Step(way, into) => match self.step(way, into)? {
                    Some(event) => print(&event_line(&event))?,
                    None => print(&state_line(edge(way), &self.session.state()))?,
                },
            }
        }
        print(&state_line("now", &self.session.state()))
    }

    /// Runs keys on a terminal.
    fn interactive(&mut self) -> Result<(), Failure> {
        let term = Term::stdout();
        let broken = |error: std::io::Error| Failure::Usage(format!("the terminal does not work: {error}"));
        let mut last: Result<Said, String> = Ok(Said::Nothing);
        loop {
            term.clear_screen().map_err(broken)?;
            term.write_line(&self.screen(&term, &last)).map_err(broken)?;
            let key = match term.read_key().map_err(broken)? {
                Key::Char(c) => c.to_string(),
                Key::Enter | Key::ArrowDown | Key::ArrowRight => "n".to_string(),
                Key::ArrowUp | Key::ArrowLeft | Key::Backspace => "b".to_string(),
                Key::Home => "s".to_string(),
                Key::End => "e".to_string(),
                Key::Escape | Key::CtrlC => "q".to_string(),
                _ => continue,
            };
            let Some(words) = command::question(&key) else {
                if Command::is_known(&key) {
                    match self.pressed(&key) {
                        Some(done) => last = done,
                        None => return Ok(()),
                    }
                }
                continue;
            };
            // The command needs a line: ask for it. An empty answer after `k` means the current line.
            term.write_str(words).map_err(broken)?;
            let answer = term.read_line().map_err(broken)?;
            let line = match (answer.trim(), self.lines.at(&self.session)) {
                ("", Some(line)) if key == "k" => line.to_string(),
                ("", _) => continue,
                (answer, _) => answer.to_string(),
            };
            last = self.pressed(&format!("{key} {line}")).unwrap_or(Ok(Said::Nothing));
        }
    }

    /// Runs a command; `None` if it ends the session.
    fn pressed(&mut self, command: &str) -> Option<Result<Said, String>> {
        self.left = self.most;
        let silent = &mut |_: &Event| Ok(());
        let done = match Command::read(command) {
            Ok(Command::Quit) => return None,
            Ok(Command::Help) => Ok(Said::Help),
            Ok(Command::Step(way, into)) => self.step(way, into).map(|event| match event {
                Some(event) => Said::Event(event),
                None => Said::Words(edge(way).to_string()),
            }),
            Ok(Command::All(way)) => {
                self.run(way, false, Until::End, silent).map(|_| Said::Words(edge(way).to_string()))
            }
            Ok(Command::Continue(way)) => self.run(way, true, Until::Break, silent).map(|stopped| {
                let here = self.lines.at(&self.session).filter(|_| stopped);
                Said::Words(here.map_or(edge(way).to_string(), |line| format!("breakpoint at line {line}")))
            }),
            Ok(Command::To(way, line)) => match self.lines.meant(line) {
                Ok(line) => self
                    .run(way, true, Until::Line(line), silent)
                    .map(|_| Said::Words(format!("at line {line}"))),
                Err(message) => Err(Failure::Usage(message)),
            },
            Ok(Command::Break(line)) => self.toggle(line).map(Said::Words).map_err(Failure::Usage),
            Err(message) => Err(Failure::Usage(message)),
        };
        Some(done.map_err(|failure| failure.to_string()))
    }

    /// Returns the current position, to precede a message.
    fn place(&self) -> String {
        let calls = open_calls(&self.session.calls(), " > ");
        match self.lines.at(&self.session) {
            Some(line) => format!("{calls}, line {line}: "),
            None => format!("{calls}: "),
        }
    }

    fn fault_text(&self, fault: &Fault) -> String {
        let calls = open_calls(&self.session.calls(), " > ");
        let hint = match fault.kind {
            Kind::Memory => ": --max-memory allows more",
            Kind::Budget => " in one step: --max-steps allows more, and `n` goes into calls",
            _ => "",
        };
        match fault.span.map(|span| span.start().line).filter(|line| *line > 0) {
            Some(line) => format!("{calls}, line {line}: {fault}{hint}"),
            None => format!("{calls}: {fault}{hint}"),
        }
    }
}

/// The message that the last key produced.
enum Said {
    Nothing,
    Help,
    Event(Event),
    Words(String),
}

fn edge(way: Way) -> &'static str {
    match way {
        Way::Forwards => "at the end",
        Way::Backwards => "at the start",
    }
}

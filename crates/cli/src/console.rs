//! What goes to the terminal: results on standard output, faults and the progress bar on standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde_optimise::sparse::Iteration;

use crate::failure::Failure;

/// Writes a line to standard output. A reader that went away (`| head`) wants no more, which is no failure.
pub(crate) fn print(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Write { path: "standard output".into(), reason: error.to_string() })
        }
        _ => Ok(()),
    }
}

/// Reports why the command ends; where even that cannot be written the exit code has to do.
pub(crate) fn complain(failure: &Failure) {
    match failure {
        Failure::Reported(_) => {}
        Failure::Program(error) => report(&error.text),
        _ => report(&format!("error: {failure}")),
    }
}

/// Writes to standard error what is no result.
pub(crate) fn report(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns a number with its noun: `1 iteration`, `2 iterations`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The table of iterations, and while standard error is a terminal a line below it that moves. Nobody knows how many
/// iterations there will be, so there is no bar to fill.
pub(crate) struct Progress {
    table: bool,
    bar: ProgressBar,
}

impl Progress {
    /// Starts; says nothing at all when `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let target = if !quiet && std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { table: !quiet, bar }
    }

    /// One line above the bar.
    pub(crate) fn line(&self, text: &str) {
        if self.table {
            // The table is a courtesy: a closed output must not stop the solver.
            self.bar.suspend(|| drop(print(text)));
        }
    }

    /// The head of the table.
    pub(crate) fn head(&self) {
        self.line(&format!(
            "{:>9}  {:>15}  {:>12}  {:>11}  {:>9}  {:>8}",
            "iteration", "cost", "RMS (px)", "|gradient|", "damping", "time (s)"
        ));
    }

    /// One row of the table; `rms` is in pixels.
    pub(crate) fn iteration(&self, at: &Iteration, rms: f64) {
        let seconds = seconds(at.elapsed);
        self.line(&if at.accepted {
            format!(
                "{:>9}  {:>15.8e}  {:>12.8}  {:>11.3e}  {:>9.1e}  {:>8}",
                at.number, at.cost, rms, at.gradient, at.damping, seconds
            )
        } else {
            format!(
                "{:>9}  {:>15}  {:>12}  {:>11}  {:>9.1e}  {:>8}",
                at.number, "rejected", "", "", at.damping, seconds
            )
        });
        self.bar.set_message(format!("after {}: RMS {:.6} px", counted(at.number, "iteration"), rms));
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

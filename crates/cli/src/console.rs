//! Output to the terminal: results on standard output, faults and the progress bar on standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde_optimise::sparse::Iteration;

use crate::failure::Failure;

/// Writes a line to standard output. If the reader has closed the pipe (`| head`), that is not an error.
pub(crate) fn print(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Write { path: "standard output".into(), reason: error.to_string() })
        }
        _ => Ok(()),
    }
}

/// Reports a failure. If even that cannot be written, only the exit code remains.
pub(crate) fn complain(failure: &Failure) {
    match failure {
        Failure::Reported(_) => {}
        Failure::Program(error) => report(&error.text),
        _ => report(&format!("error: {failure}")),
    }
}

/// Writes a text that is not a result to standard error.
pub(crate) fn report(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns a number with its noun: `1 iteration`, `2 iterations`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The table of iterations, with a spinner below it if standard error is a terminal. The number of iterations is not
/// known in advance, so there is no progress bar.
pub(crate) struct Progress {
    table: bool,
    bar: ProgressBar,
}

impl Progress {
    /// Starts; shows nothing if `quiet`.
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

    /// Prints one line above the spinner.
    pub(crate) fn line(&self, text: &str) {
        if self.table {
            // The table is not essential: a closed output must not stop the solver.
            self.bar.suspend(|| drop(print(text)));
        }
    }

    /// Prints the head of the table.
    pub(crate) fn head(&self) {
        self.line(&format!(
            "{:>9}  {:>15}  {:>12}  {:>11}  {:>9}  {:>8}",
            "iteration", "cost", "RMS (px)", "|gradient|", "damping", "time (s)"
        ));
    }

    /// Prints one row of the table; `rms` is in pixels.
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

    /// Removes the spinner.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

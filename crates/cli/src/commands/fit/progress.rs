//! Shows the progress of a fit on standard error, if that is a terminal, after the first second and until the fit
//! ends.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use retrograde_optimise::dense::{Manner, Progress};

/// The number of descents from each start.
const DESCENTS: usize = Manner::ALL.len();

/// The current stage of the work.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stage {
    /// The number of finished descents, and of all; `None` before the first.
    descents: Option<(usize, usize)>,
    text: String,
}

impl Stage {
    /// Reading a file.
    pub(super) fn reading(path: &std::path::Path) -> Self {
        Stage { descents: None, text: format!("reading {}", path.display()) }
    }

    /// Descending from one of several starts.
    pub(super) fn descending(start: usize, starts: usize, at: &Progress) -> Self {
        let text = format!("iteration {}, sum of squares {:.6e}", at.iterations + 1, at.rss);
        Stage { descents: Some((start * DESCENTS + at.descents, starts * DESCENTS)), text }
    }
}

/// A line with the current stage, drawn by a thread of its own, since one iteration of a model may take long.
pub(super) struct Line {
    stage: Arc<Mutex<Stage>>,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Line {
    pub(super) fn new() -> Self {
        let stage = Arc::new(Mutex::new(Stage::default()));
        let drawer = std::io::stderr().is_terminal().then(|| {
            let (end, ended) = channel();
            let stage = stage.clone();
            let draw = move || {
                let started = Instant::now();
                let mut bar: Option<ProgressBar> = None;
                while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(Duration::from_millis(100)) {
                    if started.elapsed() >= Duration::from_secs(1) {
                        let stage = stage.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        show(bar.get_or_insert_with(ProgressBar::no_length), &stage, started);
                    }
                }
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
            };
            (end, std::thread::spawn(draw))
        });
        Line { stage, drawer }
    }

    /// Sets the current stage.
    pub(super) fn set(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some((end, drawer)) = self.drawer.take() {
            drop(end);
            // The progress line is not essential: errors of its thread are ignored.
            let _ = drawer.join();
        }
    }
}

fn show(bar: &ProgressBar, stage: &Stage, started: Instant) {
    let template = match stage.descents {
        Some((done, all)) => {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            "{bar:30} descent {prefix}, {msg}"
        }
        None => "{spinner} {msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if let Some((done, all)) = stage.descents {
        bar.set_prefix(format!("{} of {all}", (done + 1).min(all)));
    }
    bar.set_message(format!("{} ({} s)", stage.text, started.elapsed().as_secs()));
    bar.tick();
}

//! How far a fit is, on standard error while that is a terminal: from one second on, and only until it ends.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use retrograde_optimise::dense::{Manner, Progress};

/// How many descents there are from each start.
const DESCENTS: usize = Manner::ALL.len();

/// What is being done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stage {
    /// Descents that ended, and all that there will be; none before the first.
    descents: Option<(usize, usize)>,
    text: String,
}

impl Stage {
    /// Reads a file.
    pub(super) fn reading(path: &std::path::Path) -> Self {
        Stage { descents: None, text: format!("reading {}", path.display()) }
    }

    /// Descends from one of some starts.
    pub(super) fn descending(start: usize, starts: usize, at: &Progress) -> Self {
        let text = format!("iteration {}, sum of squares {:.6e}", at.iterations + 1, at.rss);
        Stage { descents: Some((start * DESCENTS + at.descents, starts * DESCENTS)), text }
    }
}

/// A line that says what is being done, drawn by a thread of its own: a model may take long for one iteration.
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

    /// Says what is being done from now on.
    pub(super) fn set(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some((end, drawer)) = self.drawer.take() {
            drop(end);
            // What it drew is a courtesy.
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

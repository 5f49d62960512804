//! [`serve`]: the protocol of the suite, a message of JSON in each line, and a reply in each line.

use std::io::{self, BufRead, Write};
use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::evaluate::{Evaluation, Failure, Timing};
use crate::problems::Problem;

/// The name that a reply to `start` gives.
const TOOL: &str = "retrograde";

/// How the functions run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// On one thread.
    #[default]
    OneThread,
    /// On all cores, in `ba`, `gmm`, `ht`, `kmeans` and `lse`; the results are the same bits.
    AllCores,
}

impl Manner {
    /// Runs `f`, whose loops with `#[parallel(threads)]` take the threads of a pool: of one with one thread, or of the current one.
    pub fn run<R: Send>(self, f: impl FnOnce() -> R + Send) -> R {
        /// The bytes of its stack, as many as the first thread of a process has.
        const STACK: usize = 8 << 20;
        static ONE: OnceLock<Option<ThreadPool>> = OnceLock::new();
        let one = || ThreadPoolBuilder::new().num_threads(1).stack_size(STACK).build().ok();
        match self {
            Manner::OneThread => match ONE.get_or_init(one) {
                Some(pool) => pool.install(f),
                None => f(),
            },
            Manner::AllCores => f(),
        }
    }

    /// Returns the results of `count` parts of a computation, in order. The parts are the same on any number of threads, and so are the results.
    pub(crate) fn parts<R: Send>(self, count: usize, part: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        match self {
            Manner::OneThread => (0..count).map(part).collect(),
            Manner::AllCores => (0..count).into_par_iter().map(part).collect(),
        }
    }

    /// Calls `run` with each part of a result.
    pub(crate) fn each<P: Send>(self, parts: Vec<P>, run: impl Fn(P) + Send + Sync) {
        self.each_with(|| (), parts, |(), part| run(part));
    }

    /// Calls `run` with each part of a result, and with storage that parts use one after another.
    pub(crate) fn each_with<S, P: Send>(
        self,
        storage: impl Fn() -> S + Send + Sync,
        parts: Vec<P>,
        run: impl Fn(&mut S, P) + Send + Sync,
    ) {
        match self {
            Manner::OneThread => {
                let mut storage = storage();
                parts.into_iter().for_each(|part| run(&mut storage, part));
            }
            Manner::AllCores => parts.into_par_iter().for_each_init(storage, run),
        }
    }

    /// Returns the number of parts that run at once.
    pub(crate) fn threads(self) -> usize {
        match self {
            Manner::OneThread => 1,
            Manner::AllCores => rayon::current_num_threads(),
        }
    }
}

/// A message. All kinds have an `id`; other members depend on the kind, and members that are not known here are ignored.
#[derive(Deserialize)]
struct Message<'a> {
    id: i64,
    kind: String,
    module: Option<String>,
    function: Option<String>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

/// The `id` of a line that is no message otherwise.
#[derive(Deserialize)]
struct Identity {
    id: i64,
}

/// The reply to a message.
#[derive(Serialize)]
struct Reply {
    id: i64,
    #[serde(flatten)]
    contents: Contents,
}

/// The contents of a reply beside the `id`.
#[derive(Serialize)]
#[serde(untagged)]
enum Contents {
    Nothing {},
    Tool { tool: &'static str },
    Defined { success: bool },
    Evaluated { success: bool, output: Box<RawValue>, timings: Vec<Timing> },
    Refused { success: bool, error: String },
}

impl Contents {
    fn refused(error: impl Into<String>) -> Contents {
        Contents::Refused { success: false, error: error.into() }
    }
}

/// Answers each line of `messages` by a line of `replies`, until the messages end.
///
/// A line that is no message is answered by a refusal that says what is wrong with it, and the session goes on. Its `id` is that of the line if it has one, else the
/// one that is next. An empty line has no reply.
///
/// # Errors
///
/// Those of reading and writing.
pub fn serve(mut messages: impl BufRead, mut replies: impl Write, manner: Manner) -> io::Result<()> {
    let (mut line, mut next) = (Vec::new(), 0);
    while messages.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            let reply = reply(&line, next, manner);
            next = reply.id.saturating_add(1);
            serde_json::to_writer(&mut replies, &reply)?;
            replies.write_all(b"\n")?;
            replies.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// Returns the reply to a line.
fn reply(line: &[u8], next: i64, manner: Manner) -> Reply {
    match serde_json::from_slice::<Message<'_>>(line) {
        Ok(message) => Reply { id: message.id, contents: contents(&message, manner) },
        Err(error) => {
            let id = serde_json::from_slice(line).map_or(next, |Identity { id }| id);
            Reply { id, contents: Contents::refused(format!("this line is no message: {error}")) }
        }
    }
}

/// Returns what answers a message.
fn contents(message: &Message<'_>, manner: Manner) -> Contents {
    match message.kind.as_str() {
        "start" => Contents::Tool { tool: TOOL },
        "define" => match message.module.as_deref() {
            Some(module) if Problem::named(module).is_some() => Contents::Defined { success: true },
            Some(module) => Contents::refused(format!("there is no module `{module}` here")),
            None => Contents::refused("`define` names no `module`"),
        },
        "evaluate" => match evaluated(message, manner) {
            Ok(Evaluation { output, timings }) => Contents::Evaluated { success: true, output, timings },
            Err(failure) => Contents::refused(failure.to_string()),
        },
        // Kinds that the suite may get later are answered, too.
        _ => Contents::Nothing {},
    }
}

/// Runs the function that a message names.
fn evaluated(message: &Message<'_>, manner: Manner) -> Result<Evaluation, Failure> {
    let missing = |name: &str| Failure::Message(format!("`evaluate` has no `{name}`"));
    let module = message.module.as_deref().ok_or_else(|| missing("module"))?;
    let name = message.function.as_deref().ok_or_else(|| missing("function"))?;
    let input = message.input.ok_or_else(|| missing("input"))?;
    let problem = Problem::named(module)
        .ok_or_else(|| Failure::Message(format!("there is no module `{module}` here")))?;
    let function = problem.function(name).ok_or_else(|| {
        let known: Vec<&str> = problem.functions.iter().map(|(name, _)| *name).collect();
        Failure::Message(format!("`{module}` has no function `{name}`; it has {}", known.join(", ")))
    })?;
    manner.run(|| function(input, manner))
}

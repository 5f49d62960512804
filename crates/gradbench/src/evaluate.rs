//! [`evaluate`]: reads an input, prepares it, times the runs that it asks for, and writes the output.

use std::fmt::Display;
use std::hint::black_box;
use std::time::Instant;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

/// A reason why there is no output.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The message does not name a function and its input.
    #[error("{0}")]
    Message(String),
    /// The input is not what the function takes.
    #[error("the input is not what this function takes: {0}")]
    Input(String),
    /// The output cannot be written as JSON.
    #[error("the output cannot be written: {0}")]
    Output(#[from] serde_json::Error),
}

impl Failure {
    /// Returns the failure of an input that can be read and makes no sense.
    pub(crate) fn input(reason: impl Display) -> Failure {
        Failure::Input(reason.to_string())
    }
}

/// The output of a function, and the times of its runs.
#[derive(Debug, Serialize)]
pub struct Evaluation {
    /// The output, as JSON.
    pub output: Box<RawValue>,
    /// The time of each run.
    pub timings: Vec<Timing>,
}

/// The time of one run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    /// The name of what ran: `evaluate`.
    pub name: &'static str,
    /// The time in nanoseconds.
    pub nanoseconds: u64,
}

/// The number of runs that an input asks for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Repetitions {
    min_runs: u64,
    min_seconds: f64,
}

impl Repetitions {
    /// Reads them from an object; other inputs ask for one run.
    fn of(input: &RawValue) -> Result<Repetitions, Failure> {
        if !input.get().trim_start().starts_with('{') {
            return Ok(Repetitions::default());
        }
        serde_json::from_str(input.get()).map_err(Failure::input)
    }

    /// True if there must be another run after `runs` runs that took `seconds` together. There is always one.
    fn ask_for_more(self, runs: u64, seconds: f64) -> bool {
        runs == 0 || runs < self.min_runs || seconds < self.min_seconds
    }
}

/// Reads an input, prepares it, times `run` as often as the input asks, and writes what `answer` makes of the last result.
pub(crate) fn evaluate<I: DeserializeOwned, P, R, A: Serialize>(
    input: &RawValue,
    prepare: impl FnOnce(I) -> Result<P, Failure>,
    run: impl Fn(&P) -> R,
    answer: impl FnOnce(&P, R) -> A,
) -> Result<Evaluation, Failure> {
    evaluate_again(input, prepare, |prepared, _| run(prepared), answer)
}

/// Evaluates by a `run` that may reuse the storage of the result before, if there was one: pages that are new to a process cost more than what is written to them.
pub(crate) fn evaluate_again<I: DeserializeOwned, P, R, A: Serialize>(
    input: &RawValue,
    prepare: impl FnOnce(I) -> Result<P, Failure>,
    run: impl Fn(&P, Option<R>) -> R,
    answer: impl FnOnce(&P, R) -> A,
) -> Result<Evaluation, Failure> {
    let repetitions = Repetitions::of(input)?;
    let prepared = prepare(serde_json::from_str(input.get()).map_err(Failure::input)?)?;
    let (mut timings, mut seconds, mut before) = (Vec::new(), 0.0, None);
    loop {
        let start = Instant::now();
        let result = black_box(run(black_box(&prepared), before.take()));
        let elapsed = start.elapsed();
        seconds += elapsed.as_secs_f64();
        let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        timings.push(Timing { name: "evaluate", nanoseconds });
        if !repetitions.ask_for_more(timings.len() as u64, seconds) {
            return Ok(Evaluation { output: to_raw_value(&answer(&prepared, result))?, timings });
        }
        before = Some(result);
    }
}

/// Returns the rows of a matrix one after the other, if each has `width` numbers.
pub(crate) fn flat(rows: &[Vec<f64>], width: usize, name: &str) -> Result<Vec<f64>, Failure> {
    match rows.iter().position(|row| row.len() != width) {
        Some(i) => {
            let found = rows[i].len();
            Err(Failure::Input(format!("row {i} of `{name}` has {found} numbers, and {width} are asked for")))
        }
        None => Ok(rows.concat()),
    }
}

/// The largest number that an input may give for a size without sending as much; larger ones ask for more memory or time than there is.
const LARGEST: usize = 1 << 26;

/// Fails if a size, which the input gives without sending as much, is larger than any that can be meant, or zero.
pub(crate) fn plausible(size: usize, name: &str) -> Result<(), Failure> {
    match size {
        1..=LARGEST => Ok(()),
        _ => Err(Failure::Input(format!("`{name}` is {size}, and must be between 1 and {LARGEST}"))),
    }
}

/// Fails unless `name` has `wanted` items.
pub(crate) fn expect<T>(items: &[T], wanted: usize, name: &str) -> Result<(), Failure> {
    if items.len() == wanted {
        return Ok(());
    }
    Err(Failure::Input(format!("`{name}` has {} items, and {wanted} are asked for", items.len())))
}

/// Returns the rows of a matrix of `width` columns.
pub(crate) fn nested(flat: &[f64], width: usize) -> Vec<&[f64]> {
    flat.chunks(width.max(1)).collect()
}

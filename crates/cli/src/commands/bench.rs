//! `retrograde bench ba|gmm --data FILE`: times objectives against their derivatives.
//!
//! Prints one JSON object a line, one line an engine: `retrograde` (the reversible function), `hand` (its derivative
//! written by hand) and `plain` (the function in ordinary Rust, without a derivative). Times are of this thread's CPU, minimum
//! and median over the repetitions, which take turns so that every engine meets the same conditions. `ratio` is the
//! derivative's minimum over the plain primal's, `primal_ratio` the engine's own primal over the plain one. `heap_bytes`
//! is what the timed calls allocate, primal and derivative.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use retrograde_problems::{hand, plain};
use serde_json::{Map, Value, json};

use super::gmm::{add_gradient, objective};
use crate::bundle::{AnyBundle, Bundle, Linearisation};
use crate::console::print;
use crate::engine::{Hand, Plain, Residual, Reversible, Sweep};
use crate::failure::Failure;
use crate::input::{Mixture, read_bundle, read_mixture};
use crate::timing::Times;

/// What is timed.
#[derive(clap::Subcommand)]
pub(crate) enum Problem {
    /// Residuals and Jacobian of a bundle adjustment problem.
    Ba(Arguments),
    /// Log-posterior and gradient of a Gaussian mixture.
    Gmm(Arguments),
}

/// What the command line says.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The problem's file.
    #[arg(long, value_name = "FILE")]
    data: PathBuf,

    /// How often each call is timed.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,
}

/// Runs the command.
pub(crate) fn run(problem: &Problem) -> Result<(), Failure> {
    match problem {
        Problem::Ba(arguments) => {
            let name = name("ba", &arguments.data);
            match read_bundle(&arguments.data)? {
                AnyBundle::Bal(bundle) => bench_bundle(&name, &bundle, arguments.reps),
                AnyBundle::AdBench(bundle) => bench_bundle(&name, &bundle, arguments.reps),
            }
        }
        Problem::Gmm(arguments) => {
            let mixture = read_mixture(&arguments.data)?;
            bench_mixture(&name("gmm", &arguments.data), &mixture, arguments.reps)
        }
    }
}

/// The problem's name in the output: what is timed, and the file without folder and extension.
fn name(problem: &str, file: &Path) -> String {
    format!("{problem}/{}", file.file_stem().unwrap_or_default().to_string_lossy())
}

fn bench_bundle<const C: usize>(name: &str, bundle: &Bundle<C>, reps: u32) -> Result<(), Failure>
where
    Reversible: Sweep<C>,
    Hand: Sweep<C>,
    Plain: Residual<C>,
{
    let mut room = Linearisation::new(bundle);
    // The first pass touches memory that was never touched; it is not the derivative's fault.
    bundle.linearise::<Hand>(&mut room);
    let mut plain = Times::default();
    let (mut primal, mut jacobian, mut by_hand) = (Times::default(), Times::default(), Times::default());
    for _ in 0..reps {
        plain.take(|| bundle.residuals::<Plain>(&mut room.residuals, &mut room.weight_errors));
        black_box(&mut room);
        primal.take(|| bundle.residuals::<Reversible>(&mut room.residuals, &mut room.weight_errors));
        black_box(&mut room);
        jacobian.take(|| bundle.linearise::<Reversible>(&mut room));
        black_box(&mut room);
        by_hand.take(|| bundle.linearise::<Hand>(&mut room));
        black_box(&mut room);
    }
    let report = Report {
        name,
        derivative: "jacobian",
        size: json!({
            "cameras": bundle.cameras.len(),
            "points": bundle.points.len(),
            "observations": bundle.observations.len(),
            "camera_unknowns": C,
        }),
        plain,
    };
    report.print("retrograde", Some(&primal), Some(&jacobian))?;
    report.print("hand", None, Some(&by_hand))?;
    report.print("plain", Some(&report.plain), None)
}

fn bench_mixture(name: &str, mixture: &Mixture, reps: u32) -> Result<(), Failure> {
    let mut gradient = vec![0.0; mixture.parameters.len()];
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let constant = mixture.constant();
    let value = objective(mixture);
    let mut plain = Times::default();
    let (mut primal, mut adjoint, mut by_hand) = (Times::default(), Times::default(), Times::default());
    for _ in 0..reps {
        plain.take(|| {
            black_box(plain::gmm(
                weights,
                means,
                factors,
                &mixture.points,
                mixture.gamma,
                mixture.m,
                constant,
                mixture.d,
            ));
        });
        primal.take(|| {
            black_box(objective(mixture));
        });
        gradient.fill(0.0);
        adjoint.take(|| {
            black_box(add_gradient(mixture, value, &mut gradient));
        });
        gradient.fill(0.0);
        by_hand.take(|| {
            let (weights_bar, means_bar, factors_bar) = mixture.split_mut(&mut gradient);
            let mut value = 0.0;
            hand::gmm(
                &mut value,
                &mut 1.0,
                weights,
                weights_bar,
                means,
                means_bar,
                factors,
                factors_bar,
                &mixture.points,
                mixture.gamma,
                mixture.m,
                constant,
                mixture.d,
            );
            black_box(value);
        });
    }
    let report = Report {
        name,
        derivative: "adjoint",
        size: json!({ "d": mixture.d, "k": mixture.k, "n": mixture.n }),
        plain,
    };
    report.print("retrograde", Some(&primal), Some(&adjoint))?;
    report.print("hand", None, Some(&by_hand))?;
    report.print("plain", Some(&report.plain), None)
}

/// What the lines of one problem share.
struct Report<'a> {
    name: &'a str,
    /// `jacobian` or `adjoint`: how the derivative's keys start.
    derivative: &'a str,
    size: Value,
    plain: Times,
}

impl Report<'_> {
    /// One line; a time that an engine does not have is left out.
    fn print(&self, engine: &str, primal: Option<&Times>, derivative: Option<&Times>) -> Result<(), Failure> {
        let mut line = Map::new();
        line.insert("problem".to_owned(), json!(self.name));
        line.insert("engine".to_owned(), json!(engine));
        line.insert("size".to_owned(), self.size.clone());
        for (key, times) in [("primal", primal), (self.derivative, derivative)] {
            if let Some(times) = times {
                line.insert(format!("{key}_s"), json!(times.min()));
                line.insert(format!("{key}_median_s"), json!(times.median()));
            }
        }
        if let Some(times) = derivative {
            line.insert("ratio".to_owned(), json!(times.min() / self.plain.min()));
        }
        if let Some(times) = primal {
            line.insert("primal_ratio".to_owned(), json!(times.min() / self.plain.min()));
        }
        let heap = primal.map_or(0, Times::heap_bytes).max(derivative.map_or(0, Times::heap_bytes));
        line.insert("heap_bytes".to_owned(), json!(heap));
        print(&Value::Object(line).to_string())
    }
}

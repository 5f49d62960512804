//! `retrograde gmm [FILE]`: the log-posterior of a Gaussian mixture and its gradient.

use std::fmt::Write;
use std::path::PathBuf;

use retrograde_problems::gmm;

use super::problem::MixtureArguments;
use crate::console::{counted, print, report};
use crate::failure::Failure;
use crate::mixture::Mixture;
use crate::output::Output;
use crate::timing::Times;

/// The command-line arguments.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A problem in the ADBench format; without it a synthetic mixture is made.
    file: Option<PathBuf>,

    #[command(flatten)]
    made: MixtureArguments,

    /// Writes the gradient: log-weights, means, factors; one number per line.
    #[arg(long, value_name = "FILE")]
    gradient: Option<PathBuf>,

    /// Also prints the times of objective and gradient.
    #[arg(long)]
    time: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.gradient.as_deref().map(Output::create).transpose()?;
    let mixture = arguments.made.mixture(arguments.file.as_deref())?;
    if arguments.file.is_none() {
        report(&format!(
            "a synthetic mixture: {} in {}, {}; its log-posterior:",
            counted(mixture.k, "component"),
            counted(mixture.d, "dimension"),
            counted(mixture.n, "point")
        ));
    }
    let (mut primal, mut adjoint) = (Times::default(), Times::default());
    let mut value = 0.0;
    primal.take(|| value = objective(&mixture));
    if !value.is_finite() {
        let name = arguments.made.name(arguments.file.as_deref());
        return Err(Failure::Start(format!("{name}: the log-posterior is not finite")));
    }
    let mut gradient = vec![0.0; mixture.parameters.len()];
    if output.is_some() || arguments.time {
        adjoint.take(|| {
            add_gradient(&mixture, value, &mut gradient);
        });
    }
    if let Some(output) = output {
        let mut text = String::with_capacity(26 * gradient.len());
        for entry in &gradient {
            // Seventeen significant digits identify a number; writing to a String cannot fail.
            let _ = writeln!(text, "{entry:.16e}");
        }
        output.commit(&text)?;
    }
    print(&format!("{value:.16e}"))?;
    if arguments.time {
        print(&format!(
            "objective {:.3} ms, gradient {:.3} ms, ratio {:.2}",
            1e3 * primal.median(),
            1e3 * adjoint.median(),
            adjoint.median() / primal.median()
        ))?;
    }
    Ok(())
}

/// Returns the log-posterior, computed by the reversible function.
pub(crate) fn objective(mixture: &Mixture) -> f64 {
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let mut value = 0.0;
    gmm::gmm(
        &mut value,
        weights,
        means,
        factors,
        &mixture.points,
        mixture.gamma,
        mixture.m,
        mixture.constant(),
        mixture.d,
    );
    value
}

/// Adds the gradient of the log-posterior to `gradient`; `value` is the log-posterior, from which the adjoint starts.
///
/// Returns the value after the adjoint has undone the function: zero, up to rounding.
pub(crate) fn add_gradient(mixture: &Mixture, value: f64, gradient: &mut [f64]) -> f64 {
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let (weights_bar, means_bar, factors_bar) = mixture.split_mut(gradient);
    let mut left = value;
    gmm::gmm::adjoint(
        &mut left,
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
        mixture.constant(),
        mixture.d,
    );
    left
}

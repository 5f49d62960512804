//! `retrograde ba [FILE]`: solves a bundle adjustment problem and reports the iterations.

use std::path::PathBuf;

use serde_json::json;

use super::problem::SceneArguments;
use crate::bundle::{AnyBundle, Bundle, Linearisation};
use crate::console::{Progress, counted, print};
use crate::device::{Model, OnDevice, Processor};
use crate::engine::{Batch, Here, Reversible, Sweep};
use crate::failure::Failure;
use crate::input::write_bal;
use crate::output::Output;
use crate::plot::residual_plot;
use crate::solve::{Event, Summary, solve, solver};
use crate::timing::Times;

/// The command-line arguments.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A problem in the BAL or the ADBench format; without it a synthetic scene is made.
    file: Option<PathBuf>,

    #[command(flatten)]
    scene: SceneArguments,

    /// The maximal number of iterations.
    #[arg(long, default_value_t = 200)]
    max_iterations: usize,

    /// Draws the residuals before and after as an SVG picture.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Writes the solved problem in the BAL format.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// The processor that computes the Jacobian: lanes of this machine, a GPU, or the compiler of C.
    #[arg(long, value_enum, default_value_t)]
    device: Processor,

    /// Omits the table of iterations.
    #[arg(long, short)]
    quiet: bool,

    /// Prints the result as one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.plot.is_some() && arguments.plot == arguments.save {
        return Err(Failure::Usage("--plot and --save name the same file".to_owned()));
    }
    let outputs = Outputs {
        plot: arguments.plot.as_deref().map(Output::create).transpose()?,
        save: arguments.save.as_deref().map(Output::create).transpose()?,
    };
    let bundle = arguments.scene.bundle(arguments.file.as_deref())?;
    let save = |bundle: &Bundle<9>| write_bal(bundle);
    match bundle {
        AnyBundle::Bal(bundle) => adjust(arguments, outputs, bundle, Some(&save)),
        AnyBundle::AdBench(bundle) => adjust(arguments, outputs, bundle, None),
    }
}

/// The output files.
struct Outputs {
    plot: Option<Output>,
    save: Option<Output>,
}

/// Solves, reports and writes. `format` writes the problem in the BAL format; `None` for models that BAL cannot
/// express.
fn adjust<const C: usize>(
    arguments: &Arguments,
    outputs: Outputs,
    mut bundle: Bundle<C>,
    format: Option<&dyn Fn(&Bundle<C>) -> String>,
) -> Result<(), Failure>
where
    Reversible: Sweep<C>,
    OnDevice<C>: Model,
{
    let device = arguments.device.device()?.map(|device| OnDevice::new(device, &bundle)).transpose()?;
    let batch: &dyn Batch<C> = match &device {
        Some(device) => device,
        None => &Here(Reversible),
    };
    let Outputs { plot, save } = outputs;
    let save = match (save, format) {
        (Some(output), Some(format)) => Some((output, format)),
        (Some(_), None) => {
            return Err(Failure::Usage(
                "--save writes the BAL format, which has no place for ADBench's weights and principal points"
                    .to_owned(),
            ));
        }
        (None, _) => None,
    };

    let progress = Progress::new(arguments.quiet || arguments.json);
    progress.line(&format!(
        "{} of {C} unknowns, {}, {}",
        counted(bundle.cameras.len(), "camera"),
        counted(bundle.points.len(), "point"),
        counted(bundle.observations.len(), "observation")
    ));
    if let Some(device) = &device {
        progress.line(&format!("Jacobians by {}", device.name()));
    }
    let residuals = |bundle: &Bundle<C>| {
        let mut residuals = vec![[0.0; 2]; bundle.observations.len()];
        bundle.residuals::<Reversible>(&mut residuals, &mut vec![0.0; bundle.weights.len()]);
        residuals
    };
    let before = plot.is_some().then(|| residuals(&bundle));
    let mut plan = String::new();
    let mut observe = |event: Event<'_>| match event {
        Event::Plan(text) => {
            progress.line(&text);
            progress.head();
            plan = text;
        }
        Event::Iteration(iteration, rms) => progress.iteration(iteration, rms),
    };
    let solver = solver().iterations(arguments.max_iterations);
    let solved = solve::<C, Reversible>(&mut bundle, &solver, batch, &mut observe);
    progress.finish();
    device.as_ref().map_or(Ok(()), OnDevice::failed)?;
    let summary = solved?;
    let (primal, jacobian) = measure(&bundle, device.as_ref());

    if let (Some(output), Some(before)) = (plot, before) {
        output.commit(&residual_plot(&before, &residuals(&bundle)).map_err(Failure::Solve)?)?;
    }
    if let Some((output, format)) = save {
        output.commit(&format(&bundle))?;
    }
    if arguments.json {
        print(&as_json(&bundle, &summary, &plan, &primal, &jacobian).to_string())
    } else {
        print(&as_text(&bundle, &summary, &primal, &jacobian))
    }
}

/// Times the primal and the Jacobian on the solved problem, alternately so that both run under the same conditions. Both run on all cores, or on a
/// device, so the clock of this thread would tell nothing.
fn measure<const C: usize>(bundle: &Bundle<C>, device: Option<&OnDevice<C>>) -> (Times, Times)
where
    Reversible: Sweep<C>,
    OnDevice<C>: Model,
{
    let mut room = Linearisation::new(bundle);
    let (mut primal, mut jacobian) = (Times::default(), Times::default());
    for _ in 0..5 {
        primal.take_elapsed(|| bundle.residuals::<Reversible>(&mut room.residuals, &mut room.weight_errors));
        match device {
            None => jacobian.take_elapsed(|| bundle.linearise::<Reversible>(&mut room)),
            Some(device) => jacobian.take_elapsed(|| {
                bundle.linearise_by::<Reversible>(&mut room, |scene, out| device.linearise(scene, out));
            }),
        }
    }
    (primal, jacobian)
}

fn as_text<const C: usize>(
    bundle: &Bundle<C>,
    summary: &Summary,
    primal: &Times,
    jacobian: &Times,
) -> String {
    format!(
        "{}; {}\n\
         RMS reprojection error: {:.6} px before, {:.6} px after\n\
         Jacobian of {} residuals: {:.3} ms; the residuals alone: {:.3} ms; ratio {:.2}",
        counted(summary.solution.iterations(), "iteration"),
        summary.solution.stop,
        summary.initial_rms,
        summary.final_rms,
        2 * bundle.observations.len() + bundle.weights.len(),
        1e3 * jacobian.median(),
        1e3 * primal.median(),
        jacobian.median() / primal.median(),
    )
}

fn as_json<const C: usize>(
    bundle: &Bundle<C>,
    summary: &Summary,
    plan: &str,
    primal: &Times,
    jacobian: &Times,
) -> serde_json::Value {
    json!({
        "cameras": bundle.cameras.len(),
        "points": bundle.points.len(),
        "observations": bundle.observations.len(),
        "plan": plan,
        "stop": summary.solution.stop.to_string(),
        "iterations": summary.solution.iterations(),
        "initial_rms": summary.initial_rms,
        "final_rms": summary.final_rms,
        "final_cost": summary.solution.cost(),
        "primal_s": primal.median(),
        "jacobian_s": jacobian.median(),
        "ratio": jacobian.median() / primal.median(),
    })
}

//! Options that select the problem of a command, common to all commands: a file, or a generated problem.

use std::path::Path;

use crate::bundle::AnyBundle;
use crate::failure::Failure;
use crate::input::{Instance, read_bundle, read_mixture, replicate};
use crate::mixture::{self, Mixture, Recipe};
use crate::scene::{self, Scene};

/// The maximal number of numbers in a generated mixture: one gigabyte.
const MOST_NUMBERS: usize = 1 << 27;

/// Options for a generated bundle adjustment problem.
#[derive(clap::Args)]
pub(crate) struct SceneArguments {
    /// Cameras of the synthetic scene.
    #[arg(long, default_value_t = 30, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    cameras: u32,

    /// Points of the synthetic scene.
    #[arg(long, default_value_t = 3000, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..=4_000_000))]
    points: u32,

    /// Noise of the synthetic measurements, in pixels.
    #[arg(long, default_value_t = 0.5, conflicts_with = "file", allow_negative_numbers = true, value_parser = noise)]
    noise: f64,

    /// Seed of the synthetic scene.
    #[arg(long, default_value_t = 1, conflicts_with = "file")]
    seed: u64,

    /// Instead of a scene, an instance as ADBench makes them: copies of one camera and one point.
    #[arg(
        long,
        value_name = "CAMERAS,POINTS,OBSERVATIONS",
        value_delimiter = ',',
        conflicts_with_all = ["file", "cameras", "points", "noise", "seed"]
    )]
    replicate: Vec<usize>,
}

fn noise(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("the noise is a number of pixels, zero or more".to_owned()),
    }
}

/// An instance with an error of a few pixels at every observation, like ADBench's own.
const INSTANCE: Instance = Instance {
    camera: [0.1, -0.2, 0.3, 0.5, -0.4, 6.0, 450.0, 3.0, -2.0, 0.01, -0.002],
    point: [0.3, 0.2, -0.5],
    weight: 0.5,
    pixel: [30.0, -40.0],
};

impl SceneArguments {
    /// Returns the problem of the file, or a generated one.
    ///
    /// # Errors
    ///
    /// If the file is faulty, or the problem cannot be generated.
    pub(crate) fn bundle(&self, file: Option<&Path>) -> Result<AnyBundle, Failure> {
        if let Some(path) = file {
            return Ok(read_bundle(path)?);
        }
        match self.replicate[..] {
            [] => Ok(AnyBundle::Bal(scene::generate(&Scene {
                cameras: self.cameras as usize,
                points: self.points as usize,
                noise: self.noise,
                seed: self.seed,
            }))),
            [cameras, points, observations] => replicate([cameras, points, observations], &INSTANCE)
                .map(AnyBundle::AdBench)
                .map_err(|reason| Failure::Usage(format!("--replicate: {reason}"))),
            _ => Err(Failure::Usage(
                "--replicate takes three counts: CAMERAS,POINTS,OBSERVATIONS, such as 49,7776,31843"
                    .to_owned(),
            )),
        }
    }

    /// Returns the name of the problem: that of its file without folder and extension, or the kind of generated
    /// problem.
    pub(crate) fn name(&self, file: Option<&Path>) -> String {
        let made = if self.replicate.is_empty() { "scene" } else { "replicated" };
        file.map_or(made.to_owned(), stem)
    }
}

/// Options for a generated Gaussian mixture.
#[derive(clap::Args)]
pub(crate) struct MixtureArguments {
    /// Dimensions of the synthetic mixture.
    #[arg(long, short, default_value_t = 10, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..))]
    dimensions: u32,

    /// Components of the synthetic mixture.
    #[arg(long, short = 'k', default_value_t = 25, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..))]
    components: u32,

    /// Points of the synthetic mixture.
    #[arg(long, short = 'n', default_value_t = 1000, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(1..))]
    points: u32,

    /// Seed of the synthetic mixture.
    #[arg(long, default_value_t = 1, conflicts_with = "file")]
    seed: u64,
}

impl MixtureArguments {
    /// Returns the problem of the file, or a generated one.
    ///
    /// # Errors
    ///
    /// If the file is faulty, or the problem would be too large.
    pub(crate) fn mixture(&self, file: Option<&Path>) -> Result<Mixture, Failure> {
        if let Some(path) = file {
            return Ok(read_mixture(path)?);
        }
        let recipe = Recipe {
            d: self.dimensions as usize,
            k: self.components as usize,
            n: self.points as usize,
            seed: self.seed,
        };
        match recipe.numbers() {
            Some(numbers) if numbers <= MOST_NUMBERS => Ok(mixture::generate(&recipe)),
            _ => Err(Failure::Usage(format!(
                "--dimensions {}, --components {} and --points {} make more than {MOST_NUMBERS} numbers",
                recipe.d, recipe.k, recipe.n
            ))),
        }
    }

    /// Returns the name of the problem: that of its file without folder and extension, or the sizes of the generated
    /// problem.
    pub(crate) fn name(&self, file: Option<&Path>) -> String {
        file.map_or(format!("d{}_k{}", self.dimensions, self.components), stem)
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

//! The engines of `retrograde bench gmm`: the log-posterior and its gradient.
//!
//! The derived adjoint starts from the value, as after a primal; the one written by hand computes the value again.

use std::hint::black_box;

use retrograde_problems::{hand, plain, verbatim};
use serde_json::json;

use super::{Engine, How, report, round_robin};
use crate::commands::gmm::{add_gradient, objective};
use crate::failure::Failure;
use crate::mixture::Mixture;

/// The problem, its value and the gradient that the engines share.
struct Shared<'a> {
    mixture: &'a Mixture,
    value: f64,
    gradient: Vec<f64>,
}

/// Times the engines on `mixture` and prints one line for each.
pub(super) fn bench(name: &str, mixture: &Mixture, how: &How) -> Result<(), Failure> {
    let mut shared =
        Shared { mixture, value: objective(mixture), gradient: vec![0.0; mixture.parameters.len()] };
    let mut engines: [Engine<Shared<'_>>; 4] = [
        Engine::new("retrograde", Some(reversible), Some(derived)),
        Engine::new("unattributed", Some(unattributed), None),
        Engine::new("hand", None, Some(by_hand)),
        Engine::new("plain", Some(ordinary), None),
    ];
    round_robin(&mut engines, &mut shared, |shared| shared.gradient.fill(0.0), how.reps);
    let size = json!({ "d": mixture.d, "k": mixture.k, "n": mixture.n });
    report(name, &size, "adjoint", &engines, how.json)
}

fn reversible(shared: &mut Shared<'_>) {
    black_box(objective(shared.mixture));
}

fn derived(shared: &mut Shared<'_>) {
    black_box(add_gradient(shared.mixture, shared.value, &mut shared.gradient));
}

fn unattributed(shared: &mut Shared<'_>) {
    let mixture = shared.mixture;
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let mut value = 0.0;
    verbatim::gmm(
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
    black_box(value);
}

fn by_hand(shared: &mut Shared<'_>) {
    let mixture = shared.mixture;
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let (weights_bar, means_bar, factors_bar) = mixture.split_mut(&mut shared.gradient);
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
        mixture.constant(),
        mixture.d,
    );
    black_box(value);
}

fn ordinary(shared: &mut Shared<'_>) {
    let mixture = shared.mixture;
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    black_box(plain::gmm(
        weights,
        means,
        factors,
        &mixture.points,
        mixture.gamma,
        mixture.m,
        mixture.constant(),
        mixture.d,
    ));
}

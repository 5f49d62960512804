//! `lstm`: the loss of a network with long short-term memory that predicts the next character of a text, and its gradient.
//!
//! All matrices are diagonal. With the logistic function `σ`, a layer computes from its input `y`, its hidden state `h` and its cell `c`
//!
//! ```text
//! F = σ(y W_f + B_f)   I = σ(h W_i + B_i)   O = σ(y W_o + B_o)   G = tanh(h W_c + B_c)
//! c ← c F + I G        h ← O tanh c         y ← h
//! ```

use retrograde::{Record, differentiable};
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, evaluate_again, flat};

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Advances a layer by a step: the weights and biases of the forget, in, out and change gates stand one after the other.
#[differentiable]
fn layer(weights: &[f64], biases: &[f64], hidden: &mut [f64], cell: &mut [f64], input: &[f64]) {
    let b = hidden.len();
    for i in 0..b {
        let forget = sigmoid(input[i] * weights[i] + biases[i]);
        let ingate = sigmoid(hidden[i] * weights[b + i] + biases[b + i]);
        let outgate = sigmoid(input[i] * weights[2 * b + i] + biases[2 * b + i]);
        let change = (hidden[i] * weights[3 * b + i] + biases[3 * b + i]).tanh();
        cell[i] = cell[i] * forget + ingate * change;
        hidden[i] = outgate * cell[i].tanh();
    }
}

/// Returns the loss. `main` has a row of `4 b` weights and a row of biases for each layer, `extra` the weights before the layers, those behind
/// them and the biases behind them, `state` a row of hidden states and a row of cells for each layer, `sequence` a row of `b` numbers for each step.
#[differentiable]
pub fn loss(main: &[f64], extra: &[f64], #[inactive] state: &[f64], #[inactive] sequence: &[f64]) -> f64 {
    let b = extra.len() / 3;
    let layers = state.len() / (2 * b);
    let steps = sequence.len() / b;
    let mut state = state.to_vec();
    let mut input = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            input[i] = sequence[t * b + i] * extra[i];
        }
        for l in 0..layers {
            let (weights, biases) = main[l * 8 * b..(l + 1) * 8 * b].split_at(4 * b);
            let (hidden, cell) = state[l * 2 * b..(l + 1) * 2 * b].split_at_mut(b);
            layer(weights, biases, hidden, cell, &input);
            input.copy_from_slice(hidden);
        }
        let mut sum = 2.0;
        for i in 0..b {
            input[i] = input[i] * extra[b + i] + extra[2 * b + i];
            sum += input[i].exp();
        }
        let log = sum.ln();
        for i in 0..b {
            total += sequence[(t + 1) * b + i] * (input[i] - log);
        }
    }
    -total / ((steps - 1) * b) as f64
}

#[derive(Deserialize)]
struct Input {
    main_params: Vec<Vec<f64>>,
    extra_params: Vec<Vec<f64>>,
    state: Vec<Vec<f64>>,
    sequence: Vec<Vec<f64>>,
}

/// The rows one after the other.
struct Network {
    main: Vec<f64>,
    extra: Vec<f64>,
    state: Vec<f64>,
    sequence: Vec<f64>,
}

fn prepare(input: Input) -> Result<Network, Failure> {
    let b = input.extra_params.first().map_or(0, Vec::len);
    if b == 0 || input.extra_params.len() != 3 {
        return Err(Failure::input("`extra_params` must have three rows of numbers"));
    }
    if input.sequence.len() < 2 || input.main_params.len() != input.state.len() || input.state.len() % 2 == 1
    {
        return Err(Failure::input(
            "`sequence` must have two rows, and `main_params` and `state` two rows for each layer",
        ));
    }
    Ok(Network {
        main: flat(&input.main_params, 4 * b, "main_params")?,
        extra: flat(&input.extra_params, b, "extra_params")?,
        state: flat(&input.state, b, "state")?,
        sequence: flat(&input.sequence, b, "sequence")?,
    })
}

/// Returns the gradient by all parameters, the main ones first. The memory of the record is used again.
fn gradient(record: &mut Record<f64>, all: &Network) -> Vec<f64> {
    let (_, (mut main, extra, ..)) =
        loss::gradient_in(record, &all.main, &all.extra, &all.state, &all.sequence);
    main.extend(extra);
    main
}

/// The module `lstm`.
pub const PROBLEM: Problem = Problem {
    name: "lstm",
    functions: &[
        ("objective", |input, _| {
            evaluate(input, prepare, |all| loss(&all.main, &all.extra, &all.state, &all.sequence), |_, y| y)
        }),
        ("jacobian", |input, _| {
            evaluate_again(
                input,
                prepare,
                |all, before: Option<(_, Record<f64>)>| {
                    let (_, mut record) = before.unwrap_or_default();
                    (gradient(&mut record, all), record)
                },
                |_, (slopes, _)| slopes,
            )
        }),
    ],
};

//! Trains a network to aim: it is told a target, and chooses the velocity with which a probe is launched past two attracting
//! masses. The flight is a reversible function of 400 leapfrog steps, and one operation of the framework.
//!
//! The loss is the distance of the probe from its target at the end, so the gradient goes backwards through the flight to the
//! weights. A tape would store thousands of numbers a flight; the adjoint runs the flight backwards, and stores none.

use candle_core::{DType, Device, Result, Tensor, Var};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};
use retrograde::prelude::*;
use retrograde_candle::Rows;

/// Moves a probe with the velocity `s[2..]` from the place `s[..2]`.
#[reversible]
fn flight<T: Real>(s: &mut [T; 4]) {
    for _step in 0..400 {
        s[0] += 0.0025 * s[2];
        s[1] += 0.0025 * s[3];
        attract(s, 0.6, 0.5);
        attract(s, 1.2, -0.4);
    }
}

/// Changes the velocity by the attraction of a mass at a place.
#[reversible]
fn attract<T: Real>(s: &mut [T; 4], x: f64, y: f64) {
    let (dx, dy) = (x - s[0], y - s[1]);
    // The mass is smeared out, so that the force is finite.
    let weight = 0.0025 * 0.4 * (dx * dx + dy * dy + 0.04).powf(-1.5);
    s[2] += weight * dx;
    s[3] += weight * dy;
}

/// Numbers without a pattern, the same at every run.
fn noise(shape: (usize, usize), scale: f64) -> Result<Tensor> {
    let number = |i: usize| (i as f64 * 12.9898 + scale).sin() * 43758.5453;
    let all: Vec<f64> =
        (0..shape.0 * shape.1).map(number).map(|x| scale * (2.0 * (x - x.floor()) - 1.0)).collect();
    Tensor::from_vec(all, shape, &Device::Cpu)
}

/// A network with one hidden layer, from a target to a velocity.
struct Network([Var; 4]);

impl Network {
    fn new(hidden: usize) -> Result<Self> {
        let bias = |n| Var::zeros((1, n), DType::F64, &Device::Cpu);
        Ok(Network([
            Var::from_tensor(&noise((2, hidden), 1.0)?)?,
            bias(hidden)?,
            Var::from_tensor(&noise((hidden, 2), 0.3)?)?,
            bias(2)?,
        ]))
    }

    fn velocities(&self, targets: &Tensor) -> Result<Tensor> {
        let [w, b, v, c] = &self.0;
        targets.matmul(w)?.broadcast_add(b)?.tanh()?.matmul(v)?.broadcast_add(c)
    }
}

/// The mean square of the distances from the targets at the end of the flights.
fn loss(network: &Network, targets: &Tensor) -> Result<Tensor> {
    let velocities = network.velocities(targets)?;
    let starts = Tensor::cat(&[&velocities.zeros_like()?, &velocities], 1)?;
    let ends = starts.apply_op1(Rows(flight {}))?.narrow(1, 0, 2)?;
    (ends - targets)?.sqr()?.sum(1)?.mean_all()
}

/// Trains, and returns the losses: before each round, and on targets that were not trained with.
fn train(rounds: usize) -> Result<(Vec<f64>, f64)> {
    // Targets to the right of the masses.
    let centre = Tensor::new(&[[2.0, 0.2]], &Device::Cpu)?;
    let targets = noise((48, 2), 0.5)?.broadcast_add(&centre)?;
    let others = noise((16, 2), 0.47)?.broadcast_add(&centre)?;
    let network = Network::new(24)?;
    let parameters = ParamsAdamW { lr: 0.02, weight_decay: 0.0, ..Default::default() };
    let mut descent = AdamW::new(network.0.to_vec(), parameters)?;
    let mut losses = Vec::new();
    for _ in 0..rounds {
        let loss = loss(&network, &targets)?;
        losses.push(loss.to_scalar()?);
        descent.backward_step(&loss)?;
    }
    Ok((losses, loss(&network, &others)?.to_scalar()?))
}

fn main() -> Result<()> {
    let (losses, unseen) = train(400)?;
    for (round, loss) in losses.iter().enumerate().step_by(50) {
        println!("round {round:3}: mean square distance {loss:.6}");
    }
    println!("targets that were not trained with: {unseen:.6}");
    Ok(())
}

#[test]
fn the_network_learns_to_aim() {
    let (losses, unseen) = train(400).unwrap();
    assert!(losses[0] > 0.5, "{losses:?}");
    assert!(losses[399] < 0.002 && unseen < 0.01, "{} and {unseen}", losses[399]);
}

#[test]
fn the_gradient_of_the_weights() {
    let network = Network::new(3).unwrap();
    let targets = noise((5, 2), 0.5).unwrap();
    let gradients = loss(&network, &targets).unwrap().backward().unwrap();
    for variable in &network.0 {
        let gradient = gradients.get(variable).unwrap().flatten_all().unwrap().to_vec1::<f64>().unwrap();
        let at = variable.as_tensor().copy().unwrap();
        let numbers = at.flatten_all().unwrap().to_vec1::<f64>().unwrap();
        let moved = |i: usize, h: f64| {
            let mut numbers = numbers.clone();
            numbers[i] += h;
            variable.set(&Tensor::from_vec(numbers, at.shape(), &Device::Cpu).unwrap()).unwrap();
            loss(&network, &targets).unwrap().to_scalar::<f64>().unwrap()
        };
        for (i, found) in gradient.iter().enumerate() {
            let expected =
                (8.0 * (moved(i, 1e-3) - moved(i, -1e-3)) - (moved(i, 2e-3) - moved(i, -2e-3))) / 12e-3;
            assert!((found - expected).abs() < 1e-8 * (1.0 + expected.abs()), "{found} and {expected}");
        }
        variable.set(&at).unwrap();
    }
}

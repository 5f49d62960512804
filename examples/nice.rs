//! A normalizing flow of additive coupling layers (NICE), trained in memory that does not grow with its depth.
//!
//! The flow moves points in place until they look as if drawn from a normal distribution. A layer moves one
//! coordinate by the output of a small network at the other one, so it can be undone for any network. Other systems
//! store the inputs of each layer; here the adjoint undoes the layers, and holds one point at a time.
//!
//! The inverse of the flow turns normal random numbers into new points like those on which it was trained.

use retrograde::{Real, reversible};
use retrograde_optimise::Adam;

/// Hidden units of a network.
const WIDTH: usize = 12;
/// Layers of the flow; each moves both coordinates.
const LAYERS: usize = 6;
/// Weights, shifts and outgoing weights of one network.
const NETWORK: usize = 3 * WIDTH;
/// Networks of all layers, and the logarithm of one scale for each coordinate.
const PARAMETERS: usize = 2 * LAYERS * NETWORK + 2;

/// Moves one coordinate by a network of the other one.
#[reversible]
fn couple<T: Real>(moved: &mut T, other: T, network: &[T]) {
    for j in 0..WIDTH {
        *moved += network[2 * WIDTH + j] * (network[j] * other + network[WIDTH + j]).tanh();
    }
}

/// Applies the flow to one point.
#[reversible]
fn flow<T: Real>(x: &mut T, y: &mut T, networks: &[T]) {
    for l in 0..LAYERS {
        couple(&mut *y, *x, &networks[2 * l * NETWORK..(2 * l + 1) * NETWORK]);
        couple(&mut *x, *y, &networks[(2 * l + 1) * NETWORK..(2 * l + 2) * NETWORK]);
    }
}

/// Adds the mean negative log-likelihood of the points to `out`, and applies the flow to the points. The layers
/// preserve volume, so only the two scales at the end contribute.
#[reversible]
fn surprise<T: Real>(out: &mut T, points: &mut [[T; 2]], parameters: &[T]) {
    let scale_x = parameters[PARAMETERS - 2];
    let scale_y = parameters[PARAMETERS - 1];
    let normal = (2.0 * core::f64::consts::PI).ln();
    for i in 0..points.len() {
        flow(&mut points[i][0], &mut points[i][1], &parameters[..PARAMETERS - 2]);
        let x = points[i][0] * scale_x.exp();
        let y = points[i][1] * scale_y.exp();
        *out += (0.5 * (x * x + y * y) + normal - scale_x - scale_y) / points.len() as T;
    }
}

/// Random numbers that are equal in every run: a multiplicative generator and the sum of twelve uniform numbers.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// Returns a point near one of two interlocking half circles.
    fn moon(&mut self) -> [f64; 2] {
        let angle = core::f64::consts::PI * self.uniform();
        let (x, y) = if self.uniform() < 0.5 {
            (angle.cos() - 0.5, angle.sin() - 0.25)
        } else {
            (0.5 - angle.cos(), 0.25 - angle.sin())
        };
        [x + 0.08 * self.normal(), y + 0.08 * self.normal()]
    }
}

/// Returns the parameters before training: small weights, so that the flow changes little.
fn untrained() -> Vec<f64> {
    let mut random = Random(7);
    let mut parameters: Vec<f64> = (0..PARAMETERS).map(|_| random.normal()).collect();
    for network in parameters[..PARAMETERS - 2].chunks_mut(NETWORK) {
        network[2 * WIDTH..].iter_mut().for_each(|weight| *weight *= 0.05);
    }
    parameters[PARAMETERS - 2..].fill(0.0);
    parameters
}

/// Trains for some steps of Adam; reports the loss before each step.
fn train(parameters: &mut [f64], points: &mut [[f64; 2]], steps: i32, mut report: impl FnMut(i32, f64)) {
    let mut adam = Adam::new(0.01).decays(0.9, 0.99);
    let mut points_bar = vec![[0.0; 2]; points.len()];
    let mut gradient = vec![0.0; PARAMETERS];
    for step in 1..=steps {
        let mut loss = 0.0;
        surprise(&mut loss, points, parameters);
        report(step - 1, loss);
        points_bar.fill([0.0; 2]);
        gradient.fill(0.0);
        surprise::adjoint(&mut loss, &mut 1.0, points, &mut points_bar, parameters, &mut gradient);
        adam.step(parameters, &gradient).expect("a finite gradient");
    }
}

/// Draws a new point, by the inverse of the flow.
fn draw(random: &mut Random, parameters: &[f64]) -> [f64; 2] {
    let [mut x, mut y] = [0, 1].map(|k| random.normal() / parameters[PARAMETERS - 2 + k].exp());
    flow::inverse(&mut x, &mut y, &parameters[..PARAMETERS - 2]);
    [x, y]
}

/// Draws points as characters.
fn picture(points: &[[f64; 2]]) -> String {
    let (columns, rows) = (64, 20);
    let mut cells = vec![vec![0_usize; columns]; rows];
    for [x, y] in points {
        let (column, row) = ((x + 2.0) / 4.0 * columns as f64, (1.4 - y) / 2.8 * rows as f64);
        if (0.0..columns as f64).contains(&column) && (0.0..rows as f64).contains(&row) {
            cells[row as usize][column as usize] += 1;
        }
    }
    let line = |row: &Vec<usize>| row.iter().map(|n| [' ', '·', 'o', '#'][(*n).min(3)]).collect::<String>();
    cells.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn main() {
    let mut random = Random(1);
    let mut points: Vec<[f64; 2]> = (0..256).map(|_| random.moon()).collect();
    let mut parameters = untrained();
    train(&mut parameters, &mut points, 801, |step, loss| {
        if step % 100 == 0 {
            println!("step {step:4}: {loss:.4} nats a point");
        }
    });
    println!("points, after {} passes forwards and backwards through {LAYERS} layers:", 801);
    println!("{}", picture(&points));
    println!("points drawn by the flow:");
    let drawn: Vec<_> = (0..256).map(|_| draw(&mut random, &parameters)).collect();
    println!("{}", picture(&drawn));
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

    fn points(n: usize) -> Vec<[f64; 2]> {
        let mut random = Random(3);
        (0..n).map(|_| random.moon()).collect()
    }

    #[test]
    fn the_flow_is_undone() {
        let parameters = Rng::new(5).vector(PARAMETERS, -1.0, 1.0);
        let (mut x, mut y) = (0.3, -0.7);
        flow(&mut x, &mut y, &parameters);
        assert!((x - 0.3).abs() > 1e-3 && (y + 0.7).abs() > 1e-3);
        flow::inverse(&mut x, &mut y, &parameters);
        assert_all_close!([x, y], [0.3, -0.7], 1e-13);
    }

    #[test]
    fn the_adjoint_is_what_differences_say_and_restores_the_points() {
        let parameters = Rng::new(6).vector(PARAMETERS, -1.0, 1.0);
        let points = points(3);
        let seed = -1.5;
        let loss = |parameters: &[f64]| {
            let mut out = 0.0;
            surprise(&mut out, &mut points.clone(), parameters);
            seed * out
        };
        let differences = finite_difference::gradient(loss, &parameters);
        let (mut out, mut moved) = (0.0, points.clone());
        surprise(&mut out, &mut moved, &parameters);
        let (mut points_bar, mut gradient) = (vec![[0.0; 2]; 3], vec![0.0; PARAMETERS]);
        surprise::adjoint(
            &mut out,
            &mut seed.clone(),
            &mut moved,
            &mut points_bar,
            &parameters,
            &mut gradient,
        );
        assert_close!(out, 0.0, 1e-13);
        assert_all_close!(moved.concat(), points.concat(), 1e-13);
        assert_all_close!(gradient, differences, 1e-7);
    }

    #[test]
    fn layers_keep_volumes() {
        let parameters = Rng::new(8).vector(PARAMETERS, -1.0, 1.0);
        let (mut x, mut y) = (0.4, 0.1);
        flow(&mut x, &mut y, &parameters);
        let (mut x_bar, mut y_bar) = ([1.0, 0.0], [0.0, 1.0]);
        let mut parameters_bar = vec![[0.0; 2]; PARAMETERS];
        flow::adjoint(&mut x, &mut x_bar, &mut y, &mut y_bar, &parameters, &mut parameters_bar);
        assert_close!(x_bar[0] * y_bar[1] - x_bar[1] * y_bar[0], 1.0, 1e-12);
    }

    #[test]
    fn training_explains_the_points_better_than_one_normal_distribution() {
        let (mut points, mut parameters) = (points(64), untrained());
        let mut losses = vec![];
        train(&mut parameters, &mut points, 150, |_, loss| losses.push(loss));
        // The best single normal distribution with independent coordinates.
        let best: f64 = (0..2)
            .map(|k| {
                let square = points.iter().map(|p| p[k] * p[k]).sum::<f64>() / points.len() as f64;
                0.5 * (1.0 + (2.0 * core::f64::consts::PI * square).ln())
            })
            .sum();
        assert!(losses[0] > best && losses[149] < best - 0.1, "{} to {}, {best}", losses[0], losses[149]);
    }
}

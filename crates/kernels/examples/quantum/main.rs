//! The gradient of the energy of a quantum circuit, on a device:
//! `cargo run --release -p retrograde-kernels --example quantum [-- QUBITS LAYERS]`, with `--features cuda` on a GPU.

mod circuit;

use retrograde_kernels::{Device, Result};
use std::time::Instant;

fn main() -> Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>().ok());
    let mut next = |other: usize| numbers.next().flatten().unwrap_or(other);
    let (qubits, layers) = (next(16).clamp(2, 30), next(4).max(1));
    let device = Device::best()?;
    let angles: Vec<f64> = (0..2 * qubits * layers).map(|i| (i as f64 * 0.7).sin()).collect();
    circuit::gradient(&device, qubits, &angles)?;
    let start = Instant::now();
    let (energy, slope) = circuit::gradient(&device, qubits, &angles)?;
    let seconds = start.elapsed().as_secs_f64();
    let gates = layers * (3 * qubits - 1);
    println!("{}: {qubits} qubits, {gates} gates, {} angles, {seconds:.3} s", device.name(), angles.len());
    println!("energy {energy:.9}, slope of the first angle {:.9}", slope[0]);
    let moved = |h: f64| {
        let mut moved = angles.clone();
        moved[0] += h;
        circuit::gradient(&device, qubits, &moved).map(|(energy, _)| energy)
    };
    println!("by differences          {:.9}", (moved(1e-5)? - moved(-1e-5)?) / 2e-5);
    Ok(())
}

//! A variational circuit on qubits: its gates are kernels, and so are their adjoints. (Paper 002, section on CUDA kernels.)
//!
//! The state of `n` qubits is `2ⁿ` complex numbers, in two arrays. A gate undoes itself, so the gradient of an energy with respect to all angles
//! needs the state and its cotangent, and nothing for each gate.

use retrograde::instructions::{neg, rot};
use retrograde::reversible;
use retrograde_kernels::{Buffer, Device, Result};

/// Turns a qubit about the y axis. The amplitudes of its two states are `span` apart.
#[reversible(kernels)]
pub(crate) fn about_y(re: &mut [f64], im: &mut [f64], span: usize, angle: f64) {
    for block in 0..re.len() / (2 * span) {
        for k in 0..span {
            let zero = block * (2 * span) + k;
            rot(&mut re[zero], &mut re[zero + span], 0.5 * angle);
            rot(&mut im[zero], &mut im[zero + span], 0.5 * angle);
        }
    }
}

/// Turns a qubit about the z axis.
#[reversible(kernels)]
pub(crate) fn about_z(re: &mut [f64], im: &mut [f64], span: usize, angle: f64) {
    for i in 0..re.len() {
        if (i / span) % 2 == 0 {
            rot(&mut re[i], &mut im[i], -0.5 * angle);
        } else {
            rot(&mut re[i], &mut im[i], 0.5 * angle);
        }
    }
}

/// Negates the amplitudes in which two qubits are both one.
#[reversible(kernels)]
pub(crate) fn controlled_z(re: &mut [f64], im: &mut [f64], span: usize, other: usize) {
    for i in 0..re.len() {
        if (i / span) % 2 == 1 && (i / other) % 2 == 1 {
            neg(&mut re[i]);
            neg(&mut im[i]);
        }
    }
}

/// Adds the energy of a state, where that of each basis state is given.
#[reversible(kernels)]
pub(crate) fn energy(total: &mut f64, re: &[f64], im: &[f64], #[inactive] levels: &[f64]) {
    for i in 0..re.len() {
        *total += levels[i] * (re[i] * re[i] + im[i] * im[i]);
    }
}

/// The energies of a chain of spins with couplings between neighbours.
pub(crate) fn chain(qubits: usize) -> Vec<f64> {
    let spin = |i: usize, q: usize| 1.0 - 2.0 * ((i >> q) & 1) as f64;
    let of = |i: usize| (1..qubits).map(|q| (0.5 + 0.1 * q as f64) * spin(i, q - 1) * spin(i, q)).sum();
    (0..1 << qubits).map(of).collect()
}

/// A state on a device, with its cotangent.
struct State {
    re: Buffer<f64>,
    im: Buffer<f64>,
    re_bar: Buffer<f64>,
    im_bar: Buffer<f64>,
}

/// Returns the energy of the circuit, and its gradient: two angles for each qubit in each layer.
pub(crate) fn gradient(device: &Device, qubits: usize, angles: &[f64]) -> Result<(f64, Vec<f64>)> {
    let n = 1usize << qubits;
    let mut start = vec![0.0; n];
    start[0] = 1.0;
    let mut state = State {
        re: device.upload(&start)?,
        im: device.zeros(n)?,
        re_bar: device.zeros(n)?,
        im_bar: device.zeros(n)?,
    };
    let levels = device.upload(&chain(qubits))?;
    let layers = angles.len() / (2 * qubits);
    for layer in 0..layers {
        for q in 0..qubits {
            let at = 2 * (layer * qubits + q);
            about_y::on(device).run((&mut state.re, &mut state.im, 1usize << q, angles[at]))?;
            about_z::on(device).run((&mut state.re, &mut state.im, 1usize << q, angles[at + 1]))?;
        }
        for q in 1..qubits {
            controlled_z::on(device).run((&mut state.re, &mut state.im, 1usize << (q - 1), 1usize << q))?;
        }
    }
    let (mut total, mut total_bar) = (0.0, 1.0);
    let State { re, im, re_bar, im_bar } = &mut state;
    energy::on(device).sweep((
        &mut total,
        &mut total_bar,
        &*re,
        &mut *re_bar,
        &*im,
        &mut *im_bar,
        &levels,
    ))?;

    let mut angles_bar = vec![0.0; angles.len()];
    for layer in (0..layers).rev() {
        for q in (1..qubits).rev() {
            let spans = (1usize << (q - 1), 1usize << q);
            controlled_z::on(device).adjoint((
                &mut *re,
                &mut *re_bar,
                &mut *im,
                &mut *im_bar,
                spans.0,
                spans.1,
            ))?;
        }
        for q in (0..qubits).rev() {
            let at = 2 * (layer * qubits + q);
            let (y_bar, z_bar) = angles_bar[at..at + 2].split_at_mut(1);
            let span = 1usize << q;
            about_z::on(device).adjoint((
                &mut *re,
                &mut *re_bar,
                &mut *im,
                &mut *im_bar,
                span,
                angles[at + 1],
                &mut z_bar[0],
            ))?;
            about_y::on(device).adjoint((
                &mut *re,
                &mut *re_bar,
                &mut *im,
                &mut *im_bar,
                span,
                angles[at],
                &mut y_bar[0],
            ))?;
        }
    }
    Ok((total, angles_bar))
}

//! Times the Jacobian of bundle adjustment and the gradient of a Gaussian mixture on a device, beside the processor:
//! `cargo run --release -p retrograde-kernels --features cuda --example devices [-- --scale 8]`.
//!
//! Numbers stay on the device between runs. Each time is the best of several, from call to return, with all that a call does.

use retrograde::batch::by;
use retrograde::reversible;
use retrograde_kernels::{Buffer, Device, Result, at};
use retrograde_problems::ba::reproject_adbench;
use retrograde_problems::gmm::{factor_len, gmm};
use retrograde_problems::plain;
use std::time::Instant;

/// Adds one array to another: what memory allows.
#[reversible(kernels)]
fn add(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] += x[i];
    }
}

fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 31) as f64 - 0.5
    };
    (0..n).map(|_| next()).collect()
}

/// The best time of several runs, in seconds.
fn best(mut f: impl FnMut() -> Result<()>) -> Result<f64> {
    f()?;
    let (mut best, began) = (f64::INFINITY, Instant::now());
    for run in 0..50 {
        let start = Instant::now();
        f()?;
        best = best.min(start.elapsed().as_secs_f64());
        if run >= 2 && began.elapsed().as_secs_f64() > 2.0 {
            break;
        }
    }
    Ok(best)
}

/// The largest difference, relative to the largest number.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let scale = a.iter().fold(1e-300_f64, |most, x| most.max(x.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let number = |name: &str, other: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(other)
    };
    let began = Instant::now();
    let device = Device::best()?;
    println!("{} (opened in {:.2} s)", device.name(), began.elapsed().as_secs_f64());
    let rate = bandwidth(&device)?;
    println!("memory: {:.0} GB/s in `y[i] += x[i]` over 2^27 numbers", rate / 1e9);
    jacobian(&device, rate, 1)?;
    jacobian(&device, rate, number("--scale", 8))?;
    for (d, k, n) in
        [(2, 5, 10_000), (10, 25, 10_000), (10, 25, 1_000_000), (20, 50, 10_000), (32, 25, 10_000)]
    {
        mixture(&device, d, k, n)?;
    }
    Ok(())
}

fn bandwidth(device: &Device) -> Result<f64> {
    let n = if device.name().contains("compiler") { 1 << 22 } else { 1 << 27 };
    let (x, mut y): (Buffer<f64>, Buffer<f64>) = (device.zeros(n)?, device.zeros(n)?);
    let time = best(|| add::on(device).run((&mut y, &x)))?;
    Ok(24.0 * n as f64 / time)
}

/// The size of `ba10` of the ADBench suite, times a factor.
fn jacobian(device: &Device, rate: f64, scale: usize) -> Result<()> {
    let (n, c, p) = (563_734 * scale, 1197, 126_327);
    let (mut cameras, points) = (numbers(11 * c, 1), numbers(3 * p, 2));
    cameras.chunks_mut(11).for_each(|camera| camera[5] -= 8.0);
    let (weights, features) = (numbers(n, 3), numbers(2 * n, 4));
    let camera_of: Vec<u32> = (0..n).map(|i| (i * 7 % c) as u32).collect();
    let point_of: Vec<u32> = (0..n).map(|i| (i * 31 % p) as u32).collect();
    let began = Instant::now();
    let (cameras_d, points_d) = (device.upload(&cameras)?, device.upload(&points)?);
    let (weights_d, features_d) = (device.upload(&weights)?, device.upload(&features)?);
    let (camera_d, point_d) = (device.upload(&camera_of)?, device.upload(&point_of)?);
    let (mut out, mut by_camera): (Buffer<f64>, Buffer<f64>) = (device.zeros(2 * n)?, device.zeros(22 * n)?);
    let (mut by_point, mut by_weight): (Buffer<f64>, Buffer<f64>) =
        (device.zeros(6 * n)?, device.zeros(2 * n)?);
    let upload = began.elapsed().as_secs_f64();
    let time = best(|| {
        reproject_adbench::on(device).batch_jacobian((
            &mut out,
            at(&cameras_d, &camera_d),
            &mut by_camera,
            at(&points_d, &point_d),
            &mut by_point,
            &weights_d,
            &mut by_weight,
            &features_d,
        ))
    })?;
    let bytes = n as f64 * (240 + 32 + 8 + 16 + 8) as f64 + 8.0 * (11 * c + 3 * p) as f64;
    println!(
        "bundle adjustment, {n} observations: Jacobian of {:.0} MB in {:.3} ms, {:.0} GB/s, {:.0} % of the memory's; copied there in {:.0} ms",
        240e-6 * n as f64,
        1e3 * time,
        bytes / time / 1e9,
        100.0 * bytes / time / rate,
        1e3 * upload
    );
    let rows = |x: &[f64], w: usize| -> Vec<Vec<f64>> { x.chunks(w).map(<[f64]>::to_vec).collect() };
    let cameras: Vec<[f64; 11]> =
        rows(&cameras, 11).into_iter().map(|c| std::array::from_fn(|i| c[i])).collect();
    let points: Vec<[f64; 3]> = rows(&points, 3).into_iter().map(|c| std::array::from_fn(|i| c[i])).collect();
    let features: Vec<[f64; 2]> =
        rows(&features, 2).into_iter().map(|c| std::array::from_fn(|i| c[i])).collect();
    let mut residual = vec![[0.0; 2]; n];
    let (mut c_bar, mut p_bar, mut w_bar) =
        (vec![[[0.0; 2]; 11]; n], vec![[[0.0; 2]; 3]; n], vec![[0.0; 2]; n]);
    let processor = best(|| {
        residual.fill([0.0; 2]);
        reproject_adbench::batch_jacobian(
            &mut residual,
            by(&cameras[..], |i| camera_of[i] as usize),
            &mut c_bar,
            by(&points[..], |i| point_of[i] as usize),
            &mut p_bar,
            &weights[..],
            &mut w_bar,
            &features[..],
        );
        Ok(())
    })?;
    let errors = [
        apart(c_bar.as_flattened().as_flattened(), &by_camera.download()?),
        apart(p_bar.as_flattened().as_flattened(), &by_point.download()?),
        apart(w_bar.as_flattened(), &by_weight.download()?),
    ];
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "  lanes on {cores} cores: {:.3} ms, {:.1} times as long; largest relative difference {:.1e}",
        1e3 * processor,
        processor / time,
        errors.into_iter().fold(0.0, f64::max)
    );
    Ok(())
}

fn mixture(device: &Device, d: usize, k: usize, n: usize) -> Result<()> {
    let (w, means, factors) = (numbers(k, 1), numbers(k * d, 2), numbers(k * factor_len(d), 3));
    let points = numbers(n * d, 4);
    let (w_d, means_d, factors_d) = (device.upload(&w)?, device.upload(&means)?, device.upload(&factors)?);
    let points_d = device.upload(&points)?;
    let (mut w_bar, mut m_bar): (Buffer<f64>, Buffer<f64>) = (device.zeros(k)?, device.zeros(k * d)?);
    let mut f_bar: Buffer<f64> = device.zeros(k * factor_len(d))?;
    let mut value = 0.0;
    let f = gmm::on(device);
    let mut sweep = |w_bar: &mut Buffer<f64>, m_bar: &mut Buffer<f64>, f_bar: &mut Buffer<f64>| {
        let mut value_bar = 1.0;
        value = 0.0;
        f.sweep((
            &mut value,
            &mut value_bar,
            &w_d,
            w_bar,
            &means_d,
            m_bar,
            &factors_d,
            f_bar,
            &points_d,
            1.0,
            0usize,
            0.5,
            d,
        ))
    };
    sweep(&mut w_bar, &mut m_bar, &mut f_bar)?;
    let found = [w_bar.download()?, m_bar.download()?, f_bar.download()?];
    let time = best(|| sweep(&mut w_bar, &mut m_bar, &mut f_bar))?;
    let mut own = [vec![0.0; k], vec![0.0; k * d], vec![0.0; k * factor_len(d)]];
    let lanes = |own: &mut [Vec<f64>; 3]| {
        let [a, b, c] = own;
        let (mut value, mut value_bar) = (0.0, 1.0);
        gmm::sweep(&mut value, &mut value_bar, &w, a, &means, b, &factors, c, &points, 1.0, 0, 0.5, d);
    };
    lanes(&mut own);
    let error = found.iter().zip(&own).map(|(a, b)| apart(b, a)).fold(0.0, f64::max);
    let processor = best(|| {
        lanes(&mut own);
        Ok(())
    })?;
    let plain = best(|| {
        std::hint::black_box(plain::gmm(&w, &means, &factors, &points, 1.0, 0, 0.5, d));
        Ok(())
    })?;
    println!(
        "mixture d{d} K{k} n{n}: gradient in {:.3} ms; in lanes on one core {:.3} ms, {:.1} times as long; plain function {:.3} ms; \
         largest relative difference {error:.1e}",
        1e3 * time,
        1e3 * processor,
        processor / time,
        1e3 * plain
    );
    Ok(())
}
